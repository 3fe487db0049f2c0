//! Comparisons of what holds something that is compared by an `impl`: member by
//! member, each as it says, in the library's text. Copies of such are refused.

use crate::body::{Body, expr};
use crate::expressions::generic_call::Arg;
use crate::expressions::overloaded;
use naga::Span;
use warpbench_codes::K0002;
use warpbench_hir::types::{Mutability, Ty};
use warpbench_hir::{self as hir, BinaryOp, ExprKind, UnaryOp};
use warpbench_source::diagnostic::Diagnostic;

impl Body<'_> {
    /// A copy of what holds something with an `impl Clone` of its own, which is not asked.
    pub(crate) fn refused_clone(&mut self, ty: &Ty, depth: usize, span: Span) -> Option<hir::Expr> {
        let ty = self.resolved(ty);
        if !self.checker.holds_own_order(&ty, "Clone", depth) {
            return None;
        }
        let shown = self.show(&ty);
        let diagnostic = Diagnostic::new(
            K0002,
            format!("the workbench does not read this copy of `{shown}`"),
            span,
        )
        .label("a part of it has an `impl Clone` of its own")
        .help("clone the parts, one by one");
        Some(self.error(diagnostic))
    }

    /// A comparison of two values of a type of which a part has an order of its own.
    pub(crate) fn compared_by_members(
        &mut self,
        op: BinaryOp,
        left: &hir::Expr,
        right: &hir::Expr,
        span: Span,
    ) -> Option<hir::Expr> {
        let ty = self.resolved(&left.ty);
        let name = overloaded::trait_of(op).0;
        if !self.checker.holds_own_order(&ty, name, 0) {
            return None;
        }
        let (function, is_swapped) = match op {
            BinaryOp::Eq | BinaryOp::Ne => ("equal", false),
            BinaryOp::Lt => ("before", false),
            BinaryOp::Le => ("not_after", false),
            BinaryOp::Gt => ("before", true),
            _ => ("not_after", true),
        };
        let form = match &ty {
            Ty::Tuple(members) if (2..=4).contains(&members.len()) => members.len().to_string(),
            Ty::Struct(id, _) if self.checker.is_optional(*id) => {
                self.checker.structs[*id].hir.name.to_lowercase()
            }
            Ty::Array(element, _) => {
                let slice = Ty::reference(Mutability::Const, Ty::Slice(element.clone()));
                let mut both = Vec::new();
                for value in [left, right] {
                    let value = self.autoref(value.clone(), Mutability::Const);
                    let value = self.coerce(value, &slice, None);
                    let kind = ExprKind::Deref(Box::new(value));
                    both.push(expr(kind, Ty::Slice(element.clone()), span));
                }
                return self.slices_compared(op, &both[0], &both[1], span);
            }
            _ => {
                let shown = self.show(&ty);
                let diagnostic = Diagnostic::new(
                    K0002,
                    format!("the workbench does not read this comparison of `{shown}`"),
                    span,
                );
                let diagnostic =
                    diagnostic.label(format!("a part of it has an `impl {name}` of its own"));
                return Some(self.error(diagnostic.help("compare the parts, one by one")));
            }
        };
        let mut given = vec![Arg::Checked(left.clone()), Arg::Checked(right.clone())];
        if is_swapped {
            given.reverse();
        }
        let called =
            self.call_library_item("order", &format!("{function}_{form}"), given, (span, span))?;
        if op == BinaryOp::Ne {
            return Some(expr(ExprKind::Unary(UnaryOp::Not, Box::new(called)), Ty::Bool, span));
        }
        Some(called)
    }
}
