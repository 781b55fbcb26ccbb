//! Reference and compiled generators agree, and unmake is exact, under random capture matrices, explosions, spells and
//! related parameters, on random boards.
//!
//! `GRIFFON_CAPTURE_CASES` is the number of definitions (60), `GRIFFON_CAPTURE_SEED` the first seed (1).

use crate::support::agreement::pairs;
use crate::support::setting;
use griffon::position::{Game, Position};
use griffon::random::Rng;
use griffon::variant::read;

/// Pieces apart from kings and pawns.
const PIECES: &[&str] = &[
    "R",
    "B",
    "Q",
    "K",
    "N",
    "NN",
    "WF",
    "mRcpR",
    "pR",
    "gQ",
    "cdQ",
    "W\\:cK",
    "N\\:cW",
    "mcdK",
    "jD",
    "jjR",
    "nN",
    "nD",
    "afsW",
    "KNADcaKcabKmabK",
    "FyafsF",
    "cpafR",
    "mpafsK",
    "U",
    "W3",
    "caibR",
    "pafsR",
    "udQ",
    "R'B",
    "Q'N",
    "kB",
    "cW'F",
    "xK",
    "I",
    "M",
    "B3",
    "yaW",
    "iRK",
    "mQ\\:cK",
    "AD",
    "npDD",
    "fhNsW",
    "iN",
    "KmnnD",
];

/// Returns a row: cells for the empty square, enemies and friends, with the format's shorthands.
fn row(random: &mut Rng, types: usize, ids: &[char], symbols: &[char]) -> String {
    let mut text = String::new();
    let mut cells = 0;
    while cells < 1 + types {
        let after_number = text.ends_with(|c: char| c.is_ascii_digit() && c != '0');
        if cells > 0 && !after_number && random.percent(15) {
            let more = 1 + random.below(2.min(types + 1 - cells));
            if cells + more <= 1 + types {
                text += &more.to_string();
                cells += more;
                continue;
            }
        }
        let symbol = *random.pick(symbols);
        text.push(match symbol {
            _ if random.percent(50) => '.',
            'A' => *random.pick(ids),
            'a' => random.pick(ids).to_ascii_lowercase(),
            '^' | '$' if cells == 0 => '.',
            '0' if after_number => '!',
            symbol => symbol,
        });
        cells += 1;
    }
    match random.below(4) {
        0 => text.push('='),
        1 => text.push_str("=.!"),
        2 if !text.ends_with(|c: char| c.is_ascii_digit()) => {
            text.extend((0..types).map(|_| *random.pick(&['.', '.', '!', '0', '@', '^', '%'])))
        }
        _ => {}
    }
    // Missing cells of a short row are normal.
    text.truncate(text.len() - random.below(2));
    text
}

