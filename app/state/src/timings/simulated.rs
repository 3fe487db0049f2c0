//! Simulated jobs of the timings panel.

use serde::{Deserialize, Serialize};
use warpbench_machine::model::Bottleneck;
use warpbench_machine::observe::counters::Counts;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Simulated {
    pub model: String,
    pub size: Vec<u64>,
    /// Whether the result agrees with the reference.
    pub checked: bool,
    /// The largest difference from it; nothing where a value is not a number.
    pub max_error: Option<f64>,
    /// The largest difference that rounding can explain.
    pub tolerance: f64,
    /// The predicted time of all launches, in seconds.
    pub seconds: f64,
    /// What holds them up most.
    pub bound: Bottleneck,
    /// Bytes that must move.
    pub bytes: u64,
    /// Operations that must be done.
    pub flops: u64,
    pub counts: Counts,
}

impl Simulated {
    /// Operations for each byte that warps move to or from global memory,
    /// whichever cache serves them; nothing where one of both is none.
    pub fn intensity(&self) -> Option<f64> {
        let (flops, bytes) = (self.flops, self.counts.global_bytes_moved);
        (flops > 0 && bytes > 0).then(|| flops as f64 / bytes as f64)
    }
}
