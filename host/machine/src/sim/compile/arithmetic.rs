//! Operators and functions, component by component, for every type of scalar.

use super::expression::Operand;
use super::{Compiler, FunctionScope, Result};
use crate::sim::code::{Binary, Float, Narrow, Op, Reg, Scalar, Ternary, Unary, Wide};
use naga::{BinaryOperator, Expression, Handle, TypeInner, UnaryOperator};

/// Operations on two numbers of any type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Two {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Min,
    Max,
    Pow,
    Atan2,
    Step,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    Eq,
    Ne,
    Lt,
    Le,
}

impl Two {
    fn compares(self) -> bool {
        matches!(self, Two::Eq | Two::Ne | Two::Lt | Two::Le)
    }

    fn word(self, scalar: Scalar) -> Binary {
        let choose = |float, signed, unsigned| match scalar {
            Scalar::F32 | Scalar::F16 => float,
            Scalar::I32 => signed,
            _ => unsigned,
        };
        match self {
            Two::Add => choose(Binary::AddF, Binary::AddI, Binary::AddI),
            Two::Sub => choose(Binary::SubF, Binary::SubI, Binary::SubI),
            Two::Mul => choose(Binary::MulF, Binary::MulI, Binary::MulI),
            Two::Div => choose(Binary::DivF, Binary::DivS, Binary::DivU),
            Two::Rem => choose(Binary::RemF, Binary::RemS, Binary::RemU),
            Two::Min => choose(Binary::MinF, Binary::MinS, Binary::MinU),
            Two::Max => choose(Binary::MaxF, Binary::MaxS, Binary::MaxU),
            Two::Pow => Binary::PowF,
            Two::Atan2 => Binary::Atan2,
            Two::Step => Binary::Step,
            Two::And => Binary::And,
            Two::Or => Binary::Or,
            Two::Xor => Binary::Xor,
            Two::ShiftLeft => Binary::ShiftLeft,
            Two::ShiftRight => {
                choose(Binary::ShiftRightU, Binary::ShiftRightS, Binary::ShiftRightU)
            }
            Two::Eq => choose(Binary::EqF, Binary::EqI, Binary::EqI),
            Two::Ne => choose(Binary::NeF, Binary::NeI, Binary::NeI),
            Two::Lt => choose(Binary::LtF, Binary::LtS, Binary::LtU),
            Two::Le => choose(Binary::LeF, Binary::LeS, Binary::LeU),
        }
    }

    /// The operation on 64 bits that gives 64 bits.
    fn wide(self, scalar: Scalar) -> Wide {
        let choose = |float, signed, unsigned| match scalar {
            Scalar::F64 => float,
            Scalar::I64 => signed,
            _ => unsigned,
        };
        match self {
            Two::Add => choose(Wide::AddF, Wide::AddI, Wide::AddI),
            Two::Sub => choose(Wide::SubF, Wide::SubI, Wide::SubI),
            Two::Mul => choose(Wide::MulF, Wide::MulI, Wide::MulI),
            Two::Div => choose(Wide::DivF, Wide::DivS, Wide::DivU),
            Two::Rem => choose(Wide::RemF, Wide::RemS, Wide::RemU),
            Two::Min => choose(Wide::MinF, Wide::MinS, Wide::MinU),
            Two::Max => choose(Wide::MaxF, Wide::MaxS, Wide::MaxU),
            Two::Pow => Wide::PowF,
            Two::Atan2 => Wide::Atan2,
            Two::Step => Wide::Step,
            Two::Or => Wide::Or,
            Two::Xor => Wide::Xor,
            Two::ShiftLeft => Wide::ShiftLeft,
            Two::ShiftRight => choose(Wide::ShiftRightU, Wide::ShiftRightS, Wide::ShiftRightU),
            Two::And | Two::Eq | Two::Ne | Two::Lt | Two::Le => Wide::And,
        }
    }

    /// The comparison of 64 bits.
    fn narrow(self, scalar: Scalar) -> Narrow {
        let choose = |float, signed, unsigned| match scalar {
            Scalar::F64 => float,
            Scalar::I64 => signed,
            _ => unsigned,
        };
        match self {
            Two::Ne => choose(Narrow::NeF, Narrow::NeI, Narrow::NeI),
            Two::Lt => choose(Narrow::LtF, Narrow::LtS, Narrow::LtU),
            Two::Le => choose(Narrow::LeF, Narrow::LeS, Narrow::LeU),
            _ => choose(Narrow::EqF, Narrow::EqI, Narrow::EqI),
        }
    }
}

