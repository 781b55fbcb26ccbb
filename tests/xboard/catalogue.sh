#!/usr/bin/env bash
# Griffon against itself in the real XBoard, in every variant of variants/ and those of variants/more/ with passes;
# writes a report of all games.
#
#   catalogue.sh [--games N] [--base SECONDS] [--inc SECONDS] [--results DIR] [--report FILE] [--again] [VARIANT...]
#
# Plays N games per variant (default 2; colours alternate) at 1 s + 0.03 s; a match in which a clock ran out is
# repeated at three times that. XBoard's legality testing and other adjudication are on, except where
# `griffon export VARIANT --to xboard` says that XBoard cannot know the rules and must trust the engines. The report
# says where and why. VARIANT... selects variants (file names of variants/ without `.txt`).
#
# The files of each match are kept in DIR/VARIANT (default: target/xboard-games). Matches played without a fault and
# with the same commands to XBoard are not repeated, so the script can be interrupted and resumed. `--again` repeats all
# matches. FILE (default docs/xboard-games.md, only if no VARIANT is given) is written from DIR at the end.
#
# Exit code 1 if a match failed. Environment: GRIFFON, the engine's command (default: the release build).
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)

games=2 base=1 inc=0.03 again=0 report="" results=""
only=()
while [ $# -gt 0 ]; do
  case $1 in
    --games) games=$2; shift ;;
    --base) base=$2; shift ;;
    --inc) inc=$2; shift ;;
    --results) results=$2; shift ;;
    --report) report=$2; shift ;;
    --again) again=1 ;;
    -*)
      sed -n '2,16s/^# \{0,1\}//p' "$0" >&2
      exit 2
      ;;
    *) only+=("$1") ;;
  esac
  shift
done
results=${results:-${CARGO_TARGET_DIR:-$root/target}/xboard-games}
if [ ${#only[@]} -eq 0 ]; then
  report=${report:-$root/docs/xboard-games.md}
  # Of variants/more those in which a side may pass: few other games test that.
  mapfile -t only < <({ printf '%s\n' "$root"/variants/*.txt; grep -l '^pass=1' "$root"/variants/more/*.txt; } |
    sed 's|.*/||' | sort | sed 's/\.txt$//')
fi

# shellcheck source=tests/xboard/common.sh
. "$here/common.sh"

# XBoard's options for a variant, from the engine's report of what XBoard cannot express.
options_for() {
  grep -o 'play with -[A-Za-z]* [a-z0-9]*$' "$1" | sed 's/^play with//' | sort -u | tr -d '\n'
}

# Plays the match of `play` at the given time control.
match() {
  echo "$1 s + $2 s" >"$directory/clock"
  KEEP=$directory OPTIONS=$(options_for "$directory/export") \
    "$here/match.sh" "$name" "$griffon" "$griffon" "$games" "$1" "$2" </dev/null >"$directory/verdict" 2>&1
}

# Plays one variant unless already played: DIR/VARIANT/verdict holds the line of match.sh and the faults.
play() {
  local variant=$1 directory=$results/$1 said name
  mkdir -p "$directory"
  said=$("$griffon" export "$variant" --to xboard) || return 2
  if [ "$again" -eq 0 ] && [ -s "$directory/verdict" ] && [ "$(wc -l <"$directory/verdict")" -eq 1 ] &&
    [ "$said" = "$(cat "$directory/export" 2>/dev/null)" ]; then
    return 0
  fi
  rm -f "$directory"/*
  echo "$said" >"$directory/export"
  if grep -q "larger than XBoard's" "$directory/export"; then return 0; fi
  name=$(awk '/^# variant / { print $3; exit }' "$directory/export")
  match "$base" "$inc"
  local status=$?
  if grep -q '^ *timeout' "$directory/verdict"; then
    match $((3 * base)) "$(awk -v inc="$inc" 'BEGIN { print 3 * inc }')"
    status=$?
  fi
  echo "$variant: $(head -n 1 "$directory/verdict")"
  tail -n +2 "$directory/verdict"
  return $status
}

failed=0
for variant in "${only[@]}"; do
  play "$variant" || failed=$((failed + 1))
done
if [ -n "$report" ]; then
  "$here/report.sh" "$results" "${only[@]}" >"$report.new" && mv "$report.new" "$report"
fi
echo "$((${#only[@]} - failed)) variants clean, $failed failed"
[ "$failed" -eq 0 ]
