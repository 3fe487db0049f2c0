//! Places: what can be read, written and pointed to.

use super::Lowering;
use super::frame::Frame;
use super::layout::{has_narrow, has_union};
use super::memory::{Layout, RootId, Use, scalar_ty};
use super::types::{is_word, kept, kept_by_thread, scalar, unsupported};
use super::value::{Base, Length, Pointer, Slot, Term, Value};
use naga::{ArraySize, BinaryOperator, Expression, Handle, Literal, Scalar, Span, TypeInner};
use std::num::NonZeroU32;
use warpbench_codes::S0014;
use warpbench_hir::types::{Len, Ty};
use warpbench_hir::{Expr, ExprKind};
use warpbench_source::Diagnostic;

#[derive(Clone, Debug)]
pub(super) enum PlaceExpr {
    /// No place, only a value.
    Value(Value, Ty),
    /// A variable, or a part of one.
    Slot(Slot),
    /// What naga's pointer leads to; in a buffer or shared array, which.
    Direct(Handle<Expression>, Ty, Option<RootId>),
    /// What a pointer into a buffer or shared array leads to.
    Memory(Pointer, Ty),
    /// The same, wherever it starts.
    Unaligned(Pointer, Ty),
    /// What a slice refers to: elements of a type.
    Slice(Pointer, Length, Ty),
    /// One of several, by number.
    Choice(Handle<Expression>, Vec<PlaceExpr>, Ty),
}

/// An element of a buffer or shared array, as it is declared.
enum Element {
    /// naga's pointer to what is wanted.
    Direct(Handle<Expression>),
    /// naga's pointer to a number with the same bits.
    Bits(Handle<Expression>, Scalar),
    /// naga's pointer to an array of the four numbers that are wanted.
    Piece(Handle<Expression>, Scalar),
    /// It has no pointer of naga's: it is read and written by its parts.
    Parts(RootId),
}

impl Frame<'_, '_> {
    /// The place that an expression means.
    pub(super) fn place(&mut self, expr: &Expr) -> Lowering<PlaceExpr> {
        let ty = self.settle(&expr.ty);
        let span = expr.span;
        match &expr.kind {
            ExprKind::Local(id) => match self.slots[*id].clone() {
                Some(Slot::Fixed(value)) => Ok(PlaceExpr::Value(value, ty)),
                Some(Slot::Variable(variable, ty)) => {
                    Ok(PlaceExpr::Direct(self.local(variable), ty, None))
                }
                Some(slot) => Ok(PlaceExpr::Slot(slot)),
                // A deferred `let` is declared by its statement.
                None => match self.declare(*id)? {
                    Slot::Variable(variable, ty) => {
                        Ok(PlaceExpr::Direct(self.local(variable), ty, None))
                    }
                    slot => Ok(PlaceExpr::Slot(slot)),
                },
            },
            ExprKind::Deref(inner) => {
                let value = self.value(inner)?;
                self.deref(value, ty, span)
            }
            ExprKind::Field(inner, at) => {
                let place = self.place(inner)?;
                self.field_place(place, *at, ty, span)
            }
            ExprKind::Index(inner, index) => {
                let place = self.place(inner)?;
                let index = self.index(index)?;
                self.index_place(place, index, ty, span)
            }
            _ => Ok(PlaceExpr::Value(self.value(expr)?, ty)),
        }
    }

