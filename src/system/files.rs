//! Atomic writing of files.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Permissions of a new file, minus those that the process withholds (`umask`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileMode {
    /// Not executable.
    Data,
    /// Executable by everyone.
    Program,
}

/// Most symbolic links followed, as many as Linux does.
const MAX_LINKS: usize = 40;

/// Writes a file so that it is whole at every moment, even if the power fails. A running program keeps its old file,
/// data its permissions, a symbolic link its target. Writes directly to anything but a regular file, such as
/// `/dev/stdout`.
///
/// # Errors
/// It cannot be written; its old content is then unchanged.
pub fn write(path: &Path, content: &[u8], mode: FileMode) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|file| !file.is_file()) {
        return fs::write(path, content);
    }
    let path = &target_of(path);
    let draft = draft_of(path);
    let write_draft = || {
        let mut file = create(&draft, mode)?;
        if let Some(old) = fs::metadata(path).ok().filter(|_| cfg!(unix) && mode == FileMode::Data) {
            file.set_permissions(old.permissions())?;
        }
        file.write_all(content)?;
        file.sync_data()
    };
    write_draft().and_then(|()| replace(&draft, path, mode)).inspect_err(|_| {
        // Removes the partial file; only the first error is reported.
        let _ = fs::remove_file(&draft);
    })
}

/// Tests whether a file could be written, and leaves everything as it is.
///
/// # Errors
/// Why it could not.
pub fn try_write(path: &Path) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|file| !file.is_file()) {
        return Ok(());
    }
    let draft = draft_of(&target_of(path));
    File::create(&draft)?;
    fs::remove_file(draft)
}

/// Checks that a file may be replaced: there is none, it is empty, or it holds what the program writes, such as "a picture".
///
/// # Errors
/// It holds something else, or cannot be read.
pub fn check_overwrite(path: &Path, what: &str, is_such: impl Fn(&[u8]) -> bool) -> io::Result<()> {
    let old = if path.is_file() { fs::read(path)? } else { Vec::new() };
    if old.trim_ascii().is_empty() || is_such(&old) {
        return Ok(());
    }
    Err(io::Error::other(format!("not {what}: it would be overwritten\nhelp: choose another name")))
}

/// The file that is meant by a path: the end of a chain of symbolic links, which need not exist.
fn target_of(path: &Path) -> PathBuf {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(next) = fs::read_link(&target) else { break };
        target.pop();
        target.push(next);
    }
    target
}

/// The file that is written before it takes the place of another. Its name is short: that of the other may be as long
/// as the system allows.
fn draft_of(path: &Path) -> PathBuf {
    let name = fxhash::hash64(path.file_name().unwrap_or_default());
    path.with_file_name(format!(".griffon-{name:016x}.{}", std::process::id()))
}

/// Creates a file with the permissions of its mode.
fn create(path: &Path, mode: FileMode) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(
        &mut options,
        if mode == FileMode::Program { 0o777 } else { 0o666 },
    );
    // Windows has no such permissions.
    #[cfg(not(unix))]
    let _ = mode;
    options.open(path)
}

/// Moves a file to the place of another. Windows does not replace a running program, but moves it.
fn replace(draft: &Path, path: &Path, mode: FileMode) -> io::Result<()> {
    let moved = fs::rename(draft, path);
    if moved.is_ok() || !cfg!(windows) || mode != FileMode::Program {
        return moved;
    }
    let Ok(aside) = set_aside(path) else { return moved };
    fs::rename(draft, path).inspect_err(|_| {
        // Restores the old program; only the first error is reported.
        let _ = fs::rename(aside, path);
    })
}

/// Shortens a file. Windows denies this to those who opened it only to append.
///
/// # Errors
/// It cannot be written.
pub fn truncate(path: &Path, length: u64) -> io::Result<()> {
    fs::OpenOptions::new().write(true).open(path)?.set_len(length)
}

/// Removes a file. On Windows a running program is moved instead.
///
/// # Errors
/// It cannot be removed.
pub fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path).or_else(|error| {
        let is_in_use = cfg!(windows) && error.kind() == io::ErrorKind::PermissionDenied;
        if is_in_use { set_aside(path).map(|_| ()).map_err(|_| error) } else { Err(error) }
    })
}

/// Moves a file to the folder for temporary files. Returns its new path.
fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let aside = std::env::temp_dir().join(format!("{name}.{}", std::process::id()));
    fs::rename(path, &aside).map(|()| aside)
}

/// Checks whether the extension of a file is one of these, ignoring case.
pub fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| extensions.iter().any(|known| known.eq_ignore_ascii_case(extension)))
}

/// Adds the name of a file to an error.
pub fn named(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn put(path: &Path, content: &str) {
        write(path, content.as_bytes(), FileMode::Data).unwrap();
        assert_eq!(fs::read_to_string(path).unwrap(), content);
    }

    #[test]
    fn links_permissions_and_long_names_are_kept() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        let bits = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        put(&path("new"), "a");
        fs::set_permissions(path("new"), fs::Permissions::from_mode(0o640)).unwrap();
        put(&path("new"), "b");
        assert_eq!(bits(&path("new")), 0o640);
        // A link stays one, also to another link and to a file that does not exist yet.
        fs::create_dir(path("folder")).unwrap();
        symlink("../link", path("folder/far")).unwrap();
        symlink("target", path("link")).unwrap();
        for content in ["c", "d"] {
            put(&path("folder/far"), content);
            assert_eq!(fs::read_to_string(path("target")).unwrap(), content);
        }
        assert!(path("link").is_symlink() && path("folder/far").is_symlink());
        // As long as a name may be.
        put(&path(&"x".repeat(255)), "e");
        // Like a file that any other program creates.
        let (data, program) = (path("data"), path("program"));
        fs::write(path("plain"), "").unwrap();
        put(&data, "f");
        write(&program, b"g", FileMode::Program).unwrap();
        assert_eq!(bits(&data), bits(&path("plain")));
        assert_eq!(bits(&program) & 0o666, bits(&path("plain")));
        assert_eq!(bits(&program) & 0o100, 0o100);
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 8);
    }
}
