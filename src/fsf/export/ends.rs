//! Writes the ends of games: extinction, squares that win, draws.

use super::Writer;
use crate::board::Color;
use crate::fsf::convert::import;
use crate::fsf::draws::{self, COUNTING, CountingRule, Signature};
use crate::fsf::keys::{FLAG_PIECE, FLAG_REGION, FsfKey};
use crate::variant::{self, EndRules, Ending, GoalRule, Morph, PieceType, Repeated};
use std::collections::BTreeSet;

impl Writer<'_> {
    pub(super) fn ends(&mut self) {
        // Names every field, so that none is forgotten. `draws` writes those about repeated attacks and weak sides.
        let EndRules {
            stalemate,
            checkmate,
            quiet_plies,
            repetition,
            repeated,
            perpetual,
            quiet_points,
            resets,
            checks,
            connect,
            goal,
            impasse,
            castle_wins,
            royal: _,
            all_royals_must_fall: _,
            extinct: _,
            baring: _,
            counterbare: _,
            chases: _,
            counting: _,
        } = &self.variant.ends;
        self.without_moves(*stalemate, *checkmate);
        self.set(FsfKey::NMoveRule, quiet_plies / 2);
        self.set(FsfKey::NFoldRule, repetition);
        self.repetition(*repeated);
        self.on(FsfKey::PerpetualCheckIllegal, *perpetual);
        if *quiet_points {
            self.lose("points that decide when the move count ends the game");
        }
        if let Some(resets) = resets {
            let letters = self.letters_of(self.variant.types().filter(|piece| resets[piece.index()]));
            self.set(FsfKey::NMoveRuleTypes, if letters.is_empty() { String::from("-") } else { letters });
        }
        self.on(FsfKey::CheckCounting, *checks != [0, 0]);
        if *connect > 0 {
            self.set(FsfKey::ConnectN, connect);
        }
        self.goal(*goal);
        self.extinction();
        if impasse.is_some() {
            self.lose("impasse");
        }
        let letter = |&(color, right): &(Color, bool)| match (color, right) {
            (Color::White, true) => 'K',
            (Color::White, false) => 'Q',
            (Color::Black, true) => 'k',
            (Color::Black, false) => 'q',
        };
        let wins: String = castle_wins.iter().map(letter).collect();
        if !wins.is_empty() {
            self.set(FsfKey::CastlingWins, wins);
        }
        self.winning_squares();
    }

    /// Writes the results for a side without legal moves.
    fn without_moves(&mut self, stalemate: Ending, checkmate: Ending) {
        match stalemate {
            Ending::Draw => {}
            Ending::Fewer => {
                self.set(FsfKey::StalemateValue, "win");
                self.set(FsfKey::StalematePieceCount, "true");
            }
            ending => self.set_ending(FsfKey::StalemateValue, ending),
        }
        if checkmate != Ending::Loss {
            self.set_ending(FsfKey::CheckmateValue, checkmate);
        }
    }

    fn repetition(&mut self, repeated: Repeated) {
        match repeated {
            Repeated::ToMove(Ending::Draw) | Repeated::First(Ending::Draw) => {}
            Repeated::Points => self.lose("points that decide a repetition"),
            Repeated::ToMove(ending) => self.set_ending(FsfKey::NFoldValue, ending),
            Repeated::First(ending) => {
                self.set_ending(FsfKey::NFoldValue, ending);
                self.set(FsfKey::NFoldValueAbsolute, "true");
            }
        }
    }

    /// Writes how pieces on goal squares win. With `flagMove`, whether a king can answer is known at once; against other
    /// pieces the other side has its move.
    fn goal(&mut self, rule: GoalRule) {
        let GoalRule { safe, answer, equal, needed } = rule;
        let reaches =
            |&piece: &PieceType| self.morph(piece).is_some_and(|morph| morph.iter().any(Morph::is_goal));
        let by_royal = self.variant.types().filter(reaches).any(|piece| self.variant.is_royal(piece));
        if equal && !by_royal || answer && !safe && by_royal {
            self.lose("goal squares with this kind of answer");
        }
        self.on(FsfKey::FlagPieceSafe, safe);
        self.on(FsfKey::FlagMove, equal || answer);
        if needed > 1 {
            self.set(FsfKey::FlagPieceCount, needed);
        }
    }

    fn set_ending(&mut self, key: FsfKey, ending: Ending) {
        let value = match ending {
            Ending::Draw => "draw",
            Ending::Loss => "loss",
            Ending::Win => "win",
            Ending::Fewer => return self.lose(format!("{}: the side with fewer pieces wins", key.name())),
        };
        self.set(key, value);
    }

    /// Writes the named counting and chasing rules that match when read back.
    pub(super) fn draws(&mut self) {
        let (counting, chases) = draws::signature(self.variant, |piece| self.letters[piece.index()]);
        let read = |setting: &str| signature(&format!("{}{setting}\n", self.text));
        let counts = |rule: &&CountingRule| {
            read(&format!("{} = {}", FsfKey::CountingRule.name(), rule.name))
                .is_some_and(|read| read.0 == counting)
        };
        let matches =
            || read(&format!("{} = axf", FsfKey::ChasingRule.name())).is_some_and(|read| read.1 == chases);
        let counting = counting.as_ref().map(|_| COUNTING.iter().find(counts));
        let chasing = (!chases.is_empty()).then(matches);
        match counting {
            Some(Some(rule)) => self.set(FsfKey::CountingRule, rule.name),
            Some(None) => self.lose("counting against a weak side"),
            None => {}
        }
        match chasing {
            Some(true) => self.set(FsfKey::ChasingRule, "axf"),
            Some(false) => self.lose("perpetual chase"),
            None => {}
        }
    }

    /// Writes at most one rule by which a side without certain pieces loses, as there is only one set of keys.
    fn extinction(&mut self) {
        let ends = &self.variant.ends;
        let bares = ends.baring.contains(&true);
        let royals: Vec<PieceType> =
            self.variant.types().filter(|&piece| self.variant.is_royal(piece)).collect();
        let falls = self.explodes && !royals.is_empty();
        if [bares, !ends.extinct.is_empty(), falls].into_iter().filter(|&rule| rule).count() > 1 {
            self.lose("several kinds of extinction");
        }
        if falls {
            self.royals_without_king(&royals);
        } else if bares {
            self.set(FsfKey::ExtinctionValue, "loss");
            self.set(FsfKey::ExtinctionPieceTypes, "*");
            self.set(FsfKey::ExtinctionPieceCount, 1);
            self.set(FsfKey::ExtinctionOpponentPieceCount, 2);
            self.set(FsfKey::ExtinctionClaim, "true");
            if self.variant.ends.counterbare != Ending::Draw {
                self.lose("the result if the other side is bared in turn");
            }
        } else {
            self.extinct_types();
        }
    }

    /// Writes that the royals, which are ordinary types of the section, may not get lost.
    fn royals_without_king(&mut self, royals: &[PieceType]) {
        let letters = self.letters_of(royals.iter().copied());
        let ends = &self.variant.ends;
        if letters.len() > 1 || ends.all_royals_must_fall != [true; 2] || ends.checkmate != Ending::Loss {
            self.lose("explosions with several royals or without loss by checkmate");
        }
        self.set(FsfKey::ExtinctionValue, "loss");
        self.set(FsfKey::ExtinctionPieceTypes, letters);
        self.set(FsfKey::ExtinctionPseudoRoyal, "true");
    }

    fn extinct_types(&mut self) {
        let rules = &self.variant.ends.extinct;
        let Some(first) = rules.first() else { return };
        if rules.iter().any(|rule| (rule.most, rule.ending) != (first.most, first.ending)) {
            self.lose("several kinds of extinction");
        }
        let all = first.types.iter().all(|&counts| counts);
        let listed = self.variant.types().filter(|p| rules.iter().any(|rule| rule.types[p.index()]));
        let types = if all { String::from("*") } else { self.letters_of(listed) };
        self.set_ending(FsfKey::ExtinctionValue, first.ending);
        self.set(FsfKey::ExtinctionPieceTypes, types);
        self.set(FsfKey::ExtinctionPieceCount, first.most);
    }

    /// Writes the squares where pieces win.
    fn winning_squares(&mut self) {
        let mut pieces = [const { Vec::new() }; 2];
        for color in Color::BOTH {
            let mut regions: BTreeSet<String> = BTreeSet::new();
            let (mut winners, mut others): (BTreeSet<char>, BTreeSet<char>) = Default::default();
            for piece in self.variant.types().filter(|&piece| self.may_belong(piece, color)) {
                let Some(letter) = self.letters[piece.index()] else { continue };
                let won: Vec<bool> = self
                    .morph(piece)
                    .map_or_else(Vec::new, |morph| morph.iter().map(Morph::is_goal).collect());
                if won.contains(&true) {
                    winners.insert(letter);
                    regions.insert(self.region(&won, color));
                } else {
                    others.insert(letter);
                }
            }
            if regions.len() > 1 || winners.len() > 1 && !others.is_empty() {
                self.lose("squares where only some pieces win, or different squares for different pieces");
            }
            if let Some(region) = regions.first() {
                self.set(FLAG_REGION.each[color.index()], region);
            }
            pieces[color.index()] = winners.into_iter().collect();
        }
        // The key takes one type; without it, every piece wins.
        match &pieces {
            [white, black] if white == black || black.is_empty() => self.flag_piece(FLAG_PIECE.both, white),
            [white, black] if white.is_empty() => self.flag_piece(FLAG_PIECE.both, black),
            [white, black] => {
                self.flag_piece(FLAG_PIECE.each[0], white);
                self.flag_piece(FLAG_PIECE.each[1], black);
            }
        }
    }

    fn flag_piece(&mut self, key: FsfKey, letters: &[char]) {
        if let [letter] = letters {
            self.set(key, letter);
        }
    }

    /// Whether a side may have pieces of a type: unless only the other side starts with them.
    fn may_belong(&self, piece: PieceType, color: Color) -> bool {
        let starts = |color| self.variant.starts_with(color, piece);
        starts(color) || !starts(color.other())
    }
}

/// Creates the signature of the section of a text.
fn signature(text: &str) -> Option<Signature> {
    let section = import(text).0.pop()?;
    let (variant, _) = variant::read(&section.name, &section.definition).ok()?;
    let letter = |piece: PieceType| {
        let id = variant.pieces[piece.index()].id.trim_start_matches('+');
        id.chars().next().map(|letter| letter.to_ascii_lowercase())
    };
    Some(draws::signature(&variant, letter))
}
