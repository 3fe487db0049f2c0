//! Random valid kernels in Rust, in the language that the workbench reads.
//!
//! [`rust_kernel`] makes the text of one kernel with its helpers, structures and
//! constants, and the buffers to run it on. Every thread works for itself and
//! writes its own part of the outputs, so that the same text can be compiled for
//! a CPU and run there one thread after the other.
//!
//! As in the WGSL programs, floats are kept so few bits wide that sums and
//! products are exact in any order, and what is never exact is written out with
//! a tolerance and not used again. Indices are in bounds, divisors are not zero,
//! and a `usize` stays far from the limits of 32 bits, because the workbench's
//! has no more. Everything else that Rust leaves a release build to do, such as
//! overflow and shifts by any distance, is done.

mod aggregate;
mod atomic;
mod boolean;
mod buffers;
mod by_value;
mod call;
mod choice;
mod closure;
mod enums;
mod float;
mod flow;
mod function;
mod glam;
mod inexact;
mod integer;
mod items;
mod iterator;
mod kernel;
mod moving;
mod offer;
mod operators;
mod option;
mod pattern;
mod pointer;
mod repeat;
mod scope;
mod seldom;
mod slice;
mod statement;
mod traits;
mod types;
mod usize;
mod writer;

pub use kernel::rust_kernel;

use crate::output::Slot;
use crate::types::Scalar;

#[derive(Clone, Copy, Debug)]
pub struct RustGrammar {
    /// Whether they compute with numbers of 64 bits, which not every adapter has.
    pub is_wide: bool,
    /// Whether they compute with numbers of 8 and 16 bits.
    pub is_narrow: bool,
    /// Statements in the body of the kernel, those within others not counted.
    pub statements: u32,
    /// How deep expressions and blocks are nested.
    pub depth: u32,
}

/// A kernel and what it is run on.
#[derive(Clone, Debug)]
pub struct RustProgram {
    /// The text of the file.
    pub text: String,
    pub entry: String,
    /// Values of the kernel's const parameters, in their order.
    pub constants: Vec<(String, u32)>,
    /// What the kernel is given, in the order of its parameters.
    pub arguments: Vec<RustArgument>,
    /// Threads per block, x, y, z.
    pub block: [u32; 3],
    pub blocks: u32,
    /// Whether it computes with numbers of 64 bits.
    pub is_wide: bool,
}

/// What a kernel is given.
#[derive(Clone, Debug)]
pub enum RustArgument {
    Buffer(RustBuffer),
    /// A number, by its bits and its size in bytes.
    Scalar(u64, u32),
    /// Several numbers, each like one alone, and how Rust makes the value of them:
    /// `#0;` stands for the first.
    Value {
        leaves: Vec<(u64, u32)>,
        text: String,
    },
}

/// Memory that a kernel is given.
#[derive(Clone, Debug)]
pub struct RustBuffer {
    pub name: String,
    /// What it holds at first.
    pub words: Vec<u32>,
    /// Bytes after which the fields repeat.
    pub stride: u32,
    /// What lies in it, and how closely two machines must agree on it.
    pub fields: Vec<RustField>,
}

#[derive(Clone, Copy, Debug)]
pub struct RustField {
    /// Bytes from the beginning of the stride.
    pub offset: u32,
    pub scalar: Scalar,
    /// How closely two machines must agree on it.
    pub slot: Slot,
}
