//! The catalogue of built-in definitions, and loading of others.

use std::io::{self, Read};
use std::path::Path;

use once_cell::sync::Lazy;

use super::diagnostic::{self, Diagnostic};
use super::page::Pick;
use super::{Variant, nearest, read, read_part};

/// Name of standard input where a file is expected.
pub const STDIN: &str = "-";

/// A built-in definition.
#[derive(Clone, Debug)]
pub struct CatalogueEntry {
    /// Its path in the source tree.
    pub file: &'static str,
    /// Its text.
    pub text: &'static str,
    /// Its variant.
    pub variant: Variant,
}

macro_rules! embed {
    ($folder:literal: $($name:literal)*) => {
        &[$((concat!($folder, $name, ".txt"), include_str!(concat!("../../", $folder, $name, ".txt")))),*]
    };
}

/// Files and texts, in the order in which the GUI lists the variants: those that XBoard knows by name, 22 for its other
/// buttons, the rest by name.
const FILES: &[(&str, &str)] = embed!["variants/":
    "normal" "fischerandom" "crazyhouse" "knightmate" "berolina" "cylinder" "capablanca" "gothic" "janus" "falcon"
    "grand" "shatranj" "courier" "makruk" "xiangqi" "shogi" "chu" "nocastle" "wildcastle" "caparandom" "asean"
    "great" "seirawan" "spartan" "synochess" "atomic" "3check" "giveaway" "suicide" "losers"
    "amazon" "nightrider" "grasshopper" "minishogi" "metamachy" "losalamos" "gardner" "minixiangqi" "torishogi"
    "horde" "chaturanga" "omega" "shako" "wildebeest" "embassy" "kingofthehill" "racingkings" "antichess"
    "shoshogi" "dai" "fide-clobberers" "maharajah" "lion"
    "5check" "acedrex" "active" "ai-wok" "almost" "balbo" "bird" "breakthrough" "cagliostro" "cannonshogi"
    "capahouse" "centaur" "chak" "chancellor" "chessgi" "chigorin" "clobberers" "clobberers-nutters"
    "clobberers-rookies" "codrus" "coregal" "diamond" "diana" "dobutsu" "dragonfly" "empire" "eurasian"
    "euroshogi" "extinction" "fide-nutters" "fide-rookies" "gemini" "gigachess" "gorogoro" "gorogoroplus"
    "grotesque" "gustav3" "heian" "heiandai" "hoppelpoppel" "indiangreat" "jesonmor" "judkins" "kinglet"
    "ladorean" "legan" "lightbrigade" "loop" "makhouse" "makpong" "manchu" "mansindam" "microchess" "minihouse"
    "modern" "newzealand" "nutters" "nutters-rookies" "okisakishogi" "omicron" "opulent" "orda" "pandemonium"
    "pawnback" "pawnone" "pawnsideways" "peasant" "perfect" "petty" "pocketknight" "roman" "rookies" "sac"
    "schoolbook" "selfcapture" "semitorpedo" "shatar" "shinobi" "sittuyin" "spanisharcher" "stalematewin" "teammate"
    "tencubed" "terachess" "threekings" "torpedo" "troitzky" "univers" "upsidedown" "wa" "weak" "wolf" "yarishogi"
    "zanzibar" "zanzibarxxl"
];

