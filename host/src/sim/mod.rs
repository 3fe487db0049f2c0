//! The SIMT machine: runs a kernel warp by warp and tells what happens.
//!
//! [`compile()`] turns a checked module into [`code::Code`] once; [`run()`] runs
//! it over a grid of blocks. Every warp has its own program counter and mask,
//! and runs to its next barrier, or for a while, as the [`Schedule`] says, so
//! that a missing barrier can show. Who wants to know what happened is an
//! [`Observer`]; the machine judges nothing, and it knows no file, clock or
//! thread.
//!
//! It does not know all of WGSL yet: scalars of 32 bits, their vectors, arrays
//! and structures; what is missing is refused by name when it is compiled.

mod alu;
mod block;
pub mod code;
mod compile;
mod memory;
mod observer;
mod problem;
mod warp;

pub use block::{Launch, RunError, Schedule, run};
pub use compile::{CompileError, compile};
pub use memory::Buffers;
pub use observer::{AccessKind, MemoryAccess, Observer, Site, Space};
pub(crate) use problem::Bound;
pub use problem::{Settings, SimulationError, run_problem};
