//! `griffon install` in a temporary home, for XBoard. `tests/windows/install.sh` tests it for WinBoard.
#![cfg(unix)]

use crate::support::folder;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

fn griffon(program: &Path, home: &Path, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).env("HOME", home).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn read(path: PathBuf) -> String {
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn install_and_uninstall() {
    let home = folder("install");
    let own = Path::new(env!("CARGO_BIN_EXE_griffon"));
    let settings = "-size 49\n-firstChessProgramNames {fairymax\n\"Sjaak II\" -fcp \"sjaakii\" -fd \"\"\n}\n-ponder true\n";
    std::fs::write(home.join(".xboardrc"), settings).unwrap();
    let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    std::fs::File::options().write(true).open(home.join(".xboardrc")).unwrap().set_modified(old).unwrap();
    let said = griffon(own, &home, &["install"]);
    let prefix = home.join(".local");
    assert!(said.contains("added to the engines of XBoard") && said.contains("xboard -fe griffon"), "{said}");
    // XBoard adds other engines' plugins newer than its settings, so the settings keep their time.
    assert_eq!(time(&home), old);
    assert!(said.contains("not in your PATH"), "{said}");

    // The installed program is the same and works there.
    let program = prefix.join("bin/griffon");
    assert!(griffon(&program, &home, &["--version"]).starts_with("griffon "));
    assert!(griffon(&program, &home, &["variants"]).contains("crazyhouse"));

    // xboard.md 7: "Three lines, **no trailing blanks**: `plugin spec 0.0`, the command ..., a comma list of families"
    let plugin = read(prefix.join("share/games/plugins/xboard/griffon.eng"));
    let lines: Vec<&str> = plugin.lines().collect();
    assert_eq!(lines[..2], ["plugin spec 0.0", program.to_str().unwrap()]);
    assert!(lines.len() == 3 && lines.iter().all(|line| line.trim_end() == *line), "{plugin}");

    // "NAME = bare command name"
    let logo = std::fs::read(prefix.join("share/games/plugins/logos/griffon.png")).unwrap();
    assert!(logo.starts_with(b"\x89PNG"));
    let manual = read(prefix.join("share/man/man1/griffon.1"));
    assert!(manual.contains(".TH griffon 1") && manual.contains("perft"), "{manual}");
    assert!(read(prefix.join("share/man/man1/griffon-perft.1")).contains("divide"));
    assert!(read(prefix.join("share/bash-completion/completions/griffon")).contains("--variant"));
    assert!(read(prefix.join("share/zsh/site-functions/_griffon")).starts_with("#compdef griffon"));
    assert!(
        read(prefix.join("share/fish/vendor_completions.d/griffon.fish")).contains("complete -c griffon")
    );

    // XBoard's list has the engine once, no matter how often it is installed; the rest is unchanged.
    griffon(own, &home, &["install"]);
    let line = format!("\"griffon\" -fcp \"{}\" -fd \"\"\n", program.display());
    let list = read(home.join(".xboardrc"));
    assert_eq!(list.matches(&line).count(), 1, "{list}");
    assert_eq!(list.replace(&line, ""), settings);

    let said = griffon(own, &home, &["install", "--uninstall"]);
    assert!(said.contains("removed"), "{said}");
    assert_eq!(read(home.join(".xboardrc")), settings);
    let mut left = Vec::new();
    files(&prefix, &mut left);
    assert_eq!(left, Vec::<PathBuf>::new());
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        match entry.path() {
            path if path.is_dir() => files(&path, found),
            path => found.push(path),
        }
    }
}

/// `griffon install | true` installs everything.
#[test]
fn an_unread_installation_is_complete() {
    let home = folder("install-unread");
    let mut command = Command::new(env!("CARGO_BIN_EXE_griffon"));
    let mut process = command.arg("install").env("HOME", &home).stdout(Stdio::piped()).spawn().unwrap();
    drop(process.stdout.take());
    assert!(process.wait().unwrap().success());
    assert!(home.join(".local/share/griffon/installed").is_file() && home.join(".xboardrc").is_file());
}

fn time(home: &Path) -> SystemTime {
    std::fs::metadata(home.join(".xboardrc")).unwrap().modified().unwrap()
}

