//! What rustc checks while a kernel runs.

use super::{Compiler, FunctionScope, Result};
use crate::sim::code::{Failure, Op};
use naga::{Expression, Handle};

impl<'a> Compiler<'a> {
    /// The check that goes with an expression, if there is one. Its sides are what
    /// the expression is made of, so that they are computed anyway.
    pub(super) fn check(
        &mut self,
        scope: &mut FunctionScope<'a>,
        handle: Handle<Expression>,
    ) -> Result<()> {
        let Some(&check) = self.semantics.check(scope.key, handle) else { return Ok(()) };
        let (left, right) = (self.operand(scope, check.left)?, self.operand(scope, check.right)?);
        for i in 0..left.count.max(right.count) {
            self.emit(Op::Check {
                operation: check.operation,
                of: left.scalar,
                by: right.scalar,
                a: left.at(i),
                b: right.at(i),
                bits: check.bits as u8,
                is_pointer_sized: check.is_pointer_sized,
            });
        }
        Ok(())
    }

    /// What the return under way fails with, if it is a failure.
    pub(super) fn fail(&mut self, scope: &mut FunctionScope<'a>) -> Result<()> {
        let Some(failure) = self.semantics.failure(scope.key, self.span) else { return Ok(()) };
        let mut sides = Vec::new();
        for (text, side) in &failure.sides {
            let side = self.operand(scope, *side)?;
            sides.push((text.clone(), side.first, side.scalar));
        }
        let failure = Failure {
            name: failure.name.clone(),
            condition: failure.condition.clone(),
            message: failure.message.clone(),
            sides,
        };
        let index = self.code.failures.len() as u32;
        self.code.failures.push(failure);
        self.emit(Op::Fail { failure: index });
        Ok(())
    }
}
