//! Actions of the comparison panel.

use super::shown::{ComparisonFilter, DeviceKey};
use std::path::PathBuf;
use warpbench_compare::figures::Kind;

/// How sources are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ComparisonView {
    /// What was opened.
    Files,
    /// The figures of a kind; two roads to one card have their reasons beside them.
    Figures(Kind),
    /// What the simulator counts beside what hardware counts.
    Counters,
}

impl ComparisonView {
    /// All of them with their names, in the order in which they are shown.
    pub const ALL: [(ComparisonView, &'static str); 8] = [
        (ComparisonView::Files, "Files"),
        (ComparisonView::Figures(Kind::Rates), "Rates"),
        (ComparisonView::Figures(Kind::Speedups), "Speed-ups"),
        (ComparisonView::Figures(Kind::Roofline), "Roofline"),
        (ComparisonView::Figures(Kind::Scaling), "Sizes"),
        (ComparisonView::Figures(Kind::Predicted), "Predicted"),
        (ComparisonView::Counters, "Counters"),
        (ComparisonView::Figures(Kind::Apis), "CUDA and WGSL"),
    ];

    /// What it shows, in a sentence.
    pub fn about(self) -> &'static str {
        match self {
            ComparisonView::Files => "What was opened: machines, devices and how much was measured",
            ComparisonView::Figures(Kind::Rates) => "How fast each rung is on each device",
            ComparisonView::Figures(Kind::Speedups) => {
                "How much faster each rung is than the one before it"
            }
            ComparisonView::Figures(Kind::Roofline) => {
                "What each kernel computes for the bytes that must move, under each device's roof"
            }
            ComparisonView::Figures(Kind::Scaling) => {
                "Speed over size: launch cost, caches and memory as plateaus"
            }
            ComparisonView::Figures(Kind::Predicted) => {
                "What the simulator predicts, against what the device took"
            }
            ComparisonView::Counters => "What the simulator counts beside what hardware counts",
            ComparisonView::Figures(Kind::Apis) => {
                "The same card through CUDA and through WGSL, and why they differ"
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum ComparisonAction {
    /// Ask for result files, and open them.
    Ask,
    Open(Vec<PathBuf>),
    /// Take a source out, by its id.
    Remove(u64),
    View(ComparisonView),
    Filter(ComparisonFilter),
    /// Hide a device, or show it again.
    ToggleDevice(DeviceKey),
    /// Hide all others of its class.
    OnlyDevice(DeviceKey),
    /// Open a kernel's rung.
    OpenKernel(String),
    /// Show a kernel's two texts side by side, and what was counted of it.
    OpenTwins(String),
    /// Put away what is shown of a kernel.
    CloseKernel,
    /// Measure the quick suite on the devices of this machine.
    Measure,
    /// End that; what was measured stays.
    Stop,
    /// Write what was measured on this machine into a file.
    Save,
}