    /// What a pointer or reference leads to.
    pub(super) fn deref(&mut self, value: Value, ty: Ty, span: Span) -> Lowering<PlaceExpr> {
        match value {
            Value::Pointer(pointer) => match pointer.base {
                Base::Memory(_) => Ok(PlaceExpr::Memory(pointer, kept(&ty))),
                Base::Local { pointer: place, is_array: false } => {
                    Ok(PlaceExpr::Direct(place, kept_by_thread(&ty), None))
                }
                Base::Part { pointer: place, root } => Ok(PlaceExpr::Direct(place, ty, Some(root))),
                Base::Choice(choice) => self.deref_choice(choice, &pointer.terms, &ty, span),
                Base::Nothing => Ok(PlaceExpr::Value(Value::Never, ty)),
                Base::Slot(at) => match self.pointers.aliases.get(at).cloned() {
                    Some(Slot::Variable(variable, ty)) => {
                        Ok(PlaceExpr::Direct(self.local(variable), ty, None))
                    }
                    Some(Slot::Fixed(value)) => Ok(PlaceExpr::Value(value, ty)),
                    Some(slot) => Ok(PlaceExpr::Slot(slot)),
                    None => Err(unsupported("a reference of this kind", span)),
                },
                Base::Local { pointer: place, is_array: true } => {
                    self.within_variable(place, pointer, kept_by_thread(&ty), span)
                }
                Base::Elements(at) => {
                    let Some(slot) = self.pointers.aliases.get(at).cloned() else {
                        return Err(unsupported("a reference of this kind", span));
                    };
                    let bytes = self.bytes_of(&ty, span)?;
                    let index = self.offset_in(&pointer, bytes, span);
                    self.index_place(PlaceExpr::Slot(slot), index, ty, span)
                }
            },
            Value::Slice(pointer, length) => match ty {
                Ty::Slice(element) => Ok(PlaceExpr::Slice(pointer, length, *element)),
                _ => Err(unsupported("a slice here", span)),
            },
            Value::Never => Ok(PlaceExpr::Value(Value::Never, ty)),
            _ => Err(unsupported("a dereference of this kind", span)),
        }
    }

    pub(super) fn field_place(
        &mut self,
        place: PlaceExpr,
        at: u32,
        ty: Ty,
        span: Span,
    ) -> Lowering<PlaceExpr> {
        match place {
            PlaceExpr::Choice(which, places, _) => {
                let each = places.into_iter();
                let each = each.map(|place| self.field_place(place, at, ty.clone(), span));
                let places = each.collect::<Lowering<Vec<_>>>()?;
                Ok(PlaceExpr::Choice(which, places, ty))
            }
            PlaceExpr::Value(value, whole) => {
                Ok(PlaceExpr::Value(self.member_of(value, &whole, at, span)?, ty))
            }
            PlaceExpr::Slot(Slot::Fixed(value)) => {
                Ok(PlaceExpr::Value(self.member_of(value, &ty, at, span)?, ty))
            }
            PlaceExpr::Slot(Slot::Parts(slots)) => match slots.into_iter().nth(at as usize) {
                Some(Slot::Variable(variable, ty)) => {
                    Ok(PlaceExpr::Direct(self.local(variable), ty, None))
                }
                Some(slot) => Ok(PlaceExpr::Slot(slot)),
                None => Err(unsupported("this member", span)),
            },
            PlaceExpr::Direct(pointer, _, root) => {
                Ok(PlaceExpr::Direct(self.member(pointer, at, span), ty, root))
            }
            PlaceExpr::Slot(slot @ Slot::Held(_)) => {
                let value = self.read_slot(&slot, span)?;
                Ok(PlaceExpr::Value(self.member_of(value, &ty, at, span)?, ty))
            }
            // A member of a vector in memory is a number there.
            PlaceExpr::Memory(pointer, Ty::Four(_)) => {
                let index = self.u32(at);
                Ok(PlaceExpr::Memory(self.offset(pointer, index, 4, span), ty))
            }
            PlaceExpr::Memory(pointer, whole) if *self.unit.unwrapped(&whole) != whole => {
                Ok(PlaceExpr::Memory(pointer, ty))
            }
            PlaceExpr::Memory(pointer, whole)
                if self.is_by_parts(&pointer, &whole) || self.starts_inside(&pointer, &whole) =>
            {
                let offset = self.unit.member_offset(&whole, at, span)?;
                Ok(PlaceExpr::Memory(self.bytes_on(pointer, offset, span), ty))
            }
            PlaceExpr::Memory(pointer, whole) => {
                match self.access(&pointer, &whole, Use::Read, span)? {
                    Element::Direct(place) => {
                        let root = root(&pointer);
                        Ok(PlaceExpr::Direct(self.member(place, at, span), ty, root))
                    }
                    // Its memory is declared as something else so far.
                    _ => {
                        let offset = self.unit.member_offset(&whole, at, span)?;
                        Ok(PlaceExpr::Memory(self.bytes_on(pointer, offset, span), ty))
                    }
                }
            }
            PlaceExpr::Slot(..) | PlaceExpr::Slice(..) | PlaceExpr::Unaligned(..) => {
                Err(unsupported("this member", span))
            }
        }
    }

