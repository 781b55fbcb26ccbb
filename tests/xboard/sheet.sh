#!/usr/bin/env bash
# Makes a contact sheet of the start positions of the catalogue in the real XBoard, on a virtual display.
#
#   sheet.sh [--out PREFIX] [--each N] [VARIANT...]
#
# VARIANT... are names from `griffon variants` (default: all that XBoard can show). Writes PREFIX-1.png, PREFIX-2.png
# and so on (default docs/xboard-sheet), N boards on each (default 42), and lists the boards that did not appear.
#
# Environment: GRIFFON, the engine's command (default: the release build). Needs the Debian packages xboard, xvfb,
# xauth, xdotool and imagemagick.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
out=$root/docs/xboard-sheet each=42 only=()
while [ $# -gt 0 ]; do
  case $1 in
    --out) out=$2; shift ;;
    --each) each=$2; shift ;;
    -*)
      sed -n '2,10s/^# \{0,1\}//p' "$0" >&2
      exit 2
      ;;
    *) only+=("$1") ;;
  esac
  shift
done
# shellcheck source=tests/xboard/common.sh
. "$here/common.sh"
export PATH="$PATH:/usr/games:/usr/local/games"
for tool in xboard xvfb-run xdotool import convert montage; do
  command -v "$tool" >/dev/null || { echo "sheet.sh: $tool not found" >&2; exit 2; }
done
if [ ${#only[@]} -eq 0 ]; then
  mapfile -t only < <("$griffon" variants --json | sed -n 's/.*"xboard_name":"\([^"]*\)".*/\1/p' | sort)
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/inside" <<'INSIDE'
# Arguments: engine, folder, variants.
engine=$1 folder=$2
shift 2
for name in "$@"; do
  debug=$folder/debug
  rm -f "$debug"
  xboard -variant "$name" -fcp "$engine" -fd "$folder" -ncp false -size 25 -settingsFile "$folder/settings" -saveSettingsOnExit false -autoInstall "" \
    -startupMessage "" -soundMove "" -debug -debugfile "$debug" >/dev/null 2>&1 &
  xboard=$!
  # The second answer to a ping follows the setup of the variant.
  for _ in $(seq 150); do
    sleep 0.1
    grep -q 'first : pong\|<first : pong\|<first: pong' "$debug" 2>/dev/null && break
  done
  sleep 1
  # A warning about the rules has its own window: move it out of the picture.
  main=$(xdotool search --onlyvisible --name '^xboard:' | head -n 1)
  # In Falcon Chess the title is a notice about the game's licence.
  [ -n "$main" ] || main=$(xdotool search --onlyvisible --name . | head -n 1)
  for window in $(xdotool search --onlyvisible --name .); do
    [ "$window" = "$main" ] || xdotool windowmove "$window" 700 700
  done
  sleep 0.3
  import -window "$main" "$folder/root.png" || import -window root "$folder/root.png"
  # XBoard sometimes does not end when asked.
  kill "$xboard"
  for _ in $(seq 50); do
    kill -0 "$xboard" 2>/dev/null || break
    sleep 0.1
  done
  kill -9 "$xboard" 2>/dev/null
  wait "$xboard" 2>/dev/null
  # The board without the menu, the clocks and the buttons.
  convert "$folder/root.png" -trim +repage -gravity north -chop 0x72 +repage -bordercolor white -border 2 "$folder/$name.board.png"
  grep -q "<first *: *setup\|variant $name\|^>first *: *variant" "$debug" || [ "$name" = normal ] || echo "$name: no board" >&2
done
INSIDE
sed -i 's/ -ncp false//' "$work/inside"
HOME=$work xvfb-run -a -s "-screen 0 700x700x24" bash "$work/inside" "$griffon" "$work" "${only[@]}"
number=0
for ((first = 0; first < ${#only[@]}; first += each)); do
  number=$((number + 1))
  arguments=()
  for name in "${only[@]:first:each}"; do arguments+=(-label "$name" "$work/$name.board.png"); done
  montage "${arguments[@]}" -tile 7x -geometry '210x210>+6+4' -background white -pointsize 13 -font DejaVu-Sans "$work/sheet.png"
  # Few colours: the texture of the boards would make the files large.
  convert "$work/sheet.png" -blur 0x0.4 +dither -colors 9 "$out-$number.png"
done
