//! The learned evaluations that are part of the program.

use super::features::FeatureSet;
use super::file::{NetFile, NetHeader, NetPreface};
use super::rules_hash::rules_hash;
use crate::rules::GameRules;
use once_cell::sync::{Lazy, OnceCell};

macro_rules! embed {
    ($($name:literal)*) => {
        &[$(($name, include_bytes!(concat!("../../variants/nets/", $name, ".gnn")))),*]
    };
}

/// Variants and files. `docs/learning.md` says how each was made.
const FILES: &[(&str, &[u8])] = embed! {
    "3check" "3check-crazyhouse" "anti-losalamos" "antiatomic" "antichess" "antihouse" "asean" "atomar" "atomic"
    "atomiczh" "breakthrough" "capablanca" "capahouse" "checkshogi" "chess" "codrus" "courier" "crazyhouse"
    "dobutsu" "euroshogi" "extinction" "gardner" "giveaway" "gorogoroplus" "grand" "grandhouse" "hoppelpoppel"
    "horde" "janggi" "janggihouse" "judkins" "kinglet" "kingofthehill" "knightmate" "kyotoshogi" "losalamos"
    "losers" "makhouse" "makruk" "minihouse" "minishogi" "minixiangqi" "nocheckatomic" "orda" "racingchess"
    "racingkings" "seirawan" "shako" "shogi" "shouse" "sittuyin" "spartan" "suicide" "torishogi" "xiangqi"
    "xiangqihouse"
};

/// A net of the program, read on first use.
pub(super) struct ShippedNet {
    preface: NetPreface,
    bytes: &'static [u8],
    file: OnceCell<Option<NetFile>>,
}

impl ShippedNet {
    /// What the file says about itself.
    pub fn header(&self) -> &NetHeader {
        &self.preface.header
    }
    /// The file; `None` if it is damaged.
    pub fn file(&self) -> Option<&NetFile> {
        self.file.get_or_init(|| NetFile::read(self.bytes).ok()).as_ref()
    }
}

static NETS: Lazy<Vec<ShippedNet>> = Lazy::new(|| {
    let net = |&(_, bytes): &(&str, &'static [u8])| {
        let (preface, _) = NetPreface::read(bytes).ok()?;
        Some(ShippedNet { preface, bytes, file: OnceCell::new() })
    };
    FILES.iter().filter_map(net).collect()
});

/// Names of the variants whose evaluation is part of the program. It serves all games with the same rules.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|&(name, _)| name)
}

/// The nets of the program.
pub(super) fn all() -> impl Iterator<Item = &'static ShippedNet> {
    NETS.iter()
}

/// Returns the evaluation that is part of the program under this name; see [`names`].
pub fn called(name: &str) -> Option<&'static NetFile> {
    let at = FILES.iter().position(|file| file.0 == name)?;
    NETS.get(at)?.file()
}

/// Returns the evaluation that is part of the program for the rules of a game, if there is one.
pub fn shipped(game: GameRules<'_>) -> Option<&'static NetFile> {
    let (kinds, squares) = (game.tables.kind_count(), game.tables.squares());
    let fits = |net: &&ShippedNet| net.preface.squares == kinds * squares && net.preface.hands == kinds;
    let mut candidates = NETS.iter().filter(fits).peekable();
    candidates.peek()?;
    let hash = rules_hash(game, &FeatureSet::new(game));
    candidates.find(|net| net.preface.header.rules_hash == hash)?.file()
}

#[cfg(test)]
mod tests {
    use super::super::with_learned;
    use super::*;
    use crate::position::Game;
    use crate::variant::catalogue;

    fn game(name: &str) -> Game {
        Game::new(catalogue::find(name).expect(name).variant.clone()).expect("tables")
    }

    /// Every file is intact and fits the present rules of its variant.
    #[test]
    fn files_fit_their_variants() {
        assert_eq!(NETS.len(), FILES.len());
        for name in names() {
            let game = game(name);
            let file = shipped(game.game_rules()).expect(name);
            assert!(file.header.elo > 0, "{name}");
            let learned = with_learned(game.game_rules(), &game.weights, file).expect(name);
            assert_eq!(learned.net.is_some(), file.layers.is_some(), "{name}");
        }
    }

    /// Games that differ in their array and castling share one; others have none.
    #[test]
    fn rules_decide() {
        assert!(shipped(game("fischerandom").game_rules()).is_some());
        assert!(shipped(game("cylinder").game_rules()).is_none());
    }
}
