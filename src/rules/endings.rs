//! Ways in which a game can end other than by loss of royals, mate or a draw.

use super::{Assumptions, Goals};
use crate::board::{Color, Kind};
use crate::tables::Tables;
use crate::variant::{Ending, Extinct, NoCheck, Variant, all_kinds};

/// Declares the rules in the order in which they are tried. For each:
/// - the reason for the end, as the user sees it;
/// - `present`: whether a game has the rule;
/// - `counted`: whether numbers beside the board decide, so that moves must be counted;
/// - `any_move`: whether any move may end the game by it. Otherwise `EndThreats` finds the moves that may.
macro_rules! ending_rules {
    ($(
        $(#[$doc:meta])*
        $rule:ident $name:literal { present: $present:expr, counted: $counted:expr, any_move: $any_move:literal }
    )*) => {
        /// A rule by which a game can end, apart from loss of royals, lack of moves and draws by history.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum EndingRule {
            $($(#[$doc])* $rule,)*
        }

        impl EndingRule {
            /// All of them, in order.
            const ALL: &[Self] = &[$(Self::$rule),*];

            /// The reason for the end, as the user sees it.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$rule => $name,)*
                }
            }

            /// Whether a game has the rule.
            fn is_present(self, variant: &Variant, goals: &Goals) -> bool {
                let is_present: fn(&Variant, &Goals) -> bool = match self {
                    $(Self::$rule => $present,)*
                };
                is_present(variant, goals)
            }

            /// Whether numbers beside the board decide, so that moves must be counted.
            pub(super) fn counts(self, variant: &Variant) -> bool {
                let is_counted: fn(&Variant) -> bool = match self {
                    $(Self::$rule => $counted,)*
                };
                is_counted(variant)
            }

            /// Whether any move may end the game by it. Otherwise `EndThreats` finds the moves that may.
            fn after_any_move(self) -> bool {
                match self {
                    $(Self::$rule => $any_move,)*
                }
            }
        }
    };
}

ending_rules! {
    /// A side has too few pieces of some types.
    Extinction "extinction" {
        present: |variant, _| !variant.ends.extinct.is_empty(),
        counted: |_| false,
        any_move: false
    }
    /// A side has given all checks.
    Checks "all checks given" {
        present: |variant, _| variant.ends.checks != [0; 2],
        counted: |_| true,
        any_move: false
    }
    /// A piece reaches a goal square; a castling that wins counts as reaching one.
    Goal "goal reached" {
        present: |variant, goals| goals.any || !variant.ends.castle_wins.is_empty(),
        counted: |variant| !variant.ends.goal.stands(),
        any_move: false
    }
    /// The sides pass.
    Passes "passing" {
        present: |variant, _| variant.pass.end > 0 || variant.pass.bikjang,
        counted: |_| true,
        any_move: false
    }
    /// A side loses the right to a castling that would win.
    Castling "castling" {
        present: |variant, _| !variant.ends.castle_wins.is_empty(),
        counted: |_| true,
        any_move: false
    }
    /// The royals of both sides have reached their promotion zones.
    Impasse "impasse" {
        present: |variant, _| variant.ends.impasse.is_some(),
        counted: |_| false,
        any_move: false
    }
    /// A side has several pieces in a row.
    Connection "pieces in a row" {
        present: |variant, _| variant.ends.connect > 0,
        counted: |_| false,
        any_move: true
    }
    /// A side has none of the pieces left that count. The last, because it grants a reply, by which the other rules may
    /// decide.
    Baring "bare king" {
        present: |variant, _| variant.ends.baring.contains(&true),
        counted: |_| false,
        any_move: false
    }
}

/// An extinction rule as it applies to one side.
#[derive(Clone, Debug)]
pub struct ExtinctionRule {
    /// The side's kinds that count, on the board and in hand.
    pub kinds: Vec<Kind>,
    /// Maximum number of these pieces left for the rule to apply.
    pub most: u32,
    /// Result for the side.
    pub ending: Ending,
}

