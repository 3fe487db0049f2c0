//! The machine's code: linear, over registers that are columns of lanes.
//!
//! A register holds one 32-bit word for every lane of a warp. Scalars of 64 bits
//! take two registers, the low half first; those of 16 bits are held as the `f32`
//! they are equal to. Vectors, matrices, arrays and structures lie in neighbouring
//! registers, one scalar after the other. A condition holds where its word is not
//! zero; all its bits are set then. All functions are inlined, so that a warp's
//! state is a program counter, a mask, a stack of open constructs and its
//! registers.

mod arithmetic;
mod calls;
mod depending;
pub(super) mod loops;
mod operands;
mod word_types;

use super::memory::GlobalMemory;
pub use arithmetic::{Atomic, AtomicFunction, Binary, Collect, Float, Gather, Narrow, Scan};
pub use arithmetic::{Ternary, Unary, Wide, Widen};
pub use calls::{CallSite, CallTree, CalleeName, WarpCall};
use half::f16;
pub use loops::{Comparison, Counting, Loop};
use naga::Span;
pub use operands::Operands;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use warpbench_semantics::{CheckedOperation, Dialect, MemoryOrder, PrintText, Synchronization};
pub use word_types::WordTypes;

pub type Reg = u32;

#[derive(Clone, Debug, Default)]
pub struct Code {
    pub ops: Vec<Op>,
    /// Where each of them comes from in the source.
    pub spans: Vec<Span>,
    /// The calls that lead to each of them.
    pub calls: CallTree,
    /// What loads, stores and atomics refer to.
    pub memory_refs: Vec<MemoryRef>,
    /// How many registers a warp has.
    pub registers: u32,
    /// Bytes of shared memory per block.
    pub shared_bytes: u32,
    /// The buffers, in the order of [`Root::Buffer`].
    pub buffers: Vec<BufferSlot>,
    /// The variables in shared memory, by their offset.
    pub shared: Vec<SharedVariable>,
    pub word_types: WordTypes,
    /// Stores that only change what their word held.
    pub updates: Vec<Update>,
    /// Registers that hold constants, and what they hold.
    pub constants: Vec<(Reg, u32)>,
    /// Registers that hold words of uniform buffers: the register, the buffer and
    /// the byte in it.
    pub uniforms: Vec<(Reg, u32, u32)>,
    /// The variables of the source and their registers.
    pub variables: Vec<Variable>,
    /// Registers that hold what a thread knows from the start.
    pub inputs: Vec<(Input, Reg)>,
    /// Threads per block.
    pub block: [u32; 3],
    /// Whose rules the kernel follows.
    pub dialect: Dialect,
    /// Where threads give up.
    pub failures: Vec<Failure>,
    /// What is printed.
    pub prints: Vec<Print>,
    /// The calls that exchange values within a warp, by their instructions.
    pub warp_calls: BTreeMap<u32, WarpCall>,
    /// For each register the last instruction that reads it.
    pub last_reads: Vec<u32>,
    /// The loops, in the order of their ends.
    pub loops: Vec<Loop>,
}

impl Code {
    /// Bytes of each buffer, as a kernel may use them.
    pub fn buffer_bytes(&self, memory: &GlobalMemory) -> Vec<u32> {
        let cut = self.buffers.iter().map(|slot| slot.cut_bytes).chain(std::iter::repeat(0));
        let sizes = memory.sizes().into_iter().zip(cut);
        sizes.map(|(bytes, cut)| bytes.saturating_sub(cut)).collect()
    }

    /// Finds out which instruction is the last to read a register.
    pub fn find_last_reads(&self) -> Vec<u32> {
        let mut last = vec![0; self.registers as usize];
        // From the end, so that an array that is indexed at run time again and again
        // is gone through once.
        let mut arrays: BTreeSet<(Reg, Reg)> = BTreeSet::new();
        for (at, op) in self.ops.iter().enumerate().rev() {
            for run in op.operands(&self.memory_refs).reads {
                if run.len() > 2 && !arrays.insert((run.start, run.end)) {
                    continue;
                }
                for register in run {
                    match last.get_mut(register as usize) {
                        Some(last) if *last == 0 => *last = at as u32,
                        _ => {}
                    }
                }
            }
        }
        last
    }
}

