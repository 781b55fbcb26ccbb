//! What the notation and definitions mean: the documents that specify them, sentence by sentence, and the rules.

mod catalogue_moves;
mod definition_catalogue;
mod definition_errors;
mod definition_reading;
mod definition_rules;
mod documents;
mod hand_moves;
mod imports;
mod moves_of_others;
mod movetext_unique;
mod notation_betza2;
mod notation_bracket;
mod notation_directions;
mod notation_ideas;
mod notation_legs;
mod notation_text;
mod notation_trees;
mod notation_walker;
mod notation_xbetza;
mod rule_booleans;
mod rule_captures;
mod rule_draws;
mod rule_ends;
mod rule_extinction;
mod rule_moves;
mod rule_setups;
mod rule_unmoved;
mod rules_together;
mod seed_betza2;
mod seed_diagrams;
mod seed_drops;
mod seed_xbetza;
mod seeds;
#[path = "../support/mod.rs"]
mod support;
mod tokens;
