//! Compilation of checks that rustc makes while a kernel runs.

use super::{Compiler, FunctionScope, Result};
use crate::sim::code::{Failure, Op, Print, PrintedValue};
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
                is_word: check.is_word,
            });
        }
        Ok(())
    }

    /// A text with the values in it.
    fn text(
        &mut self,
        scope: &mut FunctionScope<'a>,
        print: &warpbench_semantics::Print,
    ) -> Result<Print> {
        let mut values = Vec::new();
        for argument in &print.arguments {
            let value = self.operand(scope, argument.value)?;
            let (register, scalar) = (value.first, value.scalar);
            values.push(PrintedValue { register, scalar, bits: argument.bits });
        }
        Ok(Print { text: print.text.clone(), values })
    }

    /// A block that stands for something that is printed.
    pub(super) fn print(
        &mut self,
        scope: &mut FunctionScope<'a>,
        print: &warpbench_semantics::Print,
    ) -> Result<()> {
        let print = self.text(scope, print)?;
        let index = self.code.prints.len() as u32;
        self.code.prints.push(print);
        self.emit(Op::Print { print: index });
        Ok(())
    }

    /// What the return under way fails with.
    pub(super) fn fail(
        &mut self,
        scope: &mut FunctionScope<'a>,
        failure: &warpbench_semantics::Failure,
    ) -> Result<()> {
        let mut sides = Vec::new();
        for (text, side) in &failure.sides {
            let side = self.operand(scope, *side)?;
            sides.push((text.clone(), side.first, side.scalar));
        }
        let message = self.text(scope, &failure.message)?;
        let failure = Failure {
            name: failure.name.clone(),
            condition: failure.condition.clone(),
            message,
            sides,
        };
        let index = self.code.failures.len() as u32;
        self.code.failures.push(failure);
        self.emit(Op::Fail { failure: index });
        Ok(())
    }
}