/// A place where a thread gives up, because an assertion does not hold or because
/// it says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The name of the macro, without its `!`.
    pub name: String,
    /// The condition as it is written; nothing for a panic.
    pub condition: Option<String>,
    /// What the author wrote for whoever reads the message; may be empty.
    pub message: Print,
    /// What is compared: as it is written, its first register and its type.
    pub sides: Vec<(String, Reg, Scalar)>,
}

/// What threads print: a text, and the values in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Print {
    pub text: PrintText,
    pub values: Vec<PrintedValue>,
}

/// A value in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintedValue {
    /// Its first register.
    pub register: Reg,
    pub scalar: Scalar,
    /// How many bits the integer has in the source.
    pub bits: u32,
}

/// A load and a store that change a word as an atomic operation could: `a[i] += x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Update {
    /// The instruction that loads the word.
    pub load: u32,
    /// The instruction that stores it.
    pub store: u32,
    pub function: AtomicFunction,
    pub scalar: Scalar,
}

/// A buffer that a kernel uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BufferSlot {
    /// What the source calls it.
    pub name: String,
    pub group: u32,
    pub binding: u32,
    /// Whether it holds parameters, which are the same for all threads, instead
    /// of data in global memory.
    pub uniform: bool,
    /// Whether the kernel may write to it.
    pub writable: bool,
    /// Bytes of its last word that are not its own: memory is made of words, and
    /// what lies in it need not be.
    pub cut_bytes: u32,
}

/// A variable or named value of the source that registers hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variable {
    /// What the source calls it, with the path to the part that one register
    /// holds: `sum`, `point.x`, `row[3]`.
    pub name: String,
    /// Its first register; 64-bit scalars take the next one too.
    pub register: Reg,
    pub scalar: Scalar,
    /// The function that it belongs to.
    pub function: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Scalar {
    Bool,
    I32,
    U32,
    F32,
    F16,
    I64,
    U64,
    F64,
}

impl Scalar {
    pub fn words(self) -> u32 {
        if matches!(self, Scalar::I64 | Scalar::U64 | Scalar::F64) { 2 } else { 1 }
    }

    /// Whether it is a number with a fraction.
    pub fn is_float(self) -> bool {
        matches!(self, Scalar::F32 | Scalar::F16 | Scalar::F64)
    }

    /// Whether it is an integer with a sign.
    pub fn is_signed(self) -> bool {
        matches!(self, Scalar::I32 | Scalar::I64)
    }
}

/// A variable in shared memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SharedVariable {
    /// What the source calls it.
    pub name: String,
    /// Where it starts, in bytes.
    pub offset: u32,
    pub bytes: u32,
}

/// What a thread knows from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Input {
    /// Its index in the block, along an axis.
    ThreadInBlock(usize),
    /// Its index in the block, counted through.
    ThreadIndex,
    /// Its index in the grid, along an axis.
    ThreadInGrid(usize),
    /// Its block's index in the grid, along an axis.
    BlockInGrid(usize),
    /// Blocks in the grid, along an axis.
    GridSize(usize),
    /// Threads in the block, along an axis.
    BlockSize(usize),
    /// Its warp's index in the block.
    Warp,
    /// Its index in the warp.
    Lane,
    WarpSize,
    Warps,
}

/// A memory reference: what a load, a store or an atomic operates on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryRef {
    /// What it leads into.
    pub root: Root,
    /// How far into it, in bytes; in registers where the root is [`Root::Local`].
    pub offset: u32,
    /// Indices that are known only at run time.
    pub indices: Vec<DynamicIndex>,
    /// The words from there that it is made of, in the order of their registers.
    pub leaves: Vec<Leaf>,
    /// Whether the index counts something else than the memory's elements, so that
    /// nobody would know it by its number.
    pub by_byte: bool,
}

impl MemoryRef {
    /// Bytes from the first to the last that belong to it.
    pub fn bytes(&self) -> u32 {
        self.leaves.iter().map(|leaf| leaf.offset + leaf.format.bytes()).max().unwrap_or(0)
    }
}

