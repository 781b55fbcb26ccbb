# Reads an XBoard debug file; prints how often a king travelled two or more files along its rank, and how many moves named a
# second piece.
/<(first|second) ?: move / {
  text = $NF
  if (text ~ /[,x]/) named++
  from = substr(text, 1, 1)
  match(text, /^[a-z][0-9]+/)
  start = substr(text, 1, RLENGTH)
  rest = substr(text, RLENGTH + 1)
  match(rest, /^[a-z][0-9]+/)
  end = substr(rest, 1, RLENGTH)
  if (substr(start, 2) == substr(end, 2) && (substr(start, 2) <= 2 || substr(start, 2) >= 7)) flat++
}
END { printf "moves: along the back ranks %d, with a second piece named %d\n", flat, named }
