//! Operators.

use super::Lowering;
use super::frame::Frame;
use super::literal::{int_literal, int_value};
use super::types::{scalar, unsupported};
use super::wide::is_wide;
use naga::{BinaryOperator, Expression, Handle, Literal, ScalarKind, Span, UnaryOperator};
use warpbench_hir::types::{IntTy, Ty};
use warpbench_hir::{BinaryOp, Expr, UnaryOp};
use warpbench_semantics::CheckedOperation;

/// Works out an operation on known numbers, as it would be computed. Nothing
/// where it is not defined, or where the result cannot be written down.
pub(super) fn fold(op: BinaryOperator, left: Literal, right: Literal) -> Option<Literal> {
    match (left, right) {
        (Literal::U32(a), Literal::U32(b)) => fold_int(op, a.into(), b.into(), IntTy::U32),
        (Literal::I32(a), Literal::I32(b)) => fold_int(op, a.into(), b.into(), IntTy::I32),
        (Literal::U64(a), Literal::U64(b)) => fold_int(op, a.into(), b.into(), IntTy::U64),
        (Literal::I64(a), Literal::I64(b)) => fold_int(op, a.into(), b.into(), IntTy::I64),
        (Literal::F32(a), Literal::F32(b)) => fold_f32(op, a, b),
        (Literal::Bool(a), Literal::Bool(b)) => match op {
            BinaryOperator::LogicalAnd | BinaryOperator::And => Some(Literal::Bool(a && b)),
            BinaryOperator::LogicalOr | BinaryOperator::InclusiveOr => Some(Literal::Bool(a || b)),
            BinaryOperator::Equal => Some(Literal::Bool(a == b)),
            BinaryOperator::NotEqual => Some(Literal::Bool(a != b)),
            _ => None,
        },
        _ => None,
    }
}

fn fold_int(op: BinaryOperator, a: i128, b: i128, ty: IntTy) -> Option<Literal> {
    let result = match op {
        BinaryOperator::Add => a + b,
        BinaryOperator::Subtract => a - b,
        BinaryOperator::Multiply => a.checked_mul(b)?,
        BinaryOperator::Divide if b != 0 => a / b,
        BinaryOperator::Modulo if b != 0 => a % b,
        BinaryOperator::And => a & b,
        BinaryOperator::InclusiveOr => a | b,
        BinaryOperator::ExclusiveOr => a ^ b,
        BinaryOperator::Equal => return Some(Literal::Bool(a == b)),
        BinaryOperator::NotEqual => return Some(Literal::Bool(a != b)),
        BinaryOperator::Less => return Some(Literal::Bool(a < b)),
        BinaryOperator::LessEqual => return Some(Literal::Bool(a <= b)),
        BinaryOperator::Greater => return Some(Literal::Bool(a > b)),
        BinaryOperator::GreaterEqual => return Some(Literal::Bool(a >= b)),
        _ => return None,
    };
    Some(int_literal(ty, ty.wrap(result)))
}

fn fold_f32(op: BinaryOperator, a: f32, b: f32) -> Option<Literal> {
    let result = match op {
        BinaryOperator::Add => a + b,
        BinaryOperator::Subtract => a - b,
        BinaryOperator::Multiply => a * b,
        _ => return None,
    };
    result.is_finite().then_some(Literal::F32(result))
}

