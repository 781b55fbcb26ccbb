//! Random move descriptions that follow the grammar of XBetza, and the features that a description uses.
use griffon::notation::ast::{Item, WrittenRange};
use griffon::notation::legs::{Bend, MovementKind, Reach};
use griffon::notation::{compile, parse};
use griffon::random::Rng;

/// Walking atoms.
pub const WALKERS: &[&str] = &[
    "W", "F", "D", "N", "A", "H", "C", "L", "Z", "J", "G", "K", "B", "R", "Q", "S", "T", "WX", "FX", "FY",
    "DY", "NX", "AX", "WW", "FF", "NN", "DD", "AA", "KK", "CC", "SS",
];
/// Other atoms.
pub const OTHERS: &[&str] = &["U", "I", "O", "@"];
/// Every modifier.
pub const MODIFIERS: &str = "fblrvshmcdekpgxuynjioqz";
/// Modifiers whose doubled form has its own meaning, and `h` after a direction.
pub const DOUBLES: &[&str] =
    &["ff", "bb", "ll", "rr", "nn", "ii", "oo", "jj", "fh", "bh", "lh", "rh", "hr", "hl"];
/// Maximum number of movements of a description; each is a tree on every square.
const MAX_MOVEMENTS: usize = 600;

/// Returns the directions of a leg.
fn directions(random: &mut Rng, oblique: bool, continuation: bool) -> String {
    const SINGLE: &[&str] = &["f", "b", "l", "r", "s", "v"];
    const PAIRS: &[&str] = &["fl", "fr", "bl", "br", "fs", "bs", "vs", "vl", "vr", "rf", "lf", "sf", "fb"];
    match random.below(10) {
        0..=3 => String::new(),
        4 | 5 => (*random.pick(SINGLE)).to_owned(),
        6 | 7 => (*random.pick(PAIRS)).to_owned(),
        8 if continuation => (*random.pick(&["q", "z", "fq", "fz"])).to_owned(),
        8 if oblique => (*random.pick(&["hr", "hl", "fh", "bh", "lh", "rh"])).to_owned(),
        8 => (*random.pick(&["ff", "bb", "ffr", "frr"])).to_owned(),
        _ => (*random.pick(&["fh", "bh", "ffrr", "bbll", "fsb"])).to_owned(),
    }
}

fn leg(random: &mut Rng, oblique: bool, index: usize, last: bool) -> String {
    const FINAL: &[&str] = &[
        "m", "c", "mc", "d", "mcd", "k", "mk", "kc", "e", "mce", "p", "cp", "dp", "mp", "g", "cg", "x", "y",
    ];
    const INNER: &[&str] = &[
        "m", "c", "mc", "mp", "p", "cp", "d", "cd", "k", "mk", "kc", "e", "g", "cg", "y", "cy", "my", "x",
        "o", "mo",
    ];
    const EXTRA: &[&str] = &["n", "nn", "j", "jj", "u", "u", "o", "oo", "q", "z", "i"];
    let mut text = directions(random, oblique, index > 0);
    if random.percent(60) {
        text += *random.pick(if last { FINAL } else { INNER });
    }
    if random.percent(if index == 0 { 25 } else { 20 }) {
        text += *random.pick(EXTRA);
    }
    if index == 0 && random.percent(8) {
        text = random.pick(&["i", "i", "in", "ii"]).to_string() + &text;
    }
    text
}

/// Returns legs before an atom, written with `a`, with numbers, or with groups.
fn legs(random: &mut Rng, oblique: bool) -> String {
    let count = *random.pick(&[1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4]);
    let mut parts: Vec<String> =
        (0..count).map(|index| leg(random, oblique, index, index + 1 == count)).collect();
    if count > 1 && random.percent(10) {
        return parts.join("a2");
    }
    if random.percent(8) {
        let inner =
            *random.pick(&["caf", "maf", "paf", "cafs", "mpas", "caz", "yaf", "udaf", "cab", "mab", "mcas"]);
        let limit = *random.pick(&["", "1", "2", "3"]);
        let last = parts.pop().unwrap_or_default();
        let first = if random.percent(40) { directions(random, oblique, false) } else { String::new() };
        return format!("{first}({inner}){limit}{last}");
    }
    parts.join("a")
}

/// Returns an atom with its modifiers and range.
fn movement(random: &mut Rng, atom: &str) -> String {
    match atom {
        "U" => {
            return format!(
                "{}U",
                random.pick(&[
                    "", "m", "c", "d", "i", "ii", "k", "md", "e", "mce", "ud", "muc", "iue", "x", "mx"
                ])
            );
        }
        "I" => return format!("{}I", random.pick(&["", "m", "c", "f", "b", "fb", "bc", "mk", "d", "e"])),
        "O" => {
            return format!(
                "{}O{}",
                random.pick(&["is", "i", "ir", "il", "isj", "s", "irj"]),
                random.pick(&["", "1", "2", "3", "4"])
            );
        }
        "@" => {
            return format!(
                "{}@{}",
                random.pick(&["", "j", "jj", "f", "ff", "s", "ss", "b", "bb", "n", "fj", "m"]),
                random.pick(&["", "3", "4", "5", "0"])
            );
        }
        _ => {}
    }
    let oblique =
        atom.contains(['N', 'C', 'L', 'Z', 'J']) || "FX WY AX DY".split(' ').any(|leap| leap == atom);
    let doubled = atom.len() == 2 && atom.as_bytes()[0] == atom.as_bytes()[1];
    let range = if doubled { "" } else { random.pick(&["", "", "", "", "0", "2", "3", "4", "*", "12"]) };
    let quote = if random.percent(4) { "'" } else { "" };
    format!("{}{atom}{range}{quote}", legs(random, oblique))
}

