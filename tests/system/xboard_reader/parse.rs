//! The grammar: `DESC = MOVE...`, `MOVE = [i|ii] DIR* MODS [a LEG] ATOM [n]`, `LEG = [i] DIR* MODS [a LEG]`.

use super::{At, STEPS};

/// A parsed description.
#[derive(Clone, Debug)]
pub struct Description {
    pub moves: Vec<Move>,
}

/// One atom with its prefixes.
#[derive(Clone, Debug)]
pub struct Move {
    pub initial: bool,
    pub legs: Vec<Leg>,
    pub atom: Atom,
    /// Steps of each leg; 0: no limit.
    pub range: u32,
}

#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Leg {
    /// `i` of a later leg: same length as the last slide.
    pub iso: bool,
    pub directions: String,
    pub m: bool,
    pub c: bool,
    pub d: bool,
    pub e: bool,
    pub t: bool,
    pub p: bool,
    pub g: bool,
    pub o: bool,
    pub y: bool,
    pub n: bool,
    pub j: u32,
}

/// An atom's leaps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Atom {
    pub letter: char,
    pub class: Class,
    /// The smaller and the larger coordinate of a leap; for K and Q, those of the orthogonal leap.
    pub leap: (i32, i32),
    /// Whether it slides without a number.
    pub slides: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    Orthogonal,
    Diagonal,
    Oblique,
    Eight,
}

/// "W(0,1) D(0,2) H(0,3) R = W0", "F(1,1) A(2,2) G(3,3) B = F0", "N(1,2) C(1,3) J(1,3) Z(2,3) L(2,3)".
fn atom(letter: char) -> Option<Atom> {
    use Class::{Diagonal, Eight, Oblique, Orthogonal};
    let (class, leap) = match letter {
        'W' | 'R' => (Orthogonal, (0, 1)),
        'D' => (Orthogonal, (0, 2)),
        'H' => (Orthogonal, (0, 3)),
        'F' | 'B' => (Diagonal, (1, 1)),
        'A' => (Diagonal, (2, 2)),
        'G' => (Diagonal, (3, 3)),
        'N' => (Oblique, (1, 2)),
        'C' | 'J' => (Oblique, (1, 3)),
        'Z' | 'L' => (Oblique, (2, 3)),
        'K' | 'Q' => (Eight, (0, 1)),
        _ => return None,
    };
    Some(Atom { letter, class, leap, slides: "RBQ".contains(letter) })
}

/// Reads a description.
///
/// # Errors
/// Where XBoard would stop reading, ignore letters or overflow a buffer.
pub fn read(text: &str) -> Result<Description, String> {
    if text.len() > 511 {
        return Err(format!("{} bytes", text.len()));
    }
    let mut rest = text;
    let mut moves = Vec::new();
    while !rest.is_empty() {
        let (next, tail) = movement(rest)?;
        moves.push(next);
        rest = tail;
    }
    Ok(Description { moves })
}

fn movement(text: &str) -> Result<(Move, &str), String> {
    let mut rest = text;
    let initial = rest.starts_with('i');
    rest = rest.strip_prefix('i').unwrap_or(rest);
    let mut legs = Vec::new();
    let mut chain = None;
    loop {
        let iso = !legs.is_empty() && rest.starts_with('i');
        rest = if iso { &rest[1..] } else { rest };
        let (leg, tail) = leg(rest);
        legs.push(Leg { iso, ..leg });
        rest = tail;
        match rest.strip_prefix('a') {
            Some(tail) => {
                chain.get_or_insert(tail);
                rest = tail;
            }
            None => break,
        }
    }
    let letter = rest.chars().next().ok_or_else(|| format!("no atom: {text}"))?;
    let atom = atom(letter).ok_or_else(|| format!("ignored: {rest}"))?;
    rest = &rest[1..];
    // "the chain after the first `a` up to and including its atom < 80 chars"
    if chain.is_some_and(|chain| chain.len() - rest.len() >= 80) {
        return Err(format!("too long a chain: {text}"));
    }
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 2 {
        return Err(format!("range: {rest}"));
    }
    let default = u32::from(!atom.slides);
    let range = rest[..digits].parse().unwrap_or(default);
    Ok((Move { initial, legs, atom, range }, &rest[digits..]))
}

/// `DIR* MODS`, the modes in the fixed order.
fn leg(text: &str) -> (Leg, &str) {
    let tail = text.trim_start_matches(|c| "fblrsvh".contains(c));
    let mut leg = Leg { directions: text[..text.len() - tail.len()].to_owned(), ..Leg::default() };
    let mut rest = tail;
    let mut take = |letter: char| {
        let found = rest.starts_with(letter);
        rest = rest.strip_prefix(letter).unwrap_or(rest);
        found
    };
    leg.m = take('m');
    leg.c = take('c');
    leg.d = take('d');
    leg.e = take('e');
    leg.t = take('t');
    leg.p = take('p');
    leg.g = take('g');
    leg.o = take('o');
    leg.y = take('y');
    leg.n = take('n');
    while take('j') {
        leg.j += 1;
    }
    (leg, rest)
}

