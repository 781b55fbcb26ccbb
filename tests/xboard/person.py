#!/usr/bin/env python3
"""Plays a person at the mouse against Griffon in the real XBoard with legality testing on; run it inside xvfb-run.

    person.py VARIANT DEFINITION GAMES MOVES DIR

VARIANT is the name given to XBoard, DEFINITION the argument of `griffon --variant`, MOVES the number of moves the
person makes in a game. The person castles when possible, then prefers initial moves, moves onto own pieces and passes,
else plays randomly, without promotions and multi-leg moves. A second Griffon, in UCI, lists the legal moves. A game passes
if every click makes XBoard send the intended move and every answer is accepted.

Prints a line for each fault, then the numbers of games, moves and castlings. Exit code 1 if there was a fault.
Environment: GRIFFON, the engine's command; SEED, the first random seed (1); OPTIONS, options of XBoard.
"""

import os
import random
import re
import subprocess
import sys
import time

PATIENCE = 12.0
# Height of the menu, the clocks and the buttons above the board, pixels: with squares of at least `LARGE`, and with smaller
# ones, for which XBoard takes smaller letters. It sometimes starts with these whatever `-size` says.
HEADERS, LARGE = (88, 72), 45
# A pass of the engine in games without legality testing.
PASS = "@@@@"


class Moves:
    """The legal moves of a game, from `go perft 1`. XBoard shows a game that Black begins turned: then `size` is the size
    of the board."""

    def __init__(self, engine, definition, fen, size=None):
        self.process = subprocess.Popen(
            [engine, "--variant", definition], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, bufsize=1)
        self.start, self.played, self.size = fen, [], size
        # All legal moves of the last list, also those that XBoard reads as castling.
        self.listed = []
        self.say("uci")
        self.wait("uciok")

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def wait(self, word):
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if line.startswith(word):
                return lines
        return lines

    def turned(self, text):
        """Turns the squares of a text by half a turn if the game is turned."""
        if self.size is None:
            return text
        files, ranks = self.size
        return re.sub(r"([a-p])(\d+)", lambda m: chr(2 * ord("a") + files - 1 - ord(m[1])) + str(ranks + 1 - int(m[2])), text)

    def position(self, moves):
        self.say(f"position {self.start} moves {' '.join(map(self.turned, moves))}")

    def legal(self):
        self.position(self.played)
        self.say("go perft 1")
        lines = self.wait("Nodes searched")
        legal = [self.turned(line.split(":")[0]) for line in lines if re.match(r"\S+: \d+$", line)]
        # XBoard reads the squares of such a move as castling that puts the partner next to the king.
        castled = {(squares(m)[0], target(m)) for m in legal if beside(m)}
        far = {(start, end) for start, end in castled if abs(ord(start[0]) - ord(end[0])) > 1}
        self.listed = legal
        return [m for m in legal if "," in m or tuple(squares(m)) not in far]

    def after(self, move):
        """Returns the pieces by square after a move."""
        self.position(self.played + [move])
        return self.board()[0]

    def board(self):
        """Returns the pieces by square and the side to move."""
        self.say("d")
        lines = self.wait("Fen: ")
        placement, side = lines[-1].split()[1:3]
        rows = placement.split("[")[0].split("/")
        board = dict(cells(rows, len(rows), 1))
        if self.size is None:
            return board, side
        return {self.turned(square): piece.swapcase() for square, piece in board.items()}, "w" if side == "b" else "b"

    def close(self):
        self.say("quit")
        self.process.wait()


class Faults(Exception):
    pass


def squares(text):
    return re.findall(r"[a-z]\d+", text)


def shifted(text, by):
    return re.sub(r"([a-z])(\d+)", lambda m: m[1] + str(int(m[2]) + by), text)


