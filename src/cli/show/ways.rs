//! The ways in which a square matters to a piece, each with its letter, its words and its looks.

/// One way. The order is the order of precedence in a picture: the first of a square stands in its middle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Way {
    /// Moves or captures.
    Both,
    /// Moves only.
    Move,
    /// Captures only.
    Capture,
    /// Jumps there: moves or captures.
    JumpBoth,
    /// Jumps there: moves only.
    JumpMove,
    /// Jumps there: captures only.
    JumpCapture,
    /// Only before the piece has moved.
    Initial,
    /// Only by hopping over a piece.
    Hop,
    /// Capturing something on the way.
    Locust,
    /// In passing.
    EnPassant,
    /// Onto a friend.
    Friend,
    /// Castling.
    Castle,
    /// A piece here may be hopped over.
    Mount,
    /// A piece here may be captured on the way.
    Victim,
    /// Must be empty, and is no destination.
    Clear,
    /// Can be dropped here.
    Drop,
    /// What the move captures is put down here.
    Unload,
    /// A piece from the hand is put down here.
    Gate,
    /// A friend here makes the rest of the move.
    Induce,
    /// The piece moves as a friend here can.
    Borrow,
    /// Its flames reach this square from where it stands.
    Flame,
    /// What could capture the piece is captured by it.
    Mirror,
}

/// What is said of a way, and how it looks.
#[derive(Debug)]
pub struct Look {
    /// Whose look it is.
    pub way: Way,
    /// Its letter in text.
    pub letter: char,
    /// Its line in the legend.
    pub legend: &'static str,
    /// Foreground colour in a terminal: the number of the ANSI attribute.
    pub ansi: &'static str,
    /// Its shape around (0, 0), at most 13 units from it.
    pub shape: &'static str,
}

// Colours of Okabe and Ito, darkened where they would be faint on a light square; no two shapes are alike, so that
// nothing depends on the colours.
macro_rules! disc {
    () => {
        "<circle r='9' fill='#0072b2'/>"
    };
}
macro_rules! diamond {
    () => {
        "<path d='M0-11 11 0 0 11-11 0z' fill='#c04000'/>"
    };
}
macro_rules! disc_and_diamond {
    () => {
        "<circle r='9.5' fill='#00664b'/><path d='M0-6 6 0 0 6-6 0z' fill='#fff'/>"
    };
}
macro_rules! ring {
    () => {
        "<circle r='13.5' fill='none' stroke='#222' stroke-width='2'/>"
    };
}

/// All looks, in the order of the ways.
pub const LOOKS: &[Look] = &[
    look(Way::Both, 'x', "moves or captures", "32", disc_and_diamond!()),
    look(Way::Move, 'm', "moves only", "34", disc!()),
    look(Way::Capture, 'c', "captures only", "31", diamond!()),
    look(Way::JumpBoth, 'X', "jumps there: moves or captures", "1;32", concat!(ring!(), disc_and_diamond!())),
    look(Way::JumpMove, 'M', "jumps there: moves only", "1;34", concat!(ring!(), disc!())),
    look(Way::JumpCapture, 'C', "jumps there: captures only", "1;31", concat!(ring!(), diamond!())),
    look(
        Way::Initial,
        'i',
        "only before it has moved",
        "36",
        "<circle r='8.5' fill='#fff' stroke='#0072b2' stroke-width='3' stroke-dasharray='4 2.7'/>",
    ),
    look(
        Way::Hop,
        'h',
        "only by hopping over a piece on the way",
        "35",
        "<path d='M0-11 11 9H-11z' fill='#8e3f73'/>",
    ),
    look(
        Way::Locust,
        'l',
        "capturing on the way",
        "33",
        "<path d='M-9-9H9V9H-9z' fill='#7a4a00'/><path d='M-5 0H5M0-5V5' stroke='#fff' stroke-width='2.5'/>",
    ),
    look(
        Way::EnPassant,
        'e',
        "en passant",
        "31",
        "<path d='M0-10 10 0 0 10-10 0z' fill='#fff' stroke='#c04000' stroke-width='3' stroke-dasharray='5 3'/>",
    ),
    look(
        Way::Friend,
        'f',
        "onto a friend",
        "33",
        "<path d='M-8-8H8V8H-8z' fill='#fff' stroke='#7a4a00' stroke-width='3'/>",
    ),
    look(
        Way::Castle,
        'o',
        "castling takes it there",
        "36",
        "<path d='M-10 9V-9H-5V-5H-2.5V-9H2.5V-5H5V-9H10V9z' fill='#3b4a6b'/>",
    ),
    look(
        Way::Mount,
        '^',
        "a piece here can be hopped over",
        "35",
        "<path d='M-9 7A9 11 0 0 1 9 7' fill='none' stroke='#8e3f73' stroke-width='4'/>",
    ),
    look(
        Way::Victim,
        '*',
        "a piece here can be captured on the way",
        "31",
        "<path d='M0-11 3-4 10-6 6 0 10 6 3 4 0 11-3 4-10 6-6 0-10-6-3-4z' fill='#fff' stroke='#c04000' stroke-width='2'/>",
    ),
    look(
        Way::Clear,
        '+',
        "must be empty for the moves that pass it",
        "90",
        "<path d='M-6-6 6 6M6-6-6 6' stroke='#222' stroke-width='3'/>",
    ),
    look(
        Way::Drop,
        'd',
        "can be dropped here from the hand",
        "36",
        "<path d='M0 10-8 1H-3V-9H3V1H8z' fill='#00718f'/>",
    ),
    look(
        Way::Unload,
        'u',
        "what the move captures is put here",
        "33",
        "<path d='M-9-2V9H9V-2' fill='none' stroke='#7a4a00' stroke-width='3'/><path d='M0-11V3M-4-1 0 4 4-1' \
         fill='none' stroke='#7a4a00' stroke-width='2.5'/>",
    ),
    look(
        Way::Gate,
        'g',
        "a piece from the hand is put here",
        "36",
        "<path d='M-9 10V-3A9 9 0 0 1 9-3V10M-3 10V-6M3 10V-6' fill='none' stroke='#3b4a6b' stroke-width='2.5'/>",
    ),
    look(
        Way::Induce,
        'r',
        "a friend here makes the rest of the move",
        "36",
        "<circle r='5' fill='#00664b'/><path d='M-11 0A11 11 0 0 1 11 0' fill='none' stroke='#00664b' \
         stroke-width='2.5'/>",
    ),
    look(
        Way::Borrow,
        'b',
        "it moves as a friend here can",
        "36",
        "<circle r='5' fill='#8e3f73'/><path d='M-11 0A11 11 0 0 0 11 0' fill='none' stroke='#8e3f73' \
         stroke-width='2.5'/>",
    ),
    look(
        Way::Flame,
        '~',
        "burned by what ends its move where it stands",
        "31",
        "<path d='M0-12C2-6 9-3 7 5A7.5 7.5 0 0 1-7 5C-8 0-3-1-3-6-1-5 0-9 0-12z' fill='#fff' stroke='#c04000' \
         stroke-width='2.5'/>",
    ),
    look(
        Way::Mirror,
        '=',
        "captures what could capture it",
        "35",
        "<path d='M0-11V11M-4-6-10 0-4 6M4-6 10 0 4 6' fill='none' stroke='#8e3f73' stroke-width='2.5'/>",
    ),
];