/// A word of a memory reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Where it lies from the start of what is referred to, in bytes or registers.
    pub offset: u32,
    pub format: Format,
}

/// How a register's word lies in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Word,
    /// As an integer of 8 bits without a sign.
    U8,
    /// As an integer of 8 bits with a sign.
    I8,
    /// As an integer of 16 bits without a sign.
    U16,
    /// As an integer of 16 bits with a sign.
    I16,
    /// As a float of 16 bits.
    Half,
    /// As a byte that is zero or one.
    Bool,
}

impl Format {
    /// Bytes in memory.
    pub fn bytes(self) -> u32 {
        match self {
            Format::Word => 4,
            Format::U16 | Format::I16 | Format::Half => 2,
            Format::U8 | Format::I8 | Format::Bool => 1,
        }
    }

    /// The bits that lie in memory where a register holds this.
    pub fn in_memory(self, register: u32) -> u32 {
        match self {
            Format::Word => register,
            Format::U8 | Format::I8 => register & 0xff,
            Format::U16 | Format::I16 => register & 0xffff,
            Format::Half => f16::from_f32(f32::from_bits(register)).to_bits().into(),
            Format::Bool => register & 1,
        }
    }
}

/// What a memory reference leads into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// A buffer in global memory, by its index in [`Code::buffers`].
    Buffer(u32),
    Shared,
    /// Registers from this one on: a variable of each thread's own.
    Local(Reg),
}

/// An index that is known only at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DynamicIndex {
    /// The register that holds it.
    pub register: Reg,
    /// What one step moves by, in bytes or registers.
    pub stride: u32,
    /// What it must stay below.
    pub limit: IndexLimit,
}

/// The number of elements of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexLimit {
    /// Known from its type.
    Fixed(u32),
    /// As many as fit into the rest of the buffer from this offset on.
    Rest { offset: u32 },
}

