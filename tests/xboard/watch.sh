#!/usr/bin/env bash
# Runs an engine for XBoard and logs when it ends without being asked to, which XBoard does not detect.
#
#   watch.sh LOG DEBUGFILE first|second COMMAND [ARGUMENT...]
log=$1 debug=$2 which=$3
shift 3
"$@"
status=$?
last=$(grep -aoE ">$which ?: (new|quit)" "$debug" | tail -n 1)
case $status:$last in
  0:*quit) ;;
  *:*quit) echo "$which engine: exit code $status after quit" >>"$log" ;;
  *) echo "$which engine: exit code $status during the session" >>"$log" ;;
esac
