//! Weights from the tables alone: piece values, square tables.

use super::ends;
use super::params::EvalParams;
use super::profile::PieceProfile;
use super::profiles::profiles;
use super::vital::vital_kind;
use super::weights::{CLASSES, EvalRole, FULL_PHASE, KindTraits, Weights};
use crate::board::{Color, Geometry, Kind, Square, bits};
use crate::notation::legs::{MovementKind, Occupancy};
use crate::rules::GameRules;
use std::sync::OnceLock;

/// Factor of the bonus for a promotable piece, for each further move to promotion: middle game, endgame.
const ADVANCE: [f64; 2] = [0.55, 0.60];
/// Bonus for a passed pawn-like piece: share of the promotion gain, and its factor per further move.
const PASSED: [(f64, f64); 2] = [(0.05, 0.62), (0.14, 0.66)];
/// A kind is bound if one piece reaches at most this share of the board.
const BOUND: f64 = 0.6;
/// Centipawns per move above the mean, for a piece worth 300; less for heavier pieces.
const PER_MOVE_CP: [f64; 2] = [4.5, 4.5];
/// Minimum values of the piece classes after the first (cp): minor, rook-like, queen-like.
const CLASS_CP: [f64; CLASSES - 1] = [200.0, 420.0, 700.0];
/// Number of pawn-like pieces with which an endgame is not scaled down.
const FULL_PAWNS: usize = 4;
/// Pieces worth less than both this (cp) and this share of the heaviest piece of the setup do not count for
/// the phase.
const PHASE_FLOOR_CP: f64 = 180.0;
const PHASE_FLOOR_SHARE: f64 = 0.2;

/// `[colour]`: see [`Weights::vital`].
type VitalKinds = [Option<Kind>; 2];

/// Estimates the weights of a game.
pub fn estimate(game: GameRules<'_>) -> Weights {
    let drops = game.variant.captures_to_hand();
    estimate_with(game, if drops { EvalParams::WITH_DROPS } else { EvalParams::STANDARD })
}

/// Like [`estimate`], with other parameters.
pub fn estimate_with(game: GameRules<'_>, params: EvalParams) -> Weights {
    let board = &game.variant.board;
    let profiles = profiles(game);
    let vital = Color::BOTH.map(|color| vital_kind(game, color));
    let (traits, phase) = (traits(game, vital, &profiles, &params), phases(game, vital, &profiles));
    let (mut square, mut hand, mut hand_phase) = (Vec::new(), Vec::new(), Vec::new());
    for (index, profile) in profiles.iter().enumerate() {
        let kind = Kind(index as u16);
        let bonus = Bonus::new(board, profile, &traits[index], &params);
        square.extend(board.squares().map(|square| bonus.weight(game, &params, kind, square)));
        let on_board = bonus.value[0] * 0.75 + bonus.value[1] * 0.25;
        let held = on_board * f64::from(params.hand_share) / 100.0 + f64::from(params.hand_bonus);
        let enters = game.enters(kind);
        let held = if bonus.royal || !enters { 0 } else { centipawns(held) };
        hand.push((held, held));
        hand_phase.push(if enters { phase[index] } else { 0 });
    }
    let mut weights = Weights {
        params,
        square,
        hand,
        phase,
        hand_phase,
        passed: passed(game, &profiles),
        rings: around(board, 1),
        wide_rings: around(board, 2),
        spans: ahead(board, 1),
        files_ahead: ahead(board, 0),
        files_beside: sets(board, |a, b| board.file(a).abs_diff(board.file(b)) == 1),
        endgame_value: profiles.iter().map(|profile| centipawns(profile.value[1])).collect(),
        mates: vec![OnceLock::new(); profiles.len()],
        full_pawns: full_pawns(game, &traits),
        traits,
        squares: board.len(),
        vital,
        danger_percent: ends::danger_percent(game),
        threat_percent: ends::threat_percent(game),
    };
    ends::adjust(game, &mut weights);
    weights
}

/// `[colour]`: pawn-like pieces with which a side can be expected to win an endgame.
fn full_pawns(game: GameRules<'_>, traits: &[KindTraits]) -> [i32; 2] {
    if !game.rules.assumptions.won_by_mate || game.variant.captures_to_hand() {
        return [0; 2];
    }
    let kinds = || game.variant.setup.iter().map(|&(_, color, piece)| Kind::new(piece, color));
    let is_pawn = |kind: &Kind| traits[kind.index()].role == EvalRole::Pawn;
    Color::BOTH.map(|side| {
        kinds().filter(|kind| kind.color() == side && is_pawn(kind)).take(FULL_PAWNS).count() as i32
    })
}

