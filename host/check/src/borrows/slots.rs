//! The references in a type: each is a slot that has a region of its own.

use crate::checker::Checker;
use warpbench_hir::types::{IterTy, Mutability, StructId, Ty};

/// Types with more references than this are taken to have none.
const MAX_SLOTS: usize = 64;

/// How many references a type holds.
pub(super) fn count(checker: &Checker, ty: &Ty) -> usize {
    invariant(checker, ty).len()
}

/// For each reference in a type, in order, whether it lies behind a `&mut`: what is
/// written there is seen by whoever lent it.
pub(super) fn invariant(checker: &Checker, ty: &Ty) -> Vec<bool> {
    let mut found = Vec::new();
    collect(checker, ty, false, &mut Vec::new(), &mut found);
    if found.len() > MAX_SLOTS {
        found.clear();
    }
    found
}

fn collect(
    checker: &Checker,
    ty: &Ty,
    is_behind_mut: bool,
    within: &mut Vec<StructId>,
    found: &mut Vec<bool>,
) {
    if found.len() > MAX_SLOTS {
        return;
    }
    match ty {
        Ty::Reference(mutability, to) => {
            found.push(is_behind_mut);
            let behind = is_behind_mut || *mutability == Mutability::Mut;
            collect(checker, to, behind, within, found);
        }
        Ty::Tuple(members) => {
            for member in members {
                collect(checker, member, is_behind_mut, within, found);
            }
        }
        Ty::Array(element, _) | Ty::Slice(element) => {
            collect(checker, element, is_behind_mut, within, found);
        }
        // A form of a generic structure that the text only names so far.
        Ty::Struct(_, arguments) if !arguments.is_empty() => {
            for argument in arguments {
                collect(checker, argument, is_behind_mut, within, found);
            }
        }
        Ty::Struct(id, _) => {
            if within.contains(id) {
                return;
            }
            let Some(item) = checker.structs.get(*id) else { return };
            within.push(*id);
            for field in &item.hir.fields {
                collect(checker, &field.ty, is_behind_mut, within, found);
            }
            within.pop();
        }
        // All that it captures together, and what a call of it returns.
        Ty::Closure(id) => {
            found.push(is_behind_mut);
            if let Some(item) = checker.closures.get(*id) {
                collect(checker, &item.result, is_behind_mut, within, found);
            }
        }
        Ty::Iter(iter) => {
            if matches!(**iter, IterTy::Range(_) | IterTy::RangeInclusive(_) | IterTy::RangeFrom(_))
            {
                return;
            }
            // What it needs to go on, and what its items hold.
            found.push(is_behind_mut);
            collect(checker, &iter.item(), is_behind_mut, within, found);
        }
        _ => {}
    }
}

/// Whether the first reference of a type is what a value of it needs to go on, of
/// which neither the items of an iterator nor the results of a closure know.
pub(super) fn holds(ty: &Ty) -> bool {
    matches!(ty, Ty::Iter(_) | Ty::Closure(_))
}

/// Where the references of a field lie among those of the whole, and how many
/// there are.
pub(super) fn of_field(checker: &Checker, ty: &Ty, field: u32) -> (usize, usize) {
    let field = field as usize;
    let counts: Vec<usize> = match ty {
        Ty::Tuple(members) => members.iter().take(field + 1).map(|ty| count(checker, ty)).collect(),
        Ty::Struct(id, _) => match checker.structs.get(*id) {
            Some(item) => {
                let fields = item.hir.fields.iter().take(field + 1);
                fields.map(|field| count(checker, &field.ty)).collect()
            }
            None => Vec::new(),
        },
        _ => Vec::new(),
    };
    match counts.split_last() {
        Some((own, before)) if counts.len() == field + 1 => (before.iter().sum(), *own),
        _ => (0, 0),
    }
}
