//! Branches and loops.

use crate::diagnostic::Diagnostic;
use crate::rust::check::body::{Body, Expect, broken, expr};
use crate::rust::check::patterns::exhaustive;
use crate::rust::check::syntax::spans;
use crate::rust::check::wording::unsupported;
use crate::rust::hir::{self, Arm, ExprKind};
use crate::rust::types::Ty;
use naga::Span;
use syn::Expr;

/// The common type of several branches.
struct Join {
    ty: Option<Ty>,
    /// Where the type comes from.
    from: Option<Span>,
    all_diverge: bool,
}

impl Join {
    fn new(expect: &Expect) -> Join {
        let ty = match expect {
            Expect::Has(ty) => Some(ty.clone()),
            _ => None,
        };
        Join { ty, from: None, all_diverge: true }
    }

    fn add(&mut self, body: &mut Body<'_>, value: hir::Expr) -> hir::Expr {
        if body.head(&value.ty) == Ty::Never {
            return value;
        }
        self.all_diverge = false;
        match &self.ty {
            Some(ty) => {
                let because =
                    self.from.map(|span| (span, "expected because of this branch".to_owned()));
                let ty = ty.clone();
                body.coerce(value, &ty, because)
            }
            None => {
                self.ty = Some(value.ty.clone());
                self.from = Some(crate::rust::check::typing::coerce::tail(&value).span);
                value
            }
        }
    }

    fn finish(self) -> Ty {
        match self.ty {
            Some(ty) if !self.all_diverge => ty,
            _ => Ty::Never,
        }
    }
}

impl Body<'_> {
    pub(crate) fn condition(&mut self, syntax: &Expr) -> hir::Expr {
        if let Expr::Assign(assign) = syntax {
            let span = spans::bytes(assign.eq_token.span);
            self.expr(&assign.left, &Expect::None);
            self.expr(&assign.right, &Expect::None);
            return self.error(
                Diagnostic::new("expected a condition, found an assignment", span)
                    .label("`=` stores a value")
                    .help("compare with `==`"),
            );
        }
        self.bind_lets(syntax);
        self.expr_of_type(syntax, &Ty::Bool, None)
    }

    /// Declares what `if let` would declare, which is reported as a whole.
    fn bind_lets(&mut self, syntax: &Expr) {
        match syntax {
            Expr::Let(found) => self.bind_all(&found.pat),
            Expr::Binary(binary) => {
                self.bind_lets(&binary.left);
                self.bind_lets(&binary.right);
            }
            _ => {}
        }
    }

    /// `if`.
    pub(crate) fn if_expr(
        &mut self,
        syntax: &syn::ExprIf,
        expect: &Expect,
        span: Span,
    ) -> hir::Expr {
        self.with_rib(|body| body.if_inside(syntax, expect, span))
    }

    fn if_inside(&mut self, syntax: &syn::ExprIf, expect: &Expect, span: Span) -> hir::Expr {
        let condition = self.condition(&syntax.cond);
        let before = self.diverges;
        self.diverges = false;
        let Some((_, otherwise)) = &syntax.else_branch else {
            let then = self.block_as_value(&syntax.then_branch, &Expect::Has(Ty::UNIT));
            let then = match self.try_coerce(then, &Ty::UNIT) {
                Ok(then) => then,
                Err(then) => {
                    self.report_no_else(&then, syntax);
                    self.diverges = before;
                    return broken(span);
                }
            };
            self.diverges = before;
            return expr(ExprKind::If(Box::new(condition), Box::new(then), None), Ty::UNIT, span);
        };
        let mut join = Join::new(expect);
        let then = self.block_as_value(&syntax.then_branch, expect);
        let then = join.add(self, then);
        let then_diverges = std::mem::replace(&mut self.diverges, false);
        let hint = match (&join.ty, expect) {
            (Some(ty), Expect::None) => Expect::Hint(ty.clone()),
            _ => expect.clone(),
        };
        let otherwise = self.expr(otherwise, &hint);
        let otherwise = join.add(self, otherwise);
        self.diverges = before | (then_diverges & self.diverges);
        let kind = ExprKind::If(Box::new(condition), Box::new(then), Some(Box::new(otherwise)));
        expr(kind, join.finish(), span)
    }

    fn report_no_else(&mut self, then: &hir::Expr, syntax: &syn::ExprIf) {
        let shown = self.show(&then.ty);
        let value = crate::rust::check::typing::coerce::tail(then).span;
        let place = spans::bytes(syntax.if_token.span);
        self.report(
            Diagnostic::new(
                format!("`if` without `else` has no value, but this is `{shown}`"),
                value,
            )
            .label(format!("expected `()`, found `{shown}`"))
            .other(place, "this `if` has no `else`")
            .help("add `else { … }`, or a semicolon to drop the value"),
        );
    }

    /// `match`.
    pub(crate) fn match_expr(
        &mut self,
        syntax: &syn::ExprMatch,
        expect: &Expect,
        span: Span,
    ) -> hir::Expr {
        let value = self.expr(&syntax.expr, &Expect::None);
        let before = self.diverges;
        let ty = value.ty.clone();
        if let Ty::Slice(_) = self.head(&ty) {
            self.copied(&value);
        }
        if let Ty::Reference(..) = self.head(&ty) {
            let words = self.checker.quote(value.span).unwrap_or("x").to_owned();
            self.report(
                unsupported::unread("`match` on a reference", value.span)
                    .help(format!("match what it leads to: `match *{words} {{ … }}`")),
            );
        }
        let mut join = Join::new(expect);
        let mut arms = Vec::new();
        let mut all_diverge = true;
        for arm in &syntax.arms {
            self.diverges = false;
            let arm = self.with_rib(|body| body.arm(arm, &ty, expect, &mut join));
            all_diverge &= self.diverges;
            arms.push(arm);
        }
        self.diverges = before || (all_diverge && !arms.is_empty());
        let place = spans::to(spans::bytes(syntax.match_token.span), value.span);
        self.unfinished_matches.push(exhaustive::Unfinished {
            ty,
            arms: arms.iter().map(|arm| (arm.pattern.clone(), arm.guard.is_some())).collect(),
            span: place,
        });
        expr(ExprKind::Match(Box::new(value), arms), join.finish(), span)
    }

    fn arm(&mut self, syntax: &syn::Arm, ty: &Ty, expect: &Expect, join: &mut Join) -> Arm {
        let pattern = self.match_pattern(&syntax.pat, ty);
        let guard = syntax.guard.as_ref().map(|(_, guard)| self.condition(guard));
        self.diverges = false;
        let hint = match (&join.ty, expect) {
            (Some(ty), Expect::None) => Expect::Hint(ty.clone()),
            _ => expect.clone(),
        };
        let value = self.expr(&syntax.body, &hint);
        let body = join.add(self, value);
        Arm { pattern, guard, body }
    }
}
