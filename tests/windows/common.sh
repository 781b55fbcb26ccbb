# Shared by the scripts that run the program under Wine; source it. Needs `root`, the project's folder.
#
# Sets `work`, a temporary folder that is removed at the end, and `drive`, the drive C: of a new Wine in it, and defines
# the functions below.
export LC_ALL=C.UTF-8 WINEDEBUG=-all
work=$(mktemp -d)
export WINEPREFIX=$work/wine
drive=$WINEPREFIX/drive_c
# Ends only the programs of this Wine.
trap 'wineserver -k 2>/dev/null; rm -rf "$work"' EXIT

# Creates the Wine, with the library that some versions lack.
start_wine() {
  DISPLAY='' wineboot -i >/dev/null 2>&1 || true
  wineserver -w
  if [ ! -f "$drive/windows/system32/bcryptprimitives.dll" ]; then
    x86_64-w64-mingw32-gcc -shared -O -o "$drive/windows/system32/bcryptprimitives.dll" \
      "$root/tests/windows/bcryptprimitives.c" -ladvapi32
  fi
}

step() { printf '\n== %s\n' "$*"; }
fail() { echo "FAILED: $*" >&2; failed=$((failed + 1)); }
failed=0

# Runs a program of Windows, without carriage returns in its output.
windows() { wine "$@" 2>"$work/errors" | tr -d '\r'; return "${PIPESTATUS[0]}"; }

# Checks that the lines of the file $1 are regular expressions of lines of the file $2, in this order.
in_order() {
  awk 'NR == FNR { wanted[++most] = $0; next }
    { sub(/\r$/, "") }
    next_one < most && $0 ~ wanted[next_one + 1] { next_one++ }
    END { if (next_one < most) { print "no line for: " wanted[next_one + 1]; exit 1 } }' "$1" "$2"
}

# Prints the commands of a session with the line ends of Windows; `wait N` waits N seconds.
commands() { awk '/^wait / { fflush(); system("sleep " $2); next } { printf "%s\r\n", $0 }' "$1"; }

# Saves the definition of the README among the user's, with the line ends of Windows.
save_own_game() {
  local folder
  folder=$drive/users/$(id -un)/AppData/Roaming/griffon/variants
  mkdir -p "$folder"
  awk '/^title=Griffon Chess/ { on = 1 } /^```/ { on = 0 } on' "$root/README.md" | sed 's/$/\r/' >"$folder/griffon-chess.txt"
}
