"""Boards for python-chess's engine module whose rules are independent of Griffon.

Chess, Fischer Random Chess and Crazyhouse are python-chess's own. It does not know Capablanca Chess, Shogi and
Xiangqi: `FairyBoard` implements the part of a board's interface that `chess.engine` uses, with pyffish
(Fairy-Stockfish's rules).
"""

import functools
import random
from typing import Callable, List, Optional, Tuple

import chess
import chess.variant
import pyffish

# Called for an illegal move in an engine's line. `chess.engine` ignores these in CECP.
on_bad_move: Callable[[str], None] = print


def _push_noted(board: object, text: str, push: Callable[[str], object]) -> object:
    """Makes the move. A mark for a fail high or low after it ends the line for python-chess."""
    try:
        move = push(text.rstrip("!?"))
    except ValueError:
        on_bad_move(f"{text} in {board.fen()}")
        raise
    if text[-1] in "!?":
        board.pop()
        raise ValueError(text)
    return move


class Text(str):
    """A move of `FairyBoard`, as UCI text."""

    def uci(self) -> str:
        return str(self)


@functools.lru_cache(maxsize=4096)
def _legal_moves(variant: str, fen: str) -> Tuple[Text, ...]:
    return tuple(Text(move) for move in pyffish.legal_moves(variant, fen, []))


@functools.lru_cache(maxsize=4096)
def _fen_after(variant: str, fen: str, move: str) -> str:
    return pyffish.get_fen(variant, fen, [move])


class FairyBoard:
    """A start position and the moves played. Subclasses name the variant."""

    uci_variant = ""
    xboard_variant = ""
    # The number of the first rank in CECP; in UCI it is 1.
    first_rank = 1
    chess960 = False

    def __init__(self, fen: Optional[str] = None, moves: Optional[List[Text]] = None):
        start = fen or pyffish.start_fen(self.uci_variant)
        self.start = pyffish.get_fen(self.uci_variant, start, [])
        self.move_stack: List[Text] = []
        # The positions from the start to the current one.
        self.fens = [self.start]
        for move in moves or []:
            self.push(move)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.fen() == other.fen()

    def fen(self, **_: object) -> str:
        return self.fens[-1]

    @property
    def turn(self) -> bool:
        return self.fen().split()[1] == "w"

    @property
    def legal_moves(self) -> Tuple[Text, ...]:
        return _legal_moves(self.uci_variant, self.fen())

    def root(self) -> "FairyBoard":
        return type(self)(self.start)

    def copy(self, *, stack: bool = True) -> "FairyBoard":
        return type(self)(self.start, self.move_stack) if stack else type(self)(self.fen())

    def push(self, move: Text) -> None:
        self.fens.append(_fen_after(self.uci_variant, self.fen(), move))
        self.move_stack.append(move)

    def pop(self) -> Text:
        self.fens.pop()
        return self.move_stack.pop()

    def parse_uci(self, text: str) -> Text:
        # `chess.engine` converts the letter of a drop to lowercase.
        move = Text(text[0].upper() + text[1:] if "@" in text else text)
        if move not in self.legal_moves:
            raise chess.IllegalMoveError(f"{text} in {self.fen()}")
        return move

    def push_uci(self, text: str) -> Text:
        move = self.parse_uci(text)
        self.push(move)
        return move

    def _renumbered(self, text: str, by: int) -> str:
        """Returns the move with `by` added to each rank."""
        digits, out = "", ""
        for c in text + "\0":
            if c.isdigit():
                digits += c
                continue
            out += (str(int(digits) + by) if digits else "") + c
            digits = ""
        return out[:-1]

    def xboard(self, move: Text) -> str:
        return self._renumbered(move, self.first_rank - 1)

    def parse_xboard(self, text: str) -> Text:
        return self.parse_uci(self._renumbered(text, 1 - self.first_rank))

    def push_xboard(self, text: str) -> Text:
        return _push_noted(self, text, lambda move: self.push_uci(self._renumbered(move, 1 - self.first_rank)))

    def is_dead(self) -> bool:
        """Whether neither side can win."""
        return all(pyffish.has_insufficient_material(self.uci_variant, self.start, self.move_stack))

    def outcome(self, **_: object) -> None:
        """Required by `chess.engine` when it sends a result, which the calling script supplies."""
        return None

    def result(self) -> Optional[str]:
        """Returns the result if the game is over; draws by repetition and move count are claimed immediately."""
        rules = (self.uci_variant, self.start, self.move_stack)
        over, value = pyffish.is_immediate_game_end(*rules)
        if not over:
            over, value = pyffish.is_optional_game_end(*rules)
        if not over and not self.legal_moves:
            over, value = True, pyffish.game_result(*rules)
        if not over and self.is_dead():
            over, value = True, 0
        if not over:
            return None
        if value == 0:
            return "1/2-1/2"
        return "1-0" if (value > 0) == self.turn else "0-1"


