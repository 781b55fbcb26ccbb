//! Results of a perft suite, as text or JSON.

use super::output::{CliError, CliResult, complain};
use crate::arena::suite::SuiteRow;
use crate::arena::verify::RowVerdict;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;

/// Number of rows by verdict.
#[derive(Default)]
struct SuiteTotal {
    passed: usize,
    failed: usize,
    skipped: usize,
    over: usize,
    nodes: u64,
}

/// Prints the failed rows, one line per variant, and the totals.
///
/// # Errors
/// [`CliError::Failed`] if a row failed or none was checked.
pub fn write(json: bool, rows: &[SuiteRow], verdicts: &[RowVerdict], out: &mut dyn Write) -> CliResult {
    let mut variants: BTreeMap<&str, SuiteTotal> = BTreeMap::new();
    let mut all = SuiteTotal::default();
    for (row, verdict) in rows.iter().zip(verdicts) {
        for tally in [&mut all, variants.entry(row.variant.as_str()).or_default()] {
            match verdict {
                RowVerdict::Passed => {
                    tally.passed += 1;
                    tally.nodes += row.nodes;
                }
                RowVerdict::Wrong(_) | RowVerdict::Error(_) => tally.failed += 1,
                RowVerdict::Skipped => tally.skipped += 1,
                RowVerdict::OverLimit => tally.over += 1,
            }
        }
        write_row(json, row, verdict, out)?;
    }
    if json {
        let summary = json!({ "passed": all.passed, "failed": all.failed, "skipped": all.skipped,
            "over_max_nodes": all.over, "nodes": all.nodes });
        writeln!(out, "{summary}")?;
    } else {
        for (name, tally) in &variants {
            writeln!(out, "{name}: {}", tally.words())?;
        }
        if all.skipped > 0 {
            let names = variants.iter().filter(|(_, tally)| tally.skipped > 0).map(|(name, _)| *name);
            writeln!(out, "skipped, not in the catalogue: {}", names.collect::<Vec<_>>().join(" "))?;
        }
        writeln!(out, "{}", all.words())?;
    }
    if all.passed + all.failed == 0 {
        // Standard error, so that standard output stays valid JSON.
        complain("error: no row was checked");
    }
    if all.failed == 0 && all.passed > 0 { Ok(()) } else { Err(CliError::Failed) }
}

fn write_row(json: bool, row: &SuiteRow, verdict: &RowVerdict, out: &mut dyn Write) -> CliResult {
    let (counted, message) = match verdict {
        RowVerdict::Passed | RowVerdict::Skipped | RowVerdict::OverLimit => return Ok(()),
        RowVerdict::Wrong(counted) => (Some(*counted), format!("expected {}, counted {counted}", row.nodes)),
        RowVerdict::Error(message) => (None, message.clone()),
    };
    let place = format!("{}:{}", row.file.display(), row.line);
    if json {
        let object = json!({ "row": place, "variant": row.variant, "depth": row.depth, "fen": row.fen,
            "expected": row.nodes, "counted": counted, "message": message });
        writeln!(out, "{object}")?;
    } else {
        let fen = row.fen.as_deref().unwrap_or("start position");
        writeln!(out, "FAILED {place}: {} depth {}: {message}; {fen}", row.variant, row.depth)?;
    }
    Ok(())
}

impl SuiteTotal {
    fn words(&self) -> String {
        let mut text = format!("{} passed, {} failed", self.passed, self.failed);
        for (number, what) in [(self.skipped, "skipped"), (self.over, "over --max-nodes")] {
            if number > 0 {
                text += &format!(", {number} {what}");
            }
        }
        text
    }
}
