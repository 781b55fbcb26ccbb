//! Captures and their restrictions: `captureMatrix`, related parameters, explosions and spells. Each test quotes the
//! sentence it is based on from the Interactive Diagram article; positions are derived by hand.

mod spells;

use crate::support::defined;
use griffon::board::Square;
use griffon::movegen;
use griffon::oracle;
use griffon::position::{Game, Move, MoveList, Position};
use griffon::variant::{Diagnostic, Severity, read};

/// Rook, knight, wazir and a royal king on 5x5; `pieces` describes the first three.
fn definition(rules: &str, pieces: [&str; 3]) -> String {
    let [rook, knight, wazir] = pieces;
    format!(
        "files=5\nranks=5\nsymmetry=none\nmaxPromote=0\nroyal=K\n{rules}\nrook:R:{rook}::\nknight:N:{knight}::\n\
         wazir:W:{wazir}::\nking:K:K::a1,,e5\n"
    )
}

fn game_of(rules: &str, pieces: [&str; 3]) -> Game {
    let text = definition(rules, pieces);
    defined(&text)
}

fn game(rules: &str) -> Game {
    game_of(rules, ["R", "N", "W"])
}

fn position(game: &Game, fen: &str) -> Position {
    Position::from_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error:?}"))
}

/// Returns all legal moves; the reference generator must list as many.
fn legal(game: &Game, pos: &mut Position) -> MoveList {
    let list = movegen::legal_moves(game, pos);
    assert_eq!(oracle::legal_moves(game, pos).len(), list.len(), "{}", pos.fen(game));
    list
}

fn name(game: &Game, square: Square) -> String {
    let board = &game.variant.board;
    format!("{}{}", char::from(b'a' + board.file(square) as u8), board.rank(square) + 1)
}

/// Returns the destinations of the piece on `from`, in the order of the squares.
fn targets(game: &Game, fen: &str, from: &str) -> String {
    let mut pos = position(game, fen);
    let list = legal(game, &mut pos);
    let mut squares: Vec<Square> =
        list.iter().filter(|mv| name(game, mv.from()) == from).map(|mv| mv.to()).collect();
    squares.sort();
    squares.dedup();
    squares.iter().map(|&square| name(game, square)).collect::<Vec<_>>().join(" ")
}

fn find(game: &Game, pos: &mut Position, text: &str) -> Vec<Move> {
    let list = legal(game, pos);
    let is_meant = |mv: &&Move| name(game, mv.from()) + &name(game, mv.to()) == text;
    list.iter().filter(is_meant).copied().collect()
}

/// Returns the board after a move, as in a FEN, or all results, sorted, if several moves have this text.
fn after(game: &Game, fen: &str, text: &str) -> String {
    let mut pos = position(game, fen);
    let before = pos.fen(game);
    let mut results = Vec::new();
    for mv in find(game, &mut pos, text) {
        pos.make(game, mv);
        assert_eq!(pos.key(), pos.fresh_key());
        results.push(pos.fen(game).split(' ').next().unwrap_or_default().to_owned());
        pos.unmake(game);
        assert_eq!(pos.fen(game), before);
    }
    results.sort();
    results.join(" ")
}

/// The rook on c1 faces a knight on c3.
const DUEL: &str = "4k/5/2n2/5/K1R2 w - - 0 1";

#[test]
fn forbidden_captures() {
    // "An exclamation point ! or question mark ? indicate it is illegal for pieces of the given types to capture each
    // other."
    assert_eq!(targets(&game(""), DUEL, "c1"), "b1 d1 e1 c2 c3");
    for matrix in ["..!", "..?", "..$"] {
        assert_eq!(targets(&game(&format!("captureMatrix={matrix}")), DUEL, "c1"), "b1 d1 e1 c2", "{matrix}");
    }
    // If kings cannot be captured there is no check: the king may stay on the rook's file.
    let tame = game("captureMatrix=....!");
    assert_eq!(targets(&tame, "r3k/5/5/5/K4 w - - 0 1", "a1"), "b1 a2 b2");
    // Moves to empty squares: the first cell.
    assert_eq!(targets(&game("captureMatrix=!"), DUEL, "c1"), "c3");
}

