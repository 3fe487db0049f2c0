//! Closures, and functions by name where something to call is wanted.

use crate::body::{Body, Expect, Found, OpenClosure, broken, expr};
use crate::checker::{ClosureItem, Def};
use crate::expressions::generic_call::Arg;
use crate::names::library::Entry;
use crate::syntax::spans;
use crate::typing::infer::TyVarKind;
use naga::Span;
use std::rc::Rc;
use syn::{Expr, Pat, ReturnType};
use warpbench_codes::{E0057, E0618};
use warpbench_hir::types::{ClosureId, Ty};
use warpbench_hir::{self as hir, Closure, ExprKind};
use warpbench_source::diagnostic::Diagnostic;

impl Body<'_> {
    /// `|x| …`. What its surroundings give it and want of it may be known.
    pub(crate) fn closure(
        &mut self,
        syntax: &syn::ExprClosure,
        inputs: Option<&[Ty]>,
        output: Option<&Ty>,
        span: Span,
    ) -> hir::Expr {
        if let Some(token) = &syntax.asyncness {
            let place = spans::bytes(token.span);
            return self.error(crate::wording::unsupported::impossible("`async`", place));
        }
        let first = self.locals.len();
        self.closures.push(OpenClosure { first, captured: Vec::new(), returns: false });
        let targets = std::mem::take(&mut self.flow.targets);
        let result_before = self.result.take();
        let diverges = std::mem::replace(&mut self.flow.diverges, false);
        // What is in a closure happens when it is called, wherever it is made.
        let is_constant = std::mem::replace(&mut self.role.is_constant, false);
        let is_const = std::mem::replace(&mut self.role.is_const, false);
        let result = match &syntax.output {
            ReturnType::Type(_, ty) => {
                let written = self.written_ty(ty);
                // What is written says what is wanted, before anything else is read.
                if let Some(output) = output {
                    self.same_type(&written, output, spans::of(ty.as_ref()));
                }
                written
            }
            ReturnType::Default => match output {
                Some(ty) => ty.clone(),
                None => self.fresh(TyVarKind::Any, span),
            },
        };
        let result_span = match &syntax.output {
            ReturnType::Type(_, ty) => Some(spans::of(ty.as_ref())),
            ReturnType::Default => None,
        };
        self.result = Some((result.clone(), result_span));
        let (patterns, params, body) = self.with_rib(|body| {
            let (mut patterns, mut params) = (Vec::new(), Vec::new());
            for (at, pat) in syntax.inputs.iter().enumerate() {
                let given = inputs.and_then(|inputs| inputs.get(at));
                let (pat, ty) = match pat {
                    Pat::Type(typed) => {
                        let ty = body.written_ty(&typed.ty);
                        if let Some(given) = given {
                            body.same_type(&ty, given, spans::of(typed.ty.as_ref()));
                        }
                        (typed.pat.as_ref(), ty)
                    }
                    pat => match given {
                        Some(given) => (pat, given.clone()),
                        None => (pat, body.fresh(TyVarKind::Any, spans::of(pat))),
                    },
                };
                patterns.push(body.let_pattern(pat, &ty));
                params.push(ty);
            }
            let value = body.expr(&syntax.body, &Expect::Has(result.clone()));
            body.copied(&value);
            let value = body.coerce(value, &result, None);
            (patterns, params, value)
        });
        self.result = result_before;
        self.flow.targets = targets;
        self.flow.diverges = diverges;
        self.role.is_constant = is_constant;
        self.role.is_const = is_const;
        let Some(open) = self.closures.pop() else { return broken(span) };
        let id = self.checker.closures.len();
        self.checker.closures.push(ClosureItem { params, result, span });
        self.closure_types.own.push(id);
        if open.captured.is_empty() && !self.is_in_library() {
            self.note_pointable(id, syntax);
        }
        let closure = Closure {
            id,
            params: patterns,
            body,
            is_move: syntax.capture.is_some(),
            captured: open.captured,
            returns: open.returns,
        };
        expr(ExprKind::Closure(Rc::new(closure)), Ty::Closure(id), span)
    }

    /// Something to call that stands where it is wanted: a closure, or the name
    /// of a function, which is a closure that does nothing but call it.
    pub(crate) fn callable(
        &mut self,
        syntax: &Expr,
        inputs: &[Ty],
        output: Option<&Ty>,
    ) -> Option<hir::Expr> {
        let span = spans::of_expr(syntax);
        match syntax {
            Expr::Paren(paren) => self.callable(&paren.expr, inputs, output),
            Expr::Closure(closure) => Some(self.closure(closure, Some(inputs), output, span)),
            Expr::Path(path) if self.names_function(path) => {
                let closure = closure_around(path, inputs.len())?;
                Some(self.closure(&closure, Some(inputs), output, span))
            }
            _ => None,
        }
    }

    /// A function by name where a value stands: a closure around it.
    pub(crate) fn function_value(&mut self, path: &syn::ExprPath, count: usize) -> hir::Expr {
        let span = spans::of(path);
        match closure_around(path, count) {
            Some(closure) => self.closure(&closure, None, None, span),
            None => broken(span),
        }
    }

    /// Whether a path names a function, a variant or a structure to be made.
    fn names_function(&mut self, path: &syn::ExprPath) -> bool {
        if path.qself.is_some() || path.path.segments.len() > 1 {
            return true;
        }
        let Some(name) = path.path.get_ident().map(ToString::to_string) else { return true };
        match self.find_value(&name) {
            Some(Found::Local(_) | Found::ConstParam(_)) => false,
            Some(Found::Item(def)) => matches!(
                def,
                Def::Function(_) | Def::Variant(..) | Def::Library(Entry::Function(_))
            ),
            None => true,
        }
    }

    /// A call of a closure.
    pub(crate) fn call_closure(
        &mut self,
        callee: hir::Expr,
        id: ClosureId,
        arguments: Vec<Arg<'_>>,
        span: Span,
    ) -> hir::Expr {
        self.at_run_time("a closure", span);
        let item = self.checker.closures[id].clone();
        if item.params.len() != arguments.len() {
            let found = arguments.len();
            self.check_args(arguments);
            let declared = (!self.is_in_library()).then_some(item.span);
            self.report_count(E0057, "this closure", &item.params, found, span, declared);
            return expr(ExprKind::Error, item.result, span);
        }
        let mut checked = Vec::new();
        for (argument, ty) in arguments.into_iter().zip(&item.params) {
            let value = match argument {
                Arg::Syntax(syntax) => self.expr_of_type(syntax, ty, None),
                Arg::Checked(value) => self.coerce(value, ty, None),
            };
            self.copied(&value);
            checked.push(value);
        }
        expr(ExprKind::CallClosure(Box::new(callee), checked), item.result, span)
    }

    /// Whether the body is one of the library.
    pub(crate) fn is_in_library(&self) -> bool {
        self.function.is_some_and(|id| {
            let item = self.checker.made.functions[id].item;
            self.checker.functions[item].is_library
        })
    }

    /// Says that something cannot be called.
    pub(crate) fn report_not_called(&mut self, callee: &hir::Expr) -> hir::Expr {
        let shown = self.show(&callee.ty);
        let message = format!("expected a function, found `{shown}`");
        self.error(Diagnostic::new(E0618, message, callee.span).label("called here"))
    }
}

