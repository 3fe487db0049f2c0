//! Unaligned elements: what lies elsewhere than at a multiple of its size; an array that
//! starts at any element of a longer one, a structure behind a header.
//!
//! Memory is declared by elements, and naga reaches each by its number. An array at
//! any place of them is no element of anything; it is reached by its own elements,
//! down to those that are. A structure is reached by its members, and as a whole in
//! memory that is declared as words. A pointer in a variable counts in the size of
//! what it leads to; one that leads to such places counts in smaller steps, which is
//! found out before the kernel is lowered for good.
//!
//! What an access asks of its place and what is not known of it is checked when the
//! kernel runs. `read_unaligned` and `write_unaligned` ask for nothing, and go byte by
//! byte.

use super::Lowering;
use super::frame::Frame;
use super::layout::{has_union, in_memory, stored};
use super::place::{PlaceExpr, gcd};
use super::types::{scalar, unsupported};
use super::value::{Base, Pointer, Term, Value};
use naga::{BinaryOperator, Expression, Handle, Literal, ScalarKind, Span, Type, TypeInner};
use warpbench_hir::types::{IntTy, Len, Ty};
use warpbench_semantics::{CheckedOperation, Stored};

/// How many operations are looked at to find out what a number is a multiple of.
const DEPTH: u32 = 8;

const BYTE: Ty = Ty::Int(IntTy::U8);
const WIDE_BITS: Ty = Ty::Int(IntTy::U64);

impl Frame<'_, '_> {
    /// The elements of an array in memory that is not reached as a whole: their type,
    /// and how many there are.
    pub(super) fn by_elements(&mut self, pointer: &Pointer, whole: &Ty) -> Option<(Ty, u32)> {
        if let Some(elements) = self.shared_elements(pointer, whole) {
            return Some(elements);
        }
        let Ty::Array(element, Len::Known(len)) = whole else { return None };
        let is_straddled = match pointer.base {
            Base::Memory(_) => {
                !self.is_by_parts(pointer, element) && self.starts_inside(pointer, whole)
            }
            // What is in a variable is a place of its own, if it is reached as a whole.
            _ => true,
        };
        is_straddled.then(|| ((**element).clone(), *len))
    }

    /// Whether a pointer may lead elsewhere than to a multiple of the size of what it
    /// leads to. What is as large as its alignment cannot lie elsewhere.
    pub(super) fn starts_inside(&self, pointer: &Pointer, ty: &Ty) -> bool {
        match in_memory(self.unit.program, ty) {
            Some(layout) => self.steps(&pointer.terms, layout.bytes, layout.align) < layout.bytes,
            None => false,
        }
    }

    /// The largest part of a size that an offset is a multiple of, as far as is known;
    /// it is a multiple of the alignment.
    pub(super) fn steps(&self, terms: &[Term], bytes: u32, align: u32) -> u32 {
        let step = terms.iter().fold(bytes, |step, term| {
            let own = gcd(step, term.bytes);
            if own == step || self.is_multiple(term.index, step / own, DEPTH) { step } else { own }
        });
        if align > 0 && !step.is_multiple_of(align) { align } else { step }
    }

    /// Whether a pointer is known to lead to a place that the type allows.
    fn is_aligned(&self, pointer: &Pointer, ty: &Ty) -> bool {
        let align = in_memory(self.unit.program, ty).map_or(1, |layout| layout.align);
        self.steps(&pointer.terms, align, 0) == align
    }

    /// Checks what is not known: an access at a place that its type does not allow is
    /// undefined, and GPUs stop there.
    pub(super) fn must_be_aligned(&mut self, pointer: &Pointer, ty: &Ty, span: Span) {
        if self.is_aligned(pointer, ty) {
            return;
        }
        let Some(layout) = in_memory(self.unit.program, ty) else { return };
        let byte = self.offset_in(pointer, 1, span);
        let align = self.u32(layout.align);
        self.must_hold(CheckedOperation::Aligned, byte, align, span);
    }

    /// The same place where nothing is asked of its alignment.
    pub(super) fn wherever(&self, place: PlaceExpr) -> PlaceExpr {
        match place {
            PlaceExpr::Memory(pointer, ty) if !self.is_aligned(&pointer, &ty) => {
                PlaceExpr::Unaligned(pointer, ty)
            }
            PlaceExpr::Choice(which, places, ty) => {
                let places = places.into_iter().map(|place| self.wherever(place)).collect();
                PlaceExpr::Choice(which, places, ty)
            }
            other => other,
        }
    }

