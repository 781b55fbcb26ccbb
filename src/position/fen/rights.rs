//! The castling field of a FEN: castling rights and unmoved pieces.

use super::extra::{home_kind, squares, squares_text};
use super::field::{FenError, Field, error};
use crate::board::{Color, Kind, Square};
use crate::position::{Game, Position};
use crate::variant::castling::{self, CastleRule, CastlingWay, Wanted};
use crate::variant::{Piece, PieceType, Variant, all_kinds};
use std::ops::Range;

impl Position {
    /// Marks as unmoved, where that matters, the pieces that stand where the setup has the same type and colour.
    ///
    /// SPEC: diagram readings, "Virgin".
    pub(crate) fn mark_unmoved(&mut self, game: &Game, allowed: impl Fn(Square, Kind) -> bool) {
        for &(square, color, piece) in game.variant.home().iter() {
            let kind = Kind::new(piece, color);
            let matters = self.minds_unmoved(game, kind, square);
            if matters && self.cell(square).kind() == Some(kind) && allowed(square, kind) {
                self.make_unmoved(square);
            }
        }
    }
    /// The setup's castling rules whose king or partner has yet to be dropped.
    fn pending_castles(&self, game: &Game) -> Vec<CastleRule> {
        if game.variant.home.is_none() {
            return Vec::new();
        }
        let at = |square: Square| game.variant.array().iter().find(|&&(s, ..)| s == square);
        let pending = |rule: &CastleRule| {
            let pieces = [rule.from, rule.partner].map(at);
            let state = pieces.into_iter().flatten().map(|&(square, color, piece)| {
                let stands = self.cell(square).kind() == Some(Kind::new(piece, color));
                (stands, self.may_be_dropped_home(game, square, color))
            });
            let state: Vec<(bool, bool)> = state.collect();
            state.iter().all(|&(stands, held)| stands || held) && state.iter().any(|&(stands, _)| !stands)
        };
        castling::setup_rules(&game.variant).into_iter().filter(pending).collect()
    }
    /// The castling rules of unmoved kings and partners: those of the array or, in shuffled games, of any possible
    /// array.
    pub(crate) fn home_rules(&self, game: &Game) -> Vec<CastleRule> {
        let variant = &game.variant;
        if !variant.castles_anywhere() {
            return castling::setup_rules(variant);
        }
        let kings = variant.home();
        let kings = kings.iter().map(|&(square, color, piece)| (square, Kind::new(piece, color)));
        let standing = kings.filter(|&(square, kind)| self.cell(square).kind() == Some(kind));
        let ways = standing.flat_map(|king| [Wanted::Right, Wanted::Left].map(|wanted| (king, wanted)));
        let of = |((from, king), wanted)| {
            castling::rules_for(variant, king, from, wanted, |square| self.cell(square).kind())
        };
        ways.flat_map(of).collect()
    }
    /// The castling rules of the side's first king that has any of those wanted.
    fn rules_wanted(&self, game: &Game, color: Color, wanted: Wanted) -> Vec<CastleRule> {
        let kinds = self.pieces(color).filter_map(|from| self.cell(from).kind().map(|kind| (from, kind)));
        let of = |(from, kind)| {
            castling::rules_for(&game.variant, kind, from, wanted, |square| self.cell(square).kind())
        };
        kinds.map(of).find(|rules| !rules.is_empty()).unwrap_or_default()
    }
    /// Reads castling rights or, in variants without castling, the files of unmoved back-rank pieces.
    pub(crate) fn read_castling(&mut self, game: &Game, field: Field<'_>) -> Result<(), FenError> {
        let board = &game.variant.board;
        let CastlingField { granted, unmoved_files } = self.castling_letters(game, field)?;
        let pending = self.pending_castles(game);
        let waiting: Vec<Square> = pending.iter().flat_map(|rule| [rule.from, rule.partner]).collect();
        let mut rules = granted.clone();
        pending.into_iter().for_each(|rule| castling::add(&mut rules, rule));
        self.set_castles(rules);
        let home_rules = self.home_rules(game);
        // A partner with which its king may not castle, but with another, has moved.
        let has_moved = |square: Square| {
            let mut own = home_rules.iter().filter(|rule| rule.partner == square);
            let king_stays = |rule: &CastleRule| granted.iter().any(|right| right.from == rule.from);
            own.any(king_stays) && granted.iter().all(|right| right.partner != square)
        };
        self.mark_unmoved(game, |square, kind| {
            // Kings and partners are marked by their rights, other back-rank pieces if their file is listed (or if no
            // files are).
            let home = board.relative_rank(kind.color(), square) == 0;
            let stays = match &unmoved_files {
                Some(files) if home => files[kind.color().index()].contains(&board.file(square)),
                _ => !game.tables.kind(kind).castles && !has_moved(square),
            };
            waiting.contains(&square) || stays
        });
        for rule in &granted {
            [rule.from, rule.partner].into_iter().for_each(|square| self.make_unmoved(square));
        }
        self.grant_unmoved(home_rules);
        Ok(())
    }
    /// Grants the castlings whose kings and partners are marked as unmoved, in addition to those granted already.
    fn grant_unmoved(&mut self, home_rules: Vec<CastleRule>) {
        let mut rules = self.castles.to_vec();
        let held = home_rules.into_iter().filter(|rule| self.holds_right(rule));
        held.for_each(|rule| castling::add(&mut rules, rule));
        self.set_castles(rules);
    }
    /// Reads the letters of the castling field.
    fn castling_letters(&self, game: &Game, field: Field<'_>) -> Result<CastlingField, FenError> {
        let gates = game.variant.pieces.iter().any(Piece::gates);
        // SPEC: xboard notes, 2.4: XBoard lists the files of unmoved pieces where the king has initial moves, but no
        // `O`.
        let by_files = |kind: Kind| game.tables.kind(kind).royal && game.tables.kind(kind).initial_moves;
        let mut lists_unmoved =
            gates || !game.rules.unmoved.castling && all_kinds(&game.variant).any(by_files);
        let (mut granted, mut files) = (Vec::new(), [Vec::new(), Vec::new()]);
        for (offset, letter) in field.text.char_indices().filter(|&(_, c)| c != '-') {
            let span = field.start + offset..field.start + offset + letter.len_utf8();
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let Some(wanted) = wanted(game, letter, span)? else { continue };
            if let Wanted::File(file) = wanted {
                files[color.index()].push(file);
                if gates {
                    // As in Seirawan chess: files of unmoved pieces.
                    continue;
                }
            }
            let matching = self.rules_wanted(game, color, wanted);
            lists_unmoved |= matching.is_empty() && matches!(wanted, Wanted::File(_));
            matching.into_iter().for_each(|rule| castling::add(&mut granted, rule));
        }
        Ok(CastlingField { granted, unmoved_files: lists_unmoved.then_some(files) })
    }

