//! Appearance of marks: letters, legends and shapes.

use super::marks::{MoveMark, SquareMark};
use crate::notation::legs::Occupancy;

/// Legend and appearance of a mark.
#[derive(Debug)]
struct Look {
    /// Letter in text; empty for marks shown by the letters of their mode.
    letter: &'static str,
    /// Line in the legend; `{}` stands for the pieces concerned.
    legend: &'static str,
    /// Foreground colour in a terminal: ANSI attribute.
    ansi: &'static str,
    /// SVG shape around (0, 0), at most 13 units from it.
    shape: &'static str,
}

const fn look(letter: &'static str, legend: &'static str, ansi: &'static str, shape: &'static str) -> Look {
    Look { letter, legend, ansi, shape }
}

/// Mode of a destination: the contents on which a move can end there.
#[derive(Debug)]
struct EndMark {
    contents: Occupancy,
    /// Letters in text.
    letters: &'static str,
    /// Part of the names of SVG shapes.
    id: &'static str,
    words: &'static str,
    /// Foreground colour in a terminal.
    ansi: &'static str,
    /// SVG shape of a plain destination.
    shape: &'static str,
    /// SVG drawn inside the shape of another mark, in the foreground colour.
    inner: &'static str,
}

/// All modes. Letters inside shapes are those of XBetza.
#[rustfmt::skip]
const MODES: &[EndMark] = &[
    mode(Occupancy::EMPTY.union(Occupancy::ENEMIES), ["x", "Both", "moves or captures", "32",
        "<circle r='9.5' fill='#00664b'/><path d='M0-6 6 0 0 6-6 0z' fill='#fff'/>", ""]),
    mode(Occupancy::EMPTY, ["m", "Move", "moves only", "34",
        "<circle r='9' fill='#0072b2'/>", "<circle r='3.5'/>"]),
    mode(Occupancy::ENEMIES, ["c", "Capture", "captures only", "31",
        "<path d='M0-11 11 0 0 11-11 0z' fill='#c04000'/>", "<path d='M0-5 5 0 0 5-5 0z'/>"]),
    mode(Occupancy::EMPTY.union(Occupancy::ENEMY), ["mkc", "MoveCommon", "moves, or captures all but royals", "32",
        "<circle r='9.5' fill='#00664b'/><text y='4' font-size='12' fill='#fff'>kc</text>", "<text y='3' font-size='9'>mkc</text>"]),
    mode(Occupancy::EMPTY.union(Occupancy::ENEMY_ROYAL), ["mk", "MoveRoyal", "moves, or captures royals", "32",
        "<circle r='9.5' fill='#00664b'/><text y='4' font-size='12' fill='#fff'>k</text>", "<text y='3' font-size='9'>mk</text>"]),
    mode(Occupancy::ENEMY, ["kc", "Common", "captures all but royals", "31",
        "<path d='M0-12 12 0 0 12-12 0z' fill='#c04000'/><text y='4' font-size='11' fill='#fff'>kc</text>", "<text y='3' font-size='9'>kc</text>"]),
    mode(Occupancy::ENEMY_ROYAL, ["k", "Royal", "captures royals only", "31",
        "<path d='M0-12 12 0 0 12-12 0z' fill='#c04000'/><text y='4' font-size='12' fill='#fff'>k</text>", "<text y='3' font-size='10'>k</text>"]),
];

