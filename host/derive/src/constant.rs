//! The values of expressions of whole numbers, where they are known.

use crate::tree::{BinaryOp, Expr, UnaryOp};
use std::collections::BTreeMap;

/// Whole numbers by name.
pub type Values = BTreeMap<String, i64>;

/// The value of an expression of numbers and known names.
pub fn value(expr: &Expr, known: &Values) -> Option<i64> {
    match expr {
        Expr::At(inner, _) | Expr::Cast(inner, _) => value(inner, known),
        Expr::Literal(text) => literal(text),
        Expr::Name(name) => known.get(name).copied(),
        Expr::Unary(UnaryOp::Minus, inner) => value(inner, known)?.checked_neg(),
        Expr::Unary(UnaryOp::Deref, inner) => value(inner, known),
        Expr::Binary(op, left, right) => {
            let (left, right) = (value(left, known)?, value(right, known)?);
            binary(*op, left, right)
        }
        Expr::Method(receiver, name, arguments) => {
            let receiver = value(receiver, known)?;
            let first = arguments.first().and_then(|argument| value(argument, known));
            method(receiver, name, first)
        }
        Expr::Unary(..)
        | Expr::Index(..)
        | Expr::Call(..)
        | Expr::Field(..)
        | Expr::Array(_)
        | Expr::Repeat(..)
        | Expr::Choice(..)
        | Expr::Range(..)
        | Expr::Raw(_) => None,
    }
}

/// What an operator makes of two whole numbers; a truth is 0 or 1. Nothing where it fails.
pub fn binary(op: BinaryOp, left: i64, right: i64) -> Option<i64> {
    let truth = |holds: bool| Some(i64::from(holds));
    match op {
        BinaryOp::Add => left.checked_add(right),
        BinaryOp::Sub => left.checked_sub(right),
        BinaryOp::Mul => left.checked_mul(right),
        BinaryOp::Div => left.checked_div(right),
        BinaryOp::Rem => left.checked_rem(right),
        BinaryOp::Shl => left.checked_mul(1_i64.checked_shl(u32::try_from(right).ok()?)?),
        BinaryOp::Shr => left.checked_shr(u32::try_from(right).ok()?),
        BinaryOp::BitAnd => Some(left & right),
        BinaryOp::BitOr => Some(left | right),
        BinaryOp::BitXor => Some(left ^ right),
        BinaryOp::And => truth(left != 0 && right != 0),
        BinaryOp::Or => truth(left != 0 || right != 0),
        BinaryOp::Eq => truth(left == right),
        BinaryOp::Ne => truth(left != right),
        BinaryOp::Lt => truth(left < right),
        BinaryOp::Le => truth(left <= right),
        BinaryOp::Gt => truth(left > right),
        BinaryOp::Ge => truth(left >= right),
    }
}

/// What a method makes of a whole number and its first argument.
pub fn method(receiver: i64, name: &str, first: Option<i64>) -> Option<i64> {
    match (name, first) {
        ("div_ceil", Some(by)) if by > 0 && receiver >= 0 => {
            Some(receiver / by + i64::from(receiver % by != 0))
        }
        ("min", Some(other)) => Some(receiver.min(other)),
        ("max", Some(other)) => Some(receiver.max(other)),
        ("saturating_sub", Some(other)) => Some((receiver - other).max(0)),
        _ => None,
    }
}

/// A whole number as it is written in Rust.
pub fn literal(text: &str) -> Option<i64> {
    match text {
        "true" => return Some(1),
        "false" => return Some(0),
        _ => {}
    }
    let plain: String = text.chars().filter(|c| *c != '_').collect();
    let suffixes =
        ["usize", "isize", "u128", "i128", "u64", "i64", "u32", "i32", "u16", "i16", "u8", "i8"];
    let digits = suffixes.iter().find_map(|suffix| plain.strip_suffix(suffix)).unwrap_or(&plain);
    if let Some(digits) = digits.strip_prefix("0x") {
        return i64::from_str_radix(digits, 16).ok();
    }
    if let Some(digits) = digits.strip_prefix("0b") {
        return i64::from_str_radix(digits, 2).ok();
    }
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_rust_writes_them() {
        let cases = [
            ("12", Some(12)),
            ("1_000usize", Some(1000)),
            ("0x1f_u32", Some(31)),
            ("0b101", Some(5)),
            ("1.5", None),
            ("true", Some(1)),
        ];
        for (text, expected) in cases {
            assert_eq!(value(&Expr::Literal(text.to_owned()), &Values::new()), expected, "{text}");
        }
    }
}
