//! Unaligned elements: what lies elsewhere than at a multiple of its size; an array that
//! starts at any element of a longer one, a structure behind a header.
//!
//! Memory is declared by elements, and naga reaches each by its number. An array at
//! any place of them is no element of anything; it is reached by its own elements,
//! down to those that are. A structure is reached by its members, and as a whole in
//! memory that is declared as words. A pointer in a variable counts in the size of
//! what it leads to; one that leads to such places counts in smaller steps, which is
//! found out before the kernel is lowered for good.

use super::Lowering;
use super::frame::Frame;
use super::layout::in_memory;
use super::place::{PlaceExpr, gcd};
use super::types::unsupported;
use super::value::{Base, Pointer, Term};
use naga::{BinaryOperator, Expression, Handle, Literal, Span, Type, TypeInner};
use warpbench_hir::types::{Len, Ty};

/// How many operations are looked at to find out what a number is a multiple of.
const DEPTH: u32 = 8;

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
