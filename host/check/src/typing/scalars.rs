//! Sizes of scalar types.

use crate::checker::Checker;
use warpbench_hir::types::{Len, Ty};

impl Checker {
    /// How many scalars a value of a type holds; lengths that are not known
    /// count as one.
    pub(crate) fn scalars(&self, ty: &Ty) -> u64 {
        match ty {
            Ty::Tuple(members) => {
                members.iter().fold(0, |sum, ty| sum.saturating_add(self.scalars(ty)))
            }
            Ty::Array(element, Len::Known(len)) => {
                u64::from(*len).saturating_mul(self.scalars(element))
            }
            Ty::Array(element, _) => self.scalars(element),
            Ty::Struct(id, _) => self.structs.get(*id).and_then(|item| item.scalars).unwrap_or(1),
            Ty::Four(_) => 4,
            _ => 1,
        }
    }
}
