//! Selection of variants by name: two names of a built-in variant select the same one.

use super::output::{CliError, CliResult, complain};
use crate::variant::{catalogue, nearest};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Returns the name of the built-in variant that `name` means, or else `name`.
fn identity(name: &str) -> &str {
    catalogue::find(name).map_or(name, |entry| &entry.variant.name)
}

/// Removes variants named before, with a warning.
pub fn distinct(names: &[String]) -> Vec<String> {
    let mut first: BTreeMap<&str, &str> = BTreeMap::new();
    let mut kept = Vec::new();
    for name in names {
        match first.get(identity(name)) {
            Some(other) if other == name => complain(format_args!("warning: `{name}` is named twice")),
            Some(other) => complain(format_args!("warning: `{other}` and `{name}` are the same variant")),
            None => {
                first.insert(identity(name), name);
                kept.push(name.clone());
            }
        }
    }
    kept
}

/// Variants selected by name; without names, every variant.
pub struct VariantSelection<'a> {
    /// The names as given, by the variants that they mean.
    names: BTreeMap<&'a str, &'a str>,
}

impl<'a> VariantSelection<'a> {
    /// Creates the selection of the named variants.
    pub fn new(names: impl IntoIterator<Item = &'a String>) -> Self {
        Self { names: names.into_iter().map(|name| (identity(name), name.as_str())).collect() }
    }
    /// Whether a variant is selected.
    pub fn holds(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.contains_key(identity(name))
    }
    /// Checks that every selected variant is in `offered`, the variants of `place`.
    ///
    /// # Errors
    /// The first one that is not.
    pub fn check<'b>(
        &self,
        offered: impl IntoIterator<Item = &'b str>,
        place: impl fmt::Display,
    ) -> CliResult {
        let known: BTreeSet<&str> = offered.into_iter().map(identity).collect();
        match self.names.iter().find(|(variant, _)| !known.contains(*variant)) {
            None => Ok(()),
            Some((_, name)) => Err(CliError::input(format_args!(
                "{place} has no variant `{name}`\nhelp: {}",
                nearest::help(name, known.iter().copied())
            ))),
        }
    }
}
