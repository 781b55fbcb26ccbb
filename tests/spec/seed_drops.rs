//! The comment on the drop atom, sentence by sentence.

use crate::seeds;
use griffon::notation::Notation;

#[test]
fn drops() {
    seeds::verify("drops", Notation::Xbetza, seeds::drops::ALL);
    seeds::verify("drops, further sentences", Notation::Xbetza, seeds::further::DROPS);
}
