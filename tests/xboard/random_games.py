#!/usr/bin/env python3
"""Random definitions for games.sh: boards of several sizes, kings that castle in many ways, leap initially or swap
places, and pieces of all families.

    random_games.py COUNT DIR [SEED]

Writes COUNT definitions into DIR whose pieces are all expressible according to `griffon export`, possibly with named
exceptions, and whose first move passes `griffon check`. Environment: GRIFFON, the engine's command.
"""

import os
import random
import subprocess
import sys

PIECES = """N NN WA FD C Z R B Q RF BW RN BN FfW KisD mRcpR mBcpB gQ gR FyafsF WyafsW KNADcaKcabKmabK mRcBmQ jR nN nAnD mafsW
 mWcF fRbsN fhNbK W3 F2 R4 B3N H G HFD WfN vNsW KudK QudQ RudN NudR BudF WudWF ucR KimN QisZ RisF bhNfB cavF FmcafyF afK
 mQcN dN KdN mKcafmK zB qR caibR mpaK oR DX""".split()
PAWNS = ["fmWfceFifmnD", "fmWfcF", "fmFfcWifmA", "mfWcfFimfnD", "fsWfcF", "fWifmR3", "fWsmW", "fmWfceFifmnDfmR2"]


def castling(rng):
    kind = rng.choice(["isO", "isO", "irOil", "isjO", "ispO", "s2", ""])
    d = rng.randint(1, 4)
    return {"isO": f"isO{d}", "irOil": f"irO{d}ilO{rng.randint(1, 4)}", "isjO": f"isjO{d}", "ispO": f"ispO{d}",
            "s2": f"isO2isO3", "": rng.choice(["", "imN", "imDimA", "udK", "imR3"])}[kind]


def definition(number, rng):
    files, ranks = rng.randint(6, 12), rng.randint(6, 12)
    back = rng.choice([1, 1, 1, 2])
    rows = [[None] * files for _ in range(2)]
    king = rng.randint(1, files - 2)
    rows[back - 1][king] = "K"
    inner = [rng.choice([0, 0, 1, 2]) for _ in range(2)]
    for at in (inner[0], files - 1 - inner[1]):
        if rows[back - 1][at] is None:
            rows[back - 1][at] = "R"
    others = rng.sample("ABCDE", 4)
    for letter in others:
        for _ in range(2):
            row, at = rows[rng.choice([0, back - 1])], rng.randrange(files)
            if row[at] is None:
                row[at] = letter
    letters = "abcdefghijkl"
    where = {}
    for rank, row in enumerate(rows[:back], 1):
        for at, letter in enumerate(row):
            if letter:
                where.setdefault(letter, []).append(f"{letters[at]}{rank}")
    pawns = [f"{letters[at]}{back + 1}" for at in range(files) if rng.random() < 0.8]
    used = [letter for letter in others if letter in where]
    lines = [f"name=random{number}", f"files={files}", f"ranks={ranks}", "royal=K"]
    if used:
        lines.append(f"promoChoice=R{''.join(used[:2])}")
    if rng.random() < 0.3:
        lines.append("symmetry=rotate")
    shuffle = rng.random() < 0.2 and used
    if shuffle:
        lines.append("shuffle=" + "".join(used) + rng.choice(["", "K", "R"]))
    if pawns:
        lines.append(f"pawn:P:{rng.choice(PAWNS)}::{','.join(pawns)}")
    for letter in used:
        lines.append(f"piece{letter.lower()}:{letter}:{rng.choice(PIECES)}::{','.join(where[letter])}")
    if "R" in where:
        lines.append(f"rook:R:R::{','.join(where['R'])}")
    lines.append(f"king:K:K{castling(rng)}::{where['K'][0]}")
    if rng.random() < 0.15:
        lines.append(f"hole::::{letters[0]}1,{letters[files - 1]}1") if back == 2 and not rows[0][0] and not rows[0][-1] else None
    return "\n".join(lines) + "\n"


def main():
    count, directory = int(sys.argv[1]), sys.argv[2]
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    os.makedirs(directory, exist_ok=True)
    written = tried = 0
    while written < count:
        tried += 1
        text = definition(written + 1, rng)
        path = os.path.join(directory, f"random{written + 1}.txt")
        with open(path, "w") as file:
            file.write(text)
        said = subprocess.run([os.environ["GRIFFON"], "export", path, "--to", "xboard"], capture_output=True, text=True)
        checked = subprocess.run([os.environ["GRIFFON"], "check", path], capture_output=True, text=True)
        if "first move" in checked.stdout + checked.stderr:
            os.remove(path)
            continue
        if said.returncode or "by highlight only" in said.stdout or "-testLegality" in said.stdout or "larger" in said.stdout:
            os.remove(path)
            continue
        written += 1
    print(f"{written} definitions of {tried}")


main()
