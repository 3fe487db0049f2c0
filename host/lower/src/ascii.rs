//! ASCII classes and conversions of bytes.

use super::frame::Frame;
use super::math::Number;
use naga::{BinaryOperator, Literal, Span};
use std::ops::RangeInclusive;
use warpbench_hir::Ascii;

/// The bit in which a letter differs from the same one in the other case.
const CASE: u32 = 0x20;

impl Frame<'_, '_> {
    pub(super) fn ascii(&mut self, question: Ascii, byte: Number, span: Span) -> Number {
        let ranges: &[RangeInclusive<u8>] = match question {
            Ascii::Is => &[0..=0x7f],
            Ascii::Digit => &[b'0'..=b'9'],
            Ascii::Hexdigit => &[b'0'..=b'9', b'A'..=b'F', b'a'..=b'f'],
            Ascii::Alphabetic => &[b'A'..=b'Z', b'a'..=b'z'],
            Ascii::Alphanumeric => &[b'0'..=b'9', b'A'..=b'Z', b'a'..=b'z'],
            Ascii::Uppercase | Ascii::ToLowercase => &[b'A'..=b'Z'],
            Ascii::Lowercase | Ascii::ToUppercase => &[b'a'..=b'z'],
            Ascii::Whitespace => &[b'\t'..=b'\n', b'\x0c'..=b'\x0c', b'\r'..=b'\r', b' '..=b' '],
            Ascii::Punctuation => &[b'!'..=b'/', b':'..=b'@', b'['..=b'`', b'{'..=b'~'],
            Ascii::Graphic => &[b'!'..=b'~'],
            Ascii::Control => &[0..=0x1f, 0x7f..=0x7f],
        };
        let mut is_one = self.literal(Literal::Bool(false));
        for range in ranges {
            let is_in = self.is_in(byte, range, span);
            is_one = match self.known(is_one) {
                Some(Literal::Bool(false)) => is_in,
                _ => self.binary(BinaryOperator::LogicalOr, is_one, is_in, span),
            };
        }
        if !matches!(question, Ascii::ToLowercase | Ascii::ToUppercase) {
            return is_one;
        }
        let case = self.u32(CASE);
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
