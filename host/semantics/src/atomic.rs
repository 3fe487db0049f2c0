//! Atomic operations that a module has to say in several statements.

use naga::{AtomicFunction, Expression, Handle, LocalVariable, Scalar};

/// One atomic operation that the module writes as a block with a loop of
/// compare-and-exchange, because naga has none for the type: sums, minima and
/// maxima of floats. A GPU of the kernel's language has an instruction for it, so
/// who counts instructions takes the whole block for that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtomicUpdate {
    /// The word that is changed.
    pub pointer: Handle<Expression>,
    /// What it does: a sum, a minimum or a maximum.
    pub function: AtomicFunction,
    /// What the word holds.
    pub scalar: Scalar,
    /// What it is done with, of that type.
    pub value: Handle<Expression>,
    /// The variable that has what was there when the block ends, of that type.
    pub result: Handle<LocalVariable>,
    /// The read of that variable behind the block.
    pub read: Handle<Expression>,
}
