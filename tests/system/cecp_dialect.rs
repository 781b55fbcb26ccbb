//! The `setup` and `piece` lines that XBoard receives for variants (`xboard.md`, sections 2 and 3).

mod differences;
mod moves;
mod setup;

use crate::support::variant;
use griffon::board::Geometry;
use griffon::notation::compile;
use griffon::variant::{Variant, catalogue};
use griffon::variant_names;
use griffon::xboard::{Dialect, describe};

fn lines(name: &str) -> String {
    Dialect::new(variant(name)).lines().join("\n")
}

/// Translates an XBetza text to the dialect; panics if a part is not expressible.
fn said(betza: &str) -> String {
    let description = describe(&compile(betza).unwrap(), &Geometry::new(8, 8).unwrap());
    assert_eq!(description.refusals, Vec::<&str>::new(), "{betza}");
    description.text
}

#[test]
fn known_variants_are_left_to_xboard() {
    for name in ["normal", "shogi", "xiangqi", "grand", "crazyhouse", "fischerandom"] {
        assert_eq!(lines(name), "", "{name}");
        assert_eq!(variant_names::offered(variant(name)), name);
    }
    // 2.5: accepted for known variants if "the ID is in slot 17/19"; without a description, the Falcon can move
    // anywhere.
    assert_eq!(lines("falcon"), "piece F& afafsKafrafKafraflKaflafKaflafrK");
}

#[test]
fn chu_is_played_without_the_rules_against_trading_lions() {
    // 2.3: "Chu-Shogi lion-trading rules apply in every variant" to the piece in slot 21, and in chu itself.
    let chu = variant("chu");
    assert_eq!(variant_names::offered(chu), "chushogi");
    let setup = Dialect::new(chu).setup.unwrap();
    let table = setup.split(' ').nth(1).unwrap().trim_start_matches('(').replace('^', "");
    assert_eq!(table.chars().nth(21), Some('.'), "{setup}");
    // The piece in the crown prince's slot may not be left en prise.
    assert_eq!(table.chars().nth(50), Some('.'), "{setup}");
}

