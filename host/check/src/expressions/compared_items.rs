//! Consumers that compare: what ends a chain of iterators and is not the same for all types
//! of items; comparisons with another iterator, and totals of `Option`s and `Result`s.

use crate::body::{Body, Expect, broken, expr};
use crate::expressions::assignment::Change;
use crate::expressions::generic_call::Arg;
use crate::expressions::place::is_place;
use crate::typing::infer::TyVarKind;
use naga::Span;
use syn::Expr;
use warpbench_hir::types::Ty;
use warpbench_hir::{self as hir, ConstValue, ExprKind, UnaryOp};

impl Body<'_> {
    /// `iterator.eq(other)` and its kin: item by item.
    pub(crate) fn items_compared(
        &mut self,
        receiver: &hir::Expr,
        name: &str,
        other: &Expr,
        (place, span): (Span, Span),
    ) -> Option<hir::Expr> {
        let other = self.expr(other, &Expect::None);
        let other = match self.iterator_of(other) {
            Ok(other) => other,
            Err(other) => {
                self.report_not_iterated(&other);
                return Some(broken(span));
            }
        };
        let (function, is_negated) = match name {
            "eq" => ("items_are_equal", false),
            "ne" => ("items_are_equal", true),
            "lt" => ("items_come_before", false),
            "le" => ("items_come_not_after", false),
            "gt" => ("items_come_after", false),
            "ge" => ("items_come_not_before", false),
            "cmp" => ("items_in_order", false),
            _ => ("items_in_partial_order", false),
        };
        let given = vec![Arg::Checked(receiver.clone()), Arg::Checked(other)];
        let called = self.call_library_item("steps", function, given, (place, span))?;
        if is_negated {
            return Some(expr(ExprKind::Unary(UnaryOp::Not, Box::new(called)), Ty::Bool, span));
        }
        Some(called)
    }

    /// The total of items that are `Option`s or `Result`s, which is one itself.
    pub(crate) fn total_if_all(
        &mut self,
        receiver: &hir::Expr,
        whole: &Ty,
        is_sum: bool,
        wanted: &Ty,
        (place, span): (Span, Span),
    ) -> Option<hir::Expr> {
        let start = match self.head(wanted) {
            Ty::Float(_) => {
                self.float_constant(&wanted.clone(), if is_sum { 0.0 } else { 1.0 }, span)
            }
            Ty::Var(_) if self.infer.kind(wanted) == Some(TyVarKind::Float) => {
                self.infer.unify(wanted, &Ty::F32);
                self.float_constant(&Ty::F32, if is_sum { 0.0 } else { 1.0 }, span)
            }
            _ => {
                let start = ConstValue::Int(i128::from(!is_sum));
                expr(ExprKind::Literal(start), wanted.clone(), span)
            }
        };
        let is_option = matches!(self.head(whole), Ty::Struct(_, parts) if parts.len() == 1);
        let name = match (is_sum, is_option) {
            (true, true) => "sum_of_options",
            (true, false) => "sum_of_results",
            (false, true) => "product_of_options",
            (false, false) => "product_of_results",
        };
        let given = vec![Arg::Checked(receiver.clone()), Arg::Checked(start)];
        let called = self.call_library_item("steps", name, given, (place, span))?;
        self.same_type(&called.ty, whole, span);
        Some(called)
    }
    /// An iterator in a place of which a method takes some items and leaves the rest.
    pub(crate) fn stepped_iterator(
        &mut self,
        receiver: &hir::Expr,
        name: &str,
    ) -> Option<hir::Expr> {
        if !TAKING_SOME.contains(&name) || !is_place(receiver) {
            return None;
        }
        let mut place = receiver.clone();
        match self.head(&receiver.ty) {
            Ty::Iter(_) => {
                self.writable(&mut place, Change::Borrow);
                let (ty, span) = (place.ty.clone(), place.span);
                // A block is no place, so nothing is moved out of one.
                let block = hir::Block { statements: Vec::new(), value: Some(Box::new(place)) };
                Some(expr(ExprKind::Block(None, block), ty, span))
            }
            Ty::Struct(..) => {
                let own = self.own_iterator(place.clone()).ok()?;
                self.writable(&mut place, Change::Borrow);
                Some(own)
            }
            _ => None,
        }
    }
}

/// The methods of iterators that borrow them. What they do not look at stays in them.
const TAKING_SOME: [&str; 11] = [
    "all",
    "any",
    "find",
    "find_map",
    "nth",
    "nth_back",
    "position",
    "rfind",
    "rposition",
    "try_fold",
    "try_for_each",
];
