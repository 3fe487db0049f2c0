//! Why a run did not come to its end.

use super::code::{Reg, Scalar};
use super::observer::Space;
use std::time::Duration;
use thiserror::Error;

/// A run that did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RunError {
    /// The kernel may be endless.
    #[error(
        "the kernel was stopped after {most} instructions; a loop may never end, or the limit \
         is too low for this size"
    )]
    Budget { most: u64 },
    /// The kernel may be endless, says whoever has a clock.
    #[error(
        "the run was stopped after {} s; a loop may never end, or the limit is too low for this \
         size", .limit.as_secs_f64()
    )]
    Time { limit: Duration },
    /// Lanes go round in a loop that nothing can end.
    #[error("the kernel was stopped: it can never end")]
    Endless(Box<Standstill>),
    /// Lanes wait at a barrier of their warp for others that never come.
    #[error("the kernel was stopped: threads wait for others that never come")]
    Missing(Box<MissingLanes>),
    /// A block waits for another that does not run at the same time: the launch
    /// has to run with [`Launch::interleaved`](super::Launch::interleaved).
    #[error("a block waits for another one")]
    NeedsOthers,
    /// A `usize` or `isize` became larger than the word that this module keeps it in:
    /// another one has to run, which gives it two.
    #[error("a `usize` needs more than 32 bits")]
    Outgrown,
    /// Whoever was asked whether to go on said no.
    #[error("the kernel was stopped before its end")]
    Stopped,
    /// No machine has such warps.
    #[error("a warp has 1 to 64 lanes, not {0}")]
    Width(u32),
    /// A block needs too much memory.
    #[error(
        "a block needs {bytes} bytes for its threads' variables and its shared memory; the \
         simulator gives it {most} at most"
    )]
    Memory { bytes: u64, most: u64 },
    /// Blocks that wait for each other need too much memory.
    #[error(
        "{blocks} blocks wait for each other, and take {bytes} bytes for their threads' variables \
         and their shared memory; the simulator gives them {most} at most"
    )]
    ResidentMemory { blocks: u64, bytes: u64, most: u64 },
    /// A buffer has more bytes than addresses reach.
    #[error(
        "buffer `{name}` has {bytes} bytes; the simulator addresses buffers with 32 bits, so \
         {most} is the most"
    )]
    Oversized { name: String, bytes: u64, most: u64 },
    /// The launch does not fit the kernel.
    #[error("the kernel uses {wanted} buffers, but {given} were given")]
    Buffers { wanted: usize, given: usize },
}

/// Lanes of a warp that go round in a loop and can never leave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standstill {
    /// The loop, by the index of its [`Op::Loop`](super::code::Op::Loop).
    pub op: u32,
    /// The block, x, y, z.
    pub block: [u32; 3],
    /// The warp, within its block.
    pub warp: u32,
    pub lanes: u64,
    /// Instructions that the block's warps have executed.
    pub step: u64,
    /// The variables that the loop's end depends on, as the first lane has them.
    pub values: Vec<StillValue>,
    /// A word of memory that it depends on, if that is known.
    pub word: Option<AwaitedWord>,
    /// After so many rounds, all that its end depends on is as it was.
    pub period: u32,
    pub cause: StandstillCause,
}

/// A variable that stands still.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StillValue {
    /// The function that it belongs to.
    pub function: String,
    pub name: String,
    pub register: Reg,
    pub scalar: Scalar,
    /// Its one or two words.
    pub bits: u64,
    /// Whether it is the same in all of the lanes.
    pub is_uniform: bool,
}

/// Why lanes can never leave a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StandstillCause {
    /// There is no way out of it.
    NoExit,
    /// A comparison that its end depends on always has the same outcome: its
    /// instruction.
    Foregone(u32),
    /// A counter changes by the same every round and never comes to where the loop
    /// ends, even where it wraps around.
    PassesBy {
        /// The counter's register.
        counter: Reg,
        scalar: Scalar,
        step: u32,
        is_down: bool,
        bound: u32,
    },
    /// Nothing that others could do would end it.
    Alone,
    /// They wait for memory that nobody is left to change.
    Waiting(Deadlock),
}

/// What is known when nobody can go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deadlock {
    /// A barrier that others of the block wait at, by its instruction, and the
    /// warp and the lanes that do.
    pub barrier: Option<(u32, u32, u64)>,
    /// Lanes of the same warp that wait for the others to leave the loop, where the lanes
    /// of a warp share a program counter.
    pub held: u64,
    /// Blocks that have started and not ended.
    pub resident: u64,
    /// Blocks that have not started, and how many could be there at once.
    pub unstarted: Option<(u64, u64)>,
}

/// A word that the end of a loop depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AwaitedWord {
    /// The instruction that reads it.
    pub op: u32,
    pub space: Space,
    /// The byte in its memory.
    pub byte: u32,
    pub value: u32,
}

/// Lanes that wait at a barrier of their warp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingLanes {
    /// The barrier, by its instruction.
    pub op: u32,
    /// The block, x, y, z.
    pub block: [u32; 3],
    /// The warp, within its block.
    pub warp: u32,
    /// Those that wait.
    pub lanes: u64,
    /// Those that never come.
    pub missing: u64,
    /// Instructions that the block's warps have executed.
    pub step: u64,
    /// The instruction that those wait at who never come, if they wait.
    pub elsewhere: Option<u32>,
}
