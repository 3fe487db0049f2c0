//! A kernel at one size, ready to run: buffers, launches, and what to expect.
//!
//! A problem is plain data, so that it can travel to the worker process. Its
//! launches are those of the CUDA kernel. The WGSL twin binds the buffer
//! arguments in the same order, as bindings 0, 1, … of group 0, followed by one
//! uniform structure with the scalar arguments in order.

use super::{Element, Init, Values};
use serde::{Deserialize, Serialize};
use warpbench_cores::Cores;

/// A buffer in the device's memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Buffer {
    /// The kernel's name for it.
    pub name: String,
    pub element: Element,
    /// Number of its elements; may be zero.
    pub len: usize,
    /// Its contents before a run.
    pub init: Init,
}

impl Buffer {
    /// Size in bytes.
    pub fn bytes(&self) -> u64 {
        self.len as u64 * Element::BYTES
    }
}

/// A buffer of a [`Problem`], by position.
pub type BufferIndex = usize;

/// An argument of a launch, in the order of the kernel's parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Argument {
    /// A parameter `&[T]`: address and length.
    Slice(BufferIndex),
    /// A parameter `*const T` or `*mut T`.
    Pointer(BufferIndex),
    /// A `u32` by value.
    U32(u32),
    /// An `f32` by value.
    F32(f32),
    /// Eight bytes by value: a `u64`, the bits of an `f64`, CUDA's `usize`.
    U64(u64),
    /// A structure by value, as it lies in memory; never without bytes.
    Bytes(Vec<u8>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Launch {
    /// Entry point, the same in PTX and WGSL.
    pub entry: String,
    /// Blocks, x, y, z; never zero.
    pub grid: [u32; 3],
    /// Threads per block, x, y, z.
    pub block: [u32; 3],
    /// Arguments, in the kernel's order.
    pub arguments: Vec<Argument>,
}

/// A kernel at one size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Problem {
    /// Seed of the random inputs.
    pub seed: u64,
    pub buffers: Vec<Buffer>,
    /// The launches, in order; none where there is nothing to do. A time covers
    /// them all.
    pub launches: Vec<Launch>,
    /// The buffer that holds the result.
    pub output: BufferIndex,
    /// The largest error that rounding can explain.
    pub tolerance: f64,
    /// Bytes that must move between memory and the chip: each input read once,
    /// each result written once.
    pub bytes_moved: u64,
    /// Arithmetic operations that must be done.
    pub operations: u64,
}

/// Whole numbers are below this one: they have a single digit.
const WHOLE_BELOW: u32 = 10;

impl Problem {
    /// The same problem with small whole numbers in place of drawn fractions, so that
    /// sums can be followed by eye.
    #[must_use]
    pub fn in_whole_numbers(mut self) -> Problem {
        for buffer in &mut self.buffers {
            if let (Element::F32, Init::Random { stream, .. }) = (buffer.element, &buffer.init) {
                buffer.init = Init::Whole { stream: *stream, below: WHOLE_BELOW };
            }
        }
        // What is rounded is as much larger as the numbers are.
        self.tolerance *= f64::from(WHOLE_BELOW);
        self
    }

    /// The buffers' contents before a run, in order.
    pub fn contents(&self, cores: &dyn Cores) -> Vec<Values> {
        self.buffers
            .iter()
            .map(|buffer| buffer.init.values(cores, buffer.element, buffer.len, self.seed))
            .collect()
    }

    /// Device memory that the buffers take.
    pub fn bytes_held(&self) -> u64 {
        self.buffers.iter().map(Buffer::bytes).sum()
    }
}

/// Builds problems: buffers are added in order and referred to by what comes
/// back.
#[derive(Debug, Default)]
pub(super) struct Builder {
    buffers: Vec<Buffer>,
    launches: Vec<Launch>,
}

impl Builder {
    /// An input, drawn evenly from `low..high`. Its position tells its stream
    /// of random numbers from the others'.
    pub(super) fn random(
        &mut self,
        name: &str,
        element: Element,
        len: u64,
        range: std::ops::Range<f32>,
    ) -> BufferIndex {
        let stream = self.buffers.len() as u64;
        self.buffer(name, element, len, Init::Random { stream, low: range.start, high: range.end })
    }

    /// A result, or something between two launches, which a kernel must fill.
    pub(super) fn unwritten(&mut self, name: &str, element: Element, len: u64) -> BufferIndex {
        self.buffer(name, element, len, Init::Unwritten)
    }

    /// A result that a kernel adds to.
    pub(super) fn cleared(&mut self, name: &str, element: Element, len: u64) -> BufferIndex {
        self.buffer(name, element, len, Init::Cleared)
    }

    fn buffer(&mut self, name: &str, element: Element, len: u64, init: Init) -> BufferIndex {
        let len = usize::try_from(len).unwrap_or(usize::MAX);
        self.buffers.push(Buffer { name: name.to_owned(), element, len, init });
        self.buffers.len() - 1
    }

    /// A launch. One without blocks has nothing to do and is left out.
    pub(super) fn launch(
        &mut self,
        entry: &str,
        grid: [u64; 3],
        block: [usize; 3],
        arguments: Vec<Argument>,
    ) {
        if grid.contains(&0) {
            return;
        }
        self.launches.push(Launch {
            entry: entry.to_owned(),
            grid: grid.map(|blocks| u32::try_from(blocks).unwrap_or(u32::MAX)),
            block: block.map(|threads| threads as u32),
            arguments,
        });
    }

    pub(super) fn finish(self, seed: u64, output: BufferIndex, cost: Cost) -> Problem {
        Problem {
            seed,
            buffers: self.buffers,
            launches: self.launches,
            output,
            tolerance: cost.tolerance,
            bytes_moved: cost.bytes_moved,
            operations: cost.operations,
        }
    }
}

/// What a problem must move, compute and may get wrong.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    /// See [`Problem::bytes_moved`].
    pub(super) bytes_moved: u64,
    /// See [`Problem::operations`].
    pub(super) operations: u64,
    /// See [`Problem::tolerance`].
    pub(super) tolerance: f64,
}

/// The distance from 1 to the next 32-bit float.
pub(super) const EPSILON: f64 = f32::EPSILON as f64;

/// The tolerance of a sum of `terms` products of numbers below one, added one
/// after the other. Rounding errors of random sign grow with the number of
/// terms; twice the machine epsilon per term is a few times what the worst of
/// many millions of sums shows, and far below any term that could be missing.
pub(super) fn sum_tolerance(terms: u64) -> f64 {
    2.0 * EPSILON * terms.max(8) as f64
}