    /// Reads a value byte by byte.
    pub(super) fn load_bytes(
        &mut self,
        pointer: &Pointer,
        ty: &Ty,
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        let Some(stored) = stored(ty) else {
            let mut components = Vec::new();
            for (part, offset) in self.unit.parts_of(ty, span)? {
                let pointer = self.bytes_on(pointer.clone(), offset, span);
                components.push(self.load_bytes(&pointer, &part, span)?);
            }
            let ty = self.naga_type(ty, span)?;
            return Ok(self.append(Expression::Compose { ty, components }, span));
        };
        let width = scalar(ty).map_or(4, |scalar| scalar.width);
        let bits_ty = if width == 8 { WIDE_BITS } else { Ty::U32 };
        let bytes = if width == 8 { 8 } else { stored.bytes() };
        let mut bits = None;
        for at in 0..bytes {
            let pointer = self.bytes_on(pointer.clone(), at, span);
            let byte = self.read(PlaceExpr::Memory(pointer, BYTE), span)?;
            let byte = self.plain(byte, &BYTE, span)?;
            let byte = self.convert(byte, &BYTE, &bits_ty, span);
            let distance = self.u32(8 * at);
            let byte = match at {
                0 => byte,
                _ => self.binary(BinaryOperator::ShiftLeft, byte, distance, span),
            };
            bits = Some(match bits {
                None => byte,
                Some(bits) => self.binary(BinaryOperator::InclusiveOr, bits, byte, span),
            });
        }
        let bits = bits.unwrap_or_else(|| self.u32(0));
        Ok(match (stored, ty) {
            (Stored::Half, _) => self.half_from_bits(bits, span),
            (Stored::I16 | Stored::I8, _) => {
                let unsigned = if stored == Stored::I8 { BYTE } else { Ty::Int(IntTy::U16) };
                self.convert(bits, &unsigned, ty, span)
            }
            (Stored::Bool, _) => {
                let zero = self.u32(0);
                self.binary(BinaryOperator::NotEqual, bits, zero, span)
            }
            _ => match scalar(ty).map(|scalar| scalar.kind) {
                Some(kind @ (ScalarKind::Float | ScalarKind::Sint)) => {
                    self.reinterpret(bits, kind, span)
                }
                _ => bits,
            },
        })
    }

    /// Writes a value byte by byte.
    pub(super) fn store_bytes(
        &mut self,
        pointer: &Pointer,
        value: Handle<Expression>,
        ty: &Ty,
        span: Span,
    ) -> Lowering<()> {
        if has_union(self.unit.program, ty) {
            return Err(unsupported("an enum with values at any place", span));
        }
        let Some(stored) = stored(ty) else {
            for (at, (part, offset)) in self.unit.parts_of(ty, span)?.into_iter().enumerate() {
                let pointer = self.bytes_on(pointer.clone(), offset, span);
                let member = self.member(value, at as u32, span);
                self.store_bytes(&pointer, member, &part, span)?;
            }
            return Ok(());
        };
        let width = scalar(ty).map_or(4, |scalar| scalar.width);
        let bits_ty = if width == 8 { WIDE_BITS } else { Ty::U32 };
        let bytes = if width == 8 { 8 } else { stored.bytes() };
        let bits = match (stored, scalar(ty).map(|scalar| scalar.kind)) {
            (Stored::Half, _) => self.half_bits(value, span),
            (_, Some(ScalarKind::Bool)) => self.convert(value, &Ty::Bool, &Ty::U32, span),
            (_, Some(ScalarKind::Float | ScalarKind::Sint)) => {
                self.reinterpret(value, ScalarKind::Uint, span)
            }
            _ => value,
        };
        for at in 0..bytes {
            let pointer = self.bytes_on(pointer.clone(), at, span);
            let distance = self.u32(8 * at);
            let byte = match at {
                0 => bits,
                _ => self.binary(BinaryOperator::ShiftRight, bits, distance, span),
            };
            let byte = self.convert(byte, &bits_ty, &BYTE, span);
            self.write(PlaceExpr::Memory(pointer, BYTE), Value::Plain(byte), span)?;
        }
        Ok(())
    }

