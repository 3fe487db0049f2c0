//! Arithmetic of constants, with the errors that rustc would give.

use crate::constants::evaluate::{Failure, failure, not_computed};
use warpbench_codes::E0080;
use warpbench_hir::arithmetic::{self, Fault};
use warpbench_hir::types::{IntTy, Ty};
use warpbench_hir::{BinaryOp, ConstValue, Expr, Math, UnaryOp};
use warpbench_source::diagnostic::Diagnostic;

/// `-x` and `!x`.
pub(crate) fn unary(op: UnaryOp, value: ConstValue, expr: &Expr) -> Result<ConstValue, Failure> {
    arithmetic::unary(op, value, &expr.ty).map_err(|fault| of_operator(fault, expr))
}

pub(crate) fn binary(
    op: BinaryOp,
    (left, left_ty): (ConstValue, &Ty),
    right: ConstValue,
    expr: &Expr,
) -> Result<ConstValue, Failure> {
    arithmetic::binary(op, left, right, left_ty).map_err(|fault| of_operator(fault, expr))
}

/// A function of a number of this type. Of those of floats, rustc computes in constants what
/// has one right result.
pub(crate) fn math(
    math: Math,
    values: &[ConstValue],
    ty: &Ty,
    expr: &Expr,
) -> Result<ConstValue, Failure> {
    use Math::{
        Abs, Ceil, Clamp, Copysign, Floor, Fract, FromBits, IsFinite, IsInfinite, IsNan,
        IsSignNegative, Max, Min, MulAdd, Recip, Round, Signum, ToBits, ToDegrees, ToRadians,
        Trunc,
    };
    let is_constant = match math {
        FromBits | ToBits | IsNan | IsFinite | IsInfinite | IsSignNegative => true,
        Abs | Signum | Copysign | Min | Max | Clamp | Recip | ToDegrees | ToRadians => true,
        Floor | Ceil | Round | Trunc | Fract | MulAdd => true,
        _ => matches!(ty, Ty::Int(_)),
    };
    match arithmetic::math(math, values, ty) {
        Ok(value) if is_constant => Ok(value),
        Ok(_) | Err(Fault::NotComputed | Fault::Argument) => Err(not_computed(expr)),
        Err(fault) => Err(failure(told(fault, expr))),
    }
}

/// `value as ty`.
pub(crate) fn cast(value: ConstValue, from: &Ty, ty: &Ty) -> Option<ConstValue> {
    arithmetic::cast(value, from, ty)
}

/// What an operator does not compute has been reported by whoever looked at its types.
fn of_operator(fault: Fault, expr: &Expr) -> Failure {
    match fault {
        Fault::NotComputed => None,
        _ => failure(told(fault, expr)),
    }
}

fn told(fault: Fault, expr: &Expr) -> Diagnostic {
    let (int, value) = match fault {
        Fault::Overflow { int, value } => (int, value),
        Fault::DivisionByZero => {
            return Diagnostic::new(E0080, fault.to_string(), expr.span)
                .help("divide by another number");
        }
        Fault::Shift { .. } | Fault::Argument | Fault::NotComputed => {
            return Diagnostic::new(E0080, fault.to_string(), expr.span);
        }
    };
    let name = int.name();
    let diagnostic =
        Diagnostic::new(E0080, format!("this constant does not fit into `{name}`"), expr.span);
    let Some(value) = value else { return diagnostic };
    let diagnostic = diagnostic.label(format!("the result is {value}"));
    let wider = [IntTy::I32, IntTy::U32, IntTy::I64, IntTy::U64].into_iter();
    match wider.filter(|wider| *wider != int).find(|wider| wider.holds(value)) {
        Some(wider) => diagnostic.help(format!("use a type that holds it: `{}`", wider.name())),
        None => diagnostic.help("use a smaller number"),
    }
}
