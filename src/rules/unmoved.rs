//! What depends on pieces being unmoved.

use crate::tables::Tables;
use crate::variant::Variant;

/// How marks of unmoved pieces are used and lost.
#[derive(Clone, Copy, Debug)]
pub struct UnmovedMarks {
    /// Whether some type can castle.
    pub castling: bool,
    /// Whether moves can clear the marks of other pieces (key `exposedTo`).
    pub exposed: bool,
    /// Whether a mark can become irrelevant while the piece stays where it is.
    pub lapse: bool,
    /// Whether such a mark still matters for moves of other pieces, because they unload pieces.
    pub lapses_show: bool,
}

impl UnmovedMarks {
    pub(super) fn new(variant: &Variant, tables: &Tables) -> Self {
        let castling = tables.kinds.iter().any(|info| info.castles);
        let lapse = castling || tables.kinds.iter().any(|info| info.unmoved_use.gates);
        Self {
            castling,
            exposed: variant.castling.exposed_to.contains(&true),
            lapse,
            lapses_show: lapse && tables.kinds.iter().any(|info| info.unloads),
        }
    }
}
