"""Compares the UCI text of every legal move in Griffon and Fairy-Stockfish (pyffish) along random games.

    uci_texts.py GRIFFON [--ini variants.ini] [--games 4] [--plies 60] [--seed 1] [VARIANT...]

Tests the given variants (default: all that both know). Sections of the file are loaded by both. A game continues while
both list the same moves; the first difference of a game is printed. A move that only one of them has is a difference
of rules; two texts for the same move (same squares) are a difference of notation. Exit code 1 after differences of
notation.
"""

import argparse
import random
import re
import subprocess
import sys
from typing import Iterator, List, Optional, Tuple

import pyffish


class Engine:
    """Griffon as a UCI engine."""

    def __init__(self, command: str):
        self.process = subprocess.Popen(
            command.split(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.variants: List[str] = []
        for line in self.ask("uci", "uciok"):
            if line.startswith("option name UCI_Variant "):
                self.variants = line.split(" var ")[1:]

    def ask(self, command: str, last: str) -> List[str]:
        """Sends the command and returns the lines up to the one that begins with `last`."""
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return list(self._lines_until(last))

    def _lines_until(self, last: str) -> Iterator[str]:
        for line in self.process.stdout:
            yield line.rstrip("\n")
            if line.startswith(last):
                return
        raise EOFError("the engine has ended")

    def load(self, path: str) -> None:
        """Loads further definitions from a file."""
        lines = self.ask(f"setoption name VariantPath value {path}\nisready", "readyok")
        for line in lines:
            if line.startswith("option name UCI_Variant "):
                self.variants = line.split(" var ")[1:]

    def choose(self, variant: str) -> None:
        """Sets the variant."""
        self.ask(f"setoption name UCI_Variant value {variant}\nisready", "readyok")

    def moves(self, fen: str, moves: List[str]) -> Tuple[List[str], str]:
        """Returns the legal moves and any errors in the position."""
        played = " moves " + " ".join(moves) if moves else ""
        lines = self.ask(f"position fen {fen}{played}\ngo perft 1", "Nodes searched")
        errors = [line for line in lines if "error" in line]
        return [line[:-3] for line in lines if line.endswith(": 1") and " " not in line[:-3]], "; ".join(errors)


def squares(text: str) -> str:
    """Returns the text without its promotion."""
    return re.match(r"[^@]*@[a-z]\d+|[a-z]\d+[a-z]\d+|", text).group()


def game_over(variant: str, fen: str, moves: List[str]) -> bool:
    """Whether the game has ended although there are moves."""
    return pyffish.is_immediate_game_end(variant, fen, moves)[0]


def compare(engine: Engine, variant: str, plies: int, rng: random.Random) -> Optional[Tuple[str, str]]:
    """Plays a random game and returns the kind and text of the first difference."""
    start = pyffish.start_fen(variant)
    played: List[str] = []
    for _ in range(plies):
        if game_over(variant, start, played):
            theirs: List[str] = []
        else:
            theirs = sorted(pyffish.legal_moves(variant, start, played))
        ours, error = engine.moves(start, played)
        if error:
            return "refused", f"{error} (after {' '.join(played)})"
        only_ours = sorted(set(ours) - set(theirs))
        only_theirs = sorted(set(theirs) - set(ours))
        if only_ours or only_theirs:
            alike = {squares(text) for text in only_ours} & {squares(text) for text in only_theirs}
            # Differently written moves with the same squares differ in notation only.
            kind = "notation" if alike else "moves"
            fen = pyffish.get_fen(variant, start, played)
            return kind, f"{fen}: only ours {only_ours[:8]}, only theirs {only_theirs[:8]}"
        if not theirs:
            return None
        played.append(rng.choice(theirs))
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("griffon")
    parser.add_argument("--ini")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--plies", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("variants", nargs="*")
    options = parser.parse_intermixed_args()
    engine = Engine(options.griffon)
    if options.ini:
        with open(options.ini, encoding="utf-8") as file:
            pyffish.load_variant_config(file.read())
        engine.load(options.ini)
    known = set(pyffish.variants())
    names = options.variants or [name for name in engine.variants if name in known]
    counts = {"same": 0}
    for name in names:
        engine.choose(name)
        rng = random.Random(f"{options.seed} {name}")
        found = None
        for _ in range(options.games):
            found = compare(engine, name, options.plies, rng)
            if found:
                break
        kind = found[0] if found else "same"
        counts[kind] = counts.get(kind, 0) + 1
        if found:
            print(f"{name}: {found[0]}: {found[1]}", flush=True)
    print(", ".join(f"{count} {kind}" for kind, count in counts.items()))
    return 1 if counts.get("notation") else 0


if __name__ == "__main__":
    sys.exit(main())