#[test]
fn promotion_on_capture() {
    // "A piece ID indicates the capture would lead to forced promotion to the mentioned type."
    assert_eq!(after(&game("captureMatrix=..W"), DUEL, "c1c3"), "4k/5/2W2/5/K4");
    assert_eq!(after(&game("captureMatrix=..W"), DUEL, "c1c2"), "4k/5/2n2/2R2/K4");
    // "pieces that morph into others on every move": the first cell is the empty square.
    assert_eq!(after(&game("captureMatrix=N"), DUEL, "c1c2"), "4k/5/2n2/2N2/K4");
    // "A lower-case version of the ID would promote to a piece of the opponent!"
    assert_eq!(after(&game("captureMatrix=..w"), DUEL, "c1c3"), "4k/5/2w2/5/K4");
    assert_eq!(after(&game("captureMatrix=..r"), DUEL, "c1c3"), "4k/5/2r2/5/K4");
    // "A vertical bar makes the capture result in an (optional) shogi promotion, as defined by promoOffset."
    let shogi = game("promoOffset=2\npromoZone=0\ncaptureMatrix=..|");
    assert_eq!(after(&shogi, DUEL, "c1c3"), "4k/5/2R2/5/K4 4k/5/2W2/5/K4");
    assert_eq!(after(&shogi, DUEL, "c1c2"), "4k/5/2n2/2R2/K4");
}

#[test]
fn protected_victims() {
    // "A percent sign % would make the capture illegal if recapture on the destination would be possible."
    let game = game("captureMatrix=..%");
    assert_eq!(targets(&game, DUEL, "c1"), "b1 d1 e1 c2 c3");
    // The rook on c5 could recapture, the one on b4 could not.
    assert_eq!(targets(&game, "2r1k/5/2n2/5/K1R2 w - - 0 1", "c1"), "b1 d1 e1 c2");
    assert_eq!(targets(&game, "4k/1r3/2n2/5/K1R2 w - - 0 1", "c1"), "b1 d1 e1 c2 c3");
}

#[test]
fn mandatory_captures() {
    // "In a position where any such prioritized move would be legal it is then mandatory to play one of those."
    let game = game("captureMatrix=..~");
    let mut pos = position(&game, DUEL);
    assert_eq!(legal(&game, &mut pos).len(), 1);
    assert_eq!(targets(&game, DUEL, "c1"), "c3");
    // It is illegal here: the rook is pinned along the rank.
    assert_eq!(targets(&game, "4k/5/2n2/5/K1R1r w - - 0 1", "c1"), "b1 d1 e1");
}

#[test]
fn no_hopping() {
    // "The capture matrix can also be used to exclude hopping of one specific piece type over another."
    let hoppers = ["pR", "N", "W"];
    let fen = "4k/2r2/2n2/5/K1R2 w - - 0 1";
    assert_eq!(targets(&game_of("", hoppers), fen, "c1"), "c4");
    assert_eq!(targets(&game_of("captureMatrix=..^", hoppers), fen, "c1"), "");
    // "the latter would forbid both hopping and capturing"
    let capture = "4k/2n2/2w2/5/K1R2 w - - 0 1";
    assert_eq!(targets(&game_of("captureMatrix=..^", hoppers), capture, "c1"), "c4");
    assert_eq!(targets(&game_of("captureMatrix=..$", hoppers), capture, "c1"), "");
    // "Also here the exclusion distinguishes friendly hopping from hopping over enemies."
    let friend = "4k/2r2/2N2/5/K1R2 w - - 0 1";
    assert_eq!(targets(&game_of("captureMatrix=..^", hoppers), friend, "c1"), "c4");
    assert_eq!(targets(&game_of("captureMatrix=..^=", hoppers), friend, "c1"), "");
    // A king after a piece that cannot be hopped over is not in check.
    let shielded = "4k/5/r4/n4/K4 w - - 0 1";
    assert_eq!(
        targets(&game_of("captureMatrix=......^", hoppers), "4k/r4/N4/5/K4 w - - 0 1", "a3"),
        "b1 c2 c4 b5"
    );
    assert_eq!(targets(&game_of("captureMatrix=..^", hoppers), shielded, "a1"), "b1 a2 b2");
}

#[test]
fn kamikaze() {
    // "A kamikaze capture is indicated by a 0 (zero); this will make both the capturer and captured piece disappear."
    assert_eq!(after(&game("captureMatrix=..0"), DUEL, "c1c3"), "4k/5/5/5/K4");
    // A king cannot sacrifice itself.
    let game = game("captureMatrix=///..0");
    assert_eq!(targets(&game, "4k/5/5/1n3/K4 w - - 0 1", "a1"), "b1 a2");
}

