//! Branches and loops.

use crate::body::{Body, Expect, broken, expr};
use crate::expressions::place::root;
use crate::patterns::exhaustive;
use crate::patterns::value::Matched;
use crate::syntax::spans;
use crate::typing::coerce::Because;
use naga::Span;
use syn::Expr;
use warpbench_codes::{E0277, E0308, E0317};
use warpbench_hir::types::Ty;
use warpbench_hir::{self as hir, Arm, ExprKind, Pattern, PatternKind};
use warpbench_source::diagnostic::Diagnostic;

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
                let because = self
                    .from
                    .map(|span| Because::Other(span, "expected because of this branch".to_owned()));
                let ty = ty.clone();
                body.coerce(value, &ty, because)
            }
            None => {
                let value = body.among_functions(value);
                self.ty = Some(value.ty.clone());
                self.from = Some(crate::typing::coerce::tail(&value).span);
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
                Diagnostic::new(E0308, "expected a condition, found an assignment", span)
                    .label("`=` stores a value")
                    .help("compare with `==`"),
            );
        }
        self.expr_of_type(syntax, &Ty::Bool, None)
    }

    /// `let pattern = value` as a condition.
    pub(crate) fn let_condition(&mut self, syntax: &syn::ExprLet, span: Span) -> hir::Expr {
        let value = self.expr(&syntax.expr, &Expect::None);
        let matched = self.matched(value);
        let pattern = self.pattern_of(&syntax.pat, &matched);
        let value = matched.value;
        self.taken_apart(&pattern, &value);
        expr(ExprKind::Let(Box::new(pattern), Box::new(value)), Ty::Bool, span)
    }

    /// `value?`: the value that is there, or a return without one.
    pub(crate) fn question(
        &mut self,
        syntax: &syn::ExprTry,
        expect: &Expect,
        span: Span,
    ) -> hir::Expr {
        let hint = self.hint_for_question(&syntax.expr, expect, span);
        let value = self.expr(&syntax.expr, &hint);
        self.copied(&value);
        let place = spans::bytes(syntax.question_token.span);
        let ty = self.head(&value.ty);
        let names = |body: &Self, ty: &Ty| match body.head(ty) {
            Ty::Struct(id, arguments)
                if body.checker.structs[id].is_library
                    && is_tried(&body.checker.structs[id].hir.name) =>
            {
                Some((body.checker.structs[id].hir.name.clone(), id, arguments))
            }
            _ => None,
        };
        let Some((kind, id, arguments)) = names(self, &ty) else {
            if ty == Ty::Error {
                return broken(span);
            }
            let shown = self.show(&ty);
            return self.error(
                Diagnostic::new(E0277, format!("`?` cannot be used on a `{shown}`"), place)
                    .label("neither an `Option` nor a `Result` nor a `ControlFlow`")
                    .help("leave out the `?`"),
            );
        };
        let Some((result, declared)) = self.result.clone() else { return broken(span) };
        let open = match self.head(&result) {
            Ty::Var(_) => {
                let made = self.open_struct(id, place);
                self.infer.unify(&result, &made);
                Some((kind.clone(), id, self.member_arguments(&made)))
            }
            other => names(self, &other),
        };
        let fits = open.as_ref().is_some_and(|(other, ..)| *other == kind);
        let Some((_, _, outer)) = open.filter(|_| fits) else {
            let shown = self.show(&result);
            let diagnostic = Diagnostic::new(
                E0277,
                format!("`?` leaves a function that returns `{shown}`, not `{kind}`"),
                place,
            )
            .label(format!("there is no `{kind}` to return"));
            let diagnostic = match declared {
                Some(declared) => diagnostic.other(declared, "because of this result type"),
                None => diagnostic,
            };
            return self.error(
                diagnostic.help(format!("match on the value, or let the function return `{kind}`")),
            );
        };
        if let Some(closure) = self.closures.last_mut() {
            closure.returns = true;
        }
        // What goes on is the second of `ControlFlow`, what leaves is the first.
        let (good_at, bad_at) = if kind == "ControlFlow" { (1, 0) } else { (0, 1) };
        let inner = arguments.get(good_at).cloned().unwrap_or(Ty::Error);
        if kind == "ControlFlow" && matches!(value.kind, ExprKind::Variant(1, _)) {
            // `ControlFlow::Break(x)?` says nothing of what would go on.
            if let Ty::Var(_) = self.head(&inner) {
                self.infer.unify(&inner, &Ty::UNIT);
            }
        }
        let found = self.declare("", inner.clone(), false, span);
        let here = |kind, ty: &Ty| hir::Expr { kind, ty: ty.clone(), span };
        let bind =
            |id: usize, ty: &Ty| Pattern { kind: PatternKind::Bind(id), ty: ty.clone(), span };
        let fields = |variant: u32| {
            let variants = self.checker.structs[id].hir.variants.as_ref();
            variants.and_then(|v| v.get(variant as usize)).map_or(1, |v| v.first)
        };
        // `None` and `Some` of `Option`, `Ok` and `Err` of `Result`, `Continue` and
        // `Break` of `ControlFlow`.
        let (good, bad) = if kind == "Option" { (1, 0) } else { (0, 1) };
        let (good_field, bad_field) = (fields(good), fields(bad));
        let good_arm = Arm {
            pattern: Pattern {
                kind: PatternKind::Variant(good, vec![(good_field, bind(found, &inner))]),
                ty: ty.clone(),
                span,
            },
            guard: None,
            body: here(ExprKind::Local(found), &inner),
        };
        let (bad_parts, bad_value) = if kind == "Option" {
            (Vec::new(), Vec::new())
        } else {
            let from = arguments.get(bad_at).cloned().unwrap_or(Ty::Error);
            let to = outer.get(bad_at).cloned().unwrap_or(Ty::Error);
            let error = self.declare("", from.clone(), false, span);
            let value = expr(ExprKind::Local(error), from.clone(), span);
            let value = if self.infer.unify(&from, &to) || kind == "ControlFlow" {
                self.coerce(value, &to, None)
            } else {
                self.converted(value, &Expect::Has(to), span)
            };
            (vec![(bad_field, bind(error, &from))], vec![(bad_field, value)])
        };
        let made = expr(ExprKind::Variant(bad, bad_value), result.clone(), span);
        let bad_arm = Arm {
            pattern: Pattern { kind: PatternKind::Variant(bad, bad_parts), ty: ty.clone(), span },
            guard: None,
            body: expr(ExprKind::Return(Some(Box::new(made))), Ty::Never, span),
        };
        let arms = vec![good_arm, bad_arm];
        expr(ExprKind::Match(Box::new(value), arms), inner, span)
    }

    /// The arguments of a structure.
    fn member_arguments(&self, ty: &Ty) -> Vec<Ty> {
        match self.head(ty) {
            Ty::Struct(_, arguments) => arguments,
            _ => Vec::new(),
        }
    }

    /// Notes what a pattern does to the value that it takes apart: where it
    /// refers to parts of it, the value needs a place, where it takes them, they
    /// are copied.
    pub(crate) fn taken_apart(&mut self, pattern: &Pattern, value: &hir::Expr) {
        if refers(pattern) {
            if let Some(id) = root(value) {
                self.locals[id].is_borrowed = true;
            }
        } else if matches!(pattern.kind, PatternKind::Bind(_)) {
            self.copied(value);
        }
    }

    /// `if`.
    pub(crate) fn if_expr(
        &mut self,
        syntax: &syn::ExprIf,
        expect: &Expect,
        span: Span,
    ) -> hir::Expr {
        let Some((_, otherwise)) = &syntax.else_branch else {
            return self.with_rib(|body| body.if_without_else(syntax, span));
        };
        let mut join = Join::new(expect);
        let (condition, then, before) = self.with_rib(|body| {
            let condition = body.condition(&syntax.cond);
            let before = body.flow.diverges;
            body.flow.diverges = false;
            let then = body.block_as_value(&syntax.then_branch, expect);
            (condition, then, before)
        });
        let then = join.add(self, then);
        let then_diverges = std::mem::replace(&mut self.flow.diverges, false);
        let hint = match (&join.ty, expect) {
            (Some(ty), Expect::None) => Expect::Hint(ty.clone()),
            _ => expect.clone(),
        };
        let otherwise = self.expr(otherwise, &hint);
        let otherwise = join.add(self, otherwise);
        self.flow.diverges = before | (then_diverges & self.flow.diverges);
        let kind = ExprKind::If(Box::new(condition), Box::new(then), Some(Box::new(otherwise)));
        expr(kind, join.finish(), span)
    }

    fn if_without_else(&mut self, syntax: &syn::ExprIf, span: Span) -> hir::Expr {
        let condition = self.condition(&syntax.cond);
        let before = self.flow.diverges;
        self.flow.diverges = false;
        let then = self.block_as_value(&syntax.then_branch, &Expect::Has(Ty::UNIT));
        let then = match self.try_coerce(then, &Ty::UNIT) {
            Ok(then) => then,
            Err(then) => {
                self.report_no_else(&then, syntax);
                self.flow.diverges = before;
                return broken(span);
            }
        };
        self.flow.diverges = before;
        expr(ExprKind::If(Box::new(condition), Box::new(then), None), Ty::UNIT, span)
    }

    fn report_no_else(&mut self, then: &hir::Expr, syntax: &syn::ExprIf) {
        let shown = self.show(&then.ty);
        let value = crate::typing::coerce::tail(then).span;
        let place = spans::bytes(syntax.if_token.span);
        self.report(
            Diagnostic::new(
                E0317,
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
        let matched = self.matched(value);
        let before = self.flow.diverges;
        let ty = matched.value.ty.clone();
        let mut join = Join::new(expect);
        let mut arms = Vec::new();
        let mut all_diverge = true;
        for arm in &syntax.arms {
            self.flow.diverges = false;
            let arm = self.with_rib(|body| body.arm(arm, &matched, expect, &mut join));
            all_diverge &= self.flow.diverges;
            arms.push(arm);
        }
        let value = matched.value;
        self.flow.diverges = before || (all_diverge && !arms.is_empty());
        let place = spans::to(spans::bytes(syntax.match_token.span), value.span);
        self.waiting.matches.push(exhaustive::Unfinished {
            ty,
            arms: arms.iter().map(|arm| (arm.pattern.clone(), arm.guard.is_some())).collect(),
            span: place,
            is_let: false,
        });
        expr(ExprKind::Match(Box::new(value), arms), join.finish(), span)
    }

    fn arm(
        &mut self,
        syntax: &syn::Arm,
        matched: &Matched,
        expect: &Expect,
        join: &mut Join,
    ) -> Arm {
        let pattern = self.pattern_of(&syntax.pat, matched);
        self.taken_apart(&pattern, &matched.value);
        let guard = syntax.guard.as_ref().map(|(_, guard)| self.condition(guard));
        self.flow.diverges = false;
        let hint = match (&join.ty, expect) {
            (Some(ty), Expect::None) => Expect::Hint(ty.clone()),
            _ => expect.clone(),
        };
        let value = self.expr(&syntax.body, &hint);
        self.copied(&value);
        let body = join.add(self, value);
        Arm { pattern, guard, body }
    }
}

/// Whether a pattern declares variables that refer to parts of the value itself.
pub(crate) fn refers(pattern: &Pattern) -> bool {
    match &pattern.kind {
        PatternKind::BindRef(_) => true,
        PatternKind::At(own, inner) => refers(own) || refers(inner),
        PatternKind::Or(cases) => cases.iter().any(refers),
        PatternKind::Parts(parts) | PatternKind::Variant(_, parts) => {
            parts.iter().any(|(_, part)| refers(part))
        }
        PatternKind::Slice(before, middle, after) => {
            before.iter().chain(middle.as_deref()).chain(after).any(refers)
        }
        // What is behind a reference has its place elsewhere.
        PatternKind::Deref(_) => false,
        PatternKind::Any
        | PatternKind::Bind(_)
        | PatternKind::Value(_)
        | PatternKind::Range(..) => false,
    }
}

/// The types of the library that have a `?`.
fn is_tried(name: &str) -> bool {
    ["Option", "Result", "ControlFlow"].contains(&name)
}
