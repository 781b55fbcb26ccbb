//! What the GUI is taught.

pub mod dialect;
