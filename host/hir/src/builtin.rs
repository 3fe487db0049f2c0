//! The calls of the library that are not written in Rust.

use super::*;
use std::ops::RangeInclusive;

/// The library: `cuda_std`, `crate::warp`, `crate::vector` and `core`. The
/// arguments are those of the call, `self` first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    /// `thread::thread_idx_x()` and the like: a `u32`.
    Index(Register, u32),
    /// `thread::thread_idx()` and the like: a structure with the first so many
    /// axes.
    IndexVector(Register, u32),
    /// `thread::index_1d()`: the thread's place in the grid along an axis.
    GridIndex(u32),
    /// `thread::index_2d()`, `thread::index_3d()`: a structure with the first
    /// so many axes.
    GridIndexVector(u32),
    /// `thread::index()`: the thread's number, whatever the grid's shape.
    LinearIndex,
    /// `thread::first()`: whether it is the first thread of the grid.
    IsFirst,
    /// `thread::warp_size()`.
    WarpSize,
    /// `warp::lane_id()`.
    LaneId,
    /// `thread::sync_threads()`.
    SyncThreads,
    /// `thread::sync_threads_count(predicate)` and the like.
    SyncThreadsVote(SyncVote),
    /// `warp::sync_warp(mask)`.
    SyncWarp,
    /// `warp::activemask()`.
    ActiveMask,
    /// `warp::warp_shuffle_down(mask, value, delta, width)` and the like: the value,
    /// and whether there was such a lane in the section.
    MaskedShuffle(Shuffle),
    /// `warp::warp_vote_all(mask, predicate)` and the like.
    MaskedVote(MaskedVote),
    /// `warp::warp_match_any(mask, value)`: a `u32` with a bit for each lane.
    MatchAny,
    /// `warp::warp_reduce(mask, value, op)`.
    WarpReduce,
    /// `thread::device_fence()` and the like; some are given an order.
    Fence(Scope),
    /// `thread::nanosleep(nanos)`.
    Nanosleep,
    /// `shared_array![T; n]`: a `*mut T`.
    SharedArray {
        site: Site,
        len: u32,
    },
    /// A `static` in shared memory: a pointer to it.
    SharedStatic(StaticId),
    /// `shared::dynamic_shared_mem::<T>()`.
    DynamicShared,
    /// `crate::warp::shuffle_down_f32(value, delta)` and the like.
    Shuffle(Shuffle),
    /// `crate::warp::vote_all(predicate)`: a `bool`.
    VoteAll,
    /// `crate::warp::vote_any(predicate)`: a `bool`.
    VoteAny,
    /// `crate::warp::ballot(predicate)`: a `u32` with a bit for each lane.
    Ballot,
    /// `cuda_std::atomic::mid::…(pointer, ordering, …)`, and the methods of atomics:
    /// a pointer or reference, the order, the value if there is one.
    Atomic(AtomicOp, Scope),
    /// `cuda_std::atomic::intrinsics::…(pointer, …)`, whose names say the order.
    AtomicOrdered(AtomicOp, Scope, MemoryOrder),
    /// `x.compare_exchange(current, new, success, failure)`: what was there, and
    /// whether it was exchanged. A weak one never fails without a reason here.
    CompareExchange {
        scope: Scope,
        is_weak: bool,
    },
    /// `x.compare_and_swap(current, new, order)` and the functions of that name: what
    /// was there. The order is the name's, or the last argument.
    CompareAndSwap(Scope, Option<MemoryOrder>),
    /// `AtomicU32::new(x)`.
    AtomicNew,
    /// `x.into_inner()`.
    AtomicInner,
    /// `x.as_ptr()`, `x.get_mut()`, `AtomicU32::from_ptr(p)`: the same place as
    /// another type.
    AtomicPlace,
    /// `intrinsics::fence_acqrel_device()` and the like, whose names say the order.
    FenceOrdered(Scope, MemoryOrder),
    /// `compiler_fence(order)`, which orders nothing for others.
    CompilerFence,
    /// `Float4::load(pointer)`.
    FourLoad,
    /// `v.store(pointer)`.
    FourStore,
    /// `Float4::splat(x)`.
    FourSplat,
    /// `v.plus(w)`.
    FourPlus,
    /// `v.sum()`.
    FourSum,
    /// `p.add(n)`, `p.wrapping_add(n)`.
    PointerAdd,
    /// `p.sub(n)`, `p.wrapping_sub(n)`.
    PointerSub,
    /// `p.offset(n)`, with `n` an `isize`.
    PointerOffset,
    /// `p.offset_from(q)`: how many elements `p` lies behind `q`. Pointers are compared
    /// by it, too.
    PointerDistance,
    /// `p.read()`, `core::ptr::read(p)`, and the volatile ones.
    PointerRead,
    /// `p.write(x)`, `core::ptr::write(p, x)`, and the volatile ones.
    PointerWrite,
    /// `p.read_unaligned()`.
    PointerReadUnaligned,
    /// `p.write_unaligned(value)`.
    PointerWriteUnaligned,
    /// `p.cast()`, `p.cast_mut()`, `p.cast_const()`; the type says to what.
    PointerCast,
    /// `x.fetch_update(set, fetch, f)`, as a pair of what was there and whether it
    /// was changed.
    FetchUpdate(Scope),
    /// `iterator.len()`.
    IterLen,
    /// `slice.chunks_exact(n).remainder()`.
    Remainder,
    /// `x.clone()` of what keeps a state: an iterator or a closure, or what holds one.
    Clone,
    /// `x.into()`, while it is not known into what; never met in a checked program.
    Into,
    /// `Type::CONSTANT`, while it is not known of which type; never met in a checked
    /// program.
    OpenConstant(u32),
    /// `core::mem::zeroed()`; the type says of what.
    Zeroed,
    /// `x.len()` of an array reference or a slice.
    Len,
    /// `x.is_empty()`.
    IsEmpty,
    /// `x.as_ptr()`, `x.as_mut_ptr()` of an array reference or a slice.
    AsPointer,
    /// `core::slice::from_raw_parts(p, n)`.
    SliceFromParts,
    /// `x.get_unchecked(i)`, `x.get_unchecked_mut(i)`: a reference.
    GetUnchecked,
    Math(Math),
}