impl Frame<'_, '_> {
    /// `-x` or `!x`.
    pub(super) fn unary(
        &mut self,
        op: UnaryOp,
        operand: &Expr,
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        let expr = self.plain_expr(operand)?;
        if is_wide(&operand.ty) {
            return self.wide_unary(op, expr, span);
        }
        if let Ty::Int(int) = operand.ty {
            // All bits above are set then.
            let is_least = self.known(expr).and_then(int_value) == Some(int.min());
            self.needs_more_than(int, op == UnaryOp::Not && !int.is_signed() || is_least);
        }
        if let Some(literal) = self.known(expr)
            && let Some(folded) = fold_unary(op, literal)
        {
            let folded = self.literal(folded);
            return Ok(self.narrowed(folded, &operand.ty, span));
        }
        let op = match (op, &operand.ty) {
            (UnaryOp::Neg, _) => UnaryOperator::Negate,
            (UnaryOp::Not, Ty::Bool) => UnaryOperator::LogicalNot,
            (UnaryOp::Not, _) => UnaryOperator::BitwiseNot,
        };
        let handle = self.append(Expression::Unary { op, expr }, span);
        if let (UnaryOperator::Negate, Ty::Int(int)) = (op, &operand.ty) {
            self.must_fit(handle, CheckedOperation::Neg, expr, expr, *int);
        }
        // The sign of a float is a bit of its own, and changing it rounds nothing.
        Ok(if is_float(&operand.ty) { handle } else { self.narrowed(handle, &operand.ty, span) })
    }

    pub(super) fn not(&mut self, expr: Handle<Expression>, span: Span) -> Handle<Expression> {
        match self.known(expr) {
            Some(Literal::Bool(value)) => self.literal(Literal::Bool(!value)),
            _ => self.append(Expression::Unary { op: UnaryOperator::LogicalNot, expr }, span),
        }
    }

