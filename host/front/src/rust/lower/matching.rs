//! `match`.

use super::super::hir::{Arm, ConstValue, Expr, ExprKind, Pattern, PatternKind};
use super::super::types::Ty;
use super::super::visit::any;
use super::Lowering;
use super::flow::Destination;
use super::frame::Frame;
use super::types::{scalar, unsupported};
use super::value::Value;
use naga::{
    BinaryOperator, Expression, Handle, Literal, Span, Statement, SwitchCase, SwitchValue,
    TypeInner,
};

impl Frame<'_, '_> {
    /// Compares a value with patterns and does what stands behind the first that
    /// fits.
    pub(super) fn matching(
        &mut self,
        value: &Expr,
        arms: &[Arm],
        destination: &Destination,
        span: Span,
    ) -> Lowering<()> {
        let scrutinee = self.value(value)?;
        if self.is_dead() {
            return Ok(());
        }
        if let Value::Plain(selector) = scrutinee
            && let Some(cases) = switch_cases(&value.ty, arms)
            && self.known(selector).is_none()
        {
            return self.switch(selector, cases, arms, destination, span);
        }
        self.arms(&scrutinee, arms, destination)
    }

    /// Numbers only: naga's own switch.
    fn switch(
        &mut self,
        selector: Handle<Expression>,
        cases: Vec<Vec<SwitchValue>>,
        arms: &[Arm],
        destination: &Destination,
        span: Span,
    ) -> Lowering<()> {
        let mut built = Vec::new();
        let mut ends = false;
        for (values, arm) in cases.into_iter().zip(arms) {
            let scrutinee = Value::Plain(selector);
            let (body, reaches) = self.block(|frame| {
                frame.bind(&arm.pattern, scrutinee, arm.pattern.span)?;
                frame.evaluate(&arm.body, destination)
            })?;
            ends |= reaches;
            let mut values = values.into_iter().peekable();
            while let Some(value) = values.next() {
                let fall_through = values.peek().is_some();
                let body = if fall_through { naga::Block::new() } else { body.clone() };
                built.push(SwitchCase { value, body, fall_through });
            }
        }
        self.push(Statement::Switch { selector, cases: built }, span);
        if !ends {
            self.set_dead();
        }
        Ok(())
    }

    /// One pattern after the other.
    fn arms(&mut self, value: &Value, arms: &[Arm], destination: &Destination) -> Lowering<()> {
        let Some((arm, rest)) = arms.split_first() else {
            // The patterns cover everything, so this is never reached.
            return Ok(());
        };
        let fits = self.fits(&arm.pattern, value.clone())?;
        self.bind(&arm.pattern, value.clone(), arm.pattern.span)?;
        let condition = match &arm.guard {
            None => fits,
            Some(guard) => self.guarded(fits, guard)?,
        };
        // The last pattern fits if no other did.
        let is_last = rest.is_empty() && arm.guard.is_none();
        match self.known(condition) {
            Some(Literal::Bool(true)) => return self.evaluate(&arm.body, destination),
            Some(Literal::Bool(false)) => return self.arms(value, rest, destination),
            _ if is_last => return self.evaluate(&arm.body, destination),
            _ => {}
        }
        let (accept, accept_ends) = self.block(|frame| frame.evaluate(&arm.body, destination))?;
        let (reject, reject_ends) = self.block(|frame| frame.arms(value, rest, destination))?;
        self.push(Statement::If { condition, accept, reject }, arm.pattern.span);
        if !accept_ends && !reject_ends {
            self.set_dead();
        }
        Ok(())
    }

    /// A guard is only looked at where the pattern fits.
    fn guarded(&mut self, fits: Handle<Expression>, guard: &Expr) -> Lowering<Handle<Expression>> {
        match self.known(fits) {
            Some(Literal::Bool(true)) => return self.plain_expr(guard),
            Some(Literal::Bool(false)) => return Ok(fits),
            _ => {}
        }
        let span = guard.span;
        let ty = self.unit.insert(None, TypeInner::Scalar(naga::Scalar::BOOL));
        let variable = self.add_variable("", ty, span);
        let pointer = self.local(variable);
        self.store(pointer, fits, span);
        let (accept, _) = self.block(|frame| {
            let guard = frame.plain_expr(guard)?;
            frame.store(pointer, guard, span);
            Ok(())
        })?;
        let reject = naga::Block::new();
        self.push(Statement::If { condition: fits, accept, reject }, span);
        Ok(self.load(pointer, span))
    }

