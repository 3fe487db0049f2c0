//! A run of a suite on the devices of this machine.

#[cfg(not(target_arch = "wasm32"))]
mod processes;

#[cfg(not(target_arch = "wasm32"))]
pub use processes::run;

use crate::timings::machine::Workers;
#[cfg(target_arch = "wasm32")]
use std::sync::atomic::AtomicBool;
use warpbench_compare::results::Results;
use warpbench_report::DeviceInfo;

/// What is to be measured, and by whom.
#[derive(Clone)]
pub struct LiveRequest {
    /// Names of suites, families and kernels.
    pub suite: Vec<String>,
    pub devices: Vec<DeviceInfo>,
    pub workers: Workers,
}

/// How far a run is.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveProgress {
    pub done: usize,
    pub of: usize,
    /// What is being done.
    pub what: String,
    pub seconds_left: Option<f64>,
}

#[derive(Debug)]
pub enum LiveEvent {
    Progress(LiveProgress),
    /// All that was measured so far.
    Measured(Box<Results>),
    /// It is over; says why if it could not be done.
    Ended(Option<String>),
}

/// A browser lends its device to one page at a time and says little of it, so nothing is
/// measured there that could stand beside other machines.
#[cfg(target_arch = "wasm32")]
pub fn run(_request: &LiveRequest, _cancel: &AtomicBool, tell: &dyn Fn(LiveEvent)) {
    let why = "comparisons are measured by the program for the desktop; result files can be \
               dropped here, and Timings runs single kernels through WebGPU";
    tell(LiveEvent::Ended(Some(why.to_owned())));
}
