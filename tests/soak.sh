#!/usr/bin/env bash
# Plays thousands of short games in all variants of the catalogue and checks for faults and memory growth.
#
#   tests/soak.sh [-o DIR] [-l NAME]... [ARGUMENT...]
#
# Plays the files of tests/soak (NAME is one of them without `.toml`; default: all): Griffon against itself by nodes and
# by the clock, and against the engines of Debian. Writes tables and games to DIR (default target/soak) and resumes
# those found there. ARGUMENTs are those of `griffon gauntlet`, such as `--games 2 --variants normal,shogi`. The exit
# code is 1 after a fault of Griffon, or if one of its processes grew by more than 4 MiB after its second game.
set -euo pipefail
folder=soak files=(nodes clock peers)
# shellcheck source=tests/gauntlets.sh
. "$(dirname "${BASH_SOURCE[0]}")/gauntlets.sh"
status=0
for name in "${names[@]}"; do
  # Faults of other engines are printed but not counted.
  strict=all
  if [ "$name" = peers ]; then strict=engines; fi
  gauntlet "$name" --strict "$strict" --growth 4 "$@" || status=$?
done
exit "$status"