/// Rounds so that equal expectations computed in different orders give equal weights.
fn centipawns(value: f64) -> i16 {
    let steady = (value * 1e6).round() / 1e6;
    steady.round().clamp(-15_000.0, 15_000.0) as i16
}

/// Whether pieces of this kind are never exchanged because their loss loses the game.
fn is_king(game: GameRules<'_>, vital: VitalKinds, kind: Kind) -> bool {
    let variant = &game.variant;
    let royals = variant.setup.iter().filter(|s| s.1 == kind.color() && variant.is_royal(s.2));
    let is_royal = variant.is_royal(kind.piece());
    is_royal && (!variant.ends.all_must_fall(kind.color()) || royals.count() <= 1)
        || !is_royal && vital[kind.color().index()] == Some(kind)
}

/// 1 in the centre of the board, 0 in its corners.
fn centrality(board: &Geometry, square: Square) -> f64 {
    let (x, y) = (aside(board.file(square), board.files()), aside(board.rank(square), board.ranks()));
    1.0 - (x + y) / 2.0
}

/// 0 for the middle of `size` files or ranks, 1 at the edges.
fn aside(at: u16, size: u16) -> f64 {
    let half = (f64::from(size) - 1.0) / 2.0;
    if half == 0.0 { 0.0 } else { (f64::from(at) - half).abs() / half }
}

/// Bonuses of one kind relative to its mean over the squares where it can stand.
struct Bonus<'a> {
    board: &'a Geometry,
    profile: &'a PieceProfile,
    royal: bool,
    /// `[phase]`: mean value.
    value: [f64; 2],
    /// `[phase]`: value of a target, tenths of a centipawn.
    per_target: [i32; 2],
    class: ClassParams,
    /// `[phase]`: share of the promotion gain, per mille.
    advance: [i32; 2],
    /// `[phase]`: mean mobility, mean promotion bonus.
    mean: [(f64, f64); 2],
}

impl<'a> Bonus<'a> {
    fn new(board: &'a Geometry, profile: &'a PieceProfile, traits: &KindTraits, params: &EvalParams) -> Self {
        let class = ClassParams::new(params, traits.role, traits.class);
        let mut bonus = Self {
            board,
            profile,
            royal: traits.role == EvalRole::Royal,
            value: [0, 1].map(|phase| profile.value[phase] * f64::from(class.value[phase]) / 100.0),
            per_target: [params.square_targets_mg, params.square_targets_eg],
            class,
            advance: [params.advance_mg, params.advance_eg],
            mean: [(0.0, 0.0); 2],
        };
        let inside: Vec<Square> = board.squares().filter(|s| profile.domain[s.index()]).collect();
        let count = inside.len().max(1) as f64;
        for phase in 0..2 {
            let mobility = inside.iter().map(|&s| bonus.targets(phase, s)).sum::<f64>() / count;
            let pull = inside.iter().map(|&s| bonus.pull(phase, s)).sum::<f64>() / count;
            bonus.mean[phase] = (mobility, pull);
        }
        bonus
    }
    /// Weight of the kind on a square: middle game, endgame.
    fn weight(&self, game: GameRules<'_>, params: &EvalParams, kind: Kind, square: Square) -> (i16, i16) {
        let [mg, eg] = if self.board.is_hole(square) {
            [0.0; 2]
        } else if self.royal {
            royal_square(game, params, kind, square)
        } else {
            self.on(square)
        };
        // If captured pieces come back, there is no endgame.
        let drops = game.variant.captures_to_hand();
        let [mg, eg] = if drops { [mg * 0.75 + eg * 0.25; 2] } else { [mg, eg] };
        (centipawns(mg), centipawns(eg))
    }
    fn targets(&self, phase: usize, square: Square) -> f64 {
        [&self.profile.mg, &self.profile.eg][phase][square.index()].targets
    }
    /// Bonus for a square close to promotion.
    fn pull(&self, phase: usize, square: Square) -> f64 {
        prospect(self.profile, phase, square, (f64::from(self.advance[phase]) / 1000.0, ADVANCE[phase]))
    }
    /// Value on a square: middle game, endgame.
    fn on(&self, square: Square) -> [f64; 2] {
        let centre = centrality(self.board, square) - 0.5;
        [0, 1].map(|phase| {
            let value = self.value[phase];
            let lightness = (300.0 / value.max(50.0)).sqrt().min(1.0);
            let (mobility, pull) = self.mean[phase];
            let more = self.targets(phase, square) - mobility;
            value
                + f64::from(self.per_target[phase]) / 10.0 * lightness * more
                + f64::from(self.class.centre[phase]) * centre
                + self.pull(phase, square)
                - pull
        })
    }
}

