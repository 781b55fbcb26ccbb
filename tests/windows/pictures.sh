#!/usr/bin/env bash
# Takes the pictures of docs/winboard.md: WinBoard under Wine, on a virtual display with a window manager.
#
#   pictures.sh [--out DIR]
#
# Installs Griffon with `griffon install` and uses WinBoard by mouse: its start (winboard-start.png), and the definition
# of the README with a move and the target squares of a piece (winboard-own.png), written to DIR (default: docs).
# Environment: WINBOARD, the path of WinBoard's program; GRIFFON_EXE, Griffon's program (default: assets/release/build-windows.sh
# builds it). Needs the Debian packages wine, xvfb, xauth, xdotool, imagemagick and openbox.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
out=$root/docs
while [ $# -gt 0 ]; do
  case $1 in
    --out) out=$(cd "$2" && pwd); shift ;;
    *) sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
  esac
  shift
done
# With GRIFFON_DRY=1 the script stops after reading the arguments.
[ -z "${GRIFFON_DRY:-}" ] || exit 0
[ -f "${WINBOARD:-}" ] || { echo "pictures.sh: WINBOARD must be the path of WinBoard's program" >&2; exit 2; }
winboard_exe=$(realpath "$WINBOARD")
exe=$(realpath "${GRIFFON_EXE:-$("$root/assets/release/build-windows.sh")}")
# shellcheck source=tests/windows/common.sh
. "$here/common.sh"
start_wine
mkdir -p "$drive/Program Files/WinBoard"
cp "$winboard_exe" "$drive/Program Files/WinBoard/winboard.exe"
cd "$drive/Program Files/WinBoard"
windows "$exe" install >/dev/null
save_own_game
wineserver -w

cat >"$work/scene" <<'SCENE'
# Arguments: picture, options of WinBoard.
picture=$1
shift
openbox 2>/dev/null &
manager=$!
sleep 1
wine winboard.exe "$@" >/dev/null 2>&1 &
window() {
  local try
  for try in $(seq 60); do
    ! xdotool search --onlyvisible --name "$1" 2>/dev/null | tail -n 1 | grep . || return 0
    sleep 0.5
  done
  return 1
}
case $picture in
  *start.png)
    id=$(window "WinBoard Startup")
    sleep 2
    # The arrow of the first list, and the last line of that list.
    xdotool mousemove --window "$id" 446 130 click 1
    sleep 1
    xdotool key Down Down Down
    ;;
  *)
    id=$(window "WinBoard: Griffon")
    sleep 4
    eval "$(xdotool getwindowgeometry --shell "$id" | grep -E '^(X|Y|WIDTH|HEIGHT)=')"
    # The centre of a square, given by file and rank from 0.
    square() { echo $((X + 40 + 73 * $1)) $((Y + HEIGHT - 50 - 73 * $2)); }
    xdotool mousemove $(square 4 1) click 1
    sleep 1
    xdotool mousemove $(square 4 3) click 1
    sleep 5
    xdotool mousemove $(square 3 0) mousedown 1
    ;;
esac
sleep 2
import -window root "$picture"
kill $manager
wineserver -k
SCENE
display() { timeout 120 xvfb-run -a -s "-screen 0 1000x800x24" bash "$work/scene" "$@"; }
display "$work/start.png"
wineserver -w
display "$work/own.png" -fe griffon -variant griffon-chess -engineOutputUp false -moveHistoryUp false -evalGraphUp false \
  -boardSize bulky -showTargetSquares true -tc 5 -searchDepth 6 -soundMove "" -xponder -saveSettingsOnExit false
for scene in start own; do convert "$work/$scene.png" -trim +repage +dither -colors 64 "$out/winboard-$scene.png"; done
