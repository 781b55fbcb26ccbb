#!/usr/bin/env bash
# A chess engine with one move for each side and one fault, to test that matches detect the fault.
#
#   fake.sh cecp|uci FAULT
#
#   illegal    makes an illegal move              claims     claims that it has won (cecp)
#   nothing    reports no legal move (uci)        complains  calls the opponent's move illegal (cecp)
#   silent     never moves, but answers           resigns    gives up (cecp)
#   hangs      never moves, never answers         dies       ends when it should move
#   offers     offers a draw with every move      draws      claims a draw after its first move (cecp)
#   refuses    refuses every position (cecp)      lags       resigns after the end, has no `ping` (cecp)
#   slow       never moves, has no `ping` (cecp)
#
# Input lines are appended to the file $FAKE_LOG, if set.
set -u
protocol=$1
fault=$2
playing=1
white=1

hear() {
  IFS= read -r line || exit 0
  if [ -n "${FAKE_LOG:-}" ]; then printf '%s\n' "$line" >>"$FAKE_LOG"; fi
}

first_move() { if [ "$white" -eq 1 ]; then echo e2e4; else echo e7e5; fi; }

move() {
  case $fault in
    illegal) say e2e5 ;;
    nothing) say '(none)' ;;
    dies) exit 3 ;;
    hangs) while hear; do :; done ;;
    claims) echo '1-0 {White mates}' ;;
    resigns) echo resign ;;
    complains) echo 'Illegal move: e7e5' ;;
    offers)
      echo 'offer draw'
      say "$(first_move)"
      ;;
    draws)
      say "$(first_move)"
      echo '1/2-1/2 {Neither side wins}'
      ;;
    lags) say "$(first_move)" ;;
    silent | slow) ;;
  esac
}

say() { if [ "$protocol" = uci ]; then echo "bestmove $1"; else echo "move $1"; fi; }

cecp() {
  case $line in
    protover*)
      case $fault in lags | slow) ping=0 ;; *) ping=1 ;; esac
      echo "feature ping=$ping"
      echo 'feature myname="Fake" setboard=1 usermove=1 sigint=0 sigterm=0 colors=0 memory=1 smp=1 nps=1'
      echo 'feature option="Style -combo calm /// wild" variants="normal" done=1'
      ;;
    ping*) echo "pong ${line#ping }" ;;
    new) playing=1 white=1 ;;
    setboard*) if [ "$fault" = refuses ]; then echo 'tellusererror Illegal position'; fi ;;
    result*) if [ "$fault" = lags ]; then echo resign; fi ;;
    force) playing=0 ;;
    go)
      playing=1
      move
      ;;
    usermove*)
      if [ "$playing" -eq 1 ]; then move; else white=$((1 - white)); fi
      ;;
  esac
}

uci() {
  case $line in
    uci)
      echo 'id name Fake'
      echo 'option name Hash type spin default 16 min 1 max 64'
      echo 'option name Skill Level type spin default 20 min 0 max 20'
      echo 'option name UCI_Variant type combo default chess var chess var shogi'
      echo uciok
      ;;
    isready) echo readyok ;;
    position*) case $line in *moves*) white=0 ;; *) white=1 ;; esac ;;
    go*) move ;;
  esac
}

while hear; do
  if [ "$line" = quit ]; then exit 0; fi
  "$protocol"
done
