//! Random descriptions in XBetza.

use griffon::random::Rng;

const ATOMS: &[&str] = &[
    "W", "F", "D", "N", "A", "H", "C", "Z", "L", "J", "G", "K", "B", "R", "Q", "S", "T", "U", "WX", "FX",
    "DY", "NX", "NY", "AX", "WXX", "FY", "CX",
];

/// One to three moves, most of them meaningful.
pub fn description(random: &mut Rng) -> String {
    let moves = 1 + random.below(3) / 2 + random.below(4) / 3;
    (0..moves).map(|_| movement(random)).collect()
}

fn movement(random: &mut Rng) -> String {
    let mut text = String::from(if random.one_in(8) { "i" } else { "" });
    let legs = [1, 1, 1, 1, 2, 2, 2, 3, 3, 4][random.below(10)];
    for leg in 0..legs {
        if leg > 0 {
            text += "a";
            text += *random.pick(&["", "", "", "", "", "", "", "", "i", "2"]);
        }
        text += &directions(random);
        text += &modes(random, leg + 1 == legs);
    }
    if random.one_in(20) {
        text = format!("{text}({}a{})", modes(random, false), directions(random));
        text += *random.pick(&["", "1", "2", "3"]);
    }
    text + atom(random) + *random.pick(&["", "", "", "", "", "", "", "0", "2", "3", "4", "7", "12", "*"])
}

fn atom(random: &mut Rng) -> &'static str {
    // Simple atoms are more frequent.
    if random.one_in(2) {
        random.pick::<&str>(&["W", "F", "K", "R", "B", "Q", "N", "D", "A"])
    } else {
        random.pick::<&str>(ATOMS)
    }
}

fn directions(random: &mut Rng) -> String {
    const PAIRS: &[&str] = &[
        "f", "b", "l", "r", "s", "v", "fs", "bs", "fl", "fr", "bl", "br", "ff", "ffs", "fh", "bh", "lh",
        "hr", "hl", "rf", "lb", "vs", "sv", "ffrr", "q", "z",
    ];
    match random.below(5) {
        0 | 1 => String::new(),
        2 | 3 => (*random.pick(PAIRS)).to_owned(),
        _ => format!("{}{}", random.pick(PAIRS), random.pick(PAIRS)),
    }
}

fn modes(random: &mut Rng, last: bool) -> String {
    const LAST: &[&str] =
        &["m", "c", "mc", "d", "cd", "e", "ce", "p", "cp", "mp", "g", "cg", "k", "ck", "md", "x", "mce"];
    const INNER: &[&str] =
        &["m", "c", "p", "mp", "cp", "mcp", "d", "g", "y", "cd", "md", "gy", "e", "k", "x", "my"];
    const EXTRA: &[&str] = &["n", "n", "j", "j", "jj", "o", "o", "oo", "u", "q", "z"];
    let mut text = String::new();
    if !random.one_in(2) {
        text += *random.pick(if last { LAST } else { INNER });
    }
    if random.one_in(5) {
        text += *random.pick(EXTRA);
    }
    text
}
