# shellcheck shell=bash
# What tests/ladder.sh and tests/soak.sh have in common: files of tournaments that are played one after the other.
#
# Sourced with `folder` (of the files, below tests) and `files` (their names without `.toml`, unless -l chooses) set.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export PATH="${GRIFFON_DIR:-${CARGO_TARGET_DIR:-$here/../target}/release}:$PATH:/usr/games:/usr/local/games"
directory=$here/../target/${folder:?}
names=()
while [ $# -gt 1 ]; do
  case $1 in
    -o) directory=$2 ;;
    -l) names+=("$2") ;;
    *) break ;;
  esac
  shift 2
done
[ "${#names[@]}" -gt 0 ] || names=("${files[@]}")
if [ -z "${GRIFFON_DRY:-}" ]; then
  mkdir -p "$directory/home"
  # Some engines write their settings into the home directory; the user's definitions have no part in this.
  HOME=$(cd "$directory/home" && pwd)
  export HOME
  unset XDG_CONFIG_HOME
fi

# gauntlet NAME ARGUMENT...: plays a file, or goes on with it; with GRIFFON_DRY=1 the command is only printed.
gauntlet() {
  local name=$1
  shift
  if [ -n "${GRIFFON_DRY:-}" ]; then
    [ -e "$here/$folder/$name.toml" ] || { echo "no $name.toml in tests/$folder" >&2; exit 2; }
    echo griffon gauntlet "tests/$folder/$name.toml" --pgn "$name.pgn" --resume --markdown "$name.md" "$@"
    return
  fi
  printf '\n## %s\n\n' "$name"
  griffon gauntlet "$here/$folder/$name.toml" --pgn "$directory/$name.pgn" --resume --markdown "$directory/$name.md" "$@"
}
