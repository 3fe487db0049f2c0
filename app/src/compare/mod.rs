//! Comparison runs on this machine: what `warpbench compare` and the window's panel
//! have in common.
//!
//! [`devices`] says what is known of a device, [`machine`] of the machine around it.
//! [`measure`] has a worker measure a task and makes a record of it, [`simulator`]
//! adds what the simulator makes of the same kernel. Who asks for a run decides in
//! which order, and what becomes of the records.

#[cfg(not(target_arch = "wasm32"))]
pub(crate) mod devices;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) mod machine;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) mod measure;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) mod simulator;

use warpbench_compare::results::Machine;

/// The usual name of a result file, which says where it comes from, for those of many
/// machines in one folder.
pub(crate) fn file_name(machine: &Machine) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '-' };
    format!("results-{}.json", machine.name.chars().map(plain).collect::<String>())
}