    /// Whether a value fits a pattern.
    fn fits(&mut self, pattern: &Pattern, value: Value) -> Lowering<Handle<Expression>> {
        let span = pattern.span;
        match &pattern.kind {
            PatternKind::Any | PatternKind::Bind(_) => Ok(self.literal(Literal::Bool(true))),
            PatternKind::Value(expected) => {
                let value = self.plain(value, &pattern.ty, span)?;
                let expected = self.const_value(expected, &pattern.ty, span)?;
                Ok(self.binary(BinaryOperator::Equal, value, expected, span))
            }
            PatternKind::Range(low, high) => {
                let value = self.plain(value, &pattern.ty, span)?;
                let Ty::Int(int) = pattern.ty else {
                    return Err(unsupported("a range of this type", span));
                };
                let yes = self.literal(Literal::Bool(true));
                let from = self.number(&pattern.ty, *low);
                let to = self.number(&pattern.ty, *high);
                let above = if *low <= int.min() {
                    yes
                } else {
                    self.binary(BinaryOperator::GreaterEqual, value, from, span)
                };
                let below = if *high >= int.max() {
                    yes
                } else {
                    self.binary(BinaryOperator::LessEqual, value, to, span)
                };
                Ok(self.both(above, below, span))
            }
            PatternKind::Or(patterns) => {
                let mut fits = self.literal(Literal::Bool(false));
                for pattern in patterns {
                    let one = self.fits(pattern, value.clone())?;
                    fits = match (self.known(fits), self.known(one)) {
                        (Some(Literal::Bool(false)), _) => one,
                        (_, Some(Literal::Bool(true))) => one,
                        _ => self.binary(BinaryOperator::LogicalOr, fits, one, span),
                    };
                }
                Ok(fits)
            }
            PatternKind::Parts(parts) => {
                let mut fits = self.literal(Literal::Bool(true));
                for (at, part) in parts {
                    let member = self.member_of(value.clone(), &pattern.ty, *at, part.span)?;
                    let one = self.fits(part, member)?;
                    fits = self.both(fits, one, span);
                }
                Ok(fits)
            }
        }
    }

    /// Whether both hold; neither does anything else.
    pub(super) fn both(
        &mut self,
        left: Handle<Expression>,
        right: Handle<Expression>,
        span: Span,
    ) -> Handle<Expression> {
        match (self.known(left), self.known(right)) {
            (Some(Literal::Bool(true)), _) => right,
            (_, Some(Literal::Bool(true))) => left,
            _ => self.binary(BinaryOperator::LogicalAnd, left, right, span),
        }
    }
}

/// The cases of naga's switch for a match, if it can be one: over 32-bit
/// integers, with plain numbers for patterns and a last arm that takes the rest.
/// A break inside would leave the switch instead of its loop.
fn switch_cases(ty: &Ty, arms: &[Arm]) -> Option<Vec<Vec<SwitchValue>>> {
    let scalar = scalar(ty).filter(|scalar| matches!(ty, Ty::Int(_)) && scalar.width == 4)?;
    let is_signed = scalar == naga::Scalar::I32;
    let (last, numbers) = arms.split_last()?;
    if numbers.is_empty()
        || !matches!(last.pattern.kind, PatternKind::Any | PatternKind::Bind(_))
        || arms.iter().any(|arm| arm.guard.is_some() || jumps(&arm.body))
    {
        return None;
    }
    let number = |pattern: &Pattern| match pattern.kind {
        PatternKind::Value(ConstValue::Int(value)) if is_signed => {
            Some(SwitchValue::I32(value as i32))
        }
        PatternKind::Value(ConstValue::Int(value)) => Some(SwitchValue::U32(value as u32)),
        _ => None,
    };
    let mut seen = Vec::new();
    let mut cases = Vec::new();
    for arm in numbers {
        let values = match &arm.pattern.kind {
            PatternKind::Or(patterns) => patterns.iter().map(number).collect::<Option<Vec<_>>>()?,
            _ => vec![number(&arm.pattern)?],
        };
        for value in &values {
            if seen.contains(value) {
                return None;
            }
            seen.push(*value);
        }
        cases.push(values);
    }
    cases.push(vec![SwitchValue::Default]);
    Some(cases)
}

/// Whether an expression leaves a loop around it or goes on with it.
fn jumps(expr: &Expr) -> bool {
    any(expr, &mut |part| matches!(part.kind, ExprKind::Break(..) | ExprKind::Continue(_)))
}
