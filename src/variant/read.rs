//! The reader: definition text to a checked variant.

use std::ops::Range;
use std::path::Path;

use super::definition::{Definition, PieceLine};
use super::diagnostic::Diagnostic;
use super::keys::Key;
use super::known;
use super::nearest;
use super::page::{self, Diagram, Page, Pick};
use super::parameters::ParameterReader;
use super::roster::{self, Roster};
use super::setup::{self, Symmetry};
use super::source::{self, Text, printable};
use super::{Captured, PieceType, Variant};
use super::{array, captures, ends, morph, pieces, promotion, review, rules, shuffle, zones};
use crate::board::{Color, Geometry};

/// Default number of files and ranks.
const DEFAULT_SIZE: u16 = 8;
/// Highest rank number: square names have at most two digits.
const LAST_RANK: u16 = 99;

/// Reads a definition. `name` is the name of the source, for example a file name; its stem names the variant unless the
/// definition does.
///
/// Warnings are returned with the variant, in text order.
///
/// ```
/// let text = "pawn::::a2-h2\nrook::::a1,h1\nking::K::e1\n";
/// let (variant, warnings) = griffon::variant::read("rooks.txt", text).unwrap();
/// assert_eq!((variant.name.as_str(), variant.setup.len()), ("rooks", 22));
/// assert!(warnings.is_empty());
/// ```
/// # Errors
/// All diagnostics, in text order, if at least one of them is an error.
pub fn read(name: &str, text: &str) -> Result<(Variant, Vec<Diagnostic>), Vec<Diagnostic>> {
    read_part(name, text, &Pick::First)
}

/// Reads one of several diagrams of a web page, like [`read()`]. A text without diagrams is read as a bare definition.
///
/// # Errors
/// All diagnostics, in text order, if at least one of them is an error; a single one if there is no such diagram.
pub fn read_part(name: &str, text: &str, pick: &Pick) -> Result<(Variant, Vec<Diagnostic>), Vec<Diagnostic>> {
    read_diagram(name, text, &Page::read(text), pick)
}

/// Reads a diagram like [`read_part`], where `page` is what [`Page::read`] found in the text: saves finding all diagrams
/// of a page again for each of them.
///
/// # Errors
/// Those of [`read_part`].
pub fn read_diagram(
    name: &str,
    text: &str,
    page: &Page,
    pick: &Pick,
) -> Result<(Variant, Vec<Diagnostic>), Vec<Diagnostic>> {
    let diagram = page.pick(pick);
    let (definition, heading) = match diagram {
        Some(diagram) => (diagram.definition.clone(), heading(name, page, diagram)),
        None if page.diagrams.is_empty() && matches!(pick, Pick::First | Pick::Number(1)) => {
            (page::bare(text), (stem(name), stem(name)))
        }
        None => return Err(vec![no_such(page, pick)]),
    };
    if let Some(line) = page.diagrams.is_empty().then(|| source::first_section(text)).flatten() {
        let error = Diagnostic::error(line, "this is a `variants.ini`, not a definition");
        return Err(vec![error.with_help(
            "`griffon import` converts its sections to definitions; the option `VariantPath` loads such a file",
        )]);
    }
    let mut report = Vec::new();
    let clean = source::without_controls(definition.text(), &mut report);
    let lines = Definition::parse(&clean, &mut report);
    let drawing = diagram.and_then(|diagram| diagram.drawing.clone()).filter(|_| lines.pieces.is_empty());
    if let Some(tag) = drawing {
        return Err(vec![drawn(tag)]);
    }
    // A text that is not a definition gets one error, not all its consequences.
    let hopeless = report.iter().any(Diagnostic::is_error) && lines.is_empty();
    let variant = if hopeless { None } else { build(heading, &lines, &mut report) };
    for diagnostic in &mut report {
        diagnostic.span = definition.source(diagnostic.span.clone());
    }
    report.extend(diagram.into_iter().flat_map(|diagram| page::warnings(text, diagram)));
    report.sort_by_key(|diagnostic| diagnostic.span.start);
    match variant {
        Some(variant) if !report.iter().any(Diagnostic::is_error) => Ok((variant, report)),
        _ => Err(report),
    }
}

/// The error for a page in which a diagram's script has replaced the definition; `tag` is one that it wrote.
fn drawn(tag: Range<usize>) -> Diagnostic {
    let error =
        Diagnostic::error(tag, "this page was saved after its script ran: it holds no definition any more");
    error.with_help("save the page as \"HTML only\", or copy the definition from the page's source")
}

/// Default name and title of a variant.
type Names = (String, String);

/// Returns the default names of a diagram: those of the page, with a suffix if the page has several diagrams.
fn heading(file: &str, page: &Page, diagram: &Diagram) -> Names {
    let number = page.diagrams.iter().position(|other| other == diagram).map_or(1, |index| index + 1);
    let shared = page.diagrams.iter().filter(|other| other.satellite == diagram.satellite).count() > 1;
    let title = page.title.as_deref().map_or_else(|| stem(file), printable);
    let (stem, part) = (stem(file), printable(&diagram.satellite));
    if page.diagrams.len() == 1 {
        return (stem, title);
    }
    let part = if shared { number.to_string() } else { part };
    (format!("{stem}-{part}"), format!("{title} ({part})"))
}