/// Files and texts of the variants that are known by name but not listed in the GUI.
const MORE_FILES: &[(&str, &str)] = embed!["variants/more/":
    "1d-chess" "3check-crazyhouse" "4x5chess" "4x6chess" "5x6chess" "6x6atom" "advancedpawn" "ajax-orthodox"
    "alapo" "allexplodeatomic" "allwayspawns" "anti-losalamos" "antiantichess" "antiatomic" "antihouse"
    "antiminishogi" "argess" "atomar" "atomic-giveaway" "atomic-giveaway-hill" "atomiczh" "backrank"
    "blackletter" "breakthrough5" "cambodian" "capture" "captureall" "castle" "caught-in-a-snag" "centaurking"
    "checkmateless" "chennis" "checkshogi" "chessvshp" "coffeehouse" "coffeerace" "cornerrook" "crossderby" "crossing"
    "crowdedxiangqi" "doublearmy" "dragon" "dragon-chess" "elimination" "elvenchess" "epicatomic" "forward"
    "fullmoon" "georgian" "gethenian" "gothhouse" "grandhouse" "haynie" "hexapawn" "janggi" "janggicasual" "janggihouse"
    "janggimodern" "janggitraditional"
    "kamikazerooks" "karouk" "khans" "kyotoshogi" "leaperhouse" "mandala" "massacre" "micro" "mounted" "muje" "nocheckatomic"
    "opposite-castling" "ordamirror" "ordavsempire" "paradigm" "pawnsking" "pawnsmassacre" "pawnsonly"
    "placement" "quasi-shatranj" "raazuvaa" "racingchess" "river" "rookmate" "rooksquare" "screen"
    "shinobimirror" "shinobiplus" "shogun" "shouse" "sixthrank" "sortofalmost" "squatter" "stardust" "symmetric"
    "twokings2" "xhess" "xiangqihouse"
];

static ENTRIES: Lazy<Vec<CatalogueEntry>> = Lazy::new(|| entries(FILES));
/// Read on first use: there are many.
static MORE: Lazy<Vec<CatalogueEntry>> = Lazy::new(|| entries(MORE_FILES));

fn entries(files: &[(&'static str, &'static str)]) -> Vec<CatalogueEntry> {
    // A test reads every file, so none is dropped here.
    let entry = |&(file, text)| {
        let (mut variant, _) = read(file, text).ok()?;
        variant.built_in = true;
        Some(CatalogueEntry { file, text, variant })
    };
    files.iter().filter_map(entry).collect()
}

/// Returns the built-in variants that are offered in the GUI, in its order.
pub fn all() -> &'static [CatalogueEntry] {
    &ENTRIES
}

/// Returns the built-in variants that can be played by name but are not listed in the GUI.
pub fn more() -> &'static [CatalogueEntry] {
    &MORE
}

/// Returns all built-in variants, those listed in the GUI first.
pub fn every() -> impl Iterator<Item = &'static CatalogueEntry> + Clone {
    all().iter().chain(more())
}

/// Finds a built-in variant by name or alias, ignoring case; listed ones come first.
///
/// ```
/// assert_eq!(griffon::variant::catalogue::find("Gardner").unwrap().variant.name, "gardner");
/// ```
pub fn find(name: &str) -> Option<&'static CatalogueEntry> {
    find_in(all(), name).or_else(|| find_in(more(), name))
}

/// Reads the built-in definition whose file has the name, without the rest of the catalogue.
pub fn definition(name: &str) -> Option<Variant> {
    let is_named = |path: &str| Path::new(path).file_stem().is_some_and(|stem| stem == name);
    let found = FILES.iter().chain(MORE_FILES).find(|(file, _)| is_named(file))?;
    entries(&[*found]).pop().map(|entry| entry.variant)
}

fn find_in<'a>(entries: &'a [CatalogueEntry], name: &str) -> Option<&'a CatalogueEntry> {
    let by_name = entries.iter().find(|entry| entry.variant.name.eq_ignore_ascii_case(name));
    by_name.or_else(|| entries.iter().find(|entry| entry.variant.is_called(name)))
}

/// A loaded variant and its source.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The variant.
    pub variant: Variant,
    /// The diagnostics of its definition: warnings only.
    pub warnings: Vec<Diagnostic>,
    /// Name of the source.
    pub file: String,
    /// The text, to which the spans of the warnings refer.
    pub source: String,
    /// The selected diagram of the text.
    pub pick: Pick,
}

/// The reason why a variant could not be loaded. `Display` gives the full message: one line, or diagnostics with
/// carets.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// No built-in variant or file has that name.
    #[error("error: no variant or file is called `{spec}`\nhelp: {}", suggestion(nearest))]
    Unknown {
        /// The requested name.
        spec: String,
        /// The built-in names that begin with it, or else the most similar one.
        nearest: Vec<&'static str>,
    },
    /// The file or standard input cannot be read.
    #[error("error: {file}: {error}")]
    Io {
        /// Name of the source.
        file: String,
        /// The error.
        #[source]
        error: io::Error,
    },
    /// The definition is refused.
    #[error("{}", diagnostic::render(diagnostics, file, text).trim_end())]
    Refused {
        /// Name of the source.
        file: String,
        /// The text.
        text: String,
        /// At least one error.
        diagnostics: Vec<Diagnostic>,
    },
}

