#!/usr/bin/env bash
# Griffon in the real XBoard: matches against other engines, and against itself in variants they do not play.
#
#   all.sh [--short] [VARIANT...]
#
# The full list is 10 games per variant at 5 s + 0.05 s, 4 if Griffon plays itself. `--short` is one game per
# variant at 1 s + 0.01 s, for every push. VARIANT... selects variants.
#
# Prints the line of match.sh for each match, then a table of all matches. Exit code 1 if a match failed.
# Environment: GRIFFON, the engine's command (default: the release build, built if missing);
# KEEP=DIR keeps the files of match VARIANT in DIR/VARIANT.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)

short=0
only=()
for argument in "$@"; do
  case $argument in
    --short) short=1 ;;
    -*)
      sed -n '2,11s/^# \{0,1\}//p' "$0" >&2
      exit 2
      ;;
    *) only+=("$argument") ;;
  esac
done

# shellcheck source=tests/xboard/common.sh
. "$here/common.sh"

# VARIANT OPPONENT GAMES; `self` if no packaged engine plays the variant by the same rules.
list="
normal      fairymax 10
knightmate  fairymax 10
capablanca  fairymax 10
xiangqi     sjaakii  10
shogi       sjaakii  10
crazyhouse  sjaakii  10
shatranj    fairymax 10
courier     fairymax 10
metamachy   self      4
falcon      self      4
grand       self      4
"

table="" failed=0 matches=0 wins=0 losses=0 draws=0
while read -r variant opponent games; do
  [ -n "$variant" ] && wanted "$variant" || continue
  base=5 inc=0.05
  if [ "$short" -eq 1 ]; then base=1 inc=0.01 games=1; fi
  second=$opponent forgive=second
  if [ "$opponent" = self ]; then second=$griffon forgive=; fi
  [ -z "${KEEP:-}" ] || export KEEP_MATCH="$KEEP/$variant"
  output=$(KEEP="${KEEP_MATCH:-}" FORGIVE=$forgive "$here/match.sh" "$variant" "$griffon" "$second" "$games" "$base" "$inc" </dev/null)
  status=$?
  verdict=ok
  if [ "$status" -ne 0 ]; then verdict=FAILED; failed=$((failed + 1)); fi
  matches=$((matches + 1))
  echo "${output:-$variant: no match was played}"
  read -r _ _ score forfeits illegal timeouts crashes _ <<<"$output"
  table+=$(printf '%-12s %-9s %5s  %-9s %8s %7s %8s %7s  %s' \
    "$variant" "$opponent" "$games" "${score:--}" "${forfeits:--}" "${illegal:--}" "${timeouts:--}" "${crashes:--}" "$verdict")$'\n'
  if [ "$opponent" = fairymax ] && [[ $variant =~ ^(normal|knightmate)$ ]] && [[ ${score:-} =~ ^([0-9]+)-([0-9]+)-([0-9]+)$ ]]; then
    wins=$((wins + BASH_REMATCH[1])) losses=$((losses + BASH_REMATCH[2])) draws=$((draws + BASH_REMATCH[3]))
  fi
done <<<"$list"

if [ "$matches" -eq 0 ]; then
  echo "all.sh: no such match in the list: ${only[*]}" >&2
  exit 2
fi
echo
printf '%-12s %-9s %5s  %-9s %8s %7s %8s %7s\n' variant opponent games w-l-d forfeits illegal timeouts crashes
printf '%s' "$table"
if [ $((wins + losses + draws)) -gt 0 ]; then
  awk -v w="$wins" -v l="$losses" -v d="$draws" 'BEGIN {
    printf "against fairymax in normal and knightmate: %d-%d-%d, %.1f of %d points\n", w, l, d, w + d / 2, w + l + d }'
fi
echo "$((matches - failed)) matches clean, $failed failed"
[ "$failed" -eq 0 ]
