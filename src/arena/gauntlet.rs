//! Table of matches: engines against opponents in several variants.

use super::contest::MatchScore;
use super::engine::spec::{self, EngineSpec};
use super::stats::Estimate;
use std::fmt::Write;

/// One match of the table.
#[derive(Clone, Debug)]
pub struct GauntletRow {
    pub engine: String,
    pub opponent: String,
    pub variant: String,
    /// An opponent with fixed nodes; see [`EngineSpec::ladder`].
    pub ladder: Option<(EngineSpec, u64)>,
    /// Result, or the reason why the match was not played.
    pub outcome: Result<MatchScore, String>,
}

/// Node limit at which the opponent is as strong as the engine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum NodeOdds {
    /// Below the lowest limit tried: the opponent is stronger even there.
    Below(u64),
    /// Between two limits tried, by linear interpolation of the Elo difference over the logarithm of the nodes.
    At(f64),
    /// Above the highest limit tried.
    Above(u64),
}

/// Returns the node limit of equal strength for `(nodes, Elo difference)` pairs in ascending order of nodes; `None`
/// without pairs.
pub fn level(rungs: &[(u64, f64)]) -> Option<NodeOdds> {
    let (&(lowest, first), &(highest, last)) = (rungs.first()?, rungs.last()?);
    let crossing = rungs.windows(2).find(|pair| pair[0].1 >= 0.0 && pair[1].1 < 0.0);
    if let Some([(few, above), (many, below)]) = crossing {
        let (low, high) = ((*few as f64).ln(), (*many as f64).ln());
        let share = above / (above - below);
        return Some(NodeOdds::At((low + share * (high - low)).exp()));
    }
    Some(if first < 0.0 || last < 0.0 { NodeOdds::Below(lowest) } else { NodeOdds::Above(highest) })
}

impl std::fmt::Display for NodeOdds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Below(nodes) => write!(f, "below {nodes}"),
            Self::At(nodes) => write!(f, "about {:.0}", round(*nodes)),
            Self::Above(nodes) => write!(f, "above {nodes}"),
        }
    }
}

/// Rounds to two significant figures.
fn round(value: f64) -> f64 {
    let unit = 10f64.powf((value.max(1.0).log10() - 1.0).floor());
    (value / unit).round() * unit
}

/// Returns the rows by key, in order of appearance.
fn groups<'a, K: PartialEq>(
    rows: &'a [GauntletRow],
    key: impl Fn(&'a GauntletRow) -> Option<K>,
) -> Vec<(K, Vec<&'a GauntletRow>)> {
    let mut found: Vec<(K, Vec<_>)> = Vec::new();
    for row in rows {
        let Some(key) = key(row) else { continue };
        match found.iter_mut().find(|(other, _)| *other == key) {
            Some((_, group)) => group.push(row),
            None => found.push((key, vec![row])),
        }
    }
    found
}

/// Adds up the results.
pub fn total<'a>(rows: impl Iterator<Item = &'a GauntletRow>) -> MatchScore {
    let mut sum = MatchScore::default();
    rows.filter_map(|row| row.outcome.as_ref().ok()).for_each(|tally| sum.join(tally));
    sum
}

/// Formats the rows as Markdown: for each engine and opponent a table with totals and the matches not played; then the
/// node limits at which opponents with fixed nodes are level.
pub fn markdown(rows: &[GauntletRow]) -> String {
    let mut text = String::new();
    for ([engine, opponent], group) in groups(rows, |row| Some([row.engine.as_str(), &row.opponent])) {
        let _ = writeln!(text, "### {engine} against {opponent}\n");
        text += "| Variant | Games | W-D-L | Score | Elo | Faults | Opponent's faults |\n";
        text += "|---|--:|--:|--:|--:|---|---|\n";
        let played = group.iter().filter_map(|row| Some((row.variant.as_str(), row.outcome.as_ref().ok()?)));
        played.clone().for_each(|(variant, tally)| line(&mut text, variant, tally));
        let total = total(group.iter().copied());
        if played.count() > 1 {
            line(&mut text, "**all**", &total);
        }
        text.push('\n');
        for (name, memory) in [engine, opponent].into_iter().zip(total.memory) {
            if memory.is_known() {
                let _ = writeln!(text, "Memory of {name}: {memory}\n");
            }
        }
        for row in group {
            if let Err(why) = &row.outcome {
                let _ = writeln!(text, "{}: not played: {why}\n", row.variant);
            }
        }
    }
    let whole = total(rows.iter());
    if !rows.is_empty() {
        let _ = writeln!(text, "All games: {}", whole.words());
    }
    text + &levels(rows)
}