    /// An operation of Rust's on two numbers. `ty` is the type of the left one.
    pub(super) fn operate(
        &mut self,
        op: BinaryOp,
        left: Handle<Expression>,
        right: (Handle<Expression>, &Ty),
        ty: &Ty,
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        if is_wide(ty) {
            return self.wide_operate(op, left, right, ty, span);
        }
        if scalar(ty).is_none() {
            return Err(unsupported("this operator on values of this type", span));
        }
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            // Of a distance of 128 bits the lower half says as much.
            let right = match is_wide(right.1) {
                true => (self.member(right.0, 0, span), &super::wide::HALF),
                false => right,
            };
            return Ok(self.checked_shift(op == BinaryOp::Shl, left, right, ty, span));
        }
        let (mut left, mut right) = (left, right.0);
        let is_bool = *ty == Ty::Bool;
        if op == BinaryOp::Ne && is_float(ty) {
            // naga's says of NaN that it differs from nothing.
            let equal =
                self.append(Expression::Binary { op: BinaryOperator::Equal, left, right }, span);
            return Ok(self.not(equal, span));
        }
        let is_order = matches!(op, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge);
        if is_bool && is_order {
            // false is less than true.
            left = self.convert(left, &Ty::Bool, &Ty::U32, span);
            right = self.convert(right, &Ty::Bool, &Ty::U32, span);
        }
        let operation = match op {
            BinaryOp::Add => Some(CheckedOperation::Add),
            BinaryOp::Sub => Some(CheckedOperation::Sub),
            BinaryOp::Mul => Some(CheckedOperation::Mul),
            BinaryOp::Div => Some(CheckedOperation::Div),
            BinaryOp::Rem => Some(CheckedOperation::Rem),
            _ => None,
        };
        let op = match op {
            BinaryOp::Add => BinaryOperator::Add,
            BinaryOp::Sub => BinaryOperator::Subtract,
            BinaryOp::Mul => BinaryOperator::Multiply,
            BinaryOp::Div => BinaryOperator::Divide,
            BinaryOp::Rem => BinaryOperator::Modulo,
            BinaryOp::BitAnd => BinaryOperator::And,
            BinaryOp::BitOr => BinaryOperator::InclusiveOr,
            BinaryOp::BitXor if is_bool => BinaryOperator::NotEqual,
            BinaryOp::BitXor => BinaryOperator::ExclusiveOr,
            BinaryOp::Shl => BinaryOperator::ShiftLeft,
            BinaryOp::Shr => BinaryOperator::ShiftRight,
            BinaryOp::Eq => BinaryOperator::Equal,
            BinaryOp::Ne => BinaryOperator::NotEqual,
            BinaryOp::Lt => BinaryOperator::Less,
            BinaryOp::Le => BinaryOperator::LessEqual,
            BinaryOp::Gt => BinaryOperator::Greater,
            BinaryOp::Ge => BinaryOperator::GreaterEqual,
        };
        Ok(match (operation, ty) {
            (Some(operation), Ty::Int(int)) => {
                self.checked_binary((op, operation), left, right, *int, span)
            }
            (Some(_), _) => {
                let result = self.binary(op, left, right, span);
                self.narrowed(result, ty, span)
            }
            _ => self.binary(op, left, right, span),
        })
    }

    /// A shift. The distance counts modulo the number's width, as in a release
    /// build.
    pub(super) fn shift(
        &mut self,
        is_left: bool,
        left: Handle<Expression>,
        (right, right_ty): (Handle<Expression>, &Ty),
        ty: &Ty,
        span: Span,
    ) -> Handle<Expression> {
        let bits = match ty {
            Ty::Int(int) => int.bits(),
            _ => 32,
        };
        let distance = self.convert(right, right_ty, &Ty::U32, span);
        let mask = self.u32(bits - 1);
        let distance = match self.known(distance) {
            Some(Literal::U32(value)) if value < bits => distance,
            _ => self.binary(BinaryOperator::And, distance, mask, span),
        };
        if let (Some(number), Some(Literal::U32(by)), Ty::Int(int)) =
            (self.known(left), self.known(distance), ty)
            && let Some(value) = int_value(number)
        {
            let value = if is_left { value << by } else { value >> by };
            return self.literal(int_literal(*int, int.wrap(value)));
        }
        let op = if is_left { BinaryOperator::ShiftLeft } else { BinaryOperator::ShiftRight };
        let shifted = self.append(Expression::Binary { op, left, right: distance }, span);
        // What is shifted to the right stays within its type.
        if is_left { self.narrowed(shifted, ty, span) } else { shifted }
    }

    pub(super) fn select(
        &mut self,
        condition: Handle<Expression>,
        accept: Handle<Expression>,
        reject: Handle<Expression>,
        span: Span,
    ) -> Handle<Expression> {
        match self.known(condition) {
            Some(Literal::Bool(true)) => accept,
            Some(Literal::Bool(false)) => reject,
            _ => self.append(Expression::Select { condition, accept, reject }, span),
        }
    }

    /// A number of a type.
    pub(super) fn number(&mut self, ty: &Ty, value: i128) -> Handle<Expression> {
        let literal = match ty {
            Ty::Int(int) => {
                self.needs_more_than(*int, !int.holds(value));
                int_literal(*int, value)
            }
            Ty::Float(warpbench_hir::types::FloatTy::F64) => Literal::F64(value as f64),
            _ => Literal::F32(value as f32),
        };
        self.literal(literal)
    }
}

fn fold_unary(op: UnaryOp, literal: Literal) -> Option<Literal> {
    Some(match (op, literal) {
        (UnaryOp::Neg, Literal::F32(value)) => Literal::F32(-value),
        (UnaryOp::Neg, Literal::F64(value)) => Literal::F64(-value),
        (UnaryOp::Neg, Literal::I32(value)) => Literal::I32(value.wrapping_neg()),
        (UnaryOp::Neg, Literal::I64(value)) => Literal::I64(value.wrapping_neg()),
        (UnaryOp::Not, Literal::Bool(value)) => Literal::Bool(!value),
        (UnaryOp::Not, Literal::U32(value)) => Literal::U32(!value),
        (UnaryOp::Not, Literal::I32(value)) => Literal::I32(!value),
        (UnaryOp::Not, Literal::U64(value)) => Literal::U64(!value),
        (UnaryOp::Not, Literal::I64(value)) => Literal::I64(!value),
        _ => return None,
    })
}

/// Whether a scalar is a float.
pub(super) fn is_float(ty: &Ty) -> bool {
    matches!(scalar(ty), Some(scalar) if scalar.kind == ScalarKind::Float)
}
