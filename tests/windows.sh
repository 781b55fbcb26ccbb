#!/usr/bin/env bash
# Tests the program for Windows under Wine: the command line, CECP and UCI sessions, installing, perft of ten variants.
#
#   tests/windows.sh [--no-install]
#
# Builds it with assets/release/build-windows.sh first. On Debian it installs the packages that it needs.
# Environment: GRIFFON_EXE, a program built before; WINBOARD, the path of WinBoard's program: then it also enters Griffon
# in the settings of the real WinBoard and plays matches there on a virtual display (tests/windows/winboard.sh).
set -uo pipefail
script=$(realpath "${BASH_SOURCE[0]}")
here=$(dirname "$script")
root=$(dirname "$here")
export PATH="$HOME/.cargo/bin:$PATH"
case ${1:-} in
  "" | --no-install) ;;
  *) sed -n '2,8s/^# \{0,1\}//p' "$script" >&2; exit 2 ;;
esac
# With GRIFFON_DRY=1 the script stops after reading the arguments.
[ -z "${GRIFFON_DRY:-}" ] || exit 0

missing() {
  local tool
  for tool in wine x86_64-w64-mingw32-gcc xvfb-run xauth; do command -v "$tool" >/dev/null || return 0; done
  return 1
}
if [ "${1:-}" != --no-install ] && missing; then
  sudo=""
  [ "$(id -u)" -eq 0 ] || sudo=sudo
  $sudo apt-get update -qq
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    mingw-w64 wine wine64 xvfb xauth rustc-web rust-web-src
fi
if missing; then
  echo "windows.sh: needs the Debian packages mingw-w64, wine, wine64, xvfb and xauth" >&2
  exit 2
fi

# shellcheck source=tests/windows/common.sh
. "$here/windows/common.sh"
step "build"
exe=${GRIFFON_EXE:-}
[ -n "$exe" ] || exe=$("$root/assets/release/build-windows.sh") || exit 2
start_wine
folder="$drive/Zoë Müller"
mkdir -p "$folder"
cp "$exe" "$folder/griffon.exe"
cd "$folder" || exit 2
profile=$drive/users/$(id -un)
roaming=$profile/AppData/Roaming/griffon

step "command line"
version=$(windows griffon.exe --version)
[[ $version == griffon\ * ]] || fail "--version: $version"
echo "$version"
[ "$(windows griffon.exe perft chess 4)" = 197281 ] || fail "perft chess 4"
windows griffon.exe search chess --depth 6 | grep -q '^best ' || fail "search"
[ "$(windows griffon.exe moves chess | head -n 1)" = a2a3 ] || fail "moves"
wine griffon.exe moves chess 2>"$work/errors" | head -n 1 >/dev/null
[ ! -s "$work/errors" ] || fail "closed pipe: $(cat "$work/errors")"
# Definitions with CRLF, in folders with blanks and other letters than ASCII.
awk '/^title=Griffon Chess/ { on = 1 } /^```/ { on = 0 } on' "$root/README.md" | sed 's/$/\r/' >"$folder/größer.txt"
[ "$(windows griffon.exe perft 'C:\Zoë Müller\größer.txt' 2)" = 400 ] || fail "perft of a definition with CRLF"
windows griffon.exe check größer.txt >/dev/null || fail "check: $(cat "$work/errors")"
printf 'files=9\r\nunheard=1\r\n' >wrong.txt
windows griffon.exe check wrong.txt >"$work/said" && fail "check of a wrong definition"
cat "$work/said" "$work/errors" | tr -d '\r' | grep -q 'wrong.txt:2:1' || fail "line of the mistake"
[ "$(windows griffon.exe show FyafsF | sed -n 6p)" = "  5  . . . . O . . . ." ] || fail "show"
for _ in new replaced; do
  windows griffon.exe show FyafsF --svg größer.svg >/dev/null || fail "svg: $(cat "$work/errors")"
  [ -s größer.svg ] || fail "svg is empty"
done

step "match of two processes"
windows griffon.exe match --engine 'griffon.exe' --engine 'griffon.exe' --variant minishogi --games 2 --depth 2 >"$work/said" ||
  fail "match: $(cat "$work/said" "$work/errors")"

step "sessions"
mkdir -p "$roaming/variants"
cp größer.txt "$roaming/variants/griffon-chess.txt"
for protocol in cecp uci; do
  commands "$here/windows/$protocol.in" | timeout 60 wine griffon.exe >"$work/$protocol" 2>"$work/errors" ||
    fail "$protocol: exit code $?"
  in_order "$here/windows/$protocol.expected" "$work/$protocol" || fail "$protocol session"
  [ ! -s "$work/errors" ] || fail "$protocol: $(cat "$work/errors")"
done
# As WinBoard sends a path: in the system's code page.
printf 'xboard\r\nprotover 2\r\noption Variant Path=C:\\Zo\xeb M\xfcller\\gr\xf6\xdfer.txt\r\nping 1\r\nquit\r\n' |
  timeout 60 wine griffon.exe 2>/dev/null | tr -d '\r' >"$work/said"
grep -q '^feature name=1 ics=0 variants="[^"]*,gr--er,' "$work/said" || fail "path in the code page"
# Logs belong to the user's folder.
printf 'xboard\nprotover 2\noption Log File=session.log\nnew\nping 1\nquit\n' | timeout 60 wine griffon.exe >/dev/null 2>&1
[ -s "$roaming/session.log" ] || fail "log file"
rm -rf "$roaming"

step "perft of ten variants"
windows griffon.exe perft --suite "Z:$root/perft" --max-nodes 300000 \
  --only normal,capablanca,shogi,xiangqi,crazyhouse,atomic,makruk,grand,janggi,seirawan | tee "$work/said" | tail -n 12
[ "${PIPESTATUS[0]}" -eq 0 ] || fail "perft"

step "install and uninstall"
# shellcheck source=tests/windows/install.sh
. "$here/windows/install.sh"

if [ -n "${WINBOARD:-}" ]; then
  step "matches in WinBoard"
  GRIFFON_EXE=$folder/griffon.exe "$here/windows/winboard.sh" || fail "WinBoard"
fi
echo
[ "$failed" -eq 0 ] && echo "windows.sh: no failure" || echo "windows.sh: $failed failures"
[ "$failed" -eq 0 ]
