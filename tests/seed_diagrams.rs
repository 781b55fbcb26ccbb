//! The page "Interactive diagrams": what it says of pieces, squares, promotion, holdings and zones.

mod agreement;
mod seeds;

use griffon::notation::Notation;

#[test]
fn diagrams() {
    seeds::verify("Interactive Diagrams", Notation::Xbetza, seeds::diagrams::ALL);
}
