//! The values of expressions that are known when a program is translated.

use crate::evaluate::{Evaluator, Known};
use crate::tree::Expr;
use std::collections::BTreeMap;
use warpbench_front::diagnostic::Span;
use warpbench_front::rust::number::{self, Number};

/// Whole numbers and truths by name, each in its type.
pub type Values = BTreeMap<String, Number>;

/// Nothing but such names is known.
impl Known for Values {
    fn number(&self, name: &str) -> Option<Number> {
        self.get(name).cloned()
    }
}

/// The whole number that an expression of numbers and known names is; a truth is 0 or 1.
pub fn value(expr: &Expr, known: &Values) -> Option<i64> {
    match (Evaluator { known }).number(expr, None, Span::default()).ok()? {
        Number::Bool(truth) => Some(truth.into()),
        other => i64::try_from(other.integer()?).ok(),
    }
}

/// The whole number or truth that a constant of a type is.
pub(crate) fn whole(expr: &Expr, ty: &str, known: &Values) -> Option<Number> {
    let ty = number::named_type(ty);
    let found = Evaluator { known }.number(expr, ty.as_ref(), Span::default()).ok()?;
    (matches!(found, Number::Bool(_)) || found.integer().is_some()).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::expr_of;
    use warpbench_front::rust::types::{IntTy, Ty};

    #[test]
    fn numbers_are_what_rust_takes_them_for() {
        let of_type = |value, int| Number::OpenInt(value).typed(&Ty::Int(int)).expect("it fits");
        let known = Values::from([
            ("N".to_owned(), of_type(12, IntTy::Usize)),
            ("D".to_owned(), of_type(-3, IntTy::I32)),
        ]);
        let cases = [
            ("12", Some(12)),
            ("1_000usize", Some(1000)),
            ("0x1f_u32", Some(31)),
            ("0b101", Some(5)),
            ("1.5", None),
            ("true", Some(1)),
            ("N.saturating_sub(20)", Some(0)),
            ("D.saturating_sub(20)", Some(-23)),
            ("N - 20", None),
            ("D - 20", Some(-23)),
            ("N / 0", None),
            ("(N as i32 + D) as usize", Some(9)),
            ("200_u8.wrapping_add(100)", Some(44)),
            ("N.checked_sub(20).unwrap_or(7)", Some(7)),
            ("unknown", None),
        ];
        for (text, expected) in cases {
            assert_eq!(value(&expr_of(text), &known), expected, "{text}");
        }
    }
}
