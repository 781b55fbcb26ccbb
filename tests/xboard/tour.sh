#!/usr/bin/env bash
# Takes the pictures of docs/xboard.md: a new user's way through XBoard, on a virtual display with a window manager.
#
#   tour.sh [--out DIR] [SCENE...]
#
# In its own home directory it installs Griffon with `griffon install`, saves the definition from the README with the
# user's, and performs the page's instructions with mouse and keys. SCENE is one of
#
#   engines     Engine > Load New 1st Engine
#   variants    File > New Variant
#   own         the user's game: selected there, a move by mouse, its answer, target squares of a piece
#   analysis    Analysis Mode with the Engine Output window
#   settings    Engine > Engine #1 Settings
#   tournament  Options > Tournament, filled in for four engines
#   standings   the same event at its end
#
# (default: all). Each writes DIR/xboard-SCENE.png (default: docs). Environment: GRIFFON, the program
# (default: the release build). Needs the Debian packages xboard, xvfb, xauth, xdotool, imagemagick, openbox, fairymax,
# sjaakii and fairy-stockfish.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
scenes=(engines variants own analysis settings tournament standings)
out=$root/docs only=()
while [ $# -gt 0 ]; do
  case $1 in
    --out) out=$2; shift ;;
    *)
      [[ " ${scenes[*]} " == *" $1 "* ]] || { sed -n '2,19s/^# \{0,1\}//p' "$0" >&2; exit 2; }
      only+=("$1")
      ;;
  esac
  shift
done
# shellcheck source=tests/xboard/common.sh
. "$here/common.sh"
out=$(cd "$out" && pwd)
export PATH="$PATH:/usr/games:/usr/local/games"
for tool in xboard xvfb-run xdotool import convert openbox; do
  command -v "$tool" >/dev/null || { echo "tour.sh: $tool not found" >&2; exit 2; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
HOME=$work "$griffon" install >/dev/null
mkdir -p "$work/.config/griffon/variants"
awk '/^title=Griffon Chess/ { on = 1 } /^```/ { on = 0 } on' "$root/README.md" >"$work/.config/griffon/variants/griffon-chess.txt"
# As entered in Engine > Edit Engine List.
list=$(head -n 1 "$work/.xboardrc")
printf '%s\n' "$list" fairymax sjaakii fairy-stockfish '}' >"$work/.xboardrc"

cat >"$work/inside" <<'INSIDE'
# Arguments: scene, picture.
set -euo pipefail
scene=$1 size=49
keys() { xdotool key --delay 80 "$@"; sleep 0.3; }
# Waits for a window by its title; prints its number.
window() {
  local try
  for try in $(seq 60); do
    xdotool search --onlyvisible --name "$1" 2>/dev/null | tail -1 | grep . && return
    sleep 0.5
  done
  echo "tour.sh: no window '$1'" >&2
  return 1
}
click() { xdotool mousemove --window "$1" "$2" "$3" click "${@:4}" 1; sleep 0.5; }
# The middle of square FILE,RANK.
square() {
  local WINDOW X Y WIDTH HEIGHT SCREEN
  eval "$(xdotool getwindowgeometry --shell "$1")"
  click "$1" $((2 + ($2 * 2 - 1) * (size + 1) / 2)) $((HEIGHT - ($3 * 2 - 1) * (size + 1) / 2))
}
field() { click "$1" "$2" "$3"; keys ctrl+a; xdotool type "$4"; }
# Selects a menu item; arguments: position of the menu, number of key presses.
menu() {
  local step
  click "$board" "$1" 12
  for step in $(seq "$2"); do keys Down; done
  keys Return
}
new_variant() {
  menu 20 3
  dialog=$(window '^New Variant')
}

openbox >/dev/null 2>&1 &
sleep 1
cd "$HOME"
options=(-fe griffon -size "$size" -settingsFile "$HOME/.xboardrc" -saveSettingsOnExit false -startupMessage ""
  -soundMove "" -tc 5)
case $scene in
  analysis) options+=(-variant metamachy) ;;
  standings)
    # As the dialog of the previous scene writes it into the event file, except for the clock.
    printf '%s\n' '-participants {griffon' fairymax sjaakii fairy-stockfish '}' '-tourneyType 0' '-tourneyCycles 1' \
      '-defaultMatchGames 2' '-syncAfterRound false' '-syncAfterCycle true' '-saveGameFile "games.pgn"' \
      '-loadGameFile ""' '-loadGameIndex 0' '-loadPositionFile ""' '-loadPositionIndex 1' '-rewindIndex 0' \
      '-usePolyglotBook false' '-polyglotBook ""' '-bookDepth 12' '-bookVariation 50' '-discourageOwnBooks false' \
      '-defaultHashSize 64' '-defaultCacheSizeEGTB 4' '-ponderNextMove false' '-smpCores 1' '-mps 0' '-tc 0:05' \
      '-inc 0.1' '-results ""' >event.trn
    options+=(-tf event.trn -mm -autoflag -matchPause 1000)
    ;;
esac
xboard "${options[@]}" >/dev/null 2>&1 &
xboard=$!
board=$(window 'xboard|Griffon| vs. ')
sleep 4
case $scene in
  engines)
    menu 265 2
    dialog=$(window '^Load first engine')
    click "$dialog" 40 63
    ;;
  variants) new_variant ;;
  own)
    new_variant
    # The first button defined by the engine.
    click "$dialog" 746 16
    sleep 2
    square "$board" 5 2
    square "$board" 5 4
    sleep 20
    square "$board" 4 1
    ;;
  analysis)
    keys ctrl+a
    output=$(window '^Engine output')
    xdotool windowmove "$output" 1020 200 windowsize "$output" 560 420
    sleep 15
    ;;
  settings)
    menu 265 4
    dialog=$(window '^Engine Settings')
    ;;
  tournament)
    menu 330 5
    dialog=$(window '^Tournament Options')
    for y in 151 176 201 226; do click "$dialog" 258 "$y" --repeat 2 --delay 60; done
    field "$dialog" 858 69 2
    field "$dialog" 858 96 1000
    field "$dialog" 843 124 games.pgn
    ;;
  standings)
    for _ in $(seq 600); do
      sleep 2
      grep -q '^-results "[-+=]\{12\}"' event.trn && break
    done
    sleep 4
    ;;
esac
sleep 2
import -window root "$2"
kill "$xboard"
INSIDE
for scene in "${scenes[@]}"; do
  wanted "$scene" || continue
  HOME=$work XDG_CONFIG_HOME=$work/.config xvfb-run -a -s "-screen 0 1600x900x24 -r" bash "$work/inside" "$scene" "$work/root.png"
  convert "$work/root.png" -trim +repage +dither -colors 64 "$out/xboard-$scene.png"
done
