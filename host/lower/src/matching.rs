//! `match`.

use super::Lowering;
use super::flow::Destination;
use super::frame::Frame;
use super::place::PlaceExpr;
use super::types::{scalar, unsupported};
use super::value::Value;
use super::wide::is_wide;
use naga::{
    BinaryOperator, Expression, Handle, Literal, Span, Statement, SwitchCase, SwitchValue,
    TypeInner,
};
use warpbench_hir::types::Ty;
use warpbench_hir::visit::{any, walk_expr};
use warpbench_hir::{Arm, BinaryOp, ConstValue, Expr, ExprKind, LocalId, Pattern, PatternKind};

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
        let place = self.scrutinee(value)?;
        if self.is_dead() {
            return Ok(());
        }
        if let PlaceExpr::Value(Value::Plain(selector), _) = place
            && (self.inlining.returns.is_empty() || !arms.iter().any(|arm| returns(&arm.body)))
            && let Some(cases) = switch_cases(&value.ty, arms)
            && self.known(selector).is_none()
        {
            return self.switch(selector, cases, arms, destination, span);
        }
        self.arms(&place, arms, destination)
    }

    /// What a pattern is compared with: a place where parts of it are referred
    /// to, its value otherwise.
    pub(super) fn scrutinee(&mut self, value: &Expr) -> Lowering<PlaceExpr> {
        let ty = self.settle(&value.ty);
        let is_place = matches!(
            value.kind,
            ExprKind::Local(_) | ExprKind::Deref(_) | ExprKind::Field(..) | ExprKind::Index(..)
        );
        let has_parts = matches!(ty, Ty::Array(..) | Ty::Slice(_) | Ty::Struct(..));
        if is_place && (has_parts || self.unit.split(&ty).is_some()) {
            return self.place(value);
        }
        Ok(PlaceExpr::Value(self.value(value)?, ty))
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
    fn arms(&mut self, place: &PlaceExpr, arms: &[Arm], destination: &Destination) -> Lowering<()> {
        let Some((arm, rest)) = arms.split_first() else {
            // The patterns cover everything, so this is never reached.
            self.set_dead();
            return Ok(());
        };
        let fits = self.fits(&arm.pattern, place)?;
        let condition = match &arm.guard {
            None => fits,
            Some(guard) => self.guarded(fits, &arm.pattern, place, guard)?,
        };
        // The last pattern fits if no other did.
        let is_last = rest.is_empty() && arm.guard.is_none();
        let at = arm.pattern.span;
        match self.known(condition) {
            Some(Literal::Bool(false)) => return self.arms(place, rest, destination),
            known if is_last || known == Some(Literal::Bool(true)) => {
                self.bind_place(&arm.pattern, place, at)?;
                return self.evaluate(&arm.body, destination);
            }
            _ => {}
        }
        let (accept, accept_ends) = self.block(|frame| {
            frame.bind_place(&arm.pattern, place, at)?;
            frame.evaluate(&arm.body, destination)
        })?;
        let (reject, reject_ends) = self.block(|frame| frame.arms(place, rest, destination))?;
        self.push(Statement::If { condition, accept, reject }, arm.pattern.span);
        if !accept_ends && !reject_ends {
            self.set_dead();
        }
        Ok(())
    }

    /// A guard is only looked at where the pattern fits.
    fn guarded(
        &mut self,
        fits: Handle<Expression>,
        pattern: &Pattern,
        place: &PlaceExpr,
        guard: &Expr,
    ) -> Lowering<Handle<Expression>> {
        match self.known(fits) {
            Some(Literal::Bool(true)) => {
                self.bind_place(pattern, place, pattern.span)?;
                return self.plain_expr(guard);
            }
            Some(Literal::Bool(false)) => return Ok(fits),
            _ => {}
        }
        let span = guard.span;
        let ty = self.unit.insert(None, TypeInner::Scalar(naga::Scalar::BOOL));
        let variable = self.add_variable("", ty, span);
        let pointer = self.local(variable);
        self.store(pointer, fits, span);
        let (accept, _) = self.block(|frame| {
            frame.bind_place(pattern, place, pattern.span)?;
            let guard = frame.plain_expr(guard)?;
            frame.store(pointer, guard, span);
            Ok(())
        })?;
        let reject = naga::Block::new();
        self.push(Statement::If { condition: fits, accept, reject }, span);
        Ok(self.load(pointer, span))
    }

    /// A condition that declares variables, as a value: they are not used.
    pub(super) fn let_value(&mut self, condition: &Expr) -> Lowering<Handle<Expression>> {
        let span = condition.span;
        if let ExprKind::Let(pattern, value) = &condition.kind {
            let place = self.scrutinee(value)?;
            return self.fits(pattern, &place);
        }
        let flag = self.add_started("all_hold", Literal::Bool(false));
        let flag = self.local(flag);
        let no = self.literal(Literal::Bool(false));
        let yes = self.literal(Literal::Bool(true));
        self.store(flag, no, span);
        self.chain(condition, &mut |frame| {
            frame.store(flag, yes, span);
            Ok(())
        })?;
        Ok(self.load(flag, span))
    }

    /// The value at a place, without the place.
    pub(super) fn value_at(&mut self, place: &PlaceExpr, span: Span) -> Lowering<Value> {
        self.read(place.clone(), span)
    }

    /// A part of what is at a place.
    pub(super) fn part_of(
        &mut self,
        place: &PlaceExpr,
        at: u32,
        ty: &Ty,
        span: Span,
    ) -> Lowering<PlaceExpr> {
        let ty = self.settle(ty);
        self.field_place(place.clone(), at, ty, span)
    }

    /// Whether what is at a place fits a pattern.
    pub(super) fn fits(
        &mut self,
        pattern: &Pattern,
        place: &PlaceExpr,
    ) -> Lowering<Handle<Expression>> {
        let span = pattern.span;
        match &pattern.kind {
            PatternKind::Any | PatternKind::Bind(_) | PatternKind::BindRef(_) => {
                Ok(self.literal(Literal::Bool(true)))
            }
            PatternKind::At(_, inner) => self.fits(inner, place),
            PatternKind::Deref(inner) => {
                if is_open(inner) {
                    return Ok(self.literal(Literal::Bool(true)));
                }
                let inner_place = self.pointed_at(place, inner, span)?;
                self.fits(inner, &inner_place)
            }
            PatternKind::Value(expected) => {
                let value = self.value_at(place, span)?;
                let value = self.plain(value, &pattern.ty, span)?;
                let expected = self.const_value(expected, &pattern.ty, span)?;
                if is_wide(&pattern.ty) {
                    let right = (expected, &pattern.ty);
                    return self.operate(BinaryOp::Eq, value, right, &pattern.ty, span);
                }
                Ok(self.binary(BinaryOperator::Equal, value, expected, span))
            }
            PatternKind::Range(low, high) => {
                let value = self.value_at(place, span)?;
                let value = self.plain(value, &pattern.ty, span)?;
                let Ty::Int(int) = pattern.ty else {
                    return Err(unsupported("a range of this type", span));
                };
                if int.is_wide() {
                    let [from, to] =
                        [self.wide_number(*low, span)?, self.wide_number(*high, span)?];
                    let ty = &pattern.ty;
                    let above = self.operate(BinaryOp::Ge, value, (from, ty), ty, span)?;
                    // Numbers of a `u128` go on behind the largest that is written.
                    if *high == i128::MAX && !int.is_signed() {
                        return Ok(above);
                    }
                    let below = self.operate(BinaryOp::Le, value, (to, ty), ty, span)?;
                    return Ok(self.binary(BinaryOperator::LogicalAnd, above, below, span));
                }
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
                    let one = self.fits(pattern, place)?;
                    fits = match (self.known(fits), self.known(one)) {
                        (Some(Literal::Bool(false)), _) => one,
                        (Some(Literal::Bool(true)), _) => fits,
                        (_, Some(Literal::Bool(true))) => one,
                        _ => self.binary(BinaryOperator::LogicalOr, fits, one, span),
                    };
                }
                Ok(fits)
            }
            PatternKind::Parts(parts) => {
                let yes = self.literal(Literal::Bool(true));
                self.parts_fit(yes, parts, place, span)
            }
            PatternKind::Variant(variant, parts) => {
                let is_variant = self.is_variant(*variant, &pattern.ty, place, span)?;
                self.parts_fit(is_variant, parts, place, span)
            }
            PatternKind::Slice(before, middle, after) => {
                let fixed = (before.len() + after.len()) as u32;
                let long_enough = self.length_fits(place, fixed, middle.is_some(), span)?;
                let elements = self.elements(place, before, after, span)?;
                self.all_fit(long_enough, &elements, span)
            }
        }
    }

    /// What a reference at a place leads to.
    pub(super) fn pointed_at(
        &mut self,
        place: &PlaceExpr,
        inner: &Pattern,
        span: Span,
    ) -> Lowering<PlaceExpr> {
        let pointer = self.value_at(place, span)?;
        let ty = self.settle(&inner.ty);
        self.deref(pointer, ty, span)
    }

    /// Whether an enum is a variant.
    fn is_variant(
        &mut self,
        variant: u32,
        ty: &Ty,
        place: &PlaceExpr,
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        let Ty::Struct(id, _) = self.settle(ty) else {
            return Err(unsupported("this pattern", span));
        };
        let program = self.unit.program;
        let item = &program.structs[id];
        let found = item.variants.as_ref().and_then(|v| v.get(variant as usize));
        let (Some(found), Some(tag)) = (found, item.fields.first()) else {
            return Err(unsupported("this pattern", span));
        };
        if item.variants.as_ref().is_some_and(|variants| variants.len() == 1) {
            return Ok(self.literal(Literal::Bool(true)));
        }
        let at = self.part_of(place, 0, &tag.ty, span)?;
        let value = self.value_at(&at, span)?;
        let value = self.plain(value, &tag.ty, span)?;
        let expected = self.number(&tag.ty, found.value);
        Ok(self.binary(BinaryOperator::Equal, value, expected, span))
    }

    fn parts_fit(
        &mut self,
        first: Handle<Expression>,
        parts: &[(u32, Pattern)],
        place: &PlaceExpr,
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        let parts: Vec<(u32, &Pattern)> =
            parts.iter().filter(|(_, part)| !is_open(part)).map(|(at, part)| (*at, part)).collect();
        let mut elements: Vec<(Element, &Pattern)> = Vec::new();
        for (at, part) in parts {
            elements.push((Element::Part(place.clone(), at), part));
        }
        self.all_fit(first, &elements, span)
    }

    /// Whether something holds and all parts fit. Parts behind references are
    /// only looked at where what comes before holds.
    fn all_fit(
        &mut self,
        first: Handle<Expression>,
        elements: &[(Element, &Pattern)],
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        if let Some(Literal::Bool(false)) = self.known(first) {
            return Ok(first);
        }
        let Some(((element, pattern), rest)) = elements.split_first() else { return Ok(first) };
        let is_guarded = looks_behind(pattern) || matches!(element, Element::At(..));
        if !is_guarded || matches!(self.known(first), Some(Literal::Bool(true))) {
            let place = self.element_place(element, pattern, span)?;
            let one = self.fits(pattern, &place)?;
            let both = self.both(first, one, span);
            return self.all_fit(both, rest, span);
        }
        let ty = self.unit.insert(None, TypeInner::Scalar(naga::Scalar::BOOL));
        let variable = self.add_variable("", ty, span);
        let flag = self.local(variable);
        self.store(flag, first, span);
        let (accept, _) = self.block(|frame| {
            let yes = frame.literal(Literal::Bool(true));
            let place = frame.element_place(element, pattern, span)?;
            let one = frame.fits(pattern, &place)?;
            let both = frame.both(yes, one, span);
            let all = frame.all_fit(both, rest, span)?;
            frame.store(flag, all, span);
            Ok(())
        })?;
        let reject = naga::Block::new();
        self.push(Statement::If { condition: first, accept, reject }, span);
        Ok(self.load(flag, span))
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

/// Whether an expression leaves the function around it.
pub(super) fn returns(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Return(_) => true,
        // What a closure returns from is the closure.
        ExprKind::Closure(_) => false,
        _ => {
            let mut found = false;
            walk_expr(expr, &mut |part: &Expr| found = found || returns(part));
            found
        }
    }
}

