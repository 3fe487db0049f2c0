//! Arrays of what naga cannot hold, such as pointers: each element is a variable
//! of its own, and an index that is not known here chooses among them.

use super::Lowering;
use super::frame::Frame;
use super::place::PlaceExpr;
use super::types::unsupported;
use super::unit::Unit;
use super::value::{Base, Choice, Length, Pointer, Slot, Value};
use naga::{BinaryOperator, Expression, Handle, Literal, Span};
use warpbench_hir::types::{Len, Ty};

/// The most elements of such an array. Every one is a variable, and every use by
/// an index a branch for each.
const MOST_ELEMENTS: u32 = 64;

/// The bytes of a pointer, as CUDA has them; only the order of elements depends
/// on them.
const POINTER_BYTES: u32 = 8;

impl Unit<'_> {
    /// The types of the elements of an array that naga cannot hold.
    pub(super) fn split_array(&self, element: &Ty, len: &Len) -> Option<Vec<Ty>> {
        match len {
            Len::Known(len) if *len <= MOST_ELEMENTS && !self.is_plain(element) => {
                Some(vec![element.clone(); *len as usize])
            }
            _ => None,
        }
    }

    /// The bytes that something which naga cannot hold counts for.
    pub(super) fn counted_bytes(&mut self, ty: &Ty, span: Span) -> Lowering<u32> {
        match ty {
            Ty::Reference(_, to) if matches!(**to, Ty::Slice(_)) => Ok(2 * POINTER_BYTES),
            Ty::Pointer(..) | Ty::Reference(..) => Ok(POINTER_BYTES),
            _ => match self.split(ty) {
                Some(members) if !members.is_empty() => {
                    let mut bytes = 0;
                    for member in &members {
                        let own = match self.is_plain(member) {
                            true => self.bytes_of(member, span)?,
                            false => self.counted_bytes(member, span)?,
                        };
                        bytes += own.next_multiple_of(POINTER_BYTES);
                    }
                    Ok(bytes)
                }
                _ => Err(unsupported("a value of this type in an array", span)),
            },
        }
    }
}

impl Frame<'_, '_> {
    /// The element of an array whose elements are values or variables of their own.
    pub(super) fn chosen_element(
        &mut self,
        elements: Vec<PlaceExpr>,
        index: Handle<Expression>,
        ty: Ty,
        span: Span,
    ) -> Lowering<PlaceExpr> {
        if let Some(Literal::U32(at)) = self.known(index) {
            return match elements.into_iter().nth(at as usize) {
                Some(element) => Ok(element),
                None => Err(unsupported("an index behind the end of the array", span)),
            };
        }
        let which = self.place_in_order(index, elements.len(), span)?;
        Ok(PlaceExpr::Choice(which, elements, ty))
    }

    /// The index, read from an array of all of them: a read behind its end is
    /// found as one of any other array is.
    fn place_in_order(
        &mut self,
        index: Handle<Expression>,
        len: usize,
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        let numbers: Vec<u32> = (0..len as u32).collect();
        self.number_in(&numbers, index, span)
    }

    /// One of several numbers.
    fn number_in(
        &mut self,
        numbers: &[u32],
        index: Handle<Expression>,
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        let ty = Ty::Array(Box::new(Ty::U32), Len::Known(numbers.len() as u32));
        let naga = self.naga_type(&ty, span)?;
        let components = numbers.iter().map(|number| self.u32(*number)).collect();
        let numbers = self.append(Expression::Compose { ty: naga, components }, span);
        let order = self.add_variable("", naga, span);
        let order = self.local(order);
        self.store(order, numbers, span);
        let place = self.element(order, index, span);
        Ok(self.load(place, span))
    }

