//! Bad input: a message with the place and help, exit code 2, and nothing else.

mod common;
#[allow(dead_code, reason = "this crate sends no transcripts")]
mod gui;

use common::{file, griffon};
use gui::Gui;

/// Each way to be wrong in a move description has its own message.
#[test]
fn move_descriptions() {
    let long = "W".to_owned() + &"X".repeat(300);
    let legs = "caf".repeat(100) + "W";
    for (betza, says) in [
        ("W-1", "unexpected character `-`"),
        ("()W", "empty group"),
        ("(cafR", "the atom `R` cannot stand inside a group"),
        ("fWa", "error: "),
        ("W?", "unexpected character `?`"),
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
    error: unexpected character `-`
     --> move description:1:2
      |
    1 | W-1
      |  ^
      |
    help: XBetza joins legs with `a`, as in `mafsW`; the operators of Betza 2.0 need `notation=betza2`
    ");
    let text = griffon(&["show", "caf"]).refused();
    insta::assert_snapshot!(text, @r"
    error: no variant and no file is called `caf`, and as a move description it has no atom
    help: an atom is a capital, as in `cafW`; `griffon variants` lists the variants
    ");
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
        ("files=26\nranks=99\nking:K:RmasRmasRmasR::e1\n", "unrolls to more than 12000000"),
    ] {
        let ran = griffon(&["check", file("bad.txt", text).to_str().expect("UTF-8")]);
        let all = ran.out + &ran.err;
        assert_eq!(ran.code, Some(2), "{text}: {all}");
        assert!(all.contains(says) && all.contains('^') && !all.contains("panicked"), "{text}: {all}");
    }
}

/// The reason is shown however many warnings there are.
#[test]
fn errors_are_not_lost_among_warnings() {
    let text = "one more line\n".repeat(300) + "files=999\n";
    let ran = griffon(&["check", file("noise.txt", &text).to_str().expect("UTF-8")]);
    let all = ran.out + &ran.err;
    assert_eq!(ran.code, Some(2), "{all}");
    assert!(all.contains("found `999`") && all.contains(" more\n"), "{all}");
}

#[test]
fn files_that_are_none() {
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

#[test]
fn positions() {
    for (fen, says) in [
        ("9/8/8/8/8/8/8/8 w", "rank 8 has only 8 squares left here"),
        ("8/8/8/8/8/8/8/8/8 w", "more than 8 ranks"),
        ("8/8 w", "the board has 8 ranks, the FEN 2"),
        ("4k3/8/8/8/8/8/8/4K3 x", "side to move is `w` or `b`, not `x`"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -5 1", "`-5` is no counter"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999", "is no counter"),
        ("4k3/8/8/8/8/8/8/4\u{416}3 w", "no piece letter, number or `/`"),
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
    // Nothing has changed: the first move is still White's.
    gui.send("usermove e2e4");
    assert_eq!(gui.sync(), Vec::<String>::new());
    gui.quit();
}
