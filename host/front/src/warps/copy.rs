//! Copies of expressions and statements with new handles.

use super::Result;
use super::operands;
use super::rewriter::Rewriter;
use naga::{AtomicFunction, Barrier, Block, Expression, Handle, Span, Statement, SwitchCase};

impl Rewriter<'_, '_> {
    /// The new expression for an old one.
    pub(super) fn value(&mut self, old: Handle<Expression>) -> Result<Handle<Expression>> {
        if let Some(new) = self.map[old.index()] {
            return Ok(new);
        }
        // Literals, variables and the like are never emitted and are there from
        // the start.
        if let Expression::FunctionArgument(index) = self.source.expressions[old]
            && let Some(&argument) = self.arguments.get(index as usize)
        {
            self.map[old.index()] = Some(argument);
            return Ok(argument);
        }
        let expression = self.with_new_operands(old)?;
        let span = self.source.expressions.get_span(old);
        let new = self.target.expressions.append(expression, span);
        self.map[old.index()] = Some(new);
        Ok(new)
    }

    pub(super) fn values(&mut self, old: &[Handle<Expression>]) -> Result<Vec<Handle<Expression>>> {
        old.iter().map(|&old| self.value(old)).collect()
    }

    fn with_new_operands(&mut self, old: Handle<Expression>) -> Result<Expression> {
        let source = self.source;
        let expression = &source.expressions[old];
        match operands::replace(expression, &mut |operand| self.value(operand))? {
            Some(new) => Ok(new),
            None => Err(self.unsupported(expression_name(expression))),
        }
    }

    /// Evaluates an old expression at the end of a block.
    pub(super) fn emit_copy(
        &mut self,
        old: Handle<Expression>,
        span: Span,
        out: &mut Block,
    ) -> Result<()> {
        if self.source.expressions[old].needs_pre_emit() {
            return Ok(());
        }
        // Reads of variables carry no span of their own.
        let own = self.source.expressions.get_span(old);
        self.span = if own.is_defined() { own } else { span };
        let expression = self.with_new_operands(old)?;
        let new = self.emit(expression, out);
        self.map[old.index()] = Some(new);
        if let Some(name) = self.source.named_expressions.get(&old) {
            self.target.named_expressions.insert(new, name.clone());
        }
        Ok(())
    }

    /// The result of a statement, which that statement evaluates.
    pub(super) fn result(
        &mut self,
        old: Option<Handle<Expression>>,
    ) -> Result<Option<Handle<Expression>>> {
        let Some(old) = old else { return Ok(None) };
        let expression = self.with_new_operands(old)?;
        Ok(Some(self.result_as(old, expression)))
    }

    /// Another expression as the result of a statement.
    pub(super) fn result_as(
        &mut self,
        old: Handle<Expression>,
        expression: Expression,
    ) -> Handle<Expression> {
        let new = self.target.expressions.append(expression, self.span);
        self.stands_for(old, new);
        new
    }

    /// From here on, `new` stands for `old`.
    pub(super) fn stands_for(&mut self, old: Handle<Expression>, new: Handle<Expression>) {
        self.map[old.index()] = Some(new);
        if let Some(name) = self.source.named_expressions.get(&old) {
            self.target.named_expressions.insert(new, name.clone());
        }
    }

    pub(super) fn copy_block(&mut self, block: &Block) -> Result<Block> {
        let mut out = Block::with_capacity(block.len());
        for (statement, span) in block.span_iter() {
            self.copy_statement(statement, *span, &mut out)?;
        }
        Ok(out)
    }

