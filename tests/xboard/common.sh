# Shared by the scripts that play matches; source it after reading the arguments. Needs `root`, the project's folder,
# and `only`, the names requested. Sets `griffon`, the engine's command: $GRIFFON, or the release build.
# With GRIFFON_DRY=1 the script stops here, after reading the arguments.
[ -z "${GRIFFON_DRY:-}" ] || exit 0
griffon=${GRIFFON:-}
if [ -z "$griffon" ]; then
  (cd "$root" && cargo build --release --quiet) || exit 2
  griffon="${CARGO_TARGET_DIR:-$root/target}/release/griffon"
fi

# Whether the name was requested; without any request all are.
wanted() {
  [ ${#only[@]} -eq 0 ] && return 0
  local name
  for name in "${only[@]}"; do [ "$name" = "$1" ] && return 0; done
  return 1
}
