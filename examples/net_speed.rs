//! Measures what nets cost: nodes a second with a net, relative to those with the terms.
//!
//! `net_speed [VARIANT...]` searches with small random nets of each size and prints the median of paired searches. The
//! weights do not matter for the cost, but the trees differ.

use griffon::learn::gate;
use griffon::net::{BUCKETS, FeatureSet, HIDDEN_SIZES, LayerWeights, Net};
use griffon::position::Game;
use griffon::random::Rng;
use griffon::variant::catalogue;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Games of many kinds of pieces and boards.
const VARIANTS: [&str; 8] =
    ["chess", "capablanca", "crazyhouse", "shogi", "xiangqi", "janggi", "makruk", "atomic"];

fn load(name: &str) -> Game {
    let variant = catalogue::load(name).expect("a variant of the catalogue").variant;
    Game::new(variant).expect("tables")
}

/// A net whose output is small, so that the search remains sensible.
fn weights(features: usize, hidden: usize) -> LayerWeights {
    let mut rng = Rng(1);
    let mut numbers = |count: usize| (0..count).map(|_| rng.below(21) as i16 - 10).collect::<Vec<_>>();
    LayerWeights {
        hidden,
        rows: numbers(features * hidden),
        bias: vec![80; hidden],
        output: numbers(2 * BUCKETS * hidden),
        output_bias: vec![0; BUCKETS],
        scale: 256 * 100,
        keeps_terms: false,
    }
}

fn main() {
    let named: Vec<String> = std::env::args().skip(1).collect();
    let names: Vec<&str> =
        if named.is_empty() { VARIANTS.to_vec() } else { named.iter().map(String::as_str).collect() };
    let mut products = [1.0_f64; HIDDEN_SIZES.len()];
    println!(
        "{:<12} {:>8} {}",
        "variant",
        "features",
        HIDDEN_SIZES.map(|size| format!("{size:>7}")).join("")
    );
    for name in &names {
        let plain = load(name);
        let features = FeatureSet::new(plain.game_rules());
        print!("{name:<12} {:>8} ", features.count());
        for (hidden, product) in HIDDEN_SIZES.into_iter().zip(&mut products) {
            let mut game = load(name);
            let net = Net::new(features.clone(), &weights(features.count(), hidden)).expect("fits");
            game.net = Some(Arc::new(net));
            let ratio = gate::speed_ratio([&game, &plain], 1, &AtomicBool::new(false)).expect("not stopped");
            *product *= ratio;
            print!("{ratio:>7.2}");
        }
        println!();
    }
    let means = products.map(|product| format!("{:>7.2}", product.powf(1.0 / names.len() as f64)));
    println!("{:<21} {}", "geometric mean", means.join(""));
}