    pub(super) fn index_place(
        &mut self,
        place: PlaceExpr,
        index: Handle<Expression>,
        ty: Ty,
        span: Span,
    ) -> Lowering<PlaceExpr> {
        if let PlaceExpr::Choice(which, places, _) = place {
            let each = places.into_iter();
            let each = each.map(|place| self.index_place(place, index, ty.clone(), span));
            let places = each.collect::<Lowering<Vec<_>>>()?;
            return Ok(PlaceExpr::Choice(which, places, ty));
        }
        if let PlaceExpr::Memory(pointer, whole) = &place
            && let Some((element, len)) = self.by_elements(pointer, whole)
        {
            self.check_index(index, &Len::Known(len), span)?;
            let bytes = self.bytes_of(&element, span)?;
            let pointer = self.offset(pointer.clone(), index, bytes, span);
            return self.deref(Value::Pointer(pointer), element, span);
        }
        match place {
            PlaceExpr::Direct(pointer, Ty::Array(_, len), root) => {
                self.check_index(index, &len, span)?;
                Ok(PlaceExpr::Direct(self.element(pointer, index, span), ty, root))
            }
            PlaceExpr::Slice(pointer, length, element) => {
                self.index_lies_in(&pointer, length, index, span);
                let bytes = self.bytes_of(&element, span)?;
                let pointer = self.offset(pointer, index, bytes, span);
                self.deref(Value::Pointer(pointer), ty, span)
            }
            PlaceExpr::Memory(pointer, Ty::Array(element, len))
                if self.is_by_parts(&pointer, &element) =>
            {
                self.check_index(index, &len, span)?;
                let bytes = self.bytes_of(&element, span)?;
                Ok(PlaceExpr::Memory(self.offset(pointer, index, bytes, span), ty))
            }
            PlaceExpr::Memory(pointer, whole) => {
                match self.access(&pointer, &whole, Use::Read, span)? {
                    Element::Direct(place) => {
                        let root = root(&pointer);
                        Ok(PlaceExpr::Direct(self.element(place, index, span), ty, root))
                    }
                    // Its memory is declared as something else so far.
                    _ => {
                        let bytes = self.bytes_of(&ty, span)?;
                        Ok(PlaceExpr::Memory(self.offset(pointer, index, bytes, span), ty))
                    }
                }
            }
            PlaceExpr::Slot(Slot::Parts(slots)) => {
                let elements = self.slot_places(slots, &ty);
                self.chosen_element(elements, index, ty, span)
            }
            PlaceExpr::Slot(Slot::Fixed(Value::Parts(parts)))
            | PlaceExpr::Value(Value::Parts(parts), Ty::Array(..)) => {
                let elements =
                    parts.into_iter().map(|part| PlaceExpr::Value(part, ty.clone())).collect();
                self.chosen_element(elements, index, ty, span)
            }
            PlaceExpr::Value(Value::Never, _) => Ok(PlaceExpr::Value(Value::Never, ty)),
            // An array that is only a value is put into a variable first.
            PlaceExpr::Value(value, whole @ Ty::Array(..)) => {
                let slot = self.new_slot("", &whole, span)?;
                self.write_slot(&slot, value, span)?;
                let Slot::Variable(variable, _) = slot else {
                    return Err(unsupported("this element", span));
                };
                let pointer = self.local(variable);
                self.index_place(PlaceExpr::Direct(pointer, whole, None), index, ty, span)
            }
            _ => Err(unsupported("an element of this", span)),
        }
    }

