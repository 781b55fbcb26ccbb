//! What the games of `variants/more/` show about the reading of positions: several types with one letter.

mod common;

use common::griffon;

/// "White P -> N B R C; Black P -> N B R Q": each side has its own type of pawn, and a FEN calls both of them P.
#[test]
fn a_letter_means_the_type_that_the_colour_starts_with() {
    let promotions = |variant: &str, fen: &str, from: &str| -> Vec<String> {
        let text = griffon(&["perft", variant, "1", "--divide", "--fen", fen]).ok();
        let moves = text.lines().filter(|line| line.starts_with(from)).filter_map(|line| line.get(4..5));
        let mut letters: Vec<String> = moves.map(str::to_owned).collect();
        letters.sort_unstable();
        letters
    };
    let black = "8/8/8/8/8/8/p6k/4K3 b - - 0 1";
    let white = "4k3/P6K/8/8/8/8/8/8 w - - 0 1";
    assert_eq!(promotions("sortofalmost", black, "a2a1"), ["b", "n", "q", "r"]);
    assert_eq!(promotions("sortofalmost", white, "a7a8"), ["b", "c", "n", "r"]);
    assert_eq!(promotions("chigorin", black, "a2a1"), ["b", "q", "r"]);
    assert_eq!(promotions("chigorin", white, "a7a8"), ["c", "n", "r"]);
}

/// "A pawn that made a single step from the second rank can still double-step from the third": further on it is of
/// another type, which has no double step, and may be captured in passing all the same.
#[test]
fn a_pawn_that_changed_its_type_may_be_captured_in_passing() {
    let moves = |fen: &str| griffon(&["perft", "semitorpedo", "1", "--divide", "--fen", fen]).ok();
    assert!(!moves("4k3/8/8/4Pp2/8/8/8/4K3 w - - 0 1").contains("e5f6"));
    let passing = "4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 1";
    assert!(moves(passing).contains("e5f6"), "{}", moves(passing));
}
