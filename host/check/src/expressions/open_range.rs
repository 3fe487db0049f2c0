//! Ranges that lack an end: as values, and asked about a number where they stand,
//! `(..n).contains(&x)` and `(n..).contains(&x)`.

use crate::body::{Body, Expect, broken, expr};
use crate::checker::Def;
use naga::Span;
use syn::{Expr, RangeLimits};
use warpbench_hir::types::Ty;
use warpbench_hir::{self as hir, BinaryOp, ExprKind};

impl Body<'_> {
    /// `..`, `..n` and `..=n` as values, which are structures of the library.
    pub(crate) fn range_without_start(&mut self, syntax: &syn::ExprRange, span: Span) -> hir::Expr {
        let end = syntax.end.as_ref().map(|end| {
            let end = self.expr(end, &Expect::None);
            self.read_through(end)
        });
        let name = match (&end, &syntax.limits) {
            (None, _) => "RangeFull",
            (Some(_), RangeLimits::HalfOpen(_)) => "RangeTo",
            (Some(_), RangeLimits::Closed(_)) => "RangeToInclusive",
        };
        let scope = self.checker.source_module("core::ops");
        let def = scope.and_then(|scope| self.checker.scopes[scope].types.get(name).cloned());
        let Some(Def::Struct(id)) = def else { return broken(span) };
        let ty = self.open_struct(id, span);
        if let (Ty::Struct(_, arguments), Some(end)) = (&ty, &end)
            && let Some(argument) = arguments.first()
        {
            self.infer.unify(argument, &end.ty);
        }
        let fields = end.into_iter().map(|end| (0, end)).collect();
        expr(ExprKind::Struct(fields), ty, span)
    }

    /// Whether a value is such a range.
    pub(crate) fn range_without_start_of(&self, value: &hir::Expr) -> bool {
        let Ty::Struct(id, _) = self.head(&value.ty) else { return false };
        let item = &self.checker.structs[id];
        item.is_library
            && ["RangeFull", "RangeTo", "RangeToInclusive"].contains(&item.hir.name.as_str())
    }

    /// Whether a number lies in a range that lacks an end, if this is one.
    pub(crate) fn open_range_contains(
        &mut self,
        receiver: &Expr,
        arguments: &[&Expr],
        span: Span,
    ) -> Option<hir::Expr> {
        let mut range = receiver;
        while let Expr::Paren(paren) = range {
            range = &paren.expr;
        }
        let (Expr::Range(range), [value]) = (range, arguments) else { return None };
        let (end, operator) = match (&range.start, &range.end, &range.limits) {
            (None, Some(end), RangeLimits::HalfOpen(_)) => (end, BinaryOp::Gt),
            (None, Some(end), RangeLimits::Closed(_)) => (end, BinaryOp::Ge),
            (Some(start), None, _) => (start, BinaryOp::Le),
            _ => return None,
        };
        let end = self.expr(end, &Expect::None);
        let end = self.read_through(end);
        let value = self.expr(value, &Expect::None);
        let value = self.through_references(value);
        self.same_type(&value.ty, &end.ty, value.span);
        Some(self.comparison(operator, end, value, span))
    }
}
