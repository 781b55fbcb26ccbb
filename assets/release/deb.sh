#!/usr/bin/env bash
# Builds the Debian package target/debian/griffon_VERSION_ARCHITECTURE.deb, for ordinary machines.
#
#   deb.sh
#
# Needs the package dpkg-dev. Environment: GRIFFON, a program built before.
set -euo pipefail
if [ $# -gt 0 ]; then
  sed -n '2,6s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
# With GRIFFON_DRY=1 the script stops after reading the arguments.
[ -z "${GRIFFON_DRY:-}" ] || exit 0
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)-1
architecture=$(dpkg --print-architecture)
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
program=${GRIFFON:-}
if [ -z "$program" ]; then
  [ "$architecture" != amd64 ] || export RUSTFLAGS="${RUSTFLAGS:--C target-cpu=x86-64-v2}"
  cargo build --release --locked
  program=$target/release/griffon
fi
umask 022
work=$target/package
root=$work/root
rm -rf "$work"
mkdir -p "$root/DEBIAN" "$work/debian" "$target/debian"
"$program" install --root "$root" --prefix /usr >/dev/null

# Debian installs games in /usr/games, and compresses manual pages.
mv "$root/usr/bin" "$root/usr/games"
strip --strip-unneeded "$root/usr/games/griffon"
sed -i 's,^/usr/bin/,/usr/games/,' "$root/usr/share/games/plugins/xboard/griffon.eng"
gzip -9n "$root"/usr/share/man/man1/*
doc=$root/usr/share/doc/griffon
mkdir -p "$doc/docs"
cp README.md assets/debian/copyright "$doc/"
cp -r docs/*.md docs/*.png docs/*.svg docs/notation "$doc/docs/"
gzip -9nc CHANGELOG.md >"$doc/changelog.gz"
gzip -9nc assets/debian/changelog >"$doc/changelog.Debian.gz"
python3 assets/release/licences.py "$(rustc -vV | sed -n 's/^host: //p')" | gzip -9n >"$doc/libraries.txt.gz"
find "$root/usr" -type d -exec chmod 755 {} +
find "$root/usr" -type f -exec chmod 644 {} +
chmod 755 "$root/usr/games/griffon"

# The libraries that the program needs; dpkg-shlibdeps reads the source's control file.
printf 'Source: griffon\n\nPackage: griffon\nArchitecture: any\n' >"$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O root/usr/games/griffon 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
cat >"$root/DEBIAN/control" <<CONTROL
Package: griffon
Version: $version
Section: games
Priority: optional
Architecture: $architecture
Maintainer: The Griffon authors <griffon@example.org>
Depends: $depends
Recommends: xboard
Installed-Size: $(du -sk "$root/usr" | cut -f 1)
Description: chess-variant engine for XBoard
 Griffon plays any variant that an Interactive Diagram definition describes,
 with pieces in XBetza notation, analyses it, counts its perft and teaches
 XBoard the rules. It speaks CECP and UCI.
CONTROL
install -m 755 assets/debian/postinst "$root/DEBIAN/postinst"
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
dpkg-deb --root-owner-group -Zxz --build "$root" "$target/debian/griffon_${version}_$architecture.deb"
