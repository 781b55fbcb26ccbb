#!/usr/bin/env bash
# Thousands of short games over the whole catalogue, in which nobody may break the rules and nothing may grow.
#
#   tests/soak.sh [-o DIR] [-l NAME]... [ARGUMENT...]
#
# Plays the files of tests/soak (NAME is one of them without `.toml`; all of them unless given): Griffon with itself by
# nodes, by the clock, and with the engines of Debian. Tables and games go to DIR (target/soak unless given); what is
# there is gone on with. Arguments are those of `griffon gauntlet`, such as `--games 2 --variants normal,shogi`. The exit
# code is 1 after a fault of Griffon's, or if a process of it has grown by more than 4 MiB after its second game.
set -euo pipefail
folder=soak files=(nodes clock peers)
# shellcheck source=tests/gauntlets.sh
. "$(dirname "${BASH_SOURCE[0]}")/gauntlets.sh"
status=0
for name in "${names[@]}"; do
  # In the games with others, their faults are told but are theirs.
  strict=all
  if [ "$name" = peers ]; then strict=engines; fi
  gauntlet "$name" --strict "$strict" --growth 4 "$@" || status=$?
done
exit "$status"
