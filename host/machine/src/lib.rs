//! The SIMT machine and those who listen to it.
//!
//! [`sim`] compiles a checked naga module to warp-wide code and runs it; it judges
//! nothing. [`observe`] counts, detects and records what happens. [`model`] is what
//! is known of GPUs, as data, and the arithmetic over it. What all of them report
//! is plain data.

pub mod finding;
pub mod model;
pub mod observe;
pub mod sim;
