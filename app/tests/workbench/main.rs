//! The workbench as somebody uses it, without a display: keys and clicks go in,
//! and what is shown is looked up as a screen reader would.

mod blocks;
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
mod snapshots;
mod source;
mod stage;
mod support;
