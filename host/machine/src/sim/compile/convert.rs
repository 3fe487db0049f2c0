//! Conversions between types of scalars.

use super::expression::Operand;
use super::{Compiler, FunctionScope, Result};
use crate::sim::code::{Narrow, Op, Reg, Scalar, Unary, Wide, Widen};
use naga::{Expression, Handle, ScalarKind};

impl<'a> Compiler<'a> {
    /// Converts a value, or takes its bits for another type's where there is no
    /// width to convert to.
    pub(super) fn convert(
        &mut self,
        scope: &mut FunctionScope<'a>,
        argument: Handle<Expression>,
        kind: ScalarKind,
        width: Option<u8>,
    ) -> Result<Reg> {
        let from = self.operand(scope, argument)?;
        let Some(width) = width else {
            let sized = match from.scalar {
                // These lie in registers otherwise than in memory.
                Scalar::F16 => kind == ScalarKind::Float,
                _ => true,
            };
            return if sized {
                Ok(from.first)
            } else {
                self.unsupported("the bits of a float of 16 bits")
            };
        };
        let to = self.scalar(naga::Scalar { kind, width })?;
        if to == from.scalar {
            return Ok(from.first);
        }
        let words = to.words();
        let target = self.registers(from.count * words);
        for i in 0..from.count {
            let register = target + i * words;
            self.convert_scalar(from.component(i), to, register)?;
        }
        Ok(target)
    }

    fn convert_scalar(&mut self, from: Operand, scalar: Scalar, to: Reg) -> Result<()> {
        let a = from.first;
        let op = match (from.scalar.words(), scalar.words()) {
            (1, 1) => match word_to_word(from.scalar, scalar) {
                Some(op) => Op::Unary { op, to, a },
                None => Op::Copy { to, from: a },
            },
            (1, _) => Op::Widen { op: word_to_wide(from.scalar, scalar), to, a },
            (_, 1) => Op::Narrow { op: wide_to_word(from.scalar, scalar), to, a, b: a },
            _ => match (from.scalar, scalar) {
                (Scalar::I64, Scalar::F64) => Op::Wide { op: Wide::FloatOfSigned, to, a, b: a },
                (Scalar::U64, Scalar::F64) => Op::Wide { op: Wide::FloatOfUnsigned, to, a, b: a },
                (Scalar::F64, Scalar::I64) => Op::Wide { op: Wide::SignedOfFloat, to, a, b: a },
                (Scalar::F64, Scalar::U64) => Op::Wide { op: Wide::UnsignedOfFloat, to, a, b: a },
                // The same bits.
                _ => {
                    self.emit(Op::Copy { to, from: a });
                    Op::Copy { to: to + 1, from: a + 1 }
                }
            },
        };
        self.emit(op);
        if scalar == Scalar::F16 {
            self.emit(Op::RoundHalf { to });
        }
        Ok(())
    }
}

/// Nothing where the bits are the same.
fn word_to_word(from: Scalar, to: Scalar) -> Option<Unary> {
    use Scalar::{Bool, F16, F32, I32, U32};
    Some(match (from, to) {
        (I32, F32 | F16) => Unary::FloatOfSigned,
        (U32, F32 | F16) => Unary::FloatOfUnsigned,
        (Bool, F32 | F16) => Unary::FloatOfBool,
        (Bool, I32 | U32) => Unary::IntegerOfBool,
        (F32 | F16, I32) => Unary::SignedOfFloat,
        (F32 | F16, U32) => Unary::UnsignedOfFloat,
        (F32 | F16, Bool) => Unary::BoolOfFloat,
        (I32 | U32, Bool) => Unary::BoolOfInteger,
        _ => return None,
    })
}

fn word_to_wide(from: Scalar, to: Scalar) -> Widen {
    match (from, to) {
        (Scalar::I32, Scalar::F64) => Widen::DoubleOfSigned,
        (Scalar::U32, Scalar::F64) => Widen::DoubleOfUnsigned,
        (Scalar::Bool, Scalar::F64) => Widen::DoubleOfBool,
        (_, Scalar::F64) => Widen::DoubleOfFloat,
        (Scalar::F32 | Scalar::F16, Scalar::I64) => Widen::SignedOfFloat,
        (Scalar::F32 | Scalar::F16, _) => Widen::UnsignedOfFloat,
        (Scalar::Bool, _) => Widen::IntegerOfBool,
        (Scalar::I32, _) => Widen::Signed,
        _ => Widen::Unsigned,
    }
}

fn wide_to_word(from: Scalar, to: Scalar) -> Narrow {
    match (from, to) {
        (Scalar::F64, Scalar::F32 | Scalar::F16) => Narrow::FloatOfDouble,
        (Scalar::F64, Scalar::I32) => Narrow::SignedOfDouble,
        (Scalar::F64, Scalar::Bool) => Narrow::BoolOfDouble,
        (Scalar::F64, _) => Narrow::UnsignedOfDouble,
        (_, Scalar::Bool) => Narrow::BoolOfInteger,
        (Scalar::I64, Scalar::F32 | Scalar::F16) => Narrow::FloatOfSigned,
        (_, Scalar::F32 | Scalar::F16) => Narrow::FloatOfUnsigned,
        _ => Narrow::Low,
    }
}
