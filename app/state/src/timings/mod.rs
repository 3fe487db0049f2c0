//! Timings: the ladder on every device of this machine, side by side. Nothing here
//! draws on the screen; `panels::timings` does.
//!
//! [`session`] is what the window holds: it asks a background thread for runs and
//! takes in what comes back. Somebody's [`action`]s change the [`state`]. In
//! between, each file is one step: [`runner`] and [`machine`] run [`job`]s, the
//! state keeps what came of them, [`comparison`] has the crate `compare` work out
//! what the numbers mean, [`chart`] and [`mod@roofline`] say where things lie,
//! [`labels`] and [`table`] what is written, and [`export`] writes it down.
//! [`measured`] has times of cards that were measured elsewhere, [`compact`] the
//! bars where there is little room.
//!
//! Times of GPUs, of software and of the simulator are never drawn on one scale.

pub mod action;
pub mod chart;
pub mod compact;
pub mod comparison;
mod device_job;
pub mod edited_job;
pub mod edited_text;
pub mod export;
pub mod job;
pub mod labels;
pub mod ladder;
#[cfg_attr(target_arch = "wasm32", path = "machine_web.rs")]
pub mod machine;
pub mod measured;
pub mod roofline;
pub mod runner;
pub mod session;
pub mod simulated;
pub mod simulator;
pub mod state;
pub mod table;
pub mod target;

#[cfg(any(test, feature = "fixtures"))]
pub mod fixtures;
#[cfg(test)]
mod tests;