    /// One of several slices of one variable, each of which begins and ends at known
    /// places: no branch is needed to tell them apart.
    fn one_of_parts(
        &mut self,
        which: Handle<Expression>,
        values: &[Value],
        span: Span,
    ) -> Lowering<Option<Value>> {
        let (mut starts, mut lengths) = (Vec::new(), Vec::new());
        let mut common = None;
        for value in values {
            let Value::Slice(pointer, Length::Known(len)) = value else { return Ok(None) };
            let Base::Local { is_array: true, .. } = pointer.base else { return Ok(None) };
            let (start, bytes) = match pointer.terms.as_slice() {
                [] => (0, None),
                [term] => match self.known(term.index) {
                    Some(Literal::U32(start)) => (start, Some(term.bytes)),
                    _ => return Ok(None),
                },
                _ => return Ok(None),
            };
            let (base, unit) = common.get_or_insert((pointer.base, bytes));
            if *base != pointer.base || (unit.is_some() && bytes.is_some() && *unit != bytes) {
                return Ok(None);
            }
            *unit = unit.or(bytes);
            starts.push(start);
            lengths.push(*len);
        }
        let Some((base, Some(bytes))) = common else { return Ok(None) };
        let start = self.number_in(&starts, which, span)?;
        let length = self.number_in(&lengths, which, span)?;
        let pointer = self.offset(Pointer { base, terms: Vec::new() }, start, bytes, span);
        Ok(Some(Value::Slice(pointer, Length::Value(length))))
    }

    /// The places of a variable's parts.
    pub(super) fn slot_places(&mut self, slots: Vec<Slot>, ty: &Ty) -> Vec<PlaceExpr> {
        let each = slots.into_iter().map(|slot| match slot {
            Slot::Variable(variable, ty) => PlaceExpr::Direct(self.local(variable), ty, None),
            Slot::Fixed(value) => PlaceExpr::Value(value, ty.clone()),
            slot => PlaceExpr::Slot(slot),
        });
        each.collect()
    }

    /// A pointer to the first element of an array that naga cannot hold.
    pub(super) fn elements_of(&mut self, slot: Slot) -> Pointer {
        self.pointers.aliases.push(slot);
        Pointer { base: Base::Elements(self.pointers.aliases.len() - 1), terms: Vec::new() }
    }

    /// One of several pointers that lie in variables, without a branch: all are
    /// read, and whoever follows it branches. Nothing if that is not possible.
    pub(super) fn one_of_pointers(
        &mut self,
        which: Handle<Expression>,
        places: &[PlaceExpr],
        ty: &Ty,
        span: Span,
    ) -> Lowering<Option<Value>> {
        let is_here =
            |place: &PlaceExpr| matches!(place, PlaceExpr::Slot(_) | PlaceExpr::Value(..));
        if !matches!(ty, Ty::Pointer(..) | Ty::Reference(..)) || !places.iter().all(is_here) {
            return Ok(None);
        }
        let values = places.iter().map(|place| self.read(place.clone(), span));
        let values = values.collect::<Lowering<Vec<_>>>()?;
        if let Some(part) = self.one_of_parts(which, &values, span)? {
            return Ok(Some(part));
        }
        let mut pointers = Vec::new();
        let mut lengths = Vec::new();
        for value in values {
            match value {
                Value::Pointer(pointer) => pointers.push(pointer),
                Value::Slice(pointer, length) => {
                    pointers.push(pointer);
                    lengths.push(self.length(length, span));
                }
                Value::Never => {
                    pointers.push(Pointer { base: Base::Nothing, terms: Vec::new() });
                    lengths.push(self.u32(0));
                }
                _ => return Ok(None),
            }
        }
        let is_slice = matches!(ty, Ty::Reference(_, to) if matches!(**to, Ty::Slice(_)));
        self.pointers.choices.push(Choice { which, pointers });
        let base = Base::Choice(self.pointers.choices.len() - 1);
        let pointer = Pointer { base, terms: Vec::new() };
        if !is_slice {
            return Ok(Some(Value::Pointer(pointer)));
        }
        let Some(mut length) = lengths.pop() else { return Ok(None) };
        for (at, other) in lengths.into_iter().enumerate().rev() {
            let at = self.u32(at as u32);
            let is_this = self.binary(BinaryOperator::Equal, which, at, span);
            length = self.select(is_this, other, length, span);
        }
        Ok(Some(Value::Slice(pointer, Length::Value(length))))
    }
}
