//! Prints atoms that do not walk.

use super::leg::{initial, modes};
use crate::notation::legs::{
    Castle, Drop, Imitate, Landing, Movement, MovementKind, Reach, Side, UniversalLeap,
};

/// Returns texts for a movement that does not walk; empty for one that does.
pub(super) fn texts(movement: &Movement, flames: Option<&str>) -> Vec<String> {
    let Some(initial) = initial(movement.initial) else { return Vec::new() };
    let quote = if movement.quoted { "'" } else { "" };
    let texts = match &movement.kind {
        MovementKind::Walk(_) => Vec::new(),
        MovementKind::Universal(UniversalLeap { landing, unload, induce }) => {
            let modes =
                if *induce { "x".to_owned() } else { with_default(*landing, Landing::MOVE_OR_CAPTURE) };
            vec![format!("{}{modes}U", if *unload { "u" } else { "" })]
        }
        MovementKind::Castle(castle) => castles(castle),
        MovementKind::Drop(drop) => drops(drop),
        MovementKind::Imitate(imitate) => imitations(imitate),
        MovementKind::Mirror(captures) => vec![format!("{}M", only(*captures))],
    };
    let burn = flames.map(|flames| format!(":{flames}")).unwrap_or_default();
    texts.into_iter().map(|text| format!("{initial}{text}{quote}{burn}")).collect()
}

fn with_default(landing: Landing, default: Landing) -> String {
    if landing == default { String::new() } else { modes(landing).unwrap_or_default() }
}

fn only(landing: Option<Landing>) -> String {
    landing.and_then(modes).unwrap_or_default()
}

/// Returns the texts for castling to both sides and to the side of `castle`.
fn castles(castle: &Castle) -> Vec<String> {
    let gate = if castle.gate { "uO-" } else { "" };
    let inner = "j".repeat(castle.inner.into());
    let fast = if castle.fast { "p" } else { "" };
    let side = if castle.side == Side::Left { "l" } else { "r" };
    ["s", side].map(|side| format!("{gate}{side}{inner}{fast}O{}", castle.distance)).into()
}

fn drops(drop: &Drop) -> Vec<String> {
    let many = |letter: &str, count: u8| letter.repeat(count.into());
    let limits = drop.limits;
    let areas = many("f", limits.per_file) + &many("s", limits.per_shade) + &many("b", limits.per_board);
    let skip = "j".repeat(drop.skip.into());
    let blocked = if drop.blocked { "n" } else { "" };
    let depth = match drop.depth {
        Reach::Steps(1) => String::new(),
        Reach::Steps(ranks) => ranks.to_string(),
        Reach::Unlimited | Reach::EnemyHalf => "0".to_owned(),
    };
    vec![format!("{areas}{skip}{blocked}{}@{depth}", with_default(drop.landing, Landing::MOVE))]
}

fn imitations(imitate: &Imitate) -> Vec<String> {
    let back = if imitate.backward { "b" } else { "" };
    let modes = only(imitate.modes);
    let both = format!("fb{modes}I");
    vec![both, format!("{back}{modes}I")]
}
