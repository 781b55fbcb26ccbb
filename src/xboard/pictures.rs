//! Pictures of XBoard's pieces: the names and moves that fit the picture of each slot.
//!
//! The pictures are those of XBoard 4.9.1's default theme; `docs/xboard-pieces.png` shows them by slot. WinBoard 4.9.1 has
//! no picture for most of the higher slots, and does not draw pieces in them.

use super::plan::SlotStyle;

/// The GUI that draws the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// XBoard, with a picture for every slot.
    XBoard,
    /// WinBoard, with those in [`IN_WINBOARD`].
    WinBoard,
}

impl Theme {
    /// The GUI of this system.
    pub const OF_SYSTEM: Self = if cfg!(windows) { Self::WinBoard } else { Self::XBoard };

    /// Whether it has a picture for a slot.
    fn draws(self, slot: u8) -> bool {
        self == Self::XBoard || IN_WINBOARD.contains(&slot)
    }
}

/// Slots with a picture in WinBoard, at the board sizes *Middling* and *Bulky*, except the king's.
const IN_WINBOARD: &[u8] =
    &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 23, 24, 26, 29, 32];

/// How specific a picture is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Claim {
    /// A well-known chess piece.
    Piece,
    /// An animal or a person with a name.
    Figure,
    /// A hat, a weapon, a sign: fits anything.
    Sign,
}
use Claim::{Figure, Piece, Sign};

type Texts = &'static [&'static str];

/// The picture of a slot.
#[derive(Clone, Copy)]
struct Picture {
    #[cfg_attr(not(test), expect(dead_code, reason = "for the reader, and checked by a test"))]
    slot: u8,
    /// The lowest slot with the same picture.
    same: u8,
    claim: Claim,
    /// Names that fit it, best first.
    names: Texts,
    /// Descriptions that fit it, whatever the name.
    moves: Texts,
    /// Kinds of moves that fit it; see [`has_kind`].
    kinds: &'static str,
}

const fn picture(slot: u8, claim: Claim, names: Texts, moves: Texts, kinds: &'static str) -> Picture {
    let same = match slot {
        29 => 18,
        49 => 33,
        52 => 21,
        53 => 6,
        54 => 44,
        62 => 22,
        63 => 61,
        _ => slot,
    };
    Picture { slot, same, claim, names, moves, kinds }
}

