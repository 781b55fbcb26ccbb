//! The end of a round: a candidate that has passed its gate is written to its files.

use super::folder::{BEST, CANDIDATE};
use super::session::{Learning, refuse};
use super::state::{self, LearningRound};
use crate::net::NetFile;
use crate::system::files::named;
use std::io;
use std::path::PathBuf;

impl Learning<'_> {
    /// Ends a round with the result of its gate.
    pub(super) fn conclude(&mut self, round: LearningRound) -> io::Result<()> {
        let state = &mut self.state;
        state.unpublished = round.passed;
        state.rounds.push(round);
        (state.pending, state.stage) = (None, state.stage + 1);
        // If a file cannot be written, the next start writes it.
        self.save()?;
        self.publish()
    }
    /// Writes the candidate of the last round to the file of the evaluation in use and to that of the user, if it has
    /// passed and that is not done yet.
    pub(super) fn publish(&mut self) -> io::Result<()> {
        if !self.state.unpublished {
            return Ok(());
        }
        let [candidate, best] = [CANDIDATE, BEST].map(|name| self.path(name));
        let out = &self.plan.out;
        let (elo, error) = self.state.gained();
        if candidate.is_file() {
            let mut file = NetFile::open(&candidate).map_err(|error| refuse(&candidate, &error))?;
            self.keep_other_net(&file)?;
            (file.header.elo, file.header.elo_error) =
                ((elo * 10.0).round() as i32, (error * 10.0).round() as i32);
            state::write(&best, &file.write())?;
        }
        if best.is_file() {
            let bytes = std::fs::read(&best).map_err(named(&best))?;
            state::write(out, &bytes)?;
            self.say(&format!("written to {}: {elo:+.0} ±{error:.0} Elo over the estimate", out.display()));
        }
        self.state.unpublished = false;
        self.save()
    }
    /// Keeps a net that `new` will replace, unless `new` has won against it or was about to replace it before.
    fn keep_other_net(&mut self, new: &NetFile) -> io::Result<()> {
        let out = &self.plan.out;
        let Ok(other) = NetFile::open(out) else { return Ok(()) };
        let best = self.best().and_then(|best| NetFile::open(&best).ok());
        if is_same(&other, new) || best.is_some_and(|best| is_same(&best, &other) || is_same(&best, new)) {
            return Ok(());
        }
        let is_free = |path: &PathBuf| {
            !path.exists() || NetFile::open(path).is_ok_and(|earlier| is_same(&earlier, &other))
        };
        let [stem, ending] = [out.file_stem(), out.extension()]
            .map(|part| part.map(|part| part.to_string_lossy()).unwrap_or_default());
        let numbered = |number: u32| match number {
            1 => out.with_file_name(format!("{stem}.old.{ending}")),
            _ => out.with_file_name(format!("{stem}.old{number}.{ending}")),
        };
        let Some(kept) = (1..).map(numbered).find(is_free) else { return Ok(()) };
        let bytes = std::fs::read(out).map_err(named(out))?;
        state::write(&kept, &bytes)?;
        self.say(&format!("{} is another net: it is kept as {}", out.display(), kept.display()));
        Ok(())
    }
}

/// Whether two nets evaluate alike.
fn is_same(one: &NetFile, other: &NetFile) -> bool {
    one.weights == other.weights && one.layers == other.layers
}
