//! The machine's code: linear, over registers that are columns of lanes.
//!
//! A register holds one 32-bit word for every lane of a warp. Vectors, arrays
//! and structures lie in neighbouring registers, one per scalar. All functions
//! are inlined, so that a warp's state is a program counter, a mask, a stack of
//! open constructs and its registers.

use naga::Span;

/// A register, by number.
pub type Reg = u32;

/// A compiled kernel.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// The instructions.
    pub ops: Vec<Op>,
    /// Where each of them comes from in the source.
    pub spans: Vec<Span>,
    /// What loads, stores and atomics refer to.
    pub places: Vec<Place>,
    /// How many registers a warp has.
    pub registers: u32,
    /// Bytes of shared memory per block.
    pub shared_bytes: u32,
    /// The buffers, in the order of [`Root::Buffer`].
    pub buffers: Vec<BufferSlot>,
    /// The variables in shared memory, by their offset.
    pub shared: Vec<SharedVariable>,
    /// Registers that hold constants, and what they hold.
    pub constants: Vec<(Reg, u32)>,
    /// Registers that hold what a thread knows from the start.
    pub inputs: Vec<(Input, Reg)>,
    /// Threads per block.
    pub block: [u32; 3],
}

/// A buffer that a kernel uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BufferSlot {
    /// What the source calls it.
    pub name: String,
    /// Its group.
    pub group: u32,
    /// Its binding.
    pub binding: u32,
    /// Whether it holds parameters, which are the same for all threads, instead
    /// of data in global memory.
    pub uniform: bool,
}

/// A variable in shared memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedVariable {
    /// What the source calls it.
    pub name: String,
    /// Where it starts, in bytes.
    pub offset: u32,
    /// Its size.
    pub bytes: u32,
}

/// What a thread knows from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Its place in the block, along an axis.
    ThreadInBlock(usize),
    /// Its place in the block, counted through.
    ThreadIndex,
    /// Its place in the grid, along an axis.
    ThreadInGrid(usize),
    /// Its block's place in the grid, along an axis.
    BlockInGrid(usize),
    /// Blocks in the grid, along an axis.
    GridSize(usize),
    /// Threads in the block, along an axis.
    BlockSize(usize),
    /// Its warp's place in the block.
    Warp,
    /// Its place in the warp.
    Lane,
    /// Lanes of a warp.
    WarpSize,
    /// Warps of the block.
    Warps,
}

/// Memory, as a load or a store sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// What it is a part of.
    pub root: Root,
    /// How far into it, in bytes; in registers where the root is [`Root::Local`].
    pub offset: u32,
    /// Indices that are known only at run time.
    pub parts: Vec<Part>,
    /// Where its scalars lie from there, in bytes or registers.
    pub leaves: Vec<u32>,
}

impl Place {
    /// Bytes from the first to the last scalar.
    pub fn bytes(&self) -> u32 {
        self.leaves.last().map_or(0, |last| last + 4)
    }
}

/// What a place is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// A buffer in global memory, by its place in [`Code::buffers`].
    Buffer(u32),
    /// The block's shared memory.
    Shared,
    /// Registers from this one on: a variable of each thread's own.
    Local(Reg),
}

/// An index that is known only at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The register that holds it.
    pub index: Reg,
    /// What one step moves by, in bytes or registers.
    pub stride: u32,
    /// What it must stay below.
    pub limit: Limit,
}

/// The number of elements of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Known from its type.
    Fixed(u32),
    /// As many as fit into the rest of the buffer from this offset on.
    Rest {
        /// Where the array starts.
        offset: u32,
    },
}

