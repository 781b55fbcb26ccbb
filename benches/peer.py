#!/usr/bin/env python3
"""Compares Griffon's speed with Fairy-Stockfish's, in every variant of `perft/peer` that the given program knows.

Perft: one thread, user time, at the first depth at which Fairy-Stockfish takes 0.3 s, the best of three turns; the
counts must agree. Search: nodes a second of user time at the positions of the same files, with the evaluation that each
program uses by default, Fairy-Stockfish without a network. A ratio of 2 means that Griffon is twice as fast. Prints a
row per variant, then the geometric means and the least ratios. Run it on an idle machine.

    benches/peer.py --peer /path/to/fairy-stockfish
    benches/peer.py --peer /path/to/fairy-stockfish --ini variants.ini --only atomic,seirawan --no-search
"""

import argparse
import json
import math
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TICK = os.sysconf("SC_CLK_TCK")
# The peer's time from which a depth counts, seconds.
LONG_ENOUGH = 0.3
# Griffon repeats a count until it has taken this long, seconds.
MEASURABLE = 0.2
# The programs count in turn, as often as this; the shortest times are compared.
TURNS = 3
# Deepest count tried.
DEEPEST = 14
# Time for the search of one position, milliseconds.
MOVE_TIME = 500
# Other names for variants of the peer.
NAMES = {"normal": "chess"}


class Engine:
    """A UCI session whose user time can be read."""

    def __init__(self, program, options):
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.send("uci")
        self.variants = []
        for line in self.until("uciok"):
            if "name UCI_Variant" in line:
                self.variants = re.findall(r"var (\S+)", line)
        for name, value in options.items():
            self.send(f"setoption name {name} value {value}")
        self.ready()

    def send(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def until(self, start):
        """Returns the lines up to the first that begins with `start`."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith(start):
                return lines
        raise EOFError("the engine has ended")

    def ready(self):
        self.send("isready")
        self.until("readyok")

    def user_time(self):
        """User time so far, seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return int(fields[11]) / TICK

    def choose(self, variant):
        self.send(f"setoption name UCI_Variant value {variant}")
        self.send("ucinewgame")
        self.ready()

    def perft(self, fen, depth):
        """Returns the count and the user time."""
        self.send(f"position fen {fen}")
        begin = self.user_time()
        self.send(f"go perft {depth}")
        last = self.until("Nodes searched")[-1]
        return int(last.split()[-1]), self.user_time() - begin

    def search(self, fens):
        """Returns nodes a second of user time over the positions."""
        nodes, time = 0, 0.0
        for fen in fens:
            self.send("ucinewgame")
            self.send(f"position fen {fen}")
            self.ready()
            begin = self.user_time()
            self.send(f"go movetime {MOVE_TIME}")
            counts = [re.search(r" nodes (\d+)", line) for line in self.until("bestmove")]
            counts = [int(count[1]) for count in counts if count]
            nodes, time = nodes + (counts[-1] if counts else 0), time + self.user_time() - begin
        return nodes / max(time, 0.01)


def measure_perft(griffon, peer, fen):
    """Returns depth and ratio; raises `ValueError` if the counts differ."""
    for depth in range(1, DEEPEST + 1):
        count, theirs = peer.perft(fen, depth)
        if theirs >= LONG_ENOUGH or count == 0:
            break
    ours = math.inf
    for turn in range(TURNS):
        if turn > 0:
            theirs = min(theirs, peer.perft(fen, depth)[1])
        runs, spent = 0, 0.0
        while spent < MEASURABLE:
            own, time = griffon.perft(fen, depth)
            if own != count:
                raise ValueError(f"perft {depth}: {own}, the peer {count}")
            runs, spent = runs + 1, spent + time
        ours = min(ours, spent / runs)
    return depth, theirs / ours


def read_rows(path):
    """Returns the variant's name and the positions of a file."""
    rows = [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
    return rows[0]["variant"], list(dict.fromkeys(row["fen"] for row in rows))


def summary(title, ratios):
    if not ratios:
        return
    mean = math.exp(sum(map(math.log, ratios.values())) / len(ratios))
    least = min(ratios, key=ratios.get)
    print(f"{title}: geometric mean {mean:.2f}, least {ratios[least]:.2f} ({least}), {len(ratios)} variants")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--griffon", default=ROOT / "target/release/griffon")
    parser.add_argument("--peer", required=True, help="Fairy-Stockfish, best built from source")
    parser.add_argument("--ini", help="further variants for the peer")
    parser.add_argument("--only", help="variants, separated by commas")
    parser.add_argument("--no-search", action="store_true")
    parser.add_argument("--no-perft", action="store_true")
    arguments = parser.parse_args()
    griffon = Engine(arguments.griffon, {"Threads": 1, "Hash": 16})
    options = {"Threads": 1, "Hash": 16, "Use NNUE": "false"}
    if arguments.ini:
        options["VariantPath"] = arguments.ini
    peer = Engine(arguments.peer, options)
    if arguments.ini:
        peer.send("uci")
        offered = [line for line in peer.until("uciok") if "name UCI_Variant" in line]
        peer.variants = re.findall(r"var (\S+)", offered[0])
    only = arguments.only.split(",") if arguments.only else None
    perfts, searches, faults = {}, {}, 0
    for path in sorted((ROOT / "perft/peer").glob("*.jsonl")):
        name, fens = read_rows(path)
        theirs = NAMES.get(name, name)
        if theirs not in peer.variants or only and name not in only:
            continue
        griffon.choose(name)
        peer.choose(theirs)
        row = f"{name:<24}"
        if not arguments.no_perft:
            try:
                depth, perfts[name] = measure_perft(griffon, peer, fens[0])
                row += f" perft {depth:>2} {perfts[name]:>7.2f}"
            except ValueError as fault:
                row, faults = f"{row} {fault}", faults + 1
        if not arguments.no_search:
            searches[name] = griffon.search(fens) / peer.search(fens)
            row += f"   search {searches[name]:>6.2f}"
        print(row, flush=True)
    summary("perft", perfts)
    summary("search", searches)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
