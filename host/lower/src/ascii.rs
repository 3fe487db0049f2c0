//! ASCII classes and conversions of bytes.

use super::frame::Frame;
use super::math::Number;
use naga::{BinaryOperator, Literal, Span};
use std::ops::RangeInclusive;
use warpbench_hir::Ascii;

impl Frame<'_, '_> {
    pub(super) fn ascii(&mut self, question: Ascii, byte: Number, span: Span) -> Number {
        let mut is_one = self.literal(Literal::Bool(false));
        for range in question.ranges() {
            let is_in = self.is_in(byte, range, span);
            is_one = match self.known(is_one) {
                Some(Literal::Bool(false)) => is_in,
                _ => self.binary(BinaryOperator::LogicalOr, is_one, is_in, span),
            };
        }
        if !question.changes_case() {
            return is_one;
        }
        let case = self.u32(Ascii::CASE.into());
        let other = self.binary(BinaryOperator::ExclusiveOr, byte, case, span);
        self.select(is_one, other, byte, span)
    }

    /// What lies below the first of a range comes out far above its last.
    fn is_in(&mut self, byte: Number, range: &RangeInclusive<u8>, span: Span) -> Number {
        let (first, last) = (*range.start(), *range.end());
        let start = self.u32(first.into());
        let distance = self.binary(BinaryOperator::Subtract, byte, start, span);
        let most = self.u32((last - first).into());
        self.binary(BinaryOperator::LessEqual, distance, most, span)
    }
}
