#!/usr/bin/env bash
# Round-robin events of XBoard's tournament manager: Griffon and three engines of Debian.
#
#   event.sh [--games N] [--base SECONDS] [--inc SECONDS] [--results DIR] [VARIANT...]
#
# Plays one event per variant, N games per pairing (default 2, colours alternate) at 3 s + 0.1 s, with XBoard's
# legality testing on. XBoard runs without its GUI: drawing costs more clock time than short increments give.
# VARIANT... selects variants. Prints the games, Griffon's score, XBoard's final standings and every fault; faults of
# other engines are printed but not counted. The files of each event are kept in DIR/VARIANT (default: target/xboard-events).
#
# Exit code 1 if Griffon made a fault or an event did not end. Environment: GRIFFON, the engine's command (default: the
# release build); ENGINES, the commands of the others.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)

games=2 base=3 inc=0.1 results=""
only=()
while [ $# -gt 0 ]; do
  case $1 in
    --games) games=$2; shift ;;
    --base) base=$2; shift ;;
    --inc) inc=$2; shift ;;
    --results) results=$2; shift ;;
    -*)
      sed -n '2,12s/^# \{0,1\}//p' "$0" >&2
      exit 2
      ;;
    *) only+=("$1") ;;
  esac
  shift
done
results=${results:-${CARGO_TARGET_DIR:-$root/target}/xboard-events}
mkdir -p "$results"
results=$(cd "$results" && pwd)
# Variants that all four play by the same rules.
variants=(normal nocastle shatranj makruk asean knightmate capablanca seirawan)
[ ${#only[@]} -eq 0 ] || variants=("${only[@]}")
read -ra others <<<"${ENGINES:-fairymax sjaakii fairy-stockfish}"
only=()

# shellcheck source=tests/xboard/common.sh
. "$here/common.sh"
export PATH="$PATH:/usr/games:/usr/local/games"
for tool in xboard xvfb-run "${griffon%% *}" "${others[@]}"; do
  if ! command -v "$tool" >/dev/null; then
    echo "event.sh: $tool not found (Debian packages: xboard xvfb xauth fairymax sjaakii fairy-stockfish)" >&2
    exit 2
  fi
done
# XBoard names participants by the last part of their commands, without arguments.
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
printf '#!/bin/sh\nexec %s\n' "$griffon" >"$bin/griffon"
chmod +x "$bin/griffon"
export PATH="$bin:$PATH"
engines=griffon$'\n'"$(printf '%s\n' "${others[@]}")"
pairings=$(((${#others[@]} + 1) * ${#others[@]} / 2))
clock=$(printf '%d:%02d' $((base / 60)) $((base % 60)))
limit=$(awk -v n="$((pairings * games))" -v b="$base" -v i="$inc" 'BEGIN { printf "%d", 60 + n * (2 * (b + 200 * i) + 10) }')

# Prints the tournament file, which XBoard continues until its results are complete.
tournament() {
  cat <<TOURNEY
-participants {$engines
}
-tourneyType 0
-tourneyCycles 1
-defaultMatchGames $games
-syncAfterRound false
-syncAfterCycle true
-saveGameFile "$1/games.pgn"
-loadGameFile ""
-loadGameIndex 0
-loadPositionFile ""
-loadPositionIndex 0
-rewindIndex 0
-usePolyglotBook false
-polyglotBook ""
-bookDepth 12
-bookVariation 50
-discourageOwnBooks false
-defaultHashSize 64
-defaultCacheSizeEGTB 4
-ponderNextMove false
-smpCores 1
-mps 0
-tc $clock
-inc $inc
-results ""
TOURNEY
}

# Plays the event of a variant and prints the outcome; returns 1 if Griffon made a fault.
play() {
  local variant=$1 directory=$results/$1
  rm -rf "$directory"
  mkdir -p "$directory/home"
  tournament "$directory" >"$directory/event.trn"
  local options=(
    -ncp -mm -tf "$directory/event.trn" -firstChessProgramNames "$engines"$'\n' -variant "$variant"
    -autoflag -matchPause 100 -repeatsToDraw 3 -ruleMoves 51 -testLegality true -testClaims true -checkMates true
    -debug -debugfile "$directory/xboard.debug" -settingsFile "$directory/home/.settings" -saveSettingsOnExit false
    -noGUI -autoInstall "" -xexit -soundMove "" -startupMessage ""
  )
  (
    export HOME=$directory/home XDG_CONFIG_HOME=$directory/home XDG_CACHE_HOME=$directory/home
    cd "$HOME" && timeout -k 5 "$limit" xvfb-run -a -s "-screen 0 1024x768x24" xboard "${options[@]}"
  ) >"$directory/xboard.out" 2>&1 </dev/null

  local played score faults
  played=$(grep -c '^\[Result ' "$directory/games.pgn")
  score=$(awk -F'"' '/^\[White /{w=$2} /^\[Black /{b=$2} /^\[Result /{r=$2
      if (w ~ /^Griffon/ || b ~ /^Griffon/) { n++; s += r == "1/2-1/2" ? 0.5 : (r == "1-0") == (w ~ /^Griffon/) && r != "*" }}
    END { printf "%g/%d", s, n }' "$directory/games.pgn")
  awk -v by_name=1 -f "$here/faults.awk" "$directory/xboard.debug" >"$directory/faults"
  [ "$played" -eq $((pairings * games)) ] ||
    printf 'disagree\tgriffon\t%s of %s games were played\n' "$played" $((pairings * games)) >>"$directory/faults"
  faults=$(awk -F'\t' '$2 ~ /^griffon$|^-$/' "$directory/faults" | wc -l)
  echo "$variant: $played games, Griffon $score, faults $faults; standings $(
    sed -n 's/^\(xboard:\)\{0,1\} *[0-9]*\. *\([0-9.]*\)\/[0-9]* *\([^ ]*\).*/\3 \2/p' "$directory/xboard.out" |
      sed 's#^.*/##' | paste -sd ',' | sed 's/,/, /g')"
  # Other engines may reject commands they do not know; these errors are only in the debug file.
  awk -F'\t' '$2 ~ /^griffon$|^-$/ || $1 !~ /error|feature/ {
      print "  " ($2 ~ /^griffon$|^-$/ ? "" : "note, " $2 ": ") $1 ": " $3 }' "$directory/faults"
  [ "$faults" -eq 0 ]
}

status=0
for variant in "${variants[@]}"; do
  play "$variant" || status=1
done
exit "$status"
