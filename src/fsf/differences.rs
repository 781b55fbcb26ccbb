//! Notes rules that a definition cannot state exactly, where they can matter.

use super::draft::SectionDraft;
use super::keys::FsfKey;
use super::pieces::FsfPiece;
use super::reach::Moves;
use super::rules::{extinct_types, flag};
use super::values::file;

/// Both colours: whether White.
const COLORS: [bool; 2] = [true, false];

/// Notes settings whose effect is different, as lost.
pub fn note(draft: &mut SectionDraft<'_>) {
    choices(draft);
    zones(draft);
    castling(draft);
    starts(draft);
}

/// Choices of promoting types.
fn choices(draft: &mut SectionDraft<'_>) {
    let occurring = draft.pawns.iter().copied().filter(|&pawn| draft.occurs(pawn));
    let occurring: Vec<char> = occurring.collect();
    let both = |pawn: &&char| draft.promoted.iter().any(|(from, _)| from == *pawn);
    let both: String = occurring.iter().filter(both).collect();
    if !both.is_empty() {
        draft.lose(FsfKey::PromotedPieceType, &format!("{both} promotes by choice too"));
    }
    let own: String = occurring.iter().filter(|&&pawn| draft.is_choice(pawn)).collect();
    if !own.is_empty() {
        draft.lose(FsfKey::PromotionPieceTypes, &format!("{own} promotes to itself"));
    }
    if !draft.config.on(FsfKey::MandatoryPawnPromotion) && !occurring.is_empty() && draft.pawns.len() > 1 {
        draft.lose(FsfKey::MandatoryPawnPromotion, "several types, each of which may keep only its own type");
    }
}

/// Promotion zones and regions that pawns meet in other ways than by single steps.
fn zones(draft: &mut SectionDraft<'_>) {
    let has_royals = draft.letter("king").is_some() || draft.config.on(FsfKey::ExtinctionPseudoRoyal);
    let (mut barred, mut passing, mut stepped) = (String::new(), false, false);
    for kind in draft.kinds.iter().filter(|kind| draft.occurs(kind.letter)) {
        if has_royals && COLORS.iter().any(|&white| attacks_barred_zone(draft, kind, white)) {
            barred += &kind.label();
        }
        passing |= COLORS.iter().any(|&white| promotes_in_passing(draft, kind, white));
        stepped |= COLORS.iter().any(|&white| steps_over_barred(draft, kind, white));
    }
    if !barred.is_empty() {
        let what = format!("attacks of {barred} on the promotion zone, which it cannot enter");
        draft.lose(FsfKey::PromotionPieceTypes, &what);
    }
    if passing {
        draft.lose(
            FsfKey::PromotionRegion,
            "promotion zones with squares of double steps or en passant captures",
        );
    }
    if stepped {
        draft.lose("mobilityRegion", "double steps over squares outside the region of the pawns");
    }
}

/// Whether a type that may not enter the promotion zone attacks squares there.
fn attacks_barred_zone(draft: &SectionDraft<'_>, kind: &FsfPiece, white: bool) -> bool {
    let (zone, attacks) = (draft.promotion_zone(white), draft.arrivals(kind, white, Moves::Capturing));
    let is_barred = draft.must_promote(kind) && !draft.promotes(kind.letter);
    is_barred && !draft.has_empty_choice() && attacks.squares().any(|(file, rank)| zone.has(file, rank))
}

/// Returns the first rank, from the owner's view, on which pieces of a type may stand that only move forward.
fn first_rank(draft: &SectionDraft<'_>, kind: &FsfPiece, white: bool) -> usize {
    if draft.config.on(FsfKey::PieceDrops) {
        return 0;
    }
    let own_rank = |rank: usize| if white { rank } else { draft.ranks - 1 - rank };
    let starts = draft.start.squares(&kind.letter.to_string(), white);
    starts.iter().map(|&(_, rank)| own_rank(rank)).min().unwrap_or(draft.ranks)
}

/// Returns the squares (file, rank, from the owner's view) from which pieces of a type may step twice.
fn double_steps(draft: &SectionDraft<'_>, kind: &FsfPiece, white: bool) -> Vec<(usize, usize)> {
    if !draft.steps_twice(&kind.letter.to_string(), kind) {
        return Vec::new();
    }
    let first = first_rank(draft, kind, white);
    let on_board = |&(_, rank): &(usize, usize)| rank >= first && rank + 2 < draft.ranks;
    draft.double_step_region(white).squares().filter(on_board).collect()
}

