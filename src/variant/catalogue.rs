//! The catalogue: definitions that are built in, and the way to any other.

use std::fmt;
use std::io::{self, Read};
use std::path::Path;

use once_cell::sync::Lazy;

use super::diagnostic::{self, Diagnostic};
use super::{Variant, nearest, read};

/// What stands for standard input where a file is expected.
pub const STDIN: &str = "-";

/// A built-in definition.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its file in the source tree.
    pub file: &'static str,
    /// Its text.
    pub text: &'static str,
    /// What it says.
    pub variant: Variant,
}

macro_rules! embed {
    ($($name:literal)*) => {
        &[$((concat!("variants/", $name, ".txt"), include_str!(concat!("../../variants/", $name, ".txt")))),*]
    };
}

/// Files and texts, in the order in which the GUI offers the variants.
const FILES: &[(&str, &str)] = embed![
    "normal" "fischerandom" "crazyhouse" "knightmate" "berolina" "cylinder" "capablanca" "gothic" "janus" "falcon"
    "grand" "shatranj" "courier" "makruk" "xiangqi" "shogi" "chu"
    "amazon" "nightrider" "grasshopper" "minishogi" "metamachy"
];

static ENTRIES: Lazy<Vec<Entry>> = Lazy::new(|| {
    // A test reads every file, so that none is left out here.
    let entry = |&(file, text)| read(file, text).ok().map(|(variant, _)| Entry { file, text, variant });
    FILES.iter().filter_map(entry).collect()
});

/// All built-in variants, in the order in which to offer them.
pub fn all() -> &'static [Entry] {
    &ENTRIES
}

/// The built-in variant with that name or alias, in any case.
pub fn find(name: &str) -> Option<&'static Entry> {
    let is = |known: &str| known.eq_ignore_ascii_case(name);
    let by_name = all().iter().find(|entry| is(&entry.variant.name));
    by_name.or_else(|| all().iter().find(|entry| entry.variant.aliases.iter().any(|alias| is(alias))))
}

/// A variant and where it comes from.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The variant.
    pub variant: Variant,
    /// What is to be said about its definition: warnings only.
    pub warnings: Vec<Diagnostic>,
    /// What to call the source.
    pub file: String,
    /// The text, to which the spans of the warnings refer.
    pub source: String,
}

/// Why a variant could not be loaded. Displayed, it is ready to be shown: one line, or diagnostics with carets.
#[derive(Debug)]
pub enum LoadError {
    /// There is neither a built-in variant nor a file of that name.
    Unknown {
        /// What was asked for.
        spec: String,
        /// The built-in name that is most like it.
        nearest: Option<&'static str>,
    },
    /// The file or standard input cannot be read.
    Io {
        /// What to call it.
        file: String,
        /// What went wrong.
        error: io::Error,
    },
    /// The definition is refused.
    Refused {
        /// What to call the source.
        file: String,
        /// The text.
        source: String,
        /// At least one error.
        diagnostics: Vec<Diagnostic>,
    },
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { spec, nearest } => {
                write!(f, "error: no variant and no file is called `{spec}`")?;
                match nearest {
                    Some(name) => write!(f, "\nhelp: did you mean `{name}`?"),
                    None => write!(f, "\nhelp: `griffon variants` lists the variants that are built in"),
                }
            }
            Self::Io { file, error } => write!(f, "error: {file}: {error}"),
            Self::Refused { file, source, diagnostics } => {
                f.write_str(diagnostic::render(diagnostics, file, source).trim_end())
            }
        }
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// Loads the variant that `spec` names: a built-in name or alias, a file, or `-` for standard input.
///
/// ```
/// let chess = griffon::variant::catalogue::load("chess").unwrap();
/// assert_eq!(chess.variant.name, "normal");
/// let error = griffon::variant::catalogue::load("shogy").unwrap_err();
/// assert!(error.to_string().ends_with("did you mean `shogi`?"));
/// ```
/// # Errors
/// When nothing has that name, or what has cannot be read, or its definition is refused.
pub fn load(spec: &str) -> Result<Loaded, LoadError> {
    if let Some(entry) = find(spec) {
        let (variant, file, source) = (entry.variant.clone(), entry.file.to_owned(), entry.text.to_owned());
        return Ok(Loaded { variant, warnings: Vec::new(), file, source });
    }
    let is_path = spec.contains(['/', '\\', '.']) || Path::new(spec).exists();
    if spec != STDIN && !is_path {
        let names = all().iter().map(|entry| &entry.variant).flat_map(|variant| {
            std::iter::once(variant.name.as_str()).chain(variant.aliases.iter().map(String::as_str))
        });
        return Err(LoadError::Unknown { spec: spec.to_owned(), nearest: nearest::nearest(spec, names) });
    }
    load_file(Path::new(spec))
}

/// Loads a definition from a file, or from standard input if the path is `-`.
///
/// # Errors
/// When it cannot be read, or the definition is refused.
pub fn load_file(path: &Path) -> Result<Loaded, LoadError> {
    let is_stdin = path.as_os_str() == STDIN;
    let file = if is_stdin { "stdin".to_owned() } else { path.display().to_string() };
    let mut bytes = Vec::new();
    let read_bytes = if is_stdin {
        io::stdin().lock().read_to_end(&mut bytes).map(|_| ())
    } else {
        std::fs::read(path).map(|content| bytes = content)
    };
    if let Err(error) = read_bytes {
        return Err(LoadError::Io { file, error });
    }
    // Old pages are not always UTF-8; what is not cannot be a rule.
    let source = String::from_utf8_lossy(&bytes).into_owned();
    match read(&file, &source) {
        Ok((variant, warnings)) => Ok(Loaded { variant, warnings, file, source }),
        Err(diagnostics) => Err(LoadError::Refused { file, source, diagnostics }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_definition_reads_without_warnings() {
        for (file, text) in FILES {
            match read(file, text) {
                Ok((variant, warnings)) => {
                    assert!(warnings.is_empty(), "{}", diagnostic::render(&warnings, file, text));
                    assert_eq!(format!("variants/{}.txt", variant.name), *file);
                }
                Err(errors) => panic!("{}", diagnostic::render(&errors, file, text)),
            }
        }
    }

    #[test]
    fn no_two_built_in_variants_share_a_name() {
        let mut names: Vec<_> = all()
            .iter()
            .flat_map(|entry| std::iter::once(&entry.variant.name).chain(&entry.variant.aliases))
            .map(|name| name.to_ascii_lowercase())
            .collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn every_file_of_the_folder_is_built_in() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants");
        let files = std::fs::read_dir(folder).map_or(0, Iterator::count);
        assert_eq!(files, FILES.len());
    }
}
