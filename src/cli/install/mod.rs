//! `griffon install`: installs the program with its files and enters it in the engine lists of XBoard or WinBoard.

mod engine_list;
mod manifest;
mod winboard;
mod xboard;

use super::files::{FileMode, fault, remove, write_with_folder};
use super::output::{CliError, CliResult};
use crate::engine::folder::Folder;
use crate::system::folders;
use clap::Command;
use clap_complete::Shell;
use manifest::{DataFile, PROGRAM_NAME};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
pub struct Options {
    /// Folder to install into
    #[arg(long, value_name = "DIR", default_value_os_t = home_prefix())]
    prefix: PathBuf,
    /// Install into this folder as if it were the root of the file system, for packaging
    #[arg(long, value_name = "DIR", conflicts_with = "uninstall")]
    root: Option<PathBuf>,
    /// Windows: folder of WinBoard [default: the usual ones]
    #[arg(long, value_name = "DIR", conflicts_with = "root")]
    winboard: Option<PathBuf>,
    /// Remove the installed files
    #[arg(long)]
    uninstall: bool,
}

/// Returns `~/.local`, or `/usr/local` without a home folder; on Windows `%LOCALAPPDATA%\Programs\Griffon`.
fn home_prefix() -> PathBuf {
    let home = folders::home();
    if cfg!(windows) {
        let local = folders::path_in("LOCALAPPDATA");
        let local = local.unwrap_or_else(|| home.unwrap_or_default().join("AppData").join("Local"));
        return local.join("Programs").join("Griffon");
    }
    home.map_or_else(|| PathBuf::from("/usr/local"), |home| home.join(".local"))
}

const LOGO: &[u8] = include_bytes!("../../../assets/logo.png");
/// The logo as WinBoard reads it, from the folder of the engine.
const WINBOARD_LOGO: &[u8] = include_bytes!("../../../assets/logo.bmp");
const PLUGIN: &str = "share/games/plugins/xboard/griffon.eng";

/// Returns the path of the installed program.
fn installed_program(prefix: &Path) -> PathBuf {
    if cfg!(windows) { prefix.join(PROGRAM_NAME) } else { prefix.join("bin").join(PROGRAM_NAME) }
}

/// Installs or uninstalls.
pub fn run(options: &Options, cli: &Command, out: &mut dyn Write) -> CliResult {
    if options.winboard.is_some() && !cfg!(windows) {
        return Err(CliError::input("--winboard: only on Windows"));
    }
    let prefix = std::path::absolute(&options.prefix).map_err(fault(&options.prefix))?;
    if options.uninstall {
        return uninstall(options, &prefix, cli, out);
    }
    let command = installed_program(&prefix);
    let program = std::env::current_exe().map_err(|e| CliError::input(format!("this program: {e}")))?;
    let program = fs::read(&program).map_err(fault(&program))?;
    let place = |path: PathBuf| options.root.as_ref().map_or(path.clone(), |root| below(root, &path));
    let mut put = |path: PathBuf, content: &[u8], mode| -> CliResult {
        write_with_folder(&path, content, mode)?;
        Ok(writeln!(out, "{}", path.display())?)
    };
    put(place(command.clone()), &program, FileMode::Program)?;
    let files = data(&command, cli)?;
    for (file, content) in &files {
        put(place(prefix.join(file)), content, FileMode::Data)?;
    }
    if options.root.is_some() {
        return Ok(());
    }
    let settings = if cfg!(windows) { winboard_settings(options)? } else { Vec::new() };
    for path in manifest::remove_others(&prefix, &command, &files)? {
        writeln!(out, "removed {}", path.display())?;
    }
    manifest::write(&prefix, &command, &program, &files, &settings)?;
    if cfg!(windows) {
        return finish_on_windows(&prefix, &settings, out);
    }
    let is_listed = xboard::finds_plugins(&prefix) || xboard::register(&command, out)?;
    if let Some(folder) = command.parent().filter(|folder| !is_in_path(folder)) {
        let folder = folder.display();
        let what = "To run `griffon` from a shell, add this line to ~/.profile";
        writeln!(out, "{folder} is not in your PATH. {what}:\n    PATH=\"{folder}:$PATH\"")?;
    }
    let name = xboard::NICKNAME;
    let start = match is_listed {
        true => format!("`xboard -fe {name}` or choose {name} in Engine > Load New 1st Engine"),
        false => format!("`xboard -fcp {}`", xboard::quoted_for_shell(&command)),
    };
    Ok(writeln!(out, "To play, start {start}.")?)
}

