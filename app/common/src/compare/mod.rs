//! Comparison runs on this machine: what `warpbench compare` and the window's panel
//! have in common.
//!
//! [`devices`] says what is known of a device, [`machine`] of the machine around it.
//! [`measure`] has a worker measure a task and makes a record of it, [`simulator`]
//! adds what the simulator makes of the same kernel. Who asks for a run decides in
//! which order, and what becomes of the records.

#[cfg(not(target_arch = "wasm32"))]
pub mod devices;
#[cfg(not(target_arch = "wasm32"))]
pub mod machine;
#[cfg(not(target_arch = "wasm32"))]
pub mod measure;
#[cfg(not(target_arch = "wasm32"))]
pub mod simulator;

use warpbench_compare::results::{Counted, Machine};
use warpbench_machine::observe::counters::Counts;

/// The usual name of a result file, which says where it comes from, for those of many
/// machines in one folder.
pub fn file_name(machine: &Machine) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '-' };
    format!("results-{}.json", machine.name.chars().map(plain).collect::<String>())
}

/// What the simulator counted, as it stands beside what hardware counts.
pub fn counted(counts: &Counts) -> Counted {
    Counted {
        global_requests: Some(counts.global_requests),
        global_sectors: Some(counts.global_sectors),
        shared_requests: Some(counts.shared_requests),
        bank_conflicts: Some(counts.bank_conflicts),
        divergent_branches: Some(counts.divergent_branches),
        atomics: Some(counts.atomics),
    }
}
