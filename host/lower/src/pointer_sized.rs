//! `usize` and `isize`.
//!
//! They have 64 bits. Most programs need 32 of them, and are lowered with words in their
//! place first (`in_words`): what is computed then is the same as long as it fits, so that
//! whatever may not is noted as a check of a word, and what certainly does not is told
//! here. Then, and where such a check fails, the program is lowered with all 64.
//!
//! Memory is addressed with words in either case.

use super::Lowering;
use super::checked::fits;
use super::frame::Frame;
use super::literal::int_value;
use super::math::Number;
use super::unit::Unit;
use naga::{Literal, MathFunction, Span};
use warpbench_hir::arithmetic;
use warpbench_hir::types::{AtomicTy, AtomicValue, IntTy, IterTy, Ty};
use warpbench_hir::words::type_in_words;
use warpbench_hir::{ConstValue, Crate, Expr, Math};
use warpbench_semantics::{Check, CheckedOperation};

impl Frame<'_, '_> {
    /// Notes that words are not enough where a number needs more than its own.
    pub(super) fn needs_more_than(&self, int: IntTy, needs_more: bool) {
        if int.is_word() && needs_more {
            self.unit.target.is_outgrown.set(true);
        }
    }

    /// The same of a constant.
    pub(super) fn constant_needs_more(&self, value: &ConstValue, ty: &Ty) {
        if let (ConstValue::Int(value), Ty::Int(int)) = (value, ty) {
            self.needs_more_than(*int, !int.holds(*value));
        }
    }

    /// The same of a method of numbers that may all be known.
    pub(super) fn method_needs_more(&self, math: Math, numbers: &[Number], int: IntTy) {
        let needs_more = match math {
            // They look at bits that a word has not.
            Math::LeadingZeros
            | Math::TrailingZeros
            | Math::CountZeros
            | Math::ReverseBits
            | Math::RotateLeft
            | Math::RotateRight => true,
            Math::CountOnes => int.is_signed(),
            _ => {
                let known = |&number: &Number| self.known(number).and_then(int_value);
                let known: Option<Vec<_>> =
                    numbers.iter().map(|number| known(number).map(ConstValue::Int)).collect();
                let result = known
                    .and_then(|known| arithmetic::math(math, &known, &Ty::Int(int.in_rust())).ok());
                matches!(result, Some(ConstValue::Int(result)) if !int.holds(result))
            }
        };
        self.needs_more_than(int, needs_more);
    }

    /// Arithmetic that is meant to wrap round: at 64 bits, so that what leaves a word is
    /// not there.
    pub(super) fn wrapping(
        &mut self,
        (op, operation): (naga::BinaryOperator, CheckedOperation),
        left: Number,
        right: Number,
        int: IntTy,
        span: Span,
    ) -> Number {
        if !int.is_word() {
            return self.binary(op, left, right, span);
        }
        let result = self.checked_binary((op, operation), left, right, int, span);
        if let Some((checked, check)) = self.facts.checks.last_mut()
            && *checked == result
        {
            check.may_wrap = true;
        }
        result
    }

    /// Notes that known numbers have a result that does not fit a word.
    pub(super) fn known_needs_more(
        &self,
        operation: CheckedOperation,
        left: i128,
        right: i128,
        int: IntTy,
    ) {
        self.needs_more_than(int, !fits(operation, left, right, int));
    }

    /// Notes that what was made of another number must fit a word.
    pub(super) fn becomes_word(&mut self, result: Number, from: Number, to: &Ty) {
        let Ty::Int(int @ (IntTy::UsizeWord | IntTy::IsizeWord)) = to else { return };
        let operation = match int {
            IntTy::UsizeWord => CheckedOperation::IntoUsize,
            _ => CheckedOperation::IntoIsize,
        };
        let check = Check {
            operation,
            left: from,
            right: from,
            bits: int.bits(),
            is_pointer_sized: true,
            is_word: true,
            may_wrap: false,
        };
        self.facts.checks.push((result, check));
    }

    /// The type of an iterator's items, as the program has it.
    pub(super) fn item_type(&self, iter: &IterTy) -> Ty {
        let item = self.settle(&iter.item());
        if self.unit.target.usize.is_word() { type_in_words(&item) } else { item }
    }

    /// A number of elements as a `usize`.
    pub(super) fn usize(&mut self, count: Number, span: Span) -> Number {
        let ty = Ty::Int(self.unit.target.usize);
        self.convert(count, &Ty::U32, &ty, span)
    }

    /// An index, or where a part begins or ends, as memory is addressed with.
    pub(super) fn index(&mut self, index: &Expr) -> Lowering<Number> {
        let number = self.plain_expr(index)?;
        let ty = self.settle(&index.ty);
        Ok(self.within_reach(number, &ty, index.span))
    }

    /// How many of something are wanted. There are never more than a word can say.
    pub(super) fn count(&mut self, count: &Expr) -> Lowering<Number> {
        let number = self.plain_expr(count)?;
        let ty = self.settle(&count.ty);
        Ok(self.at_most_a_word(number, &ty, count.span))
    }

    /// A number of elements from one place to another, as memory is addressed with. None
    /// has as many as do not fit a word.
    pub(super) fn within_reach(&mut self, number: Number, ty: &Ty, span: Span) -> Number {
        let word = self.at_most_a_word(number, ty, span);
        if matches!(ty, Ty::Int(int) if int.bits() == 64) && self.known(number).is_none() {
            let operation = CheckedOperation::Reach;
            let (left, right) = (number, number);
            let check = Check {
                operation,
                left,
                right,
                bits: 64,
                is_pointer_sized: true,
                is_word: false,
                may_wrap: false,
            };
            self.facts.checks.push((word, check));
        }
        word
    }

    /// A number as a word, or the nearest that is one.
    pub(super) fn at_most_a_word(&mut self, number: Number, ty: &Ty, span: Span) -> Number {
        let Ty::Int(int) = ty else { return number };
        if int.bits() <= 32 || int.is_wide() {
            return self.convert(number, ty, &Ty::U32, span);
        }
        let word = if int.is_signed() { IntTy::I32 } else { IntTy::U32 };
        if let Some(value) = self.known(number).and_then(int_value) {
            let value = value.clamp(word.min(), word.max());
            return self.literal(Literal::U32(value as u32));
        }
        let most = self.number(ty, word.max());
        let number = match word {
            IntTy::U32 => self.function_of(MathFunction::Min, &[number, most], span),
            _ => {
                let least = self.number(ty, word.min());
                self.function_of(MathFunction::Clamp, &[number, least, most], span)
            }
        };
        self.convert_as(number, naga::Scalar::U32, span)
    }
}

impl Unit<'_> {
    /// Notes that words are not enough for what lies in memory, which says how many bytes it
    /// takes.
    pub(super) fn memory_needs_more(&self, ty: &Ty) {
        if has_word(self.program, ty) {
            self.target.is_outgrown.set(true);
        }
    }
}

/// Whether a type has a `usize` or an `isize` in it that is kept in a word.
fn has_word(program: &Crate, ty: &Ty) -> bool {
    match ty {
        Ty::Int(int) | Ty::Atomic(AtomicTy { value: AtomicValue::Int(int), .. }) => int.is_word(),
        Ty::Struct(id, _) => {
            program.structs[*id].fields.iter().any(|field| has_word(program, &field.ty))
        }
        other => other.parts().into_iter().any(|part| has_word(program, part)),
    }
}
