//! Comparisons of what holds something that is compared by an `impl`: member by
//! member, each as it says, in the library's text.

use crate::diagnostic::Diagnostic;
use crate::rust::check::body::{Body, expr};
use crate::rust::check::expressions::generic_call::Arg;
use crate::rust::check::expressions::overloaded;
use crate::rust::hir::{self, BinaryOp, ExprKind, UnaryOp};
use crate::rust::types::{Mutability, Ty};
use naga::Span;

/// How deep types are looked into.
const MAX_DEPTH: usize = 8;

impl Body<'_> {
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
        if !self.holds_own_order(&ty, name, 0) {
            return None;
        }
        let (function, is_swapped) = match op {
            BinaryOp::Eq | BinaryOp::Ne => ("equal", false),
            BinaryOp::Lt => ("before", false),
            BinaryOp::Le => ("not_after", false),
            BinaryOp::Gt => ("before", true),
            _ => ("not_after", true),
        };
        let called =
            match &ty {
                Ty::Tuple(members) if (2..=4).contains(&members.len()) => {
                    let mut given = vec![Arg::Checked(left.clone()), Arg::Checked(right.clone())];
                    if is_swapped {
                        given.reverse();
                    }
                    let name = format!("{function}_{}", members.len());
                    self.call_library_item("order", &name, given, (span, span))?
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
                Ty::Struct(..) => {
                    let shown = self.show(&ty);
                    return Some(self.error(
                    Diagnostic::new(
                        format!("the workbench does not read this comparison of `{shown}`"),
                        span,
                    )
                    .label(format!("a part of it has an `impl {name}` of its own"))
                    .help(format!(
                        "write `impl {name} for {shown}` instead of `#[derive({name})]`, or \
                         compare the parts"
                    )),
                ));
                }
                _ => return None,
            };
        if op == BinaryOp::Ne {
            return Some(expr(ExprKind::Unary(UnaryOp::Not, Box::new(called)), Ty::Bool, span));
        }
        Some(called)
    }

    /// Whether a part of a type is compared by an `impl`.
    fn holds_own_order(&self, ty: &Ty, name: &str, depth: usize) -> bool {
        if depth > MAX_DEPTH {
            return false;
        }
        match self.head(ty) {
            Ty::Tuple(members) => {
                members.iter().any(|member| self.holds_own_order(member, name, depth + 1))
            }
            Ty::Array(element, _) => self.holds_own_order(&element, name, depth + 1),
            Ty::Struct(id, arguments) => {
                let item = &self.checker.structs[id];
                if !item.derives.iter().any(|derived| derived == name) {
                    // The library's own, but for this one, are compared by their parts.
                    let is_by_parts = item.is_library && item.hir.name != "Reverse";
                    return depth > 0 && !is_by_parts && !self.checker.is_opaque(&self.head(ty));
                }
                let mut parts =
                    item.hir.fields.iter().map(|field| &field.ty).chain(arguments.iter());
                parts.any(|part| self.holds_own_order(part, name, depth + 1))
            }
            _ => false,
        }
    }
}
