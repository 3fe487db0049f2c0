//! Comparison runs on this machine: what `warpbench compare` and the window's panel
//! have in common.
//!
//! [`devices`] says what is known of a device, [`machine`] of the machine around it.
//! [`measure`] has a worker measure a task and makes a record of it, [`simulator`]
//! adds what the simulator makes of the same kernel. Who asks for a run decides in
//! which order, and what becomes of the records.

pub(crate) mod devices;
pub(crate) mod machine;
pub(crate) mod measure;
pub(crate) mod simulator;
