//! Syntax trees, movements and legs as text.

use super::ast::{Ast, Atom, Item, MoveAst, Number, Quote, WrittenRange};
use super::legs::{
    Bend, Castle, Drop, Initial, Landing, Leg, Movement, MovementKind, Occupancy, PathRule, Reach, Side,
    Step, Turn, Wrap,
};
use std::fmt::{Display, Formatter, Result, Write};

impl Display for Ast {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.moves.iter().try_for_each(|each| each.fmt(f))?;
        f.write_str(if self.promotion.is_some() { "+" } else { "" })
    }
}

impl Display for MoveAst {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(if self.enclosed { "(" } else { "" })?;
        self.prefix.iter().try_for_each(|item| item.fmt(f))?;
        self.atom.fmt(f)?;
        if let Some(burn) = &self.burn {
            write!(f, "{}:{}", if burn.escaped { "\\" } else { "" }, burn.flames)?;
        }
        f.write_str(if self.enclosed { ")" } else { "" })
    }
}

impl Display for Item {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let count = match self {
            Self::Modifier(letter) => return f.write_char(letter.letter),
            Self::Unload { atom, .. } => return write!(f, "{atom}-"),
            Self::Again { count, .. } => {
                f.write_char('a')?;
                count
            }
            Self::Group { items, count, .. } => {
                f.write_char('(')?;
                items.iter().try_for_each(|item| item.fmt(f))?;
                f.write_char(')')?;
                count
            }
        };
        count.as_ref().map_or(Ok(()), |number| number.fmt(f))
    }
}

impl Display for Number {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{:0width$}", self.value, width = self.span.len())
    }
}

impl Display for Atom {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let letters = [self.letter].into_iter().chain(self.suffixes.iter().copied());
        letters
            .chain(self.doubled.map(|_| self.letter))
            .try_for_each(|letter| f.write_char(letter.letter))?;
        f.write_str(if self.quote == Some(Quote::BeforeRange) { "'" } else { "" })?;
        match &self.range {
            Some(WrittenRange::Number(number)) => number.fmt(f)?,
            Some(WrittenRange::Star(_)) => f.write_char('*')?,
            None => {}
        }
        f.write_str(if self.quote == Some(Quote::AfterRange) { "'" } else { "" })
    }
}

impl Display for Movement {
    /// The legs, separated by ` then `, after marks such as `unmoved: ` and `quoted: `.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.initial {
            Initial::Any => {}
            Initial::Unmoved => f.write_str("unmoved: ")?,
            Initial::StartSquare => f.write_str("start square: ")?,
            Initial::Zone(zone) => write!(f, "zone {}: ", zone + 1)?,
            Initial::Change(change) => {
                write!(f, "zone {}, into type {}: ", change.zone + 1, change.form + 1)?
            }
        }
        if self.quoted {
            f.write_str("quoted: ")?;
        }
        if self.must_promote {
            f.write_str("must promote: ")?;
        }
        match &self.kind {
            MovementKind::Walk(legs) => {
                let mut legs = legs.iter().enumerate();
                legs.try_for_each(|(i, leg)| write!(f, "{}{leg}", if i == 0 { "" } else { " then " }))
            }
            MovementKind::Mirror(modes) => {
                f.write_str("mirror")?;
                modes.map_or(Ok(()), |modes| write!(f, " {modes}"))
            }
            MovementKind::Universal(leap) => {
                write!(f, "{}any square ", if leap.unload { "unload, " } else { "" })?;
                if leap.induce { f.write_str("borrow") } else { leap.landing.fmt(f) }
            }
            MovementKind::Castle(castle) => castle.fmt(f),
            MovementKind::Drop(drop) => drop.fmt(f),
            MovementKind::Imitate(imitate) => {
                f.write_str(if imitate.backward { "imitate backward" } else { "imitate" })?;
                imitate.modes.map_or(Ok(()), |modes| write!(f, " {modes}"))
            }
        }?;
        for (i, flame) in self.flames.iter().enumerate() {
            write!(f, "{}{flame}", if i == 0 { ", burning: " } else { " and " })?;
        }
        Ok(())
    }
}