/// Returns all four or eight leaps with these coordinates.
fn leaps((a, b): (i32, i32)) -> Vec<At> {
    let signs = |(x, y): At| [(x, y), (x, -y), (-x, y), (-x, -y)];
    let mut all: Vec<At> = signs((a, b)).into_iter().chain(signs((b, a))).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Whether a leap goes in the direction of a letter. "union of f b l r, s = lr, v = fb".
fn goes((x, y): At, letter: char) -> bool {
    match letter {
        'f' => y > 0,
        'b' => y < 0,
        'r' => x > 0,
        'l' => x < 0,
        's' => x != 0,
        _ => y != 0,
    }
}

/// Returns the leaps of a first leg, from White's side.
///
/// # Errors
/// XBoard interprets the letters differently, or the notes do not specify them.
pub fn first_leaps(atom: Atom, letters: &str) -> Result<Vec<At>, String> {
    let mut all = leaps(atom.leap);
    if atom.class == Class::Eight {
        all = STEPS.to_vec();
    }
    if letters.is_empty() {
        return Ok(all);
    }
    let list: Vec<char> = letters.chars().collect();
    let unclear = || Err(format!("unclear directions: {letters}{}", atom.letter));
    match atom.class {
        Class::Orthogonal if list.iter().all(|&c| c != 'h') => {
            all.retain(|&leap| list.iter().any(|&letter| goes(leap, letter)));
        }
        Class::Diagonal if list.iter().all(|c| "fblr".contains(*c)) => match list[..] {
            [_] => all.retain(|&leap| goes(leap, list[0])),
            [a, b] if crossing(a, b) => all.retain(|&leap| goes(leap, a) && goes(leap, b)),
            _ => return unclear(),
        },
        Class::Oblique => {
            let wide = |(x, y): At| x.abs() > y.abs();
            match list[..] {
                [a @ ('f' | 'b' | 'v')] => all.retain(|&leap| goes(leap, a) && !wide(leap)),
                [a @ ('l' | 'r' | 's')] => all.retain(|&leap| goes(leap, a) && wide(leap)),
                [a @ ('f' | 'b' | 'l' | 'r'), 'h'] => all.retain(|&leap| goes(leap, a)),
                ['h', hand @ ('l' | 'r')] => all.retain(|&leap| is_right_handed(leap) == (hand == 'r')),
                // "`frN` = (2,1), `rfN` = (1,2)"; "`fsN` = wide forward pair"
                [a @ ('f' | 'b'), b @ ('l' | 'r' | 's')] => {
                    all.retain(|&leap| goes(leap, a) && goes(leap, b) && wide(leap));
                }
                [a @ ('l' | 'r'), b @ ('f' | 'b')] => {
                    all.retain(|&leap| goes(leap, a) && goes(leap, b) && !wide(leap));
                }
                _ => return unclear(),
            }
        }
        Class::Eight => all = eight(letters)?.into_iter().map(|i| STEPS[i]).collect(),
        _ => return unclear(),
    }
    Ok(all)
}

fn crossing(a: char, b: char) -> bool {
    "fb".contains(a) != "fb".contains(b)
}

/// Whether the leap is clockwise of the nearest axis: (1,2), (2,-1), (-1,-2), (-2,1).
fn is_right_handed((x, y): At) -> bool {
    if x.abs() < y.abs() { (x > 0) == (y > 0) } else { (x > 0) != (y > 0) }
}

/// "single = that orthogonal only; crossing pair = diagonal; `fs`, `bs` = both forward/backward diagonals".
///
/// # Errors
/// More than two letters, or two that do not cross.
pub fn eight(letters: &str) -> Result<Vec<usize>, String> {
    let list: Vec<char> = letters.chars().collect();
    let ways: Vec<At> = match list[..] {
        ['f'] => vec![(0, 1)],
        ['b'] => vec![(0, -1)],
        ['r'] => vec![(1, 0)],
        ['l'] => vec![(-1, 0)],
        ['s'] => vec![(-1, 0), (1, 0)],
        ['v'] => vec![(0, -1), (0, 1)],
        [a @ ('f' | 'b'), 's'] => {
            let y = if a == 'f' { 1 } else { -1 };
            vec![(-1, y), (1, y)]
        }
        [a, b] if "fblr".contains(a) && "fblr".contains(b) && crossing(a, b) => {
            let has = |c| list.contains(&c);
            vec![(i32::from(has('r')) - i32::from(has('l')), i32::from(has('f')) - i32::from(has('b')))]
        }
        _ => return Err(format!("unclear directions of a leg: {letters}")),
    };
    let index = |way: &At| STEPS.iter().position(|step| step == way).expect("one of the eight");
    Ok(ways.iter().map(index).collect())
}
