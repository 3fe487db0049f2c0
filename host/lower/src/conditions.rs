//! Conditions that declare variables: `if let`, `while let`, `let … else`, and
//! chains of them.

use super::Lowering;
use super::flow::{Destination, has_let};
use super::frame::Frame;
use super::value::Value;
use naga::{Literal, Span, Statement};
use warpbench_hir::{Expr, ExprKind, LazyOp, Pattern};

impl Frame<'_, '_> {
    /// `let pattern = value else { … };`
    pub(super) fn bind_or_leave(
        &mut self,
        pattern: &Pattern,
        value: &Expr,
        otherwise: &Expr,
        span: Span,
    ) -> Lowering<()> {
        let place = self.scrutinee(value)?;
        if self.is_dead() {
            return Ok(());
        }
        let fits = self.fits(pattern, &place)?;
        match self.known(fits) {
            Some(Literal::Bool(true)) => {}
            Some(Literal::Bool(false)) => return self.evaluate(otherwise, &Destination::Nowhere),
            _ => {
                let (reject, _) =
                    self.block(|frame| frame.evaluate(otherwise, &Destination::Nowhere))?;
                let accept = naga::Block::new();
                self.push(Statement::If { condition: fits, accept, reject }, pattern.span);
            }
        }
        self.bind_place(pattern, &place, span)
    }

    /// One turn of a `while` whose condition has a `let`.
    pub(super) fn turn_while(&mut self, condition: &Expr, body: &Expr, span: Span) -> Lowering<()> {
        if let ExprKind::Let(pattern, value) = &condition.kind {
            let place = self.scrutinee(value)?;
            if self.is_dead() {
                return Ok(());
            }
            let fits = self.fits(pattern, &place)?;
            match self.known(fits) {
                Some(Literal::Bool(true)) => {}
                Some(Literal::Bool(false)) => {
                    self.push(Statement::Break, span);
                    return Ok(());
                }
                _ => self.stay_while(fits, condition.span)?,
            }
            self.bind_place(pattern, &place, span)?;
            return self.evaluate(body, &Destination::Nowhere);
        }
        let flag = self.add_started("goes_on", Literal::Bool(false));
        let flag = self.local(flag);
        let no = self.literal(Literal::Bool(false));
        let yes = self.literal(Literal::Bool(true));
        self.store(flag, no, span);
        self.chain(condition, &mut |frame| {
            frame.store(flag, yes, span);
            frame.evaluate(body, &Destination::Nowhere)
        })?;
        if self.is_dead() {
            return Ok(());
        }
        let goes_on = self.load(flag, span);
        self.stay_while(goes_on, condition.span)
    }

    /// `if let pattern = value { … } else { … }`.
    pub(super) fn branch_let(
        &mut self,
        condition: &Expr,
        accept: &Expr,
        reject: Option<&Expr>,
        destination: &Destination,
        span: Span,
    ) -> Lowering<()> {
        let ExprKind::Let(pattern, value) = &condition.kind else { return Ok(()) };
        let place = self.scrutinee(value)?;
        if self.is_dead() {
            return Ok(());
        }
        let fits = self.fits(pattern, &place)?;
        match self.known(fits) {
            Some(Literal::Bool(true)) => {
                self.bind_place(pattern, &place, span)?;
                return self.evaluate(accept, destination);
            }
            Some(Literal::Bool(false)) => {
                return match reject {
                    Some(reject) => self.evaluate(reject, destination),
                    None => self.give(Value::UNIT, destination, span),
                };
            }
            _ => {}
        }
        let (accept, accept_ends) = self.block(|frame| {
            frame.bind_place(pattern, &place, span)?;
            frame.evaluate(accept, destination)
        })?;
        let (reject, reject_ends) = self.block(|frame| match reject {
            Some(reject) => frame.evaluate(reject, destination),
            None => frame.give(Value::UNIT, destination, span),
        })?;
        self.push(Statement::If { condition: fits, accept, reject }, condition.span);
        if !accept_ends && !reject_ends {
            self.set_dead();
        }
        Ok(())
    }

    /// `if a && let pattern = value && b { … } else { … }`.
    pub(super) fn branch_chain(
        &mut self,
        condition: &Expr,
        accept: &Expr,
        reject: Option<&Expr>,
        destination: &Destination,
        span: Span,
    ) -> Lowering<()> {
        let flag = self.add_started("all_hold", Literal::Bool(false));
        let flag = self.local(flag);
        let no = self.literal(Literal::Bool(false));
        let yes = self.literal(Literal::Bool(true));
        self.store(flag, no, span);
        let mut accept_ends = false;
        self.chain(condition, &mut |frame| {
            frame.store(flag, yes, span);
            frame.evaluate(accept, destination)?;
            accept_ends |= !frame.is_dead();
            Ok(())
        })?;
        if self.is_dead() {
            return Ok(());
        }
        let holds = self.load(flag, span);
        let (reject, reject_ends) = self.block(|frame| match reject {
            Some(reject) => frame.evaluate(reject, destination),
            None => frame.give(Value::UNIT, destination, span),
        })?;
        let accept = naga::Block::new();
        self.push(Statement::If { condition: holds, accept, reject }, condition.span);
        if !accept_ends && !reject_ends {
            self.set_dead();
        }
        Ok(())
    }

    /// Does something where all parts of a condition hold, with the variables
    /// that they declare.
    pub(super) fn chain(
        &mut self,
        condition: &Expr,
        then: &mut dyn FnMut(&mut Self) -> Lowering<()>,
    ) -> Lowering<()> {
        let span = condition.span;
        match &condition.kind {
            ExprKind::Lazy(LazyOp::And, left, right) if has_let(condition) => {
                self.chain(left, &mut |frame| frame.chain(right, then))
            }
            ExprKind::Let(pattern, value) => {
                let place = self.scrutinee(value)?;
                if self.is_dead() {
                    return Ok(());
                }
                let fits = self.fits(pattern, &place)?;
                match self.known(fits) {
                    Some(Literal::Bool(true)) => {
                        self.bind_place(pattern, &place, span)?;
                        return then(self);
                    }
                    Some(Literal::Bool(false)) => return Ok(()),
                    _ => {}
                }
                let (accept, _) = self.block(|frame| {
                    frame.bind_place(pattern, &place, span)?;
                    then(frame)
                })?;
                let reject = naga::Block::new();
                self.push(Statement::If { condition: fits, accept, reject }, span);
                Ok(())
            }
            _ => {
                let holds = self.plain_expr(condition)?;
                match self.known(holds) {
                    Some(Literal::Bool(true)) => return then(self),
                    Some(Literal::Bool(false)) => return Ok(()),
                    _ => {}
                }
                let (accept, _) = self.block(|frame| then(frame))?;
                let reject = naga::Block::new();
                self.push(Statement::If { condition: holds, accept, reject }, span);
                Ok(())
            }
        }
    }
}
