# shellcheck shell=bash
# Shared by tests/ladder.sh and tests/soak.sh: plays tournament files one after the other.
#
# Source it with `folder` (their folder in tests) and `files` (default names without `.toml`; -l overrides them) set.
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
  # Some engines write settings into the home directory, and the user's definitions must not be loaded.
  HOME=$(cd "$directory/home" && pwd)
  export HOME
  unset XDG_CONFIG_HOME
fi

# gauntlet NAME ARGUMENT...: plays or resumes a file; with GRIFFON_DRY=1 the command is only printed.
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
