//! CECP and its move text.

pub mod movetext;