#[test]
fn settings_are_created_before_the_first_run_of_xboard() {
    let home = folder("install-first");
    let own = Path::new(env!("CARGO_BIN_EXE_griffon"));
    let said = griffon(own, &home, &["install"]);
    assert!(said.contains("xboard -fe griffon"), "{said}");
    // Older than all plugins, so that XBoard still adds other engines' plugins.
    assert!(time(&home) < SystemTime::UNIX_EPOCH + Duration::from_secs(60));
    let settings = read(home.join(".xboardrc"));
    assert!(settings.starts_with("-firstChessProgramNames {\"griffon\" -fcp "), "{settings}");
    assert!(settings.ends_with("\n}\n"), "{settings}");
    griffon(own, &home, &["install"]);
    assert_eq!(read(home.join(".xboardrc")), settings);
    griffon(own, &home, &["install", "--uninstall"]);
    assert!(!home.join(".xboardrc").exists());
}

/// The settings are bytes with a list; a comment is none.
#[test]
fn any_settings_with_a_list_are_edited() {
    let home = folder("install-bytes");
    let own = Path::new(env!("CARGO_BIN_EXE_griffon"));
    let line = format!("\"griffon\" -fcp \"{}\" -fd \"\"\n", home.join(".local/bin/griffon").display());
    let comment = "; -firstChessProgramNames {a\n";
    for (before, after) in [
        (b"-userName \"Andr\xe9\"\n-firstChessProgramNames {".as_slice(), "fairymax\n}\n"),
        (format!("{comment}-firstChessProgramNames {{").as_bytes(), "fairymax\n}\n"),
        (b"-firstChessProgramNames {", "}"),
    ] {
        let old = [before, after.as_bytes()].concat();
        std::fs::write(home.join(".xboardrc"), &old).unwrap();
        let said = griffon(own, &home, &["install"]);
        assert!(said.contains("xboard -fe"), "{said}");
        let new = [before, line.as_bytes(), after.as_bytes()].concat();
        assert_eq!(std::fs::read(home.join(".xboardrc")).unwrap(), new);
        griffon(own, &home, &["install", "--uninstall"]);
        assert_eq!(std::fs::read(home.join(".xboardrc")).unwrap(), old);
    }
    std::fs::write(home.join(".xboardrc"), comment).unwrap();
    let said = griffon(own, &home, &["install"]);
    assert!(said.contains("has no list of engines") && said.contains("xboard -fcp"), "{said}");
    assert_eq!(read(home.join(".xboardrc")), comment);
    // What cannot be undone is said.
    let program = home.join(".local/bin/griffon");
    let edited = format!("-firstChessProgramNames {{\"mine\" -fcp \"{} -x\"\n}}\n", program.display());
    std::fs::write(home.join(".xboardrc"), &edited).unwrap();
    let said = griffon(own, &home, &["install", "--uninstall"]);
    assert!(said.contains(".xboardrc: still names the program"), "{said}");
    assert_eq!(read(home.join(".xboardrc")), edited);
    std::fs::write(home.join(".xboardrc"), edited.replace("bin/griffon", "bin/griffon-2")).unwrap();
    let said = griffon(own, &home, &["install", "--uninstall"]);
    assert!(said.contains("Griffon is not installed here") && !said.contains("still names"), "{said}");
}

#[test]
fn another_prefix() {
    let home = folder("install-prefix");
    let prefix = home.join("opt").join("griffon");
    let own = Path::new(env!("CARGO_BIN_EXE_griffon"));
    let said = griffon(own, &home, &["install", "--prefix", prefix.to_str().unwrap()]);
    assert!(prefix.join("share/man/man1/griffon.1").exists());
    assert!(said.contains("added to the engines of XBoard"), "{said}");
    assert!(read(home.join(".xboardrc")).contains("/opt/griffon/bin/griffon"));
    assert!(!home.join(".local").exists());
}

/// An empty variable names no folder, in particular not the current one.
#[test]
fn without_a_home_the_prefix_is_that_of_the_system() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_griffon"));
    let output =
        command.args(["install", "--help"]).env("HOME", "").env_remove("USERPROFILE").output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    assert!(help.contains("[default: /usr/local]"), "{help}");
}

#[test]
fn permissions_follow_the_umask() {
    use std::os::unix::fs::PermissionsExt;
    let home = folder("install-private");
    let run = format!("umask 077; exec {} install", env!("CARGO_BIN_EXE_griffon"));
    assert!(Command::new("sh").args(["-c", &run]).env("HOME", &home).output().unwrap().status.success());
    for (file, bits) in [("bin/griffon", 0o700), ("share/man/man1/griffon.1", 0o600)] {
        let found = std::fs::metadata(home.join(".local").join(file)).unwrap().permissions().mode();
        assert_eq!(found & 0o777, bits, "{file}");
    }
}

