#!/usr/bin/env bash
# Writes the report of the games played by catalogue.sh, a Markdown table.
#
#   report.sh DIR VARIANT...
#
# DIR/VARIANT holds the files of each match: `export`, `verdict`, `xboard.debug`.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
results=$1
shift

played=0 games=0 clean=0 without=0 rows="" unplayed=""
for variant in "$@"; do
  directory=$results/$variant
  name=$(awk '/^# variant / { print $3; exit }' "$directory/export")
  board=$(awk '$1 == "#" && $2 == "board" { print $3; exit }' "$directory/export")
  if [ ! -s "$directory/verdict" ]; then
    why=$(sed -n "s/^# not expressible: \(the board.*\)/\1/p" "$directory/export" | head -n 1)
    unplayed+="| $variant | $board | ${why:-it was not played} |"$'\n'
    continue
  fi
  testing="on"
  why="told with \`setup\` and \`piece\`"
  if ! grep -q '^setup ' "$directory/export"; then why="XBoard's own rules"; fi
  if grep -q -- 'play with -testLegality false$' "$directory/export"; then testing="**off**" without=$((without + 1)); fi
  told=$(sed -n 's/^# not expressible: \(.*\)[;:] play with \(-.*\)$/`\2`: \1/p' "$directory/export" | paste -sd ';' | sed 's/;/; /g')
  [ -z "$told" ] || why="$why; $told"
  read -r _ number score _ <"$directory/verdict"
  faults=$(tail -n +2 "$directory/verdict" | sed 's/^ *//; s/|/\\|/g' | paste -sd ';')
  ends=$(awk -f "$here/games.awk" "$directory/xboard.debug")
  rows+="| $variant | $name | $board | $testing | $why | $(cat "$directory/clock" 2>/dev/null) | ${score:--} | $ends | ${faults:-none} |"$'\n'
  played=$((played + 1)) games=$((games + number))
  [ -n "$faults" ] || clean=$((clean + 1))
done

cat <<END
# The catalogue in XBoard

Written by \`tests/xboard/catalogue.sh\`: Griffon against itself in XBoard 4.9.1, every variant of \`variants/\`, and those of
\`variants/more/\` in which a side may pass. Legality testing is on wherever XBoard can be told the rules. Options are those that
\`griffon export VARIANT --to xboard\` asks for, with the reason. The score is won-lost-drawn of the first engine, which has White
in the first game and Black in the second. A game's row: result, plies, how it ended.

$played variants, $games games; $clean variants without a fault; $without with legality testing off.

| variant | XBoard's name | board | legality testing | rules and options | clock | score | games | faults |
|---|---|---|---|---|---|---|---|---|
$rows
END
if [ -n "$unplayed" ]; then
  printf 'Not offered to XBoard, which has 16 files and 15 ranks at most (12 files where pieces come to the hand):\n\n| variant | board | why |\n|---|---|---|\n%s' "$unplayed"
fi
