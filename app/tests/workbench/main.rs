//! The workbench as somebody uses it, without a display: keys and clicks go in,
//! and what is shown is looked up as a screen reader would.

mod files;
mod interactions;
mod overlaps;
mod pictures;
mod playback;
mod snapshots;
mod stage;
mod support;