    /// Whether a number is known to be a multiple of another.
    fn is_multiple(&self, number: Handle<Expression>, of: u32, depth: u32) -> bool {
        if let Some(literal) = self.known(number) {
            return match literal {
                Literal::U32(value) => value.is_multiple_of(of),
                Literal::I32(value) => value.unsigned_abs().is_multiple_of(of),
                _ => false,
            };
        }
        let Some(depth) = depth.checked_sub(1) else { return false };
        let is = |number| self.is_multiple(number, of, depth);
        match self.function.expressions[number] {
            Expression::Binary { op: BinaryOperator::Multiply, left, right } => {
                is(left) || is(right)
            }
            Expression::Binary {
                op: BinaryOperator::Add | BinaryOperator::Subtract,
                left,
                right,
            } => is(left) && is(right),
            Expression::Binary { op: BinaryOperator::ShiftLeft, right, .. } => {
                let distance = match self.known(right) {
                    Some(Literal::U32(distance)) => 1u32.checked_shl(distance),
                    _ => None,
                };
                distance.is_some_and(|factor| factor.is_multiple_of(of))
            }
            Expression::As { expr, .. } => is(expr),
            _ => false,
        }
    }

    /// What a pointer into an array in a variable leads to: an element, an element of
    /// an element, or an array of some of them.
    pub(super) fn within_variable(
        &mut self,
        place: Handle<Expression>,
        pointer: Pointer,
        ty: Ty,
        span: Span,
    ) -> Lowering<PlaceExpr> {
        let bytes = self.bytes_of(&ty, span)?;
        let wanted = self.naga_type(&ty, span)?;
        let Some((element, _)) = self.array_of(place) else {
            let index = self.offset_in(&pointer, bytes, span);
            return Ok(PlaceExpr::Direct(self.element(place, index, span), ty, None));
        };
        if element == wanted {
            let index = self.offset_in(&pointer, bytes, span);
            return Ok(PlaceExpr::Direct(self.element(place, index, span), ty, None));
        }
        if let Ty::Array(..) = ty
            && self.is_made_of(wanted, element)
        {
            return Ok(PlaceExpr::Memory(pointer, ty));
        }
        // An element of an array in the array.
        let mut lengths = Vec::new();
        let mut inner = element;
        while inner != wanted {
            let TypeInner::Array { base, size: naga::ArraySize::Constant(len), .. } =
                self.unit.module.types[inner].inner
            else {
                return Err(unsupported("another type at the place of a variable", span));
            };
            lengths.push(len.get());
            inner = base;
        }
        let mut rest = self.offset_in(&pointer, bytes, span);
        let mut place = place;
        let mut count: u32 = lengths.iter().product();
        for len in [1].into_iter().chain(lengths) {
            count /= len;
            let whole = self.u32(count);
            let index = self.binary(BinaryOperator::Divide, rest, whole, span);
            rest = self.binary(BinaryOperator::Modulo, rest, whole, span);
            place = self.element(place, index, span);
        }
        Ok(PlaceExpr::Direct(place, ty, None))
    }

    /// Whether the elements of a variable's array are those of an array that a pointer
    /// leads to, or parts of them.
    pub(super) fn is_run_of_elements(
        &mut self,
        place: Handle<Expression>,
        array: &Ty,
        span: Span,
    ) -> Lowering<bool> {
        let wanted = self.naga_type(array, span)?;
        let element = self.array_of(place);
        Ok(element.is_some_and(|(element, _)| self.is_made_of(wanted, element)))
    }

    /// Whether an array's elements, or their elements, are of a type.
    fn is_made_of(&self, array: Handle<Type>, element: Handle<Type>) -> bool {
        match self.unit.module.types[array].inner {
            TypeInner::Array { base, .. } => base == element || self.is_made_of(base, element),
            _ => false,
        }
    }

    fn array_of(&mut self, place: Handle<Expression>) -> Option<(Handle<Type>, u32)> {
        let ty = self.pointee_type(place)?;
        match self.unit.module.types[ty].inner {
            TypeInner::Array { base, size: naga::ArraySize::Constant(len), .. } => {
                Some((base, len.get()))
            }
            _ => None,
        }
    }
}

/// Whether one type is an array of the other, or of arrays of it.
pub(super) fn is_array_of(array: &Ty, element: &Ty) -> bool {
    match array {
        Ty::Array(own, _) => **own == *element || is_array_of(own, element),
        _ => false,
    }
}
