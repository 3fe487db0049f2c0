//! Packing several small numbers into a word and back.

use super::Compiler;
use super::arithmetic::Two;
use super::expression::Operand;
use crate::sim::code::{Binary, Float, Op, Reg, Scalar, Unary};
use naga::MathFunction;

/// Integers of a few bits.
#[derive(Clone, Copy)]
struct Small {
    bits: u8,
    signed: bool,
}

impl Small {
    fn one(self) -> f64 {
        f64::from((1u32 << (self.bits - u8::from(self.signed))) - 1)
    }

    fn at(self, bit: u8) -> Unary {
        match (self.bits, self.signed) {
            (8, true) => Unary::ByteS(bit),
            (8, false) => Unary::ByteU(bit),
            (_, true) => Unary::ShortS(bit),
            (_, false) => Unary::ShortU(bit),
        }
    }
}

const S8: Small = Small { bits: 8, signed: true };
const U8: Small = Small { bits: 8, signed: false };
const S16: Small = Small { bits: 16, signed: true };
const U16: Small = Small { bits: 16, signed: false };

impl Compiler<'_> {
    /// A function that packs or unpacks; nothing for others.
    pub(super) fn pack(&mut self, function: MathFunction, a: Operand) -> Option<Reg> {
        use MathFunction as M;
        Some(match function {
            M::Pack4x8snorm => self.pack_normed(a, S8),
            M::Pack4x8unorm => self.pack_normed(a, U8),
            M::Pack2x16snorm => self.pack_normed(a, S16),
            M::Pack2x16unorm => self.pack_normed(a, U16),
            M::Pack2x16float => {
                let bits = self.words_of(a, |_, to, a, _| Op::Unary { op: Unary::HalfBits, to, a });
                self.join(Operand { scalar: Scalar::U32, ..bits }, 16)
            }
            M::Pack4xI8 | M::Pack4xU8 => self.join(a, 8),
            M::Pack4xI8Clamp => {
                let clamped = self.clamp_words(a, -128, 127);
                self.join(clamped, 8)
            }
            M::Pack4xU8Clamp => {
                let clamped = self.clamp_words(a, 0, 255);
                self.join(clamped, 8)
            }
            M::Unpack4x8snorm => self.unpack_normed(a, S8),
            M::Unpack4x8unorm => self.unpack_normed(a, U8),
            M::Unpack2x16snorm => self.unpack_normed(a, S16),
            M::Unpack2x16unorm => self.unpack_normed(a, U16),
            M::Unpack2x16float => self.take_apart(a, 2, |i| Unary::HalfAt(16 * i)),
            M::Unpack4xI8 => self.take_apart(a, 4, |i| S8.at(8 * i)),
            M::Unpack4xU8 => self.take_apart(a, 4, |i| U8.at(8 * i)),
            _ => return None,
        })
    }

    /// Numbers from -1 or 0 to 1, as integers.
    fn pack_normed(&mut self, a: Operand, small: Small) -> Reg {
        let (low, high) = (self.number(a.scalar, if small.signed { -1.0 } else { 0.0 }), 1.0);
        let high = self.number(a.scalar, high);
        let one = self.number(a.scalar, small.one());
        let half = self.number(a.scalar, 0.5);
        let raised = self.two(Two::Max, a, low);
        let clamped = self.two(Two::Min, raised, high);
        let scaled = self.two(Two::Mul, clamped, one);
        let shifted = self.two(Two::Add, scaled, half);
        let rounded = self.float(Float::Floor, shifted);
        let integers =
            self.words_of(rounded, |_, to, a, _| Op::Unary { op: Unary::SignedOfFloat, to, a });
        self.join(Operand { scalar: Scalar::I32, ..integers }, small.bits)
    }

    fn unpack_normed(&mut self, a: Operand, small: Small) -> Reg {
        let count = 32 / small.bits;
        let integers = self.take_apart(a, count, |i| small.at(i * small.bits));
        let integers = Operand { first: integers, scalar: Scalar::F32, count: count.into() };
        let floats =
            self.words_of(integers, |_, to, a, _| Op::Unary { op: Unary::FloatOfSigned, to, a });
        let one = self.number(Scalar::F32, small.one());
        let scaled = self.two(Two::Div, floats, one);
        let least = self.number(Scalar::F32, -1.0);
        self.two(Two::Max, scaled, least).first
    }

    fn clamp_words(&mut self, a: Operand, low: i32, high: i32) -> Operand {
        let limit = |word: Reg| Operand { first: word, scalar: a.scalar, count: 1 };
        let (low, high) = (self.constant(low as u32), self.constant(high as u32));
        let raised = self.two(Two::Max, a, limit(low));
        self.two(Two::Min, raised, limit(high))
    }

    /// Puts the low bits of the components side by side into a word.
    fn join(&mut self, parts: Operand, bits: u8) -> Reg {
        let mask = self.constant(u32::MAX >> (32 - u32::from(bits)));
        let mut word = self.constant(0);
        for i in 0..parts.count {
            let shift = self.constant(i * u32::from(bits));
            let [low, moved, joined] = [(); 3].map(|()| self.registers(1));
            self.emit(Op::Binary { op: Binary::And, to: low, a: parts.at(i), b: mask });
            self.emit(Op::Binary { op: Binary::ShiftLeft, to: moved, a: low, b: shift });
            self.emit(Op::Binary { op: Binary::Or, to: joined, a: word, b: moved });
            word = joined;
        }
        word
    }

    fn take_apart(&mut self, a: Operand, count: u8, part: impl Fn(u8) -> Unary) -> Reg {
        let to = self.registers(count.into());
        for i in 0..count {
            self.emit(Op::Unary { op: part(i), to: to + u32::from(i), a: a.first });
        }
        to
    }
}
