//! Drawings of positions, as text and as SVG.

pub mod grid;
pub mod svg;
mod text;

pub use text::draw;
