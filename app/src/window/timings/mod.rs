//! Timings: the ladder on every device of this machine, side by side.
//!
//! [`Session`] is what the window holds: it asks a background thread for runs and
//! takes in what comes back. [`show`] draws [`Timings`] and returns what somebody
//! did as [`Action`]s. In between, each file is one step: [`runner`] and
//! [`measure`] run jobs, [`state`] keeps what came of them, [`ceilings`] and
//! [`sheet`] work out what the numbers mean, [`bars`] and [`mod@roofline`] say
//! where things lie, [`paint`] and [`plot`] draw them, and [`export`] writes them
//! down.
//!
//! Times of GPUs, of software and of the simulator are never drawn on one scale.

pub mod action;
pub mod bars;
pub mod ceilings;
pub mod edited;
pub mod export;
pub mod measure;
pub mod paint;
pub mod panel;
pub mod plot;
pub mod record;
pub mod roofline;
pub mod runner;
pub mod session;
pub mod sheet;
pub mod simulated;
pub mod state;
pub mod table;
pub mod target;
pub mod words;

#[cfg(test)]
mod fixtures;
#[cfg(test)]
mod tests;

pub use action::{Action, Intensity, View};
pub use edited::EditedText;
pub use measure::Workers;
pub use panel::{Context, show};
pub use session::Session;
pub use state::Timings;
