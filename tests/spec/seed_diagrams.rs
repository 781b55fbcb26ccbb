//! The page "Interactive diagrams", sentence by sentence, except where the tests of single rules quote it.

use crate::seeds;
use griffon::notation::Notation;

#[test]
fn diagrams() {
    seeds::verify("Interactive Diagrams", Notation::Xbetza, seeds::diagrams::ALL);
    seeds::verify("Interactive Diagrams, rules", Notation::Xbetza, seeds::rules::ALL);
    seeds::verify("Interactive Diagrams, zones", Notation::Xbetza, seeds::zones::ALL);
}
