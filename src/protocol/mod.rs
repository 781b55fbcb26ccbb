//! CECP, the protocol of XBoard and WinBoard, and its move text.

pub mod dialect;
pub mod movetext;
pub mod names;
pub mod command;