impl<'a> Compiler<'a> {
    pub(super) fn unary(
        &mut self,
        scope: &mut FunctionScope<'a>,
        op: UnaryOperator,
        argument: Handle<Expression>,
    ) -> Result<Reg> {
        let a = self.operand(scope, argument)?;
        Ok(match op {
            UnaryOperator::Negate if a.scalar.is_float() => self.float(Float::Neg, a).first,
            UnaryOperator::Negate => self.integer(Unary::NegI, Wide::NegI, a).first,
            UnaryOperator::LogicalNot => self.integer(Unary::NotB, Wide::NotI, a).first,
            UnaryOperator::BitwiseNot => self.integer(Unary::NotI, Wide::NotI, a).first,
        })
    }

    pub(super) fn binary(
        &mut self,
        scope: &mut FunctionScope<'a>,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Result<Reg> {
        use BinaryOperator as B;
        if op == B::Multiply
            && let Some(product) = self.matrix_product(scope, left, right)?
        {
            return Ok(product);
        }
        let (a, b) = (self.operand(scope, left)?, self.operand(scope, right)?);
        // Greater is less with its sides exchanged.
        let (op, a, b) = match op {
            B::Add => (Two::Add, a, b),
            B::Subtract => (Two::Sub, a, b),
            B::Multiply => (Two::Mul, a, b),
            B::Divide => (Two::Div, a, b),
            B::Modulo => (Two::Rem, a, b),
            B::Equal => (Two::Eq, a, b),
            B::NotEqual => (Two::Ne, a, b),
            B::Less => (Two::Lt, a, b),
            B::LessEqual => (Two::Le, a, b),
            B::Greater => (Two::Lt, b, a),
            B::GreaterEqual => (Two::Le, b, a),
            B::And | B::LogicalAnd => (Two::And, a, b),
            B::InclusiveOr | B::LogicalOr => (Two::Or, a, b),
            B::ExclusiveOr => (Two::Xor, a, b),
            B::ShiftLeft => (Two::ShiftLeft, a, b),
            B::ShiftRight => (Two::ShiftRight, a, b),
        };
        Ok(self.two(op, a, b).first)
    }

    /// Registers for so many scalars.
    fn fresh(&mut self, scalar: Scalar, count: u32) -> Operand {
        Operand { first: self.registers(count * scalar.words()), scalar, count }
    }

    /// Rounds what was computed with more bits than its type has.
    pub(super) fn rounded(&mut self, value: Operand) -> Operand {
        if value.scalar == Scalar::F16 {
            for i in 0..value.count {
                self.emit(Op::RoundHalf { to: value.at(i) });
            }
        }
        value
    }

    /// An operation on two values, scalar by scalar.
    pub(super) fn two(&mut self, op: Two, a: Operand, b: Operand) -> Operand {
        let scalar = if op.compares() { Scalar::Bool } else { a.scalar };
        let to = self.fresh(scalar, a.count.max(b.count));
        for i in 0..to.count {
            let (to, a, b, of) = (to.at(i), a.at(i), b.at(i), a.scalar);
            let op = match (of.words(), op.compares()) {
                (2, true) => Op::Narrow { op: op.narrow(of), to, a, b },
                (2, false) => Op::Wide { op: op.wide(of), to, a, b },
                _ => self.strength_reduced(op.word(of), to, a, b),
            };
            self.emit(op);
        }
        self.rounded(to)
    }

    /// Multiplication and division by a power of two, which kernels do all the
    /// time, are a shift or a mask: processors do those faster, and have no vectors
    /// for division at all.
    fn strength_reduced(&mut self, op: Binary, to: Reg, a: Reg, b: Reg) -> Op {
        let plain = Op::Binary { op, to, a, b };
        if !matches!(op, Binary::MulI | Binary::DivU | Binary::RemU) {
            return plain;
        }
        let factor = self.code.constants.iter().find(|&&(register, _)| register == b);
        let Some(&(_, word)) = factor.filter(|(_, word)| word.is_power_of_two()) else {
            return plain;
        };
        let shift = word.trailing_zeros();
        match op {
            Binary::MulI => Op::Binary { op: Binary::ShiftLeft, to, a, b: self.constant(shift) },
            Binary::DivU => Op::Binary { op: Binary::ShiftRightU, to, a, b: self.constant(shift) },
            _ => Op::Binary { op: Binary::And, to, a, b: self.constant(word - 1) },
        }
    }