const fn look(way: Way, letter: char, legend: &'static str, ansi: &'static str, shape: &'static str) -> Look {
    Look { way, letter, legend, ansi, shape }
}

impl Way {
    /// How it looks.
    pub fn look(self) -> &'static Look {
        &LOOKS[self as usize]
    }
}

/// A set of ways.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Ways {
    bits: u32,
}

impl Ways {
    /// Adds a way.
    pub fn add(&mut self, way: Way) {
        self.bits |= 1 << way as u32;
    }
    /// Is it one of them?
    pub const fn has(self, way: Way) -> bool {
        self.bits & 1 << way as u32 != 0
    }
    /// The members, in order; the three plain ways are told as one, those that are implied are left out.
    pub fn shown(self) -> impl Iterator<Item = Way> {
        let jumps = self.has(Way::JumpBoth) || self.has(Way::JumpMove) || self.has(Way::JumpCapture);
        let moves = [Way::Both, Way::Move, Way::JumpBoth, Way::JumpMove].iter().any(|&way| self.has(way));
        let captures =
            [Way::Both, Way::Capture, Way::JumpBoth, Way::JumpCapture].iter().any(|&way| self.has(way));
        let plain = match (moves, captures, jumps) {
            (true, true, false) => Some(Way::Both),
            (true, false, false) => Some(Way::Move),
            (false, true, false) => Some(Way::Capture),
            (true, true, true) => Some(Way::JumpBoth),
            (true, false, true) => Some(Way::JumpMove),
            (false, true, true) => Some(Way::JumpCapture),
            (false, false, _) => None,
        };
        let reached = LOOKS.iter().any(|look| look.way < Way::Mount && self.has(look.way));
        let others = LOOKS
            .iter()
            .map(|look| look.way)
            .filter(move |&way| way >= Way::Initial && self.has(way) && !(way == Way::Clear && reached));
        plain.into_iter().chain(others)
    }
}

#[cfg(test)]
mod tests {
    use super::{LOOKS, Way, Ways};

    #[test]
    fn looks_stand_in_the_order_of_the_ways_and_no_two_are_alike() {
        for (index, look) in LOOKS.iter().enumerate() {
            assert_eq!(look.way as usize, index);
            let twin = |other: &&super::Look| other.letter == look.letter || other.shape == look.shape;
            assert_eq!(LOOKS.iter().filter(twin).count(), 1, "{look:?}");
        }
    }

    #[test]
    fn plain_ways_are_told_as_one() {
        let mut ways = Ways::default();
        ways.add(Way::Move);
        ways.add(Way::JumpCapture);
        ways.add(Way::Clear);
        assert_eq!(ways.shown().collect::<Vec<_>>(), [Way::JumpBoth]);
    }
}
