#!/usr/bin/env python3
"""Plays an engine with python-chess as the client, over UCI and CECP, in six variants.

Every move and the end of each game are checked by rules independent of Griffon (`boards.py`). Complaints are warnings
of python-chess, illegal moves or lines, clocks that run out, game ends missed or wrongly claimed by the engine, and
engines that stop. Prints one line per variant and protocol; exit code 1 after any complaint.
"""

import argparse
import asyncio
import logging
import os
import random
import re
import shlex
import signal
import sys
import time
from collections import Counter, deque
from typing import Callable, Dict, List, Optional

sys.dont_write_bytecode = True
try:
    import chess
    import chess.engine
    from chess.engine import INFO_ALL, INFO_NONE, Limit, Opponent, SimpleEngine

    import boards
except ImportError as missing:
    print(f"{missing}: python3 -m pip install -r tests/clients/requirements.txt", file=sys.stderr)
    sys.exit(2)

VARIANTS: Dict[str, Callable[[random.Random], object]] = {
    "chess": lambda _: boards.Chess(),
    "fischerandom": boards.shuffled,
    "capablanca": lambda _: boards.Capablanca(),
    "crazyhouse": lambda _: boards.Crazyhouse(),
    "shogi": lambda _: boards.Shogi(),
    "xiangqi": lambda _: boards.Xiangqi(),
}
PROTOCOLS = {"uci": SimpleEngine.popen_uci, "cecp": SimpleEngine.popen_xboard}
# Kinds of games, in turn. In all but the last two the engine plays itself.
KINDS = ["time", "clock", "depth", "nodes", "ponder", "random"]
OPENING_PLIES = 4
CLOCK, INCREMENT = 8.0, 0.08
# The clock is the client's and includes its own time for reading and forwarding a move.
MARGIN = 0.2
# Seconds without a move after which an engine counts as hung.
PATIENCE = 60

# python-chess only knows chess squares and would end a line of moves at the first other square.
chess.engine.UCI_REGEX = re.compile(r"\S+")