class Capablanca(FairyBoard):
    uci_variant = xboard_variant = "capablanca"


class Shogi(FairyBoard):
    uci_variant = xboard_variant = "shogi"


class Xiangqi(FairyBoard):
    uci_variant = xboard_variant = "xiangqi"
    first_rank = 0


class _Chess:
    """Additions to python-chess's boards."""

    def push_xboard(self, text: str) -> chess.Move:
        return _push_noted(self, text, super().push_xboard)

    def is_dead(self) -> bool:
        """Whether neither side can win."""
        return self.is_insufficient_material()

    def result(self) -> Optional[str]:
        """Returns the result if the game is over; draws by repetition and move count are claimed immediately."""
        outcome = self.outcome()
        if outcome:
            return outcome.result()
        return "1/2-1/2" if self.is_repetition(3) or self.halfmove_clock >= 100 else None


class Chess(_Chess, chess.Board):
    pass


class Crazyhouse(_Chess, chess.variant.CrazyhouseBoard):
    def root(self) -> "Crazyhouse":
        # python-chess 1.11 shares the pockets of its first position, so later captures would fill them.
        board = super().root()
        board.pockets = [pocket.copy() for pocket in board.pockets]
        return board


def shuffled(generator: random.Random) -> Chess:
    """Returns a start position of Fischer Random Chess."""
    return Chess(chess.Board.from_chess960_pos(generator.randrange(960)).fen(), chess960=True)


def castles_soon(generator: random.Random) -> Chess:
    """Returns such a start without knights, bishops and queens: both sides can castle either way unless attacked."""
    fen = chess.Board.from_chess960_pos(generator.randrange(960)).fen()
    board = Chess(fen, chess960=True)
    for square in chess.SquareSet(board.knights | board.bishops | board.queens):
        board.remove_piece_at(square)
    board.castling_rights = board.rooks
    return board


def castling_mates(generator: random.Random, kingside: bool, turn: chess.Color) -> Chess:
    """Returns a position in which castling is the only mating move."""
    while True:
        board = Chess(None, chess960=True)
        board.turn = chess.WHITE
        file = generator.randrange(1, 7)
        partner = generator.randrange(file + 1, 8) if kingside else generator.randrange(file)
        board.set_piece_at(file, chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(partner, chess.Piece(chess.ROOK, chess.WHITE))
        board.castling_rights = chess.BB_SQUARES[partner]
        # The other king stands on the castled rook's file, flanked by its own pawns.
        king = chess.square(5 if kingside else 3, generator.randrange(4, 7))
        board.set_piece_at(king, chess.Piece(chess.KING, chess.BLACK))
        for square in chess.SquareSet(chess.BB_KING_ATTACKS[king]):
            if chess.square_file(square) != chess.square_file(king):
                board.set_piece_at(square, chess.Piece(chess.PAWN, chess.BLACK))
        board.set_piece_at(king + 8, chess.Piece(chess.PAWN, chess.BLACK))
        if not board.is_valid():
            continue
        mates = []
        for move in board.legal_moves:
            board.push(move)
            if board.is_checkmate():
                mates.append(move)
            board.pop()
        if len(mates) == 1 and board.is_castling(mates[0]):
            return board if turn == chess.WHITE else board.mirror()
