//! The workbench as somebody uses it, without a display: keys and clicks go in,
//! and what is shown is looked up as a screen reader would.

mod blocks;
mod comparison;
mod explanations;
mod files;
mod findings;
mod gallery;
mod interactions;
mod keyboard;
mod labs;
mod lessons;
mod overlaps;
mod pictures;
mod playback;
mod programs;
mod snapshots;
mod source;
mod stage;
mod support;

/// Results of machines that nobody has, as the tests of result files have them.
#[path = "../../../host/compare/tests/compare/support.rs"]
#[expect(dead_code, reason = "only some of them are needed here")]
mod results;
