//! Reading positions of the games of `variants/more/`: several types with one letter.

use crate::support::griffon;

/// "White P -> N B R C; Black P -> N B R Q": each side has its own pawn type, and a FEN uses P for both.
#[test]
fn letters_mean_the_types_in_the_array_of_the_colour() {
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

/// "A pawn that made a single step from the second rank can still double-step from the third": the pawn then has
/// another type without a double step, and can still be captured en passant.
#[test]
fn en_passant_of_a_pawn_that_changed_its_type() {
    let moves = |fen: &str| griffon(&["perft", "semitorpedo", "1", "--divide", "--fen", fen]).ok();
    assert!(!moves("4k3/8/8/4Pp2/8/8/8/4K3 w - - 0 1").contains("e5f6"));
    let en_passant = "4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 1";
    assert!(moves(en_passant).contains("e5f6"), "{}", moves(en_passant));
}