def cells(rows, top, bottom):
    """Yields the squares and pieces of a FEN's rows, with ranks from `top` down to `bottom`."""
    for row, rank in zip(rows, range(top, bottom - 1, -1)):
        file = 0
        for cell in re.findall(r"\d+|\*|\+?[^\d*+.'!~][.'!~]*", row):
            if cell.isdigit():
                file += int(cell)
                continue
            if cell != "*":
                yield chr(ord("a") + file) + str(rank), cell
            file += 1


def has_line(definition, start):
    """Whether a definition has a line that begins so."""
    if not os.path.exists(definition):
        return False
    with open(definition, errors="replace") as file:
        return any(line.startswith(start) for line in file)


def zeros(text):
    """Whether the text is Chess960 castling, `O-O` or `O-O-O`."""
    return text.startswith("O-O")


def is_castling(move):
    """Whether the move is castling that names the partner's target, as in `f8i8,i8h8`."""
    return "," in move and len(squares(move)) == 4


def beside(move):
    names = squares(move)
    return is_castling(move) and abs(ord(names[1][0]) - ord(names[3][0])) == 1


def target(move):
    names = squares(move)
    return names[1] if is_castling(move) else names[-1]


def belongs(board, square, side):
    return square in board and board[square].isupper() == (side == "w")


def meant(text, legal, listed, board, side, king, swaps):
    """Returns the legal move that XBoard's text stands for. `listed`: all moves of the list, also those that XBoard
    cannot name by their squares; `swaps` if a king swaps with a partner on its target."""
    if zeros(text):
        for move in legal:
            start, end = squares(move)[0], squares(move)[-1]
            both_own = belongs(board, start, side) and belongs(board, end, side)
            if both_own and board[start].upper() == king and (text == "O-O") == (end > start):
                return move
        raise Faults(f"the engine's {text} is not one of {' '.join(legal)}")
    if text == PASS:
        return next(move for move in legal if len(set(squares(move))) == 1)
    if "@" in text or "~" in text:
        # A drop, or a move named with the squares it marks for en passant.
        if text not in legal:
            raise Faults(f"the engine's {text} is not one of {' '.join(legal)}")
        return text
    names = squares(text)
    if len(names) == 4 and names[1] == names[2] and text in legal:
        # A capture on the way, not a leap to the same square.
        return text
    start, end = names[0], names[-1]
    if "," in text and len(names) == 4 and names[1][0] != names[2][0]:
        end = names[1]
        # UCI writes castling that could be a step as the king taking its partner.
        onto = [m for m in listed if squares(m) == [start, names[2]] and belongs(board, names[2], side)]
        if onto:
            return onto[0]
    tail = re.sub(r"^.*\d", "", text).strip("=+")
    fitting = [m for m in legal if squares(m)[:1] == [start] and target(m) == end or m == text]
    if "," not in text:
        swapped = swaps and belongs(board, end, side)
        fits = (lambda m: squares(m)[-1] == start) if swapped else beside
        fitting.sort(key=lambda m: "," in m and not fits(m))
    exact = [m for m in fitting if re.sub(r"^.*\d", "", m).strip("=+") == tail]
    if not fitting and "," not in text:
        # UCI writes castling in shuffled arrays as the king taking its partner.
        right = end[0] > start[0]
        fitting = [m for m in legal if squares(m)[:1] == [start] and belongs(board, target(m), side)
                   and target(m)[1:] == start[1:] and (target(m)[0] > start[0]) == right]
    if not exact and not fitting:
        raise Faults(f"the engine's {text} is not one of {' '.join(legal)}")
    return (exact or fitting)[0]