#[test]
fn explosions() {
    // c3 is surrounded by rook d4, white wazir b4, white knight b2 and black knight d2.
    let crowd = "4k/1W1r1/2n2/1N1n1/K1R2 w - - 0 1";
    let of = |rules: &str| after(&game(&format!("captureMatrix=..@\n{rules}")), crowd, "c1c3");
    // "With N=0 (the default) this would capture all enemy pieces in the 3x3 area centered on the destination."
    assert_eq!(of(""), "4k/1W3/2R2/1N3/K4");
    // "For larger values of N it would destroy all adjacent pieces of either color, except the first N in the piece
    // table, while the capturing piece would always disappear."
    assert_eq!(of("atomicCapture=1"), "4k/3r1/5/5/K4");
    assert_eq!(of("atomicCapture=2"), "4k/3r1/5/1N1n1/K4");
    assert_eq!(of("atomicCapture=-1"), "4k/5/5/5/K4");
    // "blastZone, which can get the values K (the default), W, F or N"
    assert_eq!(of("atomicCapture=1\nblastZone=W"), "4k/1W1r1/5/1N1n1/K4");
    assert_eq!(of("atomicCapture=1\nblastZone=F"), "4k/3r1/5/5/K4");
    assert_eq!(of("atomicCapture=-1\nblastZone=N"), "4k/1W1r1/5/1N1n1/K4");
    // Our extension: pieces immune to explosions, including the capturing one.
    assert_eq!(of("atomicCapture=-1\nblastProof=R"), "4k/3r1/2R2/5/K4");
}

#[test]
fn kings_and_explosions() {
    // The kings are adjacent: capturing one would destroy the other, so there is no check.
    let game = game("captureMatrix=.@3=/\"3\natomicCapture=-1");
    assert_eq!(targets(&game, "5/5/5/k4/K4 w - - 0 1", "a1"), "b1 b2");
    // The capture on b2 would explode the own king; the one on d4 explodes the enemy's too and wins.
    assert_eq!(after(&game, "4k/1R1r1/5/5/K4 w - - 0 1", "b4d4"), "5/5/5/5/K4");
    assert_eq!(targets(&game, "4k/1R3/5/1n3/K4 w - - 0 1", "b4"), "b3 a4 c4 d4 e4 b5");
    // A king next to a piece that can be captured is not in check by this.
    assert_eq!(targets(&game, "4k/1r3/5/1R3/K4 w - - 0 1", "a1"), "b1 a2");
}

#[test]
fn the_opponent_passes() {
    // "A colon (:) indicates a move that freezes the opponent army for one turn, allowing the player who makes it to
    // play two moves in a row, as in Shock Chess."
    let game = game("captureMatrix=..:");
    let mut pos = position(&game, DUEL);
    let capture = find(&game, &mut pos, "c1c3")[0];
    pos.make(&game, capture);
    assert!(pos.is_frozen() && pos.key() == pos.fresh_key());
    let list = legal(&game, &mut pos);
    assert!(list.len() == 1 && list[0].is_pass(), "{list:?}");
    pos.make(&game, list[0]);
    assert!(!pos.is_frozen() && pos.key() == pos.fresh_key());
    assert!(!find(&game, &mut pos, "c3c4").is_empty());
    // With check, the frozen side has lost.
    let mut pos = position(&game, "2n1k/5/5/5/K1R2 w - - 0 1");
    let capture = find(&game, &mut pos, "c1c5")[0];
    pos.make(&game, capture);
    assert_eq!(legal(&game, &mut pos).len(), 0);
    assert_eq!(movegen::result(&game, &mut pos), Some(movegen::Outcome::Lost));
}

#[test]
fn fens_hold_effects_of_the_last_move() {
    // Our extension, after the e.p. field: `:` for a side that must pass, `!` and the types that were captured.
    let game = game("captureMatrix=..:\ncounterStrike=N");
    let mut pos = position(&game, DUEL);
    let capture = find(&game, &mut pos, "c1c3")[0];
    pos.make(&game, capture);
    let fen = pos.fen(&game);
    assert_eq!(fen, "4k/5/2R2/5/K4 b - -:!N 0 1");
    let read = position(&game, &fen);
    assert_eq!((read.key(), read.fen(&game), read.is_frozen()), (pos.key(), fen, true));
}

