//! The page "Interactive diagrams", sentence by sentence as far as the tests of the single rules do not cite it.

mod agreement;
mod seeds;

use griffon::notation::Notation;

#[test]
fn diagrams() {
    seeds::verify("Interactive Diagrams", Notation::Xbetza, seeds::diagrams::ALL);
    seeds::verify("Interactive Diagrams, rules", Notation::Xbetza, seeds::rules::ALL);
}
