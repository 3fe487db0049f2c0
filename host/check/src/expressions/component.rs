//! `v[i] = x` where `v` is a vector of `glam`.
//!
//! Its components are fields, and which of them `index_mut` would lead to is not
//! known before the kernel runs. So the write itself is handed to a function of
//! the library, which decides by the number.

use crate::body::{Body, expr};
use crate::expressions::generic_call::Arg;
use crate::expressions::overloaded::segment;
use naga::Span;
use warpbench_hir::types::Ty;
use warpbench_hir::{self as hir, BinaryOp, ExprKind, Pattern, PatternKind, Statement};

/// The function that writes a component.
const WRITER: &str = "write_component";

impl Body<'_> {
    /// The write to a component of a vector, after an operation with what it held
    /// if there is one; nothing for other places.
    pub(crate) fn write_component(
        &mut self,
        place: &hir::Expr,
        op: Option<BinaryOp>,
        value: &hir::Expr,
        span: Span,
    ) -> Option<hir::Expr> {
        let ExprKind::Deref(called) = &place.kind else { return None };
        let ExprKind::Call(at, _, parts) = &called.kind else { return None };
        let item = &self.checker.functions[self.calls.get(*at)?.function];
        if item.name != "index_mut" || !item.is_library {
            return None;
        }
        let [receiver, index] = parts.as_slice() else { return None };
        let (receiver, index) = (receiver.clone(), index.clone());
        let Ty::Reference(_, own) = self.resolved(&receiver.ty) else { return None };
        let writer = self.checker.members_named(&self.infer, &own, WRITER).first().copied()?;
        let Some(op) = op else {
            let given = vec![Arg::Checked(index), Arg::Checked(value.clone())];
            let name = segment(WRITER);
            return Some(self.call_member_of(writer, &own, &name, Some(receiver), given, span));
        };
        let vector = match &receiver.kind {
            ExprKind::AddressOf(vector) => (**vector).clone(),
            _ => expr(ExprKind::Deref(Box::new(receiver.clone())), (*own).clone(), receiver.span),
        };
        // The number is computed once, though it is used twice.
        let id = self.declare("", Ty::USIZE, false, span);
        let number = expr(ExprKind::Local(id), Ty::USIZE, index.span);
        let before = self.overloaded_index(&vector, number.clone(), place.span)?;
        let ty = before.ty.clone();
        let after = ExprKind::Binary(op, Box::new(before), Box::new(value.clone()));
        let given = vec![Arg::Checked(number), Arg::Checked(expr(after, ty, span))];
        let name = segment(WRITER);
        let write = self.call_member_of(writer, &own, &name, Some(receiver), given, span);
        let pattern = Pattern { kind: PatternKind::Bind(id), ty: Ty::USIZE, span };
        let statements = vec![Statement::Let(pattern, Some(index), span), Statement::Expr(write)];
        let block = hir::Block { statements, value: None };
        Some(expr(ExprKind::Block(None, block), Ty::UNIT, span))
    }
}