impl ExtinctionRule {
    fn new(variant: &Variant, color: Color, rule: &Extinct) -> Self {
        let kinds = all_kinds(variant).filter(|&kind| kind.color() == color && rule.counts(kind));
        Self { kinds: kinds.collect(), most: rule.most.into(), ending: rule.ending }
    }
    /// Whether pieces of the kind are counted.
    #[inline]
    pub fn counts(&self, kind: Kind) -> bool {
        self.kinds.contains(&kind)
    }
}

/// The ways in which a game can end.
#[derive(Clone, Debug)]
pub struct Endings {
    /// Rules apart from loss of royals, lack of moves and draws by history, in the order in which they are tried.
    present: Vec<EndingRule>,
    /// Whether a side wins by mating the other.
    pub mate_wins: bool,
    /// Whether having no move or fewer pieces can be good. A null move then proves nothing.
    pub suicidal: bool,
    /// `[colour]`: the extinction rules that apply to the side: it has enough pieces at the start.
    pub extinct: [Vec<ExtinctionRule>; 2],
    /// `[colour]`: royals in the setup.
    pub royals_at_start: [usize; 2],
}

impl Endings {
    pub(super) fn new(variant: &Variant, tables: &Tables, goals: &Goals) -> Self {
        let ends = &variant.ends;
        let present = EndingRule::ALL.iter().copied().filter(|rule| rule.is_present(variant, goals));
        let extinct = |color| {
            let rules = ends.extinct.iter().filter(|rule| variant.can_go_extinct(color, rule));
            rules.map(|rule| ExtinctionRule::new(variant, color, rule)).collect()
        };
        let royals = |color| {
            let own = variant.setup.iter().filter(|&&(_, owner, _)| owner == color);
            own.filter(|&&(_, _, piece)| tables.kind(Kind::new(piece, color)).royal).count()
        };
        Self {
            present: present.collect(),
            mate_wins: ends.checkmate == Ending::Loss && variant.move_rules.no_check != NoCheck::All,
            suicidal: matches!(ends.stalemate, Ending::Win | Ending::Fewer)
                || ends.checkmate != Ending::Loss
                || ends.extinct.iter().any(|rule| matches!(rule.ending, Ending::Win | Ending::Fewer)),
            extinct: Color::BOTH.map(extinct),
            royals_at_start: Color::BOTH.map(royals),
        }
    }
    /// The extinction rules by which a side loses.
    pub fn losing(&self, color: Color) -> impl Iterator<Item = &ExtinctionRule> {
        self.extinct[color.index()].iter().filter(|rule| rule.ending == Ending::Loss)
    }
    /// The rules of the game apart from loss of royals, lack of moves and draws by history, in the order in which they
    /// are tried.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = EndingRule> {
        self.present.iter().copied()
    }
    /// Whether the game has such a rule.
    #[inline(always)]
    pub fn any(&self) -> bool {
        !self.present.is_empty()
    }
    /// Whether the game has the rule.
    pub fn has(&self, rule: EndingRule) -> bool {
        self.present.contains(&rule)
    }
    /// Whether the game has such a rule apart from this one.
    pub fn has_others(&self, rule: EndingRule) -> bool {
        self.iter().any(|other| other != rule)
    }
    /// Whether any move may end the game. Otherwise `EndThreats` finds the moves that may.
    pub fn after_any_move(&self) -> bool {
        self.iter().any(EndingRule::after_any_move)
    }
    pub(super) fn leaves(&self, variant: &Variant) -> Assumptions {
        let by_mate = variant.ends.checkmate == Ending::Loss && self.royals_at_start == [1, 1];
        Assumptions {
            null_move: !self.suicidal,
            won_by_mate: by_mate && !self.any() && !self.suicidal,
            ..Assumptions::ALL
        }
    }
}
