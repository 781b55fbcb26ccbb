//! `griffon install`: installs the program with manual pages, completions and XBoard plugin.

mod manifest;

use super::files::{FileMode, fault, write_with_folder};
use super::output::{CliError, CliResult};
use clap::CommandFactory;
use clap_complete::Shell;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Arguments.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// Folder to install into
    #[arg(long, value_name = "DIR", default_value_os_t = home_prefix())]
    prefix: PathBuf,
    /// Install into this folder as if it were the root of the file system, for packaging
    #[arg(long, value_name = "DIR", conflicts_with = "uninstall")]
    root: Option<PathBuf>,
    /// Remove the installed files
    #[arg(long)]
    uninstall: bool,
}

/// Returns `~/.local`, or `/usr/local` without a home folder.
fn home_prefix() -> PathBuf {
    let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"));
    home.map_or_else(|| PathBuf::from("/usr/local"), |home| PathBuf::from(home).join(".local"))
}

const LOGO: &[u8] = include_bytes!("../../../assets/logo.png");
const BINARY: &str = if cfg!(windows) { "bin/griffon.exe" } else { "bin/griffon" };
const PLUGIN: &str = "share/games/plugins/xboard/griffon.eng";
/// Prefixes where XBoard searches for plugins.
const SEARCHED: &[&str] = &["/usr", "/usr/local"];
/// XBoard's settings, which hold its list of engines.
const SETTINGS: &str = ".xboardrc";
/// Start of the list of engines in the settings.
const LIST: &str = "-firstChessProgramNames {";
/// System-wide settings, which the user's settings replace.
const SYSTEM_SETTINGS: &[&str] =
    &["/etc/xboard/xboard.conf", "/etc/xboard.conf", "/usr/local/etc/xboard.conf"];

/// Installs or uninstalls.
pub fn run(options: &Options, out: &mut dyn Write) -> CliResult {
    let prefix = std::path::absolute(&options.prefix).map_err(|e| fault(&options.prefix, &e))?;
    let command = prefix.join(BINARY);
    if options.uninstall {
        return uninstall(&prefix, &command, out);
    }
    let program = std::env::current_exe().map_err(|e| CliError::input(format!("this program: {e}")))?;
    let program = fs::read(&program).map_err(|e| fault(&program, &e))?;
    let place = |path: PathBuf| options.root.as_ref().map_or(path.clone(), |root| below(root, &path));
    let mut put = |path: PathBuf, content: &[u8], mode| -> CliResult {
        write_with_folder(&path, content, mode)?;
        Ok(writeln!(out, "{}", path.display())?)
    };
    put(place(command.clone()), &program, FileMode::Program)?;
    for (file, content) in data(&command)? {
        put(place(prefix.join(file)), &content, FileMode::Data)?;
    }
    if options.root.is_some() {
        return Ok(());
    }
    manifest::write(&prefix, &command, &program, &data(&command)?)?;
    let listed = match SEARCHED.iter().any(|&known| prefix == Path::new(known)) {
        true => Listed::Yes,
        false => register(&command, out)?,
    };
    if let Some(folder) = command.parent().filter(|folder| !is_in_path(folder)) {
        let folder = folder.display();
        writeln!(
            out,
            "{folder} is not in your PATH. To run `griffon` from a shell, add this line to ~/.profile:"
        )?;
        writeln!(out, "    PATH=\"{folder}:$PATH\"")?;
    }
    match listed {
        Listed::Yes => writeln!(
            out,
            "To play, start `xboard -fe {NICKNAME}` or choose {NICKNAME} in Engine > Load New 1st Engine."
        )?,
        Listed::No => writeln!(out, "To play, start `xboard -fcp {}`.", quoted_for_shell(&command))?,
    }
    Ok(())
}

/// Whether XBoard lists the engine.
enum Listed {
    Yes,
    No,
}

fn is_in_path(folder: &Path) -> bool {
    std::env::var_os("PATH").is_some_and(|path| std::env::split_paths(&path).any(|known| known == folder))
}

/// Moves an absolute path into a folder that stands for the root.
fn below(root: &Path, path: &Path) -> PathBuf {
    use std::path::Component::Normal;
    root.join(path.components().filter(|part| matches!(part, Normal(_))).collect::<PathBuf>())
}

/// Returns all files except the program, as paths relative to the prefix and contents.
fn data(command: &Path) -> CliResult<Vec<(String, Vec<u8>)>> {
    let mut files = vec![
        ("share/games/plugins/logos/griffon.png".to_owned(), LOGO.to_vec()),
        (PLUGIN.to_owned(), plugin(command).into_bytes()),
    ];
    files.extend(manual()?);
    let shells = [
        (Shell::Bash, "share/bash-completion/completions/griffon"),
        (Shell::Zsh, "share/zsh/site-functions/_griffon"),
        (Shell::Fish, "share/fish/vendor_completions.d/griffon.fish"),
    ];
    for (shell, file) in shells {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut super::Cli::command(), "griffon", &mut text);
        files.push((file.to_owned(), text));
    }
    Ok(files)
}

/// SPEC: `xboard.md` 7: three lines without trailing blanks: `plugin spec 0.0`, the command, families of games.
fn plugin(command: &Path) -> String {
    let families =
        "chess,xiangqi,shogi,shogivariants,dropchess,fairychess,capablanca,seirawan,shatranj,asean";
    let command = words_of_xboard(command).unwrap_or_else(|| command.display().to_string());
    format!("plugin spec 0.0\n{command}\n{families}\n")
}