    /// Whether two scalars are equal.
    pub(super) fn equal(&mut self, scalar: Scalar, to: Reg, a: Reg, b: Reg) {
        self.emit(match scalar.words() {
            2 => Op::Narrow { op: Two::Eq.narrow(scalar), to, a, b },
            _ => Op::Binary { op: Two::Eq.word(scalar), to, a, b },
        });
    }

    /// A function of floats, scalar by scalar.
    pub(super) fn float(&mut self, function: Float, a: Operand) -> Operand {
        let to = self.integer(Unary::Float(function), Wide::Float(function), a);
        self.rounded(to)
    }

    /// An operation on one value, scalar by scalar.
    pub(super) fn integer(&mut self, word: Unary, wide: Wide, a: Operand) -> Operand {
        let to = self.fresh(a.scalar, a.count);
        for i in 0..a.count {
            let (to, a, of) = (to.at(i), a.at(i), a.scalar);
            self.emit(match of.words() {
                2 => Op::Wide { op: wide, to, a, b: a },
                _ => Op::Unary { op: word, to, a },
            });
        }
        to
    }

    /// Whether floats are no numbers, or infinite.
    pub(super) fn test(&mut self, a: Operand, nan: bool) -> Reg {
        let to = self.fresh(Scalar::Bool, a.count);
        for i in 0..a.count {
            let (to, a, of) = (to.at(i), a.at(i), a.scalar);
            self.emit(match (of.words(), nan) {
                (2, true) => Op::Narrow { op: Narrow::IsNan, to, a, b: a },
                (2, false) => Op::Narrow { op: Narrow::IsInf, to, a, b: a },
                (_, true) => Op::Unary { op: Unary::IsNan, to, a },
                (_, false) => Op::Unary { op: Unary::IsInf, to, a },
            });
        }
        to.first
    }

    /// `a * b + c`, scalar by scalar.
    pub(super) fn fma(&mut self, a: Operand, b: Operand, c: Operand) -> Operand {
        if a.scalar == Scalar::F64 {
            let product = self.two(Two::Mul, a, b);
            return self.two(Two::Add, product, c);
        }
        let to = self.three(Ternary::Fma, a, b, c);
        self.rounded(to)
    }

    /// An operation on three values, word by word.
    pub(super) fn three(&mut self, op: Ternary, a: Operand, b: Operand, c: Operand) -> Operand {
        let to = self.fresh(a.scalar, a.count);
        for i in 0..a.count {
            self.emit(Op::Ternary { op, to: to.at(i), a: a.at(i), b: b.at(i), c: c.at(i) });
        }
        to
    }

    /// The same number in the type of a value.
    pub(super) fn number(&mut self, scalar: Scalar, value: f64) -> Operand {
        let first = if scalar == Scalar::F64 {
            let bits = value.to_bits();
            self.constant_words(&[bits as u32, (bits >> 32) as u32])
        } else {
            self.constant((value as f32).to_bits())
        };
        Operand { first, scalar, count: 1 }
    }

    /// The sum of a vector's components.
    pub(super) fn sum(&mut self, value: Operand) -> Operand {
        let mut sum = value.component(0);
        for i in 1..value.count {
            sum = self.two(Two::Add, sum, value.component(i));
        }
        sum
    }

    /// The dot product of two vectors.
    pub(super) fn dot(&mut self, a: Operand, b: Operand) -> Operand {
        let products = self.two(Two::Mul, a, b);
        self.sum(products)
    }

    /// Rows of a matrix; nothing for other types.
    pub(super) fn matrix_shape(
        &self,
        scope: &FunctionScope<'a>,
        handle: Handle<Expression>,
    ) -> Option<(u32, u32)> {
        match *scope.info[handle].ty.inner_with(&self.module.types) {
            TypeInner::Matrix { columns, rows, .. } => Some((columns as u32, rows as u32)),
            _ => None,
        }
    }
}
