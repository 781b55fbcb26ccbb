//! Comparison of the compiled generator with the reference generator.
use griffon::board::Color;
use griffon::movegen;
use griffon::movetext::{self, Numbering};
use griffon::oracle;
use griffon::oracle::{Agreement, ReferenceMove, ReferenceState};
use griffon::perft;
use griffon::position::{Game, Move, MoveList, Position};
use griffon::random::Rng;
use griffon::variant::PieceType;

/// Compares all legal moves of a position, and the number of replies with the sum over the moves. Returns each compiled
/// move with its reference move.
pub fn pairs(game: &Game, pos: &mut Position, what: &str) -> Vec<(Move, ReferenceMove)> {
    compare(game, pos, || what.to_owned())
}

/// Move properties for which both generators list the same values.
type Outline = (u16, u16, Option<u16>, Option<u16>, Option<u16>);

fn outline(mv: Move) -> Outline {
    let piece = |piece: Option<PieceType>| piece.map(|piece| piece.0);
    (mv.from().0, mv.to().0, piece(mv.promotion()), piece(mv.dropped()), piece(mv.gated()))
}

fn outline_of(twin: &ReferenceMove) -> Outline {
    let piece = |piece: Option<PieceType>| piece.map(|piece| piece.0);
    (twin.from.0, twin.to.0, piece(twin.promotion), piece(twin.dropped), piece(twin.gated))
}

/// Compares all legal moves of a position, makes and unmakes each, and checks that the incremental key equals a fresh
/// key and that unmake restores everything. Returns each compiled move with its reference move; `what` is the context
/// for failure messages.
pub fn compare(game: &Game, pos: &mut Position, what: impl Fn() -> String) -> Vec<(Move, ReferenceMove)> {
    let mut listed = movegen::legal_moves(game, pos);
    let counted = perft::perft(game, pos, 1);
    assert_eq!(counted, listed.len() as u64, "{}: perft and move list differ in {}", what(), pos.fen(game));
    let mut expected: Vec<Option<ReferenceMove>> =
        oracle::legal_moves(game, pos).into_iter().map(Some).collect();
    let mut order: Vec<(Outline, usize)> =
        expected.iter().flatten().enumerate().map(|(index, twin)| (outline_of(twin), index)).collect();
    order.sort_unstable();
    let (answers, mut one_by_one) = (perft::perft(game, pos, 2), 0);
    let (before, facts_before, fen) = (ReferenceState::of(game, pos), facts(pos), pos.fen(game));
    let mut pairs = Vec::with_capacity(listed.len());
    // Moves whose reference moves keep a right that the position dropped as useless; paired after the others.
    let mut forgetful = Vec::new();
    listed.retain(|&mv| {
        let outline = outline(mv);
        let first = order.partition_point(|(other, _)| *other < outline);
        let alike = order[first..].iter().take_while(|(other, _)| *other == outline);
        pos.make(game, mv);
        assert_eq!(pos.key(), pos.fresh_key(), "{}: the key after {mv:?}", what());
        assert_eq!(pos.side(), before.side.other(), "{}: the side to move after {mv:?}", what());
        one_by_one += perft::perft(game, pos, 1);
        let mut twin = None;
        for &(_, index) in alike {
            match expected[index].as_ref().map(|twin| twin.agreement(game, mv, pos)) {
                Some(Agreement::Full) => twin = Some(index),
                Some(Agreement::UpToUselessRights) => forgetful.push((mv, index)),
                Some(Agreement::None) | None => {}
            }
        }
        pos.unmake(game);
        assert!(before.is(game, pos), "{}: {mv:?} taken back in {fen}", what());
        assert_eq!(facts(pos), facts_before, "{}: {mv:?} taken back in {fen}", what());
        pairs.extend(twin.and_then(|index| expected[index].take()).map(|twin| (mv, twin)));
        twin.is_none()
    });
    for (mv, index) in forgetful {
        if listed.contains(&mv) {
            let twin = expected[index].take();
            listed.retain(|&other| other != mv || twin.is_none());
            pairs.extend(twin.map(|twin| (mv, twin)));
        }
    }
    assert_eq!(answers, one_by_one, "{}: number of replies in {fen}", what());
    assert_eq!((&pos.fen(game), pos.fresh_key()), (&fen, pos.key()), "{}: after all moves", what());
    let rest: Vec<String> = expected.iter().flatten().map(ToString::to_string).collect();
    if !listed.is_empty() || !rest.is_empty() {
        panic!("{}: only compiled: {listed:?}, only reference: {rest:?} in {fen}", what());
    }
    pairs
}

/// Returns the state of a position that [`ReferenceState`] does not hold.
fn facts(pos: &Position) -> impl PartialEq + std::fmt::Debug + use<> {
    let fallen = Color::BOTH.map(|color| pos.has_lost_royal(color));
    (pos.key(), pos.weights(), pos.quiet_plies(), pos.plies(), fallen)
}

/// Reads the FEN of a position, even of a finished game, and compares the result: same pieces, key, moves and result,
/// but not repetitions.
pub fn check_fen(game: &Game, pos: &mut Position, what: impl Fn() -> String) {
    let fen = pos.fen(game);
    let read = Position::from_fen(game, &fen);
    let mut read = read.unwrap_or_else(|error| panic!("{}: {fen} read back: {error}", what()));
    assert_eq!(read.fen(game), fen, "{}: the FEN read back", what());
    assert_eq!(read.cells(), pos.cells(), "{}: {fen} read back", what());
    assert_eq!(read.hands(), pos.hands(), "{}: {fen} read back", what());
    assert_eq!(
        (read.en_passant(), read.counters()),
        (pos.en_passant(), pos.counters()),
        "{}: {fen} read back",
        what()
    );
    assert_eq!(read.key(), pos.key(), "{}: the key of {fen} read back", what());
    let texts = |pos: &mut Position| {
        let list = movegen::legal_moves(game, pos);
        let mut texts = movetext::format_all(Numbering::Cecp, game, pos, &list);
        texts.sort_unstable();
        texts
    };
    assert_eq!(texts(&mut read), texts(pos), "{}: the moves of {fen} read back", what());
    let ends = [movegen::outcome(game, &read), movegen::outcome(game, pos)];
    assert_eq!(ends[0], ends[1], "{}: the result of {fen} read back", what());
}

/// Checks that all move texts differ and that reading one gives back its move.
pub fn check_text(
    game: &Game,
    pos: &mut Position,
    moves: &[(Move, ReferenceMove)],
    random: &mut Rng,
    what: impl Fn() -> String,
) {
    let listed: MoveList = moves.iter().map(|&(mv, _)| mv).collect();
    let mut texts = movetext::format_all(Numbering::Cecp, game, pos, &listed);
    if moves.is_empty() {
        return;
    }
    // Reading compares the input with all the texts, so if these differ, one sample is enough.
    if random.percent(10) {
        let one = random.below(moves.len());
        let read = movetext::parse(game, pos, &texts[one]);
        assert_eq!(read, Ok(moves[one].0), "{}: `{}` in {}", what(), texts[one], pos.fen(game));
    }
    texts.sort_unstable();
    let twice = texts.windows(2).find(|pair| pair[0] == pair[1]);
    assert!(twice.is_none(), "{}: {twice:?} in {}", what(), pos.fen(game));
}
