//! Comparisons of two values: `a == b`, `a < b`.

use crate::body::{Body, expr};
use crate::expressions::operators::{Class, symbol};
use crate::expressions::overloaded;
use crate::typing::infer::TyVarKind;
use naga::Span;
use warpbench_codes::{E0277, E0308, E0369};
use warpbench_hir::types::{IntTy, Mutability, Ty};
use warpbench_hir::{self as hir, BinaryOp, Builtin, ExprKind};
use warpbench_source::diagnostic::{Diagnostic, Subject};

impl Body<'_> {
    pub(crate) fn comparison(
        &mut self,
        op: BinaryOp,
        left: hir::Expr,
        right: hir::Expr,
        span: Span,
    ) -> hir::Expr {
        self.agree_on_references(&left, &right);
        // References are compared by what they lead to, both or neither.
        let is_reference =
            |body: &Self, value: &hir::Expr| matches!(body.head(&value.ty), Ty::Reference(..));
        let both = is_reference(self, &left) && is_reference(self, &right);
        let (left, right) = if both { self.read_both(left, right) } else { (left, right) };
        if self.class(&left.ty) == Class::Other || self.class(&right.ty) == Class::Other {
            self.retry_projections();
            if let Some(call) = self.compared(op, &left, &right, span) {
                return call;
            }
        }
        if both || self.class(&left.ty) == Class::Other {
            let is_plain = match self.head(&left.ty) {
                Ty::Pointer(..) | Ty::Error | Ty::Never => true,
                // Characters are structures of the library here, and numbers in Rust.
                Ty::Struct(id, _) => {
                    let item = &self.checker.structs[id];
                    !both && item.is_library && item.hir.name == "char"
                }
                _ => false,
            };
            if !is_plain {
                self.at_run_time(&format!("`{}` of this", symbol(op)), span);
            }
        }
        // What is compared member by member is compared through references, too.
        let is_alike = is_reference(self, &left) == is_reference(self, &right);
        let (left, right) = match both && is_alike && self.class(&left.ty) == Class::Other {
            true => (self.through_references(left), self.through_references(right)),
            false => (left, right),
        };
        if let Some(call) = self.slices_compared(op, &left, &right, span) {
            return call;
        }
        let (left_ty, right_ty) = (self.head(&left.ty), self.head(&right.ty));
        // Pointers into one memory are in the order of what they lead to.
        if let (Ty::Pointer(own, to), Ty::Pointer(other, of)) = (&left_ty, &right_ty)
            && !matches!(**to, Ty::Slice(_))
        {
            // The right one may be given away less than it allows.
            let is_given = own == other || *own == Mutability::Const;
            if !is_given || !self.infer.unify(to, of) {
                self.report_comparison(op, &left, &right);
            }
            let isize_ty = Ty::Int(IntTy::Isize);
            let both = vec![left, right];
            let distance =
                expr(ExprKind::Builtin(Builtin::PointerDistance, both), isize_ty.clone(), span);
            let zero = expr(ExprKind::Literal(hir::ConstValue::Int(0)), isize_ty, span);
            return expr(ExprKind::Binary(op, Box::new(distance), Box::new(zero)), Ty::Bool, span);
        }
        let is_silent = |ty: &Ty| matches!(ty, Ty::Error | Ty::Never);
        if !is_silent(&left_ty) && !is_silent(&right_ty) {
            if !self.infer.unify(&left_ty, &right_ty) {
                self.report_comparison(op, &left, &right);
            } else if self.class(&left.ty) == Class::Other && !self.is_comparable(op, &left.ty) {
                let shown = self.show(&left.ty);
                let name = overloaded::trait_of(op).0;
                self.report(
                    Diagnostic::new(
                        E0369,
                        format!("no operator `{}` for `{shown}` and `{shown}`", symbol(op)),
                        span,
                    )
                    .label(format!("`{shown}` does not implement `{name}`"))
                    .help(match self.head(&left.ty) {
                        ty if self.checker.is_opaque(&ty) => {
                            self.checker.bound_to_write(&ty, name).unwrap_or_default()
                        }
                        Ty::Struct(..) => format!("put `#[derive({name})]` before `{shown}`"),
                        _ => "compare the numbers in it, one by one".to_owned(),
                    }),
                );
            }
        }
        if self.class(&left.ty) == Class::Other
            && let Some(call) = self.compared_by_members(op, &left, &right, span)
        {
            return call;
        }
        expr(ExprKind::Binary(op, Box::new(left), Box::new(right)), Ty::Bool, span)
    }

    /// What is compared with a reference is one, too, where that is still open.
    fn agree_on_references(&mut self, left: &hir::Expr, right: &hir::Expr) {
        let is_open = |body: &Self, value: &hir::Expr| {
            let ty = body.head(&value.ty);
            matches!(ty, Ty::Var(_)) && body.infer.kind(&ty) == Some(TyVarKind::Any)
        };
        // Numbers, whose type is open just as often, are no references.
        if !is_open(self, left) && !is_open(self, right) {
            return;
        }
        self.retry_projections();
        let is_reference =
            |body: &Self, value: &hir::Expr| matches!(body.head(&value.ty), Ty::Reference(..));
        if is_reference(self, left) != is_reference(self, right)
            && (is_open(self, left) || is_open(self, right))
        {
            self.infer.unify(&left.ty, &right.ty);
        }
    }

    /// A comparison by an `impl`.
    fn compared(
        &mut self,
        op: BinaryOp,
        left: &hir::Expr,
        right: &hir::Expr,
        span: Span,
    ) -> Option<hir::Expr> {
        let (mut left, mut right) = (left.clone(), right.clone());
        loop {
            if let Some(call) = self.overloaded(op, &left, &right, span) {
                return Some(call);
            }
            let (Ty::Reference(..), Ty::Reference(..)) =
                (self.head(&left.ty), self.head(&right.ty))
            else {
                return None;
            };
            let step = |body: &mut Self, value: hir::Expr| match body.head(&value.ty) {
                Ty::Reference(_, to) => {
                    let span = value.span;
                    expr(ExprKind::Deref(Box::new(value)), *to, span)
                }
                _ => value,
            };
            left = step(self, left);
            right = step(self, right);
        }
    }

    /// Whether values of a type are compared member by member.
    fn is_comparable(&self, op: BinaryOp, ty: &Ty) -> bool {
        let name = overloaded::trait_of(op).0;
        let Some(id) = self.checker.library.traits.get(name).copied() else { return false };
        let ty = self.resolved(ty);
        self.checker.implements(&self.infer, &ty, id, &[], 0)
    }

    fn report_comparison(&mut self, op: BinaryOp, left: &hir::Expr, right: &hir::Expr) {
        let (l, r) = (self.show(&left.ty), self.show(&right.ty));
        // A reference can be compared for equality with more than one type, says rustc.
        let is_reference = |value: &hir::Expr| matches!(self.head(&value.ty), Ty::Reference(..));
        let is_open =
            matches!(op, BinaryOp::Eq | BinaryOp::Ne) && is_reference(left) != is_reference(right);
        let diagnostic = match is_open {
            true => Diagnostic::new(E0277, format!("cannot compare `{l}` with `{r}`"), right.span),
            false => Diagnostic::new(E0308, "mismatched types", right.span),
        };
        let diagnostic = diagnostic
            .label(format!("expected `{l}`, found `{r}`"))
            .other(left.span, format!("compared with this `{l}`"))
            .about(self.head(&right.ty).is_unit().then_some(Subject::Unit));
        let help = self.agreement(left, right);
        let diagnostic = match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        };
        self.report(diagnostic);
    }
}
