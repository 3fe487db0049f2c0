//! From a target to a report: a kernel of the catalogue, or a text with a case,
//! run on the simulator under a device model.
//!
//! A run has two halves. [`prepare_problem`] and [`prepare_text`] read, compile
//! and bind, and everything that keeps a kernel from running is an error there.
//! [`Prepared::run`] then runs it, and whatever the kernel does is in the
//! [`report::Simulation`]: wrong results, findings, and also that it was stopped.

mod accept;
mod account;
mod bindings;
mod buffers;
pub mod caption;
pub mod compiled;
pub mod cores;
pub mod direct;
pub mod message;
mod observe;
mod observers;
mod problem;
pub mod recording;
mod registers;
pub mod report;
mod run;
mod text;
mod visible;

#[cfg(test)]
mod narrow_tests;
#[cfg(test)]
mod tests;

pub use accept::{Known, refusals};
pub use observe::{Aspect, Observe};
pub use problem::{Edited, prepare_edited, prepare_problem};
pub use registers::ASSUMED as ASSUMED_REGISTERS;
pub use run::Prepared;
pub use text::{ReadText, prepare_text};

use std::path::PathBuf;
use std::sync::Arc;
use thiserror::Error;
use warpbench_case::{BindError, CaseError};
use warpbench_catalog::SizeError;
use warpbench_cores::Cores;
use warpbench_front::{Language, Source, SourceError};
use warpbench_machine::model::{DeviceModel, LaunchError};
use warpbench_machine::sim::{CompileError, MOST_BUFFER_BYTES, RunError, Schedule};

/// How a kernel is run and what of it is kept.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The device that is simulated.
    pub model: DeviceModel,
    /// Which text of a kernel of the catalogue is run. A text of one's own is in
    /// the language that its name says.
    pub language: Language,
    /// Which warp runs next.
    pub schedule: Schedule,
    /// Give up after so many instructions of all warps, for each launch.
    pub most_instructions: u64,
    /// What a run may take of the machine's memory: its buffers, what is compared, what
    /// observers remember, and what several cores need on top. Where all of it is too
    /// much, fewer things are watched, and the report says which.
    pub most_bytes: u64,
    /// Who works on it.
    pub cores: Arc<dyn Cores>,
    pub observe: Observe,
    /// Whether the report has what the buffers hold afterwards.
    pub dump: bool,
}

/// The most threads that a block may have on the simulator; no GPU allows more
/// than 1,024.
pub const MOST_THREADS: u64 = 1 << 14;

/// A kernel that could not be run.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SimulateError {
    /// The text is not a program, or its case does not fit it.
    #[error(transparent)]
    Bind(#[from] BindError),
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The case wants another block than the kernel.
    #[error(
        "{}: the block is {wanted:?}, but a kernel in WGSL says its own, and `{entry}` says \
         {own:?}; leave `block` out", .case.display()
    )]
    Block { case: PathBuf, entry: String, wanted: [u32; 3], own: [u32; 3] },
    /// The machine does not know what the kernel does.
    #[error("{rendered}")]
    Compile {
        /// What it does not know, and where.
        rendered: String,
    },
    /// The device that is simulated would refuse the launch.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// A block is too large.
    #[error("a block of {threads} threads is too large; the simulator takes {MOST_THREADS}")]
    Threads { threads: u64 },
    /// The kernel needs more memory than allowed.
    #[error(
        "{what} take {bytes} bytes, and the limit is {} MiB; choose a smaller size or raise the \
         limit (--memory)", most >> 20
    )]
    Memory {
        what: &'static str,
        bytes: u64,
        /// The limit in bytes.
        most: u64,
    },
    /// Even with nothing watched, the run needs more memory than there is.
    #[error(
        "the run takes {bytes} bytes ({} MiB) for its buffers and the variables of its threads, \
         and {bound}", bytes.div_ceil(1 << 20)
    )]
    NoRoom {
        bytes: u64,
        /// What it is too much for, and what to do.
        bound: String,
    },
    /// A buffer is longer than addresses reach.
    #[error(
        "buffer `{name}` has {bytes} bytes; the simulator addresses buffers with 32 bits, and the \
         largest that it has is {MOST_BUFFER_BYTES} bytes: choose a smaller size"
    )]
    Oversized { name: String, bytes: u64 },
    /// The machine refused the launch.
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(
        "the simulator failed; this is a mistake of the program, not of your kernel: please report \
         it with the kernel and its case"
    )]
    Failed,
}

impl From<SourceError> for SimulateError {
    fn from(error: SourceError) -> SimulateError {
        SimulateError::Bind(error.into())
    }
}

impl From<CaseError> for SimulateError {
    fn from(error: CaseError) -> SimulateError {
        SimulateError::Bind(error.into())
    }
}

impl SimulateError {
    /// Whether the text itself is what is wrong.
    pub fn is_of_text(&self) -> bool {
        matches!(self, SimulateError::Bind(BindError::Source(_)))
    }

    /// Shows where in a text the machine gave up.
    fn compile(error: CompileError, source: &Source) -> SimulateError {
        let rendered = match &error {
            CompileError::Unsupported { span, .. } if span.is_defined() => {
                let located = naga::WithSpan::new(error.clone()).with_span(*span, "here");
                located.emit_to_string_with_path(&source.text, &source.path).trim_end().to_owned()
            }
            _ => error.to_string(),
        };
        SimulateError::Compile { rendered }
    }
}
