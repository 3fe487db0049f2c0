//! Shape of an iterator, as far as its loops depend on it.

use super::{Adaptor, Item, IterValue};
use warpbench_hir::types::{Len, Mutability, Ty};
use warpbench_hir::{Expr, ExprKind};

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
        IterValue::Adapted(pass, inner) => {
            matches!(pass, Adaptor::FlatMap { .. } | Adaptor::Flatten(_)) || is_nested(inner)
        }
        IterValue::Chain(left, right) => is_nested(left) || is_nested(right),
        IterValue::Pairs(left, ..) => is_nested(left),
        _ => false,
    }
}

/// Whether an iterator is a single loop, which `break` leaves.
pub(super) fn is_one_loop(iter: &IterValue) -> bool {
    match iter {
        IterValue::Adapted(pass, inner) => {
            !matches!(pass, Adaptor::FlatMap { .. } | Adaptor::Flatten(_)) && is_one_loop(inner)
        }
        IterValue::Chain(..) => false,
        IterValue::Pairs(left, ..) => is_one_loop(left),
        _ => true,
    }
}

/// Whether `core` takes an item of such an iterator by its number, so that none is made
/// which another iterator beside it has no counterpart for.
pub(super) fn is_by_number(item: &Item) -> bool {
    match item {
        Item::Range { .. }
        | Item::Steps(_)
        | Item::Slice { .. }
        | Item::Array { .. }
        | Item::Pieces { .. } => true,
        Item::Map(inner, _)
        | Item::Copied(inner, _)
        | Item::Enumerate(inner)
        | Item::Skip(inner, _) => is_by_number(inner),
        Item::Zip(one, other) => is_by_number(one) && is_by_number(other),
        Item::Same(_)
        | Item::Inspect(..)
        | Item::Rev(..)
        | Item::Cycle(..)
        | Item::StepBy(..)
        | Item::Nested(..) => false,
    }
}

/// Whether an expression changes something, or lends something to be changed.
pub(super) fn changes(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Assign(..) | ExprKind::AssignOp(..))
        || matches!(expr.ty, Ty::Reference(Mutability::Mut, _))
}

/// Whether an expression takes an item of an iterator.
pub(super) fn takes_items(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Next(_) | ExprKind::NextBack(_))
}