/// Enters the engine in the settings of WinBoard, and creates the folder for the user's definitions.
fn finish_on_windows(prefix: &Path, settings: &[PathBuf], out: &mut dyn Write) -> CliResult {
    if let Some(folder) = Folder::of_user() {
        fs::create_dir_all(&folder.path).map_err(fault(&folder.path))?;
        writeln!(out, "Your own definitions belong in {}", folder.path.display())?;
    }
    let mut is_listed = false;
    for file in settings {
        is_listed |= winboard::register(prefix, file, out)?;
    }
    if !is_in_path(prefix) {
        let place = "in the environment variables";
        writeln!(out, "To run `griffon` in a terminal, add {} to your Path {place}.", prefix.display())?;
    }
    if settings.is_empty() {
        let what = "`griffon install --winboard DIR`, with its folder";
        writeln!(out, "WinBoard was not found. If you have it: {what}.")?;
    }
    let start = match is_listed {
        true => "WinBoard and choose griffon.exe. If WinBoard was open: close it and install again, because it writes \
                 its settings when it ends"
            .to_owned(),
        false => format!("`winboard -fcp griffon.exe -fd \"{}\"`", prefix.display()),
    };
    Ok(writeln!(out, "To play, start {start}.")?)
}

/// Returns the settings files of WinBoard in the folder named, or in the usual folders.
fn winboard_settings(options: &Options) -> CliResult<Vec<PathBuf>> {
    let environment = |name: &str| std::env::var_os(name);
    let folders = match &options.winboard {
        Some(folder) if folder.is_dir() => vec![std::path::absolute(folder).map_err(fault(folder))?],
        Some(folder) => return Err(fault(folder)("there is no such folder")),
        None => winboard::folders(&environment),
    };
    Ok(folders.iter().map(|folder| winboard::settings(folder, &environment)).collect())
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
fn data(command: &Path, cli: &Command) -> CliResult<Vec<DataFile>> {
    if cfg!(windows) {
        return Ok(vec![("logo.bmp".to_owned(), WINBOARD_LOGO.to_vec())]);
    }
    let mut files = vec![
        ("share/games/plugins/logos/griffon.png".to_owned(), LOGO.to_vec()),
        (PLUGIN.to_owned(), plugin(command).into_bytes()),
    ];
    files.extend(manual(cli.clone())?);
    let shells = [
        (Shell::Bash, "share/bash-completion/completions/griffon"),
        (Shell::Zsh, "share/zsh/site-functions/_griffon"),
        (Shell::Fish, "share/fish/vendor_completions.d/griffon.fish"),
    ];
    for (shell, file) in shells {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut cli.clone(), "griffon", &mut text);
        files.push((file.to_owned(), text));
    }
    Ok(files)
}

/// SPEC: `xboard.md` 7: three lines without trailing blanks: `plugin spec 0.0`, the command, families of games.
fn plugin(command: &Path) -> String {
    let families =
        "chess,xiangqi,shogi,shogivariants,dropchess,fairychess,capablanca,seirawan,shatranj,asean";
    let command = xboard::words_of_xboard(command).unwrap_or_else(|| command.display().to_string());
    format!("plugin spec 0.0\n{command}\n{families}\n")
}

/// Creates a manual page for the program and each subcommand.
fn manual(mut command: Command) -> CliResult<Vec<DataFile>> {
    command.build();
    let mut pages = Vec::new();
    let subcommands = command.get_subcommands().filter(|sub| sub.get_name() != "help");
    let named = subcommands.map(|sub| (format!("griffon-{}", sub.get_name()), sub));
    for (name, command) in named.chain([("griffon".to_owned(), &command)]) {
        let mut text = Vec::new();
        clap_mangen::Man::new(command.clone()).title(&name).render(&mut text)?;
        pages.push((format!("share/man/man1/{name}.1"), text));
    }
    Ok(pages)
}

fn uninstall(options: &Options, prefix: &Path, cli: &Command, out: &mut dyn Write) -> CliResult {
    let command = &installed_program(prefix);
    let recorded = manifest::winboard_settings(prefix)?;
    let installed = manifest::installed(prefix, command, &data(command, cli)?)?;
    if installed.is_empty() {
        writeln!(out, "{}: Griffon is not installed here", prefix.display())?;
    }
    for (path, is_ours) in installed {
        if is_ours {
            remove(&path)?;
            writeln!(out, "removed {}", path.display())?;
        } else {
            writeln!(out, "kept {}: it is not the installed file", path.display())?;
        }
    }
    if !cfg!(windows) {
        return xboard::unregister(command, out);
    }
    let mut settings = winboard_settings(options)?;
    settings.extend(recorded);
    for file in settings {
        winboard::unregister(prefix, &file, out)?;
    }
    // Removes only empty folders, and not the current one.
    let _ = std::env::set_current_dir(std::env::temp_dir());
    let _ = fs::remove_dir(prefix);
    if let Some(folder) = Folder::of_user() {
        let _ = fs::remove_dir(&folder.path);
        let _ = folder.path.parent().map(fs::remove_dir);
    }
    Ok(())
}
