//! Elements and parts of slices, which must lie in them.
//!
//! Whoever runs a kernel sees what leaves a buffer or an array. What leaves a part of
//! one and comes to its neighbours is noted here, for those who want to know.

use super::frame::Frame;
use super::literal::int_value;
use super::value::{Base, Length, Pointer};
use naga::{BinaryOperator, Expression, Handle, Span};
use warpbench_semantics::{Check, CheckedOperation};

type Number = Handle<Expression>;

impl Frame<'_, '_> {
    /// Notes that an index must lie in its slice.
    pub(super) fn index_lies_in(
        &mut self,
        pointer: &Pointer,
        length: Length,
        index: Number,
        span: Span,
    ) {
        let is_whole = match length {
            Length::Root(_) => true,
            // An array of that length, and not a piece of a longer one.
            Length::Known(_) => {
                pointer.terms.is_empty() && matches!(pointer.base, Base::Local { .. })
            }
            Length::Value(_) => false,
        };
        if !is_whole {
            let length = self.length(length, span);
            self.must_lie_in(CheckedOperation::Index, index, length, span);
        }
    }

    /// How many elements are in a part of a slice, which must end in it.
    pub(super) fn length_of_part(
        &mut self,
        (start, end): (Number, Option<Number>),
        whole: Length,
        span: Span,
    ) -> Number {
        let length = self.length(whole, span);
        if let Some(end) = end {
            self.must_lie_in(CheckedOperation::PartEnd, end, length, span);
        }
        let end = end.unwrap_or(length);
        self.must_lie_in(CheckedOperation::PartOrder, start, end, span);
        self.binary(BinaryOperator::Subtract, end, start, span)
    }

    fn must_lie_in(
        &mut self,
        operation: CheckedOperation,
        left: Number,
        right: Number,
        span: Span,
    ) {
        let known = |handle| self.known(handle).and_then(int_value);
        let (left, right) = match (known(left), known(right)) {
            (Some(0), _) if operation != CheckedOperation::Index => return,
            (Some(a), Some(b)) if a < b || a == b && operation != CheckedOperation::Index => return,
            _ => (left, right),
        };
        self.must_hold(operation, left, right, span);
    }

    /// Notes a check of two numbers that is no part of a computation. A check goes with an
    /// expression that has both; here that is one which nobody uses.
    pub(super) fn must_hold(
        &mut self,
        operation: CheckedOperation,
        left: Number,
        right: Number,
        span: Span,
    ) {
        let left = match (self.known(left), self.known(right)) {
            (Some(_), Some(_)) => self.veiled(left, span),
            _ => left,
        };
        let op = BinaryOperator::And;
        let with_both = self.append(Expression::Binary { op, left, right }, span);
        let check = Check {
            operation,
            left,
            right,
            bits: 32,
            is_pointer_sized: true,
            is_word: false,
            may_wrap: false,
        };
        self.facts.checks.push((with_both, check));
    }
}