/// Creates a manual page for the program and each subcommand.
fn manual() -> CliResult<Vec<(String, Vec<u8>)>> {
    let mut command = super::Cli::command();
    command.build();
    let mut pages = Vec::new();
    let mut page = |name: &str, command: clap::Command| -> CliResult {
        let mut text = Vec::new();
        clap_mangen::Man::new(command).title(name).render(&mut text)?;
        pages.push((format!("share/man/man1/{name}.1"), text));
        Ok(())
    };
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let name = format!("griffon-{}", sub.get_name());
        page(&name, sub.clone())?;
    }
    page("griffon", command.clone())?;
    Ok(pages)
}

fn uninstall(prefix: &Path, command: &Path, out: &mut dyn Write) -> CliResult {
    for (path, ours) in manifest::installed(prefix, command, &data(command)?)? {
        if ours {
            fs::remove_file(&path).map_err(|e| fault(&path, &e))?;
            writeln!(out, "removed {}", path.display())?;
        } else {
            writeln!(out, "kept {}: it is not the installed file", path.display())?;
        }
    }
    let Some(settings) = settings() else { return Ok(()) };
    let Ok(text) = fs::read_to_string(&settings) else { return Ok(()) };
    let Some(line) = engine_line(command) else { return Ok(()) };
    if text == first_settings(&line) {
        fs::remove_file(&settings).map_err(|e| fault(&settings, &e))?;
        writeln!(out, "removed {}", settings.display())?;
    } else if text.contains(&line) {
        write_settings(&settings, &text.replace(&line, ""))?;
        writeln!(out, "removed from the engines of XBoard in {}", settings.display())?;
    }
    Ok(())
}

fn settings() -> Option<PathBuf> {
    let path = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(SETTINGS))?;
    // Resolves a symbolic link, so that the link is not replaced.
    Some(fs::canonicalize(&path).unwrap_or(path))
}

/// Name of the engine in XBoard's list. XBoard remembers the last engines by the last part of their commands, and looks
/// them up by that name, case-sensitively.
const NICKNAME: &str = "griffon";

/// Formats the line of the engine in XBoard's list; the first line starts right after the opening brace.
///
/// `None` for a path that the list cannot hold: braces end it, and XBoard has no escape for quotes within quotes. A
/// path with blanks gets its own quotes.
fn engine_line(command: &Path) -> Option<String> {
    let path = words_of_xboard(command)?;
    Some(format!("\"{NICKNAME}\" -fcp \"{path}\" -fd \"\"\n"))
}

/// Formats a path as the first word of a command in XBoard; `None` if XBoard cannot quote it.
fn words_of_xboard(command: &Path) -> Option<String> {
    let path =
        command.to_str().filter(|path| !path.contains(|c: char| "\"'{}\\;".contains(c) || c.is_control()))?;
    Some(if path.contains(' ') { format!("'{path}'") } else { path.to_owned() })
}

/// Quotes a path for a shell.
fn quoted_for_shell(command: &Path) -> String {
    let inner = words_of_xboard(command).unwrap_or_else(|| command.display().to_string());
    format!("'{}'", inner.replace('\'', "'\\''"))
}

/// Adds the engine to the list in XBoard's settings, for prefixes where XBoard does not search for plugins.
fn register(command: &Path, out: &mut dyn Write) -> CliResult<Listed> {
    let Some(path) = settings() else { return Ok(Listed::No) };
    let Some(line) = engine_line(command) else {
        let command = command.display();
        writeln!(out, "{}: cannot hold the path {command}, because XBoard cannot quote it", path.display())?;
        return Ok(Listed::No);
    };
    let text = match fs::read_to_string(&path) {
        Ok(text) if text.contains(&line) => return Ok(Listed::Yes),
        Ok(text) => match text.split_once(LIST) {
            Some((before, after)) => format!("{before}{LIST}{line}{after}"),
            None => {
                writeln!(out, "{}: has no list of engines", path.display())?;
                return Ok(Listed::No);
            }
        },
        Err(error) if error.kind() == ErrorKind::NotFound => first_settings(&line),
        Err(error) => {
            writeln!(out, "{}: {error}", path.display())?;
            return Ok(Listed::No);
        }
    };
    write_settings(&path, &text)?;
    writeln!(out, "added to the engines of XBoard in {}", path.display())?;
    Ok(Listed::Yes)
}

/// Returns settings for an XBoard that has never run: only the list, including the engines of the system-wide settings.
/// XBoard adds the rest when it exits.
fn first_settings(line: &str) -> String {
    let system = SYSTEM_SETTINGS.iter().find_map(|file| fs::read_to_string(file).ok()).unwrap_or_default();
    let others =
        system.split_once(LIST).and_then(|(_, rest)| rest.split_once('}')).map_or("", |(list, _)| list);
    format!("{LIST}{line}{others}}}\n")
}

/// Writes XBoard's settings and keeps their modification time, because XBoard adds plugins newer than its settings. A
/// new settings file gets a time older than any plugin.
fn write_settings(path: &Path, text: &str) -> CliResult {
    let never = SystemTime::UNIX_EPOCH + Duration::from_secs(1);
    let time = fs::metadata(path).and_then(|data| data.modified()).unwrap_or(never);
    write_with_folder(path, text.as_bytes(), FileMode::Data)?;
    let file = fs::File::options().write(true).open(path).map_err(|e| fault(path, &e))?;
    file.set_modified(time).map_err(|e| fault(path, &e))
}