/// Inserts a modifier somewhere before an atom.
fn insert(random: &mut Rng, text: &mut String, letters: &str) {
    let places: Vec<usize> = (0..text.len())
        .filter(|&at| text.is_char_boundary(at) && !text[..at].contains(|c: char| c.is_ascii_uppercase()))
        .filter(|&at| !text[..at].ends_with(|c: char| c.is_ascii_digit()))
        .collect();
    if !places.is_empty() {
        text.insert_str(*random.pick(&places), letters);
    }
}

/// Returns a valid description that contains the given atom and letters.
pub fn description(random: &mut Rng, atom: &str, letters: &str) -> String {
    loop {
        let mut text = movement(random, atom);
        if !text.contains(letters) && WALKERS.contains(&atom) {
            insert(random, &mut text, letters);
        }
        if random.percent(30) {
            let other = *random.pick(WALKERS);
            text += &movement(random, other);
        }
        if random.percent(3) {
            text += *random.pick(OTHERS);
        }
        if compile(&text).is_ok_and(|movements| movements.len() <= MAX_MOVEMENTS) {
            return text;
        }
    }
}

/// Estimates how many squares the paths of a description visit from one square of a board with sides of `side`; at most
/// `u32::MAX`.
pub fn size(text: &str, side: u64) -> u64 {
    let steps = |max: Reach| match max {
        Reach::Steps(steps) => u64::from(steps).min(side),
        Reach::Unlimited | Reach::EnemyHalf => side * 2 / 3,
    };
    let movement = |kind: &MovementKind| match kind {
        MovementKind::Walk(legs) => {
            let (mut ends, mut at) = (1_u64, (0, 0));
            // An unlimited group has enough legs to leave any board.
            let on_board = legs.iter().take_while(|leg| {
                at = (at.0 + leg.step.dx, at.1 + leg.step.dy);
                at.0.unsigned_abs().max(at.1.unsigned_abs()) < side as _
            });
            let visited = on_board.map(|leg| {
                let bent = if leg.bend == Bend::Straight { 1 } else { 2 };
                ends = ends.saturating_mul(if leg.iso { 1 } else { steps(leg.max) * bent });
                ends
            });
            visited.fold(0, u64::saturating_add)
        }
        MovementKind::Universal(_) => side * side,
        MovementKind::Castle(_)
        | MovementKind::Drop(_)
        | MovementKind::Imitate(_)
        | MovementKind::Mirror(_) => 0,
    };
    let sizes = compile(text).unwrap_or_default();
    let all = sizes.iter().map(|m| movement(&m.kind)).fold(0, u64::saturating_add);
    all.min(u64::from(u32::MAX))
}

/// Returns the features of the grammar that a description uses: `atom N`, `range *`, `legs 3`, `u inner`, `nn`, and so
/// on.
pub fn features(text: &str) -> Vec<String> {
    let Ok(ast) = parse(text) else { return Vec::new() };
    let mut found = Vec::new();
    for movement in &ast.moves {
        let atom = &movement.atom;
        found.push(format!("atom {}", atom.letter.letter));
        found.extend(atom.suffixes.iter().map(|suffix| format!("suffix {}", suffix.letter)));
        found.extend(atom.doubled.map(|_| "doubled atom".to_owned()));
        found.extend(atom.quote.map(|_| "quote".to_owned()));
        found.extend(atom.range.as_ref().map(|range| match range {
            WrittenRange::Star(_) => "range *".to_owned(),
            WrittenRange::Number(number) if number.value == 0 => "range 0".to_owned(),
            WrittenRange::Number(_) => "range".to_owned(),
        }));
        let mut flat = Vec::new();
        for item in &movement.prefix {
            match item {
                Item::Group { items, count, .. } => {
                    let kind = if count.is_some() { "group with a limit" } else { "group without a limit" };
                    found.push(kind.to_owned());
                    flat.extend(items);
                }
                Item::Again { count: Some(_), .. } => {
                    found.push("number after a".to_owned());
                    flat.push(item);
                }
                _ => flat.push(item),
            }
        }
        let legs: Vec<String> = flat
            .split(|item| matches!(item, Item::Again { .. }))
            .map(|leg| leg.iter().filter_map(|item| letter(item)).collect())
            .collect();
        found.push(format!("legs {}", legs.len().min(4)));
        for (index, leg) in legs.iter().enumerate() {
            let place = match (index, legs.len() - index) {
                (0, 1) => "only",
                (_, 1) => "last",
                _ => "inner",
            };
            for modifier in MODIFIERS.chars().filter(|&modifier| leg.contains(modifier)) {
                found.push(format!("{modifier} {place}"));
                found.push(format!("{modifier} before {}", atom.letter.letter));
            }
            found.extend(
                DOUBLES.iter().filter(|double| leg.contains(**double)).map(|double| (*double).to_owned()),
            );
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn letter(item: &Item) -> Option<char> {
    match item {
        Item::Modifier(letter) => Some(letter.letter),
        Item::Again { .. } | Item::Group { .. } | Item::Unload { .. } => None,
    }
}