fn line(text: &mut String, variant: &str, tally: &MatchScore) {
    let [losses, draws, wins] = tally.games.0;
    let score = tally.score().map_or_else(String::new, |score| format!("{:.1} %", 100.0 * score));
    let elo = tally.estimate().map_or_else(String::new, |estimate| elo(&estimate));
    let [own, other] = tally.faults;
    let games = tally.len();
    let _ = writeln!(
        text,
        "| {variant} | {games} | {wins}-{draws}-{losses} | {score} | {elo} | {own} | {other} |"
    );
}

/// Formats `+12 ± 30`, or both ends of a lopsided interval.
fn elo(estimate: &Estimate) -> String {
    let (up, down) = (estimate.high - estimate.elo, estimate.elo - estimate.low);
    if (up - down).abs() < 0.2 * (up + down) {
        format!("{:+.0} ± {:.0}", estimate.elo, estimate.error())
    } else {
        format!("{:+.0} ({:+.0} to {:+.0})", estimate.elo, estimate.low, estimate.high)
    }
}

/// Returns `(nodes, Elo difference)` of one variant, in ascending order of nodes.
fn rungs(rows: &[&GauntletRow], variant: &str) -> Vec<(u64, f64)> {
    let of_variant = rows.iter().filter(|row| row.variant == variant);
    let mut rungs: Vec<(u64, f64)> = of_variant
        .filter_map(|row| Some((row.ladder.as_ref()?.1, row.outcome.as_ref().ok()?.estimate()?.elo)))
        .collect();
    rungs.sort_by_key(|rung| rung.0);
    rungs
}

fn levels(rows: &[GauntletRow]) -> String {
    let mut text = String::new();
    let mut groups = groups(rows, |row| Some((row.engine.as_str(), row.ladder.as_ref()?.0.clone())));
    spec::distinguish(groups.iter_mut().map(|((_, opponent), _)| opponent));
    for ((engine, opponent), group) in groups {
        let mut variants: Vec<&str> = Vec::new();
        for row in &group {
            if !variants.contains(&row.variant.as_str()) {
                variants.push(&row.variant);
            }
        }
        let found = variants.iter().map(|variant| (variant, rungs(&group, variant)));
        let found: Vec<_> = found.filter(|(_, rungs)| rungs.len() > 1).collect();
        if found.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n### Nodes at which `{}` is level with {engine}\n", opponent.label());
        text += "| Variant | Nodes a move |\n|---|--:|\n";
        for (variant, rungs) in found {
            let level = level(&rungs).map_or_else(String::new, |level| level.to_string());
            let _ = writeln!(text, "| {variant} | {level} |");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::contest::GameResult;
    use crate::arena::record::EngineFault;
    use crate::board::Color;

    #[test]
    fn level_is_where_the_elo_difference_is_zero() {
        assert_eq!(level(&[]), None);
        assert_eq!(level(&[(2000, -5.0), (10_000, -80.0)]), Some(NodeOdds::Below(2000)));
        assert_eq!(level(&[(2000, 300.0), (10_000, 20.0)]), Some(NodeOdds::Above(10_000)));
        // Halfway on the logarithmic scale.
        let found = level(&[(1000, 200.0), (4000, -200.0), (9000, -300.0)]);
        assert!(matches!(found, Some(NodeOdds::At(nodes)) if (nodes - 2000.0).abs() < 1.0), "{found:?}");
        assert_eq!(found.map(|level| level.to_string()), Some("about 2000".into()));
    }

    fn row(opponent: &str, variant: &str, nodes: Option<u64>, winner: Option<Color>) -> GauntletRow {
        let mut tally = MatchScore::default();
        let fault = winner.map(|color| (color.other(), EngineFault::Time));
        tally.add(0, GameResult::new(true, winner, fault));
        tally.add(1, GameResult::new(false, None, None));
        GauntletRow {
            engine: "E".into(),
            opponent: opponent.into(),
            variant: variant.into(),
            ladder: nodes.map(|nodes| (EngineSpec::read("F", &[]).expect("an engine"), nodes)),
            outcome: Ok(tally),
        }
    }

    #[test]
    fn tables_have_totals_faults_and_unplayed_matches() {
        let mut rows = vec![
            row("F 2k", "normal", Some(2000), Some(Color::White)),
            row("F 2k", "shogi", Some(2000), None),
            row("F 10k", "normal", Some(10_000), Some(Color::Black)),
        ];
        rows.push(GauntletRow {
            outcome: Err("the engine does not play `chu`".into()),
            ..row("F 2k", "chu", Some(2000), None)
        });
        let text = markdown(&rows);
        for part in [
            "### E against F 2k",
            "| normal | 2 | 1-1-0 | 75.0 % |",
            "| none | 1 time |",
            "| **all** | 4 | 1-3-0 | 62.5 % |",
            "chu: not played: the engine does not play `chu`",
            "All games: 1-4-1 (W-D-L)",
            "### Nodes at which `F` is level with E",
            "| normal | about 4500 |",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("| shogi | about"));
    }
}