/// Returns a definition with a random capture matrix, spells and restrictions of captures.
pub(crate) fn definition(random: &mut Rng) -> String {
    let (files, ranks) = (4 + random.below(5), 5 + random.below(4));
    let types = 3 + random.below(4);
    let ids: Vec<char> = ('A'..='J').take(types).collect();
    let mut text = format!("files={files}\nranks={ranks}\nsymmetry=none\nrepetition=0\n");
    let royal = types;
    text += match random.below(5) {
        0 => "royal=0\n".to_owned(),
        1 => format!("royal={royal}\nroyal=2\nextinction=0\n"),
        2 => format!("royal={royal}\nroyal=2\n"),
        _ => format!("royal={royal}\n"),
    }
    .as_str();
    text += *random.pick(&[
        "",
        "",
        "holdingsType=-1\n",
        "holdingsType=1\n",
        "holdingsType=-1\ncaptureDemotes=1\n",
    ]);
    text += *random.pick(&[
        "maxPromote=0\n",
        "promoZone=2\npromoChoice=BC\n",
        "maxPromote=2\npromoOffset=1\npromoZone=2\n",
    ]);
    let shogi = text.contains("promoOffset");
    const SYMBOLS: [&str; 6] = ["!%~0@:Aa", "!0@", "Aa", "!^$", "%~", "!%~^$0@:Aa"];
    let mut symbols: Vec<char> = random.pick(&SYMBOLS).chars().collect();
    if shogi && random.percent(50) {
        symbols.push('|');
    }
    if random.percent(80) {
        let rows: Vec<String> = (0..types)
            .map(|n| {
                if n > 0 && random.percent(20) { "\"".to_owned() } else { row(random, types, &ids, &symbols) }
            })
            .collect();
        text += &format!("captureMatrix={}\n", rows.join("/"));
        text += &format!("atomicCapture={}\n", random.pick(&["-1", "0", "1", "2"]));
        text += &format!("blastZone={}\n", random.pick(&["K", "W", "F", "N"]));
        if random.percent(30) {
            text += &format!("blastProof={}\n", random.pick(&ids));
        }
    }
    if random.percent(50) {
        let spell = random.pick(&["burn", "freeze", "charm", "hide", "protect", "brake"]);
        let zone = random.pick(&["K", "W", "F", "N"]);
        text +=
            &format!("trackPieces={}\ntrackedTypes={}\n", 1 + random.below(types - 1), 1 + random.below(2));
        text += &format!("spell={spell}\nspellZone={zone}\n");
    }
    for key in ["iron", "antiTrade", "counterStrike", "protected", "contageous", "conversion"] {
        let mut times = if random.percent(15) { 1 + random.below(2) } else { 0 };
        while times > 0 {
            text += &format!("{key}={}\n", random.pick(&ids));
            times -= 1;
        }
    }
    if random.percent(30) {
        text += &format!("tradeThreshold={}\n", random.pick(&ids));
    }
    text + &placed(random, (files, ranks), &ids, PIECES)
}

/// Returns a definition whose rules only forbid captures and hops.
pub(crate) fn prohibition(random: &mut Rng) -> String {
    let (files, ranks) = (5 + random.below(5), 5 + random.below(5));
    let types = 3 + random.below(4);
    let ids: Vec<char> = ('A'..='J').take(types).collect();
    let mut text = format!("files={files}\nranks={ranks}\nsymmetry=none\nrepetition=0\nroyal={types}\n");
    text += *random.pick(&["", "", "holdingsType=-1\n", "holdingsType=1\n"]);
    text += *random.pick(&["maxPromote=0\n", "promoZone=2\npromoChoice=BC\n"]);
    let row = |random: &mut Rng| {
        let mut cells = vec!['.'; 1 + 2 * types];
        (1..cells.len()).filter(|&n| n != types && n != 2 * types).for_each(|n| {
            if random.percent(30) {
                cells[n] = *random.pick(&['!', '^', '^', '$']);
            }
        });
        let friends: String = cells.drain(1 + types..).collect();
        cells.into_iter().collect::<String>() + *random.pick(&["", "=", &friends])
    };
    let rows: Vec<String> =
        (0..types).map(|_| if random.percent(40) { String::new() } else { row(random) }).collect();
    text += &format!("captureMatrix={}\n", rows.join("/"));
    const ORDINARY: &[&str] = &[
        "R", "B", "N", "WF", "mRcpR", "pR", "pB", "gQ", "cdQ", "jD", "jjR", "nN", "afsW", "FyafsF", "cpafR",
        "mpafsK", "pafsR", "W3", "npDD", "KNADcaK", "ppR", "iN",
    ];
    text + &placed(random, (files, ranks), &ids, ORDINARY)
}

