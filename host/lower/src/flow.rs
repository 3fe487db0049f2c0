//! Control flow: where values go, branches, loops, and leaving them.
//!
//! naga can leave only the innermost loop. A break or continue that goes further
//! sets a flag, and each loop on the way looks at it when the loop inside it has
//! ended.

use super::Lowering;
use super::frame::{Frame, InlineReturn};
use super::types::is_known_here;
use super::value::{Slot, Value};
use naga::{Handle, Literal, LocalVariable, Span, Statement};
use warpbench_hir::visit::{any, walk_block};
use warpbench_hir::{Block, Expr, ExprKind, LabelId, LazyOp, Pattern, PatternKind};

/// Where the value of an expression goes.
#[derive(Clone, Debug)]
pub(super) enum Destination {
    Nowhere,
    /// Nowhere, and the function ends behind it.
    End,
    Slot(Slot),
    Return,
}

/// A loop or labelled block around the present place; each is a loop of naga's.
#[derive(Clone, Debug)]
pub(super) struct BreakableScope {
    /// Its number in the function.
    id: u32,
    /// The label that `break` names it by.
    breaks: Option<LabelId>,
    /// The label that `continue` names it by.
    continues: Option<LabelId>,
    /// The function that the labels belong to.
    context: usize,
    /// Where the value of a break goes.
    destination: Destination,
    /// Flags of breaks and continues inside that lead further out, with where.
    leaving: Vec<Leaving>,
    /// Flags of breaks that lead here from further in.
    flags: Vec<Handle<LocalVariable>>,
}

/// A break or continue on its way out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Leaving {
    /// The number of what is left.
    scope: u32,
    is_continue: bool,
    flag: Handle<LocalVariable>,
}