class Log(logging.Handler):
    """Log handler for python-chess: keeps the last lines of the engines and all complaints."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: deque = deque(maxlen=60)
        self.complaints: List[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if record.levelno < logging.WARNING:
            self.lines.append(text)
            return
        # The protocol requires this answer to `.`, which python-chess sends without expecting one.
        if "Unexpected engine output: 'stat01: " in text:
            return
        if record.exc_info:
            text += f" ({record.exc_info[1]})"
        self.complain(f"python-chess: {text}")

    def complain(self, text: str) -> None:
        self.complaints.append(text)

    def claims(self) -> List[str]:
        """Returns the results among the last lines."""
        said = [line.split(">> ", 1)[1] for line in self.lines if ">> " in line]
        return [line.split()[0] for line in said if line.startswith(("1-0", "0-1", "1/2-1/2"))]


class Round:
    """The games of one variant over one protocol."""

    def __init__(self, arguments: argparse.Namespace, log: Log, variant: str, protocol: str):
        self.arguments, self.log, self.variant, self.protocol = arguments, log, variant, protocol
        self.generator = random.Random(f"{arguments.seed} {variant} {protocol}")
        self.counts: Counter = Counter()
        self.game = 0
        self.slowest = 0.0
        self.opened: List[SimpleEngine] = []

    def complain(self, text: str, board: object = None) -> None:
        where = ""
        if board is not None:
            moves = " ".join(move.uci() for move in board.move_stack)
            where = f"\n    fen {board.root().fen()}\n    moves {moves}"
        self.log.complain(text + where)

    def open(self) -> SimpleEngine:
        engine = PROTOCOLS[self.protocol](shlex.split(self.arguments.engine), timeout=10.0)
        self.opened.append(engine)
        # Also tests setting options.
        if self.protocol == "uci":
            options = {"Hash": 16, "Threads": 1, "Move Overhead": 20}
        else:
            options = {"memory": 16, "cores": 1}
        engine.configure({name: value for name, value in options.items() if name in engine.options})
        engine.ping()
        return engine

    def close(self, engine: SimpleEngine) -> None:
        engine.quit()
        code = engine.protocol.returncode.result()
        if code:
            self.complain(f"the engine ended with exit code {code}")

    def count_move(self, who: str, board: object, move: object) -> None:
        self.counts["plies"] += 1
        text = move.uci()
        if "@" in text:
            self.counts["drops"] += 1
        elif not text[-1].isdigit():
            self.counts["promotions"] += 1
        if isinstance(board, chess.Board) and board.is_castling(move):
            self.counts[f"{who} {'O-O' if board.is_kingside_castling(move) else 'O-O-O'}"] += 1

    def play(self, kind: str, board: object, engines: List[Optional[SimpleEngine]]) -> None:
        """Plays a game. `engines` has one entry for White and one for Black; `None` plays randomly."""
        self.game += 1
        clocks = [CLOCK, CLOCK]
        opponent = Opponent("Somebody", None, 1800, self.game % 4 < 2) if self.game % 3 == 0 else None
        result = board.result()
        while result is None and len(board.move_stack) < self.arguments.plies:
            side = 0 if board.turn else 1
            engine = engines[side]
            if engine is None or len(board.move_stack) < OPENING_PLIES and kind != "castles":
                move, offered = self.random_move(board), None
                self.count_move("client", board, move)
            else:
                limit = self.limit(kind, clocks)
                ply = len(board.move_stack)
                options = {
                    "game": (self.game, side),
                    # Reading search output takes time while the clock runs.
                    "info": INFO_NONE if kind in ("clock", "ponder") else INFO_ALL,
                    "ponder": kind == "ponder",
                    "draw_offered": ply == 20,
                    "opponent": opponent if ply < OPENING_PLIES + 2 else None,
                }
                before = time.perf_counter()
                # python-chess waits forever unless the search is limited by time.
                signal.alarm(PATIENCE)
                played = engine.play(board, limit, **options)
                signal.alarm(0)
                used = time.perf_counter() - before
                if kind in ("clock", "ponder"):
                    clocks[side] -= used
                    if clocks[side] < -MARGIN:
                        self.complain(f"lost on time by {-clocks[side]:.2f} s", board)
                        return
                    clocks[side] += INCREMENT
                elif limit.time is not None:
                    self.slowest = max(self.slowest, used - limit.time)
                    if used > limit.time + self.arguments.slack:
                        self.complain(f"{used:.2f} s for a move, the limit was {limit.time}", board)
                if played.resigned:
                    self.complain("resigned without being asked to", board)
                    return
                if played.move is None:
                    self.complain(f"no move, but there are legal moves: {self.log.claims()}", board)
                    return
                move = played.move
                self.count_move("engine", board, move)
                offered = played.draw_offered
                if ply == OPENING_PLIES + 4:
                    # Analysis in the middle of a game must not affect the game.
                    self.analyse(engine, board)
            if move not in board.legal_moves:
                self.complain(f"{move.uci()} is not legal", board)
                return
            board.push(move)
            result = board.result()
            if result == "1/2-1/2" and self.protocol == "cecp" and any(board.legal_moves):
                # CECP: a draw caused by a move is claimed with it.
                if offered is False and not board.is_dead():
                    self.complain("a draw by rule was not offered", board)
        self.counts["games"] += 1
        self.counts[result or "cut off"] += 1
        for engine in {engine for engine in engines if engine is not None}:
            if result:
                self.ask_at_the_end(engine, board, result)
                winner = {"1-0": chess.WHITE, "0-1": chess.BLACK}.get(result)
                engine.send_game_result(board, winner, "over")
            else:
                engine.send_game_result(board, game_complete=False)

    def random_move(self, board: object) -> object:
        moves = list(board.legal_moves)
        # Prefer castling, which is rare.
        castling = [move for move in moves if isinstance(board, chess.Board) and board.is_castling(move)]
        return self.generator.choice(castling or moves)

    def limit(self, kind: str, clocks: List[float]) -> Limit:
        if kind in ("clock", "ponder"):
            return Limit(
                white_clock=clocks[0], black_clock=clocks[1], white_inc=INCREMENT, black_inc=INCREMENT
            )
        if kind == "depth":
            return Limit(depth=3)
        if kind == "nodes":
            return Limit(nodes=2000)
        return Limit(time=self.arguments.movetime)

    def ask_at_the_end(self, engine: SimpleEngine, board: object, result: str) -> None:
        """Checks that the engine has no move when the game is over, and in CECP that it reports the same result.

        A result that must be claimed does not end the game by itself: until then the engine may play on.
        """
        if any(board.legal_moves):
            self.counts["ends by claim"] += 1
            return
        self.log.lines.clear()
        played = engine.play(board, Limit(time=self.arguments.movetime), game="the end")
        if played.move is not None:
            self.complain(f"played {played.move.uci()}, but the game was over: {result}", board)
        elif self.protocol == "cecp" and result not in self.log.claims():
            self.complain(f"says {self.log.claims()}, but it is {result}", board)
        else:
            self.counts["ends agreed"] += 1

    def analyse(self, engine: SimpleEngine, board: object) -> None:
        legal = list(board.legal_moves)
        limit = Limit(time=self.arguments.movetime)
        if self.protocol == "uci":
            lines = engine.analyse(board, limit, multipv=3, game="analysis")
            firsts = [str(line["pv"][0]) for line in lines if line.get("pv")]
            if len(firsts) != min(3, len(legal)) or len(set(firsts)) != len(firsts):
                self.complain(f"{len(lines)} lines were shown, first moves {firsts}", board)
            ranked = [(line["depth"], line["score"].relative) for line in lines if line.get("pv")]
            for (depth, better), (other, worse) in zip(ranked, ranked[1:]):
                # After a stop, lines left from the last iteration come after the new ones.
                if other > depth or other == depth and worse > better:
                    self.complain(f"lines in the wrong order: {ranked}", board)
        # Only some of the moves.
        some = self.generator.sample(legal, min(3, len(legal)))
        line = engine.analyse(board, limit, root_moves=some, game="analysis")
        if line.get("pv") and line["pv"][0] not in some:
            self.complain(f"{line['pv'][0]} is not one of {some}", board)
        # Without a limit, until stopped.
        shown = 0
        with engine.analysis(board, game="analysis") as analysis:
            for info in analysis:
                shown += "pv" in info
                if shown >= 3:
                    break
        best = analysis.wait().move
        if best is None or best not in legal:
            self.complain(f"analysis ends with {best}", board)
        self.counts["analyses"] += 1

    def castle(self) -> None:
        """Tests castling in shuffled chess: by the engine if only that mates, by the client whenever possible."""
        engine = self.open()
        for kingside in (True, False):
            for turn in (chess.WHITE, chess.BLACK):
                board = boards.castling_mates(self.generator, kingside, turn)
                self.play("castles", board, [engine, engine])
                if not board.is_checkmate():
                    self.complain("did not castle", board)
        for _ in range(4):
            board = boards.castles_soon(self.generator)
            self.play("random", board, [None, engine] if self.game % 2 else [engine, None])
        self.close(engine)
        for who in ("engine", "client"):
            for side in ("O-O", "O-O-O"):
                if not self.counts[f"{who} {side}"]:
                    self.complain(f"no {side} by the {who} in all games")

    def run(self) -> None:
        games = self.arguments.games
        for number, kind in enumerate(KINDS):
            # The games of this kind.
            share = range(number, games, len(KINDS))
            if not share:
                continue
            first, second = self.open(), self.open()
            for game in share:
                board = VARIANTS[self.variant](self.generator)
                mine = second if kind not in ("ponder", "random") else None
                turns = [first, mine] if game // len(KINDS) % 2 == 0 else [mine, first]
                self.play(kind, board, turns)
            self.close(first)
            self.close(second)
        if self.variant == "fischerandom":
            self.castle()

    def summary(self) -> str:
        counts = self.counts
        parts = [f"{counts['games']} games", f"{counts['plies']} plies"]
        parts += [f"{counts[key]} {key}" for key in ("1-0", "0-1", "1/2-1/2", "cut off")]
        parts += [f"{counts[key]} {key}" for key in ("ends agreed", "ends by claim", "analyses")]
        parts += [f"{counts[key]} {key}" for key in ("drops", "promotions") if counts[key]]
        castlings = [f"{key} {count}" for key, count in sorted(counts.items()) if "O-O" in key]
        return ", ".join(parts + castlings + [f"{self.slowest * 1000:.0f} ms over at most"])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    engine = os.environ.get("GRIFFON", "target/release/griffon")
    parser.add_argument("--engine", default=engine, help="engine command; default $GRIFFON or the release build")
    parser.add_argument("--variants", default=",".join(VARIANTS))
    parser.add_argument("--protocols", default=",".join(PROTOCOLS))
    parser.add_argument("--games", type=int, default=12, help="games per variant and protocol")
    parser.add_argument("--movetime", type=float, default=0.05, help="seconds per move")
    parser.add_argument(
        "--slack", type=float, default=2.0, help="seconds by which a move may be late; more on a busy machine"
    )
    parser.add_argument("--plies", type=int, default=300, help="maximum length of a game")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    log = Log()
    logger = logging.getLogger("chess.engine")
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    logger.addHandler(log)
    boards.on_bad_move = lambda text: log.complain(f"a move in a line of the engine: {text}")

    def hung(*_: object) -> None:
        raise TimeoutError(f"no move in {PATIENCE} s")

    signal.signal(signal.SIGALRM, hung)
    failed = False
    for variant in arguments.variants.split(","):
        for protocol in arguments.protocols.split(","):
            log.complaints.clear()
            played = Round(arguments, log, variant, protocol)
            try:
                played.run()
            except (chess.engine.EngineError, asyncio.TimeoutError, TimeoutError) as error:
                log.complain(f"{type(error).__name__}: {error}\n    " + "\n    ".join(list(log.lines)[-20:]))
            finally:
                signal.alarm(0)
                for engine in played.opened:
                    engine.close()
            faults = len(log.complaints)
            failed |= faults > 0
            print(f"{variant:13} {protocol:5} {faults} complaints: {played.summary()}", flush=True)
            for complaint in log.complaints[:10]:
                print(f"  {complaint}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
