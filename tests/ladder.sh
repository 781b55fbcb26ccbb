#!/usr/bin/env bash
# Plays Griffon against the engines of Debian: the results against Fairy-Max, Sjaak II and HaChu in docs/strength.md.
#
#   tests/ladder.sh [-o DIR] [-l NAME]... [ARGUMENT...]
#
# Writes tables and games to DIR (default target/ladder) and resumes those found there. NAME is a file of tests/ladder
# without `.toml` (default: all). ARGUMENTs are those of `griffon gauntlet`, such as `--games 4`.
set -euo pipefail
folder=ladder files=(fairymax sjaakii hachu fairy-stockfish levels)
# shellcheck source=tests/gauntlets.sh
. "$(dirname "${BASH_SOURCE[0]}")/gauntlets.sh"
status=0
for name in "${names[@]}"; do
  gauntlet "$name" "$@" || status=$?
done
exit "$status"
