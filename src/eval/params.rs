//! Parameters of the evaluation terms, the same for every variant.
//!
//! They are fitted to the results of self-play games in many variants together, with the logistic loss (CITE:
//! P. Österlund, "Texel's tuning method", 2014). The feature `tune` makes them settable at run time, for
//! fitting only.

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
        /// Names and storage of all parameters.
        #[cfg(feature = "tune")]
        pub const ALL: &[(&str, &std::sync::atomic::AtomicI32)] = &[$((stringify!($name), &cells::$name)),*];
    };
}

parameters! {
    /// Bonus for the side to move (cp).
    tempo = 14;
    /// Weight of a move above the mean, percent: middle game.
    mobility_mg = 140;
    /// The same in the endgame.
    mobility_eg = 50;
    /// A friend next to the royal (cp, middle game).
    shelter = 12;
    /// Extra if it is pawn-like.
    shelter_pawn = 17;
    /// A pawn-like friend ahead of the royal, on its file or an adjacent one (cp, middle game).
    shelter_ahead = 8;
    /// An enemy pawn-like piece there.
    storm = 5;
    /// An attacked square next to the royal that only royals guard.
    danger_weak = 90;
    /// A square from which a piece could check the royal without being captured.
    danger_check = 35;
    /// A piece in hand, percent of its weight as an attacker.
    danger_hand = 40;
    /// Weight of an attack on a square next to the royal, percent.
    danger_attack = 110;
    /// Danger squared is divided by this (cp).
    danger_divisor = 1700;
    /// Danger in the endgame, percent.
    danger_eg = 0;
    /// An enemy piece that is attacked and not guarded (cp): middle game.
    hanging_mg = 28;
    /// The same in the endgame.
    hanging_eg = 35;
    /// An enemy piece other than a pawn, attacked by a pawn (cp): middle game.
    pawn_threat_mg = 18;
    /// The same in the endgame.
    pawn_threat_eg = 55;
    /// An enemy piece attacked by a piece of a lighter class but by no pawn (cp): middle game.
    minor_threat_mg = 45;
    /// The same in the endgame.
    minor_threat_eg = 18;
    /// A light piece guarded by a pawn, where no enemy pawn can come to attack it (cp, middle game).
    outpost = 10;
    /// A pawn guarded by a pawn (cp): middle game.
    connected_mg = 8;
    /// The same in the endgame.
    connected_eg = 2;
    /// A pawn with a friendly pawn ahead on its file (cp): middle game.
    doubled_mg = -8;
    /// The same in the endgame.
    doubled_eg = -6;
    /// A pawn without friendly pawns on the adjacent files (cp): middle game.
    isolated_mg = -6;
    /// The same in the endgame.
    isolated_eg = -10;
    /// A pawn that enemy pawns keep from advancing, without help from friendly pawns (cp, endgame).
    backward = -6;
    /// Extra for a passed pawn if the enemy guards no square ahead of it, percent.
    passed_free = 40;
    /// Extra for a passed pawn if a friend guards a square ahead of it, percent.
    passed_escorted = 25;
    /// Share of its bonus that a blocked passed pawn keeps, percent.
    passed_blocked = 70;
    /// Change of the bonus per step that the enemy royal is farther away than the friendly one, percent
    /// (endgame).
    passed_royal = 12;
    /// Bonus for passed pawns, percent: middle game.
    passed_mg = 200;
    /// The same in the endgame.
    passed_eg = 110;
    /// Lone royal: per rank or file closer to the edge (cp).
    drive_edge = 25;
    /// Lone royal: per step closer to the other royal (cp).
    drive_approach = 16;
}