/// Parameters of a piece class: middle game, endgame.
struct ClassParams {
    /// Value relative to the estimate, percent.
    value: [i32; 2],
    /// The centre relative to the corners (cp).
    centre: [i32; 2],
    /// Weight of a move above the mean, percent.
    mobility: [i32; 2],
}

impl ClassParams {
    fn new(p: &EvalParams, role: EvalRole, class: u8) -> Self {
        let (value, centre, mobility) = match (role, class) {
            (EvalRole::Pawn, _) => {
                ([p.value_pawn_mg, p.value_pawn_eg], [p.centre_pawn_mg, p.centre_pawn_eg], [0; 2])
            }
            (_, 0) => (
                [p.value_light_mg, p.value_light_eg],
                [p.centre_light_mg, p.centre_light_eg],
                [p.mobility_light_mg, p.mobility_light_eg],
            ),
            (_, 1) => (
                [p.value_minor_mg, p.value_minor_eg],
                [p.centre_minor_mg, p.centre_minor_eg],
                [p.mobility_minor_mg, p.mobility_minor_eg],
            ),
            (_, 2) => (
                [p.value_rook_mg, p.value_rook_eg],
                [p.centre_rook_mg, p.centre_rook_eg],
                [p.mobility_rook_mg, p.mobility_rook_eg],
            ),
            _ => (
                [p.value_queen_mg, p.value_queen_eg],
                [p.centre_queen_mg, p.centre_queen_eg],
                [p.mobility_queen_mg, p.mobility_queen_eg],
            ),
        };
        Self { value, centre, mobility }
    }
}

fn royal_square(game: GameRules<'_>, params: &EvalParams, kind: Kind, square: Square) -> [f64; 2] {
    let board = &game.variant.board;
    let rank = f64::from(board.relative_rank(kind.color(), square).min(4));
    let aside = aside(board.file(square), board.files());
    let movements = game.variant.movements(kind.piece());
    let castles = movements.iter().any(|m| matches!(m.kind, MovementKind::Castle(_)));
    let edge = f64::from(if castles { params.royal_castled_edge } else { params.royal_edge });
    let centre = centrality(board, square) - 0.5;
    [edge * aside + f64::from(params.royal_rank) * rank, f64::from(params.royal_centre) * centre]
}

/// Minimum value of a piece that counts for the phase (cp): lower where the whole army is light, as in
/// Xiangqi.
fn phase_floor(game: GameRules<'_>, vital: VitalKinds, profiles: &[PieceProfile]) -> f64 {
    let kinds = game.variant.setup.iter().map(|&(_, color, piece)| Kind::new(piece, color));
    let values =
        kinds.filter(|&kind| !is_king(game, vital, kind)).map(|kind| profiles[kind.index()].value[0]);
    PHASE_FLOOR_CP.min(PHASE_FLOOR_SHARE * values.fold(0.0, f64::max))
}

/// The full phase is at least that of this many pieces of the heaviest kind: a setup of few pieces is an endgame, and one
/// promotion leaves it one.
const MIN_HEAVY: f64 = 3.0;

/// `[kind]`: contribution of a piece to the phase; an ordinary setup has [`FULL_PHASE`].
fn phases(game: GameRules<'_>, vital: VitalKinds, profiles: &[PieceProfile]) -> Vec<i16> {
    let floor = phase_floor(game, vital, profiles);
    let raw = |kind: Kind| {
        let profile = &profiles[kind.index()];
        let counts = !is_king(game, vital, kind) && !game.tables.kind(kind).irreversible;
        if counts && profile.value[0] >= floor { profile.value[0].powf(1.2) } else { 0.0 }
    };
    let at_hand = |color: Color| {
        let hand = &game.variant.hands[color.index()];
        hand.iter()
            .enumerate()
            .map(move |(piece, &n)| f64::from(n) * raw(Kind(piece as u16 * 2 + color as u16)))
    };
    let on_board = game.variant.setup.iter().map(|&(_, color, piece)| raw(Kind::new(piece, color)));
    let total: f64 = on_board.chain(Color::BOTH.into_iter().flat_map(at_hand)).sum();
    let kinds = || (0..profiles.len() as u16).map(Kind);
    let heaviest = kinds().map(raw).fold(1.0, f64::max);
    let scale = f64::from(FULL_PHASE) / total.max(MIN_HEAVY * heaviest);
    kinds().map(|kind| (raw(kind) * scale).round() as i16).collect()
}

