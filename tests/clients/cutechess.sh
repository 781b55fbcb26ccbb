#!/usr/bin/env bash
# Griffon against itself in cutechess-cli, which checks every move and the end of every game by its own rules: over UCI,
# over CECP, and one against the other, in all variants of python_chess.py except xiangqi, which it does not know.
#
#   tests/clients/cutechess.sh [--games N] [VARIANT…]
#
# Complaints are warnings of cutechess-cli, games that do not end by the rules, missing games, and errors that an engine
# reports. Prints one line per pairing; exit code 1 after any complaint. $CUTECHESS names the program if it is not on
# the search path. Logs with complaints are kept in the folder printed at the end.
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
games=4
if [ "${1:-}" = --games ]; then
  games=${2:?how many games?}
  shift 2
fi
only=("$@")
variants=(chess fischerandom capablanca crazyhouse shogi)
for variant in ${only[@]+"${only[@]}"}; do
  case " ${variants[*]} " in
    *" $variant "*) ;;
    *) echo "cutechess-cli does not play $variant here: ${variants[*]}" >&2; exit 2 ;;
  esac
done
# With GRIFFON_DRY=1 nothing is played.
[ -z "${GRIFFON_DRY:-}" ] || exit 0
. "$root/tests/xboard/common.sh"
cutechess=${CUTECHESS:-cutechess-cli}
if ! command -v "$cutechess" >/dev/null; then
  echo "cutechess-cli is missing: put it on the search path, or set CUTECHESS=FILE" >&2
  exit 2
fi

logs=$(mktemp -d)
failed=0

# pairing VARIANT NAME PROTOCOL PROTOCOL OPTIONS…: plays a match and prints its complaints.
pairing() {
  local variant=$1 name=$2 first=$3 second=$4
  shift 4
  local log="$logs/$variant-$name.log" complaints="$logs/complaints" finished count ends
  "$cutechess" -variant "$variant" -engine name=First cmd="$griffon" proto="$first" \
    -engine name=Second cmd="$griffon" proto="$second" -each "$@" -games "$games" -maxmoves 150 -debug all \
    >"$log" 2>&1 </dev/null
  finished=$(grep -c '^Finished game' "$log")
  {
    # Errors reported by an engine.
    grep -E '^[0-9]+ <' "$log" | grep -E '>?: (Error|Illegal|telluser|tellusererror|info string (error|unknown|illegal))'
    # Warnings by the client. Its own lines start without a time, but so do two of XBoard's commands.
    grep -vE '^[0-9]+ [<>]|^(otim|time) [0-9]' "$log" |
      grep -iE 'warning|unexpected|invalid|illegal|unknown|unsupported|not support|crash|terminat|fail'
    # Games that did not end by the rules.
    grep '^Finished game' "$log" | grep -viE '\{([[:alpha:]]+ mates|[^}]*stalemate|draw by [^}]*|[^}]*perpetual check[^}]*)\}'
    [ "$finished" -eq "$games" ] || echo "$finished of $games games were finished"
  } >"$complaints"
  count=$(wc -l <"$complaints")
  ends=$(grep '^Finished game' "$log" | sed 's/.*{\(.*\)}/\1/' | sort | uniq -c |
    awk '{ n = $1; $1 = ""; printf "%s %d%s", sep, n, $0; sep = "," }')
  printf '%-13s %-9s %d complaints: %d games,%s\n' "$variant" "$name" "$count" "$finished" "$ends"
  if [ "$count" -gt 0 ]; then
    failed=1
    sed 's/^/  /' "$complaints" | head -n 10
  else
    rm -f "$log"
  fi
}

for variant in "${variants[@]}"; do
  wanted "$variant" || continue
  theirs=$variant
  [ "$variant" = chess ] && theirs=standard
  pairing "$theirs" uci uci uci tc=6+0.06
  pairing "$theirs" cecp xboard xboard tc=6+0.06
  pairing "$theirs" uci-cecp uci xboard tc=30/5 ponder
  pairing "$theirs" move uci xboard st=0.2 timemargin=2000
done
if [ "$failed" -ne 0 ]; then echo "logs: $logs"; else rm -rf "$logs"; fi
exit "$failed"
