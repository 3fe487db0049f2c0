//! Conditions: which threads do something, asked for another thread.

use super::values::Variables;
use crate::poly::Poly;
use crate::tree::{BinaryOp, Expr, UnaryOp};

/// The opposite of a condition.
pub fn negated(condition: &Expr) -> Expr {
    match condition.bare() {
        Expr::Unary(UnaryOp::Not, inner) => inner.bare().clone(),
        Expr::Binary(op, left, right) => {
            let same = |op| Expr::Binary(op, left.clone(), right.clone());
            match op {
                BinaryOp::Lt => same(BinaryOp::Ge),
                BinaryOp::Le => same(BinaryOp::Gt),
                BinaryOp::Gt => same(BinaryOp::Le),
                BinaryOp::Ge => same(BinaryOp::Lt),
                BinaryOp::Eq => same(BinaryOp::Ne),
                BinaryOp::Ne => same(BinaryOp::Eq),
                BinaryOp::And => Expr::binary(BinaryOp::Or, negated(left), negated(right)),
                BinaryOp::Or => Expr::binary(BinaryOp::And, negated(left), negated(right)),
                _ => Expr::Unary(UnaryOp::Not, Box::new(condition.clone())),
            }
        }
        _ => Expr::Unary(UnaryOp::Not, Box::new(condition.clone())),
    }
}

/// The opposite of a condition, as it is with numbers that need not be ordered: a
/// comparison of floats is not turned around.
pub fn negated_exactly(condition: &Expr, variables: &Variables) -> Expr {
    let mut has_float = false;
    condition.visit(&mut |part| {
        if let Expr::Binary(op, left, right) = part
            && matches!(op, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge)
        {
            let is_whole = variables.poly(left).is_some() || variables.poly(right).is_some();
            has_float |= !is_whole;
        }
    });
    match has_float {
        true => Expr::Unary(UnaryOp::Not, Box::new(condition.clone())),
        false => negated(condition),
    }
}

/// All of some conditions.
pub fn all(conditions: &[Expr]) -> Option<Expr> {
    conditions.iter().cloned().reduce(|all, own| Expr::binary(BinaryOp::And, all, own))
}

/// Whether, of the threads along some directions, the first does what any does: a
/// condition such as `row < rows` holds for the first if it holds for one.
pub fn holds_first(condition: &Expr, along: &[&str], variables: &Variables) -> bool {
    match condition.bare() {
        Expr::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
            holds_first(left, along, variables) && holds_first(right, along, variables)
        }
        Expr::Binary(op, left, right) => {
            let (Some(left), Some(right)) = (variables.poly(left), variables.poly(right)) else {
                return !variables.varies(condition);
            };
            let grows = |poly: &Poly| {
                along.iter().all(|name| {
                    poly.is_affine_in(name)
                        && poly.coefficient(name).terms().all(|(atoms, factor)| {
                            factor >= 0 && atoms.iter().all(|own| variables.is_natural(&own.text))
                        })
                })
            };
            let none = |poly: &Poly| along.iter().all(|name| !poly.mentions(name));
            match op {
                BinaryOp::Lt | BinaryOp::Le => grows(&left.minus(&right)),
                BinaryOp::Gt | BinaryOp::Ge => grows(&right.minus(&left)),
                _ => none(&left) && none(&right),
            }
        }
        _ => variables.poly(condition).map_or(!variables.varies(condition), |poly| {
            along.iter().all(|own| !poly.mentions(own))
        }),
    }
}

/// Whether a condition asks for two variables only by their sum.
pub fn asks_for_sum(condition: &Expr, first: &str, second: &str, variables: &Variables) -> bool {
    let mentions = |expr: &Expr| match variables.poly(expr) {
        Some(poly) => poly.mentions(first) || poly.mentions(second),
        None => variables.varies(expr) || crate::poly::mentions(expr, second),
    };
    match condition.bare() {
        Expr::Binary(op, left, right) => match op {
            BinaryOp::And | BinaryOp::Or => {
                asks_for_sum(left, first, second, variables)
                    && asks_for_sum(right, first, second, variables)
            }
            _ => [left, right].into_iter().all(|side| {
                !mentions(side)
                    || variables.poly(side).is_some_and(|poly| is_of_sum(&poly, first, second))
            }),
        },
        Expr::Unary(UnaryOp::Not, inner) => asks_for_sum(inner, first, second, variables),
        other => !mentions(other),
    }
}

/// Whether two variables occur only by their sum.
pub fn is_of_sum(poly: &Poly, first: &str, second: &str) -> bool {
    poly.is_affine_in(first)
        && poly.is_affine_in(second)
        && poly.coefficient(first) == poly.coefficient(second)
}
