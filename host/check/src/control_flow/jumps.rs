//! `break`, `continue` and `return`.

use crate::body::{Body, Expect, expr};
use crate::syntax::spans;
use crate::typing::coerce::Because;
use crate::wording::suggest;
use naga::Span;
use syn::Lifetime;
use warpbench_codes::{E0069, E0268, E0308, E0426, E0571, E0572, E0696};
use warpbench_hir::types::Ty;
use warpbench_hir::{self as hir, ExprKind};
use warpbench_source::diagnostic::Diagnostic;

impl Body<'_> {
    fn find_target(&mut self, label: Option<&Lifetime>, word: &str, span: Span) -> Option<usize> {
        let found = match label {
            Some(label) => self
                .flow
                .targets
                .iter()
                .rposition(|target| target.name.as_deref() == Some(&label.ident.to_string())),
            None => self.flow.targets.iter().rposition(|target| target.is_loop),
        };
        if found.is_none() {
            let diagnostic = match label {
                Some(label) => {
                    let name = label.ident.to_string();
                    let place = spans::of(label);
                    let names: Vec<String> =
                        self.flow.targets.iter().filter_map(|target| target.name.clone()).collect();
                    let near = suggest::nearest(&name, names.iter().map(String::as_str));
                    let diagnostic = Diagnostic::new(
                        E0426,
                        format!("there is no loop `'{name}` around this"),
                        place,
                    );
                    match near {
                        Some(near) => {
                            diagnostic.help(format!("there is a similar name: `'{near}`"))
                        }
                        None => diagnostic,
                    }
                }
                None => Diagnostic::new(E0268, format!("`{word}` outside of a loop"), span)
                    .label("there is no loop around this")
                    .help("use `return` to leave the function"),
            };
            self.report(diagnostic);
        }
        found
    }

    /// `break`.
    pub(crate) fn break_expr(&mut self, syntax: &syn::ExprBreak, span: Span) -> hir::Expr {
        let place = spans::bytes(syntax.break_token.span);
        let Some(target) = self.find_target(syntax.label.as_ref(), "break", place) else {
            if let Some(value) = &syntax.expr {
                self.expr(value, &Expect::None);
            }
            return expr(ExprKind::Error, Ty::Never, span);
        };
        let (ty, id, takes_value) = (
            self.flow.targets[target].ty.clone(),
            self.flow.targets[target].id,
            self.flow.targets[target].takes_value,
        );
        self.flow.targets[target].is_left = true;
        let value = match &syntax.expr {
            Some(value) if takes_value => {
                let value = self.expr_of_type(value, &ty, None);
                self.copied(&value);
                Some(Box::new(value))
            }
            Some(value) => {
                let value = self.expr(value, &Expect::None);
                self.report(
                    Diagnostic::new(
                        E0571,
                        "`break` with a value in a loop that has none",
                        value.span,
                    )
                    .label("only `loop` and labelled blocks have a value")
                    .help("store the value in a variable before `break`"),
                );
                None
            }
            None => {
                if takes_value && !self.infer.unify(&ty, &Ty::UNIT) {
                    let shown = self.show(&ty);
                    self.report(
                        Diagnostic::new(E0308, "`break` without a value", place)
                            .label(format!("expected a value of type `{shown}`"))
                            .help("write `break value`"),
                    );
                }
                None
            }
        };
        expr(ExprKind::Break(id, value), Ty::Never, span)
    }

    /// `continue`.
    pub(crate) fn continue_expr(&mut self, syntax: &syn::ExprContinue, span: Span) -> hir::Expr {
        let place = spans::bytes(syntax.continue_token.span);
        match self.find_target(syntax.label.as_ref(), "continue", place) {
            Some(target) if !self.flow.targets[target].is_loop => {
                self.report(
                    Diagnostic::new(
                        E0696,
                        "`continue` needs a loop, and this names a block",
                        place,
                    )
                    .help("use `break` to leave the block"),
                );
                expr(ExprKind::Error, Ty::Never, span)
            }
            Some(target) => {
                let id = self.flow.targets[target].id;
                expr(ExprKind::Continue(id), Ty::Never, span)
            }
            None => expr(ExprKind::Error, Ty::Never, span),
        }
    }

    /// `return`.
    pub(crate) fn return_expr(&mut self, syntax: &syn::ExprReturn, span: Span) -> hir::Expr {
        let Some((ty, declared)) = self.result.clone() else {
            return self.error(Diagnostic::new(E0572, "`return` outside of a function", span));
        };
        if let Some(closure) = self.closures.last_mut() {
            closure.returns = true;
        }
        let value = match &syntax.expr {
            Some(value) => {
                let because = match declared {
                    Some(span) => Because::Result(span),
                    None => {
                        let name = self.item().map(|id| self.checker.functions[id].span);
                        Because::NoResult(name.unwrap_or(span))
                    }
                };
                let value = self.expr_of_type(value, &ty, Some(because));
                self.copied(&value);
                Some(Box::new(value))
            }
            None => {
                if !self.is_unit_or_open(&ty) {
                    let shown = self.show(&ty);
                    let diagnostic = Diagnostic::new(E0069, "`return` without a value", span)
                        .label(format!("expected a value of type `{shown}`"));
                    let diagnostic = match declared {
                        Some(place) => diagnostic.other(place, "because of this result type"),
                        None => diagnostic,
                    };
                    self.report(diagnostic);
                }
                None
            }
        };
        expr(ExprKind::Return(value), Ty::Never, span)
    }

    /// Whether a function may return without a value. That of a closure may not be known yet,
    /// and is then.
    fn is_unit_or_open(&mut self, ty: &Ty) -> bool {
        match self.head(ty) {
            Ty::Error => true,
            open @ Ty::Var(_) => self.infer.unify(&open, &Ty::UNIT),
            known => known.is_unit(),
        }
    }
}