impl Display for Leg {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        // Names every field, so that none is forgotten.
        let Self {
            step,
            min,
            max,
            every,
            skip,
            bend,
            path,
            wrap,
            landing,
            unload,
            gate,
            iso,
            fresh,
            trail,
            off_board,
            induce,
        } = *self;
        write!(f, "leg {step} x{min}..{max}")?;
        match bend {
            Bend::Straight => {}
            Bend::Circular(turn) => write!(f, " circular {turn}")?,
            Bend::Zigzag(turn) => write!(f, " zigzag {turn}")?,
        }
        if off_board {
            f.write_str(" off the board")?;
        } else {
            write!(f, " {landing}")?;
        }
        let skipped = format!("skip {skip}");
        let marks = [
            (skip > 0, skipped.as_str()),
            (path == PathRule::Free, "free path"),
            (path == PathRule::Blocked, "blocked path"),
            (wrap == Wrap::Files, "wrap files"),
            (wrap == Wrap::Torus, "wrap all round"),
            (every > 1, "every second step"),
            (unload, "unload"),
            (gate, "from hand"),
            (induce, "induce"),
            (iso, "same length"),
            (fresh, "fresh squares"),
            (trail, "trail"),
        ];
        marks.iter().filter(|(set, _)| *set).try_for_each(|(_, text)| write!(f, ", {text}"))
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "({},{})", self.dx, self.dy)
    }
}

impl Display for Reach {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Steps(steps) => steps.fmt(f),
            Self::Unlimited => Ok(()),
            Self::EnemyHalf => f.write_char('*'),
        }
    }
}

impl Display for Turn {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(if *self == Self::Left { "left" } else { "right" })
    }
}

impl Display for Landing {
    /// `empty|take enemy`.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match (names(self.pass), names(self.take)) {
            (pass, take) if pass.is_empty() && take.is_empty() => f.write_str("nothing"),
            (pass, take) if take.is_empty() => f.write_str(&pass),
            (pass, take) if pass.is_empty() => write!(f, "take {take}"),
            (pass, take) => write!(f, "{pass}|take {take}"),
        }
    }
}

fn names(set: Occupancy) -> String {
    if set == Occupancy::OCCUPIED {
        return "occupied".to_owned();
    }
    let enemies = set & Occupancy::ENEMIES;
    let table = [
        (set.intersects(Occupancy::EMPTY), "empty"),
        (enemies == Occupancy::ENEMIES, "enemy"),
        (enemies == Occupancy::ENEMY, "enemy not royal"),
        (enemies == Occupancy::ENEMY_ROYAL, "enemy royal"),
        (set.intersects(Occupancy::FRIEND), "friend"),
        (set.intersects(Occupancy::EN_PASSANT), "en passant"),
    ];
    let parts: Vec<&str> = table.iter().filter(|(held, _)| *held).map(|(_, name)| *name).collect();
    parts.join("+")
}

impl Display for Castle {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let side = if self.side == Side::Left { "left" } else { "right" };
        let speed = if self.fast { "fast castle" } else { "castle" };
        write!(f, "{speed} {side} by {}, partner {} from the end", self.distance, self.inner)?;
        f.write_str(if self.gate { ", from hand" } else { "" })
    }
}

impl Display for Drop {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "drop on ranks {}..{} {}", self.skip + 1, self.depth, self.landing)?;
        let limits = self.limits;
        let marks = [(limits.per_file, "file"), (limits.per_shade, "shade"), (limits.per_board, "board")];
        for (count, area) in marks {
            if count > 0 {
                write!(f, ", at most {count} a {area}")?;
            }
        }
        f.write_str(if self.blocked { ", behind all pieces" } else { "" })
    }
}
