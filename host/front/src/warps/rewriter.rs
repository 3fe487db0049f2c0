//! One function on its way from the original to the one that a block walks
//! through together.

use super::constructs::{Construct, Flag};
use super::contents::{self, Contents};
use super::operands;
use super::{Emulator, Result, WARP, WarpError};
use naga::proc::ensure_block_returns;
use naga::valid::FunctionInfo;
use naga::{BinaryOperator, Block, Expression, Function, FunctionArgument, Handle, Literal};
use naga::{LocalVariable, Range, Scalar, Span, Statement, Type, TypeInner};

/// Where a thread is in its block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    /// The thread's number in the block.
    pub(super) thread: Handle<Expression>,
    /// Its number in the warp.
    pub(super) lane: Handle<Expression>,
    /// The number of its warp.
    pub(super) warp: Handle<Expression>,
}

/// Writes the new function while it reads the old one.
pub(super) struct Rewriter<'a, 'e> {
    pub(super) emulator: &'e mut Emulator<'a>,
    pub(super) source: &'a Function,
    pub(super) info: &'a FunctionInfo,
    pub(super) target: Function,
    /// The new expressions by the old ones.
    pub(super) map: Vec<Option<Handle<Expression>>>,
    /// How often an old expression is read.
    pub(super) reads: Vec<u32>,
    /// What has become of the arguments.
    pub(super) arguments: Vec<Handle<Expression>>,
    /// Whether the thread has not returned yet; nothing where all threads of the
    /// block are there.
    pub(super) base: Option<Flag>,
    /// The control flow around the current statement, from the outside.
    pub(super) constructs: Vec<Construct>,
    /// Where threads that have returned keep their value.
    pub(super) return_value: Option<Handle<LocalVariable>>,
    /// Some threads have returned, and wait for the others at the end.
    pub(super) has_returned: bool,
    /// All threads have returned, and what follows is never reached.
    pub(super) has_ended: bool,
    /// Where the current statement stands in the text.
    pub(super) span: Span,
    pub(super) position: Option<Position>,
}

impl<'a, 'e> Rewriter<'a, 'e> {
    pub(super) fn new(
        emulator: &'e mut Emulator<'a>,
        source: &'a Function,
        info: &'a FunctionInfo,
    ) -> Rewriter<'a, 'e> {
        let target = Function {
            name: source.name.clone(),
            result: source.result.clone(),
            diagnostic_filter_leaf: source.diagnostic_filter_leaf,
            ..Function::default()
        };
        let count = source.expressions.len();
        let mut reads = vec![0; count];
        operands::of_block(&source.body, &source.expressions, &mut |operand| {
            reads[operand.index()] += 1;
        });
        Rewriter {
            emulator,
            source,
            info,
            target,
            map: vec![None; count],
            reads,
            arguments: Vec::new(),
            base: None,
            constructs: Vec::new(),
            return_value: None,
            has_returned: false,
            has_ended: false,
            span: Span::UNDEFINED,
            position: None,
        }
    }

    /// Rewrites an entry point, which all threads of a block start together.
    pub(super) fn entry(mut self) -> Result<Function> {
        let mut out = Block::new();
        self.entry_inputs(&mut out)?;
        self.locals()?;
        let mut body = self.source.body.clone();
        contents::drop_last_returns(&mut body);
        let statements: Vec<(&Statement, Span)> =
            body.span_iter().map(|(statement, span)| (statement, *span)).collect();
        let cooperates = |(statement, _): &(&Statement, Span)| {
            contents::of_statement(statement, &self.emulator.contents).is_cooperative()
        };
        let together = statements.iter().rposition(cooperates).map_or(0, |last| last + 1);
        let (together, alone) = statements.split_at(together);
        self.statements(together, &mut out)?;
        if self.flag().is_none() && !self.has_ended {
            // Nobody waits for anybody any more.
            for (statement, span) in alone {
                self.copy_statement(statement, *span, &mut out)?;
            }
        } else {
            self.statements(alone, &mut out)?;
        }
        self.finish(out)
    }

    /// Rewrites a function that all threads of a block call together, each with
    /// its number and with whether it means it.
    pub(super) fn helper(mut self) -> Result<Function> {
        let mut out = Block::new();
        for (index, argument) in self.source.arguments.iter().enumerate() {
            self.target.arguments.push(argument.clone());
            let value = self.append(Expression::FunctionArgument(index as u32));
            self.arguments.push(value);
        }
        let thread = self.extra_argument("local_invocation_index", Scalar::U32);
        self.locate(thread, &mut out);
        let active = self.extra_argument("active", Scalar::BOOL);
        self.locals()?;
        let mut body = self.source.body.clone();
        if self.source.result.is_none() {
            contents::drop_last_returns(&mut body);
        }
        let early = body.len().saturating_sub(1);
        let returns_early = body.iter().take(early).any(|s| contents::exits(s).returns)
            || body.last().is_some_and(|last| {
                !matches!(last, Statement::Return { .. }) && contents::exits(last).returns
            });
        self.base = Some(if returns_early {
            let flag = self.variable("still_active", Scalar::BOOL);
            self.store_variable(flag, active, &mut out);
            Flag::Variable(flag)
        } else {
            Flag::Value(active)
        });
        self.block(&body, &mut out)?;
        self.finish(out)
    }