#[test]
fn metamachy() {
    insta::assert_snapshot!(lines("metamachy"), @r"
    setup (PNBRQ......C.....GM.....A...........................LEKpnbrq......c.....gm.....a...........................lek) 12x12+0_fairy ca3qk3ac/ernbmlgmbnre/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/ERNBMLGMBNRE/CA3QK3AC w - - 0 1
    piece P& fmWfceFfmnD
    piece M& KfmnD
    piece N& N
    piece B& B
    piece R& R
    piece Q& Q
    piece E& FA
    piece A& C
    piece C& mRcpR
    piece G& FyafsF
    piece L& KNAD
    piece K& KimAimDimN
    ");
}

#[test]
fn minishogi() {
    insta::assert_snapshot!(lines("minishogi"), @r"
    setup (P.BR.S...G.+.++.+Kp.br.s...g.+.++.+k) 5x5+5_shogi rbsgk/4p/5/P4/KGSBR[-] w 0 1
    piece P& fW
    piece S& fWF
    piece B& B
    piece R& R
    piece +P& WfF
    piece +S& WfF
    piece +B& BW
    piece +R& RF
    piece G& WfF
    piece K& K
    ");
}

#[test]
fn grasshopper() {
    insta::assert_snapshot!(lines("grasshopper"), @r"
    setup (PNBRQ..........GKpnbrq..........gk) 8x8+0_fairy rnbqkbnr/gggggggg/pppppppp/8/8/PPPPPPPP/GGGGGGGG/RNBQKBNR w KQkq - 0 1
    piece P& fmWfcF
    piece G& gQ
    piece N& N
    piece B& B
    piece R& R
    piece Q& Q
    piece K& K
    ");
}

/// XBetza, and its translation for XBoard.
const PIECES: &[(&str, &str)] = &[
    ("K", "K"),
    ("FW", "K"),
    ("QN", "QN"),
    ("RB", "Q"),
    // "Write such pieces with separate W/F/R/B atoms."
    ("fhK", "fWfF"),
    // Reading 2: `ffs` is `ff` and `s`; XBoard would read "ahead + both diagonals".
    ("ffsK", "fsW"),
    ("frK", "frF"),
    ("vK", "vW"),
    // "J(1,3) ... L(2,3) (J and L are swapped w.r.t. usual Betza: use C and Z)"
    ("L", "C"),
    ("J", "Z"),
    ("S", "DA"),
    ("T", "HG"),
    ("NN", "N0"),
    ("WW", "R"),
    ("R4", "W4"),
    ("fmWfceFifmnD", "fmWfceFifmnD"),
    ("mfW", "fmW"),
    ("fcF", "fcF"),
    ("cmW", "W"),
    ("mRcpR", "mRcpR"),
    ("gQ", "gQ"),
    ("hrN", "hrN"),
    ("fhN", "fhN"),
    ("FyafsF", "FyafsF"),
    ("KNADcaKcabKmabK", "KNADcaKcabKabK"),
    ("caibR", "caibR"),
    ("nN", "afsK"),
    ("jR", "jR"),
    ("oR", "oR"),
    // Moves that the dialect has no letters for, as chains of king steps.
    ("WX", "mpafmpafmpafW"),
    ("NX", "mpafmpafmpafmpafsW"),
    ("nC", "afafsWafraflWaflafrWafsafF"),
    ("jR4", "mpafWmpafafWmpafafafW"),
    ("qW3", "WafsWafrafrWaflaflW"),
    ("afD", "afD"),
    ("mpaK", "mpaK"),
];

#[test]
fn pieces_are_translated() {
    for (betza, xboard) in PIECES {
        assert_eq!(said(betza), *xboard, "{betza}");
    }
}

/// Returns the description of each side's king as sent to XBoard (`K` if both are the same), with rooks and other
/// pieces on the king's rank.
fn kings(size: (u16, u16), king: &str, at: &str, rooks: &str, further: &str) -> String {
    let text = format!(
        "files={}\nranks={}\nmaxPromote=0\nroyal=1\nking:K:{king}::{at}\nrook:R:R::{rooks}\n{further}",
        size.0, size.1
    );
    let (variant, _) =
        griffon::variant::read("stage", &text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let dialect = Dialect::new(&variant);
    let lines = dialect.pieces.iter().filter_map(|line| line.strip_prefix("piece "));
    lines.filter(|line| line.to_lowercase().starts_with('k')).collect::<Vec<_>>().join("; ")
}

#[test]
fn castling_sides_are_translated() {
    assert_eq!(kings((8, 8), "KirO2ilO3", "e1", "a1,h1", ""), "K& KilO3irO2");
    // Partners in the corners and chess's castling distance: XBoard's built-in castling.
    assert_eq!(kings((8, 8), "KisO2", "e1", "a1,h1", ""), "K& K");
    assert_eq!(kings((8, 8), "KisjO2", "e1", "b1,g1", "wall:W:W::a1,h1"), "K& KisjO2");
}

#[test]
fn castling_partners_are_described_by_edge_distance() {
    // 3.5: "`jO` = partner one file in from the edge (a hole beyond the partner also counts as edge)".
    assert_eq!(kings((12, 8), "KisO3", "g1", "b1,k1", ""), "K& KisjO3");
    assert_eq!(kings((12, 8), "KisO2isO3isO4", "g1", "b1,k1", ""), "K& KisjO4isjO3isjO2");
    assert_eq!(kings((12, 10), "KisO3", "f2", "b2,k2", ""), "K& KisjO3");
    assert_eq!(kings((12, 8), "KisO2", "g1", "c1,j1", ""), "K& KisjjO2");
    assert_eq!(kings((12, 8), "KilO3irO2", "g1", "a1,j1", ""), "K KirjjO2ilO3; k KirO2iljjO3");
    assert_eq!(kings((10, 8), "KisO2", "f1", "b1,i1", "hole::::a1,j1,a8,j8"), "K& KisO2");
    // XBoard castles by the rights from the middle of the board only.
    // The king may end where the partner stood.
    assert_eq!(kings((10, 8), "KisO3", "d1", "a1,j1", ""), "K& KisO3");
}

#[test]
fn sides_may_have_different_castling_partners() {
    let told = kings((10, 8), "KisO2", "e1,,f8", "a1,j1,,b8,i8", "symmetry=none");
    assert_eq!(told, "K KisO2; k KisjO2");
}

#[test]
fn fast_castling_is_described_if_partner_lands_next_to_king() {
    assert_eq!(kings((8, 8), "KispO2", "e1", "a1,h1", ""), "K& KisO2isO1");
}

#[test]
fn inexpressible_moves_are_refused() {
    for betza in ["U", "udQ", "mNxaN", "I", "kW", "ooR"] {
        if let Ok(movements) = compile(betza) {
            let description = describe(&movements, &Geometry::new(8, 8).unwrap());
            assert!(!description.refusals.is_empty(), "{betza}: {}", description.text);
        }
    }
}

/// `MODS` of the dialect, in the order in which XBoard reads them.
const MODES: &str = "mcdetpgoynj";

/// Reads a description by the grammar of `xboard.md` 3.1. The error is the unparsed rest.
///
/// `DESC = MOVE...`, `MOVE = [i|ii] DIR* MODS [a LEG] ATOM [n]`, `LEG = [i] DIR* MODS [a LEG]`.
fn read(text: &str) -> Result<(), String> {
    let mut rest = text;
    while !rest.is_empty() {
        let here = rest;
        rest = rest.strip_prefix('i').unwrap_or(rest);
        rest = rest.strip_prefix('i').unwrap_or(rest);
        rest = leg(rest);
        while let Some(next) = rest.strip_prefix('a') {
            rest = leg(next.strip_prefix('i').unwrap_or(next));
        }
        let chain = here.len() - rest.len();
        let atom = rest.chars().next().ok_or_else(|| format!("no atom after {here}"))?;
        if !"WDHRFABGNCZKQO".contains(atom) || chain > 80 {
            return Err(rest.into());
        }
        rest = &rest[1..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 2 || atom == 'O' && rest.starts_with('0') {
            return Err(rest.into());
        }
        rest = &rest[digits..];
    }
    Ok(())
}

fn leg(text: &str) -> &str {
    let mut rest = text.trim_start_matches(|c| "fblrsvh".contains(c));
    for mode in MODES.chars() {
        rest =
            if mode == 'j' { rest.trim_start_matches('j') } else { rest.strip_prefix(mode).unwrap_or(rest) };
    }
    rest
}

#[test]
fn reader_rejects_text_that_xboard_misreads() {
    // Checklist 5: "Betza order errors (`mf`, `cm`), ... `O0`, unknown atom"
    for good in ["fmWfceFifmnD", "FyafsF", "mRcpR", "isO2", "caibR", "oyafsF", "N0"] {
        assert_eq!(read(good), Ok(()), "{good}");
    }
    for bad in ["mfW", "cmW", "kK", "O0", "U", "W4-7", "mR cK", "yoafF", "f"] {
        assert!(read(bad).is_err(), "{bad}");
    }
}

#[test]
fn every_line_follows_the_grammar() {
    for entry in catalogue::all() {
        let dialect = Dialect::new(&entry.variant);
        for line in &dialect.pieces {
            let words: Vec<&str> = line.split(' ').collect();
            let [command, id, text] = words[..] else { panic!("{}: {line}", entry.variant.name) };
            assert_eq!(command, "piece");
            assert!(id.trim_end_matches('&').len() <= 3, "{line}");
            assert_eq!(read(text), Ok(()), "{}: {line}", entry.variant.name);
            assert!(text.len() <= 511);
        }
        if let Some(setup) = &dialect.setup {
            check_setup(&entry.variant, setup);
        }
    }
    for (betza, _) in PIECES {
        assert_eq!(read(&said(betza)), Ok(()), "{betza}");
    }
}

/// SPEC: `xboard.md` 2.3, 2.4.
fn check_setup(variant: &Variant, setup: &str) {
    let words: Vec<&str> = setup.split(' ').collect();
    let table = words[1].trim_start_matches('(').trim_end_matches(')');
    // Entries: `^X` and suffixes belong to one slot.
    let slots = table.chars().filter(|c| !"^'!".contains(*c)).count();
    assert!((12..=132).contains(&slots) && slots % 2 == 0, "{setup}");
    assert!(words[1].len() < 512);
    let (size, rest) = words[2].split_once('+').unwrap();
    assert_eq!(size, format!("{}x{}", variant.board.files(), variant.board.ranks()));
    // "No `setup` parent"
    let (hand, parent) = rest.split_once('_').unwrap();
    assert!(!parent.is_empty());
    // "S must not exceed H: a larger S makes the internal board S ranks high ..., shifting last-rank/zone rules and the
    // 10-rank numbering": allowed only where those rules do not matter.
    let (size, ranks) = (hand.parse::<u16>().unwrap(), variant.board.ranks());
    let rights = words[4..].iter().any(|word| word.starts_with(['K', 'k', 'Q', 'q']));
    let zones = parent == "shogi" || rights || Dialect::new(variant).chooses_promotions();
    assert!(size <= ranks || !zones && size != 10 && ranks != 10, "{setup}");
    // "Black to move in `setup`"
    assert_eq!(words[4], "w", "{setup}");
    let ranks: Vec<&str> = words[3].split('[').next().unwrap().split('/').collect();
    assert_eq!(ranks.len(), usize::from(variant.board.ranks()));
    // "King slot filled but no King on board"
    for half in [&table[..table.len() / 2], &table[table.len() / 2..]] {
        let king = half.chars().next_back().unwrap();
        assert!(king == '.' || words[3].contains(king), "{setup}");
    }
}
