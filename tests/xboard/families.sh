#!/usr/bin/env bash
# Griffon against itself in the real XBoard with legality testing on, in variants from definition files: one for each
# family of pieces that is sent to XBoard with `piece` commands.
#
#   families.sh [--short] [--games N] [FAMILY...]
#
# The full form is 6 games per family at 3 s + 0.05 s; `--short` is one game at 1 s + 0.01 s. FAMILY... selects families
# (`lamehorses` for families/lamehorses.txt). A family that cannot be fully expressed in XBoard fails without a game.
#
# Prints the line of match.sh for each match, and the numbers of locust captures of one piece and of several.
# Exit code 1 if a match failed, 2 if none was played.
# Environment: GRIFFON, the engine's command (default: the release build, built if missing);
# KEEP=DIR keeps the files of match FAMILY in DIR/FAMILY.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)

games=6 base=3 inc=0.05
only=()
while [ $# -gt 0 ]; do
  case $1 in
    --short) games=1 base=1 inc=0.01 ;;
    --games) games=$2; shift ;;
    -*)
      sed -n '2,13s/^# \{0,1\}//p' "$0" >&2
      exit 2
      ;;
    *) only+=("$1") ;;
  esac
  shift
done

# shellcheck source=tests/xboard/common.sh
. "$here/common.sh"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
matches=0 failed=0
echo "variant games w-l-d forfeits illegal timeouts crashes"
for file in "$here"/families/*.txt; do
  family=$(basename "$file" .txt)
  wanted "$family" || continue
  matches=$((matches + 1))
  missing=$("$griffon" export "$file" --to xboard | grep 'not expressible')
  if [ -n "$missing" ]; then
    printf '%s\n  %s\n' "$family" "$missing"
    failed=$((failed + 1))
    continue
  fi
  engine="$griffon --variant $file"
  kept=${KEEP:-$scratch}/$family
  KEEP=$kept "$here/match.sh" "$family" "$engine" "$engine" "$games" "$base" "$inc" </dev/null || failed=$((failed + 1))
  awk '/<(first|second) ?: move / { if ($NF ~ /x.*x/) two++; else if ($NF ~ /[,x]/) one++ }
    END { if (one + two) printf "  locust captures of one piece: %d, of several: %d\n", one, two }' "$kept/xboard.debug"
done

if [ "$matches" -eq 0 ]; then
  echo "families.sh: no such family: ${only[*]}" >&2
  exit 2
fi
echo "$((matches - failed)) matches clean, $failed failed"
[ "$failed" -eq 0 ]