    fn finish(mut self, mut out: Block) -> Result<Function> {
        if self.has_returned {
            let value = self.return_value.map(|variable| self.load_variable(variable, &mut out));
            out.push(Statement::Return { value }, Span::UNDEFINED);
        } else if self.source.result.is_none() {
            ensure_block_returns(&mut out);
        }
        self.target.body = out;
        Ok(self.target)
    }

    /// Takes the variables over. They keep their handles.
    fn locals(&mut self) -> Result<()> {
        let source = self.source;
        for (handle, variable) in source.local_variables.iter() {
            let init = variable.init.map(|init| self.value(init)).transpose()?;
            let span = source.local_variables.get_span(handle);
            self.target.local_variables.append(LocalVariable { init, ..variable.clone() }, span);
        }
        Ok(())
    }

    fn extra_argument(&mut self, name: &str, scalar: Scalar) -> Handle<Expression> {
        let ty = self.emulator.ty(TypeInner::Scalar(scalar));
        let index = self.target.arguments.len() as u32;
        let argument = FunctionArgument { name: Some(name.to_owned()), ty, binding: None };
        self.target.arguments.push(argument);
        self.append(Expression::FunctionArgument(index))
    }

    /// Works out a thread's lane and warp from its number in the block.
    pub(super) fn locate(&mut self, thread: Handle<Expression>, out: &mut Block) {
        let (mask, bits) = (self.word(WARP - 1), self.word(WARP.trailing_zeros()));
        let lane = self.binary(BinaryOperator::And, thread, mask, out);
        let warp = self.binary(BinaryOperator::ShiftRight, thread, bits, out);
        self.target.named_expressions.insert(lane, "lane".to_owned());
        self.target.named_expressions.insert(warp, "warp".to_owned());
        self.position = Some(Position { thread, lane, warp });
    }

    /// Where the thread is. Every function learns that at its start.
    pub(super) fn position(&self) -> Result<Position> {
        self.position.ok_or_else(|| self.unsupported("a function without a thread's number"))
    }

    pub(super) fn contents(&self, statement: &Statement) -> Contents {
        contents::of_statement(statement, &self.emulator.contents)
    }

    pub(super) fn unsupported(&self, what: impl Into<String>) -> WarpError {
        let span = self.emulator.source.semantics.place(self.span);
        WarpError::Unsupported { what: what.into(), span }
    }

    /// Adds an expression that is never emitted, such as a literal.
    pub(super) fn append(&mut self, expression: Expression) -> Handle<Expression> {
        self.target.expressions.append(expression, self.span)
    }

    /// Adds an expression that is evaluated at the end of a block.
    pub(super) fn emit(&mut self, expression: Expression, out: &mut Block) -> Handle<Expression> {
        let handle = self.append(expression);
        let before = match out.last_mut() {
            Some(Statement::Emit(range)) => Some(range),
            _ => None,
        };
        if let Some(range) = before
            && let Some((first, last)) = range.first_and_last()
            && last.index() + 1 == handle.index()
        {
            *range = Range::new_from_bounds(first, handle);
        } else {
            out.push(Statement::Emit(Range::new_from_bounds(handle, handle)), self.span);
        }
        handle
    }

    pub(super) fn word(&mut self, word: u32) -> Handle<Expression> {
        self.append(Expression::Literal(Literal::U32(word)))
    }

    pub(super) fn bool(&mut self, value: bool) -> Handle<Expression> {
        self.append(Expression::Literal(Literal::Bool(value)))
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
        out: &mut Block,
    ) -> Handle<Expression> {
        self.emit(Expression::Binary { op, left, right }, out)
    }

    /// A new variable of the function.
    pub(super) fn variable(&mut self, name: &str, scalar: Scalar) -> Handle<LocalVariable> {
        let ty = self.emulator.ty(TypeInner::Scalar(scalar));
        self.variable_of(name, ty)
    }

    pub(super) fn variable_of(&mut self, name: &str, ty: Handle<Type>) -> Handle<LocalVariable> {
        let variable = LocalVariable { name: Some(name.to_owned()), ty, init: None };
        self.target.local_variables.append(variable, self.span)
    }

    pub(super) fn load_variable(
        &mut self,
        variable: Handle<LocalVariable>,
        out: &mut Block,
    ) -> Handle<Expression> {
        let pointer = self.append(Expression::LocalVariable(variable));
        self.emit(Expression::Load { pointer }, out)
    }

    pub(super) fn store_variable(
        &mut self,
        variable: Handle<LocalVariable>,
        value: Handle<Expression>,
        out: &mut Block,
    ) {
        let pointer = self.append(Expression::LocalVariable(variable));
        out.push(Statement::Store { pointer, value }, self.span);
    }
}
