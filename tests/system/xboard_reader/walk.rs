//! The moves of a description on a board.

use super::parse::{Class, Description, Leg, Move, eight, first_leaps};
use super::{At, Board, Content, Effect, STEPS};
use std::collections::BTreeSet;

pub fn moves(
    description: &Description,
    board: &Board,
    from: At,
    unmoved: bool,
) -> Result<BTreeSet<Effect>, String> {
    let Some(Content::Piece { white, .. }) = board.at(from) else { return Err("no piece there".into()) };
    let mut found = BTreeSet::new();
    for each in description.moves.iter().filter(|each| unmoved || !each.initial) {
        let mut walk = Walk { board, from, white, the_move: each, found: &mut found };
        walk.start()?;
    }
    Ok(found)
}

struct Walk<'a> {
    board: &'a Board,
    from: At,
    white: bool,
    the_move: &'a Move,
    found: &'a mut BTreeSet<Effect>,
}

/// State of a walk.
#[derive(Clone)]
struct Way {
    at: At,
    /// Direction of the last leg, if it is one of the eight.
    heading: usize,
    /// Maximum steps of the next leg; 0: no limit.
    range: u32,
    /// Length of the last slide.
    slide: u32,
    victims: Vec<At>,
}

/// Contents that a leg finds on a square.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Empty,
    Friend,
    Foe { king: bool },
}

