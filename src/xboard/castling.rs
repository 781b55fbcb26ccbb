//! Castling: XBoard's own, by the rights in the FEN, or described with the atom `O`.
//!
//! SPEC: `xboard.md` 2.4, 2.6 and 3.5.

use super::array;
use super::betza::LONGEST;
use super::plan::{CASTLE_BY_ZEROS, Castling, DialectPlan};
use super::slots;
use crate::board::Color;
use crate::notation::Movement;
use crate::notation::legs::{Initial, MovementKind, Side};
use crate::variant::PieceType;
use crate::variant::castling::{CastleRule, setup_rules};

/// XBoard's letters for castling rights. SPEC: `xboard.md` 2.4.
const RIGHTS: [(Color, Side, char); 4] = [
    (Color::White, Side::Right, 'K'),
    (Color::White, Side::Left, 'Q'),
    (Color::Black, Side::Left, 'k'),
    (Color::Black, Side::Right, 'q'),
];

/// A castling atom of a description.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Word {
    /// Whether `i` precedes it.
    unmoved: bool,
    /// `l` or `r`, as the king's owner sees it.
    side: char,
    /// Number of files between the partner and the edge or a hole.
    inner: usize,
    /// Squares that the king travels.
    distance: u16,
}

impl DialectPlan<'_> {
    /// Whether the parent castles from shuffled arrays, as the variant does.
    pub(super) fn castles_from_anywhere(&self) -> bool {
        let parent = self.variant.parent.as_deref();
        parent.is_some_and(|name| CASTLE_BY_ZEROS.contains(&name))
            && self.variant.castle_files.is_some_and(|[white, black]| white == black)
            && self.leaves_a_queen()
    }

    /// Chooses XBoard's own castling if it fits both sides, else the `O` atom.
    pub(super) fn choose_castling(&self) -> Castling {
        // In a game with gates the field for castling rights would have to list all pieces that may gate.
        let fits_parent = !self.swaps && !self.gates;
        let Some(kings) = self.kings.filter(|_| fits_parent) else { return Castling::Described };
        let built_in = |(king, color)| self.castles_as_in_chess(king, color);
        let one_kind = self.partners().windows(2).all(|pair| pair[0] == pair[1]);
        let fits = one_kind && self.leaves_a_queen() && self.holds_all_with_rook();
        if self.castles_from_anywhere() || fits && kings.into_iter().zip(Color::BOTH).all(built_in) {
            Castling::BuiltIn
        } else {
            Castling::Described
        }
    }

    /// Whether a choice of promotion is left for the Queen's slot, which must not be empty, beside the partner in the rook
    /// slot.
    fn leaves_a_queen(&self) -> bool {
        let rooks = self.partners();
        let mut chosen = self.chosen().filter(|&p| self[p].description.is_complete()).peekable();
        chosen.peek().is_none() || chosen.any(|p| !rooks.contains(&p))
    }

    /// Whether XBoard has a line for every type that can be in hand, beside the Pawn and the Rook of its own castling,
    /// which are always among the first lines.
    fn holds_all_with_rook(&self) -> bool {
        let (rooks, pawn) = (self.partners(), |p: PieceType| self.id(p).eq_ignore_ascii_case("P"));
        let lines = self.firsts().filter(|&p| {
            let needs_line = self.comes_to_hand(p) || rooks.contains(&p) || pawn(p);
            needs_line && !self.id(p).starts_with('+') && !self.is_king(p)
        });
        !self.variant.has_hands() || lines.count() <= usize::from(self.variant.board.ranks())
    }

    /// The castling partners of the kings.
    fn partners(&self) -> Vec<PieceType> {
        let mut rules = setup_rules(self.variant);
        rules.retain(|rule| {
            self.kings.is_some_and(|kings| rule.king.piece() == kings[rule.king.color().index()])
        });
        rules.iter().filter_map(|rule| self.at(rule.partner)).map(|(_, piece)| piece).collect()
    }

    /// Whether the type is a partner in XBoard's own castling.
    pub(super) fn is_partner(&self, piece: PieceType) -> bool {
        self.castles_by_rights() && self.partners().contains(&piece)
    }

    /// Whether XBoard castles by the rights in the FEN.
    pub(super) fn castles_by_rights(&self) -> bool {
        let castles = |king: PieceType| self.castles(king).next().is_some();
        self.castling == Castling::BuiltIn && self.kings.is_some_and(|kings| kings.into_iter().any(castles))
    }

    fn castles_as_in_chess(&self, king: PieceType, color: Color) -> bool {
        let board = &self.variant.board;
        let mut initial = self.variant.movements(king).iter().filter(|m| m.initial != Initial::Any);
        let only_initial = initial.all(|m| matches!(m.kind, MovementKind::Castle(_)));
        let no_holes = !board.squares().any(|s| board.is_hole(s));
        let plain = self.castles(king).all(|castle| !castle.fast && !castle.gate);
        let built_in = || self.rules_of(king, color).iter().all(|rule| self.is_built_in(rule));
        plain && only_initial && no_holes && built_in()
    }

    /// Whether XBoard's own castling fits the rule: from the middle of the first rank, with a Rook in the corner, by
    /// a distance that depends on the width of the board. The squares that it tests for checks depend on the board
    /// only: they must be on the king's path. SPEC: `xboard.md` 2.6.
    fn is_built_in(&self, rule: &CastleRule) -> bool {
        let board = &self.variant.board;
        let files = board.files();
        let home = if rule.king.color() == Color::White { 0 } else { board.ranks() - 1 };
        let [from, to, partner] = [rule.from, rule.to, rule.partner].map(|square| board.file(square));
        let corner = if partner > from { files - 1 } else { 0 };
        let tested = if partner > from { files.saturating_sub(3) } else { 3 };
        let rook =
            self.at(rule.partner).is_some_and(|(_, piece)| self.variant.pieces[piece.index()].betza == "R");
        self.is_set_up(rule)
            && board.rank(rule.from) == home
            && (from == files / 2 || from == (files - 1) / 2)
            && partner == corner
            && to != partner
            && rook
            && to.abs_diff(from) == (files + 2) / 4
            && (from.min(to)..=from.max(to)).contains(&tested)
    }

    /// The castling atoms of a type for a side, and the castling rules that no atom expresses.
    ///
    /// SPEC: `xboard.md` 3.5: the partner is the first piece on the way, as many files in from the edge or from a
    /// hole as there are `j`; it lands beside the king. (More than one `j` tested with XBoard 4.9.1.)
    pub(super) fn castling_text(&self, piece: PieceType, color: Color) -> (String, Vec<CastleRule>) {
        if self.castling == Castling::BuiltIn && self.is_king(piece) {
            return (String::new(), Vec::new());
        }
        let rules = self.rules_of(piece, color).into_iter();
        let (said, mut unsaid): (Vec<CastleRule>, _) =
            rules.partition(|rule| self.is_a_castling_of_xboards(rule));
        let mut words: Vec<Word> = Vec::new();
        for word in said.iter().map(|rule| self.word(rule)) {
            words.extend((!words.contains(&word)).then_some(word));
        }
        let mut text = String::new();
        while let Some(word) = words.pop() {
            let other = Word { side: if word.side == 'l' { 'r' } else { 'l' }, ..word };
            let twin = words.iter().position(|w| *w == other);
            let side = if twin.is_some() { 's' } else { word.side };
            if let Some(at) = twin {
                words.remove(at);
            }
            let unmoved = if word.unmoved { "i" } else { "" };
            text += &format!("{unmoved}{side}{}O{}", "j".repeat(word.inner), word.distance);
        }
        if self.longest_text(piece) + text.len() > LONGEST {
            unsaid.extend(said);
            text.clear();
        }
        (text, unsaid)
    }

    /// Whether XBoard's board executes the rule. A king drags the nearest piece along, unless it starts on an edge
    /// file; castling by other pieces or by one square names the partner.
    fn is_a_castling_of_xboards(&self, rule: &CastleRule) -> bool {
        let board = &self.variant.board;
        let [from, to, partner, next] =
            [rule.from, rule.to, rule.partner, rule.partner_to].map(|square| i32::from(board.file(square)));
        let step = (partner - from).signum();
        let beside = (to - from) * step > 0 && next == to - step;
        let dragged = from > 0
            && from + 1 < i32::from(board.files())
            && next != partner
            && !(self.swaps && to == partner);
        // Castling is entered with both pieces' squares.
        let named = to.abs_diff(from) < 2 || !self.is_king(rule.king.piece());
        self.is_set_up(rule)
            && rule.gate.is_none()
            && !rule.by.gate
            && beside
            && if named { to != partner } else { dragged }
    }

    /// Whether king and partner start on the squares from which they castle: XBoard looks for them there only.
    fn is_set_up(&self, rule: &CastleRule) -> bool {
        let late = |square| self.late_homes().any(|home| home.0 == square);
        !late(rule.from) && !late(rule.partner)
    }

    fn word(&self, rule: &CastleRule) -> Word {
        let board = &self.variant.board;
        let [from, partner] = [rule.from, rule.partner].map(|square| i32::from(board.file(square)));
        let (step, rank) = ((partner - from).signum(), i32::from(board.rank(rule.from)));
        let beyond = (1..).map(|n| board.at(partner + n * step, rank));
        let inner = beyond.take_while(|square| square.is_some_and(|s| !board.is_hole(s))).count();
        let right = (step > 0) == (rule.king.color() == Color::White);
        let unmoved = |m: &Movement| {
            m.initial != Initial::Any && matches!(&m.kind, MovementKind::Castle(castle) if *castle == rule.by)
        };
        Word {
            unmoved: self.variant.movements(rule.king.piece()).iter().any(unmoved),
            side: if right { 'r' } else { 'l' },
            inner,
            distance: board.file(rule.from).abs_diff(board.file(rule.to)),
        }
    }

    /// Describes the castling of all types.
    pub(super) fn describe_castling(&mut self) {
        for piece in self.variant.types() {
            let [(white, first), (black, second)] = Color::BOTH.map(|color| self.castling_text(piece, color));
            self[piece].castling_atoms = [white, black];
            let way = |rule: &CastleRule| {
                let [from, to, partner, next] = [rule.from, rule.to, rule.partner, rule.partner_to]
                    .map(|square| self.variant.board.name_from(1, square));
                format!("{from}{to} with {partner}{next}")
            };
            let ways: Vec<String> = first.iter().chain(&second).map(way).collect();
            if let [first, rest @ ..] = &ways[..] {
                let others =
                    if rest.is_empty() { String::new() } else { format!(" and {} other ways", rest.len()) };
                self[piece].unmade.push(format!("castling {first}{others}"));
            }
        }
    }

    /// Whether a king castles, by its description, onto the square of a partner of this type. If the partner is in the
    /// rook slot, XBoard would treat that as Chess960 castling. SPEC: `xboard.md` 2.3.
    pub(super) fn is_castled_onto(&self, piece: PieceType) -> bool {
        let onto = |rule: &CastleRule| {
            rule.to == rule.partner && self.at(rule.partner).is_some_and(|at| at.1 == piece)
        };
        !self.castles_by_rights() && setup_rules(self.variant).iter().any(onto)
    }

    /// Whether XBoard writes the unmoved pieces into the field for castling rights. It does if White's king has
    /// initial moves by its description, but no castling. With `-` in that field of the array it treats all pieces as
    /// unmoved; it cannot read letters before it knows the king's moves. SPEC: `xboard.md` 2.4.
    pub(super) fn field_tells_unmoved(&self) -> bool {
        let white = |kings: [PieceType; 2]| self.text_of(kings[0], Color::White);
        self.kings.map(white).is_some_and(|text| text.contains('i') && !text.contains('O'))
    }

    /// Whether that field leaves out pieces for which it matters, too, that they have not moved: those whose
    /// descriptions contain no initial move.
    pub(super) fn field_is_partial(&self) -> bool {
        let variant = self.variant;
        let minds = |piece: PieceType| {
            let converts = variant.captures.conversion.get(piece.index()).copied().unwrap_or(false);
            converts || variant.movements(piece).iter().any(|m| m.initial == Initial::Unmoved)
        };
        let told = |piece: PieceType| self.text_of(piece, Color::White).contains('i');
        variant.types().any(|piece| minds(piece) && (self.is_wild(piece) || !told(piece)))
    }

    /// The castling field of the array sent to XBoard.
    pub(super) fn castling_field(&self) -> String {
        let Some(kings) = self.kings.filter(|_| self.castles_by_rights()) else { return "-".into() };
        let board = &self.variant.board;
        if self.castles_from_anywhere() {
            let rules = setup_rules(self.variant);
            return array::partners(board, rules.iter().map(|rule| (rule.king.color(), rule.partner)));
        }
        let is_right = |&(color, side, _): &(Color, Side, char)| {
            let rank = if color == Color::White { 0 } else { i32::from(board.ranks()) - 1 };
            // Black's left is the right-hand side of the board.
            let at_end = (side == Side::Right) == (color == Color::White);
            let corner = board.at(if at_end { i32::from(board.files()) - 1 } else { 0 }, rank);
            let rook =
                |(own, piece): (Color, PieceType)| own == color && self[piece].slot == Some(slots::ROOK);
            corner.and_then(|square| self.at(square)).is_some_and(rook)
                && self.castles(kings[color.index()]).any(|castle| castle.side == side)
        };
        array::or_dash(RIGHTS.iter().filter(|right| is_right(right)).map(|right| right.2).collect())
    }
}
