//! Loops, and the ranges that `for` counts through.

use crate::body::{Body, Expect, JumpTarget, Later, expr};
use crate::syntax::spans;
use crate::typing::infer::TyVarKind;
use crate::wording::unsupported;
use naga::Span;
use syn::{Expr, Label, Pat, RangeLimits};
use warpbench_codes::{E0277, E0308, S0017};
use warpbench_hir::types::Ty;
use warpbench_hir::{self as hir, Adaptor, ExprKind, For, ForEach};
use warpbench_source::diagnostic::Diagnostic;

impl Body<'_> {
    fn target(&mut self, label: Option<&Label>, takes_value: bool, ty: Ty) -> hir::LabelId {
        let id = self.new_label();
        self.flow.targets.push(JumpTarget {
            name: label.map(|label| label.name.ident.to_string()),
            id,
            is_loop: true,
            takes_value,
            ty,
            is_left: false,
        });
        id
    }

    /// `loop`.
    pub(crate) fn loop_expr(
        &mut self,
        syntax: &syn::ExprLoop,
        expect: &Expect,
        span: Span,
    ) -> hir::Expr {
        let ty = match expect {
            Expect::Has(ty) => ty.clone(),
            _ => {
                let open = self.fresh(TyVarKind::Any, span);
                self.waiting.units.push(open.clone());
                open
            }
        };
        let id = self.target(syntax.label.as_ref(), true, ty.clone());
        let inner = self.block_as_value(&syntax.body, &Expect::Has(Ty::UNIT));
        let inner = self.coerce(inner, &Ty::UNIT, None);
        let is_left = self.flow.targets.pop().is_some_and(|target| target.is_left);
        self.flow.diverges = false;
        let ty = if is_left { ty } else { Ty::Never };
        expr(ExprKind::Loop(id, Box::new(inner)), ty, span)
    }

    /// `while`.
    pub(crate) fn while_expr(&mut self, syntax: &syn::ExprWhile, span: Span) -> hir::Expr {
        self.with_rib(|body| body.while_inside(syntax, span))
    }

    fn while_inside(&mut self, syntax: &syn::ExprWhile, span: Span) -> hir::Expr {
        let id = self.target(syntax.label.as_ref(), false, Ty::UNIT);
        let condition = self.condition(&syntax.cond);
        let before = self.flow.diverges;
        let inner = self.block_as_value(&syntax.body, &Expect::Has(Ty::UNIT));
        let inner = self.coerce(inner, &Ty::UNIT, None);
        self.flow.targets.pop();
        self.flow.diverges = before;
        expr(ExprKind::While(id, Box::new(condition), Box::new(inner)), Ty::UNIT, span)
    }

    /// `for`.
    pub(crate) fn for_expr(&mut self, syntax: &syn::ExprForLoop, span: Span) -> hir::Expr {
        self.at_run_time("`for`", spans::of(&syntax.for_token));
        if !is_plain_range(&syntax.expr) || !is_plain_name(&syntax.pat) {
            return self.for_each(syntax, span);
        }
        let range_span = spans::of_expr(&syntax.expr);
        let mut adaptors = Vec::new();
        let range = self.for_range(&syntax.expr, &mut adaptors);
        let before = self.flow.diverges;
        let result = self.with_rib(|body| {
            let ty = range.as_ref().map_or(Ty::Error, |(ty, ..)| ty.clone());
            let local = body.for_variable(&syntax.pat, &ty);
            let id = body.target(syntax.label.as_ref(), false, Ty::UNIT);
            let inner = body.block_as_value(&syntax.body, &Expect::Has(Ty::UNIT));
            let inner = body.coerce(inner, &Ty::UNIT, None);
            body.flow.targets.pop();
            let (ty, start, end, is_inclusive) = range?;
            Some(For {
                label: id,
                local,
                ty,
                start,
                end,
                is_inclusive,
                adaptors,
                body: inner,
                range_span,
            })
        });
        self.flow.diverges = before;
        match result {
            Some(found) => expr(ExprKind::For(Box::new(found)), Ty::UNIT, span),
            None => expr(ExprKind::Error, Ty::UNIT, span),
        }
    }

    /// `for` over anything but a range.
    fn for_each(&mut self, syntax: &syn::ExprForLoop, span: Span) -> hir::Expr {
        let value = self.expr(&syntax.expr, &Expect::None);
        if is_named_place(&syntax.expr) {
            self.copied(&value);
        }
        let before = self.flow.diverges;
        let iterator = match self.iterator_of(value) {
            Ok(iterator) => Some(iterator),
            Err(value) => {
                self.report_not_iterated(&value);
                None
            }
        };
        let item = match iterator.as_ref().map(|iterator| self.head(&iterator.ty)) {
            Some(Ty::Iter(iter)) => {
                self.counted(&iter, spans::of_expr(&syntax.expr));
                iter.item()
            }
            _ => Ty::Error,
        };
        let result = self.with_rib(|body| {
            let pattern = body.let_pattern(&syntax.pat, &item);
            let id = body.target(syntax.label.as_ref(), false, Ty::UNIT);
            let inner = body.block_as_value(&syntax.body, &Expect::Has(Ty::UNIT));
            let inner = body.coerce(inner, &Ty::UNIT, None);
            body.flow.targets.pop();
            (id, pattern, inner)
        });
        self.flow.diverges = before;
        let (label, pattern, body) = result;
        match iterator {
            Some(iterator) => {
                let found = ForEach { label, pattern, iterator, body };
                expr(ExprKind::ForEach(Box::new(found)), Ty::UNIT, span)
            }
            None => expr(ExprKind::Error, Ty::UNIT, span),
        }
    }

    fn for_variable(&mut self, pattern: &Pat, ty: &Ty) -> Option<hir::LocalId> {
        match pattern {
            Pat::Wild(_) => None,
            Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => {
                let span = spans::bytes(pat.ident.span());
                let name = pat.ident.to_string();
                Some(self.declare(&name, ty.clone(), pat.mutability.is_some(), span))
            }
            other => {
                self.report(
                    unsupported::unread("this pattern in `for`", spans::of(other))
                        .help("use a name: `for i in a..b`"),
                );
                self.bind_all(other);
                None
            }
        }
    }

    /// The range of a `for`, with its type.
    fn for_range(
        &mut self,
        syntax: &Expr,
        adaptors: &mut Vec<Adaptor>,
    ) -> Option<(Ty, hir::Expr, hir::Expr, bool)> {
        match syntax {
            Expr::Paren(paren) => self.for_range(&paren.expr, adaptors),
            Expr::Range(range) => self.range(range),
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                match (name.as_str(), call.args.len()) {
                    ("rev", 0) => {
                        let range = self.for_range(&call.receiver, adaptors)?;
                        adaptors.push(Adaptor::Rev);
                        Some(range)
                    }
                    ("step_by", 1) => {
                        let range = self.for_range(&call.receiver, adaptors)?;
                        let step = self.expr_of_type(&call.args[0], &Ty::USIZE, None);
                        if matches!(step.kind, ExprKind::Literal(hir::ConstValue::Int(0))) {
                            self.report(
                                Diagnostic::new(S0017, "a step of zero never ends", step.span)
                                    .help("step by at least 1"),
                            );
                        }
                        adaptors.push(Adaptor::StepBy(step));
                        Some(range)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn range(&mut self, range: &syn::ExprRange) -> Option<(Ty, hir::Expr, hir::Expr, bool)> {
        let span = spans::bytes(match &range.limits {
            RangeLimits::HalfOpen(token) => token.spans[0],
            RangeLimits::Closed(token) => token.spans[0],
        });
        let (Some(start), Some(end)) = (&range.start, &range.end) else {
            for side in [&range.start, &range.end].into_iter().flatten() {
                self.expr(side, &Expect::None);
            }
            self.report(
                Diagnostic::new(E0277, "this range has no end", span)
                    .help("give both ends: `for i in 0..n`"),
            );
            return None;
        };
        let start = self.expr(start, &Expect::None);
        let end = self.expr(end, &Expect::Hint(start.ty.clone()));
        if !self.infer.unify(&start.ty, &end.ty) {
            let (first, second) = (self.show(&start.ty), self.show(&end.ty));
            let diagnostic = Diagnostic::new(E0308, "mismatched types", end.span)
                .label(format!("expected `{first}`, found `{second}`"))
                .other(start.span, format!("the range starts with a `{first}`"));
            let diagnostic = match self.conversion(&end, &start.ty) {
                Some(help) => diagnostic.help(help),
                None => diagnostic,
            };
            self.report(diagnostic);
            return None;
        }
        let ty = start.ty.clone();
        self.waiting.checks.push(Later::Integer {
            ty: ty.clone(),
            span: spans::to(start.span, end.span),
            what: "counted",
        });
        let is_inclusive = matches!(range.limits, RangeLimits::Closed(_));
        Some((ty, start, end, is_inclusive))
    }
}

/// Whether a value is taken from where it is: what a method makes of a place is another.
fn is_named_place(syntax: &Expr) -> bool {
    match syntax {
        Expr::Paren(paren) => is_named_place(&paren.expr),
        _ => matches!(syntax, Expr::Path(_) | Expr::Field(_) | Expr::Index(_)),
    }
}

/// Whether an expression is a range with both ends, perhaps in steps or turned
/// around.
fn is_plain_range(syntax: &Expr) -> bool {
    match syntax {
        Expr::Paren(paren) => is_plain_range(&paren.expr),
        Expr::Range(range) => range.start.is_some() && range.end.is_some(),
        Expr::MethodCall(call) => {
            let is_adaptor = (call.method == "rev" && call.args.is_empty())
                || (call.method == "step_by" && call.args.len() == 1);
            is_adaptor && is_plain_range(&call.receiver)
        }
        _ => false,
    }
}

/// Whether a pattern is no more than a name.
fn is_plain_name(pattern: &Pat) -> bool {
    match pattern {
        Pat::Wild(_) => true,
        Pat::Ident(pat) => pat.by_ref.is_none() && pat.subpat.is_none(),
        _ => false,
    }
}
