//! Memory by the byte, and floats of 16 bits.
//!
//! A module knows no bytes: its memories are words. Where a kernel reads or writes
//! something smaller, the front end makes a function that does so with words, and
//! says here what the function stands for. Whoever runs the module on a machine that
//! has bytes does that instead, and accesses what the kernel's text accesses.

use naga::{GlobalVariable, Handle};

/// What a function of a module stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intrinsic {
    /// Reads a value; the argument is where it starts, in steps.
    Load(MemoryValue),
    /// Writes a value, the second argument; the first one is where it starts, in
    /// steps.
    Store(MemoryValue),
    /// The float of 16 bits that is nearest to one of 32, as one of 32.
    RoundToHalf,
}

/// A value in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryValue {
    /// The buffer or shared variable that it lies in.
    pub variable: Handle<GlobalVariable>,
    /// Bytes of a step.
    pub step: u32,
    /// Whether a step is an element of the memory, as the source declares it.
    pub is_indexed: bool,
    /// What it is made of, a part for each word of registers, in their order.
    pub parts: Vec<MemoryPart>,
}

/// A part of a value in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryPart {
    /// Bytes from the start of the value.
    pub offset: u32,
    pub stored: Stored,
}

/// How what a register holds lies in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stored {
    /// All 32 bits of it.
    Word,
    U8,
    I8,
    U16,
    I16,
    /// A byte that is zero or one.
    Bool,
    /// An `f32` that is as good as one of 16 bits.
    Half,
}

impl Stored {
    pub fn bytes(self) -> u32 {
        match self {
            Stored::Word => 4,
            Stored::U16 | Stored::I16 | Stored::Half => 2,
            Stored::U8 | Stored::I8 | Stored::Bool => 1,
        }
    }
}
