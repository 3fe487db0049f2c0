//! Comparisons of slices, whose lengths are only known at run time.

use crate::rust::check::body::{Body, expr};
use crate::rust::check::expressions::generic_call::Arg;
use crate::rust::hir::{self, BinaryOp, ExprKind, UnaryOp};
use crate::rust::types::{Mutability, Ty};
use naga::Span;

impl Body<'_> {
    /// `left == right` and its kin, where at least one of them is a slice.
    pub(crate) fn slices_compared(
        &mut self,
        op: BinaryOp,
        left: &hir::Expr,
        right: &hir::Expr,
        span: Span,
    ) -> Option<hir::Expr> {
        let kinds = [left, right].map(|value| self.head(&value.ty));
        let element = match &kinds {
            [Ty::Slice(one), Ty::Slice(other)]
            | [Ty::Slice(one), Ty::Array(other, _)]
            | [Ty::Array(one, _), Ty::Slice(other)] => {
                self.infer.unify(one, other).then(|| one.clone())?
            }
            _ => return None,
        };
        let is_array = kinds.iter().any(|kind| matches!(kind, Ty::Array(..)));
        let (name, is_swapped) = match op {
            BinaryOp::Eq | BinaryOp::Ne => ("are_equal", false),
            // Slices have no order with arrays.
            _ if is_array => return None,
            BinaryOp::Lt => ("comes_before", false),
            BinaryOp::Le => ("comes_not_after", false),
            BinaryOp::Gt => ("comes_before", true),
            BinaryOp::Ge => ("comes_not_after", true),
            _ => return None,
        };
        let wanted = Ty::reference(Mutability::Const, Ty::Slice(element));
        let mut given: Vec<Arg<'_>> = Vec::new();
        for value in [left, right] {
            let slice = self.autoref(value.clone(), Mutability::Const);
            given.push(Arg::Checked(self.coerce(slice, &wanted, None)));
        }
        if is_swapped {
            given.reverse();
        }
        let called = self.call_library_item("slice", name, given, (span, span))?;
        if op == BinaryOp::Ne {
            return Some(expr(ExprKind::Unary(UnaryOp::Not, Box::new(called)), Ty::Bool, span));
        }
        Some(called)
    }
}
