#!/usr/bin/env python3
"""Checks that Griffon and Fairy-Stockfish (pyffish) consider the same positions equal.

    repetitions.py --griffon COMMAND [--ini variants.ini] [--games N] [--plies N] [--seed N] VARIANT...

Plays random games with many moves back and forth. Positions of a game with the same board, hands, side to move,
castling rights and e.p. square in pyffish must have the same hash key in Griffon (the UCI command `d`), and all others
a different one. Exit code 1 on any mismatch.
"""

import argparse
import random
import subprocess
import sys
from typing import Dict, List

import pyffish


class Engine:
    """A Griffon process that reports the keys of positions."""

    def __init__(self, command: str):
        self.process = subprocess.Popen(
            command.split(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.ask("uci", "uciok")

    def send(self, line: str) -> None:
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line: str, last: str) -> List[str]:
        self.send(line)
        lines = []
        for answer in self.process.stdout:
            lines.append(answer.strip())
            if answer.startswith(last):
                return lines
        raise RuntimeError(f"no answer to {line}")

    def key(self, moves: List[str]) -> str:
        self.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        self.send("d")
        lines = self.ask("isready", "readyok")
        errors = [line for line in lines if "error" in line]
        if errors:
            raise ValueError(errors[0])
        return next(line.split(":")[1].strip() for line in lines if line.startswith("Key"))


def back(move: str) -> str:
    """Returns the move that reverses a plain move, else an empty string."""
    return move[2:] + move[:2] if len(move) == 4 and "@" not in move else ""


def game(engine: Engine, variant: str, plies: int, rng: random.Random) -> List[str]:
    start = pyffish.start_fen(variant)
    moves: List[str] = []
    keys: Dict[str, str] = {}
    names: Dict[str, str] = {}
    faults = []
    for _ in range(plies):
        fen = pyffish.get_fen(variant, start, moves)
        name = " ".join(fen.split()[:4])
        try:
            key = engine.key(moves)
        except ValueError:
            break
        if keys.setdefault(name, key) != key or names.setdefault(key, name) != name:
            faults.append(f"{variant}: {name} / {names.get(key)} after {' '.join(moves)}")
            break
        legal = pyffish.legal_moves(variant, start, moves)
        if not legal:
            break
        wanted = back(moves[-2]) if len(moves) > 1 else ""
        moves.append(wanted if wanted in legal and rng.random() < 0.6 else rng.choice(legal))
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--griffon", required=True)
    parser.add_argument("--ini")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--plies", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("variants", nargs="+")
    options = parser.parse_args()
    if options.ini:
        with open(options.ini, encoding="utf-8") as text:
            pyffish.load_variant_config(text.read())
    engine = Engine(options.griffon)
    bad = 0
    for variant in options.variants:
        engine.send(f"setoption name UCI_Variant value {variant}")
        rng = random.Random(options.seed)
        faults = [fault for _ in range(options.games) for fault in game(engine, variant, options.plies, rng)]
        print(f"{variant}: {options.games} games, {len(faults)} faults", flush=True)
        for fault in faults[:3]:
            print("  " + fault, flush=True)
        bad += bool(faults)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
