//! The inputs of a net, computed from the tables of any variant.
//!
//! A feature is seen from one side: own or enemy, piece type, and square. Black sees the board turned. Where moves and
//! board are mirror-symmetric, a side whose royal is in the right half sees the board mirrored.

use crate::board::{Color, Geometry, Kind, Square};
use crate::rules::GameRules;
use crate::values;
use crate::variant::all_kinds;

/// No feature.
pub(crate) const NO_FEATURE: u32 = u32::MAX;

/// The features of a game. A *view* is a side and whether it sees the board mirrored: `2 * colour + mirrored`.
#[derive(Clone, Debug)]
pub struct FeatureSet {
    count: usize,
    pub(crate) squares: usize,
    pub(crate) files: u16,
    /// Whether a side can see the board mirrored.
    pub mirrors: bool,
    /// `[view][kind * squares + square]`
    pub(crate) pieces: [Box<[u32]>; 4],
    /// `[view][colour * squares + square]`: unmoved pieces on the first rank, where they may castle.
    pub(crate) marks: [Box<[u32]>; 4],
    /// `[colour of the side][kind]`: the first of [`FeatureSet::MAX_IN_HAND`] features.
    pub(crate) hands: [Box<[u32]>; 2],
    /// Set for Black in games whose sides differ.
    black: Option<u32>,
}

/// Numbers features in the order in which they are first seen.
struct FeatureNumbering(Vec<u32>, u32);

impl FeatureNumbering {
    fn new(size: usize, first: u32) -> Self {
        Self(vec![NO_FEATURE; size], first)
    }
    fn of(&mut self, slot: usize, size: u32) -> u32 {
        if self.0[slot] == NO_FEATURE {
            self.0[slot] = self.1;
            self.1 += size;
        }
        self.0[slot]
    }
}

impl FeatureSet {
    /// Pieces of one kind in hand that have features of their own.
    pub const MAX_IN_HAND: u32 = 8;

    /// Computes the features of a game.
    pub fn new(game: GameRules<'_>) -> Self {
        let board = &game.variant.board;
        let (squares, kinds) = (board.len(), game.tables.kind_count());
        let mirrors = is_mirror_symmetric(game);
        let mut set = Self {
            count: 0,
            squares,
            files: board.files(),
            mirrors,
            pieces: [(); 4].map(|()| vec![NO_FEATURE; kinds * squares].into()),
            marks: Default::default(),
            hands: [(); 2].map(|()| vec![NO_FEATURE; kinds].into()),
            black: None,
        };
        set.count = set.number_pieces(game) as usize;
        set.number_marks(game);
        set.number_hands(game);
        if !is_colour_symmetric(game) {
            set.black = Some(set.count as u32);
            set.count += 1;
        }
        set
    }
    fn number_pieces(&mut self, game: GameRules<'_>) -> u32 {
        let domains = domains(game);
        let mut numbering = FeatureNumbering::new(game.tables.kind_count() * self.squares, 0);
        for kind in all_kinds(game.variant) {
            for square in game.variant.board.squares().filter(|s| domains[kind.index()][s.index()]) {
                for view in 0..4 {
                    let seen = self.seen(game, view, square);
                    let number = numbering.of(self.slot(view, kind, seen), 1);
                    self.pieces[view][kind.index() * self.squares + square.index()] = number;
                }
            }
        }
        numbering.1
    }
    /// Slot of a kind on a square as a view sees them.
    fn slot(&self, view: usize, kind: Kind, seen: Square) -> usize {
        let enemy = usize::from(kind.color().index() != view / 2);
        (2 * kind.piece().index() + enemy) * self.squares + seen.index()
    }
    /// The square of the view that shows `square`.
    fn seen(&self, game: GameRules<'_>, view: usize, square: Square) -> Square {
        let side = Color::BOTH[view / 2];
        let seen = game.variant.as_white_sees(side, square);
        if self.mirrors && view % 2 == 1 { flipped(&game.variant.board, seen) } else { seen }
    }
    fn number_marks(&mut self, game: GameRules<'_>) {
        if !all_kinds(game.variant).any(|kind| game.tables.kind(kind).castles) {
            return;
        }
        let board = &game.variant.board;
        let mut numbering = FeatureNumbering::new(2 * self.squares, self.count as u32);
        self.marks = [(); 4].map(|()| vec![NO_FEATURE; 2 * self.squares].into());
        for color in Color::BOTH {
            for square in board.squares().filter(|&s| board.relative_rank(color, s) == 0) {
                for view in 0..4 {
                    let enemy = usize::from(color.index() != view / 2);
                    let slot = enemy * self.squares + self.seen(game, view, square).index();
                    let number = numbering.of(slot, 1);
                    self.marks[view][color.index() * self.squares + square.index()] = number;
                }
            }
        }
        self.count = numbering.1 as usize;
    }
    fn number_hands(&mut self, game: GameRules<'_>) {
        let variant = game.variant;
        let mut numbering = FeatureNumbering::new(game.tables.kind_count(), self.count as u32);
        for kind in all_kinds(variant) {
            let piece = kind.piece().index();
            if !variant.keeps_captured() && variant.hands.iter().all(|hand| hand[piece] == 0) {
                continue;
            }
            for side in Color::BOTH {
                let slot = 2 * piece + usize::from(kind.color() != side);
                self.hands[side.index()][kind.index()] = numbering.of(slot, Self::MAX_IN_HAND);
            }
        }
        self.count = numbering.1 as usize;
    }
    /// Number of features.
    pub fn count(&self) -> usize {
        self.count
    }
    /// Number of *atoms*: pieces on squares, pieces in hand and marks, whatever the view.
    pub fn atom_count(&self) -> usize {
        self.pieces[0].len() + self.hands[0].len() * Self::MAX_IN_HAND as usize + self.marks[0].len()
    }
    /// The atom of a piece on a square.
    #[inline]
    pub fn piece_atom(&self, kind: Kind, square: Square) -> usize {
        kind.index() * self.squares + square.index()
    }
    /// The atom of a piece in hand, the one after `number` others of its kind.
    pub fn hand_atom(&self, kind: Kind, number: u32) -> usize {
        self.pieces[0].len() + kind.index() * Self::MAX_IN_HAND as usize + number as usize
    }
    /// The atom of an unmoved piece.
    pub fn mark_atom(&self, color: Color, square: Square) -> usize {
        let hands = self.hands[0].len() * Self::MAX_IN_HAND as usize;
        self.pieces[0].len() + hands + color.index() * self.squares + square.index()
    }
    /// The kind in hand that an atom stands for; `None` for a piece on a square or a mark.
    pub fn kind_in_hand(&self, atom: usize) -> Option<Kind> {
        let number = atom.checked_sub(self.pieces[0].len())? / Self::MAX_IN_HAND as usize;
        (number < self.hands[0].len()).then_some(Kind(number as u16))
    }
    /// The kind and the square that an atom stands for; `None` for pieces in hand and marks.
    pub fn kind_on_square(&self, atom: usize) -> Option<(Kind, Square)> {
        let on_board = atom < self.pieces[0].len();
        on_board.then(|| (Kind((atom / self.squares) as u16), Square((atom % self.squares) as u16)))
    }
    /// Returns the feature of each atom in a view; `None` for atoms without one.
    pub fn rows(&self, view: usize) -> Vec<Option<u32>> {
        let hand = |&first: &u32| {
            (0..Self::MAX_IN_HAND).map(move |n| if first == NO_FEATURE { NO_FEATURE } else { first + n })
        };
        let hands = self.hands[view / 2].iter().flat_map(hand);
        let all = self.pieces[view].iter().copied().chain(hands).chain(self.marks[view].iter().copied());
        all.map(|row| (row != NO_FEATURE).then_some(row)).collect()
    }
    /// The feature that is active in all positions in a view, if there is one.
    pub fn constant(&self, view: usize) -> Option<u32> {
        self.black.filter(|_| view / 2 == 1)
    }
    /// Whether the moves of both sides are the same.
    pub fn is_colour_symmetric(&self) -> bool {
        self.black.is_none()
    }
    /// Whether a square is in the right half of the board; the middle file is not.
    #[inline]
    pub(crate) fn is_in_right_half(&self, square: Square) -> bool {
        2 * (square.0 % self.files) >= self.files
    }
    /// Calls `each` with all numbers that define the features, for a hash.
    pub(super) fn numbers(&self, mut each: impl FnMut(u32)) {
        each(self.count as u32);
        each(u32::from(self.mirrors));
        each(self.black.unwrap_or(NO_FEATURE));
        self.pieces.iter().chain(&self.marks).chain(&self.hands).flatten().for_each(|&number| each(number));
    }
}

