#!/usr/bin/env bash
# Draws the pictures of the documentation again: each line of pictures.tsv is a file and what `griffon show` draws in it.
#
#   [GRIFFON=path/to/griffon] docs/pictures.sh
set -euo pipefail
griffon="${GRIFFON:-griffon}"
case "$griffon" in
  */*) griffon="$(realpath -m "$griffon")" ;;
esac
cd "$(dirname "${BASH_SOURCE[0]}")/.."

while IFS=$'\t' read -r file arguments; do
  # The arguments are quoted as on a command line.
  eval "set -- $arguments"
  # With GRIFFON_DRY=1 the commands are only printed.
  if [ -n "${GRIFFON_DRY:-}" ]; then
    echo griffon show "$@" --svg "docs/$file"
    continue
  fi
  "$griffon" show "$@" --svg "docs/$file" </dev/null
done <docs/pictures.tsv
