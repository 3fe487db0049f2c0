//! Arithmetic instructions.

use super::Scalar;
use serde::{Deserialize, Serialize};
use warpbench_semantics::Synchronization;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    NegI,
    NotI,
    NotB,
    AbsI,
    SignI,
    Float(Float),
    IsNan,
    IsInf,
    FloatOfSigned,
    FloatOfUnsigned,
    FloatOfBool,
    SignedOfFloat,
    UnsignedOfFloat,
    BoolOfFloat,
    BoolOfInteger,
    IntegerOfBool,
    CountOnes,
    ReverseBits,
    LeadingZeros,
    TrailingZeros,
    FirstLeadingS,
    FirstLeadingU,
    FirstTrailing,
    /// The fraction of `frexp`.
    FrexpFraction,
    /// The exponent of `frexp`.
    FrexpExponent,
    /// Four signed bytes, or two signed halves, from this bit on, as an integer.
    ByteS(u8),
    ByteU(u8),
    ShortS(u8),
    ShortU(u8),
    /// The float of 16 bits from this bit on.
    HalfAt(u8),
    /// The bits of a float of 16 bits.
    HalfBits,
}

/// Functions of one float, of 32 bits or 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Float {
    Neg,
    Abs,
    Sign,
    Saturate,
    Sqrt,
    InverseSqrt,
    Floor,
    Ceil,
    Trunc,
    Round,
    Fract,
    Exp,
    Exp2,
    Log,
    Log2,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    Radians,
    Degrees,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    AddF,
    SubF,
    MulF,
    DivF,
    RemF,
    MinF,
    MaxF,
    PowF,
    Atan2,
    /// One where the second is at least the first, else zero.
    Step,
    /// The first times two to the second, an integer.
    Ldexp,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ternary {
    /// `c` where the condition `a` holds, `b` elsewhere.
    Select,
    /// `a * b + c`, rounded once.
    Fma,
    /// `c` bits of `a` from bit `b` on, with their sign.
    ExtractS,
    /// `c` bits of `a` from bit `b` on.
    ExtractU,
    /// A word with `c` ones from bit `b` on, and `a` moved there.
    PlaceBits,
    /// `c` ones from bit `b` on; `a` does not matter.
    BitMask,
}

/// Operations on scalars of 64 bits; `b` counts only where there are two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wide {
    NegI,
    NotI,
    AbsI,
    SignI,
    Float(Float),
    CountOnes,
    ReverseBits,
    LeadingZeros,
    TrailingZeros,
    FirstLeadingS,
    FirstLeadingU,
    FirstTrailing,
    AddF,
    SubF,
    MulF,
    DivF,
    RemF,
    MinF,
    MaxF,
    PowF,
    Atan2,
    Step,
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
    /// The second is a word.
    ShiftLeft,
    /// The second is a word.
    ShiftRightS,
    /// The second is a word.
    ShiftRightU,
    FloatOfSigned,
    FloatOfUnsigned,
    SignedOfFloat,
    UnsignedOfFloat,
}

/// Operations that make a word of scalars of 64 bits; `b` counts only where there
/// are two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Narrow {
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
    Low,
    FloatOfDouble,
    FloatOfSigned,
    FloatOfUnsigned,
    SignedOfDouble,
    UnsignedOfDouble,
    BoolOfDouble,
    BoolOfInteger,
    IsNan,
    IsInf,
}

/// Operations that make a scalar of 64 bits of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Widen {
    Signed,
    Unsigned,
    IntegerOfBool,
    DoubleOfFloat,
    DoubleOfSigned,
    DoubleOfUnsigned,
    DoubleOfBool,
    SignedOfFloat,
    UnsignedOfFloat,
}

/// What an atomic operation does to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atomic {
    pub function: AtomicFunction,
    pub scalar: Scalar,
    /// Whether somebody uses what was there before. If not, the order of such
    /// operations on integers does not matter.
    pub used: bool,
    pub how: Synchronization,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicFunction {
    Add,
    Sub,
    And,
    Or,
    Xor,
    Min,
    Max,
    Exchange,
}

/// How the lane to read from is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Gather {
    /// The lane of that number.
    At,
    First,
    /// So many lanes further up.
    Up,
    /// So many lanes further down.
    Down,
    /// The lane's own number, some bits flipped.
    Xor,
    /// The lane of that number among the four of the lane's quad.
    Quad,
}

/// How the words of the lanes are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collect {
    AddF,
    MulF,
    /// A sum of 16-bit floats, rounded after every addition.
    AddH,
    MulH,
    MinF,
    MaxF,
    AddI,
    MulI,
    MinS,
    MinU,
    MaxS,
    MaxU,
    And,
    Or,
    Xor,
}

/// Which lanes' words a lane gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scan {
    /// Those of all active lanes.
    Reduce,
    /// Those of the active lanes up to and with its own.
    Inclusive,
    /// Those of the active lanes before it.
    Exclusive,
}