/// The squares where each kind can stand, `[kind][square]`: everywhere if its array is shuffled.
fn domains(game: GameRules<'_>) -> Vec<Vec<bool>> {
    let variant = game.variant;
    let mut domains = values::domains(game);
    for kind in all_kinds(variant).filter(|kind| variant.is_shuffled(kind.piece())) {
        domains[kind.index()] =
            variant.board.squares().map(|square| !variant.board.is_hole(square)).collect();
    }
    domains
}

/// The square mirrored left to right.
pub(super) fn flipped(board: &Geometry, square: Square) -> Square {
    let file = board.file(square);
    Square(square.0 - file + (board.files() - 1 - file))
}

/// Whether all moves, promotions and holes are the same after mirroring the board left to right; castling does not
/// count.
fn is_mirror_symmetric(game: GameRules<'_>) -> bool {
    let board = &game.variant.board;
    let flip = |square: Square| flipped(board, square);
    board.squares().all(|s| board.is_hole(s) == board.is_hole(flip(s)))
        && all_kinds(game.variant).all(|kind| moves_agree(game, [kind, kind], flip))
}

/// Whether Black's moves are White's on the turned board.
fn is_colour_symmetric(game: GameRules<'_>) -> bool {
    let turn = |square: Square| game.variant.as_white_sees(Color::Black, square);
    game.variant
        .types()
        .all(|piece| moves_agree(game, Color::BOTH.map(|color| Kind::new(piece, color)), turn))
}

/// Whether the moves of the second kind are those of the first, with all squares mapped.
fn moves_agree(game: GameRules<'_>, [kind, image]: [Kind; 2], map: impl Fn(Square) -> Square) -> bool {
    let tables = game.tables;
    let paths = |kind: Kind, from: Square, map: &dyn Fn(Square) -> Square| {
        let nodes = &tables.nodes()[tables.tree(kind, from)];
        let path = |node: &crate::tables::tree::Node| {
            // Guards and the like are not squares.
            let on_board = usize::from(node.square) < tables.squares();
            let square = if on_board { map(Square(node.square)).0 } else { node.square };
            (square, node.emit.0, node.go.0, node.flags.0)
        };
        let mut paths: Vec<_> = nodes.iter().map(path).collect();
        paths.sort_unstable();
        paths
    };
    game.variant.board.squares().all(|from| {
        tables.arrival(kind, from) == tables.arrival(image, map(from))
            && paths(kind, from, &map) == paths(image, map(from), &|square| square)
    })
}
