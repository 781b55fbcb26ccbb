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
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export PATH="${GRIFFON_DIR:-${CARGO_TARGET_DIR:-$here/../target}/release}:$PATH:/usr/games:/usr/local/games"
directory=$here/../target/soak
names=()
while [ $# -gt 1 ]; do
  case $1 in
    -o) directory=$2 ;;
    -l) names+=("$2") ;;
    *) break ;;
  esac
  shift 2
done
if [ "${#names[@]}" -eq 0 ]; then names=(nodes clock peers); fi
if [ -z "${GRIFFON_DRY:-}" ]; then
  mkdir -p "$directory/home"
  # Some engines write their settings into the home directory; the user's definitions have no part in this.
  HOME=$(cd "$directory/home" && pwd)
  export HOME
  unset XDG_CONFIG_HOME
fi
status=0
for name in "${names[@]}"; do
  # In the games with others, their faults are told but are theirs.
  strict=all
  if [ "$name" = peers ]; then strict=engines; fi
  # With GRIFFON_DRY=1 the command is only printed.
  if [ -n "${GRIFFON_DRY:-}" ]; then
    [ -e "$here/soak/$name.toml" ] || { echo "soak.sh: no $name.toml in tests/soak" >&2; exit 2; }
    echo griffon gauntlet "tests/soak/$name.toml" --pgn "$name.pgn" --resume --markdown "$name.md" \
      --strict "$strict" --growth 4 "$@"
    continue
  fi
  printf '\n## %s\n\n' "$name"
  griffon gauntlet "$here/soak/$name.toml" --pgn "$directory/$name.pgn" --resume \
    --markdown "$directory/$name.md" --strict "$strict" --growth 4 "$@" || status=$?
done
exit "$status"
