//! Parameters of the evaluation terms, the same for every variant; `_mg` and `_eg` mean middle game and endgame;
//! `light`, `minor`, `rook` and `queen` are the classes of pieces by value.
//!
//! Games in which captured pieces are dropped again have some values of their own, after a bar: there is no endgame,
//! and attacks count more.
//!
//! They are fitted to the results of self-play games in many variants together, with the logistic loss (CITE:
//! P. Österlund, "Texel's tuning method", 2014). A parameter is a field of [`EvalParams`], which belongs to the
//! weights of a game: engines in one process can play with different values.

use crate::declare_params::declare_params;

declare_params! {
    /// Parameters of the evaluation terms.
    EvalParams {
        /// Bonus for the side to move (cp).
        tempo = 25 | 65;
        /// The same where it can be good to lose pieces.
        tempo_losing = 250;
        /// Weight of a move above the mean, percent.
        mobility_light_mg = 134 | 258;
        mobility_light_eg = 158 | 50;
        mobility_minor_mg = 148 | 127;
        mobility_minor_eg = 62 | 50;
        mobility_rook_mg = 151 | 189;
        mobility_rook_eg = 178 | 50;
        mobility_queen_mg = 143 | 140;
        mobility_queen_eg = 33 | 50;
        /// A friend next to the royal (cp, middle game).
        shelter = 4 | 11;
        /// Extra if it is pawn-like.
        shelter_pawn = 9 | 8;
        /// A pawn-like friend ahead of the royal, on its file or an adjacent one (cp, middle game).
        shelter_ahead = 18 | 28;
        /// An enemy pawn-like piece there.
        storm = 2 | -7;
        /// An attacked square next to the royal that only royals guard.
        danger_weak = 48 | 60;
        /// A safe check, by class.
        danger_check_light = 87 | 90;
        danger_check_minor = 70 | 30;
        danger_check_rook = 60 | 40;
        danger_check_queen = 160 | 100;
        /// A further square for a safe check by a piece of the same class.
        danger_checks = 28 | 26;
        /// A kind in hand that could be dropped where it checks the royal without being captured.
        danger_drop = 137 | 150;
        /// A piece in hand, percent of its weight as an attacker.
        danger_hand = 34 | 172;
        /// An attack on a square next to the royal, percent of the weight of the attacker.
        danger_hits = 70 | 88;
        /// Number of attackers times the sum of their weights, percent.
        danger_attackers = 42 | 10;
        /// Weight of all pieces of the attacker's side, percent.
        danger_army = 22 | 60;
        /// An attacked square at most two steps from the royal; counted again if attacked twice.
        danger_wide = 24 | 20;
        /// A square there that the defender guards.
        danger_wide_guarded = -8 | -14;
        /// A friend next to the royal.
        danger_shelter = -15 | 4;
        /// Danger of every attack.
        danger_base = -65 | 80;
        /// Danger squared is divided by this (cp).
        danger_divisor = 1320 | 1400, least 1;
        /// Maximum value of an attack (cp).
        danger_limit = 990 | 1100;
        /// An enemy piece that is attacked and not guarded (cp).
        hanging_mg = 29 | 56;
        hanging_eg = 73 | 35;
        /// An enemy piece other than a pawn, attacked by a pawn (cp).
        pawn_threat_mg = 39 | 86;
        pawn_threat_eg = 85 | 55;
        /// An enemy piece attacked by a piece of a lighter class but by no pawn (cp).
        minor_threat_mg = 60 | 77;
        minor_threat_eg = 32 | 18;
        /// A minor or lighter piece guarded by a pawn, where no enemy pawn can come to attack it (cp, middle game).
        outpost = 19 | 3;
        /// A pawn guarded by a pawn (cp).
        connected_mg = 11 | -12;
        connected_eg = 3 | 2;
        /// A pawn with a friendly pawn ahead on its file (cp).
        doubled_mg = -3 | 10;
        doubled_eg = -6;
        /// A pawn without friendly pawns on the adjacent files (cp).
        isolated_mg = -7 | 3;
        isolated_eg = -6 | -10;
        /// A pawn that enemy pawns keep from advancing, without help from friendly pawns (cp, endgame).
        backward = -6;
        /// Extra for a passed pawn if the enemy guards no square ahead of it, percent.
        passed_free = 46 | 40;
        /// Extra for a passed pawn if a friend guards a square ahead of it, percent.
        passed_escorted = 49 | 25;
        /// Share of its bonus that a blocked passed pawn keeps, percent.
        passed_blocked = 64 | 70;
        /// Change of the bonus per step that the enemy royal is farther away than the friendly one, percent
        /// (endgame).
        passed_royal = 13 | 12;
        /// Bonus for passed pawns, percent.
        passed_mg = 197 | 200;
        passed_eg = 122 | 110;
        /// Extra for a passed pawn if no square of its file ahead is occupied or guarded by the enemy, percent.
        passed_path = 75 | 0;
        /// Endgame: reduction of the score for each pawn-like piece fewer than four of the side that leads, percent.
        few_pawns = 17 | 0;
        /// A goal that a piece reaches with its next move, if no other piece moves (cp, endgame).
        goal_cp = 600;
        /// The same a ply later, percent.
        goal_share = 82;
        /// The same in the middle game, percent.
        goal_mg = 70;
        /// Where a number of checks wins: value of being one check from the win; with more to give, divided by their number
        /// (cp).
        check_cp = 1200;
        /// Share of the value of the next check that counts if a piece can give it with its next move, percent.
        check_any = 22;
        /// Further share if that piece cannot be captured, percent.
        check_safe = 45;
        /// Further share for each other such check, percent.
        check_more = 12;
        /// Further danger of attacks on royals one check from the win, percent; with more to give, divided by their number.
        check_danger = 360;
        /// Where a side loses with the last piece of some types: cost of having only one; with more, divided by their number
        /// (cp).
        extinction_cp = 400;
        /// An attack on a piece whose capture would explode beside the royal.
        danger_explosion = 400;
        /// Last piece: per rank or file closer to the edge (cp).
        mop_up_edge = 80;
        /// Last piece: per step of the nearest king closer to it (cp).
        mop_up_approach = 100;
        /// Last piece: per square that it cannot reach without being captured (cp).
        mop_up_room = 4;
        /// Value of a piece relative to the estimate, percent: pawn-like.
        value_pawn_mg = 58 | 64;
        value_pawn_eg = 118 | 100;
        /// The same, by class.
        value_light_mg = 83 | 139;
        value_light_eg = 114 | 100;
        value_minor_mg = 68 | 90;
        value_minor_eg = 125 | 100;
        value_rook_mg = 65 | 89;
        value_rook_eg = 137 | 100;
        value_queen_mg = 76 | 67;
        value_queen_eg = 134 | 100;
        /// A target above the mean, on a square, for a piece worth 300 (tenths of a centipawn).
        square_targets_mg = 53 | 183;
        square_targets_eg = 96 | 80;
        /// The centre relative to the corners (cp): pawn-like pieces.
        centre_pawn_mg = 6 | -8;
        centre_pawn_eg = -8 | 4;
        /// The centre relative to the corners (cp): the lightest class.
        centre_light_mg = 38 | 7;
        centre_light_eg = 14 | 4;
        centre_minor_mg = 32 | 17;
        centre_minor_eg = 11 | 4;
        centre_rook_mg = -6 | 4;
        centre_rook_eg = -1 | 4;
        centre_queen_mg = 12 | 10;
        centre_queen_eg = 6 | 4;
        /// A promotable piece one move from promotion, share of the gain (per mille).
        advance_mg = 22 | 26;
        advance_eg = 152 | 100;
        /// A royal's rank, for each of the first four it has advanced (cp, middle game).
        royal_rank = -21 | -30;
        /// A royal at the side edge relative to the middle files (cp, middle game).
        royal_edge = 5 | -9;
        /// The same if it can castle.
        royal_castled_edge = 125 | 320;
        /// A royal in the centre relative to the corners (cp, endgame).
        royal_centre = 108 | 130;
        /// Value in hand relative to the mean on the board, percent.
        hand_share = 55 | 79;
        /// Bonus for a piece in hand, which can be dropped anywhere (cp).
        hand_bonus = 38 | 29;
        /// A pair of pieces each bound to half of the board (cp).
        pair = 21 | 32;
    }
}

impl Default for EvalParams {
    fn default() -> Self {
        Self::STANDARD
    }
}

impl EvalParams {
    /// The values for games in which captured pieces are dropped again.
    pub const WITH_DROPS: Self = Self::values(true);
}
