#!/usr/bin/env python3
"""Compares Griffon's rules with pyffish's (Fairy-Stockfish) in random games, over the variants that both know by name.

At every ply the legal moves and the result of the position are compared, repetition, move counts and counting rules
included. Games are of four kinds in turn: random; captures preferred; moves taken back as often as possible; captures
first, then moves taken back. A game goes on until one of the two says that it is over. A table is printed: a row for each
variant, with the differences by kind and an example of each. Exit code 1 if there is any difference.

    tests/clients/rules.py --griffon target/release/griffon --games 50
    tests/clients/rules.py --variants shogi,xiangqi --games 200 --seed 7
    tests/clients/rules.py --ini variants.ini        # Fairy-Stockfish's collection, for more variants
"""

import argparse
import random
import re
import subprocess
import sys
from collections import Counter

import pyffish

KINDS = ["random", "captures", "back and forth", "captures, then back and forth"]
# Games of several boards, with walls or without moves of pieces: Griffon has none of them.
RESULTS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0, "*": None}


class Griffon:
    """A UCI session."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.send("uci")
        answer = list(self.lines("uciok"))
        self.variants = re.findall(r"var (\S+)", next(line for line in answer if "UCI_Variant" in line))

    def send(self, text):
        self.process.stdin.write(text + "\n")

    def lines(self, last):
        for line in self.process.stdout:
            yield line.rstrip("\n")
            if line.startswith(last):
                return
        raise EOFError("the engine ended")

    def choose(self, variant):
        self.send(f"setoption name UCI_Variant value {variant}")

    def look(self, fen, moves):
        """The result from White's view (None: the game goes on), the legal moves, and complaints."""
        self.send(f"position fen {fen}" + (" moves " + " ".join(moves) if moves else ""))
        self.send("d")
        self.send("go perft 1")
        result, legal, complaints = None, set(), []
        for line in self.lines("Nodes searched"):
            if line.startswith("Result: "):
                result = RESULTS[line.split()[1]]
            elif re.match(r"\S+: 1$", line):
                legal.add(line.split(":")[0])
            elif "error" in line.lower():
                complaints.append(line)
        return result, legal, complaints


def peer_result(variant, fen, moves, legal):
    """pyffish's result from White's view, and what kind of end it is."""
    white = (fen.split()[1] == "w") == (len(moves) % 2 == 0)
    over, value, kind = *pyffish.is_immediate_game_end(variant, fen, moves), "immediate"
    if not over and not legal:
        over, value, kind = True, pyffish.game_result(variant, fen, moves), "no moves"
    if not over:
        over, value = pyffish.is_optional_game_end(variant, fen, moves)
        kind = "claim"
    if not over:
        return None, ""
    sign = (value > 0) - (value < 0)
    return (sign if white else -sign), kind


def squares(move):
    return re.findall(r"[a-z]\d+", move)


def choose(rng, kind, ply, variant, fen, moves, legal):
    """A move of the kind of game."""
    legal = sorted(legal)
    fen = pyffish.get_fen(variant, fen, moves) if kind else fen
    takes = kind == 1 or kind == 3 and ply < 120
    if takes and rng.random() < 0.8:
        captures = [move for move in legal if pyffish.is_capture(variant, fen, [], move)]
        if captures:
            return rng.choice(captures)
    back = kind == 2 and ply >= rng.randrange(30) or kind == 3 and ply >= 120
    if back and len(moves) >= 2 and rng.random() < 0.85:
        last = squares(moves[-2])
        returns = [move for move in legal if len(last) == 2 and squares(move) == last[::-1]]
        if returns:
            return rng.choice(returns)
    if back and rng.random() < 0.5:
        checks = [move for move in legal if pyffish.gives_check(variant, fen, [move])]
        if checks:
            return rng.choice(checks)
    return rng.choice(legal)


def play(griffon, variant, rng, kind, most, tally, examples):
    fen = pyffish.start_fen(variant)
    moves = []
    for ply in range(most):
        theirs = set(pyffish.legal_moves(variant, fen, moves))
        result, ours, complaints = griffon.look(fen, moves)
        expected, how = peer_result(variant, fen, moves, theirs)
        tally["plies"] += 1

        def differ(what, note):
            tally[what] += 1
            examples.setdefault(what, f"{note}: {fen} moves {' '.join(moves)}")

        if complaints:
            differ("error", complaints[0])
            return
        if result != expected:
            name = {None: "goes on", 1: "White wins", -1: "Black wins", 0: "draw"}
            differ(f"{name[result]}, peer: {name[expected]}" + (f" ({how})" if how else ""), "result")
            return
        if result is not None:
            tally["ended: " + how] += 1
            return
        if ours != theirs:
            extra, missing = sorted(ours - theirs)[:3], sorted(theirs - ours)[:3]
            differ("moves", f"only here {extra}, only there {missing}")
        both = ours & theirs
        if not both:
            return
        moves.append(choose(rng, kind, ply, variant, fen, moves, both))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--griffon", default="target/release/griffon")
    parser.add_argument("--variants", help="names between commas; all that both know if not given")
    parser.add_argument("--ini", help="a variants.ini of Fairy-Stockfish to load besides")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--plies", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.ini:
        pyffish.set_option("VariantPath", options.ini)
    griffon = Griffon(options.griffon)
    known = set(pyffish.variants())
    names = options.variants.split(",") if options.variants else sorted(known & set(griffon.variants))
    print("| variant | games | plies | ended alike | differences |\n|---|---|---|---|---|", flush=True)
    failed = False
    for variant in names:
        tally, examples = Counter(), {}
        griffon.choose(variant)
        for game in range(options.games):
            rng = random.Random(f"{options.seed} {variant} {game}")
            play(griffon, variant, rng, game % len(KINDS), options.plies, tally, examples)
        ended = {key: count for key, count in tally.items() if key.startswith("ended")}
        different = {key: count for key, count in tally.items() if key not in ended and key != "plies"}
        failed |= bool(different)
        alike = ", ".join(f"{count} {key[7:]}" for key, count in sorted(ended.items())) or "none"
        texts = "; ".join(f"{count} x {key}" for key, count in sorted(different.items())) or "none"
        print(f"| {variant} | {options.games} | {tally['plies']} | {alike} | {texts} |", flush=True)
        for key, example in sorted(examples.items()):
            print(f"#   {variant}: {key}: {example}", file=sys.stderr, flush=True)
    griffon.send("quit")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
