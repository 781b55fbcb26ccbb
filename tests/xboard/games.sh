#!/usr/bin/env bash
# Plays any game in the real XBoard with its legality testing on: Griffon against itself, and a person at the mouse against
# Griffon.
#
#   games.sh [--games N] [--mouse M] [--moves K] [--depth D] [--results DIR] [GAME...]
#
# The engines search D plies (default 2), so that a busy machine changes nothing, and stray so that no two games are alike.
#
# GAME is a file with a definition, or a name of the catalogue; without any, all of tests/xboard/games. N games (default 2) are
# played by two engines, M games (default 0) of K moves (default 15) by the mouse. Where `griffon export GAME --to xboard` says
# so, XBoard gets other options of adjudication; a game that has to be played without legality testing is played so, and
# marked. Fails on any forfeit, false claim, move that was dropped, crash or clock that ran out.
#
# The files of each match stay in DIR/GAME (default: a temporary folder). Exit code 1 if there was a fault.
# In the environment: GRIFFON, the engine's command (default: the release build).
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
      sed -n '2,17s/^# \{0,1\}//p' "$0" >&2
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
  if grep -q "larger than XBoard's" <<<"$said"; then
    echo "$(basename "$game"): too large for XBoard"
    continue
  fi
  name=$(awk '/^# variant / { print $3; exit }' <<<"$said")
  options=$(grep -o 'play with -[A-Za-z]* [a-z0-9]*$' <<<"$said" | sed 's/^play with//' | sort -u | tr -d '\n')
  fault=0
  if [ "$games" -gt 0 ]; then
    KEEP=$directory OPTIONS="$options -searchDepth $depth -firstOptions Noise=60 -secondOptions Noise=60,Resign=true -adjudicateDrawMoves 60" \
      "$here/match.sh" "$name" "$griffon --variant $game" "$griffon --variant $game" "$games" 60 0.5 </dev/null || fault=1
  fi
  case $options in *testLegality*) echo "  played without legality testing" ;; esac
  if [ "$mouse" -gt 0 ]; then
    OPTIONS=$options timeout 580 xvfb-run -a -s "-screen 0 1600x1000x24" \
      python3 "$here/person.py" "$name" "$game" "$mouse" "$moves" "$directory" </dev/null || fault=1
  fi
  failed=$((failed + fault))
done
echo "$((${#only[@]} - failed)) games clean, $failed failed"
[ "$failed" -eq 0 ]