/// A part of a value, by what it is a part of.
pub(super) enum Element {
    /// A member.
    Part(PlaceExpr, u32),
    /// An element of an array or slice, counted from its end or its start.
    At(PlaceExpr, bool, u32),
}

/// Whether a pattern takes everything.
pub(super) fn is_open(pattern: &Pattern) -> bool {
    match &pattern.kind {
        PatternKind::Any | PatternKind::Bind(_) | PatternKind::BindRef(_) => true,
        PatternKind::Deref(inner) => is_open(inner),
        PatternKind::At(_, inner) => is_open(inner),
        PatternKind::Parts(parts) => parts.iter().all(|(_, part)| is_open(part)),
        _ => false,
    }
}

/// Whether a pattern compares what is behind a reference.
fn looks_behind(pattern: &Pattern) -> bool {
    match &pattern.kind {
        PatternKind::Deref(inner) => !is_open(inner),
        PatternKind::At(_, inner) => looks_behind(inner),
        PatternKind::Or(cases) => cases.iter().any(looks_behind),
        PatternKind::Parts(parts) | PatternKind::Variant(_, parts) => {
            parts.iter().any(|(_, part)| looks_behind(part))
        }
        PatternKind::Slice(..) => true,
        _ => false,
    }
}

/// Whether a pattern declares variables.
pub(super) fn binds(pattern: &Pattern) -> bool {
    let mut bound = Vec::new();
    bound_in(pattern, &mut bound);
    !bound.is_empty()
}

/// The variables that a pattern declares.
pub(super) fn bound_in(pattern: &Pattern, bound: &mut Vec<LocalId>) {
    warpbench_hir::visit::bound_by(pattern, bound);
}