/// All slots in order, except the king's.
#[rustfmt::skip]
const PICTURES: &[Picture] = &[
    picture(0, Piece, &["pawn", "peasant", "soldier", "infantry"], &[], "f"),
    picture(1, Piece, &["knight", "cavalier", "horse", "mao", "horseman", "ma"], &["N"], ""),
    picture(2, Piece, &["bishop", "padwar"], &["B"], ""),
    picture(3, Piece, &["rook", "chariot", "castle"], &["R"], ""),
    picture(4, Piece, &["queen", "free king"], &["Q"], ""),
    picture(5, Piece, &["ferz", "fers", "advisor", "met", "silver", "silver general", "minister", "counsellor", "bers", "khon"],
        &["F", "FfW", "fWF"], "k"),
    picture(6, Piece, &["elephant", "alfil", "drunk elephant"], &["A", "FA"], "a"),
    picture(7, Sign, &["archbishop", "cardinal", "princess", "phoenix", "janus", "paladin", "angel", "samurai"], &["BN", "NB"], ""),
    picture(8, Sign, &["marshall", "marshal", "empress", "kirin", "kylin", "star", "sheriff", "chancellor"], &["RN", "NR"], ""),
    picture(9, Sign, &["gold", "gold general"], &["WfF"], "k"),
    picture(10, Sign, &["commoner", "man", "mann", "guard", "prince", "general"], &["K"], "k"),
    picture(11, Piece, &["cannon", "pao", "mortar", "catapult", "canon"], &["mRcpR"], "p"),
    picture(12, Piece, &["nightrider", "knight", "horse", "cavalier", "mao", "horseman"], &["N0"], "n"),
    picture(13, Piece, &["dragon horse", "crowned bishop", "missionary", "promoted bishop", "horse"], &["BW"], "b"),
    picture(14, Piece, &["dragon king", "dragon", "crowned rook", "admiral", "sailor", "promoted rook"], &["RF"], "r"),
    picture(15, Piece, &["grasshopper", "duchess", "princess", "amazon"], &["gQ"], "q"),
    picture(16, Piece, &["chancellor", "empress", "marshall", "marshal", "charging rook"], &["RN", "NR"], ""),
    picture(17, Figure, &["hawk", "falcon", "eagle", "vulture", "owl", "bird", "horned falcon", "tenacious falcon", "crane",
        "swallow", "crow", "pheasant", "soaring eagle"], &[], ""),
    picture(18, Piece, &["lance", "spear"], &["fR"], ""),
    picture(19, Figure, &["cobra", "snake", "serpent", "viper", "go-between", "crocodile"], &[], ""),
    picture(20, Figure, &["unicorn", "rhinoceros", "rhino"], &[], "n"),
    picture(21, Figure, &["lion"], &[], ""),
    picture(22, Sign, &["sword", "swordsman", "vertical mover", "cat sword", "samurai", "knife", "ninja"], &["vRsW", "sWvR"], ""),
    picture(23, Figure, &["zebra"], &["Z"], "z"),
    picture(24, Figure, &["camel", "giraffe", "dromedary", "llama"], &["C"], "c"),
    picture(25, Sign, &["tower", "woody rook", "short rook", "woody", "machine", "dabbaba", "war machine", "siege tower", "fort"],
        &["D", "WD", "DW", "R4"], "d"),
    picture(26, Figure, &["wolf", "fox", "dog", "jackal", "hyena"], &[], ""),
    picture(27, Sign, &["jester", "fool", "hat", "joker", "magician", "clown", "officer", "judge"], &[], ""),
    picture(28, Figure, &["duck", "half-duck", "goose", "hen", "swan", "cock", "quail"], &["HFD"], ""),
    picture(29, Piece, &["lance", "lancer", "spear", "spearman", "pikeman", "yari rook", "archer"], &["fR"], ""),
    picture(30, Figure, &["griffon", "gryphon", "griffin", "dragon", "wyvern", "aanca", "flying dragon", "eagle", "monster"],
        &["FyafsF", "WyafsW"], "y"),
    picture(31, Figure, &["gnu", "wildebeest", "ox", "bull", "buffalo", "bison", "ram", "goat", "flying ox"], &["NC", "CN"], ""),
    picture(32, Figure, &["cub", "lioness", "lion", "puma"], &[], ""),
    picture(33, Sign, &["shield", "guardian", "bodyguard", "squire", "guard", "sergeant"], &[], ""),
    picture(34, Figure, &["pegasus", "winged horse", "white horse", "heavenly horse", "flying horse", "hippogriff",
        "liberated horse", "charging knight", "kheshig", "horse", "centaur"], &[], "n"),
    picture(35, Sign, &["wizard", "mage", "sorceress", "sorcerer", "warlock", "witch", "magician", "high priestess"], &["FC", "CF"], ""),
    picture(36, Sign, &["copper", "copper general", "hoplite", "soldier", "champion", "captain", "warrior", "legionary", "colonel"], &[], "f"),
    picture(37, Sign, &["iron", "pawn", "iron general", "soldier", "infantry", "peasant", "warrior", "sergeant", "lieutenant", "stone"], &[], "f"),
    picture(38, Sign, &["viking", "warlord", "khan", "berserker", "barbarian", "raider", "warrior", "centaur"], &[], "f"),
    picture(39, Sign, &["flag", "banner", "ensign", "standard", "scout", "colonel", "captain", "adjutant"], &[], ""),
    picture(40, Sign, &["axe", "reverse chariot", "chariot", "executioner", "woodcutter", "dwarf"], &["vR"], ""),
    picture(41, Figure, &["dolphin", "whale", "fish", "shark", "orca"], &[], ""),
    picture(42, Figure, &["leopard", "cat", "panther", "tiger", "jaguar", "ferocious leopard", "cheetah", "lynx"], &["FvW"], ""),
    picture(43, Figure, &["claw", "paw", "bear", "blind tiger", "tiger", "boar", "free boar", "monkey", "rabbit"], &["FsbW"], ""),
    picture(44, Sign, &["wheel", "cart", "oxcart", "chariot", "machine", "wagon", "rose"], &[], ""),
    picture(45, Figure, &["butterfly", "moth", "bee", "fairy", "elf"], &[], ""),
    picture(46, Piece, &["bishop", "inverse bishop", "yari bishop", "dragon bishop", "monk", "padwar"], &["B"], "b"),
    picture(47, Piece, &["rook", "inverse rook", "royal rook", "charging rook", "short rook", "yari rook", "castle", "chariot"],
        &["R"], "r"),
    picture(48, Sign, &["crown", "crowned", "duke", "count", "earl", "lord", "duchess", "prince"], &[], ""),
    picture(49, Sign, &["shield", "guardian", "bodyguard", "squire", "guard"], &[], ""),
    picture(50, Piece, &["crown prince", "prince", "king", "emperor", "royal"], &["K"], ""),
    picture(51, Piece, &["queen", "free king", "amazon"], &["Q", "QN", "QNDA"], "q"),
    picture(52, Figure, &["lion", "chu lion"], &[], ""),
    picture(53, Piece, &["elephant", "drunk elephant", "alfil", "fil", "fad", "khon", "mammoth"], &["FfsW", "FA", "A"], "a"),
    picture(54, Sign, &["wheel", "cart", "oxcart", "wagon"], &[], ""),
    picture(55, Sign, &["tokin", "gold", "promoted pawn", "gold general", "advisor", "ferz", "met"], &["WfF"], "k"),
    picture(56, Sign, &["promoted knight", "gold of the knight", "commander"], &[], "k"),
    picture(57, Piece, &["promoted bishop", "dragon horse", "crowned bishop", "missionary"], &["BW"], "b"),
    picture(58, Piece, &["promoted rook", "dragon king", "crowned rook", "admiral", "sailor", "dragon"], &["RF"], "r"),
    picture(59, Sign, &["promoted lance", "gold of the lance", "general"], &[], "k"),
    picture(60, Sign, &["promoted silver", "silver", "silver general", "minister", "general"], &["FfW", "fWF"], "k"),
    picture(61, Sign, &["side mover", "dagger"], &["sRvW", "vWsR"], ""),
    picture(62, Sign, &["sword", "vertical mover", "swordsman"], &["vRsW", "sWvR"], ""),
    picture(63, Sign, &["side mover", "dagger"], &["sRvW", "vWsR"], ""),
    picture(64, Piece, &["princess", "amazon", "queen", "khatun", "general"], &["QN", "Q"], "q"),
];