/// Returns a definition whose rules only restrict trades: protected pieces, and some with `counterStrike`.
pub(crate) fn trades(random: &mut Rng) -> String {
    let (files, ranks) = (5 + random.below(4), 5 + random.below(4));
    let types = 3 + random.below(3);
    let ids: Vec<char> = ('A'..='J').take(types).collect();
    let royals = *random.pick(&["", "", "royal=2\n", "royal=2\nextinction=0\n"]);
    let mut text =
        format!("files={files}\nranks={ranks}\nsymmetry=none\nrepetition=0\n{royals}royal={types}\n");
    text += *random.pick(&["", "", "holdingsType=-1\n", "holdingsType=1\n"]);
    text += *random.pick(&["maxPromote=0\n", "promoZone=2\npromoChoice=BC\n"]);
    // Sometimes pieces only have `counterStrike`.
    let first = random.pick(&["protected", "protected", "counterStrike"]);
    text += &format!("{first}={}\n", random.pick(&ids));
    for (key, chance) in
        [("protected", 60), ("counterStrike", 70), ("counterStrike", 40), ("tradeThreshold", 40)]
    {
        if random.percent(chance) {
            text += &format!("{key}={}\n", random.pick(&ids));
        }
    }
    text += *random.pick(&["", "protectedRange=2\n", "protectedRange=3\n"]);
    const ORDINARY: &[&str] = &[
        "R",
        "B",
        "N",
        "WF",
        "mRcpR",
        "gQ",
        "cdQ",
        "K",
        "KNADcaKcabKmabK",
        "WcafW",
        "FAcafFcabFmabF",
        "KADcaK",
        "RcafR",
        "R'",
        "npDD",
        "iN",
        "cafeA",
        "oR",
        "KcaKcaK",
    ];
    text + &placed(random, (files, ranks), &ids, ORDINARY)
}

/// Returns piece lines with pieces on random squares; the last line is the king's.
fn placed(random: &mut Rng, (files, ranks): (usize, usize), ids: &[char], pieces: &[&str]) -> String {
    let (mut text, types) = (String::new(), ids.len());
    let mut squares: Vec<String> = (0..files)
        .flat_map(|file| (1..=ranks).map(move |rank| format!("{}{rank}", char::from(b'a' + file as u8))))
        .collect();
    let mut take = |random: &mut Rng, count: usize| {
        // Small boards may be full.
        let count = count.min(squares.len());
        let taken: Vec<String> =
            (0..count).map(|_| squares.swap_remove(random.below(squares.len()))).collect();
        taken.join(",")
    };
    let kings = [take(&mut *random, 1), take(&mut *random, 1)];
    for (index, id) in ids.iter().enumerate() {
        let last = index + 1 == types;
        let betza = match index {
            0 if random.percent(60) => "fmWfceFifmnD",
            _ if last => *random.pick(&["K", "K", "KisO2", "KiN"]),
            _ => *random.pick(pieces),
        };
        let [white, black] = match last {
            true => kings.clone(),
            false => [(); 2].map(|()| {
                let count = 1 + random.below(3);
                take(random, count)
            }),
        };
        text += &format!("piece {id}:{id}:{betza}::{white},,{black}:{}\n", random.below(2));
    }
    text
}

/// Plays a random game. Returns the number of positions and moves.
fn play(random: &mut Rng, what: &str, game: &Game) -> (usize, usize) {
    let mut pos = Position::start(game);
    let (mut plies, mut moves) = (0, 0);
    for _ in 0..25 {
        let list = pairs(game, &mut pos, what);
        if list.is_empty() {
            break;
        }
        (moves, plies) = (moves + list.len(), plies + 1);
        pos.make(game, random.pick(&list).0);
    }
    (plies, moves)
}

fn play_definitions(definition: impl Fn(&mut Rng) -> String, mut seen: impl FnMut(&Game)) {
    let first = setting("GRIFFON_CAPTURE_SEED").unwrap_or(1);
    let mut sum = (0, 0);
    for seed in first..first + setting("GRIFFON_CAPTURE_CASES").unwrap_or(60) {
        let mut random = Rng(seed);
        let text = definition(&mut random);
        let (variant, _) = read("random.txt", &text).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"));
        let game = Game::new(variant).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        seen(&game);
        let (plies, moves) = play(&mut random, &format!("seed {seed}\n{text}"), &game);
        sum = (sum.0 + plies, sum.1 + moves);
    }
    println!("{} positions, {} moves", sum.0, sum.1);
}

#[test]
fn generators_agree_on_random_matrices_and_spells() {
    play_definitions(definition, |_| ());
}

#[test]
fn generators_agree_on_random_prohibitions() {
    let (mut compiled, mut all) = (0, 0);
    play_definitions(prohibition, |game| {
        all += 1;
        compiled += usize::from(game.tables.bans().is_some());
    });
    assert!(compiled * 2 > all, "only {compiled} of {all} are played without events");
}

#[test]
fn generators_agree_on_random_trade_restrictions() {
    play_definitions(trades, |game| assert!(game.rules.captures.trades && !game.rules.captures.judged));
}
