//! How many items an iterator has, and whether it has two ends, as `core` says it.

use warpbench_hir::types::{Adapting, IterTy, Mapping, Ty};

/// Whether an iterator can start at its other end.
pub(crate) fn is_double_ended(iter: &IterTy) -> bool {
    match iter {
        IterTy::RangeFrom(_)
        | IterTy::Repeat(_)
        | IterTy::Successors(..)
        | IterTy::FromFn(..)
        | IterTy::Own(..) => false,
        IterTy::Mapped(how, inner, ..) => {
            matches!(how, Mapping::Map | Mapping::Filter | Mapping::FilterMap | Mapping::Inspect)
                && is_double_ended(inner)
        }
        IterTy::Adapted(how, inner) => match how {
            Adapting::Flatten | Adapting::Cycle => false,
            // These need to know how many items there are.
            Adapting::Enumerate | Adapting::StepBy | Adapting::Take | Adapting::Skip => {
                has_exact_size(inner)
            }
            Adapting::Copied | Adapting::Rev => is_double_ended(inner),
        },
        IterTy::Zip(left, right) => has_exact_size(left) && has_exact_size(right),
        IterTy::Chain(left, right) => is_double_ended(left) && is_double_ended(right),
        _ => true,
    }
}

/// Whether it is known beforehand how many items there are.
pub(crate) fn is_counted(iter: &IterTy) -> bool {
    has_count(iter, |_| true)
}

/// Whether `core` says how many items there are, as it does of ranges whose length is
/// certainly a `usize`.
pub(crate) fn has_exact_size(iter: &IterTy) -> bool {
    has_count(iter, |range| {
        let (ty, of_inclusive) = match range {
            IterTy::Range(ty) => (ty, false),
            IterTy::RangeInclusive(ty) => (ty, true),
            _ => return true,
        };
        match ty {
            Ty::Int(int) if of_inclusive => int.bits() <= 16,
            Ty::Int(int) => int.bits() <= 32 || int.name().ends_with("size"),
            // What is still open will be an `i32`.
            Ty::Var(_) => !of_inclusive,
            _ => false,
        }
    })
}

/// Whether an iterator has a count, if ranges do.
fn has_count(iter: &IterTy, of_range: fn(&IterTy) -> bool) -> bool {
    match iter {
        IterTy::Range(_) | IterTy::RangeInclusive(_) => of_range(iter),
        IterTy::Slice(..) | IterTy::Array(..) | IterTy::Chunks(..) | IterTy::Once(_) => true,
        IterTy::Mapped(how, inner, ..) => {
            matches!(how, Mapping::Map | Mapping::Inspect) && has_count(inner, of_range)
        }
        IterTy::Adapted(how, inner) => {
            !matches!(how, Adapting::Flatten | Adapting::Cycle) && has_count(inner, of_range)
        }
        IterTy::Zip(left, right) => has_count(left, of_range) && has_count(right, of_range),
        _ => false,
    }
}
