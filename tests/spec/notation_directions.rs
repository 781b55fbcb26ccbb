//! Directions of atoms, one row per sentence of the seeds or resolved ambiguity.

use crate::notation_walker::{check, line, same};
use griffon::notation::{ErrorKind, compile};

#[test]
fn first_legs() {
    check(
        "e4",
        "",
        &[
            // XBetza: "frB is one diagonal slide to the forward right".
            ("frB", "f5 g6 h7"),
            // "frR is two slides, one forward, the other to the right!"
            ("frR", "e5 e6 e7 e8 f4 g4 h4"),
            // "fB, a Bishop that only has the two forward slides".
            ("fB", "d5 c6 b7 a8 f5 g6 h7"),
            // "vr means fr or br".
            ("vrB", "f5 g6 h7 f3 g2 h1"),
            // "ffrrN describes a piece with 4 of the Knight's 8 moves: the two forwardmost, and the two furthest to
            // the right".
            ("ffrrN", "d6 f6 g5 g3"),
            // "An h can combine with a preceding direction on oblique atoms ... to all four moves" (fhN).
            ("fhN", "c5 d6 f6 g5"),
            ("rhN", "f6 g5 g3 f2"),
            // "a hrN on e4 has moves to f6, g3, d2 and c5".
            ("hrN", "f6 g3 d2 c5"),
            ("hlN", "d6 g5 f2 c3"),
            ("fW", "e5"),
            ("lW", "d4"),
            ("sW", "d4 f4"),
            ("vW", "e5 e3"),
            ("fF", "d5 f5"),
            ("rF", "f5 f3"),
            ("frF", "f5"),
            ("rfF", "f5"),
            ("blF", "d3"),
        ],
    );
}

#[test]
fn oblique_pairs() {
    // Readings 7.
    check(
        "e4",
        "",
        &[
            ("fN", "d6 f6"),
            ("rN", "g5 g3"),
            ("frN", "g5"),
            ("rfN", "f6"),
            ("fsN", "c5 g5"),
            ("sfN", "d6 f6"),
            ("vsN", "c5 g5 c3 g3"),
            ("svN", "d6 f6 d2 f2"),
            ("blN", "c3"),
            ("lbN", "d2"),
        ],
    );
    same(&[
        ("vrN", "frNbrN"),
        ("frbN", "frNbN"),
        ("frrN", "fNrN"),
        ("ffrN", "fNrN"),
        ("fbN", "vN"),
        ("fhrN", "fhNrN"),
    ]);
}

#[test]
fn eight_direction_atoms() {
    // Readings 8.
    check(
        "e4",
        "",
        &[
            ("fK", "e5"),
            ("frK", "f5"),
            ("fhK", "d5 e5 f5"),
            ("vhK", "d5 e5 f5 d3 e3 f3"),
            ("ffrrK", "e5 f4"),
            ("fsK", "d5 f5"),
            ("frT", "h7"),
            ("bS", "e2"),
            ("rS", "g4"),
        ],
    );
    same(&[("vsQ", "B"), ("ffshK", "fKshK"), ("sfK", "lfKrfK")]);
    assert_eq!(compile("hrK").unwrap_err().kind, ErrorKind::ChiralNotOblique);
    assert_eq!(compile("hlB").unwrap_err().kind, ErrorKind::ChiralNotOblique);
    assert_eq!(compile("hK").unwrap_err().kind, ErrorKind::HalfAlone);
    assert_eq!(compile("hfN").unwrap_err().span, 0..1);
}

#[test]
fn atoms() {
    // XBetza: the table of leaps and the list of shorthands.
    check(
        "d4",
        "",
        &[
            ("W", "d5 e4 d3 c4"),
            ("F", "c5 e5 c3 e3"),
            ("D", "d6 f4 d2 b4"),
            ("N", "b5 c6 e6 f5 f3 e2 c2 b3"),
            ("A", "b6 f6 b2 f2"),
            ("H", "d7 g4 d1 a4"),
            ("C", "c7 e7 g5 g3 e1 c1 a3 a5"),
            ("Z", "b7 f7 g6 g2 f1 b1 a2 a6"),
            ("G", "a7 g7 a1 g1"),
            ("fFX", "c8 e8"),
            ("fWY", "b7 f7"),
            ("frWXX", ""),
            ("fDY", "b8 f8"),
        ],
    );
    same(&[
        ("R", "WW"),
        ("B", "FF"),
        ("Q", "RB"),
        ("K", "WF"),
        ("R4", "W4"),
        ("S", "AD"),
        ("T", "GH"),
        ("C", "L"),
        ("Z", "J"),
        ("N0", "NN"),
        // "The capital can optionally be followed by a number indicating the maximum number of times": it limits the
        // rider.
        ("NN2", "N2"),
        ("AA3", "A3"),
        ("RR3", "W3"),
        ("KK1", "K"),
        ("WW0", "R"),
        ("yafFF2", "yafF2"),
        ("KK", "Q"),
        ("B3", "F3"),
        ("FY", "G"),
        ("WY", "Z"),
        ("D'3", "D3'"),
        ("mcN", "N"),
        ("fcF", "cfF"),
        ("frR", "fRrR"),
    ]);
    assert_ne!(line("D", "d4", ""), line("D2", "d4", ""));
}

#[test]
fn bent_riders() {
    // XBetza: "qN = Rose", "zB = Crooked Bishop"; readings 27.
    check(
        "e4",
        "",
        &[
            ("fqW", "e5 f6 g6 h5 h4 g3 f3 d6 c6 b5 b4 c3 d3"),
            ("fqW3", "e5 f6 g6 d6 c6"),
            ("fqW1", "e5"),
            ("fzR3", "e5 f5 f6 d5 d6"),
        ],
    );
    same(&[("zF", "zB"), ("qF", "qB"), ("qW1", "W1")]);
    check("a1", "", &[("frzB", "b2 a3 b4 a5 b6 a7 b8 c1 d2 e1 f2 g1 h2")]);
    check("d2", "", &[("rfqN", "e4 g5 d6 b7")]);
    check("a1", "e:b4", &[("frzB", "b2 a3 b4xb4 c1 d2 e1 f2 g1 h2")]);
}
