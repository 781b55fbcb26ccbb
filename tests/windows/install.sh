# Installs and uninstalls under Wine, with and without WinBoard; sourced by windows.sh. Everything that is not Griffon's
# must keep its bytes.
local_programs=$profile/AppData/Local/Programs
winboard=$drive/Program\ Files/WinBoard
ini=$winboard/winboard.ini

# Prints all files with their checksums, and all folders, except those of Wine itself.
machine() {
  (
    cd "$drive" || exit
    find . \( -path ./windows -o -name Temp \) -prune -o -type d -print -o -type f -exec sha256sum {} + | sort
  )
}

# Installs, uninstalls and installs again with the arguments $3...; $1 names the case, $2 is the text that WinBoard's
# settings must contain then.
round_trip() {
  local name=$1 wanted=$2 prefix=$local_programs/Griffon
  shift 2
  [ "${1:-}" != --prefix ] || prefix="$drive/${2#C:\\}" prefix=${prefix//\\//}
  mkdir -p "$local_programs"
  machine >"$work/before"
  [ ! -f "$ini" ] || cp "$ini" "$work/ini"
  windows griffon.exe install "$@" >"$work/installed" || fail "$name: install: $(cat "$work/errors")"
  [ -s "$prefix/griffon.exe" ] && [ -s "$prefix/logo.bmp" ] && [ -d "$roaming/variants" ] ||
    fail "$name: files: $(cat "$work/installed")"
  if [ -n "$wanted" ]; then
    [ "$(grep -acF "$wanted" "$ini")" -eq 1 ] || fail "$name: not once in the settings: $(cat "$work/installed" "$ini")"
    # Without Griffon's lines, the settings are the user's.
    if [ -f "$work/ini" ]; then
      grep -av '^"griffon.exe" -[fs]d ' "$ini" | cmp -s - "$work/ini" || [ -n "${adds_lists:-}" ] || fail "$name: other settings changed"
    fi
  fi
  machine | grep -vF -e Griffon -e griffon -e winboard.ini >"$work/others"
  grep -vF -e winboard.ini "$work/before" | cmp -s - "$work/others" || grep -F griffon.exe "$work/before" >/dev/null ||
    fail "$name: other files changed"
  # The installed program removes itself.
  (cd "$prefix" && windows griffon.exe install --uninstall "$@") >"$work/removed" || fail "$name: uninstall: $(cat "$work/errors")"
  machine | cmp -s - "$work/before" || fail "$name: not as before: $(machine | diff "$work/before" -; cat "$work/removed")"
  windows griffon.exe install "$@" >"$work/again" || fail "$name: second install"
  cmp -s "$work/installed" "$work/again" || fail "$name: the second install says: $(diff "$work/installed" "$work/again")"
  # Installing over an installed program that runs.
  { sleep 5; echo quit; } | wine "$prefix/griffon.exe" >/dev/null 2>&1 &
  sleep 2
  windows griffon.exe install "$@" >/dev/null || fail "$name: install over a running program: $(cat "$work/errors")"
  wait $!
  windows griffon.exe install --uninstall "$@" >/dev/null || fail "$name: second uninstall"
  machine | cmp -s - "$work/before" || fail "$name: not as before the second time: $(machine | diff "$work/before" -)"
  rm -f "$work/ini"
  echo "$name: clean"
}

line='"griffon.exe" -fd "C:\users\'$(id -un)'\AppData\Local\Programs\Griffon"'
round_trip "without WinBoard" ""
grep -q "WinBoard was not found" "$work/installed" || fail "says nothing about WinBoard"
mkdir -p "$winboard"
: >"$winboard/winboard.exe"
round_trip "WinBoard without settings" "$line"
printf '; mine\r\n/size=49\r\n/userName="Andr\xe9"\r\n/firstChessProgramNames={fmax /fd=Fairy-Max\r\n# other\r\nb\r\n# end\r\n}\r\n/secondChessProgramNames={GNUChess\r\n}\r\n/saveGameFile="C:\\games\\"\r\n' >"$ini"
round_trip "WinBoard with the user's settings" "$line"
sed -i 's/\r$//' "$ini"
round_trip "settings with LF" "$line"
adds_lists=1
printf '/size=49\r\n/userName="x"' >"$ini"
round_trip "settings without lists" "$line"
adds_lists=""
rm "$ini"
# In another folder, with blanks and other letters than ASCII, and WinBoard in an unusual place.
mkdir -p "$drive/My Games" "$folder/Spiel"
mv "$winboard" "$drive/My Games/WB"
ini="$drive/My Games/WB/winboard.ini"
printf '/firstChessProgramNames={GNUChess\r\n}\r\n/secondChessProgramNames={GNUChess\r\n}\r\n' >"$ini"
round_trip "another folder" $'"griffon.exe" -fd "C:\\Zo\xeb M\xfcller\\Spiel\\Griffon"' \
  --prefix 'C:\Zoë Müller\Spiel\Griffon' --winboard 'C:\My Games\WB'
rm -r "$drive/My Games"
