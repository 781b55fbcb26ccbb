#!/usr/bin/env bash
# Plays one match in the real XBoard, on a virtual display, with legality testing on.
#
#   match.sh VARIANT ENGINE1 ENGINE2 GAMES TC INC
#
# VARIANT  name given to XBoard (`normal`, `xiangqi`, ...)
# ENGINE   command of a CECP engine; ENGINE1 defines rules that XBoard does not know
# GAMES    number of games; colours alternate
# TC, INC  base time for the whole game and increment, seconds (`5 0.05`)
#
# Prints one line: VARIANT GAMES W-L-D FORFEITS ILLEGAL TIMEOUTS CRASHES
# (wins, losses and draws of ENGINE1), and below it all faults.
# Exit code: 0 clean, 1 fault in a game, 2 the match could not be played.
# Environment: KEEP=DIR keeps the debug file, the games and XBoard's output there; FORGIVE=second prints
# faults of the second engine (a peer's forfeit, say) as notes without counting them; OPTIONS="..." are
# further options of XBoard (`-testLegality false`).
set -uo pipefail

if [ $# -ne 6 ]; then
  sed -n '2,16s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
variant=$1 first=$2 second=$3 games=$4 base=$5 inc=$6
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export PATH="$PATH:/usr/games:/usr/local/games"

for tool in xboard xvfb-run "${first%% *}" "${second%% *}"; do
  if ! command -v "$tool" >/dev/null; then
    echo "match.sh: $tool not found (Debian packages: xboard xvfb xauth fairymax sjaakii)" >&2
    exit 2
  fi
done

work=$(mktemp -d)
debug="$work/xboard.debug" crashlog="$work/crashes"
cleanup() {
  if [ -n "${KEEP:-}" ]; then
    mkdir -p "$KEEP" && cp "$debug" "$work/games.pgn" "$work/xboard.out" "$KEEP/" 2>/dev/null
  fi
  rm -rf "$work"
}
trap cleanup EXIT
# Engines write configuration and book files into HOME, and XBoard reads the user's settings there.
export HOME="$work/home" XDG_CONFIG_HOME="$work/home" XDG_CACHE_HOME="$work/home"
mkdir -p "$HOME"
cd "$HOME" || exit 2

# XBoard's -tc is minutes:seconds.
clock=$(printf '%d:%02d' $((base / 60)) $((base % 60)))
# Allows 300 moves per game on both clocks, plus 30 s to start and stop.
limit=$(awk -v n="$games" -v b="$base" -v i="$inc" 'BEGIN { printf "%d", 30 + n * (2 * (b + 300 * i) + 10) }')

options=(
  -variant "$variant" -matchGames "$games"
  -fcp "$here/watch.sh $crashlog $debug first $first"
  -scp "$here/watch.sh $crashlog $debug second $second"
  -tc "$clock" -inc "$inc" -autoflag -matchPause 100 -repeatsToDraw 3 -ruleMoves 51 -adjudicateDrawMoves 250
  -testLegality true -testClaims true -checkMates true -materialDraws true
  -sgf "$work/games.pgn" -debug -debugfile "$debug"
  -settingsFile "$HOME/.settings" -saveSettingsOnExit false -autoInstall ""
  -xponder -xanimate -xexit -soundMove "" -usePolyglotBook false -startupMessage ""
)
read -ra further <<<"${OPTIONS:-}"
options+=("${further[@]}")
timeout -k 5 "$limit" xvfb-run -a -s "-screen 0 1024x768x24" xboard "${options[@]}" >"$work/xboard.out" 2>&1
status=$?

if [ ! -s "$debug" ]; then
  echo "match.sh: XBoard wrote no debug file (exit code $status); its output:" >&2
  tail -n 20 "$work/xboard.out" >&2
  exit 2
fi

faults="$work/faults" all="$work/all"
awk -f "$here/faults.awk" "$debug" >"$all"
grep -ahE 'exited unexpectedly|failed to start|did not send setup' "$work/xboard.out" "$debug" |
  sort -u | sed 's/^/crash\t-\t/' >>"$all"
[ ! -s "$crashlog" ] || awk '{ print "crash\t" $1 "\t" $0 }' "$crashlog" >>"$all"

score=$(grep -aoE 'final score [0-9]+-[0-9]+-[0-9]+' "$work/xboard.out" | tail -n 1 | sed 's/final score //')
played=$(awk -F- '{ print $1 + $2 + $3 }' <<<"${score:-0-0-0}")
if [ "$played" -ne "$games" ]; then
  printf 'disagree\t-\t%s of %s games have a result (exit code %s)\n' "$played" "$games" "$status" >>"$all"
fi

# Faults of a peer are printed but not counted.
awk -F'\t' -v peer="${FORGIVE:-}" '$2 != peer' "$all" >"$faults"
number() { grep -c "^$1"$'\t' "$faults"; }
echo "$variant $games ${score:--} $(number forfeit) $(number illegal) $(number timeout) $(number crash)"
awk -F'\t' -v peer="${FORGIVE:-}" '{ print "  " ($2 == peer ? "note, the peer: " : "") $1 ": " $3 }' "$all"
[ ! -s "$faults" ]
