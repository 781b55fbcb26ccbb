#!/usr/bin/env bash
# Builds the program for Windows on another system, and prints its path.
#
#   build-windows.sh [CARGO ARGUMENT...]
#
# Needs mingw-w64 and Rust's library for x86_64-pc-windows-gnu: `rustup target add` gets it. Where that is not possible,
# Debian's packages rustc-web and rust-web-src contain a compiler and the source of the library, which is built too.
# Environment: RUSTFLAGS (default: for x86-64-v2); DEBIAN_RUST=1 uses Debian's compiler in any case.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
target=x86_64-pc-windows-gnu
export RUSTFLAGS=${RUSTFLAGS:--C target-cpu=x86-64-v2}
if ! command -v x86_64-w64-mingw32-gcc >/dev/null; then
  echo "build-windows.sh: x86_64-w64-mingw32-gcc not found (Debian package mingw-w64)" >&2
  exit 2
fi

# Whether Rust's library is here, or can be downloaded.
has_library() {
  [ -d "$(rustc --print sysroot)/lib/rustlib/$target" ] || rustup target add $target
}

if [ -z "${DEBIAN_RUST:-}" ] && has_library >&2; then
  cargo build --release --locked --target $target "$@" >&2
elif [ -x /usr/bin/rustc ] && [ -d /usr/lib/rustlib/src ]; then
  RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 \
    cargo build -Zbuild-std=std,panic_unwind --release --locked --target $target "$@" >&2
else
  echo "build-windows.sh: no library for $target (rustup, or the Debian packages rustc-web and rust-web-src)" >&2
  exit 2
fi
echo "${CARGO_TARGET_DIR:-$PWD/target}/$target/release/griffon.exe"
