#!/usr/bin/env bash
# The tables of docs/strength.md: Griffon against the engines of Debian.
#
#   tests/ladder.sh [-o DIR] [-l NAME]... [ARGUMENT...]
#
# Tables and games go to DIR (target/ladder unless given); what is there is gone on with. NAME is a file of tests/ladder
# without `.toml`; all of them unless given. Arguments are those of `griffon gauntlet`, such as `--games 4`.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export PATH="${GRIFFON_DIR:-${CARGO_TARGET_DIR:-$here/../target}/release}:$PATH:/usr/games:/usr/local/games"
directory=$here/../target/ladder
names=()
while [ $# -gt 1 ]; do
  case $1 in
    -o) directory=$2 ;;
    -l) names+=("$2") ;;
    *) break ;;
  esac
  shift 2
done
if [ "${#names[@]}" -eq 0 ]; then names=(fairymax sjaakii hachu fairy-stockfish levels); fi
if [ -z "${GRIFFON_DRY:-}" ]; then
  mkdir -p "$directory/home"
  # Some engines write their settings into the home directory.
  HOME=$(cd "$directory/home" && pwd)
  export HOME
fi
status=0
for name in "${names[@]}"; do
  # With GRIFFON_DRY=1 the command is only printed.
  if [ -n "${GRIFFON_DRY:-}" ]; then
    [ -e "$here/ladder/$name.toml" ] || { echo "ladder.sh: no $name.toml in tests/ladder" >&2; exit 2; }
    echo griffon gauntlet "tests/ladder/$name.toml" --pgn "$name.pgn" --resume --markdown "$name.md" "$@"
    continue
  fi
  printf '\n## %s\n\n' "$name"
  griffon gauntlet "$here/ladder/$name.toml" --pgn "$directory/$name.pgn" --resume \
    --markdown "$directory/$name.md" "$@" || status=$?
done
exit "$status"
