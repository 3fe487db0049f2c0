//! Run-time checks of rustc: arithmetic whose result must fit its type, and assertions.

use crate::Print;
use naga::{Expression, Handle};

/// An operation on integers that panics in a debug build where it has no result
/// that fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CheckedOperation {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    /// Of one number, as all that have no operator of two.
    Neg,
    /// The right side counts bits and may be of another type.
    ShiftLeft,
    /// The right side counts bits and may be of another type.
    ShiftRight,
    Abs,
    /// The right side is a `u32`.
    Pow,
    DivCeil,
    DivEuclid,
    RemEuclid,
    NextMultipleOf,
    NextPowerOfTwo,
    Ilog2,
    /// The left side is an index into a slice that has as many elements as the right
    /// side says.
    Index,
    /// The left side is where a part of a slice ends that has as many elements as the
    /// right side says.
    PartEnd,
    /// The left side is where a part of a slice begins, the right side where it ends.
    PartOrder,
    /// The left side is the byte at which something lies in its memory, the right side
    /// the alignment that its type asks for.
    Aligned,
    /// The left side is an index or a distance, as which no memory is addressed that is
    /// larger than a word can say.
    Reach,
    /// The left side, a number of any type, becomes a `usize`.
    IntoUsize,
    /// The left side, a number of any type, becomes an `isize`.
    IntoIsize,
}

/// What kind of mistake a check looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckSubject {
    Arithmetic,
    /// The choice of an element or of a part of a slice.
    Slice,
    Alignment,
}

impl CheckedOperation {
    pub fn subject(self) -> CheckSubject {
        use CheckedOperation::{Aligned, Index, PartEnd, PartOrder, Reach};
        match self {
            Index | PartEnd | PartOrder | Reach => CheckSubject::Slice,
            Aligned => CheckSubject::Alignment,
            _ => CheckSubject::Arithmetic,
        }
    }

    /// Whether a thread for which it does not hold ends there in every build; what else
    /// does not fit wraps around in a release build.
    pub fn ends_thread(self) -> bool {
        use CheckedOperation::{Aligned, Index, PartEnd, PartOrder, Reach};
        use CheckedOperation::{Div, DivCeil, DivEuclid, Ilog2, Rem, RemEuclid};
        matches!(
            self,
            Index
                | PartEnd
                | PartOrder
                | Aligned
                | Reach
                | Div
                | DivCeil
                | DivEuclid
                | Ilog2
                | Rem
                | RemEuclid
        )
    }

    /// Whether it takes one number.
    pub fn is_of_one(self) -> bool {
        use CheckedOperation::{Abs, Ilog2, IntoIsize, IntoUsize, Neg, NextPowerOfTwo, Reach};
        matches!(self, Neg | Abs | NextPowerOfTwo | Ilog2 | Reach | IntoUsize | IntoIsize)
    }
}

/// A check that goes with an expression, and comes right before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    pub operation: CheckedOperation,
    pub left: Handle<Expression>,
    /// The same as the left one where there is only one.
    pub right: Handle<Expression>,
    /// Bits of the type, which may be fewer than those of the register.
    pub bits: u32,
    /// Whether the type is `usize` or `isize`.
    pub is_pointer_sized: bool,
    /// Whether it is one that is kept in a word. What does not fit there may be right, but
    /// not in this module.
    pub is_word: bool,
    /// Whether it is meant to wrap round, at the width that the type has in Rust.
    pub may_wrap: bool,
}

/// A place where a thread gives up: an assertion that does not hold, or a panic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The name of the macro, without its `!`.
    pub name: String,
    /// The condition as it is written; nothing for a panic.
    pub condition: Option<String>,
    /// What the author wrote for whoever reads the message; may be empty.
    pub message: Print,
    /// The sides of the comparison, as they are written.
    pub sides: Vec<(String, Handle<Expression>)>,
}