    /// The castlings that may still become possible, sorted.
    pub(super) fn open_ways(&self, game: &Game) -> Vec<CastlingWay> {
        self.open_ways_of(game, &self.castles)
    }
    fn open_ways_of(&self, game: &Game, rules: &[CastleRule]) -> Vec<CastlingWay> {
        let open = rules.iter().filter(|rule| self.may_castle(game, rule));
        let mut ways: Vec<CastlingWay> = open.map(CastleRule::way).collect();
        ways.sort_unstable();
        ways.dedup();
        ways
    }
    /// Writes castlings as pairs of king and partner or, where a pair means others too, with the squares where they
    /// land and of a gated piece: `e1a1,e1h1:g1f1`.
    pub(super) fn castling_text(&self, game: &Game, ways: &[CastlingWay]) -> String {
        let mut pairs: Vec<[Square; 2]> = ways.iter().map(|way| [way.0, way.2]).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let (mut plain, mut items) = (Vec::new(), Vec::new());
        for pair in pairs {
            let own: Vec<CastlingWay> = ways.iter().copied().filter(|way| [way.0, way.2] == pair).collect();
            let rules = self.pair_rules(game, pair, castling::of_pair).unwrap_or_default();
            if self.open_ways_of(game, &rules) == own {
                plain.extend(pair);
                continue;
            }
            let landing = |way: &CastlingWay| squares_text(game, &landing(way));
            let item = |way| format!("{}:{}", squares_text(game, &pair), landing(way));
            items.extend(own.iter().map(item));
        }
        if !plain.is_empty() || items.is_empty() {
            items.insert(0, squares_text(game, &plain));
        }
        items.join(",")
    }
    /// Reads the output of [`Self::castling_text`]; `None` if it is invalid.
    pub(super) fn read_ways(&mut self, game: &Game, value: &str) -> Option<()> {
        let mut rules: Vec<CastleRule> = Vec::new();
        for item in value.split(',') {
            let (pairs, landed) = item.split_once(':').map_or((item, None), |(pair, to)| (pair, Some(to)));
            for pair in squares(game, pairs)?.chunks(2) {
                let pair = <[Square; 2]>::try_from(pair).ok()?;
                let meant = match landed {
                    None => self.pair_rules(game, pair, castling::of_pair)?,
                    Some(landed) => {
                        let landed = squares(game, landed)?;
                        let mut meant = self.pair_rules(game, pair, castling::all_of_pair)?;
                        meant.retain(|rule| landing(&rule.way()) == landed);
                        meant
                    }
                };
                if meant.is_empty() {
                    return None;
                }
                meant.into_iter().for_each(|rule| castling::add(&mut rules, rule));
            }
        }
        self.set_castles(rules);
        Some(())
    }
    /// The rules that a pair of king and partner means, which stand there or may be dropped there; `None` if there is no
    /// king.
    fn pair_rules(
        &self,
        game: &Game,
        [from, partner]: [Square; 2],
        rules_of: PairRules,
    ) -> Option<Vec<CastleRule>> {
        let kind = |square| self.cell(square).kind().or_else(|| home_kind(game, square));
        Some(rules_of(&game.variant, kind(from)?, from, (partner, kind(partner).map(Kind::piece))))
    }
}