    /// Reports an index that is known to lie outside.
    fn check_index(
        &self,
        index: Handle<Expression>,
        len: &warpbench_hir::types::Len,
        span: Span,
    ) -> Lowering<()> {
        match (self.known(index), len) {
            (Some(Literal::U32(index)), warpbench_hir::types::Len::Known(len)) if index >= *len => {
                Err(Box::new(
                    Diagnostic::new(S0014, "this index is out of bounds", span)
                        .label(format!("the length is {len} but the index is {index}")),
                ))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn read(&mut self, place: PlaceExpr, span: Span) -> Lowering<Value> {
        match place {
            PlaceExpr::Choice(which, places, ty) => self.read_choice(which, &places, &ty, span),
            PlaceExpr::Value(value, _) => Ok(value),
            PlaceExpr::Slot(slot) => self.read_slot(&slot, span),
            PlaceExpr::Direct(pointer, ty, _) => {
                let handle = self.load(pointer, span);
                self.unpack(handle, &ty, span)
            }
            PlaceExpr::Memory(pointer, ty) => {
                if let Some(elements) = self.by_elements(&pointer, &ty) {
                    return self.read_elements(&pointer, elements, &ty, span);
                }
                let handle = match self.access(&pointer, &ty, Use::Read, span)? {
                    Element::Direct(place) => self.load(place, span),
                    Element::Bits(place, _) => {
                        let bits = self.load(place, span);
                        self.bits_as(bits, &ty, span)
                    }
                    Element::Piece(place, scalar) => {
                        let piece = self.load(place, span);
                        let vector = self.piece_to_vector(piece, scalar, span);
                        self.bits_as(vector, &ty, span)
                    }
                    Element::Parts(root) => self.load_parts(&pointer, root, &ty, span)?,
                };
                self.unpack(handle, &ty, span)
            }
            PlaceExpr::Unaligned(pointer, ty) => {
                let handle = self.load_bytes(&pointer, &ty, span)?;
                self.unpack(handle, &ty, span)
            }
            PlaceExpr::Slice(..) => Err(unsupported("a slice by value", span)),
        }
    }

    pub(super) fn write(&mut self, place: PlaceExpr, value: Value, span: Span) -> Lowering<()> {
        if self.is_dead() {
            return Ok(());
        }
        match place {
            PlaceExpr::Choice(which, places, _) => self.write_chosen(which, &places, &value, span),
            PlaceExpr::Slot(slot) => self.write_slot(&slot, value, span),
            PlaceExpr::Direct(pointer, ty, root) => {
                if let Some(root) = root {
                    self.unit.roots[root].usage.is_written = true;
                }
                let value = self.plain(value, &ty, span)?;
                self.store(pointer, value, span);
                Ok(())
            }
            PlaceExpr::Memory(pointer, ty) => {
                if let Some(elements) = self.by_elements(&pointer, &ty) {
                    return self.write_elements(&pointer, elements, (value, &ty), span);
                }
                if has_union(self.unit.program, &ty) {
                    return self.write_members(&pointer, value, &ty, span);
                }
                let value = self.plain(value, &ty, span)?;
                match self.access(&pointer, &ty, Use::Write, span)? {
                    Element::Direct(place) => self.store(place, value, span),
                    Element::Bits(place, scalar) => {
                        let bits = self.bits_as(value, &scalar_ty(scalar), span);
                        self.store(place, bits, span);
                    }
                    Element::Piece(place, scalar) => {
                        let piece = self.vector_to_piece(value, scalar, span);
                        self.store(place, piece, span);
                    }
                    Element::Parts(root) => self.store_parts(&pointer, root, &ty, value, span)?,
                }
                Ok(())
            }
            PlaceExpr::Unaligned(pointer, ty) => {
                let value = self.plain(value, &ty, span)?;
                self.store_bytes(&pointer, value, &ty, span)
            }
            PlaceExpr::Value(Value::Never, _) => Ok(()),
            PlaceExpr::Value(..) | PlaceExpr::Slice(..) => {
                Err(unsupported("an assignment to this", span))
            }
        }
    }

    /// Whether what a pointer leads to is reached part by part, because its memory
    /// is declared as words or has to be.
    pub(super) fn is_by_parts(&self, pointer: &Pointer, ty: &Ty) -> bool {
        let is_words = |root: RootId| matches!(self.unit.roots[root].layout, Layout::Words { .. });
        root(pointer).is_some_and(is_words) || has_narrow(self.unit, ty)
    }

    /// A pointer a known number of bytes further on.
    pub(super) fn bytes_on(&mut self, pointer: Pointer, offset: u32, span: Span) -> Pointer {
        let unit = if offset.is_multiple_of(4) { 4 } else { gcd(offset, 4) };
        let index = self.u32(offset / unit);
        self.offset(pointer, index, unit, span)
    }

    /// The element of a buffer or shared array that a pointer leads to.
    fn access(&mut self, pointer: &Pointer, ty: &Ty, how: Use, span: Span) -> Lowering<Element> {
        let Base::Memory(root) = pointer.base else {
            return Err(unsupported("an atomic operation on a variable", span));
        };
        self.unit.roots[root].usage.note(ty, how, span);
        let is_narrow = has_narrow(self.unit, ty);
        if is_narrow {
            self.unit.roots[root].usage.note_narrow(how);
        }
        if self.starts_inside(pointer, ty) {
            self.unit.roots[root].usage.note_straddled();
        }
        self.must_be_aligned(pointer, ty, span);
        let variable = self.unit.roots[root].variable;
        let layout = self.unit.roots[root].layout.clone();
        let base = self.global(variable);
        let bytes = self.bytes_of(ty, span)?;
        match layout {
            _ if is_narrow => Ok(Element::Parts(root)),
            Layout::Words { scalar: number, .. } => {
                if !scalar(ty).is_some_and(is_word) {
                    return Ok(Element::Parts(root));
                }
                let index = self.offset_in(pointer, 4, span);
                let place = self.element(base, index, span);
                Ok(self.number_at(place, number, ty))
            }
            Layout::Of(declared) if declared == *ty => {
                let index = self.offset_in(pointer, bytes, span);
                Ok(Element::Direct(self.element(base, index, span)))
            }
            Layout::Of(declared) => {
                let index = self.offset_in(pointer, bytes, span);
                let place = self.element(base, index, span);
                Ok(match scalar(&declared) {
                    Some(scalar) => Element::Bits(place, scalar),
                    None => Element::Direct(place),
                })
            }
            Layout::Fours { scalar: number, is_vector } if matches!(ty, Ty::Four(_)) => {
                let index = self.offset_in(pointer, 16, span);
                let place = self.element(base, index, span);
                Ok(if is_vector && scalar_of(ty) == Some(number) {
                    Element::Direct(place)
                } else if is_vector {
                    Element::Bits(place, number)
                } else {
                    Element::Piece(place, number)
                })
            }
            Layout::Fours { scalar: number, .. } => {
                let index = self.offset_in(pointer, 4, span);
                let four = self.u32(4);
                let piece = self.binary(BinaryOperator::Divide, index, four, span);
                let within = self.binary(BinaryOperator::Modulo, index, four, span);
                let piece = self.element(base, piece, span);
                let place = self.element(piece, within, span);
                Ok(self.number_at(place, number, ty))
            }
            Layout::Atomic(number) => {
                let index = self.offset_in(pointer, bytes, span);
                let place = self.element(base, index, span);
                Ok(self.number_at(place, number, ty))
            }
        }
    }

    fn number_at(&self, place: Handle<Expression>, declared: Scalar, ty: &Ty) -> Element {
        if scalar(ty) == Some(declared) {
            Element::Direct(place)
        } else {
            Element::Bits(place, declared)
        }
    }

    /// The same bits as a number or vector of another type.
    fn bits_as(&mut self, handle: Handle<Expression>, ty: &Ty, span: Span) -> Handle<Expression> {
        match scalar_of(ty) {
            Some(scalar) => self.reinterpret(handle, scalar.kind, span),
            None => handle,
        }
    }

    fn piece_to_vector(
        &mut self,
        piece: Handle<Expression>,
        scalar: Scalar,
        span: Span,
    ) -> Handle<Expression> {
        let components = (0..4).map(|at| self.member(piece, at, span)).collect();
        let size = naga::VectorSize::Quad;
        let ty = self.unit.insert(None, TypeInner::Vector { size, scalar });
        self.append(Expression::Compose { ty, components }, span)
    }

    fn vector_to_piece(
        &mut self,
        vector: Handle<Expression>,
        scalar: Scalar,
        span: Span,
    ) -> Handle<Expression> {
        let components = (0..4).map(|at| self.member(vector, at, span)).collect();
        let base = self.unit.insert(None, TypeInner::Scalar(scalar));
        let size = ArraySize::Constant(NonZeroU32::MIN.saturating_add(3));
        let ty = self.unit.insert(None, TypeInner::Array { base, size, stride: 4 });
        self.append(Expression::Compose { ty, components }, span)
    }

    /// A pointer that many elements further on.
    pub(super) fn offset(
        &mut self,
        mut pointer: Pointer,
        index: Handle<Expression>,
        bytes: u32,
        span: Span,
    ) -> Pointer {
        if matches!(self.known(index), Some(Literal::U32(0))) {
            return pointer;
        }
        match pointer.terms.iter().position(|term| term.bytes == bytes) {
            Some(at) => {
                let sum = self.binary(BinaryOperator::Add, pointer.terms[at].index, index, span);
                pointer.terms[at].index = sum;
            }
            None => pointer.terms.push(Term { index, bytes }),
        }
        pointer
    }

    /// How many elements of a size a pointer leads into its base. A pointer that
    /// was moved by smaller ones must have been moved by a whole number.
    pub(super) fn offset_in(
        &mut self,
        pointer: &Pointer,
        bytes: u32,
        span: Span,
    ) -> Handle<Expression> {
        let bytes = bytes.max(1);
        let (whole, small): (Vec<Term>, Vec<Term>) =
            pointer.terms.iter().partition(|term| term.bytes % bytes == 0);
        let unit = small.iter().fold(bytes, |unit, term| gcd(unit, term.bytes));
        let small = self.sum(&small, unit, span).map(|sum| {
            let per = self.u32(bytes / unit);
            self.binary(BinaryOperator::Divide, sum, per, span)
        });
        let whole = self.sum(&whole, bytes, span);
        match (whole, small) {
            (Some(a), Some(b)) => self.binary(BinaryOperator::Add, a, b, span),
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => self.u32(0),
        }
    }

    fn sum(&mut self, terms: &[Term], unit: u32, span: Span) -> Option<Handle<Expression>> {
        let mut sum = None;
        for term in terms {
            let factor = self.u32(term.bytes / unit);
            let scaled = if term.bytes == unit {
                term.index
            } else {
                self.binary(BinaryOperator::Multiply, term.index, factor, span)
            };
            sum = Some(match sum {
                None => scaled,
                Some(sum) => self.binary(BinaryOperator::Add, sum, scaled, span),
            });
        }
        sum
    }
}

fn root(pointer: &Pointer) -> Option<RootId> {
    match pointer.base {
        Base::Memory(root) | Base::Part { root, .. } => Some(root),
        _ => None,
    }
}

/// The scalar of a number or of a vector's members.
fn scalar_of(ty: &Ty) -> Option<Scalar> {
    match ty {
        Ty::Four(four) => Some(super::types::four_scalar(*four)),
        _ => scalar(ty),
    }
}

pub(super) fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
