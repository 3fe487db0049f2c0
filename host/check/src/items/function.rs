//! Functions: what callers see of them, and their bodies as a whole.

use crate::body::Body;
use crate::checker::{Checker, Def, Generics, Param, ScopeId, Signature, Space, TypeParam};
use crate::items::kernel;
use crate::syntax::spans;
use crate::typing::written::{self, Env};
use crate::wording::unsupported;
use naga::Span;
use std::rc::Rc;
use syn::punctuated::Punctuated;
use syn::{FnArg, ReturnType, Type, TypeParamBound};
use warpbench_codes::{E0415, S0001};
use warpbench_hir::types::{Mutability, Ty};
use warpbench_hir::{self as hir, ExprKind, Statement};
use warpbench_source::diagnostic::Diagnostic;

impl Checker {
    /// Finds what callers need to know of a function.
    pub(crate) fn resolve_signature(&mut self, id: usize) {
        if self.functions[id].signature.is_some() {
            return;
        }
        let syntax = self.functions[id].signature_syntax.clone();
        self.check_qualifiers(&syntax);
        let outer = self.functions[id].outer.clone();
        let (mut generics, scope) =
            self.read_generics(&syntax.generics, &outer, self.functions[id].scope);
        self.functions[id].scope = scope;
        self.check_lifetimes(&syntax, scope);
        let mut params = Vec::new();
        let mut has_self = false;
        for input in &syntax.inputs {
            match input {
                FnArg::Receiver(receiver) => {
                    has_self = true;
                    let span = spans::of(receiver);
                    let ty = self.receiver(receiver, id, &generics.consts, span);
                    params.push(Param { ty, span });
                }
                FnArg::Typed(typed) => {
                    let ty = self.argument_ty(&typed.ty, &mut generics, scope);
                    params.push(Param { ty, span: spans::of(typed.ty.as_ref()) });
                }
            }
        }
        let ((result, opaque), result_span) = match &syntax.output {
            ReturnType::Default => ((Ty::UNIT, None), None),
            ReturnType::Type(_, ty) => {
                (self.result_ty(ty, &generics, scope), Some(spans::of(ty.as_ref())))
            }
        };
        self.read_bounds(&syntax.generics, &mut generics, scope);
        let mut signature = Signature {
            generics: Rc::new(generics),
            params,
            result,
            result_span,
            has_self,
            is_unsafe: syntax.unsafety.is_some(),
            opaque,
        };
        self.name_projections(id, &mut signature);
        let signature = Rc::new(signature);
        self.functions[id].signature = Some(signature.clone());
        if self.functions[id].is_kernel {
            kernel::check(self, id, &signature);
        }
    }

    /// The type of a parameter; `impl Trait` is a type parameter without a name. So is
    /// what `&dyn Trait` leads to: a kernel knows at every call which type that is.
    fn argument_ty(&mut self, ty: &Type, generics: &mut Generics, scope: ScopeId) -> Ty {
        match ty {
            Type::ImplTrait(syn::TypeImplTrait { bounds, .. }) => {
                self.nameless(bounds, generics, scope)
            }
            Type::Paren(paren) => self.argument_ty(&paren.elem, generics, scope),
            Type::Reference(reference) if has_nameless(&reference.elem) => {
                let to = match unwrapped(&reference.elem) {
                    Type::TraitObject(syn::TypeTraitObject { bounds, .. }) => {
                        self.nameless(bounds, generics, scope)
                    }
                    other => self.argument_ty(other, generics, scope),
                };
                Ty::reference(written::mutability(reference.mutability.is_some()), to)
            }
            other => {
                let consts = generics.consts.clone();
                let mut env = Env { scope, const_params: &consts, infer: None };
                self.ty(other, &mut env)
            }
        }
    }

    fn nameless(
        &mut self,
        bounds: &Punctuated<TypeParamBound, syn::Token![+]>,
        generics: &mut Generics,
        scope: ScopeId,
    ) -> Ty {
        let own = Ty::Param(generics.types.len() as u32);
        generics.types.push(TypeParam { name: String::new(), default: None });
        self.read_bounds_of(&own, bounds, generics, scope);
        own
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
        // How a function is called makes no difference where all calls are in the file.
        if let Some(abi) = &syntax.abi
            && let Some(name) = &abi.name
            && !matches!(name.value().as_str(), "C" | "Rust" | "ptx-kernel")
        {
            let what = format!("functions of the kind `extern \"{}\"`", name.value());
            self.report(
                unsupported::unread(&what, spans::of(abi))
                    .help("mark the kernel with `#[kernel]` and leave `extern` out"),
            );
        }
        if let Some(variadic) = &syntax.variadic {
            self.report(unsupported::unread("variadic functions", spans::of(variadic)));
        }
    }

    fn receiver(
        &mut self,
        receiver: &syn::Receiver,
        id: usize,
        consts: &[hir::ConstParam],
        span: Span,
    ) -> Ty {
        let scope = self.functions[id].scope;
        let own = self.find(scope, Space::Types, "Self");
        let (Some(Def::Type(owner)), true) = (own, self.functions[id].has_owner) else {
            self.report(
                Diagnostic::new(S0001, "`self` is only known in methods", span)
                    .label("this function is in no `impl`")
                    .help("give the parameter a name and a type"),
            );
            return Ty::Error;
        };
        if receiver.colon_token.is_some() {
            let mut env = Env { scope, const_params: consts, infer: None };
            return self.ty(&receiver.ty, &mut env);
        }
        match (&receiver.reference, &receiver.mutability) {
            (None, _) => owner,
            (Some(_), None) => Ty::reference(Mutability::Const, owner),
            (Some(_), Some(_)) => Ty::reference(Mutability::Mut, owner),
        }
    }
}

impl Body<'_> {
    /// Declares the parameters; those that are patterns are taken apart by the
    /// statements that this returns.
    pub(crate) fn declare_params(
        &mut self,
        syntax: &syn::Signature,
        params: &[Ty],
    ) -> Vec<Statement> {
        let mut patterns = Vec::new();
        for (input, param) in syntax.inputs.iter().zip(params) {
            match input {
                FnArg::Receiver(receiver) => {
                    let is_mutable = receiver.mutability.is_some() && receiver.reference.is_none();
                    let span = spans::bytes(receiver.self_token.span);
                    self.declare("self", param.clone(), is_mutable, span);
                }
                FnArg::Typed(typed) => match typed.pat.as_ref() {
                    syn::Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => {
                        let span = spans::bytes(pat.ident.span());
                        let is_mutable = pat.mutability.is_some();
                        let name = pat.ident.to_string();
                        if self.is_known_param(&name) {
                            let message = format!("the name `{name}` is given to two parameters");
                            let help = "give one of them another name";
                            self.report(Diagnostic::new(E0415, message, span).help(help));
                        }
                        self.declare(&name, param.clone(), is_mutable, span);
                    }
                    pattern => {
                        let span = spans::of(pattern);
                        let id = self.declare("", param.clone(), false, span);
                        patterns.push((pattern, id, param.clone(), span));
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
}

/// Whether a type is one of a parameter without a name.
fn has_nameless(ty: &Type) -> bool {
    matches!(unwrapped(ty), Type::ImplTrait(_) | Type::TraitObject(_))
}

/// A type without the parentheses around it.
fn unwrapped(ty: &Type) -> &Type {
    match ty {
        Type::Paren(paren) => unwrapped(&paren.elem),
        other => other,
    }
}