/// `[kind]`: coefficients of the other terms.
fn traits(
    game: GameRules<'_>,
    vital: VitalKinds,
    profiles: &[PieceProfile],
    params: &EvalParams,
) -> Vec<KindTraits> {
    let floor = phase_floor(game, vital, profiles);
    let of = |(index, profile): (usize, &PieceProfile)| {
        let kind = Kind(index as u16);
        let info = game.tables.kind(kind);
        let role = if is_king(game, vital, kind) {
            EvalRole::Royal
        } else if info.irreversible && info.changes_type {
            EvalRole::Pawn
        } else if info.irreversible || profile.value[0] < floor / 2.0 {
            EvalRole::Plain
        } else {
            EvalRole::Piece
        };
        let counts: Vec<f64> = profile.inside(&profile.mg).map(|m| m.moves).collect();
        let mean = counts.iter().sum::<f64>() / counts.len().max(1) as f64;
        let lightness = (300.0 / profile.value[0].max(50.0)).sqrt().min(1.0);
        let class = CLASS_CP.iter().filter(|&&least| profile.value[0] >= least).count() as u8;
        let weight = ClassParams::new(params, role, class).mobility;
        let per_move = [0, 1].map(|phase| {
            (16.0 * PER_MOVE_CP[phase] * lightness * f64::from(weight[phase]) / 100.0).round() as i16
        });
        let bound = profile.coverage <= BOUND && role == EvalRole::Piece;
        let pair = f64::from(params.pair) * (1.0 - profile.coverage) * 2.0;
        KindTraits {
            role,
            pair: if bound { pair.round() as i16 } else { 0 },
            mean_moves: (16.0 * mean).round().min(16_000.0) as i16,
            per_move: (per_move[0], per_move[1]),
            attack: (profile.value[0] / 12.0).clamp(10.0, 90.0) as i16,
            class,
            captures_off_file: captures_off_file(game, kind),
            is_immune: profile.immunity == 1.0,
        }
    };
    profiles.iter().enumerate().map(of).collect()
}

/// `[kind * squares + square]`: bonus for a passed pawn-like piece.
fn passed(game: GameRules<'_>, profiles: &[PieceProfile]) -> Vec<(i16, i16)> {
    let of = |profile: &PieceProfile, square: Square| {
        let [mg, eg] = [0, 1].map(|phase| centipawns(prospect(profile, phase, square, PASSED[phase])));
        (mg, eg)
    };
    let board = &game.variant.board;
    profiles.iter().flat_map(|profile| board.squares().map(move |square| of(profile, square))).collect()
}

/// The share of the promotion gain that counts on a square, less by `factor` for each further move; 0 where the piece
/// cannot promote.
fn prospect(profile: &PieceProfile, phase: usize, square: Square, (share, factor): (f64, f64)) -> f64 {
    let moves = profile.distance[square.index()];
    if moves.is_finite() { profile.gain[phase] * share * factor.powf(moves - 1.0) } else { 0.0 }
}

/// For each square, the bit set of the squares related to it.
fn sets(board: &Geometry, related: impl Fn(Square, Square) -> bool) -> Vec<u64> {
    let width = bits::width(board.len());
    let mut words = vec![0_u64; board.len() * width];
    for from in board.squares() {
        for to in board.squares().filter(|&to| related(from, to)) {
            words[from.index() * width + to.index() / 64] |= 1 << (to.index() % 64);
        }
    }
    words
}

/// For each square, the bit set of the squares at most `steps` king's steps away.
fn around(board: &Geometry, steps: u16) -> Vec<u64> {
    let near = |a: u16, b: u16| a.abs_diff(b) <= steps;
    sets(board, |a, b| near(board.file(a), board.file(b)) && near(board.rank(a), board.rank(b)))
}

/// `[colour * squares + square]`: squares ahead, on the same file and on files up to `beside` away.
fn ahead(board: &Geometry, beside: u16) -> Vec<u64> {
    let of = |color: Color| {
        let ahead = |a: Square, b: Square| board.relative_rank(color, b) > board.relative_rank(color, a);
        sets(board, move |a, b| board.file(a).abs_diff(board.file(b)) <= beside && ahead(a, b))
    };
    Color::BOTH.into_iter().flat_map(of).collect()
}

/// Whether a piece of the kind can leave its file by capturing.
fn captures_off_file(game: GameRules<'_>, kind: Kind) -> bool {
    let board = &game.variant.board;
    board.squares().any(|from| {
        let nodes = &game.tables.nodes()[game.tables.tree(kind, from)];
        nodes.iter().any(|node| {
            node.emit.intersects(Occupancy::ENEMIES) && board.file(Square(node.square)) != board.file(from)
        })
    })
}
