//! Control flow that the whole block walks through together.
//!
//! Both branches of an `if` come one after the other, each for the threads that
//! take it. A loop goes round as long as any thread of the block is in it. Who
//! leaves early puts out its flags and walks along idly.

use super::Result;
use super::constructs::{Construct, ConstructKind, Exit, Flag};
use super::contents;
use super::copy::widened;
use super::rewriter::Rewriter;
use super::run::Item;
use naga::{Barrier, BinaryOperator, Block, Expression, Handle, Literal, Scalar, Span, Statement};
use naga::{SwitchCase, SwitchValue, UnaryOperator};

impl Rewriter<'_, '_> {
    pub(super) fn block(&mut self, block: &Block, out: &mut Block) -> Result<()> {
        let statements: Vec<(&Statement, Span)> =
            block.span_iter().map(|(statement, span)| (statement, *span)).collect();
        self.statements(&statements, out)
    }

    pub(super) fn statements(
        &mut self,
        statements: &[(&Statement, Span)],
        out: &mut Block,
    ) -> Result<()> {
        let mut items = Vec::new();
        for &(statement, span) in statements {
            if self.has_ended {
                return Ok(());
            }
            if !self.is_alone(statement) {
                self.run(&std::mem::take(&mut items), out)?;
                self.span = span;
                self.together(statement, out)?;
            } else if self.flag().is_none() {
                self.copy_statement(statement, span, out)?;
            } else {
                items.extend(Item::all(statement, span));
            }
        }
        self.run(&items, out)
    }

    /// Whether each thread executes a statement for itself. Barriers that all
    /// threads reach, as they must, are fine as they are.
    fn is_alone(&self, statement: &Statement) -> bool {
        let contents = self.contents(statement);
        let waits = contents.barriers && self.flag().is_some();
        !contents.warps && !waits && !contents::exits(statement).any()
    }

    /// A statement in which threads wait for each other, or by which they leave.
    fn together(&mut self, statement: &Statement, out: &mut Block) -> Result<()> {
        let span = self.span;
        match statement {
            Statement::Block(block) => self.block(block, out),
            Statement::If { condition, accept, reject } => {
                self.branch(*condition, accept, reject, out)
            }
            Statement::Switch { selector, cases } => self.switch(*selector, cases, out),
            Statement::Loop { body, continuing, break_if } => {
                self.looping(body, continuing, *break_if, out)
            }
            Statement::Break | Statement::Continue | Statement::Return { .. } => {
                self.exit(statement, out)
            }
            Statement::ControlBarrier(barrier) => {
                out.push(Statement::ControlBarrier(widened(*barrier)), span);
                Ok(())
            }
            Statement::WorkGroupUniformLoad { pointer, result } => {
                self.uniform_load(*pointer, *result, out)
            }
            Statement::Call { function, arguments, result } => {
                let function = self.emulator.version(*function)?;
                let mut arguments = self.values(arguments)?;
                arguments.push(self.position()?.thread);
                let active = self.active(out);
                arguments.push(active.unwrap_or_else(|| self.bool(true)));
                let result =
                    result.map(|old| self.result_as(old, Expression::CallResult(function)));
                out.push(Statement::Call { function, arguments, result }, span);
                Ok(())
            }
            Statement::SubgroupGather { mode, argument, result } => {
                self.gather(*mode, *argument, *result, out)
            }
            Statement::SubgroupBallot { predicate, result } => {
                self.ballot(*predicate, *result, out)
            }
            Statement::SubgroupCollectiveOperation { op, collective_op, argument, result } => {
                self.collect(*op, *collective_op, *argument, *result, out)
            }
            other => self.copy_statement(other, span, out),
        }
    }

    /// `break`, `continue` or `return` where it stands alone.
    fn exit(&mut self, statement: &Statement, out: &mut Block) -> Result<()> {
        let Some(exit) = Exit::of(statement) else { return Ok(()) };
        let value = self.exit_value(exit)?;
        if matches!(exit, Exit::Return(_)) && self.constructs.is_empty() {
            self.has_ended = true;
            if !self.has_returned {
                out.push(Statement::Return { value }, self.span);
                return Ok(());
            }
        }
        let active = self.active(out);
        let condition = active.unwrap_or_else(|| self.bool(true));
        self.leave(exit, condition, value, out);
        Ok(())
    }

    fn exit_value(&mut self, exit: Exit) -> Result<Option<Handle<Expression>>> {
        match exit {
            Exit::Return(Some(value)) => self.value(value).map(Some),
            _ => Ok(None),
        }
    }

    fn branch(
        &mut self,
        condition: Handle<Expression>,
        accept: &Block,
        reject: &Block,
        out: &mut Block,
    ) -> Result<()> {
        let span = self.span;
        let condition = self.value(condition)?;
        let branches = [(accept, "then_active", true), (reject, "else_active", false)];
        for (block, name, holds) in branches {
            if block.is_empty() {
                continue;
            }
            self.span = span;
            let condition = if holds { condition } else { self.not(condition, out) };
            let taken = self.active_and(condition, out);
            if let [only] = &**block
                && let Some(exit) = Exit::of(only)
            {
                let value = self.exit_value(exit)?;
                self.leave(exit, taken, value, out);
                continue;
            }
            let flag = if contents::exits_of_block(block).any() {
                let variable = self.variable(name, Scalar::BOOL);
                self.store_variable(variable, taken, out);
                Flag::Variable(variable)
            } else {
                Flag::Value(taken)
            };
            self.constructs.push(Construct { kind: ConstructKind::Branch, flag });
            self.block(block, out)?;
            self.constructs.pop();
        }
        Ok(())
    }

