//! What an iterator is like, as far as its loops depend on it.

use super::{Item, IterValue, Pass};
use crate::rust::hir::{Expr, ExprKind};
use crate::rust::types::{Len, Mutability, Ty};
use crate::rust::visit::any;

/// How many elements an array, or one that a reference leads to, has.
pub(super) fn elements(ty: &Ty) -> Option<u32> {
    match ty {
        Ty::Array(_, Len::Known(len)) => Some(*len),
        Ty::Reference(_, to) => elements(to),
        _ => None,
    }
}

/// What cannot be done with a loop in a loop.
pub(super) const NESTED_STEP: &str =
    "single steps of an iterator over what items hold, where making it changes something";

/// Whether an iterator is a loop in a loop, of which single items cannot be had.
pub(super) fn is_nested(iter: &IterValue) -> bool {
    match iter {
        IterValue::Passed(pass, inner) => {
            matches!(pass, Pass::FlatMap { .. } | Pass::Flatten(_)) || is_nested(inner)
        }
        IterValue::Chain(left, right) => is_nested(left) || is_nested(right),
        IterValue::Pairs(left, ..) => is_nested(left),
        _ => false,
    }
}

/// Whether an iterator is a single loop, which `break` leaves.
pub(super) fn is_one_loop(iter: &IterValue) -> bool {
    match iter {
        IterValue::Passed(pass, inner) => {
            !matches!(pass, Pass::FlatMap { .. } | Pass::Flatten(_)) && is_one_loop(inner)
        }
        IterValue::Chain(..) => false,
        IterValue::Pairs(left, ..) => is_one_loop(left),
        _ => true,
    }
}

/// Whether it shows that an item was made, so that those which are left out must be
/// made as well.
pub(super) fn has_effects(item: &Item) -> bool {
    match item {
        Item::Map(inner, closure) | Item::Inspect(inner, closure, _) => {
            any(&closure.closure.body, &mut changes) || has_effects(inner)
        }
        Item::Copied(inner, _)
        | Item::Enumerate(inner)
        | Item::Rev(inner, _)
        | Item::Skip(inner, _)
        | Item::StepBy(inner, _)
        | Item::Cycle(inner, _)
        | Item::Nested(inner, ..) => has_effects(inner),
        Item::Zip(one, other) => has_effects(one) || has_effects(other),
        Item::Range { .. }
        | Item::Slice { .. }
        | Item::Array { .. }
        | Item::Pieces { .. }
        | Item::Same(_) => false,
    }
}

/// Whether an expression changes something, or lends something to be changed.
pub(super) fn changes(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Assign(..) | ExprKind::AssignOp(..))
        || matches!(expr.ty, Ty::Reference(Mutability::Mut, _))
}
