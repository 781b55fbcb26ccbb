#!/usr/bin/env bash
# Plays any variant in the real XBoard with legality testing on: Griffon against itself, and a person at the mouse
# against Griffon.
#
#   games.sh [--games N] [--mouse M] [--moves K] [--depth D] [--results DIR] [GAME...]
#
# The engines search D plies (default 2), so results do not depend on machine load, and randomly, so all games differ.
#
# GAME is a definition file or a name of the catalogue (default: all of tests/xboard/games). Two engines play N games
# (default 2; at least 3 where the array is shuffled, since XBoard then also shuffles in later games), the mouse M games
# (default 0) of K moves (default 15). Where `griffon export GAME --to xboard` says so, XBoard gets other adjudication
# options; games that need legality testing off are played so and marked. Any forfeit, false claim, dropped move, crash
# or expired clock is a fault.
#
# The files of each match are kept in DIR/GAME (default: a temporary folder). Exit code 1 if there was a fault.
# Environment: GRIFFON, the engine's command (default: the release build).
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)

games=2 mouse=0 moves=15 depth=2 results="" only=()
while [ $# -gt 0 ]; do
  case $1 in
    --games) games=$2; shift ;;
    --mouse) mouse=$2; shift ;;
    --moves) moves=$2; shift ;;
    --depth) depth=$2; shift ;;
    --results) results=$2; shift ;;
    -*)
      sed -n '2,16s/^# \{0,1\}//p' "$0" >&2
      exit 2
      ;;
    *) only+=("$1") ;;
  esac
  shift
done
[ ${#only[@]} -gt 0 ] || only=("$here"/games/*.txt)
# shellcheck source=tests/xboard/common.sh
. "$here/common.sh"
export PATH="$PATH:/usr/games:/usr/local/games" GRIFFON=$griffon

if [ -z "$results" ]; then
  results=$(mktemp -d)
  trap 'rm -rf "$results"' EXIT
fi
failed=0
echo "variant games w-l-d forfeits illegal timeouts crashes"
for game in "${only[@]}"; do
  directory=$results/$(basename "$game" .txt)
  mkdir -p "$directory"
  [ ! -f "$game" ] || game=$(cd "$(dirname "$game")" && pwd)/$(basename "$game")
  said=$("$griffon" export "$game" --to xboard) || { failed=$((failed + 1)); continue; }
  if grep -q "larger than XBoard's\|XBoard shows no board" <<<"$said"; then
    echo "$(basename "$game"): XBoard cannot show the board"
    continue
  fi
  name=$(awk '/^# variant / { print $3; exit }' <<<"$said")
  options=$(grep -o 'play with -[A-Za-z]* [a-z0-9]*$' <<<"$said" | sed 's/^play with//' | sort -u | tr -d '\n')
  fault=0
  count=$games
  if [ "$games" -gt 0 ]; then
    ! grep -qs '^shuffle=' "$game" || [ "$games" -ge 3 ] || count=3
    KEEP=$directory OPTIONS="$options -searchDepth $depth -firstOptions Noise=60 -secondOptions Noise=60,Resign=true -adjudicateDrawMoves 60" \
      "$here/match.sh" "$name" "$griffon --variant $game" "$griffon --variant $game" "$count" 60 0.5 </dev/null || fault=1
  fi
  case $options in *testLegality*) echo "  played without legality testing" ;; esac
  if [ "$mouse" -gt 0 ]; then
    # Five minutes a game; a person that hangs is a fault.
    OPTIONS=$options timeout $((mouse * 300)) xvfb-run -a -s "-screen 0 1600x1000x24" \
      python3 "$here/person.py" "$name" "$game" "$mouse" "$moves" "$directory" </dev/null || fault=1
  fi
  failed=$((failed + fault))
done
echo "$((${#only[@]} - failed)) games clean, $failed failed"
[ "$failed" -eq 0 ]