#[test]
fn friendly_captures_come_last_in_a_row() {
    // "The friendly victims would come directly after the piece types for normal captures, on the same row."
    let cannibal = ["RdR", "N", "W"];
    let fen = "4k/5/2N2/5/K1R2 w - - 0 1";
    assert_eq!(after(&game_of("captureMatrix=......W", cannibal), fen, "c1c3"), "4k/5/2W2/5/K4");
    assert_eq!(after(&game_of("captureMatrix=.......", cannibal), fen, "c1c3"), "4k/5/2R2/5/K4");
    assert_eq!(after(&game_of("captureMatrix=.....", cannibal), fen, "c1c3"), "4k/5/2R2/5/K4");
    assert_eq!(targets(&game_of("captureMatrix=......!", cannibal), fen, "c1"), "b1 d1 e1 c2");
    // "An = anywhere in the row would skip to the friendly-captures part, and set those to a copy of the normal
    // captures."
    assert_eq!(targets(&game_of("captureMatrix=..!=", cannibal), fen, "c1"), "b1 d1 e1 c2");
    // "You could still continue after it the row for overruling that copy, though."
    assert_eq!(after(&game_of("captureMatrix=..!=.W", cannibal), fen, "c1c3"), "4k/5/2W2/5/K4");
}

#[test]
fn shortcuts() {
    // "a digit indicates the previous symbol should be repeated that many times (and assumes this to be the . if it is
    // the first character on the row)"
    assert_eq!(targets(&game("captureMatrix=2!"), DUEL, "c1"), "b1 d1 e1 c2");
    assert_eq!(targets(&game("captureMatrix=.!1"), DUEL, "c1"), "b1 d1 e1 c2");
    // "A double quote followed by a number means the previous row should be repeated that many times."
    let lone = "4k/5/2n2/2W2/K4 w - - 0 1";
    for matrix in ["..!/\"/\"", "..!/\"2", "//..!", "..!/\"3"] {
        assert_eq!(targets(&game(&format!("captureMatrix={matrix}")), lone, "c2"), "c1 b2 d2", "{matrix}");
    }
    assert_eq!(targets(&game("captureMatrix=..!/\""), lone, "c2"), "c1 b2 d2 c3");
}

#[test]
fn quoted_moves_ignore_the_matrix() {
    // "writing a quote ' behind the corresponding atom in the XBetza notation. This also holds for effects specified by
    // the captureMatrix"
    assert_eq!(targets(&game_of("captureMatrix=..!", ["R'", "N", "W"]), DUEL, "c1"), "b1 d1 e1 c2 c3");
    assert_eq!(after(&game_of("captureMatrix=..W", ["R'", "N", "W"]), DUEL, "c1c3"), "4k/5/2R2/5/K4");
    // `iron` still applies.
    assert_eq!(targets(&game_of("iron=N", ["R'", "N", "W"]), DUEL, "c1"), "b1 d1 e1 c2");
}

#[test]
fn iron_and_anti_trade() {
    // "The property iron means that the piece cannot be captured at all"
    assert_eq!(targets(&game("iron=2"), DUEL, "c1"), "b1 d1 e1 c2");
    // "antiTrade, which forbids pieces that both have the property to capture each other, but they can still be
    // captured by other pieces"
    let both = game("antiTrade=R\nantiTrade=2");
    assert_eq!(targets(&both, DUEL, "c1"), "b1 d1 e1 c2");
    assert_eq!(targets(&both, "4k/5/2n2/2W2/K4 w - - 0 1", "c2"), "c1 b2 d2 c3");
    assert_eq!(targets(&game("antiTrade=N"), DUEL, "c1"), "b1 d1 e1 c2 c3");
}

#[test]
fn counter_strike() {
    // "counterStrike, which endows pieces with temporary ironhood when a piece of the same type was captured in the
    // preceding half-move"
    let game = game("counterStrike=N");
    // Black's rook captures the knight on b4; White's rook may not recapture on c3 immediately, but one move later.
    let mut pos = position(&game, "4k/rN3/2n2/5/K1R2 b - - 0 1");
    let strike = find(&game, &mut pos, "a4b4")[0];
    pos.make(&game, strike);
    assert!(find(&game, &mut pos, "c1c3").is_empty());
    let wait = find(&game, &mut pos, "c1d1")[0];
    pos.make(&game, wait);
    let wait = find(&game, &mut pos, "e5e4")[0];
    pos.make(&game, wait);
    let back = find(&game, &mut pos, "d1c1")[0];
    pos.make(&game, back);
    let wait = find(&game, &mut pos, "e4e5")[0];
    pos.make(&game, wait);
    assert_eq!(find(&game, &mut pos, "c1c3").len(), 1);
}

