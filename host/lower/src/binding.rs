//! The variables of patterns: what they take or refer to.

use super::Lowering;
use super::frame::Frame;
use super::matching::{Element, binds, bound_in, is_open};
use super::place::PlaceExpr;
use super::types::unsupported;
use super::value::{Base, Length, Pointer, Slot, Value};
use naga::{BinaryOperator, Expression, Handle, Literal, Span, Statement};
use warpbench_hir::types::{Len, Ty};
use warpbench_hir::{LocalId, Pattern, PatternKind};

impl Frame<'_, '_> {
    pub(super) fn element_place(
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
    pub(super) fn element_index(
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
    pub(super) fn place_length(
        &mut self,
        place: &PlaceExpr,
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        match place {
            PlaceExpr::Slice(_, length, _) => {
                let length = *length;
                Ok(self.length(length, span))
            }
            PlaceExpr::Value(_, Ty::Array(_, Len::Known(len)))
            | PlaceExpr::Direct(_, Ty::Array(_, Len::Known(len)), _)
            | PlaceExpr::Memory(_, Ty::Array(_, Len::Known(len))) => Ok(self.u32(*len)),
            PlaceExpr::Slot(Slot::Parts(elements)) => Ok(self.u32(elements.len() as u32)),
            _ => Err(unsupported("this pattern of an array", span)),
        }
    }

    pub(super) fn length_fits(
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
    pub(super) fn elements<'p>(
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
    pub(super) fn bind_middle(
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
        // A part of an array is an array, whose length its type says.
        let reference = match self.settle(&pattern.ty) {
            Ty::Array(..) => Value::Pointer(pointer),
            _ => Value::Slice(pointer, Length::Value(length)),
        };
        if self.needs_place(*id) {
            let slot = self.declare(*id)?;
            return self.write_slot(&slot, reference, span);
        }
        self.slots[*id] = Some(Slot::Fixed(reference));
        Ok(())
    }

    /// `A(x) | B(x)`: the variables get their values from the case that fits.
    pub(super) fn bind_case(
        &mut self,
        cases: &[Pattern],
        place: &PlaceExpr,
        span: Span,
    ) -> Lowering<()> {
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

    pub(super) fn bind_first(
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
}
