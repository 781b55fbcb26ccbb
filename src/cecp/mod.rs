//! CECP, the protocol of XBoard and WinBoard. SPEC: `xboard.md`.

mod analysis;
mod command;
mod edit;
mod features;
mod game_end;
mod highlight;
mod lines;
mod moves;
mod session;
mod setup;
mod state;
mod turn;

pub use lines::popup;
pub use state::CecpSession;
