# Reads an XBoard debug file and prints one line per fault: KIND, tab, engine at fault (first, second or -), tab, text.
#
# Kinds: forfeit, illegal, timeout, disagree, feature, error. With `-v by_name=1` engines are named by the
# last part of their commands; XBoard starts the two of a pairing one after the other.
#
# `ms <first : text` is a line from the first engine, `ms >first : text` a line sent to it (`second: ` likewise);
# all other lines are XBoard's own. GameEnds(26|27|28|29, reason, who) is White, Black, draw,
# unfinished. White begins, so the engine that gets the first `go` of a game is White.

function fault(kind, whose, text) {
  # XBoard reports the end of the last game of a match twice, with the same text.
  sub(/, [0-9]+\)$/, ")", text)
  if (by_name && whose in command_of) whose = command_of[whose]
  if (!((game, kind, text) in seen)) print kind "\t" whose "\tgame " game ": " text
  seen[game, kind, text] = 1
}

function named(text) { return text ~ /second/ ? "second" : text ~ /first/ ? "first" : "-" }

function loser() { return result == "1-0" ? (white == "first" ? "second" : "first") : result == "0-1" ? white : "-" }

function disagree(engine, claimed, known) {
  if (claimed != known) fault("disagree", engine, engine " engine says " claimed ", XBoard " known)
}

function close_game(    engine) {
  if (result != "") {
    for (engine in claim) disagree(engine, claim[engine], result)
    ended = result
  }
  delete claim
  result = ""
  started = 0
}

BEGIN {
  split("ping setboard playother san usermove time draw sigint sigterm reuse analyze myname variants colors ics " \
        "name pause nps debug memory smp egt option exclude highlight done", names, " ")
  for (i in names) standard[names[i]] = 1
}

{ sub(/\r$/, "") }

/^[0-9]+ >(first |second): / {
  engine = named($2)
  has_moved = 0
  command = $0
  sub(/^[0-9]+ >(first |second): /, "", command)
  if (engine == "first" && command == "new" && result != "") close_game()
  if (command == "go" && !started) { started = 1; game++; white = engine }
  if (command ~ /^rejected / && (substr(command, 10) in standard)) fault("feature", engine, $2 " " command)
  next
}

/^[0-9]+ <(first |second): / {
  engine = named($2)
  text = $0
  sub(/^[0-9]+ <(first |second): */, "", text)
  has_moved = text ~ /^move /
  if (text ~ /^pong/) delete may_cross[engine]
  if (text ~ /^(1-0|0-1|1\/2-1\/2)/) {
    split(text, word, /[ {]/)
    # A claim may cross the end of the game, too.
    if (engine in may_cross && result == "") disagree(engine, word[1], ended)
    else claim[engine] = word[1]
  }
  else if (text ~ /^(Illegal move|Error \(?[Ii]llegal)/) fault("illegal", engine, engine " engine: " text)
  else if (text ~ /^(Error|[^#]*[Uu]nknown)/) fault("error", engine, engine " engine: " text)
  next
}

/^StartChildProcess/ {
  sub(/.*\//, "", $NF)
  command_of[children++ % 2 ? "second" : "first"] = $NF
  next
}

/^GameEnds\((26|27|28|29),/ {
  may_cross["first"] = may_cross["second"] = 1
  result = /\(26/ ? "1-0" : /\(27/ ? "0-1" : /\(28/ ? "1/2-1/2" : "*"
  if (/[Ff]orfeit due|False /) fault("forfeit", loser(), $0)
  else if (/on time/) fault("timeout", loser(), $0)
  else if (result == "*") fault("disagree", "-", "unfinished: " $0)
  next
}

# WinBoard also looks for a move in thinking lines, and in the empty text of its window for them.
/^Impossible move/ && !has_moved { next }

# A move may cross the end of the game until the engine answers the ping that follows it.
/^Ignoring extra move/ && named($0) in may_cross { next }

/[Ii]llegal (hint )?move|Impossible move|Ignoring (move|extra)|Undoing|Interrupting first/ { fault("illegal", named($0), $0) }

END { close_game() }
