//! Trains a net on the games of a learning run and prints its errors, to compare settings of the trainer.
//!
//! `train_net VARIANT GAMES.BIN [hidden=32] [epochs=16] [batch=4096] [rate=0.001] [decay=0.02]
//! [share=0.9] [terms=0] [megabytes=160] [from=FILE.gnn] [start=FILE.gnn] [out=FILE.gnn]`
//!
//! `from`: the piece-square scores of that file instead of the estimated ones; `start`: the net to go on from.

use griffon::learn::games;
use griffon::learn::samples::{LearningTarget, SampleSets, logistic_scale};
use griffon::learn::train::{self, Epoch, TrainingPlan};
use griffon::net::{self, Evaluation, FeatureSet, LearnedWeights, NetFile, NetHeader};
use griffon::position::Game;
use griffon::variant::catalogue;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [variant, path, settings @ ..] = &words[..] else {
        return eprintln!("usage: train_net VARIANT GAMES.BIN [NAME=VALUE...]");
    };
    let text = |name: &str| {
        settings.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('=')).map(str::to_owned)
    };
    let number = |name: &str, usual: f32| {
        text(name).map_or(usual, |value| value.parse().unwrap_or_else(|_| panic!("{name}: {value}")))
    };
    let loaded = catalogue::load(variant).expect("a variant of the catalogue").variant;
    let mut game = Game::new(loaded).expect("tables");
    let features = FeatureSet::new(game.game_rules());
    let rules_hash = net::rules_hash(game.game_rules(), &features);
    if let Some(from) = text("from") {
        let file = NetFile::open(Path::new(&from)).expect("a net");
        let learned =
            net::with_learned(game.game_rules(), &game.weights, &file).expect("a net of these rules");
        let evaluation = Evaluation { net: None, ..learned };
        game = Game::with_evaluation(game.variant.clone(), |_| evaluation).expect("tables");
    }
    let records = games::read(Path::new(path), rules_hash, number("megabytes", 160.0) as usize * 1_000_000)
        .expect("games");
    let start = Instant::now();
    let sets = SampleSets::new(&game, &features, &records);
    let (positions, seconds) = (sets.training.len(), start.elapsed().as_secs_f32());
    println!("{positions} positions of {} games, read in {seconds:.0} s", records.len());
    let target = LearningTarget { scale: logistic_scale(&sets.training), share: number("share", 0.9) };
    let start = text("start").map(|path| NetFile::open(Path::new(&path)).expect("a net"));
    let plan = TrainingPlan {
        start: start.as_ref().and_then(|file| file.layers.as_ref()),
        hidden: number("hidden", 32.0) as usize,
        epochs: number("epochs", 16.0) as usize,
        batch: number("batch", 4096.0) as usize,
        rate: number("rate", 0.001),
        decay: number("decay", 0.02),
        keeps_terms: number("terms", 0.0) != 0.0,
        target,
        seed: 1,
    };
    let start = Instant::now();
    let mut done = |epoch: Epoch| {
        let Epoch { number, training, held_out } = epoch;
        println!("{number:>3} {training:.5} {held_out:.5} {:>5.0} s", start.elapsed().as_secs_f32());
    };
    let both = [&sets.training, &sets.held_out];
    let layers = train::train(&game, &features, both, plan, &AtomicBool::new(false), &mut done);
    if let Some(out) = text("out") {
        let header = NetHeader {
            name: variant.clone(),
            rules_hash,
            features: features.count() as u32,
            games: records.len() as u64,
            positions: positions as u64,
            elo: 0,
            elo_error: 0,
        };
        let weights = LearnedWeights::of(&game.weights);
        let file = NetFile { header, weights, layers };
        std::fs::write(out, file.write()).expect("writes");
    }
}
