//! Definition files of the user: a folder or a single file, with change detection.

use crate::fsf;
use crate::net::NetFolders;
use crate::system::files::has_extension;
use crate::system::folders::settings_folder;
use crate::variant::catalogue::{self, LARGEST, STDIN};
use crate::variant::{self, Variant};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The role of a definition source; a session has one source of each role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FolderRole {
    /// The folder in the user's settings.
    Standard,
    /// The folder that the user names.
    Folder,
    /// The file that the user names.
    File,
}

/// File extensions that are read.
const EXTENSIONS: &[&str] = &["txt", "html", "htm", "ini"];
/// Maximum number of files read from a folder.
const MAX_FILES: usize = 1000;

/// Path, size and modification time of a file, to detect changes.
type Stamp = (PathBuf, u64, Option<SystemTime>);

/// A source of definitions.
#[derive(Debug)]
pub struct Folder {
    pub(crate) path: PathBuf,
    pub(super) role: FolderRole,
    /// Whether it is a fault if it does not exist.
    is_required: bool,
    /// Stamps of the files when they were last read.
    stamps: Vec<Stamp>,
}

impl Folder {
    /// Creates a source from a folder or file. The folder in the user's settings need not exist.
    pub fn new(path: impl Into<PathBuf>, role: FolderRole) -> Self {
        Self { path: path.into(), role, is_required: role != FolderRole::Standard, stamps: Vec::new() }
    }

    /// Creates a source from a folder that the user names instead of the one in the settings.
    pub fn in_place_of_standard(path: impl Into<PathBuf>) -> Self {
        Self { is_required: true, ..Self::new(path, FolderRole::Standard) }
    }

    /// The user's definition folder: `griffon/variants` in the system's settings folder.
    pub fn of_user() -> Option<Self> {
        Some(Self::new(settings_folder()?.join("variants"), FolderRole::Standard))
    }

    /// The folder that its definitions are in.
    pub(super) fn directory(&self) -> Option<&Path> {
        match self.role {
            FolderRole::File => self.path.parent(),
            FolderRole::Standard | FolderRole::Folder => Some(&self.path),
        }
    }

    /// Whether something has changed since the last read.
    pub fn has_changed(&self) -> bool {
        self.look().0 != self.stamps
    }

    /// Lists the files to read, sorted by name. Also returns the number of those that are too many.
    fn look(&self) -> (Vec<Stamp>, usize) {
        let stamp = |path: PathBuf| {
            let data = std::fs::metadata(&path).ok().filter(std::fs::Metadata::is_file)?;
            Some((path, data.len(), data.modified().ok()))
        };
        if self.role == FolderRole::File {
            return (stamp(self.path.clone()).into_iter().collect(), 0);
        }
        let entries = std::fs::read_dir(&self.path).into_iter().flatten().flatten();
        let paths = entries.map(|entry| entry.path());
        let mut paths: Vec<PathBuf> = paths.filter(|path| has_extension(path, EXTENSIONS)).collect();
        paths.sort();
        let left_out = paths.len().saturating_sub(MAX_FILES);
        paths.truncate(MAX_FILES);
        (paths.into_iter().filter_map(stamp).collect(), left_out)
    }

    /// Reads everything. Returns the variants, and the faults of those that could not be read.
    pub fn read(&mut self) -> (Vec<Variant>, Vec<String>) {
        let (stamps, left_out) = self.look();
        self.stamps = stamps;
        let (mut variants, mut faults) = (Vec::new(), Vec::new());
        let (exists, what) = match self.role {
            FolderRole::File => (!self.stamps.is_empty(), "file"),
            FolderRole::Standard | FolderRole::Folder => (self.path.is_dir(), "folder"),
        };
        // No path closes the source.
        if self.is_required && !exists && !self.path.as_os_str().is_empty() {
            faults.push(format!("{}: there is no such {what}", self.path.display()));
        }
        if left_out > 0 {
            let path = self.path.display();
            faults.push(format!("{path}: {left_out} files left out: only the first {MAX_FILES} are read"));
        }
        for (path, size, _) in &self.stamps {
            if let Err(fault) = read_file(path, *size, &mut variants, &mut faults) {
                faults.push(fault);
            }
        }
        (variants, faults)
    }
}

