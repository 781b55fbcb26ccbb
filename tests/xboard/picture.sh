#!/usr/bin/env bash
# Takes a picture of the real XBoard, on a virtual display.
#
#   picture.sh VARIANT FILE [SECONDS | X,Y]
#
# VARIANT  name given to XBoard
# FILE     picture to write (`docs/xboard-metamachy.png`)
# SECONDS  Griffon plays itself for this long first (default 22)
# X,Y      instead, holds the mouse button down at these pixels: on a piece XBoard marks its target squares
#
# Environment: GRIFFON, the engine's command (default: the release build). Needs the Debian packages xboard, xvfb,
# xauth, xdotool and imagemagick.
set -euo pipefail
if [ $# -lt 2 ]; then
  sed -n '2,12s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
case ${3:-} in
  *[!0-9,]* | ,* | *, | *,*,*) echo "picture.sh: $3: neither SECONDS nor X,Y" >&2; exit 2 ;;
esac
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# Read by common.sh.
# shellcheck disable=SC2034
root=$(cd "$here/../.." && pwd) only=()
# shellcheck source=tests/xboard/common.sh
. "$here/common.sh"
export PATH="$PATH:/usr/games:/usr/local/games"
for tool in xboard xvfb-run xdotool import convert; do
  command -v "$tool" >/dev/null || { echo "picture.sh: $tool not found" >&2; exit 2; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/inside" <<'INSIDE'
# Arguments: engine, variant, picture, what to do.
options=(-variant "$2" -fcp "$1" -scp "$1" -size 60 -showTargetSquares true -settingsFile "$HOME/.settings"
  -saveSettingsOnExit false -autoInstall "" -startupMessage "" -soundMove "" -xponder)
case $4 in
  *,*) options+=(-tc 5) ;;
  *) options+=(-mm -matchGames 1 -tc 0:40 -inc 0) ;;
esac
xboard "${options[@]}" >/dev/null 2>&1 &
xboard=$!
case $4 in
  *,*) sleep 5; xdotool mousemove "${4%,*}" "${4#*,}" mousedown 1; sleep 2 ;;
  *) sleep "$4" ;;
esac
import -window root "$3"
kill "$xboard"
INSIDE
HOME=$work xvfb-run -a -s "-screen 0 1000x900x24" bash "$work/inside" "$griffon" "$1" "$work/root.png" "${3:-22}"
convert "$work/root.png" -trim +repage +dither -colors 64 "$2"
