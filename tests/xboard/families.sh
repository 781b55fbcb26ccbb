#!/usr/bin/env bash
# Griffon against itself in the real XBoard, in variants that only a definition file knows: one for each family of pieces
# that XBoard is told of with `piece` commands, its legality testing on.
#
#   families.sh [--short] [--games N] [FAMILY...]
#
# The full form is 6 games at 3 s + 0.05 s a family; `--short` is one game at 1 s + 0.01 s. FAMILY... plays only these
# (`lamehorses` for families/lamehorses.txt). A family of which XBoard cannot be told everything fails unplayed.
#
# Prints the line of match.sh for each match, and how many moves were made that took one piece, or more, on their way.
# Exit code 1 if a match failed, 2 if none was played.
# In the environment: GRIFFON, the engine's command (default: the release build, made if it is missing);
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
      sed -n '2,14s/^# \{0,1\}//p' "$0" >&2
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
    END { if (one + two) printf "  moves with a victim on the way: %d, with more: %d\n", one, two }' "$kept/xboard.debug"
done

if [ "$matches" -eq 0 ]; then
  echo "families.sh: no such family: ${only[*]}" >&2
  exit 2
fi
echo "$((matches - failed)) matches clean, $failed failed"
[ "$failed" -eq 0 ]
