//! The page "Extended Betza notation" (Betza 2.0), sentence by sentence.

use crate::seeds;
use griffon::notation::Notation;

#[test]
fn betza2() {
    seeds::verify("Betza 2.0", Notation::Betza2, seeds::betza2::ALL);
    seeds::verify("Betza 2.0, further sentences", Notation::Betza2, seeds::further::BETZA2);
    seeds::verify("Betza 2.0, chains", Notation::Betza2, seeds::chains::ALL);
}
