#!/usr/bin/env bash
# A CECP engine with one fault, to test that match.sh detects it.
#
#   faulty.sh silent    never moves: loses on time
#   faulty.sh illegal   makes an illegal move
#   faulty.sh dies      exits when it should move
#   faulty.sh complains calls the opponent's first move illegal
#   faulty.sh claims    claims that it has won
set -u
fault=${1:-silent}
playing=1

move() {
  [ "$playing" -eq 1 ] || return 0
  case $fault in
    illegal) echo "move e2e5" ;;
    dies) exit 3 ;;
    claims) echo "1-0 {White mates}" ;;
  esac
}

while IFS= read -r line; do
  case $line in
    protover*)
      echo 'feature myname="Faulty" ping=1 setboard=1 usermove=1 sigint=0 sigterm=0 colors=0 debug=1'
      echo 'feature variants="normal" done=1'
      ;;
    ping*) echo "pong ${line#ping }" ;;
    new) playing=1 ;;
    force) playing=0 ;;
    go)
      playing=1
      if [ "$fault" = complains ]; then echo "move e2e4"; else move; fi
      ;;
    usermove*)
      if [ "$fault" = complains ]; then echo "Illegal move: ${line#usermove }"; else move; fi
      ;;
    quit) exit 0 ;;
  esac
done
