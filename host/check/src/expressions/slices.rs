//! Comparisons of slices, whose lengths are only known at run time, and methods that
//! take a range of one.

use crate::body::{Body, Expect, expr};
use crate::expressions::generic_call::Arg;
use naga::Span;
use syn::{Expr, RangeLimits};
use warpbench_hir::types::{IterTy, Mutability, Ty};
use warpbench_hir::{self as hir, BinaryOp, Builtin, ConstValue, ExprKind, UnaryOp};

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
    /// `slice.get_unchecked(a..b)`: `slice.get(a..b)`, which is there.
    pub(crate) fn part_unchecked(
        &mut self,
        receiver: &hir::Expr,
        name: &str,
        index: &Expr,
        (place, span): (Span, Span),
    ) -> Option<hir::Expr> {
        let is_mut = name == "get_unchecked_mut";
        let part = self.slice_get(receiver, is_mut, index, (place, span))?;
        let places = (place, span);
        self.need_unsafe(&format!("calling the unsafe method `{name}`"), span);
        Some(self.method_of(part, "unwrap", None, &[], &Expect::None, places))
    }

    /// `slice.copy_within(a..b, to)`.
    pub(crate) fn copy_within(
        &mut self,
        receiver: &hir::Expr,
        range: &Expr,
        to: &Expr,
        (place, span): (Span, Span),
    ) -> Option<hir::Expr> {
        // The length is asked for before the slice is lent to be changed.
        let (start, end) = self.ends_within(receiver, range, span)?;
        let to = self.expr_of_type(to, &Ty::USIZE, None);
        let slice = self.autoref(receiver.clone(), Mutability::Mut);
        let given =
            vec![Arg::Checked(start), Arg::Checked(end), Arg::Checked(to), Arg::Checked(slice)];
        self.call_library_item("slice", "copy_part_within", given, (place, span))
    }

    /// Where a range of a slice starts, and what lies behind its end.
    fn ends_within(
        &mut self,
        slice: &hir::Expr,
        range: &Expr,
        span: Span,
    ) -> Option<(hir::Expr, hir::Expr)> {
        let one_more = |end: hir::Expr| {
            let one = expr(ExprKind::Literal(ConstValue::Int(1)), Ty::USIZE, span);
            expr(ExprKind::Binary(BinaryOp::Add, Box::new(end), Box::new(one)), Ty::USIZE, span)
        };
        let mut inner = range;
        while let Expr::Paren(paren) = inner {
            inner = &paren.expr;
        }
        if let Expr::Range(range) = inner {
            let start = match &range.start {
                Some(start) => self.expr_of_type(start, &Ty::USIZE, None),
                None => expr(ExprKind::Literal(ConstValue::Int(0)), Ty::USIZE, span),
            };
            let end = match (&range.end, &range.limits) {
                (Some(end), RangeLimits::HalfOpen(_)) => self.expr_of_type(end, &Ty::USIZE, None),
                (Some(end), RangeLimits::Closed(_)) => {
                    one_more(self.expr_of_type(end, &Ty::USIZE, None))
                }
                (None, _) => {
                    let whole = self.autoref(slice.clone(), Mutability::Const);
                    expr(ExprKind::Builtin(Builtin::Len, vec![whole]), Ty::USIZE, span)
                }
            };
            return Some((start, end));
        }
        let value = self.expr(range, &Expect::None);
        let Ty::Iter(iter) = self.head(&value.ty) else { return None };
        let (start, end) = self.range_ends(&value, &iter, span)?;
        self.same_type(&start.ty, &Ty::USIZE, value.span);
        let is_inclusive = matches!(*iter, IterTy::RangeInclusive(_));
        Some((start, if is_inclusive { one_more(end) } else { end }))
    }
}

/// Whether a method of one element is called for several.
pub(crate) fn is_of_a_range(name: &str, arguments: &[&Expr]) -> bool {
    let mut index = arguments.first().copied();
    while let Some(Expr::Paren(paren)) = index {
        index = Some(&paren.expr);
    }
    name.starts_with("get_unchecked") && matches!(index, Some(Expr::Range(_)))
}
