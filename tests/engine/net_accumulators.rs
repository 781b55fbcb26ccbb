//! Nets in all variants of the catalogue: the accumulators updated along a line equal those computed from scratch, and
//! swapping the sides leaves the output unchanged.

use crate::support::{game, game_of};
use griffon::board::Color;
use griffon::eval;
use griffon::load;
use griffon::movegen;
use griffon::net::{
    self, BUCKETS, FeatureSet, LayerWeights, LearnedWeights, Net, NetError, NetFile, NetHeader,
};
use griffon::position::{Game, MoveList, Position};
use griffon::random::Rng;
use griffon::variant::catalogue;

/// Plies of a random game.
const PLIES: usize = 120;

fn weights(features: usize, hidden: usize, rng: &mut Rng) -> LayerWeights {
    let mut numbers = |count: usize, size: i64| -> Vec<i16> {
        (0..count).map(|_| (rng.below(2 * size as usize + 1) as i64 - size) as i16).collect()
    };
    LayerWeights {
        hidden,
        rows: numbers(features * hidden, 200),
        bias: numbers(hidden, 100),
        output: numbers(2 * BUCKETS * hidden, 100),
        output_bias: vec![5000; BUCKETS],
        scale: 256 * 300,
        keeps_terms: false,
    }
}

fn learned(game: &Game, file: &NetFile) -> Game {
    let evaluation = net::with_learned(game.game_rules(), &game.weights, file).expect("the same rules");
    Game::with_evaluation(game.variant.clone(), |_| evaluation).expect("tables")
}

/// A random walk with steps back: evaluated only now and then, as in a search.
fn walk(game: &Game, net: &Net, rng: &mut Rng) {
    let mut pos = load::shuffled_start(game, rng.next_number());
    let mut state = eval::NetState::new(net, &pos);
    let root = pos.plies();
    let mut list = MoveList::new();
    for _ in 0..PLIES {
        if rng.one_in(4) {
            for _ in 0..rng.below(pos.plies() - root + 1).min(4) {
                pos.unmake(game);
            }
        }
        if !rng.one_in(3) {
            let fresh = eval::net_output(net, &pos);
            assert_eq!(state.evaluate(net, &pos), fresh, "{}: {}", game.variant.name, pos.fen(game));
        }
        list.clear();
        movegen::list_legal(game, &mut pos, &mut list);
        let Some(&mv) = list.get(rng.below(list.len())) else { break };
        if rng.one_in(12) && !movegen::in_check(game, &pos, pos.side()) {
            pos.make_null(game);
            continue;
        }
        pos.make(game, mv);
    }
}

#[test]
fn updated_accumulators_equal_fresh_ones() {
    let entries: Vec<_> = catalogue::every().collect();
    assert!(entries.len() > 100);
    let mut rng = Rng(1);
    for (number, entry) in entries.into_iter().enumerate() {
        let game = game_of(entry);
        let features = FeatureSet::new(game.game_rules());
        let hidden = [16, 32, 64, 128][number % 4];
        let weights = weights(features.count(), hidden, &mut rng);
        let net = Net::new(features, &weights).expect("fits");
        (0..3).for_each(|_| walk(&game, &net, &mut rng));
    }
}

/// In chess the board can be turned by writing the FEN of the other side.
#[test]
fn the_output_is_symmetric() {
    let chess = game("chess");
    let features = FeatureSet::new(chess.game_rules());
    assert!(features.is_colour_symmetric() && features.mirrors);
    let net = Net::new(features.clone(), &weights(features.count(), 32, &mut Rng(3))).expect("fits");
    let pairs = [
        (
            "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1",
            "rnbqk2r/pppp1ppp/5n2/2b1p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R b KQkq - 0 1",
        ),
        // Mirrored left to right, without castling.
        ("4k3/2p5/8/8/3N4/8/6P1/6K1 w - - 0 1", "3k4/5p2/8/8/4N3/8/1P6/1K6 w - - 0 1"),
    ];
    for (one, other) in pairs {
        let value = |fen: &str| eval::net_output(&net, &Position::from_fen(&chess, fen).expect("a position"));
        assert_eq!(value(one), value(other), "{one}");
    }
    let asymmetric = game("spartan");
    assert!(FeatureSet::new(asymmetric.game_rules()).count() > 0);
}

#[test]
fn xiangqi_has_no_features_beyond_the_palace() {
    let count = |name: &str| {
        let game = game(name);
        FeatureSet::new(game.game_rules()).count()
    };
    // General 9, advisors 5, elephants 7, chariot, horse and cannon 90 each, soldiers of both kinds at most 90; own and enemy.
    assert!(count("xiangqi") <= 2 * (9 + 5 + 7 + 5 * 90), "{}", count("xiangqi"));
    assert_eq!(
        count("chess"),
        12 * 64 - 16 + 16,
        "pawns never stand on their first rank; marks of both sides"
    );
}

#[test]
fn files_of_other_rules_are_ignored() {
    let chess = game("chess");
    let features = FeatureSet::new(chess.game_rules());
    let mut square = chess.weights.square.clone();
    square.iter_mut().for_each(|(middle, _)| *middle += 1);
    let file = NetFile {
        header: NetHeader {
            rules_hash: net::rules_hash(chess.game_rules(), &features),
            ..NetHeader::default()
        },
        weights: LearnedWeights { square: square.clone(), hand: chess.weights.hand.clone() },
        layers: Some(weights(features.count(), 16, &mut Rng(1))),
    };
    let other = game("capablanca");
    assert!(matches!(
        net::with_learned(other.game_rules(), &other.weights, &file),
        Err(NetError::OtherRules)
    ));
    let learned = learned(&chess, &file);
    assert_eq!(learned.weights.square, square);
    let pos = Position::start(&learned);
    assert_eq!(pos.side(), Color::White);
    let net = learned.net.as_ref().expect("a net");
    assert_eq!(
        eval::evaluate(&learned, &pos),
        eval::lazy_evaluate(&learned, &pos) + eval::net_output(net, &pos)
    );
}

/// A net replaces the terms or is added to them; the file says which.
#[test]
fn nets_are_added_to_the_terms() {
    let chess = game("chess");
    let features = FeatureSet::new(chess.game_rules());
    let layers = LayerWeights { keeps_terms: true, ..weights(features.count(), 16, &mut Rng(1)) };
    let file = NetFile {
        header: NetHeader {
            rules_hash: net::rules_hash(chess.game_rules(), &features),
            features: features.count() as u32,
            ..NetHeader::default()
        },
        weights: LearnedWeights::of(&chess.weights),
        layers: Some(layers),
    };
    let file = NetFile::read(&file.write()).expect("reads");
    let learned = learned(&chess, &file);
    let net = learned.net.as_ref().expect("a net");
    for fen in [
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1",
        "8/5k2/8/3R4/8/8/2K5/8 b - - 0 1",
    ] {
        let pos = Position::from_fen(&learned, fen).expect(fen);
        let terms = eval::evaluate_by_terms(&learned, &pos);
        let lone = fen.starts_with("8/5k2");
        assert_eq!(
            eval::evaluate(&learned, &pos),
            terms + if lone { 0 } else { eval::net_output(net, &pos) },
            "{fen}"
        );
    }
}