/// Slots with another picture under some parent, and the names that fit it.
const UNDER_PARENTS: &[(&str, u8, &[&str])] = &[
    ("shogi", 4, &["lance"]),
    ("shogi", 11, &["tokin", "promoted pawn"]),
    ("shogi", 12, &["promoted knight"]),
    ("shogi", 15, &["promoted lance"]),
    ("shogi", 16, &["promoted silver"]),
    ("shogi", 17, &["crown prince"]),
    ("seirawan", 7, &["hawk", "falcon", "eagle"]),
    ("seirawan", 8, &["elephant"]),
];

/// Cost per position of a name in a picture's list.
const PER_NAME: i64 = 3;
/// Extra cost if only the last word of the name fits.
const LAST_WORD: i64 = 10;
/// Extra cost if another word fits.
const ANY_WORD: i64 = 18;
/// Extra cost if a part of a word fits.
const PART: i64 = 26;
/// The shortest name searched for within words.
const SHORTEST_PART: usize = 4;
/// Cost of a picture that only fits the moves.
const BY_MOVES: i64 = 14;
/// Bonus if the moves fit as well as the name.
const BOTH: i64 = 5;
/// Cost of a picture that only fits the kind of moves.
const BY_KIND: i64 = 45;
/// Costs of pictures that do not fit: a sign, another figure, another piece.
const NOTHING: i64 = 60;
const ANOTHER_FIGURE: i64 = 85;
const ANOTHER_PIECE: i64 = 120;
/// Extra cost of a slot without a picture.
const INVISIBLE: i64 = 1_000;
/// The lion's and the cub's slots have the same picture in WinBoard.
const LION: u8 = 21;
const CUB: u8 = 32;

/// The lowest slot with the same picture.
pub fn same(slot: u8, theme: Theme) -> u8 {
    if (slot, theme) == (CUB, Theme::WinBoard) {
        return LION;
    }
    PICTURES.get(usize::from(slot)).map_or(slot, |picture| picture.same)
}

