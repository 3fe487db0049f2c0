//! `(..n).contains(&x)` and `(n..).contains(&x)`: ranges that lack an end are asked
//! about a number where they stand, and are nothing else.

use crate::rust::check::body::{Body, Expect, expr};
use crate::rust::hir::{self, BinaryOp, ExprKind};
use crate::rust::types::Ty;
use naga::Span;
use syn::{Expr, RangeLimits};

impl Body<'_> {
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
        let compared = ExprKind::Binary(operator, Box::new(end), Box::new(value));
        Some(expr(compared, Ty::Bool, span))
    }
}
