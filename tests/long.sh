#!/usr/bin/env bash
# Runs the tests that take long: random definitions, fuzzing, more games of both generators, and the soak.
#
#   tests/long.sh [SCALE]
#
# SCALE (default 1) multiplies the number of definitions, cases and games, and the ten minutes of fuzzing for each target.
# It also sets the first seeds, so that runs of different scales differ. Failed steps do not stop the run; the exit
# code is 1 if there was one.
# With GRIFFON_DRY=1 the commands are only printed: those of Griffon on standard output, the others on standard error.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
scale=${1:-1}
case $#:$scale in
  [01]:[1-9] | [01]:[1-9][0-9] | [01]:[1-9][0-9][0-9]) ;;
  *)
    sed -n '2,4s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
    exit 2
    ;;
esac
cd "$here/.."
first=$((1 + 100000 * (scale - 1)))
status=0

# step SETTING... COMMAND...: runs a command with these settings of the environment.
step() {
  if [ -n "${GRIFFON_DRY:-}" ]; then
    echo "$*" >&2
    return
  fi
  printf '\n== %s\n' "$*"
  env "$@" || status=1
}

test=(cargo test --release --locked --test)
step GRIFFON_WIDE_DEFINITIONS=$((500 * scale)) GRIFFON_RANDOM_FIRST=$first \
  "${test[@]}" engine definition_random:: -- --nocapture
step GRIFFON_WIDE_DEFINITIONS=$((500 * scale)) GRIFFON_RANDOM_FIRST=$first \
  "${test[@]}" system limits::definitions::commands_handle_wide -- --nocapture
step GRIFFON_AGREE_GAMES=$((50 * scale)) "${test[@]}" engine generators_agree::
step GRIFFON_PLAYOUTS=$((20 * scale)) "${test[@]}" engine playouts:: -- --nocapture
step GRIFFON_CASES=$((20000 * scale)) GRIFFON_CASES_SEED=$first "${test[@]}" engine random_cases
step GRIFFON_CAPTURE_CASES=$((1000 * scale)) GRIFFON_CAPTURE_SEED=$first "${test[@]}" engine captures_agree::
step GRIFFON_RULE_CASES=$((3000 * scale)) GRIFFON_RULE_SEED=$first "${test[@]}" engine rule_combinations
step GRIFFON_FUZZ_SECONDS=$((600 * scale)) GRIFFON_FUZZ_SEED=$first \
  "${test[@]}" system fuzz:: -- --test-threads 1
step GRIFFON_FUZZ_SECONDS=$((600 * scale)) "${test[@]}" system fuzz_process -- --nocapture
tests/soak.sh || status=1
exit "$status"