/// Whether double steps of a type that can be captured en passant end in its promotion zone, or pass squares where the
/// other side would promote.
fn promotes_in_passing(draft: &SectionDraft<'_>, kind: &FsfPiece, white: bool) -> bool {
    let zones = [white, !white].map(|white| draft.promotion_zone(white));
    let captures = |kind: &&FsfPiece| kind.betza.contains('e') && draft.occurs(kind.letter);
    let promotes = draft.kinds.iter().filter(captures).any(|kind| draft.promotes(kind.letter));
    // The capturing pawn comes from the rank where the other one has landed.
    let from = draft.kinds.iter().filter(captures).map(|kind| first_rank(draft, kind, !white)).min();
    let passes = |rank: usize| from.is_some_and(|first| draft.ranks - 3 - rank >= first);
    double_steps(draft, kind, white).into_iter().filter(|&(_, rank)| passes(rank)).any(|(file, rank)| {
        let lands = zones[0].has(file, rank + 2) && draft.promotes(kind.letter);
        lands || promotes && zones[1].has(file, draft.ranks - 2 - rank)
    })
}

/// Whether double steps of the built-in pawn pass squares where it may not stand.
fn steps_over_barred(draft: &SectionDraft<'_>, kind: &FsfPiece, white: bool) -> bool {
    let Some(region) = draft.mobility(kind, white).filter(|_| kind.key == "pawn") else { return false };
    let bars = |&(file, rank): &(usize, usize)| !region.has(file, rank + 1) && region.has(file, rank + 2);
    double_steps(draft, kind, white).iter().any(bars)
}

/// Castling of several kings, and castling rights of which only the loss of all loses.
fn castling(draft: &mut SectionDraft<'_>) {
    let kings = |white: bool| {
        let rank = draft.config.number(FsfKey::CastlingRank) as usize;
        let rank = if white { rank } else { (draft.ranks + 1).saturating_sub(rank) };
        let king = draft.castling_king().map(String::from).unwrap_or_default();
        let may = |c: char| c.is_ascii_alphabetic() && c.is_ascii_uppercase() == white;
        let squares = draft.start.squares(&king, white);
        let on_rank = squares.iter().filter(|&&(_, at)| at + 1 == rank).count();
        if draft.start.castling.chars().any(may) { on_rank } else { 0 }
    };
    if draft.config.on(FsfKey::Castling) && COLORS.iter().any(|&white| kings(white) > 1) {
        draft.lose(FsfKey::CastlingKingPiece, "several kings on the castling rank");
    }
    for (key, right) in [(FsfKey::CastlingRookQueensideFile, false), (FsfKey::CastlingRookKingsideFile, true)]
    {
        let given = draft.config.get(key).and_then(|setting| file(&setting.value));
        let differs = |start| COLORS.iter().any(|&white| !draft.has_partner_from(start, white, right));
        if draft.config.on(FsfKey::Castling) && given.is_some_and(differs) {
            draft.lose(key, "a partner that is not the outermost piece of its types");
        }
    }
    let wins = draft.config.text(FsfKey::CastlingWins);
    if ["KQ", "kq"].iter().any(|side| side.chars().all(|letter| wins.contains(letter))) {
        draft.lose(FsfKey::CastlingWins, "a side that loses only when it has lost several castling rights");
    }
}

/// Ends of games that hold already at the start.
fn starts(draft: &mut SectionDraft<'_>) {
    let config = draft.config;
    let own = |id: &str| id.chars().last().filter(char::is_ascii_alphabetic);
    let on_flag = draft.start.pieces.iter().any(|(file, rank, id)| {
        let Some(letter) = own(id) else { return false };
        let white = letter.is_ascii_uppercase();
        let rank = if white { *rank } else { draft.ranks - 1 - rank };
        flag(draft, letter.to_ascii_uppercase(), white).is_some_and(|region| region.has(*file, rank))
    });
    if on_flag && config.number(FsfKey::FlagPieceCount) < 2 {
        draft.lose(FsfKey::FlagRegion, "pieces that are there at the start");
    }
    let ends = config.text(FsfKey::ExtinctionValue) != "none" && !config.on(FsfKey::ExtinctionPseudoRoyal);
    let least = config.number(FsfKey::ExtinctionPieceCount) as usize;
    let others = config.number(FsfKey::ExtinctionOpponentPieceCount) as usize;
    let count = |letter: char, white: bool| match letter {
        '*' => draft.start.letters().filter(|c| c.is_ascii_uppercase() == white).count(),
        letter => draft.count_at_start(letter, white),
    };
    let all = config.text(FsfKey::ExtinctionPieceTypes).contains('*').then_some('*');
    let types: Vec<char> = all.map_or_else(|| extinct_types(config).collect(), |all| vec![all]);
    let extinct = |&letter: &char| {
        COLORS.iter().any(|&white| count(letter, white) <= least && count(letter, !white) >= others)
    };
    if ends && types.iter().any(extinct) {
        draft.lose(FsfKey::ExtinctionPieceTypes, "pieces that are extinct at the start");
    }
}