class Game:
    def __init__(self, variant, definition, directory, seed):
        self.rng = random.Random(seed)
        self.debug = os.path.join(directory, f"person-{seed}.debug")
        self.seen, self.pending = 0, []
        if os.path.exists(self.debug):
            os.remove(self.debug)
        self.xboard = self.start(variant, definition, directory)
        setup = self.expect(r"<first : setup \S+ (\d+)x(\d+)\+(\d+)\S* (.*)$", 60)
        if setup is None:
            raise Faults("XBoard asked for no variant")
        self.files, self.ten, fen = int(setup[1]), int(setup[2]) == 10, setup[4].strip()
        # Holdings take two files on each side of the board.
        self.margin = 2 if int(setup[3]) else 0
        self.rows = max(int(setup[2]), int(setup[3]))
        self.swaps = "_nocastle " in setup[0]
        self.untested = "-testLegality false" in os.environ.get("OPTIONS", "")
        self.expect(r"<first : pong", 60)
        time.sleep(1.0)
        with open(self.debug, errors="replace") as file:
            self.warned = "makes these moves here" in file.read()
        self.window = self.board_window()
        # Without its castling field, which means nothing under some of XBoard's parents, everything is unmoved.
        shuffles = has_line(definition, "shuffle=")
        start = "fen " + " ".join(fen.split()[:2]) if shuffles else "startpos"
        size = (self.files, int(setup[2])) if has_line(definition, "toMove=black") and not shuffles else None
        self.moves = Moves(os.environ["GRIFFON"], definition, start, size)
        self.made = self.castled = self.repeated = 0
        # Letter of the king.
        self.letter = None

    def start(self, variant, definition, directory):
        """Starts XBoard; again if it writes no debug file, because it sometimes hangs before it reads its options."""
        engine = os.environ["GRIFFON"]
        # The user's settings may open the window for thinking lines, in whose empty text XBoard looks for a move.
        command = ["xboard", "-engineOutputUp", "false", "-variant", variant, "-fcp", f"{engine} --variant {definition}", "-size", "49", "-tc", "5",
                   "-searchDepth", "2", "-testLegality", "true", "-debug", "-debugfile", self.debug,
                   "-settingsFile", os.path.join(directory, ".settings"), "-saveSettingsOnExit", "false", "-autoInstall", "",
                   "-xponder", "-xanimate", "-soundMove", "", "-startupMessage", "", "-usePolyglotBook", "false"] + os.environ.get("OPTIONS", "").split()
        for _ in range(3):
            xboard = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            end = time.time() + 20
            while time.time() < end:
                if os.path.exists(self.debug):
                    return xboard
                time.sleep(0.02)
            xboard.kill()
            xboard.wait()
        raise Faults("XBoard does not start")

    def lines(self):
        with open(self.debug, errors="replace") as file:
            file.seek(self.seen)
            text = file.read()
        # The last line may be incomplete.
        end = text.rfind("\n") + 1
        self.seen += len(text[:end].encode(errors="replace"))
        return text[:end].splitlines()

    def expect(self, pattern, patience):
        end = time.time() + patience
        while time.time() < end:
            if os.path.exists(self.debug):
                self.pending += self.lines()
                while self.pending:
                    line = self.pending.pop(0)
                    if re.search(r"[Ii]llegal move|Impossible move|Ignoring|Undoing|Error", line) and "#" not in line:
                        raise Faults(line)
                    found = re.search(pattern, line)
                    if found:
                        return found
            time.sleep(0.02)
        return None

    def tool(self, *arguments):
        return subprocess.run(["xdotool", *map(str, arguments)], capture_output=True, text=True).stdout

    def board_window(self):
        windows = self.tool("search", "--onlyvisible", "--name", ".").split()
        # A message may be wider than the board, but is not as high.
        board = max(windows, key=lambda window: self.size(window)[1])
        for window in windows:
            if window != board:
                self.tool("windowmove", window, 1100, 0)
        return board

    def size(self, window):
        shape = dict(line.split("=") for line in self.tool("getwindowgeometry", "--shell", window).split())
        return int(shape["WIDTH"]), int(shape["HEIGHT"])

    def click(self, square):
        file, rank = ord(square[0]) - ord("a"), int(square[1:]) - 1
        # XBoard may change the size of its window after it has shown the board.
        width, height = self.size(self.window)
        # XBoard keeps the window width and shrinks the squares; its buttons may be wider than the board.
        widest = width // (self.files + 2 * self.margin)
        pitch = min(widest, (height - HEADERS[widest < LARGE]) // self.rows)
        x, y = 1 + (self.margin + file) * pitch + pitch // 2, height - 2 - rank * pitch - pitch // 2
        self.tool("mousemove", "--window", self.window, x, y, "click", 1)

    def again(self, square):
        """Clicks once more. One click in some thousands is lost on the way to XBoard; a person clicks again. Not twice in
        a game. Returns whether it clicked."""
        if self.repeated:
            return False
        self.repeated += 1
        self.click(square)
        return True

    def choose(self, legal):
        far = [m for m in legal if beside(m) and abs(ord(m[0]) - ord(target(m)[0])) >= 2]
        ends = [tuple(squares(m)) for m in legal]
        # A suffix is no choice if it is the only one between the two squares; where there are several, XBoard asks.
        form = r"[a-z]\d+[a-z]\d+[a-z+]?" if self.untested else r"[a-z]\d+[a-z]\d+"
        simple = [m for m in legal if re.fullmatch(form, m) and ends.count(tuple(squares(m))) == 1]
        simple += far
        if not simple:
            return None
        kings = [m for m in simple if abs(ord(m[0]) - ord(squares(m)[1][0])) >= 2 and squares(m)[0] == self.king]
        own = [m for m in simple if squares(m)[1] in self.own]
        flat = [m for m in kings if squares(m)[0][1:] == squares(m)[1][1:]]
        for preferred in (flat, own if self.rng.random() < 0.5 else [], kings):
            if preferred:
                self.castled += 1
                return self.rng.choice(preferred)
        clearing = [m for m in simple if squares(m)[0] in self.back]
        return self.rng.choice(clearing if clearing and self.rng.random() < 0.7 else simple)

    def lift(self, legal):
        """Chooses a move and lifts the piece; returns the move and the mark of its target. If the engine warned at the
        start about moves that XBoard cannot make, only tries moves whose target is marked."""
        lifted = None
        while (move := self.choose(legal)) is not None:
            if squares(move)[0] != lifted:
                # A second click would put the piece down.
                lifted = squares(move)[0]
                self.click(lifted)
                self.marked = self.marks()
            mark = self.marked.get(target(move))
            if mark or not self.warned:
                return move, mark
            legal = [other for other in legal if other != move]
        return None, None

    def landing(self, start, partner):
        """Returns where XBoard lets a king castle towards its partner, which UCI names instead."""
        distance = lambda square: ord(square[0]) - ord(start[0])
        ahead = [square for square in self.marked if square[1:] == start[1:] and abs(distance(square)) > 1
                 and (distance(square) > 0) == (distance(partner) > 0)]
        return max(ahead, key=lambda square: abs(distance(square)), default=partner)

    def castling(self, start, partner, end, board):
        """Returns the legal move that XBoard makes when the king at `start` castles to `end`: the partner goes next to the
        king, or to its square if the two swap places. UCI may list several that share the first or the last square."""
        inward = chr(ord(end[0]) + (1 if partner[0] < start[0] else -1)) + end[1:]
        place = start if self.swaps and end == partner else inward
        for move in self.moves.listed:
            if squares(move)[0] == start:
                after = self.moves.after(move)
                left = partner in (end, place) or after.get(partner) != board[partner]
                if left and after.get(end) == board[start] and after.get(place) == board[partner]:
                    return move
        raise Faults(f"castling to {end} with {partner} is marked, but is not legal")

    def marks(self):
        """Returns the letters of the next highlighted squares."""
        marks = self.expect(r"<first : highlight (\S+)", PATIENCE)
        rows = marks[1].split("/") if marks else []
        return dict(cells(rows, len(rows), 1))

    def play(self, count):
        off = -1 if self.ten else 0
        for _ in range(count):
            legal, (board, _) = self.moves.legal(), self.moves.board()
            self.own = {square for square, cell in board.items() if cell.isupper()}
            if self.letter is None and KING[0]:
                self.letter = board[KING[0]]
            self.king = next((square for square in self.own if board[square] == self.letter), None)
            self.back = self.own & BACK
            move, mark = self.lift(legal)
            if move is None:
                return
            start, end = squares(move)[0], target(move)
            if mark is None and start == self.king and end in self.own:
                end = self.landing(start, end)
            self.click(end)
            if mark == "C":
                # The partner of castling, or the first of two legs.
                ends, partner = self.marks(), end
                if not ends and self.again(partner):
                    ends = self.marks()
                end = end if end in ends else next(iter(ends), end)
                self.click(end)
                if is_castling(move) or start == self.king and partner in self.own:
                    move = self.castling(start, partner, end, board)
            sent = self.sent(move)
            if sent is None and self.again(end):
                sent = self.sent(move)
            if sent is None:
                raise Faults(f"{move} was dropped after {' '.join(self.moves.played)}")
            names = squares(sent[1])
            if zeros(sent[1]):
                arrived = start == self.king and end in self.own and (sent[1] == "O-O") == (end > start)
            else:
                arrived = names[:2] == squares(shifted(start + end, off))
            if not arrived:
                raise Faults(f"{move} arrived as {sent[1]}")
            self.moves.played.append(move)
            self.made += 1
            answer = self.expect(r"<first : (move \S+|resign|1-0|0-1|1/2)", PATIENCE)
            if answer is None:
                raise Faults(f"no answer to {move}")
            if not answer[1].startswith("move"):
                return
            text = shifted(answer[1][5:], -off)
            legal, (board, side) = self.moves.legal(), self.moves.board()
            self.moves.played.append(meant(text, legal, self.moves.listed, board, side, self.letter, self.swaps))

    def sent(self, move):
        """Returns the move that XBoard sends next; `None` if it sends none."""
        try:
            return self.expect(r">first : (?:usermove )?([a-z]\d+[a-z]\d+\S*|O-O\S*)$", PATIENCE)
        except Faults as fault:
            raise Faults(f"{move}: {fault}") from fault

    def close(self):
        self.moves.close()
        self.xboard.terminate()
        try:
            self.xboard.wait(5)
        except subprocess.TimeoutExpired:
            # XBoard's signal handler can hang.
            self.xboard.kill()
            self.xboard.wait()


KING, BACK = [None], set()


def main():
    variant, definition, games, count, directory = sys.argv[1:]
    seed = int(os.environ.get("SEED", "1"))
    faults = made = castled = repeated = 0
    for number in range(int(games)):
        game = None
        try:
            game = Game(variant, definition, directory, seed + number)
            find_back(game)
            game.play(int(count))
        except Faults as fault:
            faults += 1
            print(f"  fault: mouse game {number + 1}: {fault}")
        finally:
            if game is not None:
                made, castled, repeated = made + game.made, castled + game.castled, repeated + game.repeated
                game.close()
    print(f"  mouse: {games} games, {made} moves, {castled} castlings or exchanges, {repeated} repeated clicks, {faults} faults")
    sys.exit(1 if faults else 0)


def find_back(game):
    """Finds White's king and the squares of its pieces, from the setup sent to XBoard."""
    with open(game.debug, errors="replace") as file:
        setup = re.findall(r"<first : setup \((\S+)\) \S+ (\S+) ", file.read())[-1]
    king, rows = setup[0][len(setup[0]) // 2 - 1], setup[1].split("[")[0].split("/")
    KING[0] = None
    BACK.clear()
    for square, cell in cells(rows[-3:], 3, 1):
        if cell == king:
            KING[0] = square
        if cell.isupper() and cell != "P":
            BACK.add(square)


main()