impl Frame<'_, '_> {
    /// Computes an expression and passes its value on.
    pub(super) fn evaluate(&mut self, expr: &Expr, destination: &Destination) -> Lowering<()> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Block(None, block) => self.block_into(block, destination, span),
            ExprKind::Block(Some(label), block) => self.labelled(*label, block, destination, span),
            ExprKind::If(condition, accept, reject) => {
                self.branch(condition, accept, reject.as_deref(), destination, span)
            }
            ExprKind::Match(value, arms) => self.matching(value, arms, destination, span),
            ExprKind::Loop(label, body) => self.endless(*label, body, destination, span),
            ExprKind::While(label, condition, body) => {
                self.while_loop(*label, condition, body, span)?;
                self.give(Value::UNIT, destination, span)
            }
            ExprKind::For(range) => {
                self.for_loop(range, span)?;
                self.give(Value::UNIT, destination, span)
            }
            ExprKind::ForEach(found) => {
                self.for_each(found, span)?;
                self.give(Value::UNIT, destination, span)
            }
            ExprKind::Break(label, value) => self.leave(*label, value.as_deref(), span),
            ExprKind::Continue(label) => self.go_on(*label, span),
            ExprKind::Return(value) => {
                let before = std::mem::replace(&mut self.inlining.is_return_written, true);
                let outcome = match value {
                    Some(value) => self.evaluate(value, &Destination::Return),
                    None => self.give(Value::UNIT, &Destination::Return, span),
                };
                self.inlining.is_return_written = before;
                outcome
            }
            ExprKind::Call(function, consts, arguments) if self.is_end(destination) => {
                let consts = self.const_args(consts);
                let value = self.call((*function, consts), arguments, true, span)?;
                self.give(value, destination, span)
            }
            _ => {
                let value = self.value(expr)?;
                self.give(value, destination, span)
            }
        }
    }

    /// A block's statements, and its value to a destination.
    pub(super) fn block_into(
        &mut self,
        block: &Block,
        destination: &Destination,
        span: Span,
    ) -> Lowering<()> {
        let statements = block.statements.as_slice();
        if let [before @ .., warpbench_hir::Statement::Expr(last)] = statements
            && block.value.is_none()
            && self.is_end(destination)
        {
            self.statements(before)?;
            if !self.is_dead() {
                self.evaluate(last, &Destination::End)?;
            }
        } else {
            self.statements(statements)?;
        }
        if self.is_dead() {
            return Ok(());
        }
        match &block.value {
            Some(value) => self.evaluate(value, destination),
            None => self.give(Value::UNIT, destination, span),
        }
    }

    /// Whether the function ends, without a result, behind what goes there.
    pub(super) fn is_end(&self, destination: &Destination) -> bool {
        match destination {
            Destination::End => true,
            Destination::Return => {
                self.inlining.returns.is_empty() && self.outermost().result.is_unit()
            }
            Destination::Nowhere | Destination::Slot(_) => false,
        }
    }

    pub(super) fn give(
        &mut self,
        value: Value,
        destination: &Destination,
        span: Span,
    ) -> Lowering<()> {
        if self.is_dead() || matches!(value, Value::Never) {
            return Ok(());
        }
        match destination {
            Destination::Nowhere | Destination::End => Ok(()),
            Destination::Slot(slot) => self.write_slot(slot, value, span),
            Destination::Return => match self.inlining.returns.last().cloned() {
                Some(InlineReturn { slot, scope }) => {
                    if let Some(slot) = slot {
                        self.write_slot(&slot, value, span)?;
                    }
                    self.leave_scope(scope, span);
                    Ok(())
                }
                None => self.give_back(value, span),
            },
        }
    }

    /// `let pattern = value;`
    pub(super) fn bind_now(&mut self, pattern: &Pattern, value: &Expr, span: Span) -> Lowering<()> {
        let is_flow = matches!(
            value.kind,
            ExprKind::If(..) | ExprKind::Match(..) | ExprKind::Loop(..) | ExprKind::Block(..)
        ) && !is_known_here(&value.ty);
        if let PatternKind::Bind(id) = pattern.kind
            && (self.needs_place(id) || is_flow)
            && !pattern.ty.is_unit()
        {
            // The value is computed before the variable exists: it may mention
            // an older one of the same name, never this.
            let slot = self.declare(id)?;
            return match &value.kind {
                _ if is_flow => self.evaluate(value, &Destination::Slot(slot)),
                _ => {
                    let computed = self.value(value)?;
                    self.give(computed, &Destination::Slot(slot), span)
                }
            };
        }
        if let PatternKind::Bind(_) = pattern.kind {
            let value = self.value(value)?;
            return if self.is_dead() { Ok(()) } else { self.bind(pattern, value, span) };
        }
        let place = self.scrutinee(value)?;
        if self.is_dead() { Ok(()) } else { self.bind_place(pattern, &place, span) }
    }

    /// `let x;`
    pub(super) fn bind_later(&mut self, pattern: &Pattern) -> Lowering<()> {
        match pattern.kind {
            PatternKind::Bind(id) => self.declare(id).map(|_| ()),
            _ => Ok(()),
        }
    }

    fn branch(
        &mut self,
        condition: &Expr,
        accept: &Expr,
        reject: Option<&Expr>,
        destination: &Destination,
        span: Span,
    ) -> Lowering<()> {
        if let ExprKind::Let(..) = condition.kind {
            return self.branch_let(condition, accept, reject, destination, span);
        }
        if has_let(condition) {
            return self.branch_chain(condition, accept, reject, destination, span);
        }
        let at = condition.span;
        let condition = self.plain_expr(condition)?;
        if self.is_dead() {
            return Ok(());
        }
        // What is decided by const parameters is not even compiled.
        match (self.known(condition), reject) {
            (Some(Literal::Bool(true)), _) => return self.evaluate(accept, destination),
            (Some(Literal::Bool(false)), Some(reject)) => {
                return self.evaluate(reject, destination);
            }
            (Some(Literal::Bool(false)), None) => return self.give(Value::UNIT, destination, span),
            _ => {}
        }
        let (accept, accept_ends) = self.block(|frame| frame.evaluate(accept, destination))?;
        let (reject, reject_ends) = self.block(|frame| match reject {
            Some(reject) => frame.evaluate(reject, destination),
            None => frame.give(Value::UNIT, destination, span),
        })?;
        self.push(Statement::If { condition, accept, reject }, at);
        if !accept_ends && !reject_ends {
            self.set_dead();
        }
        Ok(())
    }

    /// `loop { … }`. What is to be returned is returned by the breaks, and
    /// nothing comes after.
    fn endless(
        &mut self,
        label: LabelId,
        body: &Expr,
        destination: &Destination,
        span: Span,
    ) -> Lowering<()> {
        let is_left = leaves(body, label) && !matches!(destination, Destination::Return);
        self.enter(label, destination.clone());
        let (body, _) = self.block(|frame| frame.evaluate(body, &Destination::Nowhere))?;
        self.push_loop(body, naga::Block::new(), span);
        self.exit(span);
        if !is_left {
            self.set_dead();
        }
        Ok(())
    }

    /// A block with a label: a loop that is walked through once.
    fn labelled(
        &mut self,
        label: LabelId,
        block: &Block,
        destination: &Destination,
        span: Span,
    ) -> Lowering<()> {
        let mut is_left = false;
        walk_block(block, &mut |part: &Expr| is_left = is_left || leaves(part, label));
        self.enter(label, destination.clone());
        let (body, _) = self.block(|frame| {
            frame.block_into(block, destination, span)?;
            is_left |= !frame.is_dead();
            frame.push(Statement::Break, span);
            Ok(())
        })?;
        self.push_loop(body, naga::Block::new(), span);
        self.exit(span);
        if !is_left || matches!(destination, Destination::Return) {
            self.set_dead();
        }
        Ok(())
    }

    fn while_loop(
        &mut self,
        label: LabelId,
        condition: &Expr,
        body: &Expr,
        span: Span,
    ) -> Lowering<()> {
        self.enter(label, Destination::Nowhere);
        if has_let(condition) {
            let (block, _) = self.block(|frame| frame.turn_while(condition, body, span))?;
            self.push_loop(block, naga::Block::new(), span);
            self.exit(span);
            return Ok(());
        }
        let mut is_endless = false;
        let (block, _) = self.block(|frame| {
            let at = condition.span;
            let condition = frame.plain_expr(condition)?;
            is_endless = matches!(frame.known(condition), Some(Literal::Bool(true)));
            if !is_endless {
                frame.stay_while(condition, at)?;
            }
            frame.evaluate(body, &Destination::Nowhere)
        })?;
        self.push_loop(block, naga::Block::new(), span);
        self.exit(span);
        if is_endless && !leaves(body, label) {
            self.set_dead();
        }
        Ok(())
    }

    /// Leaves the loop unless a condition holds.
    pub(super) fn stay_while(
        &mut self,
        condition: Handle<naga::Expression>,
        span: Span,
    ) -> Lowering<()> {
        let (reject, _) = self.block(|frame| {
            frame.push(Statement::Break, span);
            Ok(())
        })?;
        self.push(Statement::If { condition, accept: naga::Block::new(), reject }, span);
        Ok(())
    }

    pub(super) fn push_loop(&mut self, body: naga::Block, continuing: naga::Block, span: Span) {
        self.push(Statement::Loop { body, continuing, break_if: None }, span);
    }

    /// Enters a loop or labelled block.
    pub(super) fn enter(&mut self, label: LabelId, destination: Destination) {
        self.enter_as(Some(label), Some(label), destination);
    }

    /// Enters a loop that `break` and `continue` name by these labels; its
    /// number.
    pub(super) fn enter_as(
        &mut self,
        breaks: Option<LabelId>,
        continues: Option<LabelId>,
        destination: Destination,
    ) -> u32 {
        self.entered += 1;
        self.scopes.push(BreakableScope {
            id: self.entered,
            breaks,
            continues,
            context: self.inlining.here,
            destination,
            leaving: Vec::new(),
            flags: Vec::new(),
        });
        self.entered
    }

    /// Leaves a loop by its number.
    pub(super) fn leave_scope(&mut self, id: u32, span: Span) {
        if let Some(at) = self.scopes.iter().rposition(|scope| scope.id == id) {
            self.jump(at, false, span);
        }
    }

    /// Leaves it again: passes on what leads further out, and takes back the
    /// flags that have arrived.
    pub(super) fn exit(&mut self, span: Span) {
        let Some(scope) = self.scopes.pop() else { return };
        for flag in scope.flags {
            let place = self.local(flag);
            let no = self.literal(Literal::Bool(false));
            self.store(place, no, span);
        }
        for leaving in scope.leaving {
            self.pass_on(leaving, span);
        }
    }

    /// Leads a break or continue one loop further out, if its flag is set.
    fn pass_on(&mut self, leaving: Leaving, span: Span) {
        let arrives = self.scopes.last().is_some_and(|scope| scope.id == leaving.scope);
        let place = self.local(leaving.flag);
        let condition = self.load(place, span);
        let no = self.literal(Literal::Bool(false));
        let filled = self.block(|frame| {
            if arrives && leaving.is_continue {
                frame.store(place, no, span);
                frame.push(Statement::Continue, span);
            } else {
                frame.push(Statement::Break, span);
            }
            Ok(())
        });
        if let Ok((accept, _)) = filled {
            self.push(Statement::If { condition, accept, reject: naga::Block::new() }, span);
        }
        if let Some(scope) = self.scopes.last_mut() {
            if !arrives {
                scope.leaving.push(leaving);
            } else if !leaving.is_continue && !scope.flags.contains(&leaving.flag) {
                scope.flags.push(leaving.flag);
            }
        }
    }

    /// `break`.
    fn leave(&mut self, label: LabelId, value: Option<&Expr>, span: Span) -> Lowering<()> {
        let here = self.inlining.here;
        let is_target = |s: &BreakableScope| s.breaks == Some(label) && s.context == here;
        let Some(at) = self.scopes.iter().rposition(is_target) else {
            return Err(super::types::unsupported("a break here", span));
        };
        let destination = self.scopes[at].destination.clone();
        match value {
            Some(value) => self.evaluate(value, &destination)?,
            None => self.give(Value::UNIT, &destination, span)?,
        }
        self.jump(at, false, span);
        Ok(())
    }

    /// `continue`.
    fn go_on(&mut self, label: LabelId, span: Span) -> Lowering<()> {
        let here = self.inlining.here;
        let is_target = |s: &BreakableScope| s.continues == Some(label) && s.context == here;
        let Some(at) = self.scopes.iter().rposition(is_target) else {
            return Err(super::types::unsupported("a continue here", span));
        };
        self.jump(at, true, span);
        Ok(())
    }

    fn jump(&mut self, at: usize, is_continue: bool, span: Span) {
        if self.is_dead() {
            return;
        }
        let is_innermost = at + 1 == self.scopes.len();
        if is_innermost {
            let statement = if is_continue { Statement::Continue } else { Statement::Break };
            return self.push(statement, span);
        }
        let scope = self.scopes[at].id;
        let known = self
            .scopes
            .iter()
            .flat_map(|scope| &scope.leaving)
            .find(|leaving| leaving.scope == scope && leaving.is_continue == is_continue);
        let leaving = match known {
            Some(known) => *known,
            None => {
                let name = if is_continue { "continue_outer" } else { "break_outer" };
                let flag = self.add_started(name, Literal::Bool(false));
                Leaving { scope, is_continue, flag }
            }
        };
        let place = self.local(leaving.flag);
        let yes = self.literal(Literal::Bool(true));
        self.store(place, yes, span);
        self.push(Statement::Break, span);
        if let Some(scope) = self.scopes.last_mut()
            && !scope.leaving.contains(&leaving)
        {
            scope.leaving.push(leaving);
        }
    }
}

/// Whether a condition declares variables.
pub(super) fn has_let(condition: &Expr) -> bool {
    match &condition.kind {
        ExprKind::Let(..) => true,
        ExprKind::Lazy(LazyOp::And, left, right) => has_let(left) || has_let(right),
        _ => false,
    }
}

/// Whether an expression has a break to a label.
pub(super) fn leaves(expr: &Expr, label: LabelId) -> bool {
    any(expr, &mut |expr| matches!(expr.kind, ExprKind::Break(target, _) if target == label))
}
