#!/usr/bin/env bash
# Runs all checks of the project, fastest failure first. On Debian it installs the packages that the tests need.
#
#   tests/run.sh [--no-install]
set -euo pipefail
script=$(realpath "${BASH_SOURCE[0]}")
cd "$(dirname "$script")/.."
export PATH="$PATH:/usr/games:/usr/local/games:$HOME/.cargo/bin"
# Without link-time optimisation, which would be repeated for every test program.
export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
packages=(make xboard xvfb xauth xdotool python3 fairymax sjaakii fairy-stockfish fonts-dejavu-core)

case ${1:-} in
  "" | --no-install) ;;
  *)
    sed -n '2,4s/^# \{0,1\}//p' "$script" >&2
    exit 2
    ;;
esac
# With GRIFFON_DRY=1 the script stops after reading the arguments.
[ -z "${GRIFFON_DRY:-}" ] || exit 0

step() { printf '\n== %s\n' "$*"; }

missing() {
  local tool
  for tool in make xboard xvfb-run xauth xdotool python3 fairymax sjaakii fairy-stockfish; do command -v "$tool" >/dev/null || return 0; done
  return 1
}

if [ "${1:-}" != --no-install ] && missing; then
  step "apt-get install ${packages[*]}"
  sudo=""
  [ "$(id -u)" -eq 0 ] || sudo=sudo
  $sudo apt-get update -qq
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}"
fi

step "cargo fmt --check"
cargo fmt --all --check
# All steps in one profile, so that no dependency is built twice.
step "cargo clippy"
cargo clippy --release --all-targets --locked -- -D warnings
step "cargo doc"
RUSTDOCFLAGS="-D warnings" cargo doc --release --no-deps --locked --document-private-items
# The program and the tests. `cargo build` would optimize the library once more, with other features of its dependencies.
step "cargo test --release --no-run"
cargo test --release --locked --test '*' --no-run
# The short XBoard matches mostly wait for clocks: they run beside the next steps, which leave them the processor.
matches=$(mktemp)
cargo test --release --locked --test gui >"$matches" 2>&1 &
gui=$!
trap 'kill $gui 2>/dev/null || true; rm -f "$matches"' EXIT
step "perft suite"
nice -n 19 "${CARGO_TARGET_DIR:-target}/release/griffon" perft --suite perft
# With debug assertions. Optimizing the library a second time would take longer than the unit tests without it.
step "cargo test --lib"
unit=profile.release.package.griffon
nice -n 19 cargo test --release --locked --lib \
  --config $unit.opt-level=0 --config $unit.debug-assertions=true --config $unit.overflow-checks=true
step "cargo test --release --test gui"
failed=0
wait $gui || failed=$?
cat "$matches"
[ $failed = 0 ]
step "cargo test --release"
others=()
# Every other test program, also those still to come.
for suite in tests/*/main.rs; do
  suite=$(basename "$(dirname "$suite")")
  [ "$suite" = gui ] || others+=(--test "$suite")
done
cargo test --release --locked "${others[@]}"
cargo test --release --locked --doc
