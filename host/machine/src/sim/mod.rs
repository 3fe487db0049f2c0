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
//!
//! # Where what is decided
//!
//! - **Code** ([`code`], `compile`): all functions are inlined; registers are columns of 32
//!   or 64 lanes whatever the model's width. Words of uniform buffers are in registers from
//!   the start. Of calls only ranges of instructions are left (`code/calls.rs`), from which a
//!   finding says how the kernel comes to its line.
//! - **Forward progress** (`progress`, `fragment`, `residents`): a loop that cannot end is an
//!   error with its lanes and the values that stand still. Lanes that wait for memory sleep
//!   until it changes, as a fragment of their warp; then other warps run, then other blocks.
//!   When nobody can go on, nobody ever will, and who waits for what is known. Where nobody
//!   waits, everything happens in the order it always did.
//! - **Blocks in turns** (`residents`): whoever records may have blocks start together. Each
//!   then does what it does alone, in the same order, which is how a finding of the counted
//!   run is found in a recording.
//! - **Masks** (`meeting`): lanes that a mask names meet before an exchange. If nobody else
//!   can go on, they do so without the rest, and an observer judges.
//! - **Stopping**: the machine asks every 512 instructions whether to go on; who calls it has
//!   the clock.
//! - **Undefined values** (`follow`): a marked register is followed lane by lane until it is
//!   stored, decides a branch or says where to write. A warp without one pays one look for
//!   each instruction.
//! - **Speed** (`vector`, `access`): every operation works on whole columns in plain loops,
//!   compiled once more for wide vectors. Loads and stores look at lanes in groups of eight,
//!   which mostly want one word or eight neighbouring ones.

mod absence;
mod access;
mod aftermath;
mod alu;
mod block;
mod check;
pub mod code;
mod compile;
mod ending;
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
pub use check::{Numbers, exact};
pub use compile::{CompileError, compile};
pub use error::StillValue;
pub use error::{AwaitedWord, Deadlock, MissingLanes, RunError, Standstill, StandstillCause};
pub use launch::{Launch, SideBySide, block_bytes, run, run_blocks};
pub use memory::{Buffers, GlobalMemory, MOST_BLOCKS_AT_ONCE, MOST_BUFFER_BYTES};
pub use observer::WarpMeeting;
pub use observer::{
    Absence, AccessKind, Arrival, Cause, Exchange, Failed, LoopRounds, MemoryAccess, MemoryWords,
};
pub use observer::{NamedLanes, Observer, Origin, Printed, Site, Space, Unexchanged, Unfit, Use};
pub use schedule::Schedule;
pub use subgroup::POISON;