#[test]
fn protected_pieces_and_the_threshold() {
    // "pieces with this property are not allowed to capture each other when the victim is protected"
    let guarded = "2r1k/5/2r2/5/K1R2 w - - 0 1";
    let game = game("protected=R");
    assert_eq!(targets(&game, guarded, "c1"), "b1 d1 e1 c2");
    assert_eq!(targets(&game, "4k/5/2r2/5/K1R2 w - - 0 1", "c1"), "b1 d1 e1 c2 c3");
    // "allow the capture when it would gain an amount of material equivalent to the value of the piece specified by
    // tradeThreshold. (Which is useful when the protected property is applied to a piece capable of multi-capture.)"
    let double = ["R", "N", "WcafW"];
    let line = "4k/2w2/2w2/2w2/K1W2 w - - 0 1";
    let trade = |rules: &str| targets(&game_of(rules, double), line, "c1");
    // To c2 it captures one, on to c3 two; wazirs on c3 and c4 could recapture.
    assert_eq!(trade(""), "b1 d1 c2 c3");
    assert_eq!(trade("protected=W"), "b1 d1");
    assert_eq!(trade("protected=W\ntradeThreshold=W"), "b1 d1 c3");
    assert_eq!(trade("protected=W\ntradeThreshold=R"), "b1 d1");
}

#[test]
fn protection_from_a_distance() {
    // Our extension: lions may always capture adjacent lions.
    let lion = ["KNADcaK", "R", "N"];
    let lines = ["4k/2r2/2w2/5/K1W2 w - - 0 1", "4k/5/2r2/2w2/K1W2 w - - 0 1"];
    let takes = |rules: &str, line: &str, at: &str| {
        let pieces = format!("{rules}\nprotected=W");
        targets(&game_of(&pieces, [lion[1], lion[2], lion[0]]), line, "c1")
            .split(' ')
            .any(|square| square == at)
    };
    assert!(!takes("", lines[0], "c3") && !takes("", lines[1], "c2"));
    assert!(!takes("protectedRange=2", lines[0], "c3") && takes("protectedRange=2", lines[1], "c2"));
    assert!(takes("protectedRange=3", lines[0], "c3"));
}

#[test]
fn captures_of_the_same_type_can_be_recaptured() {
    // "temporary royalty" and "temporary ironhood" exclude each other: a protected piece that captured one can be
    // recaptured.
    let lions =
        |rules: &str| game_of(&format!("protected=W\nprotectedRange=2\n{rules}"), ["R", "N", "KNADcaK"]);
    let game = lions("counterStrike=W");
    let mut pos = position(&game, "4k/5/2r2/2w2/K1W2 w - - 0 1");
    let capture = find(&game, &mut pos, "c1c2")[0];
    pos.make(&game, capture);
    assert_eq!(pos.struck(), 0);
    assert!(!find(&game, &mut pos, "c3c2").is_empty());
    // After a capture by a piece of another type, `counterStrike` protects the victim's type.
    let mut pos = position(&game, "4k/3r1/5/1w1W1/KR3 b - - 0 1");
    let capture = find(&game, &mut pos, "d4d2")[0];
    pos.make(&game, capture);
    assert_ne!(pos.struck(), 0);
    assert!(find(&game, &mut pos, "b1b2").is_empty());
}

#[test]
fn contagion() {
    // "make any piece that captures them instantly change to that type (but keep their color)"
    assert_eq!(after(&game("contageous=N"), DUEL, "c1c3"), "4k/5/2N2/5/K4");
    // "When an ID in this string is prefixed by a ! it will not be contageous itself, but be immune"
    assert_eq!(after(&game("contageous=N,!R"), DUEL, "c1c3"), "4k/5/2R2/5/K4");
    assert_eq!(after(&game("contageous=!RN"), DUEL, "c1c3"), "4k/5/2R2/5/K4");
    // A king that captured one would no longer be a king.
    assert_eq!(targets(&game("contageous=N"), "4k/5/5/1n3/K4 w - - 0 1", "a1"), "b1 a2");
}

