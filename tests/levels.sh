#!/bin/sh
# Plays matches between skill levels and prints them as a Markdown table.
#
#   tests/levels.sh [-g GRIFFON] [-n GAMES] [-l "0 2 4"] [VARIANT...]
#
# Each level plays the previous one in the list. A match of low levels takes seconds, one of the highest some minutes.
# With GRIFFON_DRY=1 nothing is played.
set -eu
griffon=target/release/griffon
games=100
levels="0 2 4 6 8 10 12 14 16 18"
while getopts g:n:l: option; do
    case $option in
    g) griffon=$OPTARG ;;
    n) games=$OPTARG ;;
    l) levels=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- normal xiangqi crazyhouse
for number in $games $levels; do
    case $number in
    *[!0-9]*) echo "levels.sh: $number is not a number" >&2 && exit 2 ;;
    esac
done
[ -z "${GRIFFON_DRY:-}" ] || exit 0

engine() {
    printf '"cmd=%s --variant {variant}" name=%s st=600 hash=4 "option.Skill Level=%s"' "$griffon" "$1" "$2"
}

echo "| Variant | Levels | Won-drawn-lost | Score | Elo |"
echo "|---|---|--:|--:|--:|"
for variant in "$@"; do
    low=
    for level in $levels; do
        if [ -n "$low" ]; then
            nice -n 19 "$griffon" match --engine "$(engine high "$level")" --engine "$(engine low "$low")" \
                --variant "$variant" --games "$games" |
                sed -n "s/^high - low: \(.*\) (W-D-L), \(.*\)%, Elo \(.*\), LOS.*/| $variant | $level - $low | \1 | \2 % | \3 |/p"
        fi
        low=$level
    done
done
