//! Learning in the small: self-play, samples, the linear fit, the training of a net.

use crate::support::game;
use griffon::eval::net_output;
use griffon::learn::samples::{LearningTarget, SampleSets, Samples, logistic_scale};
use griffon::learn::train::{self, Epoch, TrainingPlan};
use griffon::learn::{fit, play};
use griffon::net::{FeatureSet, Net, of_program, shipped};
use griffon::position::{Game, Position};
use griffon::random::Rng;
use griffon::search::Searcher;
use griffon::variant::catalogue;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// Games at a few nodes per move: enough to learn from, though not to play well.
fn sets(game: &Game, features: &FeatureSet, count: usize) -> SampleSets {
    let (mut searcher, mut rng, stop) = (Searcher::new(1), Rng(7), AtomicBool::new(false));
    let mut one = || play::game(game, &mut searcher, 60, &mut rng, &stop).expect("not stopped");
    let records: Vec<_> = (0..count).map(|_| one()).collect();
    assert!(records.iter().all(|record| record.result <= 2 && !record.plies.is_empty()));
    SampleSets::new(game, features, &records)
}

#[test]
fn fit_and_net_reduce_the_error() {
    // Castling and promotion, drops, a shuffled array.
    for name in ["losalamos", "minishogi", "fischerandom"] {
        let game = game(name);
        let features = FeatureSet::new(game.game_rules());
        let sets = sets(&game, &features, 80);
        assert_eq!(sets.unreadable, 0, "{name}");
        assert!(sets.training.len() > 300 && !sets.held_out.is_empty(), "{name}: {}", sets.training.len());
        let target = LearningTarget { scale: logistic_scale(&sets.training), share: 0.4 };
        let both = [&sets.training, &sets.training];
        let stop = AtomicBool::new(false);
        let fitted = fit::fit(&game, &features, both, target, &stop).expect("an improvement");
        assert!(fitted.loss[1] < fitted.loss[0], "{name}: {:?}", fitted.loss);
        assert_ne!(fitted.weights.square, game.weights.square, "{name}");

        for keeps_terms in [false, true] {
            let plan = TrainingPlan {
                start: None,
                hidden: 16,
                epochs: 10,
                batch: 512,
                rate: 0.003,
                decay: 0.02,
                keeps_terms,
                target,
                seed: 1,
            };
            let mut epochs: Vec<Epoch> = Vec::new();
            let layers = train::train(&game, &features, both, plan, &stop, &mut |epoch| epochs.push(epoch));
            let [first, .., last] = epochs.as_slice() else { panic!("{name}: {epochs:?}") };
            assert!(last.training < first.training, "{name}: {epochs:?}");
            let net = Net::new(features.clone(), &layers.expect("trained")).expect("fits");
            assert_eq!(net.keeps_terms, keeps_terms);
            assert!(net_output(&net, &Position::start(&game)).abs() < 2000, "{name}");
        }
    }
}

#[test]
fn a_stopped_training_gives_nothing() {
    let game = game("gardner");
    let features = FeatureSet::new(game.game_rules());
    let sets = sets(&game, &features, 20);
    let target = LearningTarget { scale: 0.004, share: 0.5 };
    let plan = TrainingPlan {
        start: None,
        hidden: 32,
        epochs: 3,
        batch: 512,
        rate: 0.003,
        decay: 0.02,
        keeps_terms: false,
        target,
        seed: 1,
    };
    let stop = AtomicBool::new(true);
    let both = [&sets.training, &sets.held_out];
    assert!(train::train(&game, &features, both, plan, &stop, &mut |_| ()).is_none());
    assert!(fit::fit(&game, &features, both, target, &stop).is_none());
}

/// A fit that makes the error on held-out games larger is made smaller or dropped, and even few games have some to judge by.
#[test]
fn a_fit_is_judged_by_held_out_games() {
    let (game, stop) = (game("losalamos"), AtomicBool::new(false));
    let features = FeatureSet::new(game.game_rules());
    for count in [2, 5] {
        let sets = sets(&game, &features, count);
        assert!(!sets.held_out.is_empty() && !sets.training.is_empty(), "{count}");
    }
    let sets = sets(&game, &features, 2);
    let target = LearningTarget { scale: 0.004, share: 0.4 };
    let fitted = fit::fit(&game, &features, [&sets.training, &sets.held_out], target, &stop);
    assert!(fitted.is_none_or(|fit| fit.loss[1] < fit.loss[0]));
    let none = Samples::default();
    assert!(fit::fit(&game, &features, [&sets.training, &none], target, &stop).is_none());
}

/// Without steps a training that goes on from a net has that net's error, and gives nothing better.
#[test]
fn training_goes_on_from_a_net() {
    let game = game("minishogi");
    let features = FeatureSet::new(game.game_rules());
    let sets = sets(&game, &features, 80);
    let target = LearningTarget { scale: logistic_scale(&sets.training), share: 0.4 };
    let both = [&sets.training, &sets.training];
    let plan = TrainingPlan {
        start: None,
        hidden: 16,
        epochs: 6,
        batch: 512,
        rate: 0.003,
        decay: 0.02,
        keeps_terms: false,
        target,
        seed: 1,
    };
    let stop = AtomicBool::new(false);
    let run = |plan: TrainingPlan<'_>| {
        let mut errors = Vec::new();
        let layers =
            train::train(&game, &features, both, plan, &stop, &mut |epoch| errors.push(epoch.held_out));
        (layers, errors)
    };
    let (first, errors) = run(plan);
    let first = first.expect("trained");
    let least = errors.into_iter().fold(f32::INFINITY, f32::min);
    let (layers, errors) =
        run(TrainingPlan { start: Some(&first), epochs: 1, rate: 0.0, decay: 0.0, ..plan });
    assert!(layers.is_none());
    assert!((errors[0] - least).abs() < 2e-4, "{errors:?} {least}");
    let (better, _) = run(TrainingPlan { start: Some(&first), rate: 0.001, decay: 0.0, ..plan });
    assert!(better.is_some_and(|layers| layers != first));
}

/// The variants that take the net of a similar game; docs/learning.md has what each of them gains.
#[test]
fn similar_games_take_nets() {
    const TAKEN: &[(&str, &str)] = &[
        ("capablanca", "janus gemini grotesque ladorean schoolbook spanisharcher univers"),
        (
            "normal",
            "nocastle amazon nightrider 5check chigorin coregal pawnone pocketknight selfcapture \
             stalematewin torpedo upsidedown advancedpawn centaurking chessvshp cornerrook georgian \
             pawnsmassacre placement raazuvaa screen twokings2",
        ),
        ("crazyhouse", "chessgi loop shogun"),
        ("makruk", "cambodian"),
        ("seirawan", "almost perfect dragon fullmoon paradigm sortofalmost"),
        ("janggi", "janggicasual janggimodern janggitraditional"),
    ];
    let mut taken: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for entry in catalogue::every() {
        let game = game(&entry.variant.name);
        let game_rules = game.game_rules();
        let known = of_program(game_rules, &game.weights).filter(|_| shipped(game_rules).is_none());
        known
            .into_iter()
            .for_each(|net| taken.entry(net.header.name.clone()).or_default().push(&entry.variant.name));
    }
    let expected = TAKEN.iter().map(|&(source, names)| (source.to_owned(), names.split(' ').collect()));
    assert_eq!(taken, expected.collect());
}
