//! Arithmetic whose result must fit its type.
//!
//! rustc panics in a debug build where it does not. The module computes what wraps
//! round, as a release build does; beside it is noted what to look at, for
//! whoever runs it and wants to tell. What the lowering computes for itself, such as the
//! indices of arrays and the counters of loops, is not noted.

use super::frame::Frame;
use super::literal::int_value;
use naga::{BinaryOperator, Expression, Handle, Literal, Span};
use warpbench_hir::types::{IntTy, Ty};
use warpbench_semantics::{Check, CheckedOperation};

impl Frame<'_, '_> {
    /// Notes that a number which was just computed must fit its type.
    pub(super) fn must_fit(
        &mut self,
        result: Handle<Expression>,
        operation: CheckedOperation,
        left: Handle<Expression>,
        right: Handle<Expression>,
        int: IntTy,
    ) -> Handle<Expression> {
        let divisor = self.known(right).and_then(int_value);
        // What is known is a literal, which may stand for the same number elsewhere.
        if self.known(result).is_none() && can_fail(operation, divisor, int) {
            let (bits, is_pointer_sized, is_word) =
                (int.bits(), int.is_pointer_sized(), int.is_word());
            let may_wrap = false;
            let check = Check { operation, left, right, bits, is_pointer_sized, is_word, may_wrap };
            self.facts.checks.push((result, check));
        }
        result
    }

    /// An operation on two integers, worked out here if both are known and the
    /// result fits.
    pub(super) fn checked_binary(
        &mut self,
        (op, operation): (BinaryOperator, CheckedOperation),
        left: Handle<Expression>,
        right: Handle<Expression>,
        int: IntTy,
        span: Span,
    ) -> Handle<Expression> {
        let known = |handle| self.known(handle).and_then(int_value);
        let (mut left, mut right) = (left, right);
        match (known(left), known(right)) {
            (Some(a), Some(b)) if fits(operation, a, b, int) => {
                return self.binary(op, left, right, span);
            }
            (Some(a), Some(b)) => {
                self.known_needs_more(operation, a, b, int);
                left = self.veiled(left, span);
                right = self.veiled(right, span);
            }
            (None, Some(0)) if divides(operation) => right = self.veiled(right, span),
            _ => {}
        }
        let result = self.append(Expression::Binary { op, left, right }, span);
        self.must_fit(result, operation, left, right, int);
        self.narrowed(result, &Ty::Int(int), span)
    }

    /// A shift of Rust's.
    pub(super) fn checked_shift(
        &mut self,
        is_left: bool,
        left: Handle<Expression>,
        (right, right_ty): (Handle<Expression>, &Ty),
        ty: &Ty,
        span: Span,
    ) -> Handle<Expression> {
        let Ty::Int(int) = *ty else {
            return self.shift(is_left, left, (right, right_ty), ty, span);
        };
        let distance = self.known(right).and_then(int_value);
        let is_within = distance.is_some_and(|by| (0..i128::from(int.bits())).contains(&by));
        self.needs_more_than(int, distance.is_some() && !is_within);
        let is_safe = match (is_left && int.is_word(), self.known(left).and_then(int_value)) {
            (false, _) => is_within,
            // Bits that leave a word are not lost.
            (true, left) => left.zip(distance.filter(|_| is_within)).is_some_and(|(left, by)| {
                let fits = int.holds(left << by);
                self.needs_more_than(int, !fits);
                fits
            }),
        };
        if is_safe {
            return self.shift(is_left, left, (right, right_ty), ty, span);
        }
        let right = self.veiled(right, span);
        let result = self.shift(is_left, left, (right, right_ty), ty, span);
        let operation =
            if is_left { CheckedOperation::ShiftLeft } else { CheckedOperation::ShiftRight };
        self.must_fit(result, operation, left, right, int)
    }

    /// A known number by way of a variable. Shading languages refuse arithmetic
    /// that they can work out to have no result, but do not look into variables.
    pub(super) fn veiled(&mut self, handle: Handle<Expression>, span: Span) -> Handle<Expression> {
        match self.known(handle) {
            Some(
                literal @ (Literal::U32(_) | Literal::I32(_) | Literal::U64(_) | Literal::I64(_)),
            ) => {
                let variable = self.add_started("operand", literal);
                let pointer = self.local(variable);
                self.load(pointer, span)
            }
            _ => handle,
        }
    }
}

fn divides(operation: CheckedOperation) -> bool {
    matches!(operation, CheckedOperation::Div | CheckedOperation::Rem)
}

/// Whether the result of a usual operation on known numbers fits.
pub(super) fn fits(operation: CheckedOperation, a: i128, b: i128, int: IntTy) -> bool {
    let result = match operation {
        CheckedOperation::Add => a.checked_add(b),
        CheckedOperation::Sub => a.checked_sub(b),
        CheckedOperation::Mul => a.checked_mul(b),
        // The remainder of the least number by minus one fits, but its quotient,
        // which rustc looks at, does not.
        _ => a.checked_div(b),
    };
    result.is_some_and(|result| (int.min()..=int.max()).contains(&result))
}

/// Whether an operation can go wrong at all, given the right side if it is known.
fn can_fail(operation: CheckedOperation, right: Option<i128>, int: IntTy) -> bool {
    match (operation, right) {
        (CheckedOperation::Neg | CheckedOperation::Abs, _) => int.is_signed(),
        (CheckedOperation::Add | CheckedOperation::Sub, Some(0)) => false,
        (CheckedOperation::Mul, Some(0 | 1)) => false,
        (
            CheckedOperation::Div
            | CheckedOperation::Rem
            | CheckedOperation::DivCeil
            | CheckedOperation::DivEuclid
            | CheckedOperation::RemEuclid,
            Some(by),
        ) => by == 0 || by == -1,
        _ => true,
    }
}