impl Walk<'_> {
    fn start(&mut self) -> Result<(), String> {
        let Move { atom, legs, range, .. } = self.the_move;
        let mut leaps = first_leaps(*atom, &legs[0].directions)?;
        if !self.white {
            turn(&mut leaps, atom.class == Class::Eight);
        }
        for leap in leaps {
            let heading = STEPS.iter().position(|&step| step == unit(leap)).unwrap_or(usize::MAX);
            let way = Way { at: self.from, heading, range: *range, slide: 1, victims: Vec::new() };
            self.leg(0, leap, &way)?;
        }
        Ok(())
    }

    /// Makes leg `index` in steps of `leap`.
    fn leg(&mut self, index: usize, leap: At, way: &Way) -> Result<(), String> {
        let legs = &self.the_move.legs;
        let (leg, last) = (&legs[index], index + 1 == legs.len());
        self.check(leg, last, index, leap, way)?;
        let (mut at, mut mount) = (way.at, false);
        let limit = if leg.iso { way.slide } else { way.range };
        for count in 1u32.. {
            if limit > 0 && count > limit {
                break;
            }
            let before = at;
            at = (at.0 + leap.0, at.1 + leap.1);
            if leg.o {
                at.0 = at.0.rem_euclid(self.board.files);
            }
            // Around the cylinder, the piece meets itself.
            let Some(seen) = self.seen(at).filter(|_| !(leg.o && at == self.from && count > 1)) else {
                break;
            };
            if count <= leg.j && self.is_slide(way) {
                continue;
            }
            if !self.may_leap(leg, before, leap, self.is_slide(way)) {
                break;
            }
            if leg.iso && count < limit {
                if seen == Seen::Empty { continue } else { break }
            }
            let here = Way { at, slide: if way.range == 1 { way.slide } else { count }, ..way.clone() };
            if last && (leg.p || leg.g) {
                match (mount, seen) {
                    (false, Seen::Empty) => continue,
                    (false, seen) => {
                        // "t: with p/g: own pieces only as hurdle"
                        if leg.t && seen != Seen::Friend {
                            break;
                        }
                        mount = true;
                        continue;
                    }
                    // "land directly behind the hurdle"
                    (true, _) => self.land(leg, seen, &here),
                }
                if leg.g || seen != Seen::Empty {
                    break;
                }
                continue;
            }
            if last {
                self.land(leg, seen, &here)
            } else {
                self.go_on(index, leg, seen, &here)?
            }
            if seen != Seen::Empty {
                break;
            }
        }
        Ok(())
    }

    fn is_slide(&self, way: &Way) -> bool {
        way.range == 0
    }

    /// Refuses descriptions that the notes leave unspecified or call ineffective.
    fn check(&self, leg: &Leg, last: bool, index: usize, leap: At, way: &Way) -> Result<(), String> {
        let slide = self.is_slide(way);
        let two = matches!(self.the_move.atom.letter, 'D' | 'A');
        let horizontal = leap.1 == 0;
        let problem = [
            (leg.n && !two, "n where it does not mean one square"),
            (leg.n && leg.j > 0, "n and j"),
            (leg.j > 0 && !two && !slide, "j where it does not mean one square"),
            (leg.j > 2 || leg.j > 1 && !slide, "too many j"),
            (
                leg.j > 0 && slide && self.the_move.atom.leap != (0, 1) && self.the_move.atom.leap != (1, 1),
                "j on a rider",
            ),
            (leg.o && (leg.n || leg.j > 0 && two), "the middle of a leap over the edge"),
            (leg.o && slide && horizontal && index > 0, "a slide round the board from elsewhere"),
            (last && leg.y, "y on the last leg"),
            (last && (leg.p || leg.g) && !slide, "a final hop of limited range"),
            (last && (leg.p || leg.g) && leg.j > 0, "a final hop with j"),
            (last && leg.p && leg.g, "p and g"),
            (!last && leg.e, "capture in passing before the last leg"),
            (!last && leg.g && (leg.m || leg.p || leg.c || leg.d || leg.y), "g with other modes"),
            (!last && leg.y && (leg.c || leg.d || leg.p), "y with other modes"),
            (!last && leg.t && !(leg.p || leg.g), "t without a hop"),
            (!last && leg.t && (leg.m || leg.c || leg.d), "t with other modes"),
            (leg.iso && index == 0, "iso on a first leg"),
            (leg.iso && leg.j > 0, "iso and j"),
        ];
        match problem.into_iter().find(|p| p.0) {
            Some((_, what)) => Err(what.to_owned()),
            None => Ok(()),
        }
    }

    /// `n`: the middle square must be empty; `j`: occupied.
    fn may_leap(&self, leg: &Leg, before: At, leap: At, slides: bool) -> bool {
        if !leg.n && (leg.j == 0 || slides) {
            return true;
        }
        let middle = self.seen((before.0 + leap.0 / 2, before.1 + leap.1 / 2));
        if leg.n { middle == Some(Seen::Empty) } else { middle != Some(Seen::Empty) }
    }

    /// Returns the contents of a square. Pieces captured earlier in the move still block (section "XBoard differs": "a
    /// captured piece still blocks later legs"); the start square counts as empty.
    fn seen(&self, at: At) -> Option<Seen> {
        match self.board.at(at)? {
            Content::Hole => None,
            _ if at == self.from => Some(Seen::Empty),
            Content::Empty => Some(Seen::Empty),
            Content::Piece { white, .. } if white == self.white => Some(Seen::Friend),
            Content::Piece { king, .. } => Some(Seen::Foe { king }),
        }
    }

    /// Ends the last leg.
    fn land(&mut self, leg: &Leg, seen: Seen, way: &Way) {
        let default = !(leg.m || leg.c || leg.d || leg.e);
        let passed = self.board.en_passant.filter(|right| right.0 == way.at && leg.e);
        let allowed = match seen {
            Seen::Empty => leg.m || default,
            Seen::Friend => leg.d,
            // "t: may not take a King-slot piece"
            Seen::Foe { king } => (leg.c || default) && !(leg.t && king && !(leg.p || leg.g)),
        };
        let mut add = |extra: Option<At>| {
            let mut victims = way.victims.clone();
            victims.extend(extra);
            victims.sort_unstable();
            victims.dedup();
            self.found.insert((way.at, victims));
        };
        if allowed {
            add((seen != Seen::Empty).then_some(way.at));
        }
        if let Some((_, victim)) = passed.filter(|_| seen == Seen::Empty)
            && matches!(self.board.at(victim), Some(Content::Piece { white, .. }) if white != self.white)
        {
            add(Some(victim));
        }
    }

    /// Ends a leg other than the last, in each way that its modes allow.
    fn go_on(&mut self, index: usize, leg: &Leg, seen: Seen, way: &Way) -> Result<(), String> {
        let default = !(leg.m || leg.c || leg.d || leg.p || leg.g);
        let toggled = Way { range: u32::from(way.range == 0), ..way.clone() };
        if leg.g || leg.y {
            if way.range > 1 {
                return Err("a toggle of a limited range".into());
            }
            let hop = seen != Seen::Empty && !(leg.t && seen != Seen::Friend);
            if leg.g && hop || leg.y && seen == Seen::Empty {
                self.next(index, &toggled)?;
            }
            return Ok(());
        }
        let passes = match seen {
            Seen::Empty => leg.m || default,
            Seen::Friend => leg.p,
            Seen::Foe { .. } => leg.p && !leg.t,
        };
        if passes {
            self.next(index, way)?;
        }
        let takes = match seen {
            Seen::Empty => false,
            Seen::Friend => leg.d,
            Seen::Foe { .. } => leg.c,
        };
        if takes {
            let mut way = way.clone();
            // "at most two legs that capture in passing"
            if way.victims.len() == 2 {
                return Err("a third capture in passing".into());
            }
            if way.victims.contains(&way.at) {
                return Err("a captured piece is captured again".into());
            }
            way.victims.push(way.at);
            self.next(index, &way)?;
        }
        Ok(())
    }

    /// Starts the leg after leg `index`: "the same atom, 8-direction system relative to the previous step".
    fn next(&mut self, index: usize, way: &Way) -> Result<(), String> {
        let Move { atom, legs, .. } = self.the_move;
        if atom.class == Class::Oblique {
            return Err("oblique atoms do not work as continuation".into());
        }
        let letters = &legs[index + 1].directions;
        let turns = match (letters.as_str(), atom.class) {
            // "default = all but straight back for 8-fold, forward/left/right for W F R B"
            ("", Class::Eight) => vec![0, 1, 2, 3, 5, 6, 7],
            ("", _) => vec![0, 2, 6],
            (letters, _) => eight(letters)?,
        };
        let length = atom.leap.0.max(atom.leap.1);
        for turn in turns {
            if length > 1 && turn % 2 == 1 {
                return Err("a long leap that turns by 45 degrees".into());
            }
            let heading = (way.heading + turn) % 8;
            let (x, y) = STEPS[heading];
            self.leg(index + 1, (x * length, y * length), &Way { heading, ..way.clone() })?;
        }
        Ok(())
    }
}

fn unit((x, y): At) -> At {
    (x.signum(), y.signum())
}

/// Black's leaps. "a K/Q atom that mixes orthogonal and diagonal directions is mirrored for Black only in its
/// orthogonal part".
fn turn(leaps: &mut [At], eight: bool) {
    let orthogonal = |leap: &At| leap.0 == 0 || leap.1 == 0;
    let mixed = eight && leaps.iter().any(orthogonal) && !leaps.iter().all(orthogonal);
    for leap in leaps {
        if !mixed || orthogonal(leap) {
            *leap = (-leap.0, -leap.1);
        }
    }
}