    fn looping(
        &mut self,
        body: &Block,
        continuing: &Block,
        break_if: Option<Handle<Expression>>,
        out: &mut Block,
    ) -> Result<()> {
        let span = self.span;
        let active = self.active(out);
        let entering = active.unwrap_or_else(|| self.bool(true));
        let variable = self.variable("loop_active", Scalar::BOOL);
        self.store_variable(variable, entering, out);
        self.constructs
            .push(Construct { kind: ConstructKind::Loop, flag: Flag::Variable(variable) });

        let mut inner = Block::new();
        let goes_on = self.load_variable(variable, &mut inner);
        let anybody = self.anybody_of_block(goes_on, &mut inner)?;
        let mut stop = Block::new();
        stop.push(Statement::Break, span);
        let stop = Statement::If { condition: anybody, accept: Block::new(), reject: stop };
        inner.push(stop, span);

        let iterates = contents::exits_of_block(body).continues;
        if iterates {
            let iteration = self.variable("iteration_active", Scalar::BOOL);
            let goes_on = self.load_variable(variable, &mut inner);
            self.store_variable(iteration, goes_on, &mut inner);
            let flag = Flag::Variable(iteration);
            self.constructs.push(Construct { kind: ConstructKind::Iteration, flag });
        }
        self.block(body, &mut inner)?;
        if iterates {
            self.constructs.pop();
        }
        self.block(continuing, &mut inner)?;
        if let Some(condition) = break_if {
            self.span = span;
            let condition = self.value(condition)?;
            let leaves = self.active_and(condition, &mut inner);
            self.leave(Exit::Break, leaves, None, &mut inner);
        }
        self.constructs.pop();
        let around = Statement::Loop { body: inner, continuing: Block::new(), break_if: None };
        out.push(around, span);
        Ok(())
    }

    fn switch(
        &mut self,
        selector: Handle<Expression>,
        cases: &[SwitchCase],
        out: &mut Block,
    ) -> Result<()> {
        let span = self.span;
        let selector = self.value(selector)?;
        let variable = self.variable("case_active", Scalar::BOOL);
        let construct = Construct { kind: ConstructKind::Switch, flag: Flag::Variable(variable) };
        let mut falls_through = false;
        for case in cases {
            self.span = span;
            let matches = self.matches(selector, case.value, cases, out);
            let mut taken = self.active_and(matches, out);
            if falls_through {
                let before = self.load_variable(variable, out);
                taken = self.binary(BinaryOperator::LogicalOr, before, taken, out);
            }
            self.store_variable(variable, taken, out);
            self.constructs.push(construct);
            self.block(&case.body, out)?;
            self.constructs.pop();
            falls_through = case.fall_through;
        }
        Ok(())
    }

    /// Whether a selector is for a case. The default is for what no other is for.
    fn matches(
        &mut self,
        selector: Handle<Expression>,
        value: SwitchValue,
        cases: &[SwitchCase],
        out: &mut Block,
    ) -> Handle<Expression> {
        let literal = match value {
            SwitchValue::I32(value) => Literal::I32(value),
            SwitchValue::U32(value) => Literal::U32(value),
            SwitchValue::Default => {
                let mut matches = self.bool(false);
                for case in cases.iter().filter(|case| case.value != SwitchValue::Default) {
                    let this = self.matches(selector, case.value, &[], out);
                    matches = self.binary(BinaryOperator::LogicalOr, matches, this, out);
                }
                return self.not(matches, out);
            }
        };
        let literal = self.append(Expression::Literal(literal));
        self.binary(BinaryOperator::Equal, selector, literal, out)
    }

    pub(super) fn not(
        &mut self,
        condition: Handle<Expression>,
        out: &mut Block,
    ) -> Handle<Expression> {
        self.emit(Expression::Unary { op: UnaryOperator::LogicalNot, expr: condition }, out)
    }

    /// `workgroupUniformLoad`, which is a read between two barriers.
    fn uniform_load(
        &mut self,
        pointer: Handle<Expression>,
        result: Handle<Expression>,
        out: &mut Block,
    ) -> Result<()> {
        let span = self.span;
        let pointer = self.value(pointer)?;
        let ty = self.type_of(result);
        let variable = self.variable_of("kept", ty);
        out.push(Statement::ControlBarrier(Barrier::WORK_GROUP), span);
        let mut accept = Block::new();
        let value = self.emit(Expression::Load { pointer }, &mut accept);
        self.store_variable(variable, value, &mut accept);
        let active = self.active(out);
        let condition = active.unwrap_or_else(|| self.bool(true));
        out.push(Statement::If { condition, accept, reject: Block::new() }, span);
        out.push(Statement::ControlBarrier(Barrier::WORK_GROUP), span);
        let value = self.load_variable(variable, out);
        self.stands_for(result, value);
        Ok(())
    }
}
