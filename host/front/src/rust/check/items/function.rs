//! Functions: what callers see of them, and their bodies as a whole.

use crate::diagnostic::Diagnostic;
use crate::rust::check::body::Body;
use crate::rust::check::checker::{Checker, Param, Signature};
use crate::rust::check::items::kernel;
use crate::rust::check::syntax::spans;
use crate::rust::check::typing::written::Env;
use crate::rust::check::wording::unsupported;
use crate::rust::hir::{self, ExprKind, Statement};
use crate::rust::types::{Mutability, Ty};
use naga::Span;
use std::rc::Rc;
use syn::{FnArg, GenericParam, ReturnType};

impl Checker {
    /// Finds what callers need to know of a function.
    pub(crate) fn resolve_signature(&mut self, id: usize) {
        let syntax = self.functions[id].signature_syntax.clone();
        self.check_qualifiers(&syntax);
        let const_params = self.const_params(&syntax, id);
        let (scope, owner) = (self.functions[id].scope, self.functions[id].owner);
        let mut params = Vec::new();
        let mut has_self = false;
        for input in &syntax.inputs {
            let mut env = Env { scope, owner, const_params: &const_params, infer: None };
            match input {
                FnArg::Receiver(receiver) => {
                    has_self = true;
                    let span = spans::of(receiver);
                    params.push(Param { ty: self.receiver(receiver, owner, span), span });
                }
                FnArg::Typed(typed) => {
                    let ty = self.ty(&typed.ty, &mut env);
                    params.push(Param { ty, span: spans::of(typed.ty.as_ref()) });
                }
            }
        }
        let (result, result_span) = match &syntax.output {
            ReturnType::Default => (Ty::UNIT, None),
            ReturnType::Type(_, ty) => {
                let mut env = Env { scope, owner, const_params: &const_params, infer: None };
                (self.ty(ty, &mut env), Some(spans::of(ty.as_ref())))
            }
        };
        let signature = Rc::new(Signature {
            const_params: Rc::new(const_params),
            params,
            result,
            result_span,
            has_self,
            is_unsafe: syntax.unsafety.is_some(),
        });
        self.functions[id].signature = Some(signature.clone());
        if self.functions[id].is_kernel {
            kernel::check(self, id, &signature);
        }
    }

    fn check_qualifiers(&mut self, syntax: &syn::Signature) {
        if let Some(token) = &syntax.asyncness {
            let span = spans::bytes(token.span);
            self.report(
                unsupported::impossible("`async`", span)
                    .note("a thread of a GPU runs until it is done")
                    .help("leave `async` out"),
            );
        }
        if let Some(abi) = &syntax.abi {
            let span = spans::of(abi);
            self.report(
                unsupported::unread("`extern` functions", span)
                    .help("mark the kernel with `#[kernel]` and leave `extern` out"),
            );
        }
        if let Some(variadic) = &syntax.variadic {
            self.report(unsupported::unread("variadic functions", spans::of(variadic)));
        }
        if let Some(clause) = &syntax.generics.where_clause {
            let span = spans::bytes(clause.where_token.span);
            self.report(unsupported::unread("`where`", span).help("name the types themselves"));
        }
    }

    fn const_params(&mut self, syntax: &syn::Signature, id: usize) -> Vec<hir::ConstParam> {
        let (scope, owner) = (self.functions[id].scope, self.functions[id].owner);
        let mut params = Vec::new();
        for param in &syntax.generics.params {
            match param {
                GenericParam::Lifetime(_) => {}
                GenericParam::Type(param) => {
                    let name = param.ident.to_string();
                    let span = spans::bytes(param.ident.span());
                    self.report(
                        unsupported::unread("generics over types", span)
                            .note("`const` parameters are read: `fn f<const N: usize>()`")
                            .help(format!("write the type that `{name}` stands for")),
                    );
                    // Uses of the name are no news.
                    let scope = self.open_scope(self.functions[id].scope);
                    self.silence_name(scope, &name);
                    self.functions[id].scope = scope;
                }
                GenericParam::Const(param) => {
                    let ty = self.ty(&param.ty, &mut Env::items(scope, owner));
                    if !matches!(ty, Ty::Int(_) | Ty::Bool | Ty::Error) {
                        let shown = self.show(&ty);
                        let span = spans::of(&param.ty);
                        self.report(
                            Diagnostic::new(
                                format!("`{shown}` cannot be the type of a const parameter"),
                                span,
                            )
                            .label("only integers and `bool` can"),
                        );
                    }
                    params.push(hir::ConstParam { name: param.ident.to_string(), ty });
                }
            }
        }
        params
    }

