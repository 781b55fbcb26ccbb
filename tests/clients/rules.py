#!/usr/bin/env python3
"""Compares Griffon's rules with pyffish's (Fairy-Stockfish) in random games, over the variants that both know by name.

At every ply it compares the legal moves and the result, including repetition, move counts and counting rules. Games
are of four kinds in turn: random; captures preferred; moves reversed whenever possible; captures first, then
reversed moves. A game continues until either side reports its end. Prints a table with a row per variant:
differences by kind, with an example of each. Exit code 1 if there is any difference.

    tests/clients/rules.py --griffon target/release/griffon --games 50
    tests/clients/rules.py --variants shogi,xiangqi --games 200 --seed 7
    tests/clients/rules.py --ini variants.ini        # Fairy-Stockfish's collection, for more variants
"""

import argparse
import random
import re
import subprocess
import sys
import threading
from collections import Counter

import pyffish

KINDS = ["random", "captures", "back and forth", "captures, then back and forth"]
RESULTS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0, "*": None}


class Griffon:
    """A UCI session."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.send("uci")
        answer = list(self.lines("uciok"))
        self.offered(answer)

    def offered(self, answer):
        """Extracts the names of variants from an answer."""
        for line in answer:
            if "name UCI_Variant" in line:
                self.variants = re.findall(r"var (\S+)", line)

    def load(self, path):
        """Loads further definitions from a file."""
        self.send(f"setoption name VariantPath value {path}\nisready")
        self.offered(list(self.lines("readyok")))

    def send(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def lines(self, last):
        for line in self.process.stdout:
            yield line.rstrip("\n")
            if line.startswith(last):
                return
        raise EOFError("the engine ended")

    def choose(self, variant):
        self.send(f"setoption name UCI_Variant value {variant}")

    def look(self, fen, moves):
        """For each position of a game, returns the result from White's view (None: not over), the legal moves and
        the complaints. The whole game is sent in one write."""
        sent = [f"position fen {fen}" + " moves " * (ply > 0) + " ".join(moves[:ply]) for ply in range(len(moves) + 1)]
        writer = threading.Thread(target=self.send, args=["".join(f"{line}\nd\ngo perft 1\n" for line in sent)])
        writer.start()
        seen = [self.position() for _ in sent]
        writer.join()
        return seen

    def position(self):
        result, legal, complaints = None, set(), []
        for line in self.lines("Nodes searched"):
            if line.startswith("Result: "):
                result = RESULTS[line.split()[1]]
            elif re.match(r"\S+: 1$", line):
                legal.add(line.split(":")[0])
            elif "error" in line.lower():
                complaints.append(line)
        return result, legal, complaints


def peer_result(variant, fen, moves, legal, white, claims=True):
    """Returns pyffish's result from White's view and the kind of end. `white`: White is to move; `claims`: also check
    for results by claim."""
    over, value, kind = *pyffish.is_immediate_game_end(variant, fen, moves), "immediate"
    if not over and not legal:
        over, value, kind = True, pyffish.game_result(variant, fen, moves), "no moves"
    if not over and claims:
        over, value = pyffish.is_optional_game_end(variant, fen, moves)
        kind = "claim"
    if not over:
        return None, ""
    sign = (value > 0) - (value < 0)
    return (sign if white else -sign), kind


def squares(move):
    return re.findall(r"[a-z]\d+", move)


def occupied(fen):
    """Returns the occupied squares."""
    rows = fen.split()[0].split("[")[0].split("/")
    taken = set()
    for down, row in enumerate(rows):
        file = 0
        for item in re.findall(r"\d+|[^\d+~]", row):
            if not item.isdigit():
                taken.add(chr(ord("a") + file) + str(len(rows) - down))
            file += int(item) if item.isdigit() else 1
    return taken


def choose(rng, kind, ply, variant, fen, moves, legal):
    """Chooses a move for the kind of game."""
    legal = sorted(legal)
    takes = kind == 1 or kind == 3 and ply < 120
    if takes and rng.random() < 0.8:
        taken = occupied(fen)
        captures = [move for move in legal if "@" not in move and squares(move)[-1] in taken]
        if captures:
            return rng.choice(captures)
    back = kind == 2 and ply >= rng.randrange(30) or kind == 3 and ply >= 120
    if back and len(moves) >= 2 and rng.random() < 0.85:
        last = squares(moves[-2])
        returns = [move for move in legal if len(last) == 2 and squares(move) == last[::-1]]
        if returns:
            return rng.choice(returns)
    if back and rng.random() < 0.5:
        tried = rng.sample(legal, min(len(legal), 5))
        return next((move for move in tried if pyffish.gives_check(variant, fen, [move])), tried[0])
    return rng.choice(legal)


def peer_game(variant, rng, kind, most):
    """Plays a game by pyffish's rules. Returns its moves and, for each position, the legal moves, the result and its
    kind."""
    start = pyffish.start_fen(variant)
    moves, seen, met = [], [], set()
    fen, before, last = start, start, []
    for ply in range(most):
        legal = set(pyffish.legal_moves(variant, fen, []))
        # All moves matter only if a position has occurred before; else the last one suffices, which is much faster.
        # Without a repetition and with low counts there is nothing to claim.
        key = " ".join(fen.split()[:3])
        counts = [int(field) for field in fen.split()[3:-1] if field.isdigit()]
        claims = key in met or any(count > 10 for count in counts)
        history = (start, moves) if key in met else (before, last)
        met.add(key)
        white = (start.split()[1] == "w") == (ply % 2 == 0)
        result, how = peer_result(variant, *history, legal, white, claims)
        seen.append((legal, result, how))
        if result is not None or not legal:
            break
        move = choose(rng, kind, ply, variant, fen, moves, legal)
        moves.append(move)
        before, last = fen, [move]
        fen = pyffish.get_fen(variant, fen, [move])
    return start, moves[: len(seen) - 1], seen


def play(griffon, variant, rng, kind, most, tally, examples):
    fen, moves, seen = peer_game(variant, rng, kind, most)
    for ply, (looked, (theirs, expected, how)) in enumerate(zip(griffon.look(fen, moves), seen)):
        result, ours, complaints = looked
        played = moves[:ply]
        tally["plies"] += 1
        if result != expected or ours != theirs:
            # A FEN may be incomplete, so confirm with all moves.
            theirs = set(pyffish.legal_moves(variant, fen, played))
            white = (fen.split()[1] == "w") == (ply % 2 == 0)
            expected, how = peer_result(variant, fen, played, theirs, white)

        def differ(what, note):
            tally[what] += 1
            examples.setdefault(what, f"{note}: {fen} moves {' '.join(played)}")

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
            differ("moves", f"only ours {extra}, only theirs {missing}")
            if ply < len(moves) and moves[ply] not in ours:
                return


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--griffon", default="target/release/griffon")
    parser.add_argument("--variants", help="comma-separated names; default: all variants that both know")
    parser.add_argument("--ini", help="an additional variants.ini of Fairy-Stockfish to load")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--plies", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    griffon = Griffon(options.griffon)
    if options.ini:
        with open(options.ini, encoding="utf-8") as file:
            pyffish.load_variant_config(file.read())
        griffon.load(options.ini)
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