#[test]
fn unwritable_prefixes_are_reported() {
    let home = folder("install-refused");
    let file = home.join("file");
    std::fs::write(&file, "").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_griffon"))
        .args(["install", "--prefix", file.join("x").to_str().unwrap()])
        .env("HOME", &home)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors.starts_with("error: ") && errors.contains("file"), "{errors}");
}

#[test]
fn packages_are_installed_below_a_root() {
    let home = folder("package");
    let own = Path::new(env!("CARGO_BIN_EXE_griffon"));
    std::fs::write(home.join(".xboardrc"), "-firstChessProgramNames {fairymax\n}\n").unwrap();
    let root = home.join("root");
    let said = griffon(own, &home, &["install", "--root", root.to_str().unwrap(), "--prefix", "/usr"]);
    assert!(said.lines().all(|line| Path::new(line).starts_with(&root)), "{said}");
    // The files name paths of the target system; the current system is unchanged.
    let plugin = read(root.join("usr/share/games/plugins/xboard/griffon.eng"));
    assert_eq!(plugin.lines().nth(1), Some("/usr/bin/griffon"));
    assert!(root.join("usr/share/man/man1/griffon.1").exists());
    assert_eq!(read(home.join(".xboardrc")), "-firstChessProgramNames {fairymax\n}\n");
}

/// Files changed since, or never installed, stay: not "removes by name whatever is there".
#[test]
fn only_installed_files_are_removed() {
    let home = folder("uninstall");
    let own = Path::new(env!("CARGO_BIN_EXE_griffon"));
    let (manual, program) = (home.join(".local/share/man/man1/griffon.1"), home.join(".local/bin/griffon"));
    griffon(own, &home, &["install"]);
    // Files that only an older version installed go when a newer one is installed.
    let list = home.join(".local/share/griffon/installed");
    let (old, changed) =
        (home.join(".local/share/man/man1/old.1"), home.join(".local/share/man/man1/changed.1"));
    std::fs::write(&old, "old").unwrap();
    std::fs::write(&changed, "new").unwrap();
    let hash = fxhash::hash64(b"old".as_slice());
    let more = ["old", "changed"].map(|name| format!("{hash:016x} share/man/man1/{name}.1\n")).concat();
    std::fs::write(&list, read(list.clone()) + &more).unwrap();
    let said = griffon(own, &home, &["install"]);
    assert!(said.contains(&format!("removed {}", old.display())), "{said}");
    assert!(!old.exists() && changed.exists());
    assert!(!read(list).contains("man1/old.1"));
    std::fs::write(&manual, "my own page").unwrap();
    let said = griffon(own, &home, &["install", "--uninstall"]);
    assert!(said.contains(&format!("kept {}: it is not the installed file", manual.display())), "{said}");
    assert_eq!(read(manual.clone()), "my own page");
    assert!(!program.exists());
    // Nothing was installed here.
    std::fs::write(&program, "another program").unwrap();
    griffon(own, &home, &["install", "--uninstall"]);
    assert_eq!((read(manual), read(program)), ("my own page".to_owned(), "another program".to_owned()));
}

/// XBoard's list of engines is enclosed in braces, and its commands in quotes.
#[test]
fn unquotable_paths_are_not_listed() {
    let home = folder("install-odd");
    let own = Path::new(env!("CARGO_BIN_EXE_griffon"));
    let settings = "-firstChessProgramNames {fairymax\n}\n";
    for (folder, line) in [("a b", true), ("a\" b", false), ("a}b", false), ("it's", false), ("a\\b", false)]
    {
        std::fs::write(home.join(".xboardrc"), settings).unwrap();
        let prefix = home.join(folder);
        let said = griffon(own, &home, &["install", "--prefix", prefix.to_str().unwrap()]);
        let list = read(home.join(".xboardrc"));
        if line {
            assert!(list.contains(&format!("-fcp \"'{}/bin/griffon'\"", prefix.display())), "{list}");
        } else {
            assert_eq!(list, settings, "{folder}");
            assert!(said.contains("cannot hold the path"), "{said}");
        }
        griffon(own, &home, &["install", "--uninstall", "--prefix", prefix.to_str().unwrap()]);
        assert_eq!(read(home.join(".xboardrc")), settings);
    }
}