/// Reads the variants that a file defines.
///
/// # Errors
/// Why it cannot be read. Faults of single sections go to `faults`.
fn read_file(
    path: &Path,
    size: u64,
    variants: &mut Vec<Variant>,
    faults: &mut Vec<String>,
) -> Result<(), String> {
    let named = |fault: String| format!("{}: {fault}", path.display());
    if size > LARGEST {
        return Err(named(format!("larger than {} MiB", LARGEST >> 20)));
    }
    if path.to_str().is_none_or(|text| text == STDIN) {
        return Err(named("not read: the file name must be UTF-8, and not `-`".into()));
    }
    catalogue::open_regular(path).map_err(|error| named(error.to_string()))?;
    let (file, source) = catalogue::read_source(path).map_err(|error| error.to_string())?;
    if has_extension(path, &["ini"]) {
        read_sections(&file, &source, variants, faults);
        return Ok(());
    }
    let loaded = catalogue::load_part(file, source, crate::variant::page::Pick::First);
    variants.push(loaded.map_err(|error| error.to_string())?.variant);
    Ok(())
}

/// Reads the sections of a `variants.ini`. A section with unsupported rules would be a different game, so it is left
/// out.
fn read_sections(file: &str, source: &str, variants: &mut Vec<Variant>, faults: &mut Vec<String>) {
    let (sections, wrong) = fsf::import(source);
    faults.extend(wrong.into_iter().map(|(line, fault)| format!("{file}:{line}: {fault}")));
    for section in sections {
        if let Some((line, lost)) = section.lost.first() {
            let line = if *line == 0 { section.line } else { *line };
            faults.push(format!("{file}:{line}: [{}] is left out: not carried over: {lost}", section.name));
            continue;
        }
        match variant::read(&section.name, &section.definition) {
            Ok((variant, _)) => variants.push(variant),
            Err(errors) => {
                let why = errors.first().map_or_else(String::new, |error| error.message.clone());
                faults.push(format!("{file}:{}: [{}] is left out: {why}", section.line, section.name));
            }
        }
    }
}

/// Where learned evaluations are when the program starts: the file that the user names, the folder of the definition, the
/// folders of the user's definitions.
pub fn net_folders(file: Option<PathBuf>, definition: Option<&Path>, own: Option<PathBuf>) -> NetFolders {
    let beside = definition.and_then(|path| catalogue::definition_file(path)?.parent());
    let beside = beside.map(Path::to_path_buf);
    let standard = Folder::of_user().map(|folder| folder.path);
    NetFolders { file, folders: [beside, own, standard].into_iter().flatten().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nets_are_looked_for_beside_definitions_and_pages() {
        let place = tempfile::tempdir().unwrap();
        let page = place.path().join("page.html");
        std::fs::write(&page, "").unwrap();
        for spec in [page.clone(), place.path().join("page.html#2")] {
            assert_eq!(net_folders(None, Some(&spec), None).folders.first(), Some(&place.path().to_owned()));
        }
    }

    #[test]
    fn a_folder_is_read_again_when_a_file_changes() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path();
        let mut folder = Folder::new(path, FolderRole::Folder);
        assert!(!folder.has_changed());
        std::fs::write(path.join("mine.txt"), "files=5\nranks=5\nroyal=K\nking:K:K::c1,,c5\n").unwrap();
        std::fs::write(path.join("bad.txt"), "files=5\nunheard=1\n").unwrap();
        std::fs::write(path.join("notes.md"), "nothing").unwrap();
        assert!(folder.has_changed());
        let (variants, faults) = folder.read();
        assert_eq!(variants.iter().map(|v| v.name.as_str()).collect::<Vec<_>>(), ["mine"]);
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(!folder.has_changed());
        std::fs::remove_file(path.join("bad.txt")).unwrap();
        assert!(folder.has_changed());
    }

    #[test]
    fn endings_may_be_in_upper_case() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path();
        std::fs::write(path.join("MINE.TXT"), "files=5\nranks=5\nroyal=K\nking:K:K::c1,,c5\n").unwrap();
        std::fs::write(path.join("MORE.INI"), "[wild:chess]\n").unwrap();
        let (variants, faults) = Folder::new(path, FolderRole::Folder).read();
        assert_eq!(
            variants.iter().map(|v| v.name.as_str()).collect::<Vec<_>>(),
            ["MINE", "wild"],
            "{faults:?}"
        );
    }

    #[test]
    fn files_left_out_are_a_fault() {
        let place = tempfile::tempdir().unwrap();
        // An empty section file defines nothing.
        for number in 0..MAX_FILES + 3 {
            std::fs::write(place.path().join(format!("{number}.ini")), "").unwrap();
        }
        let mut folder = Folder::new(place.path(), FolderRole::Folder);
        let (_, faults) = folder.read();
        let [fault] = &faults[..] else { panic!("{faults:?}") };
        assert!(fault.ends_with(": 3 files left out: only the first 1000 are read"), "{fault}");
        assert!(!folder.has_changed());
    }
}
