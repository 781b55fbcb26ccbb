//! Bad input: a message with place and help, exit code 2, and no other output.

use crate::support::gui::Gui;
use crate::support::{file, griffon, griffon_reading};
use std::io::Write;
use std::process::{Command, Stdio};

/// Each kind of error in a move description has its own message.
#[test]
fn move_descriptions() {
    let long = "W".to_owned() + &"X".repeat(300);
    let legs = "caf".repeat(100) + "W";
    for (betza, says) in [
        ("W-1", "`-` is a chaining operator of Betza 2.0"),
        ("()W", "empty group"),
        ("(cafR", "the atom `R` cannot stand inside a group"),
        ("fWa", "error: "),
        ("W?", "`?` is a chaining operator of Betza 2.0"),
        ("\u{416}", "unexpected character"),
        ("W\u{202e}", "unexpected character `\\u{202e}`"),
        ("frW\u{1F600}", "unexpected character"),
        ("", "error: "),
        ("5", "error: "),
        (&long, "no move fits this description"),
        (&legs, "a move of 101 legs; the limit is 64"),
    ] {
        let text = griffon(&["show", betza]).refused();
        assert!(text.contains(says), "{betza}: {text}");
        assert!(text.contains('^'), "{betza}: {text}");
    }
    let text = griffon(&["show", "W-1"]).refused();
    insta::assert_snapshot!(text, @r"
    error: `-` is a chaining operator of Betza 2.0
     --> move description:1:2
      |
    1 | W-1
      |  ^
      |
    help: XBetza joins legs with `a`, as in `mafsW`; the operators of Betza 2.0 need `notation=betza2`
    ");
    let text = griffon(&["show", "caf"]).refused();
    insta::assert_snapshot!(text, @r"
    error: no variant or file is called `caf`, and it is not a move description, which needs an atom
    help: an atom is a capital, as in `cafW`; `griffon variants` lists the variants
    ");
}

/// Each kind of error: message, text under the caret, and help. No two kinds share a message.
#[test]
fn each_error_has_its_own_message() {
    let long = "(maf)".repeat(3) + "Q";
    let table: &[(&str, &str, &str, &str)] = &[
        // Unknown letters, with the closest letter that may be meant.
        ("KNAwK", "unknown modifier `w`", "w", "a new leg starts with `a`"),
        ("fP", "unknown atom `P`", "P", "a pawn is `fmWfceFifmnD`"),
        ("WE", "unknown atom `E`", "E", "`FA` (elephant)"),
        ("V", "unknown atom `V`", "V", "did you mean `W`"),
        ("X", "`X` is not an atom", "X", "as in `FX`"),
        ("N\u{41a}", "unexpected character `\u{41a}`", "\u{41a}", "looks like the atom `K`"),
        ("N;B", "unexpected character `;`", ";", "one after the other"),
        // Modifiers and atoms.
        ("Wfm", "the modifier `f` stands after the atom", "fm", "before the atom"),
        ("fm", "modifiers without an atom", "fm", "end with a capital letter"),
        ("maf", "modifiers without an atom", "maf", "end with a capital letter"),
        ("Wma", "`a` without an atom", "a", "follow the `a`"),
        ("N B", "blank inside", " ", "one after the other"),
        // Directions.
        ("frfW", "the direction `f` is given twice", "f", "combine in pairs"),
        ("hN", "`h` without a direction", "h", "`hr` and `hl`"),
        ("hrB", "`hr` and `hl` need an oblique atom", "hr", "`rh` or `lh`"),
        ("maqW", "`q` repeats a turn", "q", "name the direction"),
        // Jumps and bends.
        ("jW", "`j` on a single step", "j", "sliders"),
        ("njD", "`n` and `j` contradict", "j", "leave one of them out"),
        ("qzN", "`q` and `z` contradict", "z", "leave one of them out"),
        // Ranges.
        ("U3", "`U` has no range", "3", "leave the number out"),
        ("I*", "`I` has no range", "*", "leave the number out"),
        ("@*", "`@` cannot have the range `*`", "*", "write a number"),
        ("O0", "`O` needs a range of at least 1", "0", "squares the king goes"),
        ("R123", "at most two digits", "123", "0 means unlimited"),
        ("f3W", "a number must follow", "3", "as in `R3`"),
        ("KX", "`K` cannot be extended by `X`", "X", "extend the leapers"),
        ("yafR*", "the range `*` depends on the square", "y", "write a number"),
        // Groups.
        ("(cafR", "the atom `R` cannot stand inside a group", "R", "close the group"),
        ("(caf", "this `(` is never closed", "(", "close it"),
        ("caf)R", "`)` without `(`", ")", "open it"),
        ("()R", "empty group", "()", "a group repeats legs"),
        ("(f)R", "must hold an `a`", "(f)", "a group repeats legs"),
        ("((caf))R", "repetition inside a group", "(", "write the inner repeats out"),
        ("(caf)0R", "0 repeats", "0", "leave the group out"),
        // Expansion over the limits; the message gives the count.
        ("(caf)99R", "a move of 100 legs; the limit is 64", "(caf)99R", "repeat fewer legs"),
        ("aaaaaK", "different paths; the limit is 4096", "aaaaaK", "give directions"),
        (&long, "different paths; the limit is 4096", &long, "number after the group"),
        // Betza 2.0 in XBetza.
        ("W-F", "`-` is a chaining operator of Betza 2.0", "-", "`notation=betza2`"),
        ("R?R", "`?` is a chaining operator of Betza 2.0", "?", "`notation=betza2`"),
        ("R!R", "`!` is a chaining operator of Betza 2.0", "!", "`notation=betza2`"),
        ("R+R", "`+` must be the last character", "+", "`notation=betza2`"),
        ("FtR", "`t` without a mode", "t", "`notation=betza2`"),
        ("ktR", "`k` and `t` contradict each other", "t", "leave one of them out"),
        ("f(4,1)", "a leap in coordinates", "(4,1)", "`FX` for (4,1)"),
        // Atoms with modifiers that do not apply to them.
        ("fU", "`f` means nothing on `U`", "f", "it takes `i`, `u` and modes"),
        ("cO2", "`c` means nothing on `O`", "c", "castling takes"),
        ("q@", "`q` means nothing on `@`", "q", "drops take"),
        ("maO", "`O` cannot be a move of several legs", "a", "a move of its own"),
        // Suffixes.
        ("W+F", "`+` must be the last character", "+", "`notation=betza2`"),
        ("Q:cK:cK", "`:` must stand once", ":", "as in `Q:cK`"),
        ("Q:mK", "flames that capture nothing", ":mK", "as in `Q:cK`"),
        ("D''", "a second quote", "'", "as in `D'`"),
    ];
    for &(betza, says, at, advises) in table {
        let error = griffon::notation::compile(betza).expect_err(betza);
        assert!(error.to_string().contains(says), "{betza}: {error}");
        assert_eq!(&betza[error.span.clone()], at, "{betza}: {error}");
        let help = error.help().unwrap_or_default();
        assert!(help.contains(advises), "{betza}: {error}: {help}");
    }
    let mut said: Vec<(String, String)> = Vec::new();
    for &(betza, ..) in table {
        let error = griffon::notation::compile(betza).expect_err(betza);
        let kind = format!("{:?}", error.kind);
        match said.iter().find(|(text, _)| *text == error.to_string()) {
            Some((text, other)) => assert_eq!(*other, kind, "{betza}: {text}"),
            None => said.push((error.to_string(), kind)),
        }
    }
}

#[test]
fn definitions() {
    for (text, says) in [
        ("files=0\nking:K:K::a1\n", "bad.txt:1:7"),
        ("files=999\nking:K:K::a1\n", "expected a number from 1 to 26, found `999`"),
        ("files=-3\nking:K:K::a1\n", "found `-3`"),
        ("files=\u{1F600}\nking:K:K::a1\n", "bad.txt:1:7"),
        ("king:K:K::z99\n", "`z99` is not on the board"),
        ("king:K:K::e1\nrook:R:R::e1\n", "e1 is taken"),
        ("king:K:K-1::e1\n", "bad.txt:1:9"),
        ("bogus=1\nking:K:K::e1\n", "unknown parameter `bogus`"),
        ("king:\u{1F600}:K::e1\n", "bad.txt:1:6"),
        ("", "the definition has no piece lines"),
        ("\0\u{1}\u{7f}", "the definition has no piece lines"),
        ("files=5\nranks=12\nking:K:b(cab)jvrxNX4::a1\n", "takes more than 24000000 steps to unroll"),
        ("files=26\nranks=99\nking:K:RmasRmasRmasR::e1\n", "unrolls to more than 12000000"),
        // A lame leap with 5,200,300 shortest paths.
        ("files=14\nranks=26\nking:K:KnFYYYYYYXXXX::a1\n", "takes more than 24000000 steps to unroll"),
        // More of them than fit into memory.
        (
            "files=26\nranks=99\nking:K:KnNYYYYYYYYYYYYXXXXXXXX::a1\n",
            "takes more than 24000000 steps to unroll",
        ),
    ] {
        let ran = griffon(&["check", file("bad.txt", text).to_str().expect("UTF-8")]);
        let all = ran.out + &ran.err;
        assert_eq!(ran.code, Some(2), "{text}: {all}");
        assert!(all.contains(says) && all.contains('^') && !all.contains("panicked"), "{text}: {all}");
    }
}

/// Errors are shown even after many warnings.
#[test]
fn errors_are_not_lost_among_warnings() {
    let text = "one more line\n".repeat(300) + "files=999\n";
    let ran = griffon(&["check", file("noise.txt", &text).to_str().expect("UTF-8")]);
    let all = ran.out + &ran.err;
    assert_eq!(ran.code, Some(2), "{all}");
    assert!(all.contains("found `999`") && all.contains(" more\n"), "{all}");
}

#[test]
fn invalid_files() {
    let bytes = file("binary.txt", "");
    std::fs::write(&bytes, [0, 255, 254, 1, 10, 200, 58, 58, 58, 58]).expect("the directory can be written");
    for path in [bytes.to_str().expect("UTF-8"), "/", "no/such/file.txt"] {
        let ran = griffon(&["check", path]);
        let all = ran.out + &ran.err;
        assert_eq!(ran.code, Some(2), "{all}");
        assert!(all.contains("error: ") && all.contains(path), "{all}");
        assert_eq!(griffon(&["moves", path]).code, Some(2), "{path}");
    }
}

/// `--net -` turns the net off, as for commands.
#[test]
fn sessions_without_a_net() {
    let eval = |arguments: &[&str]| {
        let mut session = Command::new(env!("CARGO_BIN_EXE_griffon"));
        session.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut session = session.spawn().expect("the program starts");
        let mut input = session.stdin.take().expect("a pipe");
        input.write_all(b"uci\nposition startpos moves e2e4\neval\nquit\n").expect("the program reads");
        drop(input);
        let output = session.wait_with_output().expect("the program ends");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let (plain, with) = (eval(&["--net", "-"]), eval(&[]));
    assert!(!plain.contains("info string error") && plain != with, "{plain}");
}

/// A file that the user names must exist. A session says so and goes on.
#[test]
fn missing_files() {
    for command in ["search", "eval", "values"] {
        let error = griffon(&[command, "chess", "--net", "no-such.gnn"]).refused();
        assert!(error.contains("no-such.gnn: "), "{error}");
    }
    for (protocol, report) in [("xboard\nprotover 2", "tellusererror "), ("uci", "info string ")] {
        let mut session = Command::new(env!("CARGO_BIN_EXE_griffon"));
        session
            .args(["--variants", "no-such-folder", "--net", "no-such.gnn"])
            .env("GRIFFON_LOG", "/no/such.log");
        let mut session =
            session.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
        let commands = format!("{protocol}\nquit\n");
        session.stdin.take().expect("a pipe").write_all(commands.as_bytes()).expect("the program reads");
        let output = session.wait_with_output().expect("the program ends");
        let said = String::from_utf8(output.stdout).expect("UTF-8");
        assert_eq!(output.status.code(), Some(0), "{said}");
        for file in ["no-such-folder: there is no such folder", "no-such.gnn: ", "/no/such.log: "] {
            assert!(said.contains(report) && said.contains(file), "{file}: {said}");
        }
    }
}

#[test]
fn positions() {
    for (fen, says) in [
        ("9/8/8/8/8/8/8/8 w", "rank 8 has only 8 squares left here"),
        ("8/0/8/8/8/8/8/8 w", "a number of empty squares is at least 1"),
        ("8/8/8/8/8/8/8/8/8 w", "more than 8 ranks"),
        ("8/8 w", "the board has 8 ranks, the FEN has 2"),
        ("4k3/8/8/8/8/8/8/4K3 x", "side to move is `w` or `b`, not `x`"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -5 1", "`-5` is not a counter"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999", "is not a counter"),
        ("4k3/8/8/8/8/8/8/4\u{416}3 w", "expected a piece letter, a number or `/`"),
        ("8/8/8/8/8/8/8/8 w", "White has no royal piece"),
        ("4k3/8/8/8/8/8/8/4K2Z w", "no piece is called `Z`"),
        ("\u{1F600}", "--fen:1:1"),
        ("", "the FEN is empty"),
    ] {
        let text = griffon(&["moves", "chess", "--fen", fen]).refused();
        assert!(text.contains(says) && text.contains('^'), "{fen}: {text}");
    }
}

#[test]
fn arguments() {
    for arguments in [
        &["perft", "chess", "x"][..],
        &["perft", "chess", "-1"],
        &["perft", "chess", "1001"],
        &["search", "chess", "--depth", "0"],
        &["search", "chess", "--time", "99999999999999999999"],
        &["export", "chess", "--to", "moon"],
        &["match"],
        &["bogus"],
        &["show", "N", "--board", "0x0"],
        &["show", "N", "--svg", "/no/such/folder/x.svg"],
        &["moves", "no-such-variant"],
    ] {
        let ran = griffon(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{arguments:?}: {}", ran.err);
        assert!(ran.err.starts_with("error: "), "{arguments:?}: {}", ran.err);
    }
}

/// Options that would have no effect are refused.
#[test]
fn options_without_effect() {
    let play = "match --engine griffon --engine griffon";
    for line in [
        "perft chess 3 --only shogi",
        "perft chess 3 --max-nodes 3",
        "perft --only shogi",
        "perft --suite perft --shuffle 4",
        "mates chess --time 50",
        "mates hexapawn --nodes 50",
        "mates --nodes 50",
        "mates --solve tests/data/mates.jsonl --moves 7",
        "mates --solve tests/data/mates.jsonl --each 9",
        "mates --solve tests/data/mates.jsonl --games 2",
        "mates --solve tests/data/mates.jsonl --seed 3",
        "moves hexapawn --net x",
        "show hexapawn --board 5x5",
        "values hexapawn --board 5x5",
        "values --piece K --net x",
        "learn hexapawn --status --report x.md",
        &format!("{play} --json --pgn -"),
        &format!("{play} --pgn - --resume"),
        &format!("{play} --st 1 --tc 60+1"),
    ] {
        let ran = griffon(&line.split(' ').collect::<Vec<_>>());
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{line}: {}", ran.err);
        let option = line.split(' ').find(|word| word.starts_with("--") && *word != "--engine");
        assert!(option.is_some_and(|option| ran.err.contains(option)), "{line}: {}", ran.err);
    }
}

/// A wrong value is reported with its option and what was expected.
#[test]
fn values_of_options() {
    let play = "match --engine griffon --engine griffon";
    for (line, says) in [
        ("perft chess 1 --threads 70000", "70000 is not in 1..=256"),
        ("measure hexapawn --give P=N --threads 65535", "65535 is not in 1..=256"),
        (&format!("{play} --each bogus=1"), "for '--each <KEY=VALUE>': no setting is called `bogus`"),
        (&format!("{play} --each nodes=0"), "`nodes=0`: expected a number above 0"),
        (&format!("{play} --guard nan"), "expected an Elo difference"),
        (&format!("{play} --st 1e30"), "more than 0 and at most 1000000"),
        (&format!("{play} --tc 5+1e30"), "more than 0 and at most 1000000"),
    ] {
        let why = griffon(&line.split(' ').collect::<Vec<_>>()).refused();
        assert!(why.contains(says), "{line}: {why}");
    }
}

/// A session reads its commands from standard input, so the definition cannot be there.
#[test]
fn a_session_takes_no_definition_from_standard_input() {
    for name in ["-", "-#2"] {
        let ran = griffon_reading(&[format!("--variant={name}")], "files=8\n");
        assert_eq!(ran.code, Some(2), "{}{}", ran.out, ran.err);
        assert!(ran.out.starts_with("tellusererror ") && ran.out.contains("name of a file"), "{}", ran.out);
    }
}

/// SPEC: `Error (…): line` for what is no command, `Illegal move: …` for what is no move; the game goes on.
#[test]
fn commands() {
    let mut gui = Gui::start();
    gui.send("force");
    gui.sync();
    for (line, answer) in [
        ("protover x", "Error (bad number): protover x"),
        ("usermove", "Error (argument missing): usermove"),
        ("usermove e9e9", "Illegal move*"),
        ("usermove e2e4q", "Illegal move*"),
        ("usermove \u{1F600}", "Illegal move: \u{1F600}"),
        ("usermove e2e5", "Illegal move*"),
        ("level", "Error*"),
        ("level a b c", "Error (bad number): level a b c"),
        ("level 40 5:99:3 1", "Error (bad time): level 40 5:99:3 1"),
        ("st -1", "Error (bad time): st -1"),
        ("sd x", "Error (bad number): sd x"),
        ("setboard", "Error (argument missing): setboard"),
        ("setboard 8/8", "tellusererror Illegal position: *"),
        ("setboard \u{1F600}", "tellusererror Illegal position: *"),
        ("option Hash=x", "Error (bad option): option Hash=x"),
        ("option Bogus=1", "Error (bad option): option Bogus=1"),
        ("variant unknown", "Error (unsupported): variant unknown"),
        ("memory -1", "Error (bad number): memory -1"),
        ("exclude zz", "Error (no such move): exclude zz"),
        ("\u{1F600}", "Error (unknown command): \u{1F600}"),
    ] {
        gui.send(line);
        gui.expect(answer);
    }
    gui.send_bytes(b"usermove \xff\xfe\n");
    gui.expect("Illegal move*");
    // Nothing has changed: it is still White's first move.
    gui.send("usermove e2e4");
    assert_eq!(gui.sync(), Vec::<String>::new());
    gui.quit();
}
