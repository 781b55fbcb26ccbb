//! The castling field of a FEN: castling rights and unmoved pieces.

use super::field::{FenError, Field, error};
use crate::board::{Color, Kind, Square};
use crate::position::{Game, Position};
use crate::variant::all_kinds;
use crate::variant::castling::{self, CastleRule, Wanted};
use std::ops::Range;
use std::sync::Arc;

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
        let gates = game.variant.pieces.iter().any(crate::variant::Piece::gates);
        let mut rules: Vec<CastleRule> = Vec::new();
        let mut files = [Vec::new(), Vec::new()];
        // SPEC: xboard notes, 2.4: XBoard lists the files of unmoved pieces where the king has initial moves, but no
        // `O`.
        let by_files = |kind: Kind| game.tables.kind(kind).royal && game.tables.kind(kind).initial_moves;
        let mut names_files = gates || !game.rules.unmoved.castling && all_kinds(&game.variant).any(by_files);
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
            names_files |= matching.is_empty() && matches!(wanted, Wanted::File(_));
            matching.into_iter().for_each(|rule| castling::add(&mut rules, rule));
        }
        let granted = rules.len();
        let pending = self.pending_castles(game);
        let waiting: Vec<Square> = pending.iter().flat_map(|rule| [rule.from, rule.partner]).collect();
        pending.into_iter().for_each(|rule| castling::add(&mut rules, rule));
        self.set_castles(rules);
        self.mark_unmoved(game, |square, kind| {
            // Kings and partners are marked by their rights, other back-rank pieces if their file is listed (or if no
            // files are).
            let home = board.relative_rank(kind.color(), square) == 0;
            let listed = files[kind.color().index()].contains(&board.file(square));
            waiting.contains(&square)
                || if home && names_files { listed } else { !game.tables.kind(kind).castles }
        });
        for rule in &Arc::clone(&self.castles)[..granted] {
            [rule.from, rule.partner].into_iter().for_each(|square| self.make_unmoved(square));
        }
        Ok(())
    }
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
