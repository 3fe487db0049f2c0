//! Types inferred from bounds that nothing else settles.

use crate::body::Body;
use crate::checker::BoundKind;
use crate::typing::generics::is_open;
use warpbench_hir::types::Ty;

impl Body<'_> {
    /// Learns what numbers are from bounds that only one `impl` can meet: `..3` that is
    /// given for `impl RangeBounds<usize>` counts in `usize`.
    pub(crate) fn infer_from_bounds(&mut self) {
        for bound in self.bounds.clone() {
            let BoundKind::Trait { id, arguments, .. } = &bound.kind else { continue };
            let ty = self.resolved(&bound.ty);
            if arguments.is_empty() || is_open(&ty) || !ty.parts().into_iter().any(has_open_part) {
                continue;
            }
            let impls = self.checker.lookup.impls_by_trait.get(id).cloned().unwrap_or_default();
            let mut fitting = impls.into_iter().filter(|of| {
                self.checker.match_impl(&self.infer, *of, &ty, Some(arguments), 0).is_some()
            });
            let (Some(of), None) = (fitting.next(), fitting.next()) else { continue };
            let item = self.checker.impls[of].clone();
            let known = self.fresh_arguments(&item.generics, bound.span);
            let own = self.instantiate(&item.ty, &known, bound.span);
            self.infer.unify(&own, &ty);
            for (given, wanted) in item.of.iter().flat_map(|(_, given)| given).zip(arguments) {
                let given = self.instantiate(given, &known, bound.span);
                self.infer.unify(&given, wanted);
            }
        }
    }
}

/// Whether a part of a type is not known yet.
fn has_open_part(ty: &Ty) -> bool {
    is_open(ty) || ty.parts().into_iter().any(has_open_part)
}