#[test]
fn conversion() {
    // "Pieces of the specified type must then make their first moves to different square shades."
    let text = "files=5\nranks=5\nroyal=K\nmaxPromote=0\nconversion=B\nbishop:B:BmW::b1,d1\nking:K:K::c1\n";
    let (variant, _) = read("test", text).unwrap_or_else(|error| panic!("{error:#?}"));
    let game = Game::new(variant).unwrap_or_else(|error| panic!("{error:?}"));
    let mut pos = Position::start(&game);
    // b1 and d1 are light; the first goes to b2, which is dark, so that the other must stay on light squares.
    let first = find(&game, &mut pos, "b1b2")[0];
    pos.make(&game, first);
    let reply = find(&game, &mut pos, "c5c4")[0];
    pos.make(&game, reply);
    let from_d1: Vec<String> =
        legal(&game, &mut pos).iter().map(|mv| name(&game, mv.from()) + &name(&game, mv.to())).collect();
    assert!(from_d1.contains(&"d1e2".to_owned()) && !from_d1.contains(&"d1d2".to_owned()), "{from_d1:?}");
    // The bishop that has moved is no longer restricted.
    assert!(from_d1.contains(&"b2b3".to_owned()) && from_d1.contains(&"b2a3".to_owned()), "{from_d1:?}");
}

/// The wazir that goes from b2 to b3 burns the rook on c3 and the knight on c2, if it could capture them.
#[test]
fn flames_spare_what_cannot_be_captured() {
    // "the move would not be blocked if there isn't such a piece or square"
    let moved =
        |rules: &str| after(&game_of(rules, ["R", "N", "W\\:cK"]), "4k/5/2r2/1Wn2/3K1 w - - 0 1", "b2b3");
    assert_eq!(moved(""), "4k/5/1W3/5/3K1");
    let no_rook =
        ["iron=R", "antiTrade=R\nantiTrade=W", "captureMatrix=//.!", "trackPieces=2\nspell=protect"];
    for rules in no_rook {
        assert_eq!(moved(rules), "4k/5/1Wr2/5/3K1", "{rules}");
    }
    assert_eq!(moved("trackPieces=2\nspell=charm"), "4k/5/1Wr2/2n2/3K1");
}

/// Returns the diagnostics of a definition with this severity.
fn said(rules: &str, severity: Severity) -> Vec<String> {
    let report = match read("test", &definition(rules, ["R", "N", "W"])) {
        Ok((_, warnings)) => warnings,
        Err(all) => all,
    };
    let of = |it: &&Diagnostic| it.severity == severity;
    report.iter().filter(of).map(|it| it.message.clone()).collect()
}

#[test]
fn errors_are_reported() {
    let rows = [
        ("captureMatrix=././././.", "`captureMatrix` has more than 4 rows"),
        ("captureMatrix=./\"4", "`captureMatrix` has more than 4 rows"),
        ("captureMatrix=..........", "this row of `captureMatrix` has more than 9 cells"),
        ("captureMatrix=.#", "`#` means nothing in `captureMatrix`"),
        ("captureMatrix=..!=.=", "`=` after friendly captures have begun"),
        ("captureMatrix=.X", "no piece has the ID `X`"),
        ("captureMatrix=.x", "no piece has the ID `X`"),
        ("captureMatrix=.|", "`|` promotes by `promoOffset`, which is 0"),
        ("captureMatrix=\"", "`\"` repeats the row before it, but there is none"),
        ("captureMatrix=./\"x", "`\"` stands for a whole row; only a number may follow it, found `x`"),
        ("captureMatrix=^", "`^` for the empty square: there is nothing to hop over"),
        ("atomicCapture=5", "`atomicCapture`: expected a number from -1 to 4, found `5`"),
        (
            "spell=sleep\ntrackPieces=1",
            "`spell`: expected `burn` or `freeze` or `charm` or `hide` or `protect` or `brake`, found `sleep`",
        ),
        ("spellZone=Q", "`spellZone`: expected `K` or `W` or `F` or `N`, found `Q`"),
        ("trackPieces=9\nspell=burn", "`trackPieces`: expected a number from 1 to 4, found `9`"),
        ("contageous=X", "`contageous`: no piece has the ID `X`"),
        ("iron=X", "`iron`: no piece has the ID `X`"),
    ];
    for (rules, message) in rows {
        assert_eq!(said(rules, Severity::Error), [message], "{rules}");
    }
    let rows = [
        ("spell=burn", "no piece casts the spell"),
        ("trackPieces=2", "no effect: `spell` is not given"),
        ("atomicCapture=1", "nothing explodes: `captureMatrix` has no `@`"),
    ];
    for (rules, message) in rows {
        assert_eq!(said(rules, Severity::Warning), [message], "{rules}");
    }
}