fn suggestion(nearest: &[&str]) -> String {
    match nearest {
        [] => "`griffon variants` lists the built-in variants".to_owned(),
        names => format!("did you mean {}?", nearest::list(names)),
    }
}

/// What the name of a variant refers to.
#[derive(Clone, Debug)]
pub enum VariantSource<'a> {
    /// A built-in definition.
    BuiltIn(&'static CatalogueEntry),
    /// A file, or standard input (`-`), and the diagram in it.
    File(&'a Path, Pick),
}

/// Finds what the name of a variant refers to: a built-in variant by name or alias, else a file; see [`split`] for
/// pages with several diagrams. A name with a dot or a slash is that of a file, which need not exist.
///
/// # Errors
/// If the name is unknown.
pub fn resolve(spec: &str) -> Result<VariantSource<'_>, LoadError> {
    let (path, pick) = split(spec);
    let file = VariantSource::File(Path::new(path), pick);
    // Does not load the catalogue for a path, because its memory would count in `check --stats`.
    if path == STDIN || spec.contains(PATH_CHARACTERS) {
        return Ok(file);
    }
    match find(spec) {
        Some(entry) => Ok(VariantSource::BuiltIn(entry)),
        None if Path::new(path).exists() => Ok(file),
        None => Err(unknown(spec)),
    }
}

/// Characters of paths that are in no built-in name.
const PATH_CHARACTERS: [char; 3] = ['/', '\\', '.'];

/// Loads the variant named by `spec`; see [`resolve`].
///
/// ```
/// let chess = griffon::variant::catalogue::load("chess").unwrap();
/// assert_eq!(chess.variant.name, "normal");
/// let error = griffon::variant::catalogue::load("shogy").unwrap_err();
/// assert!(error.to_string().ends_with("did you mean `shogi`?"));
/// ```
/// # Errors
/// If the name is unknown, the source cannot be read, or its definition is refused.
pub fn load(spec: &str) -> Result<Loaded, LoadError> {
    match resolve(spec)? {
        VariantSource::BuiltIn(entry) => {
            let (variant, file, source) =
                (entry.variant.clone(), entry.file.to_owned(), entry.text.to_owned());
            Ok(Loaded { variant, warnings: Vec::new(), file, source, pick: Pick::First })
        }
        VariantSource::File(path, pick) => {
            let (file, source) = read_source(path)?;
            load_part(file, source, pick)
        }
    }
}

/// Returns the error for an unknown name, with suggestions.
pub fn unknown(spec: &str) -> LoadError {
    let names = every().flat_map(|entry| entry.variant.names());
    LoadError::Unknown { spec: spec.to_owned(), nearest: nearest::several(spec, names) }
}

/// Whether the definition comes from standard input.
pub fn is_stdin(spec: &str) -> bool {
    split(spec).0 == STDIN
}

/// Splits a file name from the diagram: `page.html#2` is the second one, `page.html#name` the one with the satellite
/// `name`. A file name may itself contain a `#`.
pub fn split(spec: &str) -> (&str, Pick) {
    match spec.rsplit_once('#') {
        Some((path, part)) if !Path::new(spec).exists() => (path, Pick::parse(part)),
        _ => (spec, Pick::First),
    }
}

/// The file that a variant name or file name with a diagram refers to, if there is one.
pub fn definition_file(spec: &Path) -> Option<&Path> {
    let path = match spec.to_str().map(resolve) {
        None => spec,
        Some(Ok(VariantSource::File(path, _))) => path,
        Some(_) => return None,
    };
    path.is_file().then_some(path)
}

/// Whether the name of a variant can be that of a file or folder: definitions come from anywhere, and must not choose
/// another place.
pub fn is_file_name(name: &str) -> bool {
    !matches!(name, "" | "." | "..") && !name.contains(['/', '\\', ':', '\0'])
}

/// Size limit of a definition or page, in bytes: input from the web must not fill the memory.
pub const LARGEST: u64 = 4 << 20;

