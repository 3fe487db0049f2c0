//! Job runner: looks for devices and takes jobs, one after the other, in the background.

#[cfg(not(target_arch = "wasm32"))]
mod threads;
#[cfg(target_arch = "wasm32")]
mod workers;

#[cfg(not(target_arch = "wasm32"))]
pub use threads::Runner;
#[cfg(target_arch = "wasm32")]
pub use workers::{Measuring, WorkerRunner as Runner};

use super::job::{Failure, Outcome, RunKey};
use serde::{Deserialize, Serialize};
use warpbench_device::Devices;

#[derive(Debug, Serialize, Deserialize)]
pub enum RunnerEvent {
    /// The machine has been looked at.
    Devices(Devices),
    Running {
        key: RunKey,
        stage: String,
        /// How much of it is done.
        done: usize,
        /// How much there is, at a guess.
        of: usize,
    },
    /// A run is over. One that was stopped is not spoken of.
    Ended(RunKey, Result<Outcome, Failure>),
}
