#!/usr/bin/env bash
# Plays matches of Griffon in the real WinBoard under Wine, on a virtual display, with legality testing on.
#
#   winboard.sh [--games N] [--results DIR] [VARIANT...]
#
# N games (default 6) in each variant (default: normal, capablanca, shogi, xiangqi, crazyhouse, shako, which the engine
# defines, and griffon-chess, the definition of the README in the user's folder). Griffon is installed with
# `griffon install`; one more game, in chess, starts it from WinBoard's list of engines, and WinBoard saves its settings.
# The engines search two plies, and randomly. Any forfeit, false claim, crash or expired clock is a fault.
#
# Environment: WINBOARD, the path of WinBoard's program; GRIFFON_EXE, Griffon's program (default: assets/release/build-windows.sh
# builds it). DIR (default: none) receives the debug files, the games and a picture of each match.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
games=6 results="" variants=()
while [ $# -gt 0 ]; do
  case $1 in
    --games) games=$2; shift ;;
    --results) mkdir -p "$2" && results=$(cd "$2" && pwd); shift ;;
    -*) sed -n '2,13s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
    *) variants+=("$1") ;;
  esac
  shift
done
# With GRIFFON_DRY=1 the script stops after reading the arguments.
[ -z "${GRIFFON_DRY:-}" ] || exit 0
[ ${#variants[@]} -gt 0 ] || variants=(normal capablanca shogi xiangqi crazyhouse shako griffon-chess)
[ -f "${WINBOARD:-}" ] || { echo "winboard.sh: WINBOARD must be the path of WinBoard's program" >&2; exit 2; }
winboard_exe=$(realpath "$WINBOARD")
exe=${GRIFFON_EXE:-}
[ -n "$exe" ] || exe=$("$root/assets/release/build-windows.sh") || exit 2
exe=$(realpath "$exe")
# shellcheck source=tests/windows/common.sh
. "$here/common.sh"
start_wine
mkdir -p "$drive/Program Files/WinBoard" "$drive/games"
cp "$winboard_exe" "$drive/Program Files/WinBoard/winboard.exe"
ini="$drive/Program Files/WinBoard/winboard.ini"
cd "$drive" || exit 2
windows "$exe" install || fail "install"
save_own_game
engine='C:\users\'$(id -un)'\AppData\Local\Programs\Griffon'

# Runs WinBoard for a match: name of the match, its number of games, further options.
match() {
  local name=$1 number=$2 limit=$((60 + $2 * 120))
  shift 2
  (
    wineserver -w && cd "$drive/Program Files/WinBoard" &&
      timeout -k 5 "$limit" xvfb-run -a -s "-screen 0 1024x800x24" bash -c '
        picture=$1; shift
        wine winboard.exe "$@" >/dev/null 2>&1 &
        winboard=$!
        [ -z "$picture" ] || { sleep 12; import -window root "$picture"; }
        wait $winboard' - "${results:+$results/$name.png}" \
        -matchGames "$number" -tc 1 -inc 0.5 -searchDepth 2 -autoflag -matchPause 100 -repeatsToDraw 3 -ruleMoves 51 \
        -adjudicateDrawMoves 60 -testLegality true -testClaims true -checkMates true -materialDraws true \
        -sgf "C:\\games\\$name.pgn" -debug -debugfile "C:\\games\\$name.debug" \
        -xponder -xanimate -xexit -soundMove "" -usePolyglotBook false "$@"
  )
  local debug="$drive/games/$name.debug" score played
  awk -f "$root/tests/xboard/faults.awk" "$debug" >"$work/faults"
  score=$(grep -aoE 'final score [0-9]+-[0-9]+-[0-9]+' "$debug" | tail -n 1 | sed 's/final score //')
  played=$(awk -F- '{ print $1 + $2 + $3 }' <<<"${score:-0-0-0}")
  [ "$played" -eq "$number" ] || printf 'disagree\t-\t%s of %s games have a result\n' "$played" "$number" >>"$work/faults"
  printf '%-14s %s games %-6s %s faults, %s plies\n' "$name" "$number" "${score:--}" "$(wc -l <"$work/faults")" \
    "$(grep -acE '^[0-9]+ <(first |second): *move ' "$debug")"
  awk -F'\t' '{ print "  " $1 ": " $3 }' "$work/faults"
  [ -z "$results" ] || cp "$debug" "$drive/games/$name.pgn" "$results/"
  [ ! -s "$work/faults" ] || failed=$((failed + 1))
}

match from-list 1 -fe griffon -se griffon
grep -aq 'StartChildProcess (dir=".*Programs.Griffon") griffon.exe' "$drive/games/from-list.debug" || fail "not started from the list"
[ "$(grep -acF "\"griffon.exe\" -fd \"$engine\"" "$ini")" -eq 1 ] || fail "WinBoard's settings: $(grep -a -A6 ChessProgramNames "$ini")"
grep -aq '^/firstChessProgramNames={' "$ini" && grep -aq '^/size\|^/boardSize' "$ini" || fail "WinBoard has not saved its settings"
cp "$ini" "$work/saved"
windows "$exe" install >/dev/null
cmp "$ini" "$work/saved" || fail "installing again changes the settings"
windows "$exe" install --uninstall >/dev/null
grep -av '^"griffon.exe" -[fs]d ' "$work/saved" | cmp - "$ini" || fail "uninstalling changes other settings"
cp "$work/saved" "$ini"
windows "$exe" install >/dev/null
save_own_game

for variant in "${variants[@]}"; do
  match "$variant" "$games" -variant "$variant" -fcp griffon.exe -fd "$engine" -scp griffon.exe -sd "$engine" \
    -firstOptions Noise=60 -secondOptions Noise=60,Resign=true -saveSettingsOnExit false
done
[ "$failed" -eq 0 ]
