#!/usr/bin/env bash
# Builds the archives of a release for ordinary machines (x86-64-v2: processors since about 2009), with checksums.
#
#   build.sh [linux] [windows] [macos]
#
# Writes target/dist/griffon-VERSION-linux-x86_64.tar.gz, griffon-VERSION-windows-x86_64.zip (default: both) and
# SHA256SUMS; on a Mac griffon-VERSION-macos-aarch64.tar.gz. Each contains the program, the variants, the documents and
# the licences of its libraries. Needs python3.
# Environment: GRIFFON_LINUX, GRIFFON_WINDOWS: programs built before.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
systems=("$@")
[ $# -gt 0 ] || systems=(linux windows)
for system in "${systems[@]}"; do
  case $system in
    linux | windows | macos) ;;
    *) sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
  esac
done
# With GRIFFON_DRY=1 the script stops after reading the arguments.
[ -z "${GRIFFON_DRY:-}" ] || exit 0
cd "$here/../.."
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
mkdir -p "${CARGO_TARGET_DIR:-target}/dist"
out=$(cd "${CARGO_TARGET_DIR:-target}/dist" && pwd)

# Builds the program for a target of this system and a processor; prints its path.
build() {
  RUSTFLAGS="-C target-cpu=$2" cargo build --release --locked --target "$1" >&2
  echo "${CARGO_TARGET_DIR:-target}/$1/release/griffon"
}

# Lays out the folder of an archive: its name, the program, its name there, Rust's name of the system.
lay_out() {
  local folder=$out/$1
  rm -rf "$folder"
  mkdir -p "$folder/docs"
  install -m 755 "$2" "$folder/$3"
  cp README.md CHANGELOG.md LICENSE LICENSE-APACHE LICENSE-MIT "$folder/"
  cp -r variants "$folder/"
  cp -r docs/*.md docs/*.png docs/*.svg docs/notation "$folder/docs/"
  python3 assets/release/licences.py "$4" >"$folder/LIBRARIES.txt"
}

for system in "${systems[@]}"; do
  case $system in
    linux)
      name=griffon-$version-linux-x86_64 target=x86_64-unknown-linux-gnu
      program=${GRIFFON_LINUX:-$(build $target x86-64-v2)}
      lay_out "$name" "$program" griffon $target
      tar --sort=name --owner=0 --group=0 --numeric-owner -C "$out" -czf "$out/$name.tar.gz" "$name"
      ;;
    windows)
      name=griffon-$version-windows-x86_64
      program=${GRIFFON_WINDOWS:-$(assets/release/build-windows.sh)}
      lay_out "$name" "$program" griffon.exe x86_64-pc-windows-gnu
      cp assets/release/install.cmd "$out/$name/"
      (cd "$out" && rm -f "$name.zip" && python3 -m zipfile -c "$name.zip" "$name")
      ;;
    macos)
      name=griffon-$version-macos-aarch64 target=aarch64-apple-darwin
      lay_out "$name" "$(build $target apple-m1)" griffon $target
      tar -C "$out" -czf "$out/$name.tar.gz" "$name"
      ;;
  esac
  rm -r "${out:?}/$name"
done
cd "$out"
shopt -s nullglob
sum=(sha256sum)
command -v sha256sum >/dev/null || sum=(shasum -a 256)
"${sum[@]}" griffon-"$version"-*.tar.gz griffon-"$version"-*.zip | tee SHA256SUMS
