# Reads an XBoard debug file and prints the games in one line: result, plies, reason for the end.

/^[0-9]+ <(first |second): / {
  text = $0
  sub(/^[0-9]+ <(first |second): */, "", text)
  # A two-leg capture may be split over two lines, the first ending in a comma.
  if (text ~ /^move / && text !~ /, *$/) plies++
  next
}

/^GameEnds\((26|27|28|29),/ && plies > 0 {
  result = /\(26/ ? "1-0" : /\(27/ ? "0-1" : /\(28/ ? "½-½" : "unfinished"
  words = $0
  sub(/^GameEnds\([0-9]+, /, "", words)
  sub(/, [0-9]+\)$/, "", words)
  gsub(/\|/, "\\|", words)
  printf "%s%s %d: %s", separator, result, plies, words
  separator = "; "
  plies = 0
}