const fn mode(contents: Occupancy, texts: [&'static str; 6]) -> EndMark {
    let [letters, id, words, ansi, shape, inner] = texts;
    EndMark { contents, letters, id, words, ansi, shape, inner }
}

/// Letters and words for the pieces that a mark concerns, unless they are the usual ones.
const WHOM: &[(Occupancy, &str, &str)] = &[
    (Occupancy::OCCUPIED, "cd", "any piece"),
    (Occupancy::ENEMIES, "c", "an enemy"),
    (Occupancy::ENEMY_ROYAL, "k", "a royal"),
    (Occupancy::ENEMY, "kc", "an enemy but no royal"),
    (Occupancy::FRIEND, "d", "a friend"),
    (Occupancy::ENEMY_ROYAL.union(Occupancy::FRIEND), "kd", "a royal or a friend"),
    (Occupancy::ENEMY.union(Occupancy::FRIEND), "kcd", "any piece but an enemy royal"),
];

impl MoveMark {
    // Colours of the Okabe-Ito palette, darkened if too faint on light squares. All shapes differ, so none depends on
    // colour.
    /// Returns its appearance.
    #[rustfmt::skip]
    const fn look(self) -> Look {
        match self {
            Self::Step => look("", "", "", ""),
            Self::Jump => look("", "jumps there: ", "1;", "<circle r='13.5' fill='none' stroke='#222' stroke-width='2'/>"),
            Self::Initial => look("i", "only before it has moved", "36",
                "<circle r='8.5' fill='#fff' stroke='#0072b2' stroke-width='3' stroke-dasharray='4 2.7'/>"),
            Self::Hop => look("h", "only by hopping over a piece on the way", "35",
                "<path d='M0-11 11 9H-11z' fill='#8e3f73'/>"),
            Self::Locust => look("l", "capturing on the way", "33", "<path d='M-9-9H9V9H-9z' fill='#7a4a00'/>"),
            Self::EnPassant => look("e", "en passant", "31",
                "<path d='M0-10 10 0 0 10-10 0z' fill='#fff' stroke='#c04000' stroke-width='3' stroke-dasharray='5 3'/>"),
            Self::Friend => look("f", "onto a friend", "33",
                "<path d='M-8-8H8V8H-8z' fill='#fff' stroke='#7a4a00' stroke-width='3'/>"),
            Self::Castle => look("o", "castling takes it there", "36",
                "<path d='M-10 9V-9H-5V-5H-2.5V-9H2.5V-5H5V-9H10V9z' fill='#3b4a6b'/>"),
            Self::Mount => look("^", "{} here can be hopped over", "35",
                "<path d='M-9 7A9 11 0 0 1 9 7' fill='none' stroke='#8e3f73' stroke-width='4'/>"),
            Self::Victim => look("*", "{} here can be captured on the way", "31",
                "<path d='M0-11 3-4 10-6 6 0 10 6 3 4 0 11-3 4-10 6-6 0-10-6-3-4z' fill='#fff' stroke='#c04000' stroke-width='2'/>"),
            Self::Clear => look("+", "must be empty for the moves that pass it", "90",
                "<path d='M-6-6 6 6M6-6-6 6' stroke='#222' stroke-width='3'/>"),
            Self::Trail => look("n", "leaves a trail here: can be captured en passant", "33",
                "<path d='M-10 9H10' fill='none' stroke='#c04000' stroke-width='5' stroke-dasharray='4'/>"),
            Self::Drop => look("d", "can be dropped here from the hand", "36",
                "<path d='M0 10-8 1H-3V-9H3V1H8z' fill='#00718f'/>"),
            Self::Unload => look("u", "captured pieces are put here", "33",
                "<path d='M-9-2V9H9V-2' fill='none' stroke='#7a4a00' stroke-width='3'/><path d='M0-11V3M-4-1 0 4 4-1' fill='none' stroke='#7a4a00' stroke-width='2.5'/>"),
            Self::Gate => look("g", "a piece from the hand is put here", "36",
                "<path d='M-9 10V-3A9 9 0 0 1 9-3V10M-3 10V-6M3 10V-6' fill='none' stroke='#3b4a6b' stroke-width='2.5'/>"),
            Self::Induce => look("r", "a friend here makes the rest of the move", "36",
                "<circle r='5' fill='#00664b'/><path d='M-11 0A11 11 0 0 1 11 0' fill='none' stroke='#00664b' stroke-width='2.5'/>"),
            Self::Borrow => look("b", "it moves like a friend here", "36",
                "<circle r='5' fill='#8e3f73'/><path d='M-11 0A11 11 0 0 0 11 0' fill='none' stroke='#8e3f73' stroke-width='2.5'/>"),
            Self::Flame => look("~", "burned if a move ends where the piece stands", "31",
                "<path d='M0-12C2-6 9-3 7 5A7.5 7.5 0 0 1-7 5C-8 0-3-1-3-6-1-5 0-9 0-12z' fill='#fff' stroke='#c04000' stroke-width='2.5'/>"),
            Self::Mirror => look("=", "captures what could capture it", "35",
                "<path d='M0-11V11M-4-6-10 0-4 6M4-6 10 0 4 6' fill='none' stroke='#8e3f73' stroke-width='2.5'/>"),
        }
    }
}

impl SquareMark {
    /// Returns the mode to show with it, unless it is the usual one.
    fn mode(self) -> Option<&'static EndMark> {
        MODES.iter().find(|mode| mode.contents == self.modes && self.modes != self.way.usual())
    }
    /// Returns letters and words for the pieces that it concerns, if any.
    fn whom(self) -> Option<(&'static str, &'static str)> {
        let &(_, letters, words) = WHOM.iter().find(|(whom, ..)| *whom == self.modes)?;
        match self.way {
            MoveMark::Mount | MoveMark::Victim if self.modes == self.way.usual() => Some(("", "a piece")),
            MoveMark::Mount | MoveMark::Victim => Some((letters, words)),
            _ => None,
        }
    }
    /// Returns the letters for the pieces that it concerns, else what `of` returns for the mode to show with it.
    fn restricts(self, of: fn(&'static EndMark) -> &'static str) -> &'static str {
        self.whom().map_or_else(|| self.mode().map_or("", of), |(letters, _)| letters)
    }
    /// Returns its letters in text.
    pub fn letters(self) -> String {
        let restricts = self.restricts(|mode| mode.letters);
        match self.way {
            MoveMark::Jump => restricts.to_uppercase(),
            _ => self.way.look().letter.to_owned() + restricts,
        }
    }
    /// Returns its line in the legend.
    pub fn legend(self) -> String {
        let words = self.way.look().legend;
        if let Some((_, whom)) = self.whom() {
            return words.replace("{}", whom);
        }
        let between = match self.way {
            MoveMark::Step | MoveMark::Jump => "",
            MoveMark::Locust => ", then ",
            _ => ": ",
        };
        self.mode().map_or_else(|| words.to_owned(), |mode| format!("{words}{between}{}", mode.words))
    }
    /// Returns the ANSI attribute of its letters.
    pub fn ansi(self) -> String {
        let plain = matches!(self.way, MoveMark::Step | MoveMark::Jump);
        let mode = self.mode().filter(|_| plain).map_or("", |mode| mode.ansi);
        self.way.look().ansi.to_owned() + mode
    }
    /// Returns the name of its SVG shape.
    pub fn id(self) -> String {
        let restricts = self.restricts(|mode| mode.id);
        if self.way == MoveMark::Step { restricts.to_owned() } else { format!("{:?}{restricts}", self.way) }
    }
    /// Returns its SVG shape around (0, 0), at most 13 units from it.
    pub fn shape(self) -> String {
        let own = self.way.look().shape;
        if let Some((letters, _)) = self.whom() {
            let label = format!("<text y='6' font-size='10'>{letters}</text>");
            return own.to_owned() + if letters.is_empty() { "" } else { &label };
        }
        let (color, down) = match self.way {
            MoveMark::Step | MoveMark::Jump => {
                return own.to_owned() + self.mode().map_or("", |mode| mode.shape);
            }
            MoveMark::Initial => ("#0072b2", 0),
            MoveMark::Hop => ("#fff", 3),
            _ => ("#fff", 0),
        };
        match (self.mode(), self.way) {
            (Some(mode), _) => {
                format!("{own}<g transform='translate(0 {down})' fill='{color}'>{}</g>", mode.inner)
            }
            (None, MoveMark::Locust) => {
                format!("{own}<path d='M-5 0H5M0-5V5' stroke='#fff' stroke-width='2.5'/>")
            }
            (None, _) => own.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MODES, WHOM};
    use crate::cli::show::marks::{MoveMark, SquareMark};
    use crate::notation::legs::Occupancy;
    use std::collections::BTreeSet;

    #[test]
    fn looks_are_unique() {
        use MoveMark::*;
        let mut marks = Vec::new();
        for way in [
            Step, Jump, Initial, Hop, Locust, EnPassant, Friend, Castle, Mount, Victim, Clear, Trail, Drop,
            Unload, Gate, Induce, Borrow, Flame, Mirror,
        ] {
            marks.extend(match way {
                Step | Jump | Initial | Hop | Locust => {
                    MODES.iter().map(|mode| SquareMark { way, modes: mode.contents }).collect()
                }
                Mount | Victim => WHOM.iter().map(|&(modes, ..)| SquareMark { way, modes }).collect(),
                // By name: a new mark must be added here and to the list.
                EnPassant | Friend | Castle | Clear | Trail | Drop | Unload | Gate | Induce | Borrow
                | Flame | Mirror => vec![SquareMark { way, modes: Occupancy::empty() }],
            });
        }
        let different =
            |of: fn(SquareMark) -> String| marks.iter().map(|&mark| of(mark)).collect::<BTreeSet<_>>().len();
        for of in [SquareMark::letters, SquareMark::legend, SquareMark::id, SquareMark::shape] {
            assert_eq!(different(of), marks.len());
        }
    }
}