/// How badly the picture of a slot fits a type; lower is better.
pub fn misfit(wish: &Wish, slot: u8, parent: &str, theme: Theme) -> i64 {
    let Some(picture) = PICTURES.get(usize::from(slot)) else { return 0 };
    let invisible = if theme.draws(slot) { 0 } else { INVISIBLE };
    let other = UNDER_PARENTS.iter().find(|entry| (entry.0, entry.1) == (parent, slot));
    let names = other.map_or(picture.names, |entry| entry.2);
    let named = [wish.image, wish.name].iter().filter_map(|name| by_name(name, names)).min();
    let moves = if other.is_some() { &[] } else { picture.moves };
    let at = moves.iter().position(|text| *text == wish.text || *text == wish.betza);
    let moved = at.map(|at| BY_MOVES + PER_NAME * at as i64);
    let cost = match (named, moved) {
        (Some(named), Some(moved)) => named.min(moved) - BOTH,
        (Some(cost), None) | (None, Some(cost)) => cost,
        (None, None) if picture.kinds.chars().any(|kind| has_kind(wish, kind)) => BY_KIND,
        (None, None) => match picture.claim {
            Sign => NOTHING,
            Figure => ANOTHER_FIGURE,
            Piece => ANOTHER_PIECE,
        },
    };
    cost + invisible
}

/// The cost of giving a piece called `name` a picture with these names; `None` if they have nothing in common.
fn by_name(name: &str, names: &[&str]) -> Option<i64> {
    let name = name.to_ascii_lowercase();
    let words: Vec<&str> = name.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').collect();
    let cost = |known: &&str| {
        if name == *known {
            Some(0)
        } else if words.last() == Some(known)
            || name.strip_suffix(known).is_some_and(|head| head.ends_with([' ', '-']))
        {
            Some(LAST_WORD)
        } else if words.contains(known) {
            Some(ANY_WORD)
        } else {
            (known.len() >= SHORTEST_PART && name.contains(*known)).then_some(PART)
        }
    };
    let costs = names.iter().enumerate();
    costs.filter_map(|(at, known)| Some(cost(known)? + PER_NAME * at as i64)).min()
}

/// Whether the type has moves of a kind. `b r q n c z a d`: of that atom; `p`: it hops, `y`: it bends, `k`: it only
/// steps, `f`: it only steps forward.
fn has_kind(wish: &Wish, kind: char) -> bool {
    let text = if wish.text.is_empty() { wish.betza } else { wish.text };
    let steps = text.contains(['W', 'F', 'K'])
        && !text.contains(|c: char| {
            c.is_ascii_uppercase() && !"WFK".contains(c) || c.is_ascii_digit() || c == 'a'
        });
    match kind {
        'p' => text.contains(['p', 'g']),
        'y' => text.contains('y'),
        'f' => steps && text.starts_with(['f', 'm', 'c', 'i']) && !text.contains(['b', 'K', 's', 'v']),
        'k' => steps,
        atom => text.contains(atom.to_ascii_uppercase()),
    }
}

