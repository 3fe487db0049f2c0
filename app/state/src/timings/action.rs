//! Actions of the timings panel, and what has to be done for them.

use super::job::Job;

/// What somebody does in the panel.
#[derive(Clone, Debug, PartialEq)]
pub enum TimingsAction {
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
    View(TimingsView),
    /// Draw the roofline of this target.
    Plot(usize),
    /// What the roofline counts as bytes.
    Intensity(Intensity),
    /// Run at the size that is stepped through, or at the usual ones.
    SteppedSize(bool),
    /// Put the table into the clipboard.
    CopyMarkdown,
    /// Write the table or the picture to a file.
    Save(FileFormat),
    Dismiss,
    /// Show another kernel, by its name; for whoever knows what is shown.
    Choose(&'static str),
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
    Save(FileFormat),
    Choose(&'static str),
}

/// What a file can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFormat {
    Csv,
    /// A browser is sent no painter of pixels: that would double what is downloaded.
    #[cfg(not(target_arch = "wasm32"))]
    Png,
    Svg,
}

impl FileFormat {
    /// The ending of its files' names.
    pub fn ending(self) -> &'static str {
        match self {
            FileFormat::Csv => "csv",
            #[cfg(not(target_arch = "wasm32"))]
            FileFormat::Png => "png",
            FileFormat::Svg => "svg",
        }
    }

    /// What it is, for the dialog.
    pub fn description(self) -> &'static str {
        match self {
            FileFormat::Csv => "Comma-separated values",
            #[cfg(not(target_arch = "wasm32"))]
            FileFormat::Png => "PNG picture",
            FileFormat::Svg => "SVG picture",
        }
    }
}

/// The ways to look at it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimingsView {
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
