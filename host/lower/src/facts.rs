//! Facts about a function's expressions beyond what naga says, kept until the function has
//! its place in the module. Statements have theirs by marks (`Frame::push_with`).

use super::unit::Unit;
use naga::{Expression, Handle};
use warpbench_semantics::{Check, FunctionKey, MaskedExchange, Synchronization};

/// What is known of the expressions of a function.
#[derive(Debug, Default)]
pub(super) struct ExpressionFacts {
    /// Atomic reads.
    pub(super) reads: Vec<(Handle<Expression>, Synchronization)>,
    /// Warp operations that name their lanes, by their results.
    pub(super) exchanges: Vec<(Handle<Expression>, MaskedExchange)>,
    /// Arithmetic whose result must fit its type.
    pub(super) checks: Vec<(Handle<Expression>, Check)>,
}

impl Unit<'_> {
    /// Notes what is known of the expressions of a function that was just finished.
    pub(super) fn note_facts(&mut self, function: FunctionKey, facts: ExpressionFacts) {
        for (read, how) in facts.reads {
            self.semantics.set_read(function, read, how);
        }
        for (result, exchange) in facts.exchanges {
            self.semantics.set_exchange(function, result, exchange);
        }
        for (expression, check) in facts.checks {
            self.semantics.set_check(function, expression, check);
        }
    }
}
