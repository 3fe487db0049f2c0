//! Operators of one value.

use crate::body::{Body, Expect, Later, expr};
use crate::expressions::operators::Class;
use crate::wording::unsupported;
use naga::Span;
use syn::UnOp;
use warpbench_codes::E0600;
use warpbench_hir::{self as hir, ExprKind, UnaryOp};
use warpbench_source::diagnostic::Diagnostic;

impl Body<'_> {
    /// `-x`, `!x`, `*x`.
    pub(crate) fn unary(
        &mut self,
        syntax: &syn::ExprUnary,
        expect: &Expect,
        span: Span,
    ) -> hir::Expr {
        let operand = |body: &mut Self| {
            let hint = expect.ty().cloned().map_or(Expect::None, Expect::Hint);
            body.expr(&syntax.expr, &hint)
        };
        match syntax.op {
            UnOp::Deref(_) => self.deref(&syntax.expr, span),
            UnOp::Neg(_) => {
                let operand = operand(self);
                self.negated(operand, span)
            }
            UnOp::Not(_) => {
                let operand = operand(self);
                self.inverted(operand, span)
            }
            _ => self.error(unsupported::unread("this operator", span)),
        }
    }

    /// `-x`.
    pub(super) fn negated(&mut self, operand: hir::Expr, span: Span) -> hir::Expr {
        let operand = self.read_operand(operand);
        match self.class(&operand.ty) {
            Class::Int => {
                self.waiting.checks.push(Later::Neg { ty: operand.ty.clone(), span });
            }
            Class::Float | Class::Open => {}
            Class::Bool | Class::Other => {
                return match self.overloaded_unary("Neg", "neg", &operand, span) {
                    Some(call) => call,
                    None => self.report_unary(("-", "Neg"), &operand, "not a number", span),
                };
            }
        }
        let ty = operand.ty.clone();
        expr(ExprKind::Unary(UnaryOp::Neg, Box::new(operand)), ty, span)
    }

    /// `!x`.
    pub(super) fn inverted(&mut self, operand: hir::Expr, span: Span) -> hir::Expr {
        let operand = self.read_operand(operand);
        if self.class(&operand.ty) == Class::Other
            && let Some(call) = self.overloaded_unary("Not", "not", &operand, span)
        {
            return call;
        }
        if matches!(self.class(&operand.ty), Class::Float | Class::Other) {
            let label = "neither a `bool` nor the bits of an integer";
            return self.report_unary(("!", "Not"), &operand, label, span);
        }
        let ty = operand.ty.clone();
        expr(ExprKind::Unary(UnaryOp::Not, Box::new(operand)), ty, span)
    }

    fn report_unary(
        &mut self,
        (sign, of): (&str, &str),
        operand: &hir::Expr,
        label: &str,
        span: Span,
    ) -> hir::Expr {
        let shown = self.show(&operand.ty);
        let message = format!("cannot apply unary operator `{sign}` to type `{shown}`");
        let diagnostic = Diagnostic::new(E0600, message, span).label(label);
        let wanted = format!("{}<Output = {shown}>", self.operator_path(of));
        let ty = self.resolved(&operand.ty);
        self.error(match self.checker.bound_to_write(&ty, &wanted) {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        })
    }
}