    pub(super) fn copy_statement(
        &mut self,
        statement: &Statement,
        span: Span,
        out: &mut Block,
    ) -> Result<()> {
        self.span = span;
        let copy = match statement {
            Statement::Emit(range) => {
                return range.clone().try_for_each(|old| self.emit_copy(old, span, out));
            }
            Statement::Block(block) => Statement::Block(self.copy_block(block)?),
            Statement::If { condition, accept, reject } => Statement::If {
                condition: self.value(*condition)?,
                accept: self.copy_block(accept)?,
                reject: self.copy_block(reject)?,
            },
            Statement::Switch { selector, cases } => Statement::Switch {
                selector: self.value(*selector)?,
                cases: cases.iter().map(|case| self.copy_case(case)).collect::<Result<_>>()?,
            },
            Statement::Loop { body, continuing, break_if } => Statement::Loop {
                body: self.copy_block(body)?,
                continuing: self.copy_block(continuing)?,
                break_if: break_if.map(|condition| self.value(condition)).transpose()?,
            },
            Statement::Break => Statement::Break,
            Statement::Continue => Statement::Continue,
            Statement::Return { value } => {
                Statement::Return { value: value.map(|value| self.value(value)).transpose()? }
            }
            Statement::ControlBarrier(barrier) => Statement::ControlBarrier(widened(*barrier)),
            Statement::MemoryBarrier(barrier) => Statement::MemoryBarrier(widened(*barrier)),
            other => self.copy_effect(other)?,
        };
        out.push(copy, span);
        Ok(())
    }

    fn copy_case(&mut self, case: &SwitchCase) -> Result<SwitchCase> {
        Ok(SwitchCase { body: self.copy_block(&case.body)?, ..case.clone() })
    }

    /// A statement that reads or writes memory.
    fn copy_effect(&mut self, statement: &Statement) -> Result<Statement> {
        Ok(match statement {
            Statement::Store { pointer, value } => {
                Statement::Store { pointer: self.value(*pointer)?, value: self.value(*value)? }
            }
            Statement::Atomic { pointer, fun, value, result } => Statement::Atomic {
                pointer: self.value(*pointer)?,
                fun: match fun {
                    AtomicFunction::Exchange { compare: Some(compare) } => {
                        AtomicFunction::Exchange { compare: Some(self.value(*compare)?) }
                    }
                    other => *other,
                },
                value: self.value(*value)?,
                result: self.result(*result)?,
            },
            Statement::WorkGroupUniformLoad { pointer, result } => {
                let pointer = self.value(*pointer)?;
                let expression = self.with_new_operands(*result)?;
                Statement::WorkGroupUniformLoad {
                    pointer,
                    result: self.result_as(*result, expression),
                }
            }
            Statement::Call { function, arguments, result } => Statement::Call {
                function: *function,
                arguments: self.values(arguments)?,
                result: self.result(*result)?,
            },
            other => return Err(self.unsupported(statement_name(other))),
        })
    }
}

/// A barrier of the warp becomes one of the block. The former orders what its
/// threads do in any memory.
pub(super) fn widened(barrier: Barrier) -> Barrier {
    if barrier.contains(Barrier::SUB_GROUP) {
        barrier.difference(Barrier::SUB_GROUP) | Barrier::WORK_GROUP | Barrier::STORAGE
    } else {
        barrier
    }
}

/// What a person calls a kind of expression that cannot be copied.
fn expression_name(expression: &Expression) -> &'static str {
    match expression {
        Expression::ImageSample { .. }
        | Expression::ImageLoad { .. }
        | Expression::ImageQuery { .. } => "a texture",
        Expression::Derivative { .. } => "a derivative",
        Expression::CooperativeLoad { .. } | Expression::CooperativeMultiplyAdd { .. } => {
            "a cooperative matrix"
        }
        Expression::RayQueryVertexPositions { .. }
        | Expression::RayQueryProceedResult
        | Expression::RayQueryGetIntersection { .. } => "a ray query",
        _ => "a result that is used before its statement",
    }
}

/// What a person calls a statement that cannot be copied.
fn statement_name(statement: &Statement) -> &'static str {
    match statement {
        Statement::Kill => "`discard`",
        Statement::ImageStore { .. } | Statement::ImageAtomic { .. } => "a write to a texture",
        Statement::RayQuery { .. } | Statement::RayPipelineFunction(_) => "a ray query",
        Statement::CooperativeStore { .. } => "a cooperative matrix",
        _ => "an operation of the warp in code that no warp walks through together",
    }
}
