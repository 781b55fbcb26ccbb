//! Writes the present hash of the rules into the nets in `variants/nets`.
//!
//! Needed after a change to what `net::rules_hash` covers or how rules are represented, if the rules of the game and the
//! features of the net are the same as before. The nets must be tested again if a rule has changed.

use griffon::net::{FeatureSet, NetFile, rules_hash, shipped_names};
use griffon::position::Game;
use griffon::variant::catalogue;

fn main() {
    for name in shipped_names() {
        let path = format!("variants/nets/{name}.gnn");
        let mut file = NetFile::open(path.as_ref()).expect("a net");
        let variant = catalogue::find(name).expect("a variant of the catalogue").variant.clone();
        let game = Game::new(variant).expect("tables");
        let features = FeatureSet::new(game.game_rules());
        assert_eq!(features.count(), file.header.features as usize, "{name}: the features have changed");
        assert_eq!(game.weights.square.len(), file.weights.square.len(), "{name}: the pieces have changed");
        let hash = rules_hash(game.game_rules(), &features);
        if hash != file.header.rules_hash {
            file.header.rules_hash = hash;
            std::fs::write(&path, file.write()).expect("the file can be written");
            println!("{path}: {hash:016x}");
        }
    }
}
