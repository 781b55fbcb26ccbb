//! The numbers of the evaluation's terms, the same for every variant.
//!
//! They are fitted to the results of the engine's games against itself in many variants together, by the logistic
//! loss (CITE: P. Österlund, "Texel's tuning method", 2014). With the feature `tune` they can be set while the
//! program runs, for that purpose alone.

/// Declares parameters: constants, unless the feature `tune` is on.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $value:expr;)*) => {
        $(
            $(#[$doc])*
            #[cfg(not(feature = "tune"))]
            #[inline(always)]
            pub const fn $name() -> i32 {
                $value
            }
            $(#[$doc])*
            #[cfg(feature = "tune")]
            pub fn $name() -> i32 {
                cells::$name.load(std::sync::atomic::Ordering::Relaxed)
            }
        )*
        #[cfg(feature = "tune")]
        #[allow(non_upper_case_globals)]
        mod cells {
            use std::sync::atomic::AtomicI32;
            $(pub static $name: AtomicI32 = AtomicI32::new($value);)*
        }
        /// Names and places of all parameters.
        #[cfg(feature = "tune")]
        pub const ALL: &[(&str, &std::sync::atomic::AtomicI32)] = &[$((stringify!($name), &cells::$name)),*];
    };
}

parameters! {
    /// Bonus for the side to move (cp).
    tempo = 14;
    /// Weight of a move more than the mean, percent: middle game.
    mobility_mg = 140;
    /// The same in the endgame.
    mobility_eg = 50;
    /// A friend beside the royal (cp, middle game).
    shelter = 12;
    /// More for a pawn-like one.
    shelter_pawn = 17;
    /// A pawn-like friend ahead of the royal, on its file or beside it (cp, middle game).
    shelter_ahead = 8;
    /// An enemy pawn-like piece there.
    storm = 5;
    /// A square beside the royal that only royals guard, if it is attacked.
    danger_weak = 90;
    /// A square from where a piece could check the royal without being taken.
    danger_check = 35;
    /// A piece in hand, in percent of its weight as an attacker.
    danger_hand = 40;
    /// Weight of an attack on a square beside the royal, percent.
    danger_attack = 110;
    /// Danger squared over this is its price (cp).
    danger_divisor = 1700;
    /// The price of danger in the endgame, percent.
    danger_eg = 0;
    /// An enemy piece that is attacked and not defended (cp): middle game.
    hanging_mg = 28;
    /// The same in the endgame.
    hanging_eg = 35;
    /// An enemy piece, no pawn, attacked by a pawn (cp): middle game.
    pawn_threat_mg = 18;
    /// The same in the endgame.
    pawn_threat_eg = 55;
    /// An enemy piece, no pawn, defended and attacked by one worth less (cp): middle game.
    minor_threat_mg = 45;
    /// The same in the endgame.
    minor_threat_eg = 18;
    /// A light piece that a pawn guards where no enemy pawn can come to attack it (cp, middle game).
    outpost = 10;
    /// A pawn defended by a pawn (cp): middle game.
    connected_mg = 8;
    /// The same in the endgame.
    connected_eg = 2;
    /// A pawn with a friendly one ahead on its file (cp): middle game.
    doubled_mg = -8;
    /// The same in the endgame.
    doubled_eg = -6;
    /// A pawn without friendly ones on the files beside it (cp): middle game.
    isolated_mg = -6;
    /// The same in the endgame.
    isolated_eg = -10;
    /// A pawn that pawns keep from going on, and none helps (cp, endgame).
    backward = -6;
    /// More for a passed pawn before which the enemy guards no square, percent.
    passed_free = 40;
    /// More for a passed pawn before which a friend guards a square, percent.
    passed_escorted = 25;
    /// What a passed pawn keeps of its bonus if it cannot go on, percent.
    passed_blocked = 70;
    /// Change of the bonus for a step that the enemy's royal is farther off than its own, percent (endgame).
    passed_royal = 12;
    /// The bonus of passed pawns, percent: middle game.
    passed_mg = 200;
    /// The same in the endgame.
    passed_eg = 110;
    /// The last royal alone: a rank or file nearer the edge (cp).
    drive_edge = 25;
    /// A step nearer to the other royal (cp).
    drive_approach = 16;
}