/// An instruction. `to` takes the result; the rest is what it is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the operands that each text speaks of")]
pub enum Op {
    /// The same word in all lanes.
    Splat { to: Reg, word: u32 },
    /// A copy in all lanes, for values that are used once they are made.
    Copy { to: Reg, from: Reg },
    /// A copy in the active lanes, for variables.
    Assign { to: Reg, from: Reg },
    /// Arithmetic on one value.
    Unary { op: Unary, to: Reg, a: Reg },
    /// Arithmetic on two values.
    Binary { op: Binary, to: Reg, a: Reg, b: Reg },
    /// `b` where the condition holds, `a` elsewhere.
    Select { to: Reg, condition: Reg, a: Reg, b: Reg },
    /// `a * b + c`, rounded once.
    Fma { to: Reg, a: Reg, b: Reg, c: Reg },
    /// Number of elements of the array that starts at the offset.
    ArrayLength { to: Reg, buffer: u32, offset: u32, stride: u32 },
    /// Reads all scalars of a place into neighbouring registers.
    Load { to: Reg, place: u32 },
    /// Writes neighbouring registers to all scalars of a place.
    Store { from: Reg, place: u32 },
    /// Changes a word of memory and returns what was there.
    Atomic { op: Atomic, to: Reg, place: u32, value: Reg },
    /// The value of another lane of the warp.
    Gather { op: Gather, to: Reg, value: Reg, lane: Reg },
    /// Lanes where the condition holds go on, the others wait for `otherwise`.
    /// `written` says whether the source has this branch: `&&` and `||` come here
    /// as branches too, but nobody wrote them as such.
    If { condition: Reg, otherwise: u32, written: bool },
    /// The lanes that waited go on; without any, at `end`.
    Else { end: u32 },
    /// Both kinds of lanes go on together.
    EndIf,
    /// A loop starts.
    Loop,
    /// The lanes that continued join those that came to the end of the body.
    Continuing,
    /// Lanes where the condition holds leave the loop.
    BreakIf { condition: Reg },
    /// Back to `start` if any lane is left; else all lanes go on behind.
    EndLoop { start: u32 },
    /// The active lanes leave the loop or switch.
    Break,
    /// The active lanes go to the loop's end.
    Continue,
    /// A switch starts; lanes leave it with [`Op::Break`].
    Switch,
    /// The lanes of a switch go on together.
    EndSwitch,
    /// A function that was inlined starts.
    Call,
    /// The active lanes leave the function.
    Return,
    /// The lanes that returned go on together.
    EndCall,
    /// The warp waits for the block's other warps.
    Barrier(BarrierScope),
    /// The lanes of the warp wait for each other.
    WarpBarrier,
    /// The kernel ends.
    Exit,
}

/// The memories whose accesses a barrier orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BarrierScope {
    /// Global memory, between the threads of the block.
    pub global: bool,
    /// Shared memory.
    pub shared: bool,
}

impl BarrierScope {
    /// Both memories that either orders.
    pub fn with(self, other: BarrierScope) -> BarrierScope {
        BarrierScope { global: self.global || other.global, shared: self.shared || other.shared }
    }
}

/// Operations on one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it: the operation, then the type it is for")]
pub enum Unary {
    NegF,
    NegI,
    NotI,
    NotB,
    AbsF,
    AbsI,
    Sqrt,
    InverseSqrt,
    Floor,
    Ceil,
    Trunc,
    Exp,
    Exp2,
    Log,
    Log2,
    Sin,
    Cos,
    Tanh,
    FloatOfSigned,
    FloatOfUnsigned,
    SignedOfFloat,
    UnsignedOfFloat,
    BoolOfFloat,
    BoolOfInteger,
    CountOnes,
    ReverseBits,
    LeadingZeros,
    TrailingZeros,
}

/// Operations on two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it: the operation, then the type it is for")]
pub enum Binary {
    AddF,
    SubF,
    MulF,
    DivF,
    RemF,
    MinF,
    MaxF,
    PowF,
    AddI,
    SubI,
    MulI,
    DivS,
    DivU,
    RemS,
    RemU,
    MinS,
    MinU,
    MaxS,
    MaxU,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRightS,
    ShiftRightU,
    EqF,
    NeF,
    LtF,
    LeF,
    EqI,
    NeI,
    LtS,
    LeS,
    LtU,
    LeU,
}

/// Atomic operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Atomic {
    Add,
    Sub,
    And,
    Or,
    Xor,
    MinS,
    MinU,
    MaxS,
    MaxU,
    Exchange,
}

/// How the lane to read from is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gather {
    /// The lane of that number.
    At,
    /// So many lanes further up.
    Up,
    /// So many lanes further down.
    Down,
    /// The lane's own number, some bits flipped.
    Xor,
}