/// `|a, b| path(a, b)`.
fn closure_around(path: &syn::ExprPath, count: usize) -> Option<syn::ExprClosure> {
    let span = path.path.segments.last()?.ident.span();
    let names: Vec<syn::Ident> =
        (0..count).map(|at| syn::Ident::new(&format!("argument_{at}"), span)).collect();
    let inputs = names.iter().map(|ident| {
        Pat::Ident(syn::PatIdent {
            attrs: Vec::new(),
            by_ref: None,
            mutability: None,
            ident: ident.clone(),
            subpat: None,
        })
    });
    let arguments = names.iter().map(|ident| {
        Expr::Path(syn::ExprPath {
            attrs: Vec::new(),
            qself: None,
            path: syn::Path::from(ident.clone()),
        })
    });
    let call = syn::ExprCall {
        attrs: Vec::new(),
        func: Box::new(Expr::Path(path.clone())),
        paren_token: syn::token::Paren(span),
        args: arguments.collect(),
    };
    Some(syn::ExprClosure {
        attrs: Vec::new(),
        lifetimes: None,
        constness: None,
        movability: None,
        asyncness: None,
        capture: None,
        or1_token: syn::Token![|](span),
        inputs: inputs.collect(),
        or2_token: syn::Token![|](span),
        output: ReturnType::Default,
        body: Box::new(Expr::Call(call)),
    })
}
