//! The SIMT machine and those who listen to it.
//!
//! [`sim`] compiles a checked naga module to warp-wide code and runs it; it judges
//! nothing. [`observe`] counts, detects and records what happens. [`model`] is what
//! is known of GPUs, as data, and the arithmetic over it. What they pass on to each
//! other and to everybody else is plain data: [`profile`] and [`finding`]. What is long
//! in it is written as [`bytes`].
//!
//! Observers know the model and the simulator; neither knows an observer, or the
//! other.

pub mod bytes;
pub mod finding;
pub mod model;
pub mod observe;
pub mod profile;
pub mod sim;

/// The code of the README, which is run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeCode;
