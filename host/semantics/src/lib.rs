//! What a kernel's language says that a naga module cannot.
//!
//! A module has no memory orders, no scopes, no masks of warp operations, and does
//! not tell an addition that wraps from one that must not. The front end, which
//! reads all of that, writes it down here beside the module, by the module's own
//! handles and spans; whoever runs the module looks it up.

mod atomic;
mod call;
mod check;
mod narrow;
mod print;

pub use atomic::AtomicUpdate;
use call::CallNames;
pub use check::{Check, CheckedOperation, Failure};
use naga::{Expression, Function, Handle, Span};
pub use narrow::{Intrinsic, MemoryPart, MemoryValue, Stored};
pub use print::{
    Align, Count, Notation, Piece, Print, PrintArgument, Text as PrintText, ValueFormat,
};
use std::collections::{HashMap, HashSet};

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

    /// What is left of it for an operation that only reads.
    #[must_use]
    pub fn of_read(self) -> MemoryOrder {
        match self {
            MemoryOrder::Relaxed | MemoryOrder::Release => MemoryOrder::Relaxed,
            MemoryOrder::Acquire | MemoryOrder::AcquireRelease => MemoryOrder::Acquire,
            MemoryOrder::SequentiallyConsistent => MemoryOrder::SequentiallyConsistent,
        }
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

/// A warp operation of the text that names the lanes it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaskedExchange {
    /// The lanes, as each of them says.
    pub mask: Handle<Expression>,
    /// What the text calls the operation.
    pub name: &'static str,
}

/// A function of a module; `None` is the kernel itself, of which there is one.
pub type FunctionKey = Option<Handle<Function>>;

/// What goes with a module.
#[derive(Clone, Debug, Default)]
pub struct Semantics {
    pub dialect: Dialect,
    synchronizations: HashMap<SpanKey, Synchronization>,
    masks: HashMap<(FunctionKey, SpanKey), Handle<Expression>>,
    exchanges: HashMap<(FunctionKey, Handle<Expression>), MaskedExchange>,
    mask_values: HashSet<(FunctionKey, Handle<Expression>)>,
    checks: HashMap<(FunctionKey, Handle<Expression>), Check>,
    failures: HashMap<(FunctionKey, SpanKey), Failure>,
    failure_orders: HashMap<SpanKey, MemoryOrder>,
    updates: HashMap<(FunctionKey, SpanKey), AtomicUpdate>,
    prints: HashMap<(FunctionKey, SpanKey), Print>,
    intrinsics: HashMap<Handle<Function>, Intrinsic>,
    calls: CallNames,
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

    /// The comparison and exchange at this place orders so where it exchanges nothing.
    pub fn set_failure_order(&mut self, span: Span, order: MemoryOrder) {
        self.failure_orders.insert(key(span), order);
    }

    /// How a comparison and exchange orders where it exchanges nothing. What nobody
    /// has said is what is left of its own order for one that only reads.
    pub fn failure_order(&self, span: Span) -> MemoryOrder {
        let own = self.synchronization(span).order.of_read();
        self.failure_orders.get(&key(span)).copied().unwrap_or(own)
    }

    /// The block of statements at this place is one atomic operation.
    pub fn set_update(&mut self, function: FunctionKey, span: Span, update: AtomicUpdate) {
        self.updates.insert((function, key(span)), update);
    }

    /// The atomic operation that a block of statements stands for, if it does.
    pub fn update(&self, function: FunctionKey, span: Span) -> Option<&AtomicUpdate> {
        self.updates.get(&(function, key(span)))
    }

    /// The block of statements at this place prints something, and does nothing else.
    pub fn set_print(&mut self, function: FunctionKey, span: Span, print: Print) {
        self.prints.insert((function, key(span)), print);
    }

    /// What a block of statements prints, if it does.
    pub fn print(&self, function: FunctionKey, span: Span) -> Option<&Print> {
        self.prints.get(&(function, key(span)))
    }

    /// Whether anything is printed.
    pub fn prints(&self) -> bool {
        !self.prints.is_empty()
    }

    /// Whether the access at this place is an ordinary one, although its word is
    /// declared for atomics, because others are.
    pub fn is_plain(&self, span: Span) -> bool {
        self.dialect == Dialect::Cuda && !self.synchronizations.contains_key(&key(span))
    }

    /// The warp barrier at this place is for the lanes of a mask.
    pub fn set_mask(&mut self, function: FunctionKey, span: Span, mask: Handle<Expression>) {
        self.masks.insert((function, key(span)), mask);
    }

    /// The mask of the warp barrier at this place; without one, it is for the lanes
    /// that come to it.
    pub fn mask(&self, function: FunctionKey, span: Span) -> Option<Handle<Expression>> {
        self.masks.get(&(function, key(span))).copied()
    }

    /// The warp operation that has this result is for the lanes of a mask.
    pub fn set_exchange(
        &mut self,
        function: FunctionKey,
        result: Handle<Expression>,
        exchange: MaskedExchange,
    ) {
        self.exchanges.insert((function, result), exchange);
        self.mask_values.insert((function, exchange.mask));
    }

    /// What the text says of the warp operation that has this result, if it names
    /// lanes; if not, it is for all lanes of the warp.
    pub fn exchange(
        &self,
        function: FunctionKey,
        result: Handle<Expression>,
    ) -> Option<&MaskedExchange> {
        self.exchanges.get(&(function, result))
    }

    /// Whether a value is the mask of some warp operation, which the module does not
    /// count as a use of it.
    pub fn is_mask(&self, function: FunctionKey, value: Handle<Expression>) -> bool {
        self.mask_values.contains(&(function, value))
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
