//! The command line, the protocols, the documents, mutated inputs, and matches.

mod bad_input;
mod cecp;
mod cecp_arrays;
mod cecp_commands;
mod cecp_dialect;
mod cecp_highlight;
mod cli_gauntlet;
mod cli_install;
mod cli_learn;
mod cli_match;
mod cli_match_pooled;
mod cli_mates;
mod cli_measure;
mod cli_openings;
mod cli_positions;
mod cli_show;
mod cli_values;
mod definition_check;
mod docs_commands;
mod docs_pictures;
mod fuzz;
mod fuzz_process;
mod import;
mod import_differences;
mod import_values;
mod limits;
mod match_peers;
mod more_variants;
mod pages;
mod soak;
#[path = "../support/mod.rs"]
mod support;
mod uci;
mod words;
mod xboard_dialect;
mod xboard_reader;