/// Reads a file, or standard input if the path is `-`. Returns its name and its text.
///
/// # Errors
/// If it cannot be read or is larger than [`LARGEST`].
pub fn read_source(path: &Path) -> Result<(String, String), LoadError> {
    let is_stdin = path.as_os_str() == STDIN;
    let file = if is_stdin { "stdin".to_owned() } else { path.display().to_string() };
    if !is_stdin && path.is_dir() {
        let error = io::Error::other("this is a folder; give a file in it (`griffon check` reads folders)");
        return Err(LoadError::Io { file, error });
    }
    let bytes = match is_stdin {
        true => read_at_most(io::stdin().lock(), LARGEST),
        false => std::fs::File::open(path).and_then(|file| read_at_most(file, LARGEST)),
    };
    match bytes {
        Ok(bytes) => Ok((file, decode(bytes))),
        Err(error) => Err(LoadError::Io { file, error }),
    }
}

/// Opens a regular file for reading; others, such as pipes, are refused because they could block a session forever.
///
/// # Errors
/// If it is not a regular file or cannot be opened.
pub fn open_regular(path: &Path) -> io::Result<std::fs::File> {
    if std::fs::metadata(path)?.is_file() {
        return std::fs::File::open(path);
    }
    Err(io::Error::other("this is not a regular file"))
}

/// Reads everything, up to `most` bytes: a device may be endless.
///
/// # Errors
/// If it cannot be read or is larger.
pub fn read_at_most(from: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!("larger than {} MiB", most >> 20)));
    }
    Ok(bytes)
}

/// Decodes UTF-8, UTF-16 with a byte order mark, or else Latin-1, as in old pages.
fn decode(bytes: Vec<u8>) -> String {
    let units = |of: fn([u8; 2]) -> u16| {
        let pairs = bytes.chunks_exact(2).map(|pair| of([pair[0], pair[1]]));
        String::from_utf16_lossy(&pairs.collect::<Vec<_>>())
    };
    match bytes[..] {
        [0xFF, 0xFE, ..] => units(u16::from_le_bytes),
        [0xFE, 0xFF, ..] => units(u16::from_be_bytes),
        _ => String::from_utf8(bytes)
            .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect()),
    }
}

/// Loads a diagram of a text; `file` is the name of the text.
///
/// # Errors
/// If its definition is refused or there is no such diagram.
pub fn load_part(file: String, source: String, pick: Pick) -> Result<Loaded, LoadError> {
    match read_part(&file, &source, &pick) {
        Ok((variant, warnings)) => Ok(Loaded { variant, warnings, file, source, pick }),
        Err(diagnostics) => Err(LoadError::Refused { file, text: source, diagnostics }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The horde has no king: "White has no king".
    const NO_ROYAL: &str = "White starts without a royal piece";

    #[test]
    fn every_built_in_definition_reads_without_warnings() {
        for (file, text) in FILES.iter().chain(MORE_FILES) {
            match read(file, text) {
                Ok((variant, warnings)) => {
                    let fine = |w: &Diagnostic| *file == "variants/horde.txt" && w.message == NO_ROYAL;
                    assert!(warnings.iter().all(fine), "{}", diagnostic::render(&warnings, file, text));
                    let folder = file.strip_suffix(&format!("{}.txt", variant.name));
                    assert!(matches!(folder, Some("variants/" | "variants/more/")), "{file}");
                }
                Err(errors) => panic!("{}", diagnostic::render(&errors, file, text)),
            }
        }
    }

    #[test]
    fn no_two_built_in_variants_share_a_name() {
        let names = every().flat_map(|entry| entry.variant.names());
        let mut names: Vec<_> = names.map(str::to_ascii_lowercase).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(names.iter().all(|name| !name.contains(PATH_CHARACTERS)));
    }

    #[test]
    fn every_file_of_the_folder_is_built_in() {
        let definitions = |folder: &str| {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
            let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
            files.filter(|file| file.path().extension().is_some_and(|end| end == "txt")).count()
        };
        assert_eq!(definitions("variants"), FILES.len());
        assert_eq!(definitions("variants/more"), MORE_FILES.len());
    }
}
