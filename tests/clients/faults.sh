#!/usr/bin/env bash
# Checks that python_chess.py detects engine faults: with each fault of tests/engines/fake.sh it must exit with code 1.
set -u
folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
passed=0
# With GRIFFON_DRY=1 nothing is played.
[ -z "${GRIFFON_DRY:-}" ] || exit 0
cases=("uci illegal" "uci nothing" "uci dies" "uci hangs")
cases+=("cecp illegal" "cecp claims" "cecp resigns" "cecp dies" "cecp complains")
for case in "${cases[@]}"; do
  python3 "$folder/python_chess.py" --engine "$folder/../engines/fake.sh $case" --variants chess --protocols "${case% *}" \
    --games 1 >/dev/null 2>&1
  if [ $? -ne 1 ]; then
    echo "not noticed: $case"
    passed=1
  fi
done
exit "$passed"
