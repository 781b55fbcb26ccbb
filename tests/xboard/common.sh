# What the scripts that play matches share; to be sourced once the arguments are read. Needs `root`, the project's folder,
# and `only`, the names that were asked for. Sets `griffon`, the engine's command: $GRIFFON, or the release build.
# With GRIFFON_DRY=1 nothing is done behind the reading of the arguments.
[ -z "${GRIFFON_DRY:-}" ] || exit 0
griffon=${GRIFFON:-}
if [ -z "$griffon" ]; then
  (cd "$root" && cargo build --release --quiet) || exit 2
  griffon="${CARGO_TARGET_DIR:-$root/target}/release/griffon"
fi

# Was the name asked for? Where none was, all are.
wanted() {
  [ ${#only[@]} -eq 0 ] && return 0
  local name
  for name in "${only[@]}"; do [ "$name" = "$1" ] && return 0; done
  return 1
}