fn no_such(page: &Page, pick: &Pick) -> Diagnostic {
    let wanted = match pick {
        Pick::First => "a first diagram".to_owned(),
        Pick::Number(number) => format!("diagram number {number}"),
        Pick::Satellite(name) => format!("a diagram with the satellite `{name}`"),
    };
    let error = Diagnostic::error(0..0, format!("the text does not contain {wanted}"));
    let names: Vec<_> = page.diagrams.iter().map(|diagram| format!("`{}`", diagram.satellite)).collect();
    match names.len() {
        0 => error.with_help("it is a bare definition, not a page with `class=\"idiagram\"`"),
        count => error.with_help(format!("it has {count}, with the satellites {}", names.join(", "))),
    }
}

/// Maps the bytes `part` of the move field of piece `piece` (from 0, not counting holes) to their range in `text`, as
/// read by [`read_diagram`]. The range is empty if the field is empty; `None` if there is no such piece.
pub fn move_field(
    text: &str,
    page: &Page,
    pick: &Pick,
    piece: usize,
    part: Range<usize>,
) -> Option<Range<usize>> {
    let definition = page.pick(pick).map_or_else(|| page::bare(text), |diagram| diagram.definition.clone());
    let lines = Definition::parse(definition.text(), &mut Vec::new());
    let field = lines.pieces.get(piece)?.betza.span();
    let at = |byte: usize| (field.start + byte).min(field.end);
    Some(definition.source(at(part.start)..at(part.end)))
}

/// Builds the variant of a definition; `None` if it has no valid board. Errors go to `report`.
fn build(heading: Names, definition: &Definition<'_>, report: &mut Vec<Diagnostic>) -> Option<Variant> {
    let mut general = ParameterReader { definition, roster: &Roster::default(), report };
    let board = board(&mut general);
    let symmetries = [("mirror", Symmetry::Mirror), ("rotate", Symmetry::Rotate), ("none", Symmetry::None)];
    let symmetry = general.word(Key::Symmetry, &symmetries).unwrap_or_default();
    let files = board.as_ref().map_or(DEFAULT_SIZE, Geometry::files);
    let (mut pieces, roster) = pieces::read(definition, files, report);
    let reader = &mut ParameterReader { definition, roster: &roster, report };
    let hands = setup::hands(reader);
    let ends = ends::read(reader, &pieces);
    let synonyms = synonyms(reader);
    let name = own_name(heading.0, reader);
    let sides = [("white", Color::White), ("black", Color::Black)];
    let first = reader.word(Key::ToMove, &sides).unwrap_or(Color::White);
    let (captured, capture_demotes) = captured(reader);
    // The rest needs a board.
    let (mut board, setup) = setup::read(reader, board?, symmetry, &pieces);
    let promotion = promotion::read(reader, &board, &ends.royal);
    let captures = captures::read(reader, promotion.offset);
    let mut drop_zone = |line: &PieceLine<'_>| Some(morph::drop_zone(reader, line.drop_zone?, &board));
    let drop_zones = definition.pieces.iter().map(&mut drop_zone).collect();
    setup::make_fleeting(&mut board, &setup);
    let mut array = |key| array::read(reader, key, &board, &synonyms);
    let (xboard_array, home) = (array(Key::XboardArray), array(Key::HomeArray));
    zones::read(reader, &board, &mut pieces);
    let owned = |text: Text<'_>| text.text.to_owned();
    let mut variant = Variant {
        drop_zones,
        name,
        aliases: reader.value(Key::Aliases).into_iter().flat_map(Text::items).map(owned).collect(),
        title: reader.value(Key::Title).map_or(heading.1, owned),
        rotated: symmetry == Symmetry::Rotate,
        castle_files: castle_files(reader, &board).map(|files| [files; 2]),
        board,
        pieces,
        setup,
        xboard_array,
        hands,
        first,
        promotion,
        captured,
        capture_demotes,
        captures,
        move_rules: rules::read(reader),
        hand_rules: rules::hands(reader),
        pass: rules::passes(reader),
        castling: rules::castling(reader),
        home,
        nominal: None,
        shuffle: shuffle::read(reader),
        ends,
        synonyms,
        parent: parent(reader),
        built_in: false,
    };
    shuffle::complete(&mut variant, reader);
    if !reader.report.iter().any(Diagnostic::is_error) {
        review::review(&variant, reader);
    }
    Some(variant)
}

/// Reads `parent`: the name of a variant of XBoard.
fn parent(reader: &mut ParameterReader<'_>) -> Option<String> {
    let text = reader.value(Key::Parent)?;
    if known::builtin(text.text).is_none() {
        let near = nearest::nearest(text.text, known::KNOWN.iter().map(|variant| variant.name));
        let help =
            near.map_or_else(|| "as in `parent=fairy`".to_owned(), |near| format!("did you mean `{near}`?"));
        let message = format!("{}: XBoard has no variant `{}`", Key::Parent, text.text);
        reader.report.push(text.error(message).with_help(help));
    }
    Some(text.text.to_owned())
}