/// Properties of a type that determine its slot.
#[derive(Default)]
pub struct Wish<'a> {
    /// How XBoard is to treat the piece.
    pub style: SlotStyle,
    /// Whether it is a partner in XBoard's own castling.
    pub is_partner: bool,
    /// Whether a king castles onto its square by a description.
    pub is_castled_onto: bool,
    /// Whether it may be dropped on the first or last rank.
    pub on_edges: bool,
    /// Whether captured pieces turn into it by the mark `~`, which means the piece in the first pawn slot.
    pub marks: bool,
    /// Whether it promotes with `+` and may stand in the pawn slot.
    pub like_pawn: bool,
    /// Whether it can be in hand.
    pub is_held: bool,
    /// Whether XBoard must be able to turn it over with `+`.
    pub is_turned: bool,
    /// Whether Black can have it.
    pub is_black: bool,
    /// Whether there is one at the start, on the board or in hand.
    pub at_start: bool,
    /// Its description.
    pub text: &'a str,
    /// Its moves as in the definition.
    pub betza: &'a str,
    /// Its name.
    pub name: &'a str,
    /// The name of its picture in the definition; may be empty.
    pub image: &'a str,
    /// Whether XBoard may adjudicate a king and one piece of this type as a draw if that piece cannot mate.
    pub minor: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    use super::super::plan::DialectPlan;
    use crate::variant::{Variant, catalogue};

    /// The slot of a type of a definition, by ID.
    #[cfg(not(windows))]
    fn slot_of(text: &str, id: &str) -> Option<u8> {
        let (variant, _) = crate::variant::read("pictures", text).unwrap();
        slot(&variant, id)
    }

    fn slot(variant: &Variant, id: &str) -> Option<u8> {
        let piece = variant.pieces.iter().position(|piece| piece.id == id).unwrap();
        DialectPlan::new(variant).types[piece].slot
    }

    #[test]
    fn no_two_types_have_the_same_picture() {
        for entry in catalogue::every() {
            let plan = DialectPlan::new(&entry.variant);
            let firsts = plan.variant.types().filter(|&p| plan.first_of(p) == p);
            let mut pictures: Vec<u8> =
                firsts.filter_map(|p| plan[p].slot).map(|slot| same(slot, Theme::OF_SYSTEM)).collect();
            let types = pictures.len();
            pictures.sort_unstable();
            pictures.dedup();
            assert_eq!(pictures.len(), types, "{}", entry.file);
        }
    }

    /// The cheapest slot for a griffon.
    fn slot_of_griffon(theme: Theme) -> u8 {
        let wish = Wish {
            is_black: true,
            at_start: true,
            text: "FyafsF",
            betza: "FyafsF",
            name: "griffon",
            ..Wish::default()
        };
        (0..64).min_by_key(|&slot| misfit(&wish, slot, "fairy", theme)).unwrap()
    }

    #[test]
    fn winboard_gets_pieces_that_it_draws() {
        assert_eq!(slot_of_griffon(Theme::XBoard), 30);
        assert!(IN_WINBOARD.contains(&slot_of_griffon(Theme::WinBoard)));
        assert_eq!((same(CUB, Theme::XBoard), same(CUB, Theme::WinBoard)), (CUB, LION));
    }

    #[cfg(not(windows))]
    #[test]
    fn names_images_and_moves_decide() {
        const ARRAY: &str = "files=8\nranks=8\npromoChoice=QRBN\nroyal=K\npawn:P:ifmnDfmWfceF::a2-h2\n\
                             knight:N:N::b1,g1\nbishop:B:B::c1,f1\nrook:R:R::a1,h1\nqueen:Q:Q::d1\nking:K:KisO2::e1\n";
        let chess = |id: &str| slot_of(ARRAY, id);
        assert_eq!(["P", "N", "B", "R", "Q", "K"].map(chess), [0, 1, 2, 3, 4, 65].map(Some));
        // Stalemate is not a draw: no piece may have a slot in which XBoard considers a lone piece insufficient.
        let other = |id: &str| slot_of(&format!("stalemate=loss\n{ARRAY}"), id);
        assert_eq!(["N", "B", "R"].map(other), [12, 46, 3].map(Some));
        let shuffled = ARRAY.replace("royal=K", "shuffle=BNRQK\nroyal=K").replace("KisO2", "KimDimAimN");
        assert_eq!(["N", "R"].map(|id| slot_of(&shuffled, id)), [1, 3].map(Some));
        let griffon = ARRAY.replace("queen:Q:Q:", "griffon:G:FyafsF:").replace("QRBN", "GRBN");
        let image = griffon
            .replace("FyafsF::d1", "FyafsF::d1\nsomething:S:WD:images/camel.gif:d2")
            .replace("a2-h2", "a2,b2");
        assert_eq!(slot_of(&image, "S"), Some(24));
    }

    #[test]
    fn pawns_and_princes_of_metamachy_are_in_the_pawn_slots() {
        let metamachy = &catalogue::find("metamachy").unwrap().variant;
        assert_eq!(slot(metamachy, "P"), Some(0));
        assert_eq!(slot(metamachy, "M"), Some(18));
    }

    #[cfg(not(windows))]
    #[test]
    fn pawns_that_never_promote_look_alike() {
        for name in ["breakthrough", "breakthrough5", "argess"] {
            assert_eq!(slot(&catalogue::find(name).unwrap().variant, "P"), Some(37), "{name}");
        }
    }

    #[test]
    fn every_slot_has_its_row() {
        for (slot, picture) in PICTURES.iter().enumerate() {
            assert_eq!(usize::from(picture.slot), slot);
            assert!(picture.same <= picture.slot);
        }
        assert_eq!(PICTURES.len(), usize::from(super::super::slots::KING));
    }
}
