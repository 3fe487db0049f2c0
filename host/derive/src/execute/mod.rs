//! Carries the host's steps out on whatever launches kernels.
//!
//! Memory of the GPU is bytes here; a [`Launcher`] runs a kernel on them. What the
//! host computes besides is whole numbers: sizes, and how often something happens.

mod run;

use crate::constant::Values;
use crate::host::{LaunchStep, Step};
use crate::tree::{Element, Space};
use run::Run;
use std::collections::BTreeMap;
use thiserror::Error;
use warpbench_front::diagnostic::Span;

/// What a function is called with, by parameter, and what it leaves behind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory {
    pub arrays: BTreeMap<String, HostArray>,
    pub integers: Values,
    pub floats: BTreeMap<String, f64>,
}

/// An array of the host as it lies in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct HostArray {
    pub element: Element,
    pub bytes: Vec<u8>,
}

impl HostArray {
    pub fn len(&self) -> u64 {
        self.bytes.len() as u64 / self.element.bytes()
    }

    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}

/// What a kernel is given.
#[derive(Debug)]
pub enum Argument<'m> {
    Memory {
        name: &'m str,
        element: Element,
        /// Which of the GPU's buffers it is, whatever the host calls it.
        buffer: usize,
        bytes: &'m mut Vec<u8>,
    },
    Integer {
        name: &'m str,
        element: Element,
        value: i64,
    },
    Float {
        name: &'m str,
        element: Element,
        value: f64,
    },
}

/// Something that the host did.
#[derive(Clone, Debug, PartialEq)]
pub enum HostEvent {
    Allocated {
        name: String,
        space: Space,
        bytes: u64,
        span: Span,
    },
    Cleared {
        name: String,
        bytes: u64,
        span: Span,
    },
    CopiedIn {
        name: String,
        bytes: u64,
        pieces: usize,
        span: Span,
    },
    CopiedOut {
        name: String,
        bytes: u64,
        pieces: usize,
        span: Span,
    },
    Freed {
        name: String,
        span: Span,
    },
    /// An array of the host's own, with what it holds.
    MadeArray {
        name: String,
        array: HostArray,
    },
}

/// Who runs kernels.
pub trait Launcher {
    /// Runs a kernel to its end, or notes that it is to be run. What went wrong is said in
    /// words.
    fn launch(
        &mut self,
        launch: &LaunchStep,
        grid: [u32; 3],
        arguments: &mut [Argument<'_>],
    ) -> Result<(), String>;

    /// Runs what was only noted: the host is about to look at the GPU's buffers.
    fn settle(&mut self, _buffers: &mut [Vec<u8>]) -> Result<(), String> {
        Ok(())
    }

    /// Hears of what the host does besides.
    fn happened(&mut self, _event: HostEvent) {}
}

/// Steps that could not be carried out.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ExecuteError {
    #[error("`{0}` is no number that is known here; pass it, or use the generated program")]
    Unknown(String),
    #[error("`{0}` has no values; pass an array for it")]
    NoArray(String),
    #[error("`{name}` has {len} elements, and the section that is copied lies outside of it")]
    Outside { name: String, len: u64 },
    #[error("`{name}` needs {bytes} bytes on the GPU, which cannot be had; make it smaller")]
    NoRoom { name: String, bytes: u64 },
    #[error("`{0}` is not on the GPU at this step")]
    NotAllocated(String),
    #[error("the host does something of its own here, which only the generated program can do")]
    Host { span: Span },
    #[error("{kernel}: {reason}")]
    Launch { kernel: String, reason: String },
    #[error("{0}")]
    Settle(String),
}

/// Carries out steps. `constants` are those of the program.
pub fn execute(
    steps: &[Step],
    memory: &mut Memory,
    constants: &Values,
    launcher: &mut dyn Launcher,
) -> Result<(), ExecuteError> {
    for (name, value) in constants {
        memory.integers.entry(name.clone()).or_insert(*value);
    }
    let mut buffers = Vec::new();
    let mut run = Run { memory, device: BTreeMap::new(), buffers: &mut buffers, launcher };
    run.block(steps)?;
    run.settle()
}
