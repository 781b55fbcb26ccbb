//! An independent reader of XBoard 4.9.1's `setup` command: the table of piece slots and the position.
//!
//! SPEC: `xboard.md` 2.3, 2.4.

use super::At;
use std::collections::BTreeMap;

/// Slots of one side; the king's is the last.
const SLOTS: usize = 66;
/// Distance from a slot to that of its promoted form, unless the table says otherwise.
const PROMOTED: usize = 11;
/// Second characters of IDs.
const SUFFIXES: [char; 2] = ['\'', '!'];
/// Content of the slot of a promoted form.
const PLUS: &str = "+";

/// The slots of one side.
#[derive(Clone, Debug)]
pub struct Table {
    /// `[slot]`: the ID, `+` for a promoted form, `~` for a promoted pawn; `None`: absent.
    entries: Vec<Option<String>>,
    /// `[slot]`: the slot of the piece turned over.
    partners: Vec<usize>,
}

impl Table {
    /// Reads the half of a table that belongs to one side.
    fn read(text: &str) -> Result<Self, String> {
        let mut marked: BTreeMap<usize, String> = BTreeMap::new();
        let mut entries = vec![None; SLOTS];
        let mut characters = text.chars().peekable();
        let mut slot = 0;
        while let Some(first) = characters.next() {
            let mark = (first == '^').then_some(());
            let letter = if mark.is_some() { characters.next() } else { Some(first) };
            let mut id =
                letter.filter(|c| c.is_ascii_alphabetic() || "+~.".contains(*c)).ok_or(text)?.to_string();
            id.extend(characters.next_if(|c| SUFFIXES.contains(c)));
            if characters.peek().is_none() {
                if id.len() > 1 {
                    return Err(format!("the king's ID has a suffix: {text}"));
                }
                slot = SLOTS - 1;
            }
            if slot >= SLOTS {
                return Err(format!("more than {SLOTS} slots: {text}"));
            }
            if mark.is_some() {
                marked.insert(slot, id);
                entries[slot] = Some(PLUS.to_owned());
            } else {
                entries[slot] = (id != ".").then_some(id);
            }
            slot += 1;
        }
        let beside = |slot: usize| match slot {
            0..PROMOTED => slot + PROMOTED,
            PROMOTED..22 => slot - PROMOTED,
            _ => slot,
        };
        let mut table = Self { entries, partners: (0..SLOTS).map(beside).collect() };
        for (slot, base) in marked {
            let base = table.slot(&base).ok_or(format!("^{base} without {base}: {text}"))?;
            for piece in [base, slot] {
                let old = table.partners[piece];
                if table.partners[old] == piece {
                    table.partners[old] = old;
                }
            }
            table.partners[base] = slot;
            table.partners[slot] = base;
        }
        Ok(table)
    }

    /// The first slot with this ID, which may begin with `+`.
    pub fn slot(&self, id: &str) -> Option<usize> {
        match id.strip_prefix('+').filter(|base| !base.is_empty()) {
            Some(base) => {
                let slot = self.partners[self.slot(base)?];
                (self.entries[slot].as_deref() == Some(PLUS)).then_some(slot)
            }
            None => self.entries.iter().position(|entry| entry.as_deref() == Some(id)),
        }
    }
}

/// The answer to a `variant` command, as XBoard understands it.
#[derive(Debug)]
pub struct Setup {
    /// White's slots, then Black's.
    pub tables: [Table; 2],
    /// By square: whether the piece is White's, and its slot; `None`: a hole.
    pub cells: BTreeMap<At, Option<(bool, usize)>>,
}

impl Setup {
    /// Reads a `setup` line.
    ///
    /// # Errors
    /// What XBoard cannot read: it then starts from another position without saying so.
    pub fn read(line: &str) -> Result<Self, String> {
        let words: Vec<&str> = line.split(' ').collect();
        let ["setup", table, size, fen, ..] = words[..] else { return Err(format!("not a setup: {line}")) };
        let table = table.strip_prefix('(').and_then(|text| text.strip_suffix(')')).ok_or("no table")?;
        // Each king ends its side's half; the halves differ only in case, and in the letters of the kings.
        let (white, black) = table.split_at(table.len() / 2);
        let tables = [Table::read(white)?, Table::read(&black.to_ascii_uppercase())?];
        if !black.bytes().all(|b| !b.is_ascii_uppercase()) {
            return Err(format!("capitals in Black's half: {table}"));
        }
        let (files, rest) = size.split_once('x').ok_or("no size")?;
        let ranks = rest.split('+').next().unwrap_or_default();
        let [files, ranks]: [i32; 2] =
            [files.parse().map_err(|_| "files")?, ranks.parse().map_err(|_| "ranks")?];
        let board = fen.split('[').next().unwrap_or_default();
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != ranks as usize {
            return Err(format!("{} ranks: {fen}", rows.len()));
        }
        let mut cells = BTreeMap::new();
        for (row, rank) in rows.iter().rev().zip(0..) {
            let length = Self::read_rank(&tables, row, rank, &mut cells)?;
            if length != files {
                return Err(format!("{length} files: {row}"));
            }
        }
        Ok(Self { tables, cells })
    }

    /// Reads one rank and returns its length.
    fn read_rank(
        tables: &[Table; 2],
        text: &str,
        rank: i32,
        cells: &mut BTreeMap<At, Option<(bool, usize)>>,
    ) -> Result<i32, String> {
        let mut characters = text.chars().peekable();
        let mut file = 0;
        while let Some(&first) = characters.peek() {
            if first.is_ascii_digit() {
                let mut empty = 0;
                while let Some(digit) = characters.next_if(char::is_ascii_digit) {
                    empty = 10 * empty + digit.to_digit(10).unwrap_or_default() as i32;
                }
                file += empty;
                continue;
            }
            characters.next();
            if first == '*' {
                cells.insert((file, rank), None);
            } else {
                let plus = first == '+';
                let letter = if plus { characters.next() } else { Some(first) };
                let letter = letter.filter(char::is_ascii_alphabetic).ok_or(format!("no piece: {text}"))?;
                let white = letter.is_ascii_uppercase();
                let mut id = if plus { String::from(PLUS) } else { String::new() };
                id.push(letter.to_ascii_uppercase());
                id.extend(characters.next_if(|c| SUFFIXES.contains(c)));
                let slot = tables[usize::from(!white)].slot(&id).ok_or(format!("{id} unknown: {text}"))?;
                cells.insert((file, rank), Some((white, slot)));
            }
            file += 1;
        }
        Ok(file)
    }
}