/// Either [`castling::of_pair`] or [`castling::all_of_pair`].
type PairRules = fn(&Variant, Kind, Square, (Square, Option<PieceType>)) -> Vec<CastleRule>;

/// What the castling field says.
struct CastlingField {
    /// Castling rights.
    granted: Vec<CastleRule>,
    /// `[colour]`: the files of all unmoved back-rank pieces other than kings and partners with rights; given in games
    /// with gating, in those where only the king's initial moves matter, and wherever a file has no castling partner.
    unmoved_files: Option<[Vec<u16>; 2]>,
}

/// Where king and partner land, and the square of a gated piece.
fn landing(&(_, to, _, partner_to, gate): &CastlingWay) -> Vec<Square> {
    [to, partner_to].into_iter().chain(gate).collect()
}

/// The partner that a letter of the field names; `None` if the letter means nothing in the game.
fn wanted(game: &Game, letter: char, span: Range<usize>) -> Result<Option<Wanted>, FenError> {
    let lower = letter.to_ascii_lowercase();
    let file = (lower as u32).wrapping_sub('a' as u32);
    Ok(Some(match lower {
        'k' if game.rules.unmoved.castling => Wanted::Right,
        'q' if game.rules.unmoved.castling => Wanted::Left,
        'a'..='z' if file < u32::from(game.variant.board.files()) => Wanted::File(file as u16),
        // Some tools write castling rights even in variants without castling: ignore them.
        'k' | 'q' if !game.rules.unmoved.castling => return Ok(None),
        _ => {
            let why = format!("`{letter}` is not a castling right: use KQkq, file letters or `-`");
            return error(span, why);
        }
    }))
}
