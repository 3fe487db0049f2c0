//! The SIMT machine: runs a kernel warp by warp and tells what happens.
//!
//! [`compile()`] turns a checked module into [`code::Code`] once; [`run()`] runs
//! it over a grid of blocks. Every warp has its own program counter and mask,
//! and runs to its next barrier, or for a while, as the [`Schedule`] says, so
//! that a missing barrier can show. Who wants to know what happened is an
//! [`Observer`]; the machine judges nothing, and it knows no file, clock or
//! thread.
//!
//! It knows the compute side of WGSL; textures and ray queries are refused by
//! name when a kernel is compiled.

mod absence;
mod access;
mod aftermath;
mod alu;
mod block;
mod check;
pub mod code;
mod compile;
mod error;
mod follow;
mod fragment;
mod launch;
mod meeting;
mod memory;
mod observer;
mod progress;
mod residents;
mod resolve;
mod schedule;
mod subgroup;
mod vector;
mod warp;

pub(crate) use absence::reason;
pub use check::{Numbers, exact, range};
pub use compile::{CompileError, compile};
pub use error::StillValue;
pub use error::{AwaitedWord, Deadlock, MissingLanes, RunError, Standstill, StandstillCause};
pub use launch::{Launch, SideBySide, block_bytes, run, run_blocks};
pub use memory::{Buffers, GlobalMemory, MOST_BLOCKS_AT_ONCE, MOST_BUFFER_BYTES};
pub use observer::{
    Absence, AccessKind, Cause, Exchange, Failed, MemoryAccess, MemoryWords, NamedLanes,
};
pub use observer::{Observer, Origin, Printed, Site, Space, Unexchanged, Unfit, Use};
pub use schedule::Schedule;
pub use subgroup::POISON;