    fn receiver(&mut self, receiver: &syn::Receiver, owner: Option<usize>, span: Span) -> Ty {
        let Some(owner) = owner else {
            self.report(
                Diagnostic::new("`self` is only known in methods", span)
                    .label("this function is in no `impl`")
                    .help("give the parameter a name and a type"),
            );
            return Ty::Error;
        };
        if receiver.colon_token.is_some() {
            self.report(
                unsupported::unread("`self` with a type", span)
                    .help("write `self`, `&self` or `&mut self`"),
            );
            return Ty::Error;
        }
        match (&receiver.reference, &receiver.mutability) {
            (None, _) => {
                self.need_copy(owner, span);
                Ty::Struct(owner)
            }
            (Some(_), None) => Ty::reference(Mutability::Const, Ty::Struct(owner)),
            (Some(_), Some(_)) => Ty::reference(Mutability::Mut, Ty::Struct(owner)),
        }
    }

    /// Checks the body of a function.
    pub(crate) fn check_function(&mut self, id: usize) {
        if self.functions[id].signature.is_none() {
            self.resolve_signature(id);
        }
        let Some(signature) = self.functions[id].signature.clone() else { return };
        let item = &self.functions[id];
        let (scope, owner, block) = (item.scope, item.owner, item.block.clone());
        let syntax = item.signature_syntax.clone();
        let mut body = Body::new(self, scope, owner, signature.const_params.clone());
        body.function = Some(id);
        body.is_unsafe = signature.is_unsafe;
        body.result = Some((signature.result.clone(), signature.result_span));
        let taken_apart = body.declare_params(&syntax, &signature);
        let mut value = body.function_body(&block, &signature);
        if !taken_apart.is_empty() {
            let (ty, span) = (value.ty.clone(), value.span);
            let block = hir::Block { statements: taken_apart, value: Some(Box::new(value)) };
            value = hir::Expr { kind: ExprKind::Block(None, block), ty, span };
        }
        let (value, locals) = body.finish(value);
        let checked = hir::Function {
            name: self.functions[id].name.clone(),
            is_kernel: self.functions[id].is_kernel,
            const_params: signature.const_params.to_vec(),
            params: signature.params.len(),
            result: signature.result.clone(),
            locals,
            body: value,
            span: self.functions[id].span,
        };
        self.functions[id].checked = Some(checked);
    }
}

impl Body<'_> {
    /// Declares the parameters; those that are patterns are taken apart by the
    /// statements that this returns.
    fn declare_params(&mut self, syntax: &syn::Signature, signature: &Signature) -> Vec<Statement> {
        let mut patterns = Vec::new();
        for (input, param) in syntax.inputs.iter().zip(&signature.params) {
            match input {
                FnArg::Receiver(receiver) => {
                    let is_mutable = receiver.mutability.is_some() && receiver.reference.is_none();
                    let span = spans::bytes(receiver.self_token.span);
                    self.declare("self", param.ty.clone(), is_mutable, span);
                }
                FnArg::Typed(typed) => match typed.pat.as_ref() {
                    syn::Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => {
                        let span = spans::bytes(pat.ident.span());
                        let is_mutable = pat.mutability.is_some();
                        let name = pat.ident.to_string();
                        if self.is_known_param(&name) {
                            let message = format!("the name `{name}` is given to two parameters");
                            let help = "give one of them another name";
                            self.report(Diagnostic::new(message, span).help(help));
                        }
                        self.declare(&name, param.ty.clone(), is_mutable, span);
                    }
                    pattern => {
                        let span = spans::of(pattern);
                        let id = self.declare("", param.ty.clone(), false, span);
                        patterns.push((pattern, id, param.ty.clone(), span));
                    }
                },
            }
        }
        let mut statements = Vec::new();
        for (pattern, id, ty, span) in patterns {
            if matches!(pattern, syn::Pat::Wild(_)) {
                continue;
            }
            let pattern = self.let_pattern(pattern, &ty);
            let value = hir::Expr { kind: ExprKind::Local(id), ty, span };
            statements.push(Statement::Let(pattern, Some(value), span));
        }
        statements
    }

    fn function_body(&mut self, block: &syn::Block, signature: &Signature) -> hir::Expr {
        let expected = signature.result.clone();
        let value =
            self.block_as_value(block, &crate::rust::check::body::Expect::Has(expected.clone()));
        self.coerce_result(value, &expected, block, signature.result_span)
    }
}
