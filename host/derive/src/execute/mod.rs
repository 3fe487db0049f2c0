//! Carries the host's steps out on whatever launches kernels.
//!
//! Memory of the GPU is bytes here; a [`Launcher`] runs a kernel on them. What the
//! host computes besides is numbers: sizes, how often something happens, and what is
//! passed to kernels.

mod error;
mod frame;
mod number;
mod run;

pub use crate::evaluate::NotComputed;
pub use error::ExecuteError;

use crate::Translation;
use crate::host::LaunchStep;
use crate::tree::{Element, Space};
use frame::{Frame, Gpu};
use run::Run;
use std::collections::BTreeMap;
use warpbench_front::diagnostic::Span;

/// What a function is called with, by parameter, and what it leaves behind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory {
    pub arrays: BTreeMap<String, HostArray>,
    pub integers: BTreeMap<String, i128>,
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
        value: i128,
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

/// Carries out what the host does in a function that nobody calls.
pub fn execute(
    translation: &Translation,
    entry: &str,
    memory: &mut Memory,
    launcher: &mut dyn Launcher,
) -> Result<(), ExecuteError> {
    let no_entry = || ExecuteError::NoEntry(entry.to_owned());
    let (_, steps) =
        translation.steps.iter().find(|(name, _)| name == entry).ok_or_else(no_entry)?;
    let functions = &translation.parsed.program.functions;
    let function = functions.iter().find(|own| own.name == entry).ok_or_else(no_entry)?;
    let constants = Frame::constants(&translation.parsed);
    let mut frame = Frame { numbers: constants.clone(), ..Frame::default() };
    frame.given(function, memory);
    let mut gpu = Gpu::default();
    let mut run = Run { frame, constants: &constants, gpu: &mut gpu, launcher };
    let done = run.block(steps).and_then(|()| run.settle());
    memory.arrays = run.frame.arrays;
    done
}