/// What a thread can ask about its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Register {
    /// Its place in the block.
    ThreadIdx,
    /// The block's place in the grid.
    BlockIdx,
    /// Threads per block.
    BlockDim,
    GridDim,
}

/// What a block makes of its threads' predicates at a barrier, as a `u32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncVote {
    /// How many are not zero.
    Count,
    /// Whether all are not zero.
    And,
    /// Whether any is not zero.
    Or,
}

/// Whose value a lane gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shuffle {
    /// The lane so many places up.
    Down,
    /// The lane so many places down.
    Up,
    /// The lane whose number differs in these bits.
    Xor,
    /// The lane with this number.
    From,
}

/// Atomic operations. All but load and store return what was there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicOp {
    Load,
    Store,
    Add,
    Sub,
    Min,
    Max,
    And,
    Or,
    Xor,
    /// Not both.
    Nand,
    Exchange,
}

/// Methods of numbers, `self` first. Unless said otherwise all arguments and the
/// result have one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Math {
    // Of integers and floats.
    Min,
    Max,
    Clamp,
    Abs,
    Signum,
    /// The exponent is an `i32`.
    Powi,
    // Of floats.
    Sqrt,
    MulAdd,
    Floor,
    Ceil,
    /// Halves away from zero.
    Round,
    Trunc,
    Fract,
    Recip,
    Copysign,
    Powf,
    Exp,
    Exp2,
    Ln,
    Log2,
    Log10,
    /// To a base, the second argument.
    Log,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Atan2,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    Hypot,
    Cbrt,
    ExpM1,
    Ln1p,
    ToRadians,
    ToDegrees,
    SinCos,
    /// A `bool`.
    IsNan,
    /// A `bool`.
    IsFinite,
    /// A `bool`.
    IsInfinite,
    /// A `bool`.
    IsSignNegative,
    /// An unsigned integer of the same width.
    ToBits,
    /// From an unsigned integer of the same width.
    FromBits,
    /// Also of integers.
    RemEuclid,
    /// Also of integers.
    DivEuclid,
    // Of integers.
    /// The exponent is a `u32`.
    Pow,
    WrappingAdd,
    WrappingSub,
    WrappingMul,
    WrappingNeg,
    SaturatingAdd,
    SaturatingSub,
    AbsDiff,
    UnsignedAbs,
    DivCeil,
    NextMultipleOf,
    /// A `bool`.
    IsPowerOfTwo,
    NextPowerOfTwo,
    /// A `u32`, as all that count bits.
    CountOnes,
    CountZeros,
    LeadingZeros,
    TrailingZeros,
    Ilog2,
    ReverseBits,
    /// The distance is a `u32`.
    RotateLeft,
    /// The distance is a `u32`.
    RotateRight,
    /// The distance is a `u32`.
    WrappingShl,
    /// The distance is a `u32`.
    WrappingShr,
    /// Of bytes.
    Ascii(Ascii),
}

/// What a byte is asked about the character that it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ascii {
    /// Whether it is a character at all, below 128.
    Is,
    Digit,
    Hexdigit,
    Alphabetic,
    Alphanumeric,
    Uppercase,
    Lowercase,
    Whitespace,
    Punctuation,
    Graphic,
    Control,
    /// The same letter in lower case.
    ToLowercase,
    /// The same letter in upper case.
    ToUppercase,
}

impl Ascii {
    /// The bit in which a letter differs from the same one in the other case.
    pub const CASE: u8 = 0x20;

    /// The bytes of which the answer is yes, or which change.
    pub fn ranges(self) -> &'static [RangeInclusive<u8>] {
        match self {
            Ascii::Is => &[0..=0x7f],
            Ascii::Digit => &[b'0'..=b'9'],
            Ascii::Hexdigit => &[b'0'..=b'9', b'A'..=b'F', b'a'..=b'f'],
            Ascii::Alphabetic => &[b'A'..=b'Z', b'a'..=b'z'],
            Ascii::Alphanumeric => &[b'0'..=b'9', b'A'..=b'Z', b'a'..=b'z'],
            Ascii::Uppercase | Ascii::ToLowercase => &[b'A'..=b'Z'],
            Ascii::Lowercase | Ascii::ToUppercase => &[b'a'..=b'z'],
            Ascii::Whitespace => &[b'\t'..=b'\n', b'\x0c'..=b'\x0c', b'\r'..=b'\r', b' '..=b' '],
            Ascii::Punctuation => &[b'!'..=b'/', b':'..=b'@', b'['..=b'`', b'{'..=b'~'],
            Ascii::Graphic => &[b'!'..=b'~'],
            Ascii::Control => &[0..=0x1f, 0x7f..=0x7f],
        }
    }

    /// Whether the answer is a byte.
    pub fn changes_case(self) -> bool {
        matches!(self, Ascii::ToLowercase | Ascii::ToUppercase)
    }
}
