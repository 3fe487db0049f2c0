//! Arithmetic of constants of 128 bits. A constant is kept as an `i128`, which holds
//! the bits of a `u128`.

use crate::diagnostic::Diagnostic;
use crate::rust::check::constants::evaluate::{Failure, failure};
use crate::rust::hir::{BinaryOp, ConstValue, Expr};
use crate::rust::types::IntTy;

/// An operation on two integers; the right one of a shift is a distance.
pub(crate) fn ints(
    op: BinaryOp,
    left: i128,
    right: i128,
    int: IntTy,
    expr: &Expr,
) -> Result<ConstValue, Failure> {
    let is_signed = int.is_signed();
    let (natural, other) = (left as u128, right as u128);
    let is_less = |a: i128, b: i128| if is_signed { a < b } else { (a as u128) < (b as u128) };
    let value = match op {
        BinaryOp::Add if is_signed => left.checked_add(right),
        BinaryOp::Add => natural.checked_add(other).map(|sum| sum as i128),
        BinaryOp::Sub if is_signed => left.checked_sub(right),
        BinaryOp::Sub => natural.checked_sub(other).map(|difference| difference as i128),
        BinaryOp::Mul if is_signed => left.checked_mul(right),
        BinaryOp::Mul => natural.checked_mul(other).map(|product| product as i128),
        BinaryOp::Div | BinaryOp::Rem if right == 0 => {
            return Err(failure(
                Diagnostic::new("division by zero", expr.span).help("divide by another number"),
            ));
        }
        BinaryOp::Div if is_signed => left.checked_div(right),
        BinaryOp::Div => Some((natural / other) as i128),
        BinaryOp::Rem if is_signed => left.checked_rem(right),
        BinaryOp::Rem => Some((natural % other) as i128),
        BinaryOp::BitAnd => Some(left & right),
        BinaryOp::BitOr => Some(left | right),
        BinaryOp::BitXor => Some(left ^ right),
        BinaryOp::Shl | BinaryOp::Shr => {
            let Some(distance) = u32::try_from(right).ok().filter(|right| *right < 128) else {
                let message = format!("`{}` cannot be shifted by {right} bits", int.name());
                return Err(failure(Diagnostic::new(message, expr.span)));
            };
            Some(match op {
                BinaryOp::Shl => left << distance,
                _ if is_signed => left >> distance,
                _ => (natural >> distance) as i128,
            })
        }
        BinaryOp::Eq => return Ok(ConstValue::Bool(left == right)),
        BinaryOp::Ne => return Ok(ConstValue::Bool(left != right)),
        BinaryOp::Lt => return Ok(ConstValue::Bool(is_less(left, right))),
        BinaryOp::Le => return Ok(ConstValue::Bool(!is_less(right, left))),
        BinaryOp::Gt => return Ok(ConstValue::Bool(is_less(right, left))),
        BinaryOp::Ge => return Ok(ConstValue::Bool(!is_less(left, right))),
    };
    value.map(ConstValue::Int).ok_or_else(|| {
        let message = format!("this constant does not fit into `{}`", int.name());
        failure(Diagnostic::new(message, expr.span))
    })
}
