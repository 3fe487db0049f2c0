//! Blocks and statements.

use crate::body::{Body, Expect, expr};
use crate::control_flow::alternatives::has_alternatives;
use crate::syntax::spans;
use crate::typing::coerce;
use crate::typing::coerce::Because;
use crate::typing::infer::TyVarKind;
use crate::wording::unsupported;
use naga::Span;
use syn::{Item, Stmt};
use warpbench_codes::E0308;
use warpbench_hir::types::{Len, Ty};
use warpbench_hir::{self as hir, ExprKind, Pattern, PatternKind, Statement};
use warpbench_source::diagnostic::Diagnostic;

impl Body<'_> {
    /// `{ … }` or `'a: { … }`.
    pub(crate) fn block_expr(
        &mut self,
        syntax: &syn::ExprBlock,
        expect: &Expect,
        span: Span,
    ) -> hir::Expr {
        let Some(label) = &syntax.label else {
            let mut value = self.block_as_value(&syntax.block, expect);
            value.span = span;
            return value;
        };
        let ty = match expect {
            Expect::Has(ty) => ty.clone(),
            _ => {
                let open = self.fresh(TyVarKind::Any, span);
                self.waiting.units.push(open.clone());
                open
            }
        };
        let id = self.new_label();
        self.flow.targets.push(crate::body::JumpTarget {
            name: Some(label.name.ident.to_string()),
            id,
            is_loop: false,
            takes_value: true,
            ty: ty.clone(),
            is_left: false,
        });
        let value = self.block_as_value(&syntax.block, &Expect::Has(ty.clone()));
        let is_left = self.flow.targets.pop().is_some_and(|target| target.is_left);
        let value = self.coerce(value, &ty, None);
        if is_left {
            self.flow.diverges = false;
        }
        let ty = if self.head(&value.ty) == Ty::Never && !is_left { Ty::Never } else { ty };
        match value.kind {
            ExprKind::Block(None, block) => expr(ExprKind::Block(Some(id), block), ty, span),
            kind => {
                let inner = hir::Expr { kind, ..value };
                let block = hir::Block { statements: Vec::new(), value: Some(Box::new(inner)) };
                expr(ExprKind::Block(Some(id), block), ty, span)
            }
        }
    }

    /// `unsafe { … }`.
    pub(crate) fn unsafe_block(
        &mut self,
        syntax: &syn::ExprUnsafe,
        expect: &Expect,
        span: Span,
    ) -> hir::Expr {
        let before = std::mem::replace(&mut self.role.is_unsafe, true);
        let mut value = self.block_as_value(&syntax.block, expect);
        self.role.is_unsafe = before;
        value.span = span;
        value
    }

    /// The statements of a block and its value.
    pub(crate) fn block_as_value(&mut self, block: &syn::Block, expect: &Expect) -> hir::Expr {
        let brace = block.brace_token.span;
        let span = spans::to(spans::bytes(brace.open()), spans::bytes(brace.close()));
        self.with_rib(|body| body.block_inside(block, expect, span))
    }

    fn block_inside(&mut self, block: &syn::Block, expect: &Expect, span: Span) -> hir::Expr {
        let items = block.stmts.iter().filter_map(|statement| match statement {
            Stmt::Item(item) => Some(item),
            _ => None,
        });
        if items.clone().next().is_some() {
            let items: Vec<&Item> = items.collect();
            self.enter_items(items);
        }
        let mut statements = Vec::new();
        let mut value = None;
        for (place, statement) in block.stmts.iter().enumerate() {
            let is_last = place + 1 == block.stmts.len();
            match statement {
                Stmt::Local(local) => self.let_statement(local, &mut statements),
                Stmt::Item(_) => {}
                // A semicolon by itself.
                Stmt::Expr(syn::Expr::Verbatim(tokens), Some(_)) if tokens.is_empty() => {}
                Stmt::Expr(syntax, None) if is_last => {
                    value = Some(self.tail(syntax, expect));
                }
                Stmt::Macro(call) if is_last && call.semi_token.is_none() => {
                    let span = spans::of(&call.mac);
                    value = Some(self.macro_call(&call.mac, span));
                }
                Stmt::Macro(call) => {
                    let span = spans::of(&call.mac);
                    let value = self.macro_call(&call.mac, span);
                    statements.push(Statement::Expr(value));
                }
                Stmt::Expr(syntax, None) => {
                    // `if c { … }` in the middle has nobody to take its value.
                    let value = self.expr_of_type(syntax, &Ty::UNIT, None);
                    statements.push(Statement::Expr(value));
                }
                Stmt::Expr(syntax, Some(_)) => {
                    let value = self.expr(syntax, &Expect::None);
                    self.copied(&value);
                    statements.push(Statement::Expr(value));
                }
            }
        }
        let ty = match &value {
            Some(value) => value.ty.clone(),
            None if self.flow.diverges => Ty::Never,
            None => Ty::UNIT,
        };
        let block = hir::Block { statements, value: value.map(Box::new) };
        expr(ExprKind::Block(None, block), ty, span)
    }

    fn tail(&mut self, syntax: &syn::Expr, expect: &Expect) -> hir::Expr {
        let value = self.expr(syntax, expect);
        self.copied(&value);
        // A coercion happens where the value is, not around the block.
        match expect {
            Expect::Has(ty) => self.try_coerce(value, ty).unwrap_or_else(|value| value),
            _ => value,
        }
    }

    /// What `let (x, y) = v.into();` says of the type: how many parts it has.
    fn shape_of(&mut self, pattern: &syn::Pat, value: &syn::Expr) -> Expect {
        let is_into = matches!(value, syn::Expr::MethodCall(call) if call.method == "into");
        let span = spans::of(pattern);
        match pattern {
            syn::Pat::Tuple(tuple) if is_into => {
                let parts = tuple.elems.iter().map(|_| self.fresh(TyVarKind::Any, span)).collect();
                Expect::Hint(Ty::Tuple(parts))
            }
            syn::Pat::Slice(slice) if is_into => {
                let element = self.fresh(TyVarKind::Any, span);
                Expect::Hint(Ty::Array(Box::new(element), Len::Known(slice.elems.len() as u32)))
            }
            _ => Expect::None,
        }
    }

    fn let_statement(&mut self, syntax: &syn::Local, statements: &mut Vec<Statement>) {
        let span =
            spans::to(spans::bytes(syntax.let_token.span), spans::bytes(syntax.semi_token.span));
        let (pattern, written) = match &syntax.pat {
            syn::Pat::Type(typed) => {
                let ty = self.written_ty(&typed.ty);
                (typed.pat.as_ref(), Some((ty, spans::of(typed.ty.as_ref()))))
            }
            pattern => (pattern, None),
        };
        let Some(init) = &syntax.init else {
            return self.let_without_value(pattern, written, span, statements);
        };
        let value = match &written {
            Some((ty, place)) => {
                let because = Some(Because::Other(*place, "expected because of this".to_owned()));
                self.expr_of_type(&init.expr, ty, because)
            }
            None => {
                let expect = self.shape_of(pattern, &init.expr);
                self.expr(&init.expr, &expect)
            }
        };
        let is_refutable = init.diverge.is_some() && written.is_none();
        if let Ty::Slice(_) = self.head(&value.ty)
            && !is_refutable
        {
            self.copied(&value);
        }
        let ty = match written {
            Some((ty, _)) => ty,
            None => value.ty.clone(),
        };
        if let Ty::Slice(_) = self.head(&ty)
            && !is_refutable
        {
            self.bind_all(pattern);
            return;
        }
        if let Some((_, otherwise)) = &init.diverge {
            let before = self.flow.diverges;
            let otherwise = self.expr_of_type(otherwise, &Ty::Never, None);
            self.flow.diverges = before;
            let (pattern, value) = if is_refutable {
                let matched = self.matched(value);
                (self.pattern_of(pattern, &matched), matched.value)
            } else {
                (self.match_pattern(pattern, &ty), value)
            };
            self.taken_apart(&pattern, &value);
            statements.push(Statement::LetElse(pattern, value, otherwise, span));
            return;
        }
        if has_alternatives(pattern) {
            statements.push(self.let_alternatives(pattern, value, span));
            return;
        }
        let pattern = self.let_pattern(pattern, &ty);
        self.taken_apart(&pattern, &value);
        statements.push(Statement::Let(pattern, Some(value), span));
    }

    fn let_without_value(
        &mut self,
        pattern: &syn::Pat,
        written: Option<(Ty, Span)>,
        span: Span,
        statements: &mut Vec<Statement>,
    ) {
        let ty = match written {
            Some((ty, _)) => ty,
            None => self.fresh(TyVarKind::Any, spans::of(pattern)),
        };
        match pattern {
            syn::Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => {
                let place = spans::bytes(pat.ident.span());
                let name = pat.ident.to_string();
                let id = self.declare(&name, ty.clone(), true, place);
                if pat.mutability.is_none() {
                    self.variables.deferred.push(id);
                }
                let pattern = Pattern { kind: PatternKind::Bind(id), ty, span: place };
                statements.push(Statement::Let(pattern, None, span));
            }
            syn::Pat::Wild(_) => {}
            other => {
                self.report(
                    unsupported::unread("this pattern without a value", spans::of(other))
                        .help("declare the variables one by one"),
                );
                self.bind_all(other);
            }
        }
    }

    /// Makes the value of a function's body what the function returns.
    pub(crate) fn coerce_result(
        &mut self,
        value: hir::Expr,
        expected: &Ty,
        block: &syn::Block,
        result_span: Option<Span>,
    ) -> hir::Expr {
        let value = match self.try_coerce(value, expected) {
            Ok(value) => return value,
            Err(value) => value,
        };
        let found = coerce::tail(&value);
        let ends_early = matches!(found.kind, ExprKind::Block(_, hir::Block { value: None, .. }));
        let (Some(result_span), true) = (result_span, ends_early) else {
            let because = match result_span {
                Some(span) => Because::Result(span),
                None => {
                    let span = self.item().map(|id| self.checker.functions[id].span);
                    Because::NoResult(span.unwrap_or(value.span))
                }
            };
            self.report_mismatch(&value, expected, Some(because));
            return value;
        };
        let shown = self.show(expected);
        let diagnostic = Diagnostic::new(E0308, "mismatched types", result_span)
            .label(format!("expected `{shown}`, but the body ends without a value"));
        let diagnostic = match block.stmts.last() {
            Some(Stmt::Expr(_, Some(semicolon))) => {
                let place = spans::bytes(semicolon.span);
                let fits = self.fits_result(&value, expected);
                if fits {
                    diagnostic
                        .other(place, "remove this semicolon to return the value")
                        .help("end the body with the value, without a semicolon")
                } else {
                    diagnostic.help("end the body with the value, without a semicolon")
                }
            }
            _ => diagnostic.help("end the body with the value, without a semicolon"),
        };
        self.report(diagnostic);
        value
    }

    /// Whether the last statement has the value that is missing.
    fn fits_result(&mut self, body: &hir::Expr, expected: &Ty) -> bool {
        match &body.kind {
            ExprKind::Block(_, hir::Block { statements, value: None }) => match statements.last() {
                Some(Statement::Expr(last)) => {
                    let ty = last.ty.clone();
                    self.head(&ty) != Ty::Error && self.infer.unify(&ty, expected)
                }
                _ => false,
            },
            _ => false,
        }
    }
}
