//! The double steps of pawns: where they begin, and how a definition says so.

use super::betza::atoms;
use super::board::Region;
use super::draft::SectionDraft;
use super::keys::FsfKey;
use super::piece_lines::{ColorTraits, FsfPieceLine, or_immobile};
use super::pieces::FsfPiece;

/// Where double steps of a line begin, and where its pieces start.
struct DoubleStepStarts {
    /// `[colour]`: the squares from which pieces may step twice, from the colour's own view.
    regions: [Region; 2],
    /// `[colour]`: start squares in the region, file and rank from 0.
    inside: [Vec<(usize, usize)>; 2],
    /// `[colour]`: start squares outside.
    outside: [Vec<(usize, usize)>; 2],
    ranks: usize,
}

impl DoubleStepStarts {
    fn new(draft: &SectionDraft<'_>, line: &FsfPieceLine) -> Self {
        let regions = [true, false].map(|white| draft.double_step_region(white));
        let (mut inside, mut outside) = (line.squares.clone(), line.squares.clone());
        for (at, region) in regions.iter().enumerate() {
            let begins = |&(file, rank): &(usize, usize)| region.has(file, own_rank(at, rank, draft.ranks));
            inside[at].retain(begins);
            outside[at].retain(|square| !begins(square));
        }
        Self { regions, inside, outside, ranks: draft.ranks }
    }

    /// Ranks of start squares as the colour sees them.
    fn start_ranks(&self, at: usize) -> impl Iterator<Item = usize> {
        let starts = self.inside[at].iter().chain(&self.outside[at]);
        starts.map(move |&(_, rank)| own_rank(at, rank, self.ranks))
    }

    /// Whether all pieces start in the region.
    fn all_inside(&self) -> bool {
        self.outside.iter().all(Vec::is_empty)
    }

    /// Whether the pieces of each side that has some start on all squares of the region.
    fn fill_regions(&self) -> bool {
        let fill = |at: usize| self.inside[at].len() == self.regions[at].squares().count();
        (0..2).all(|at| fill(at) || self.start_ranks(at).next().is_none())
    }

    /// Whether no square of the region is in front of the rearmost piece: pieces that only move forward never enter it.
    fn regions_end_at_starts(&self) -> bool {
        (0..2).all(|at| {
            let first = self.start_ranks(at).min().unwrap_or(self.ranks);
            self.regions[at].highest().is_none_or(|highest| highest <= first)
        })
    }
}

/// Returns a rank counted from the side of White (0) or Black (1).
const fn own_rank(at: usize, rank: usize, ranks: usize) -> usize {
    if at == 0 { rank } else { ranks - 1 - rank }
}

/// Whether a move never leads sideways or backward.
fn moves_forward(betza: &str) -> bool {
    !betza.contains(['b', 's', 'v', 'l', 'r', 'K', 'Q', 'N'])
}

/// Splits a move into its initial moves, written as moves of a zone, and the others.
fn split_initial(betza: &str) -> (String, String) {
    let (mut initial, mut others) = (String::new(), String::new());
    for (modifiers, atom) in atoms(betza).unwrap_or_default() {
        if modifiers.contains('i') {
            initial += &format!("{}{atom}", modifiers.replace('i', "").replace('n', "nn"));
        } else {
            others += &format!("{modifiers}{atom}");
        }
    }
    (initial, others)
}

impl SectionDraft<'_> {
    /// Whether a type has a double step, or another initial move of its own.
    pub(super) fn steps_twice(&self, id: &str, kind: &FsfPiece) -> bool {
        let own = kind.key == "pawn" || kind.betza.contains('i');
        own && !id.starts_with('+') && self.config.on(FsfKey::DoubleStep)
    }

    /// Adds the double step to a line. A custom piece has it in its move, as an initial move.
    pub(super) fn with_double_step(&mut self, mut line: FsfPieceLine, kind: &FsfPiece) -> Vec<FsfPieceLine> {
        if !self.steps_twice(&line.id, kind) {
            return vec![line];
        }
        let starts = DoubleStepStarts::new(self, &line);
        let is_custom = kind.key != "pawn";
        let (own, rest) = line.traits.betza.split_at(kind.betza.len());
        let double = if is_custom { own.replace('i', "ii") } else { format!("iifmnD{own}") } + rest;
        let never_enters = moves_forward(&line.traits.betza)
            && !self.config.on(FsfKey::PieceDrops)
            && starts.regions_end_at_starts();
        // Double steps begin on the start squares and nowhere else.
        if starts.all_inside() && (starts.fill_regions() || never_enters) {
            line.traits.betza = double;
            return vec![line];
        }
        // No piece enters the region: those that start outside have a line of their own.
        if never_enters && !is_custom {
            let traits = ColorTraits { betza: double, ..line.traits.clone() };
            let first = FsfPieceLine { traits, squares: starts.inside, ..line.clone() };
            let name = format!("advanced {}", line.name);
            return vec![first, FsfPieceLine { name, squares: starts.outside, hand: [0, 0], ..line }];
        }
        let (initial, single) = if is_custom { split_initial(own) } else { ("fmnnD".into(), own.into()) };
        line.traits.betza = or_immobile(single + rest, self.ranks);
        // A line with pieces of both sides has the same region for both.
        let white = !line.squares[0].is_empty() || line.hand[0] > 0;
        let names = starts.regions[usize::from(!white)].names();
        if !names.is_empty() {
            line.traits.zone_moves = format!("{initial}:{}", names.join(","));
        }
        vec![line]
    }
}
