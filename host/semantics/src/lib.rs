//! Semantics of a kernel that a naga module cannot express.
//!
//! A module has no memory orders, no scopes, no masks of warp operations, and does
//! not tell an addition that wraps from one that must not. The front end, which
//! reads all of that, writes it down here beside the module; whoever runs the module
//! looks it up.
//!
//! A fact belongs to an expression, by its handle, or to a statement, by a mark that
//! no other statement has ([`StatementFact`]). None is looked up by where something
//! stands in the text: what a macro, a generic function or a closure stands for has
//! one place and many statements.

mod atomic;
mod check;
mod narrow;
mod print;
mod statement;

pub use atomic::AtomicUpdate;
pub use check::{Check, CheckSubject, CheckedOperation, Failure};
use naga::{Expression, Function, Handle, Module, Span};
pub use narrow::{Intrinsic, MemoryPart, MemoryValue, Stored};
pub use print::{
    Align, Count, Notation, Piece, Print, PrintArgument, Text as PrintText, ValueFormat,
};
pub use statement::StatementFact;
use statement::Statements;
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
    /// A number that all operations of one call of the text have, and no other call in
    /// the same function.
    pub call: u32,
}

/// A function of a module; `None` is the kernel itself, of which there is one.
pub type FunctionKey = Option<Handle<Function>>;

/// What goes with a module.
#[derive(Clone, Debug, Default)]
pub struct Semantics {
    pub dialect: Dialect,
    statements: Statements,
    reads: HashMap<(FunctionKey, Handle<Expression>), Synchronization>,
    exchanges: HashMap<(FunctionKey, Handle<Expression>), MaskedExchange>,
    mask_values: HashSet<(FunctionKey, Handle<Expression>)>,
    checks: HashMap<(FunctionKey, Handle<Expression>), Check>,
    intrinsics: HashMap<Handle<Function>, Intrinsic>,
    names: HashMap<Handle<Function>, Span>,
}

impl Semantics {
    pub fn of(dialect: Dialect) -> Semantics {
        Semantics { dialect, ..Semantics::default() }
    }

    /// The span for a statement that a fact is known of. The statement must have no
    /// other; [`Semantics::place`] leads back to the text.
    #[must_use]
    pub fn mark(&mut self, place: Span, fact: StatementFact) -> Span {
        self.statements.mark(place, fact)
    }

    /// What is known of the statement that has this span.
    pub fn fact(&self, statement: Span) -> Option<&StatementFact> {
        self.statements.fact(statement)
    }

    /// Where a statement that has this span stands in the text.
    pub fn place(&self, statement: Span) -> Span {
        self.statements.place(statement)
    }

    /// Gives the statements of a module their places in the text as spans, for whoever
    /// takes the module alone.
    pub fn restore_places(&self, module: &mut Module) {
        let helpers = module.functions.iter_mut().map(|(_, function)| function);
        let kernels = module.entry_points.iter_mut().map(|point| &mut point.function);
        helpers.chain(kernels).for_each(|function| self.statements.restore(&mut function.body));
    }

    /// Whether anything is printed.
    pub fn prints(&self) -> bool {
        self.statements.facts().any(|fact| matches!(fact, StatementFact::Print(_)))
    }

    /// This read is an atomic one, and synchronises so.
    pub fn set_read(
        &mut self,
        function: FunctionKey,
        read: Handle<Expression>,
        how: Synchronization,
    ) {
        self.reads.insert((function, read), how);
    }

    /// How a read of a word that is declared for atomics synchronises; nothing if it is
    /// an ordinary one, and the word is declared so because others are not.
    pub fn read(&self, function: FunctionKey, read: Handle<Expression>) -> Option<Synchronization> {
        self.of_access(self.reads.get(&(function, read)).copied())
    }

    /// The same for a write, by what is known of its statement.
    pub fn write(&self, fact: Option<&StatementFact>) -> Option<Synchronization> {
        self.of_access(fact.and_then(StatementFact::synchronization))
    }

    /// In WGSL nobody says how an access synchronises, and all are relaxed atomics.
    fn of_access(&self, told: Option<Synchronization>) -> Option<Synchronization> {
        match self.dialect {
            Dialect::Wgsl => Some(told.unwrap_or_default()),
            Dialect::Cuda => told,
        }
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

    /// Whether there are numbers that must fit a word, or another module has to run.
    pub fn has_words(&self) -> bool {
        self.checks.values().any(|check| check.is_word)
    }

    /// The same without the checks that change nothing about what a thread does or a run
    /// comes to, which take time.
    #[must_use]
    pub fn without_checks(&self) -> Semantics {
        let mut semantics = self.clone();
        semantics.checks.retain(|_, check| check.is_word || check.operation.ends_thread());
        semantics
    }

    /// What a function stands for, whatever its body does to get there.
    pub fn set_intrinsic(&mut self, function: Handle<Function>, intrinsic: Intrinsic) {
        self.intrinsics.insert(function, intrinsic);
    }

    /// What a function stands for, if it is more than its body.
    pub fn intrinsic(&self, function: Handle<Function>) -> Option<&Intrinsic> {
        self.intrinsics.get(&function)
    }

    /// The text calls a function by the name at this place.
    pub fn set_function_name(&mut self, function: Handle<Function>, name: Span) {
        self.names.insert(function, name);
    }

    /// Where the name of a function stands in the text; nothing where the module's
    /// name is the text's. A module calls helpers by names of its own, one for each form
    /// that a helper is compiled in.
    pub fn function_name(&self, function: Handle<Function>) -> Option<Span> {
        self.names.get(&function).copied()
    }
}