/// Returns the empty board; `None` if its size or the names of its squares are not known.
fn board(reader: &mut ParameterReader<'_>) -> Option<Geometry> {
    if [Key::Files, Key::Ranks, Key::FirstRank].into_iter().any(|key| reader.definition.misspells(key)) {
        return None;
    }
    let mut side = |key, most| match reader.value(key) {
        Some(text) => reader.number_in(text, key, 1..=most),
        None => Some(DEFAULT_SIZE),
    };
    let files = side(Key::Files, Geometry::MAX_FILES);
    let ranks = side(Key::Ranks, Geometry::MAX_RANKS);
    let (files, ranks) = files.zip(ranks)?;
    // SPEC: diagram readings: "firstRank: the number of the lowest rank in square names"; that includes the names in
    // the definition itself.
    let first = match reader.value(Key::FirstRank) {
        Some(text) => reader.number_in(text, Key::FirstRank, 0..=LAST_RANK + 1 - ranks)?,
        None => 1,
    };
    Some(Geometry::new(files, ranks)?.with_first_rank(i32::from(first)))
}

/// Reads where captured pieces go (`holdingsType`), and whether as their original type (`captureDemotes`).
///
/// SPEC: "By default captured pieces are just discarded, but by setting holdingsType=1 they would get back into the hand
/// of their owner ... With holdingsType=-1 captured pieces would color-flip, and end up in the hand of their capturer"
/// (section Rules).
fn captured(reader: &mut ParameterReader<'_>) -> (Captured, bool) {
    let holdings = [("0", Captured::Discarded), ("1", Captured::ToOwner), ("-1", Captured::ToCaptor)];
    let captured = reader.word(Key::HoldingsType, &holdings).unwrap_or_default();
    let demotes = reader.switch(Key::CaptureDemotes, false);
    let idle = demotes && captured == Captured::Discarded;
    if let Some(text) = reader.value(Key::CaptureDemotes).filter(|_| idle) {
        reader.warn(text, "no effect: captured pieces never go to a hand");
    }
    (captured, demotes && !idle)
}

/// Returns the last component of a path without its extension.
fn stem(file: &str) -> String {
    printable(&Path::new(file).file_stem().map_or(file.into(), |stem| stem.to_string_lossy()))
}

fn own_name(default: String, reader: &mut ParameterReader<'_>) -> String {
    let Some(text) = reader.value(Key::Name) else { return default };
    if text.text.contains([',', ' ', '\t']) {
        let message = "the name of a variant must not contain blanks or commas";
        let help = "XBoard separates names by commas; `title` is the name for people";
        reader.error_with_help(text, message, help);
    }
    text.text.to_owned()
}

/// Reads `castleFiles=c,g`: the files where the king lands when it castles to the left and to the right.
fn castle_files(reader: &mut ParameterReader<'_>, board: &Geometry) -> Option<(u16, u16)> {
    let text = reader.value(Key::CastleFiles)?;
    let file = |text: Text<'_>| {
        let letter = text.text.bytes().next().filter(|b| text.text.len() == 1 && b.is_ascii_lowercase())?;
        Some(u16::from(letter - b'a')).filter(|&file| file < board.files())
    };
    let files = text.split_once(',').and_then(|(left, right)| file(left).zip(file(right)));
    if files.is_none() {
        let message = format!("`castleFiles`: expected two files of the board, found `{}`", text.text);
        reader.error_with_help(text, message, "as in `castleFiles=c,g`: left first");
    }
    files
}

/// Reads `synonyms=HN,EB`: further letters for pieces in FEN and move text.
fn synonyms(reader: &mut ParameterReader<'_>) -> Vec<(String, PieceType)> {
    let roster = reader.roster;
    let mut found: Vec<(String, PieceType)> = Vec::new();
    for item in reader.value(Key::Synonyms).into_iter().flat_map(Text::items) {
        let letter = item.text.chars().next().filter(char::is_ascii_alphabetic);
        let pair = letter.map(|letter| (letter.to_ascii_uppercase().to_string(), &item.text[1..]));
        let meant =
            pair.and_then(|(letter, id)| Some((letter, roster.shown(&roster::read_id(id)?).next_back()?)));
        let error = match meant {
            Some((letter, _)) if roster.shown(&letter).next().is_some() => {
                format!("`synonyms`: `{letter}` is a piece's own ID")
            }
            Some((letter, _)) if found.iter().any(|(known, _)| *known == letter) => {
                format!("`synonyms`: `{letter}` is given more than once")
            }
            Some(synonym) => {
                found.push(synonym);
                continue;
            }
            None => {
                format!("`synonyms`: expected a new letter followed by a piece ID, found `{}`", item.text)
            }
        };
        reader.error_with_help(item, error, "as in `synonyms=HN,EB`: H also means N, E also B");
    }
    found
}
