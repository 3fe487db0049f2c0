//! What somebody does in the panel, and what has to be done for it.

use super::export::Format;
use super::measure::Job;
use warpbench_catalog::Variant;

/// What somebody does in the panel.
#[derive(Clone, Debug)]
pub enum Action {
    /// Run the shown kernel on every target that is on; where its text was
    /// edited, that as well.
    RunRung,
    /// Run all rungs on every target that is on.
    RunLadder,
    /// End the run and forget those that wait.
    Cancel,
    /// Switch a target on or off.
    ToggleDevice(usize),
    /// Show bars, roofline or table.
    View(View),
    /// Draw the roofline of this target.
    Plot(usize),
    /// What the roofline counts as bytes.
    Intensity(Intensity),
    /// Run at the size that is stepped through, or at the usual ones.
    SteppedSize(bool),
    /// Put the table into the clipboard.
    CopyMarkdown,
    /// Write the table to a file.
    SaveCsv,
    /// Write the picture to a file.
    SavePng,
    /// Write the picture to a file that can be scaled.
    SaveSvg,
    Dismiss,
    /// Show another kernel; for whoever knows what is shown.
    Choose(&'static Variant),
}

/// What has to be done for an action.
#[derive(Debug)]
pub enum Effect {
    Start(Box<Job>),
    /// End the run and drop those that wait.
    Cancel,
    /// Put the table into the clipboard.
    Copy,
    /// Ask for a file and write to it.
    Save(Format),
    Choose(&'static Variant),
}

/// The ways to look at it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Bars per rung and target.
    #[default]
    Bars,
    /// A point per rung under the ceilings of one target.
    Roofline,
    Table,
}

/// What a roofline counts as bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intensity {
    /// What warps moved, counted by the simulator before caches.
    Counted,
    /// What must move at least: each input once, each result once.
    Least,
}
