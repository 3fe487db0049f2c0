//! Assertions, and threads that give up.
//!
//! A thread that fails leaves the kernel. In a helper it can leave only the helper,
//! so it sets a flag of its own, and whoever has called the helper looks at it and
//! leaves too.

use super::Lowering;
use super::frame::Frame;
use super::types::unsupported;
use super::unit::Unit;
use super::value::{Shape, Value};
use naga::{AddressSpace, Expression, GlobalVariable, Handle, Literal, Span, Statement, TypeInner};
use warpbench_hir::types::Ty;
use warpbench_hir::{Assertion, Expr, ExprKind};
use warpbench_semantics::{Failure, StatementFact};

/// What is compared, with the value of each.
type Sides = Vec<(String, Handle<Expression>)>;

impl Frame<'_, '_> {
    /// `assert!(…)`, or `panic!(…)` where there is no condition.
    pub(super) fn assertion(&mut self, assertion: &Assertion, span: Span) -> Lowering<Value> {
        let Some(condition) = &assertion.condition else {
            self.fail(assertion, Sides::new(), span)?;
            return Ok(Value::Never);
        };
        let (holds, sides) = self.condition(assertion, condition)?;
        if self.is_dead() {
            return Ok(Value::Never);
        }
        match self.known(holds) {
            Some(Literal::Bool(true)) => return Ok(Value::UNIT),
            Some(Literal::Bool(false)) => {
                self.fail(assertion, sides, span)?;
                return Ok(Value::Never);
            }
            _ => {}
        }
        let (reject, _) = self.block(|frame| frame.fail(assertion, sides, span))?;
        let accept = naga::Block::new();
        self.push(Statement::If { condition: holds, accept, reject }, span);
        Ok(Value::UNIT)
    }

    /// Whether a condition holds, and what it compares.
    fn condition(
        &mut self,
        assertion: &Assertion,
        condition: &Expr,
    ) -> Lowering<(Handle<Expression>, Sides)> {
        match &condition.kind {
            ExprKind::Binary(op, left, right)
                if self.is_scalar(&left.ty) && !super::wide::is_wide(&left.ty) =>
            {
                let a = self.plain_expr(left)?;
                let b = self.plain_expr(right)?;
                let holds = self.operate(*op, a, (b, &right.ty), &left.ty, condition.span)?;
                let sides = assertion.sides.iter().cloned().zip([a, b]).collect();
                Ok((holds, sides))
            }
            _ => Ok((self.plain_expr(condition)?, Sides::new())),
        }
    }

    fn fail(&mut self, assertion: &Assertion, sides: Sides, span: Span) -> Lowering<()> {
        let message = self.printed(&assertion.message, span)?;
        if self.is_dead() {
            return Ok(());
        }
        let failure = Failure {
            name: assertion.name.clone(),
            condition: assertion.text.clone(),
            message,
            sides,
        };
        if !self.is_entry {
            let flag = self.failed_flag();
            let yes = self.literal(Literal::Bool(true));
            self.store(flag, yes, span);
        }
        self.failure = Some(failure);
        let given_up = self.give_up(span);
        self.failure = None;
        given_up
    }

    /// Returns, with the failure under way if there is one.
    pub(super) fn push_return(&mut self, value: Option<Handle<Expression>>, span: Span) {
        let statement = Statement::Return { value };
        match self.failure.take() {
            Some(failure) => self.push_with(statement, StatementFact::Failure(failure), span),
            None if self.inlining.is_return_written => {
                self.push_with(statement, StatementFact::WrittenReturn, span);
            }
            None => self.push(statement, span),
        }
    }

    /// Leaves the function if a helper that was just called has failed.
    pub(super) fn pass_failure_on(&mut self, span: Span) -> Lowering<()> {
        let flag = self.failed_flag();
        let condition = self.load(flag, span);
        let (accept, _) = self.block(|frame| frame.give_up(span))?;
        let reject = naga::Block::new();
        self.push(Statement::If { condition, accept, reject }, span);
        Ok(())
    }

    /// Leaves the function with whatever it returns; nobody looks at it.
    fn give_up(&mut self, span: Span) -> Lowering<()> {
        if self.is_entry {
            self.push_return(None, span);
            return Ok(());
        }
        self.can_fail = true;
        let value = match self.result.clone() {
            Some(shape) => self.zero_of_shape(&shape, span)?,
            None => {
                let result = self.outermost().result.clone();
                self.zero_of_type(&result, span)?
            }
        };
        self.give_back(value, span)
    }

    fn zero_of_shape(&mut self, shape: &Shape, span: Span) -> Lowering<Value> {
        let mut types = Vec::new();
        self.unit.leaves(shape, &mut types);
        let leaves: Vec<_> = types.into_iter().map(|ty| self.zero(ty)).collect();
        self.rebuild(shape, &mut leaves.into_iter()).map_err(|_| no_such_result(span))
    }

    pub(super) fn zero_of_type(&mut self, ty: &Ty, span: Span) -> Lowering<Value> {
        match ty {
            ty if self.unit.split(ty).is_some() => {
                let members = self.unit.split(ty).unwrap_or_default();
                let each = members.iter().map(|member| self.zero_of_type(member, span));
                each.collect::<Lowering<Vec<_>>>().map(Value::Parts)
            }
            Ty::Pointer(..) | Ty::Reference(..) | Ty::Slice(_) => Err(no_such_result(span)),
            _ => {
                let ty = self.naga_type(ty, span)?;
                Ok(Value::Plain(self.zero(ty)))
            }
        }
    }

    fn failed_flag(&mut self) -> Handle<Expression> {
        let flag = self.unit.failed_flag();
        self.global(flag)
    }
}

impl Unit<'_> {
    /// The thread's own flag that says whether it has failed in a helper.
    fn failed_flag(&mut self) -> Handle<GlobalVariable> {
        if let Some(flag) = self.failed_flag {
            return flag;
        }
        let ty = self.insert(None, TypeInner::Scalar(naga::Scalar::BOOL));
        let no = Expression::Literal(Literal::Bool(false));
        let init = self.module.global_expressions.append(no, Span::UNDEFINED);
        let flag = GlobalVariable {
            name: Some("has_failed".to_owned()),
            space: AddressSpace::Private,
            binding: None,
            ty,
            init: Some(init),
            memory_decorations: naga::MemoryDecorations::empty(),
        };
        let flag = self.module.global_variables.append(flag, Span::UNDEFINED);
        self.failed_flag = Some(flag);
        flag
    }
}

fn no_such_result(span: Span) -> Box<warpbench_source::Diagnostic> {
    unsupported("an assertion before the first `return` of a function that returns a pointer", span)
}
