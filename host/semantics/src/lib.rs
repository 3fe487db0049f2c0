//! What a kernel's language says that a naga module cannot.
//!
//! A module has no memory orders, no scopes, no masks of warp operations, and does
//! not tell an addition that wraps from one that must not. The front end, which
//! reads all of that, writes it down here beside the module, by the module's own
//! handles and spans; whoever runs the module looks it up.

mod check;
mod narrow;

pub use check::{Check, CheckedOperation, Failure};
use naga::{Expression, Function, Handle, Span};
pub use narrow::{Intrinsic, MemoryPart, MemoryValue, Stored};
use std::collections::HashMap;

/// Whose rules a kernel follows, and whose words its reader knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// WGSL: atomics are relaxed, shared memory starts as zero, an index past the
    /// end has a defined result, and a barrier asks for uniform control flow.
    #[default]
    Wgsl,
    /// Rust against `cuda_std`: CUDA's rules on a GPU since Volta, and rustc's.
    Cuda,
}

/// How an atomic operation or a fence orders the accesses around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MemoryOrder {
    #[default]
    Relaxed,
    Release,
    Acquire,
    AcquireRelease,
    SequentiallyConsistent,
}

impl MemoryOrder {
    /// Whether what comes before it is seen by whoever acquires.
    pub fn releases(self) -> bool {
        !matches!(self, MemoryOrder::Relaxed | MemoryOrder::Acquire)
    }

    /// Whether what was released is seen by what comes after it.
    pub fn acquires(self) -> bool {
        !matches!(self, MemoryOrder::Relaxed | MemoryOrder::Release)
    }
}

/// Among whose threads an atomic operation or a fence counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scope {
    Block,
    #[default]
    Device,
    System,
}

/// The order and the scope of an atomic operation or a fence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Synchronization {
    pub order: MemoryOrder,
    pub scope: Scope,
}

/// A function of a module; `None` is the kernel itself, of which there is one.
pub type FunctionKey = Option<Handle<Function>>;

/// What goes with a module.
#[derive(Clone, Debug, Default)]
pub struct Semantics {
    pub dialect: Dialect,
    synchronizations: HashMap<SpanKey, Synchronization>,
    masks: HashMap<(FunctionKey, SpanKey), Handle<Expression>>,
    checks: HashMap<(FunctionKey, Handle<Expression>), Check>,
    failures: HashMap<(FunctionKey, SpanKey), Failure>,
    intrinsics: HashMap<Handle<Function>, Intrinsic>,
}

/// Where something stands in the text.
type SpanKey = Option<(usize, usize)>;

impl Semantics {
    pub fn of(dialect: Dialect) -> Semantics {
        Semantics { dialect, ..Semantics::default() }
    }

    /// The atomic operation or fence at this place synchronises so.
    pub fn synchronize(&mut self, span: Span, how: Synchronization) {
        self.synchronizations.insert(key(span), how);
    }

    /// How the atomic operation or fence at this place synchronises. What nobody
    /// has said is relaxed.
    pub fn synchronization(&self, span: Span) -> Synchronization {
        self.synchronizations.get(&key(span)).copied().unwrap_or_default()
    }

    /// Whether the access at this place is an ordinary one, although its word is
    /// declared for atomics, because others are.
    pub fn is_plain(&self, span: Span) -> bool {
        self.dialect == Dialect::Cuda && !self.synchronizations.contains_key(&key(span))
    }

    /// The warp operation at this place is for the lanes of a mask.
    pub fn set_mask(&mut self, function: FunctionKey, span: Span, mask: Handle<Expression>) {
        self.masks.insert((function, key(span)), mask);
    }

    /// The mask of the warp operation at this place; without one, it is for the
    /// lanes that come to it.
    pub fn mask(&self, function: FunctionKey, span: Span) -> Option<Handle<Expression>> {
        self.masks.get(&(function, key(span))).copied()
    }

    /// The result of this arithmetic must fit its type: rustc would panic in a
    /// debug build.
    pub fn set_check(
        &mut self,
        function: FunctionKey,
        expression: Handle<Expression>,
        check: Check,
    ) {
        self.checks.insert((function, expression), check);
    }

    /// What is to be checked before an expression is computed.
    pub fn check(&self, function: FunctionKey, expression: Handle<Expression>) -> Option<&Check> {
        self.checks.get(&(function, expression))
    }

    /// The same without the checks of arithmetic, which take time.
    #[must_use]
    pub fn without_checks(&self) -> Semantics {
        Semantics { checks: HashMap::new(), ..self.clone() }
    }

    /// What a function stands for, whatever its body does to get there.
    pub fn set_intrinsic(&mut self, function: Handle<Function>, intrinsic: Intrinsic) {
        self.intrinsics.insert(function, intrinsic);
    }

    /// What a function stands for, if it is more than its body.
    pub fn intrinsic(&self, function: Handle<Function>) -> Option<&Intrinsic> {
        self.intrinsics.get(&function)
    }

    /// A thread that returns at this place has failed.
    pub fn set_failure(&mut self, function: FunctionKey, span: Span, failure: Failure) {
        self.failures.insert((function, key(span)), failure);
    }

    /// How a thread that returns at this place has failed, if it has.
    pub fn failure(&self, function: FunctionKey, span: Span) -> Option<&Failure> {
        self.failures.get(&(function, key(span)))
    }
}

fn key(span: Span) -> SpanKey {
    span.to_range().map(|range| (range.start, range.end))
}