/// An instruction. `to` takes the result; the rest is what it is made of. What
/// changes registers changes them in the active lanes alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Neighbouring registers get what others hold, because the source says so.
    Move {
        to: Reg,
        from: Reg,
        count: u32,
    },
    /// Neighbouring registers become zero, because a variable starts so.
    Zero {
        to: Reg,
        count: u32,
    },
    /// A copy that only the machine needs.
    Copy {
        to: Reg,
        from: Reg,
    },
    Unary {
        op: Unary,
        to: Reg,
        a: Reg,
    },
    Binary {
        op: Binary,
        to: Reg,
        a: Reg,
        b: Reg,
    },
    Ternary {
        op: Ternary,
        to: Reg,
        a: Reg,
        b: Reg,
        c: Reg,
    },
    /// Arithmetic on one or two scalars of 64 bits.
    Wide {
        op: Wide,
        to: Reg,
        a: Reg,
        b: Reg,
    },
    /// From 64 bits to a word.
    Narrow {
        op: Narrow,
        to: Reg,
        a: Reg,
        b: Reg,
    },
    /// From a word to 64 bits.
    Widen {
        op: Widen,
        to: Reg,
        a: Reg,
    },
    /// Rounds to what 16 bits can hold; belongs to the instruction before.
    RoundHalf {
        to: Reg,
    },
    /// Number of elements of the array that starts at the offset.
    ArrayLength {
        to: Reg,
        buffer: u32,
        offset: u32,
        stride: u32,
    },
    /// Reads all words of a memory reference into neighbouring registers.
    Load {
        to: Reg,
        memory_ref: u32,
    },
    /// Writes neighbouring registers to all words of a memory reference.
    Store {
        from: Reg,
        memory_ref: u32,
    },
    /// Changes memory and returns what was there.
    Atomic {
        op: Atomic,
        to: Reg,
        memory_ref: u32,
        value: Reg,
    },
    /// Writes `value` where memory holds `expected`; returns what was there.
    CompareExchange {
        to: Reg,
        memory_ref: u32,
        expected: Reg,
        value: Reg,
        how: Synchronization,
        /// How it orders where it exchanges nothing.
        failure: MemoryOrder,
    },
    /// Reads memory as atomics do.
    AtomicLoad {
        to: Reg,
        memory_ref: u32,
        how: Synchronization,
    },
    /// Writes memory as atomics do.
    AtomicStore {
        from: Reg,
        memory_ref: u32,
        how: Synchronization,
    },
    /// Orders the accesses before it and those behind it, for others to see.
    Fence(Synchronization),
    /// The word of another lane of the warp, or of the lanes in a mask.
    Gather {
        op: Gather,
        to: Reg,
        value: Reg,
        lane: Reg,
        mask: Option<Reg>,
    },
    /// A word to each lane from those of all active lanes.
    Collect {
        op: Collect,
        scan: Scan,
        to: Reg,
        value: Reg,
    },
    /// The active lanes where a condition holds, as four words of bits. With a mask,
    /// it is for the lanes in that.
    Ballot {
        to: Reg,
        condition: Reg,
        mask: Option<Reg>,
    },
    /// The active lanes, as four words of bits. Nobody waits for anybody.
    ActiveMask {
        to: Reg,
    },
    /// Lanes where the condition holds go on, the others wait for `otherwise`,
    /// which is [`Op::Else`] or [`Op::EndIf`]. `written` says whether the source
    /// has this branch: `&&` and `||` come here as branches too, but nobody wrote
    /// them as such.
    If {
        condition: Reg,
        otherwise: u32,
        written: bool,
    },
    /// The lanes that waited go on; without any, at `end`.
    Else {
        end: u32,
    },
    /// Both kinds of lanes go on together; without any, at `empty`.
    EndIf {
        empty: u32,
    },
    Loop,
    /// The lanes that continued join those that came to the end of the body;
    /// without any, at `end`.
    Continuing {
        end: u32,
    },
    /// Lanes where the condition is `when` leave the loop; if none is left, at
    /// `empty`.
    BreakIf {
        condition: Reg,
        when: bool,
        empty: u32,
    },
    /// Back to `start` if any lane is left; else all lanes go on behind, and
    /// without any, at `empty`. `waits` says whether the loop's end depends on
    /// memory that the kernel writes.
    EndLoop {
        start: u32,
        empty: u32,
        waits: bool,
    },
    /// The active lanes leave the loop or switch.
    Break {
        empty: u32,
    },
    /// The active lanes go to the loop's end.
    Continue {
        empty: u32,
    },
    /// A switch starts; lanes leave it with [`Op::Break`].
    Switch,
    /// A warp comes to a switch of the source; lanes take the case whose number
    /// the register holds.
    Branch {
        case: Reg,
    },
    /// The lanes of a switch go on together.
    EndSwitch {
        empty: u32,
    },
    /// A function that was inlined starts.
    Call,
    /// Whether the arithmetic that follows has a result that fits; belongs to it.
    /// `of` is the type of the left side and of the result, `by` that of the right
    /// side.
    Check {
        operation: CheckedOperation,
        of: Scalar,
        by: Scalar,
        a: Reg,
        b: Reg,
        /// Bits of that type in the source, which may be fewer than the register's.
        bits: u8,
        is_pointer_sized: bool,
        /// Whether the run comes to nothing where it does not fit.
        is_word: bool,
    },
    /// The active lanes give up, by the index in [`Code::failures`]; an
    /// [`Op::Return`] follows.
    Fail {
        failure: u32,
    },
    /// The active lanes print something, by the index in [`Code::prints`]. It is no
    /// instruction: with it and without, warps take the same turns.
    Print {
        print: u32,
    },
    /// The active lanes leave the function; `written` says whether the text asks for it,
    /// before the end.
    Return {
        empty: u32,
        written: bool,
    },
    /// The lanes that returned go on together.
    EndCall {
        empty: u32,
    },
    /// The warp waits for the block's other warps.
    Barrier(BarrierScope),
    /// The lanes of the warp wait for each other: those of a mask, or without one
    /// all that come here.
    WarpBarrier {
        mask: Option<Reg>,
    },
    Exit,
}

/// The memories whose accesses a barrier orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BarrierScope {
    /// Global memory, between the threads of the block.
    pub global: bool,
    pub shared: bool,
}

impl BarrierScope {
    /// Both memories that either orders.
    pub fn with(self, other: BarrierScope) -> BarrierScope {
        BarrierScope { global: self.global || other.global, shared: self.shared || other.shared }
    }
}
