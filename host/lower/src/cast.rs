//! Casts among numbers, with Rust's meaning.

use super::arithmetic::is_float;
use super::frame::Frame;
use super::literal::{int_literal, int_value};
use super::narrow::is_narrow;
use super::types::scalar;
use naga::{BinaryOperator, Expression, Handle, Literal, Scalar, ScalarKind, Span};
use warpbench_hir::types::{FloatTy, Ty};

impl Frame<'_, '_> {
    /// `x as T` among numbers and from truth values.
    pub(super) fn convert(
        &mut self,
        expr: Handle<Expression>,
        from: &Ty,
        to: &Ty,
        span: Span,
    ) -> Handle<Expression> {
        let (Some(source), Some(destination)) = (scalar(from), scalar(to)) else { return expr };
        if from == to {
            return expr;
        }
        if source == destination && !is_narrow(to) {
            return expr;
        }
        if let Some(literal) = self.known(expr)
            && let Some(folded) = fold(literal, to)
        {
            self.known_becomes(literal, to);
            return self.literal(folded);
        }
        if is_narrow(from) || is_narrow(to) {
            return self.convert_narrow(expr, from, to, span);
        }
        match (source.kind, destination.kind) {
            (ScalarKind::Float, ScalarKind::Sint | ScalarKind::Uint) => {
                let result = self.float_to_int(expr, source, to, span);
                self.becomes_word(result, expr, to);
                result
            }
            (ScalarKind::Sint | ScalarKind::Uint, ScalarKind::Sint | ScalarKind::Uint) => {
                let result = self.int_to_int(expr, source, destination, span);
                self.becomes_word(result, expr, to);
                result
            }
            _ => self.convert_as(expr, destination, span),
        }
    }

    fn known_becomes(&self, literal: Literal, to: &Ty) {
        if let Ty::Int(int) = to {
            self.needs_more_than(*int, outgrows(literal, to));
        }
    }

    pub(super) fn convert_as(
        &mut self,
        expr: Handle<Expression>,
        to: Scalar,
        span: Span,
    ) -> Handle<Expression> {
        self.append(Expression::As { expr, kind: to.kind, convert: Some(to.width) }, span)
    }

    /// The same bits as another type of the same width.
    pub(super) fn reinterpret(
        &mut self,
        expr: Handle<Expression>,
        kind: ScalarKind,
        span: Span,
    ) -> Handle<Expression> {
        self.append(Expression::As { expr, kind, convert: None }, span)
    }

    /// The width is changed first, as the source's sign wants it; then the bits
    /// are kept.
    fn int_to_int(
        &mut self,
        expr: Handle<Expression>,
        from: Scalar,
        to: Scalar,
        span: Span,
    ) -> Handle<Expression> {
        let mut expr = expr;
        if from == Scalar::I32 && to.width == 8 && self.unit.target.avoided.signed_widening {
            expr = self.widen_by_parts(expr, span);
        } else if from.width != to.width {
            expr = self.convert_as(expr, Scalar { kind: from.kind, width: to.width }, span);
        }
        if from.kind != to.kind {
            expr = self.reinterpret(expr, to.kind, span);
        }
        expr
    }

    /// An `i32` as an `i64`, in steps that no compiler takes for one: the bits are
    /// widened, and the sign is taken out of the middle and subtracted.
    fn widen_by_parts(&mut self, expr: Handle<Expression>, span: Span) -> Handle<Expression> {
        let bits = self.reinterpret(expr, ScalarKind::Uint, span);
        let bits = self.convert_as(bits, Scalar::U64, span);
        let sign = self.literal(Literal::U64(1 << 31));
        let turned = self.binary(BinaryOperator::ExclusiveOr, bits, sign, span);
        let number = self.binary(BinaryOperator::Subtract, turned, sign, span);
        self.reinterpret(number, ScalarKind::Sint, span)
    }

    /// Rust saturates, and makes NaN zero. naga clamps to what a float can hold,
    /// which stops short of the largest integers, and says nothing about NaN.
    fn float_to_int(
        &mut self,
        expr: Handle<Expression>,
        from: Scalar,
        to: &Ty,
        span: Span,
    ) -> Handle<Expression> {
        let (Ty::Int(int), Some(destination)) = (to, scalar(to)) else { return expr };
        let converted = self.convert_as(expr, destination, span);
        let limit = (int.max() + 1) as f64;
        let limit = if from.width == 8 { Literal::F64(limit) } else { Literal::F32(limit as f32) };
        let limit = self.literal(limit);
        let above = self.append(
            Expression::Binary { op: BinaryOperator::GreaterEqual, left: expr, right: limit },
            span,
        );
        let most = self.literal(int_literal(*int, int.max()));
        let converted = self.select(above, most, converted, span);
        let is_number = self.append(
            Expression::Binary { op: BinaryOperator::Equal, left: expr, right: expr },
            span,
        );
        let zero = self.literal(int_literal(*int, 0));
        self.select(is_number, converted, zero, span)
    }
}

/// Whether a word is too small for what a known number becomes.
fn outgrows(literal: Literal, to: &Ty) -> bool {
    let Ty::Int(int) = to else { return false };
    let full = int.in_rust();
    let number = match literal {
        Literal::F32(value) => (f64::from(value) as i128).clamp(full.min(), full.max()),
        Literal::F64(value) => (value as i128).clamp(full.min(), full.max()),
        other => int_value(other).map_or(0, |value| full.wrap(value)),
    };
    int.is_word() && !int.holds(number)
}

/// Works out a cast of a known number.
fn fold(literal: Literal, to: &Ty) -> Option<Literal> {
    let float = |value: f64| match to {
        Ty::Float(float @ (FloatTy::F16 | FloatTy::F32)) => Literal::F32(float.round(value) as f32),
        _ => Literal::F64(value),
    };
    let number = match literal {
        Literal::Bool(value) => i128::from(value),
        Literal::F32(_) | Literal::F64(_) => {
            let value = match literal {
                Literal::F32(value) => value.into(),
                Literal::F64(value) => value,
                _ => return None,
            };
            return Some(fold_float(value, to)).filter(is_finite);
        }
        other => int_value(other)?,
    };
    match to {
        Ty::Int(int) => Some(int_literal(*int, int.wrap(number))),
        // A cast from 64 bits to an f32 by way of an f64 would round twice.
        Ty::Float(FloatTy::F32) => Some(Literal::F32(number as f32)),
        _ if is_float(to) => Some(float(number as f64)).filter(is_finite),
        _ => None,
    }
}

fn fold_float(value: f64, to: &Ty) -> Literal {
    match to {
        Ty::Int(int) => {
            let number = (value as i128).clamp(int.min(), int.max());
            int_literal(*int, number)
        }
        Ty::Float(float @ (FloatTy::F16 | FloatTy::F32)) => Literal::F32(float.round(value) as f32),
        _ => Literal::F64(value),
    }
}

/// Whether a literal can be written down: no infinity can.
fn is_finite(literal: &Literal) -> bool {
    !matches!(literal, Literal::F32(value) if !value.is_finite())
}
