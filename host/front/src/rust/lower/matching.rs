//! `match`.

use super::super::hir::{Arm, ConstValue, Expr, ExprKind, LocalId, Pattern, PatternKind};
use super::super::types::{Len, Ty};
use super::super::visit::{any, walk_expr};
use super::Lowering;
use super::flow::Destination;
use super::frame::Frame;
use super::place::PlaceExpr;
use super::types::{scalar, unsupported};
use super::value::{Base, Length, Pointer, Slot, Value};
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
        let place = self.scrutinee(value)?;
        if self.is_dead() {
            return Ok(());
        }
        if let PlaceExpr::Value(Value::Plain(selector), _) = place
            && (self.returns.is_empty() || !arms.iter().any(|arm| returns(&arm.body)))
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
        if is_place && self.unit.split(&ty).is_some()
            || matches!(ty, Ty::Array(..) | Ty::Slice(_) | Ty::Struct(..)) && is_place
        {
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
    fn value_at(&mut self, place: &PlaceExpr, span: Span) -> Lowering<Value> {
        self.read(place.clone(), span)
    }

    /// A part of what is at a place.
    fn part_of(&mut self, place: &PlaceExpr, at: u32, ty: &Ty, span: Span) -> Lowering<PlaceExpr> {
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
                Ok(self.binary(BinaryOperator::Equal, value, expected, span))
            }
            PatternKind::Range(low, high) => {
                let value = self.value_at(place, span)?;
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
    fn pointed_at(
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

    fn element_place(
        &mut self,
        element: &Element,
        pattern: &Pattern,
        span: Span,
    ) -> Lowering<PlaceExpr> {
        match element {
            Element::Part(place, at) => self.part_of(place, *at, &pattern.ty, span),
            Element::At(place, from_end, at) => {
                let index = self.element_index(place, *from_end, *at, span)?;
                let ty = self.settle(&pattern.ty);
                self.index_place(place.clone(), index, ty, span)
            }
        }
    }

    /// The index of an element counted from the start, or from the end.
    fn element_index(
        &mut self,
        place: &PlaceExpr,
        from_end: bool,
        at: u32,
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        let distance = self.u32(at);
        if !from_end {
            return Ok(distance);
        }
        let length = self.place_length(place, span)?;
        Ok(self.binary(BinaryOperator::Subtract, length, distance, span))
    }

    /// How many elements there are at a place.
    fn place_length(&mut self, place: &PlaceExpr, span: Span) -> Lowering<Handle<Expression>> {
        match place {
            PlaceExpr::Slice(_, length, _) => {
                let length = *length;
                Ok(self.length(length, span))
            }
            PlaceExpr::Value(_, Ty::Array(_, Len::Known(len)))
            | PlaceExpr::Direct(_, Ty::Array(_, Len::Known(len)), _)
            | PlaceExpr::Memory(_, Ty::Array(_, Len::Known(len))) => Ok(self.u32(*len)),
            _ => Err(unsupported("this pattern of an array", span)),
        }
    }

    fn length_fits(
        &mut self,
        place: &PlaceExpr,
        fixed: u32,
        has_rest: bool,
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        let length = self.place_length(place, span)?;
        let fixed = self.u32(fixed);
        let op = if has_rest { BinaryOperator::GreaterEqual } else { BinaryOperator::Equal };
        Ok(self.binary(op, length, fixed, span))
    }

    /// The elements that the patterns of an array or slice compare with.
    fn elements<'p>(
        &mut self,
        place: &PlaceExpr,
        before: &'p [Pattern],
        after: &'p [Pattern],
        _span: Span,
    ) -> Lowering<Vec<(Element, &'p Pattern)>> {
        let first = before
            .iter()
            .enumerate()
            .map(|(at, pattern)| (Element::At(place.clone(), false, at as u32), pattern));
        let count = after.len();
        let last = after
            .iter()
            .enumerate()
            .map(|(at, pattern)| (Element::At(place.clone(), true, (count - at) as u32), pattern));
        Ok(first.chain(last).filter(|(_, pattern)| !is_open(pattern)).collect())
    }

    /// Declares the variables of a pattern that fits what is at a place.
    pub(super) fn bind_place(
        &mut self,
        pattern: &Pattern,
        place: &PlaceExpr,
        span: Span,
    ) -> Lowering<()> {
        match &pattern.kind {
            PatternKind::Any | PatternKind::Value(_) | PatternKind::Range(..) => Ok(()),
            PatternKind::Bind(_) => {
                let value = self.value_at(place, span)?;
                self.bind(pattern, value, span)
            }
            PatternKind::BindRef(id) => {
                let reference = self.reference_to(place.clone(), span)?;
                if self.needs_place(*id) {
                    let slot = self.declare(*id)?;
                    return self.write_slot(&slot, reference, span);
                }
                self.slots[*id] = Some(Slot::Fixed(reference));
                Ok(())
            }
            PatternKind::At(own, inner) => {
                self.bind_place(own, place, span)?;
                self.bind_place(inner, place, span)
            }
            PatternKind::Deref(inner) => {
                if !binds(inner) {
                    return Ok(());
                }
                let place = self.pointed_at(place, inner, span)?;
                self.bind_place(inner, &place, span)
            }
            PatternKind::Parts(parts) | PatternKind::Variant(_, parts) => {
                for (at, part) in parts {
                    if binds(part) {
                        let place = self.part_of(place, *at, &part.ty, span)?;
                        self.bind_place(part, &place, span)?;
                    }
                }
                Ok(())
            }
            PatternKind::Slice(before, middle, after) => {
                for (from_end, patterns) in [(false, before), (true, after)] {
                    let count = patterns.len();
                    for (at, part) in patterns.iter().enumerate().filter(|(_, p)| binds(p)) {
                        let at = if from_end { count - at } else { at };
                        let element = Element::At(place.clone(), from_end, at as u32);
                        let place = self.element_place(&element, part, span)?;
                        self.bind_place(part, &place, span)?;
                    }
                }
                match middle {
                    Some(middle) if binds(middle) => {
                        self.bind_middle(middle, place, before.len(), after.len(), span)
                    }
                    _ => Ok(()),
                }
            }
            PatternKind::Or(cases) => self.bind_case(cases, place, span),
        }
    }

    /// `rest @ ..`.
    fn bind_middle(
        &mut self,
        pattern: &Pattern,
        place: &PlaceExpr,
        before: usize,
        after: usize,
        span: Span,
    ) -> Lowering<()> {
        if let (PatternKind::Bind(id), Ty::Array(_, Len::Known(len))) = (&pattern.kind, &pattern.ty)
        {
            // A copy of a part of an array.
            let Ty::Array(element, _) = self.settle(&pattern.ty) else { return Ok(()) };
            let mut components = Vec::new();
            for at in 0..*len {
                let index = self.u32(before as u32 + at);
                let one = self.index_place(place.clone(), index, (*element).clone(), span)?;
                let one = self.read(one, span)?;
                components.push(self.plain(one, &element, span)?);
            }
            let ty = self.naga_type(&pattern.ty, span)?;
            let array = self.append(Expression::Compose { ty, components }, span);
            let whole = Pattern { kind: PatternKind::Bind(*id), ..pattern.clone() };
            return self.bind(&whole, Value::Plain(array), span);
        }
        let PatternKind::BindRef(id) = &pattern.kind else { return Ok(()) };
        let length = self.place_length(place, span)?;
        let fixed = self.u32((before + after) as u32);
        let length = self.binary(BinaryOperator::Subtract, length, fixed, span);
        let (pointer, element) = match place.clone() {
            PlaceExpr::Slice(pointer, _, element) => (pointer, element),
            PlaceExpr::Direct(pointer, Ty::Array(element, _), None) => {
                let base = Base::Local { pointer, is_array: true };
                (Pointer { base, terms: Vec::new() }, *element)
            }
            PlaceExpr::Memory(pointer, Ty::Array(element, _)) => (pointer, *element),
            _ => return Err(unsupported("a reference to a part of this", span)),
        };
        let start = self.u32(before as u32);
        let bytes = self.bytes_of(&element, span)?;
        let pointer = self.offset(pointer, start, bytes, span);
        self.slots[*id] = Some(Slot::Fixed(Value::Slice(pointer, Length::Value(length))));
        Ok(())
    }

    /// `A(x) | B(x)`: the variables get their values from the case that fits.
    fn bind_case(&mut self, cases: &[Pattern], place: &PlaceExpr, span: Span) -> Lowering<()> {
        let mut bound = Vec::new();
        if let Some(first) = cases.first() {
            bound_in(first, &mut bound);
        }
        if bound.is_empty() {
            return Ok(());
        }
        let mut slots = Vec::new();
        for id in &bound {
            let local = self.declaration(*id);
            let ty = self.settle(&local.ty);
            let slot = self.new_slot(&local.name, &ty, local.span)?;
            slots.push(slot);
        }
        self.bind_first(cases, place, &bound, &slots, span)?;
        for (id, slot) in bound.into_iter().zip(slots) {
            self.slots[id] = Some(slot);
        }
        Ok(())
    }

    fn bind_first(
        &mut self,
        cases: &[Pattern],
        place: &PlaceExpr,
        bound: &[LocalId],
        slots: &[Slot],
        span: Span,
    ) -> Lowering<()> {
        let Some((case, rest)) = cases.split_first() else { return Ok(()) };
        let keep = |frame: &mut Self| -> Lowering<()> {
            frame.bind_place(case, place, span)?;
            for (id, slot) in bound.iter().zip(slots) {
                if let Some(own) = frame.slots[*id].clone() {
                    let value = frame.read_slot(&own, span)?;
                    frame.write_slot(slot, value, span)?;
                }
            }
            Ok(())
        };
        if rest.is_empty() {
            return keep(self);
        }
        let condition = self.fits(case, place)?;
        match self.known(condition) {
            Some(Literal::Bool(true)) => return keep(self),
            Some(Literal::Bool(false)) => {
                return self.bind_first(rest, place, bound, slots, span);
            }
            _ => {}
        }
        let (accept, _) = self.block(keep)?;
        let (reject, _) = self.block(|frame| frame.bind_first(rest, place, bound, slots, span))?;
        self.push(Statement::If { condition, accept, reject }, span);
        Ok(())
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
enum Element {
    /// A member.
    Part(PlaceExpr, u32),
    /// An element of an array or slice, counted from its end or its start.
    At(PlaceExpr, bool, u32),
}

/// Whether a pattern takes everything.
fn is_open(pattern: &Pattern) -> bool {
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
fn binds(pattern: &Pattern) -> bool {
    let mut bound = Vec::new();
    bound_in(pattern, &mut bound);
    !bound.is_empty()
}

/// The variables that a pattern declares.
fn bound_in(pattern: &Pattern, bound: &mut Vec<LocalId>) {
    super::super::check::bound_by(pattern, bound);
}
