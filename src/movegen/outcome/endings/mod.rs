//! Endings that most games do not have; one file each.

mod baring;
mod castling;
mod checks;
mod connection;
mod extinction;
mod goal;
mod impasse;
pub(crate) mod list;
mod passing;
