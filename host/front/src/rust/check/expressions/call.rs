//! Calls of functions.

use crate::diagnostic::Diagnostic;
use crate::rust::check::body::{Body, Expect, Found, broken, expr};
use crate::rust::check::checker::{Def, Signature, Space};
use crate::rust::check::expressions::number_methods;
use crate::rust::check::names::library::{self, Entry, Returned};
use crate::rust::check::syntax::spans;
use crate::rust::check::typing::infer::TyVarKind;
use crate::rust::check::typing::written;
use crate::rust::check::wording::unsupported;
use crate::rust::hir::{self, ExprKind};
use crate::rust::types::Ty;
use naga::Span;
use syn::{Expr, GenericArgument};

impl Body<'_> {
    /// `f(a, b)`.
    pub(crate) fn call(&mut self, syntax: &syn::ExprCall, span: Span) -> hir::Expr {
        let arguments: Vec<&Expr> = syntax.args.iter().collect();
        let mut function = syntax.func.as_ref();
        while let Expr::Paren(paren) = function {
            function = &paren.expr;
        }
        let Expr::Path(path) = function else {
            let callee = self.expr(function, &Expect::None);
            self.check_all(&arguments);
            if matches!(callee.ty, Ty::Error) {
                return broken(span);
            }
            let shown = self.show(&callee.ty);
            let message = format!("expected a function, found `{shown}`");
            return self.error(Diagnostic::new(message, callee.span).label("called here"));
        };
        let place = spans::of(&path.path);
        let Some(last) = path.path.segments.last() else { return broken(span) };
        if path.path.segments.len() == 1 {
            let name = last.ident.to_string();
            return match self.find_value(&name) {
                Some(Found::Item(def)) => self.call_def(&name, def, last, &arguments, span),
                Some(Found::Local(id)) if self.head(&self.locals[id].ty) == Ty::Error => {
                    self.check_all(&arguments);
                    broken(span)
                }
                Some(Found::Local(_) | Found::ConstParam(_)) => {
                    self.check_all(&arguments);
                    let message = format!("expected a function, found the variable `{name}`");
                    self.error(Diagnostic::new(message, place).label("called here"))
                }
                None => self.call_type(&name, path, &arguments, span),
            };
        }
        if let Some((owner, name)) = self.owner_of(&path.path) {
            return self.call_member(&owner, &name, last, &arguments, span);
        }
        let name = last.ident.to_string();
        match self.checker.find_path(self.scope, Space::Values, &path.path) {
            Some(def) => self.call_def(&name, def, last, &arguments, span),
            None => broken(span),
        }
    }

    /// A name that is no value: the constructor of a structure, or unknown.
    fn call_type(
        &mut self,
        name: &str,
        path: &syn::ExprPath,
        arguments: &[&Expr],
        span: Span,
    ) -> hir::Expr {
        let place = spans::of(&path.path);
        let def = match name {
            "Self" => self.owner.map(Def::Struct),
            _ => self.checker.find(self.scope, Space::Types, name),
        };
        if let Some(Def::Struct(id)) = def {
            if self.checker.structs[id].is_tuple {
                let fields = &self.checker.structs[id].hir.fields;
                let types: Vec<Ty> = fields.iter().map(|field| field.ty.clone()).collect();
                let values = self.arguments(&format!("`{name}`"), &types, arguments, place, None);
                let values = values.into_iter().enumerate();
                let values = values.map(|(place, value)| (place as u32, value)).collect();
                return expr(ExprKind::Struct(values), Ty::Struct(id), span);
            }
            self.check_all(arguments);
            return self.error(
                Diagnostic::new(format!("`{name}` is a structure with named fields"), place)
                    .help(format!("write `{name} {{ … }}`")),
            );
        }
        self.check_all(arguments);
        if number_methods::is_method(name) {
            return self.error(
                Diagnostic::new(format!("cannot find function `{name}` in this scope"), place)
                    .label("not a function of its own")
                    .help(format!("it is a method of numbers: `x.{name}(…)`")),
            );
        }
        self.unknown_value(name, place)
    }

    /// Checks arguments for what is wrong in them, where there is no function.
    pub(crate) fn check_all(&mut self, arguments: &[&Expr]) {
        for argument in arguments {
            self.expr(argument, &Expect::None);
        }
    }

    fn call_def(
        &mut self,
        name: &str,
        def: Def,
        last: &syn::PathSegment,
        arguments: &[&Expr],
        span: Span,
    ) -> hir::Expr {
        let place = spans::bytes(last.ident.span());
        match def {
            Def::Function(id) => self.call_function(id, last, None, arguments, span),
            Def::Library(Entry::Function(function)) => {
                self.call_library(name, &function, last, arguments, span)
            }
            Def::Library(Entry::SizeOf) => self.size_of(last, span),
            Def::Library(Entry::Unread(what, note, help)) => {
                self.check_all(arguments);
                self.error(unsupported::unread(what, place).note(note).help(help))
            }
            Def::Error => {
                self.check_all(arguments);
                broken(span)
            }
            _ => {
                self.check_all(arguments);
                let message = format!("expected a function, found `{name}`");
                self.error(Diagnostic::new(message, place).label("called here"))
            }
        }
    }

    pub(crate) fn arguments(
        &mut self,
        what: &str,
        params: &[Ty],
        arguments: &[&Expr],
        place: Span,
        declared: Option<Span>,
    ) -> Vec<hir::Expr> {
        if params.len() != arguments.len() {
            self.check_all(arguments);
            self.report_count(what, params, arguments.len(), place, declared);
            return Vec::new();
        }
        arguments
            .iter()
            .zip(params)
            .map(|(argument, ty)| self.expr_of_type(argument, ty, None))
            .collect()
    }

    pub(crate) fn report_count(
        &mut self,
        what: &str,
        params: &[Ty],
        found: usize,
        place: Span,
        declared: Option<Span>,
    ) {
        let plural = |count: usize| if count == 1 { "argument" } else { "arguments" };
        let (wanted, were) = (params.len(), if found == 1 { "was" } else { "were" });
        let message =
            format!("{what} takes {wanted} {} but {found} {were} supplied", plural(wanted));
        let mut diagnostic = Diagnostic::new(message, place);
        if let Some(declared) = declared {
            diagnostic = diagnostic.other(declared, "declared here");
        }
        if !params.is_empty() {
            let types: Vec<String> =
                params.iter().map(|ty| format!("`{}`", self.show(ty))).collect();
            diagnostic = diagnostic.help(format!("it takes {}", types.join(", ")));
        }
        self.report(diagnostic);
    }

    /// A call of a function of the file; `receiver` is what a method is called
    /// on.
    pub(crate) fn call_function(
        &mut self,
        id: usize,
        last: &syn::PathSegment,
        receiver: Option<hir::Expr>,
        arguments: &[&Expr],
        span: Span,
    ) -> hir::Expr {
        let place = spans::bytes(last.ident.span());
        if self.is_constant {
            self.check_all(arguments);
            return self.error(
                unsupported::unread("calls in constants", place)
                    .help("compute the value where it is used"),
            );
        }
        if self.checker.functions[id].signature.is_none() {
            self.checker.resolve_signature(id);
        }
        let (name, declared) =
            (self.checker.functions[id].name.clone(), self.checker.functions[id].span);
        let Some(signature) = self.checker.functions[id].signature.clone() else {
            return broken(span);
        };
        if self.checker.functions[id].is_kernel {
            self.report(
                Diagnostic::new(format!("kernel `{name}` cannot be called"), place)
                    .label("only the host launches a kernel")
                    .other(declared, "declared here")
                    .help("put what both need into a function without `#[kernel]`"),
            );
        }
        if signature.is_unsafe {
            self.need_unsafe(&format!("calling the unsafe function `{name}`"), span);
        }
        if let Some(caller) = self.function {
            self.checker.calls.push((caller, id, place));
        }
        self.finish_call(id, &signature, last, receiver, arguments, span)
    }

    fn finish_call(
        &mut self,
        id: usize,
        signature: &Signature,
        last: &syn::PathSegment,
        receiver: Option<hir::Expr>,
        arguments: &[&Expr],
        span: Span,
    ) -> hir::Expr {
        let place = spans::bytes(last.ident.span());
        let generics = written::type_arguments(last);
        let mut values = self.const_arguments(id, signature, &generics, place);
        let skipped = usize::from(receiver.is_some());
        let params: Vec<Ty> =
            signature.params.iter().skip(skipped).map(|param| param.ty.clone()).collect();
        if params.len() != arguments.len() {
            self.check_all(arguments);
            let declared = self.checker.functions[id].span;
            self.report_count("this function", &params, arguments.len(), place, Some(declared));
            let result = self.substitute(&signature.result, &values).unwrap_or(Ty::Error);
            return expr(ExprKind::Error, result, span);
        }
        let mut checked: Vec<hir::Expr> = receiver.into_iter().collect();
        for (argument, param) in arguments.iter().zip(&params) {
            let value = match self.substitute(param, &values) {
                Some(ty) => self.expr_of_type(argument, &ty, None),
                None => {
                    // The argument says what the parameter of the function is.
                    let value = self.expr(argument, &Expect::None);
                    self.infer_lengths(param, &value.ty.clone(), &mut values);
                    match self.substitute(param, &values) {
                        Some(ty) => self.coerce(value, &ty, None),
                        None => {
                            self.report_mismatch(&value, param, None);
                            broken(value.span)
                        }
                    }
                }
            };
            self.copied(&value);
            checked.push(value);
        }
        let missing = values.iter().position(Option::is_none);
        if let Some(missing) = missing {
            let param = signature.const_params[missing].name.clone();
            let name = self.checker.functions[id].name.clone();
            self.report(
                Diagnostic::new(
                    format!("the const parameter `{param}` of `{name}` is not known"),
                    place,
                )
                .help(format!("give it: `{name}::<…>(…)`")),
            );
            return broken(span);
        }
        let result = self.substitute(&signature.result, &values).unwrap_or(Ty::Error);
        let values = values.into_iter().flatten().collect();
        expr(ExprKind::Call(id, values, checked), result, span)
    }

    /// A call of the library.
    fn call_library(
        &mut self,
        name: &str,
        function: &library::LibraryFunction,
        last: &syn::PathSegment,
        arguments: &[&Expr],
        span: Span,
    ) -> hir::Expr {
        let place = spans::bytes(last.ident.span());
        if function.is_unsafe {
            self.need_unsafe(&format!("calling the unsafe function `{name}`"), span);
        }
        if self.is_constant {
            return self.error(
                Diagnostic::new(format!("`{name}` cannot be called in a constant"), place)
                    .label("its value differs from thread to thread"),
            );
        }
        let generics = written::type_arguments(last);
        let parameter = match (function.is_generic, generics.as_slice()) {
            (true, [GenericArgument::Type(ty)]) => self.written_ty(ty),
            (true, []) => self.fresh(TyVarKind::Any, place),
            (false, []) => Ty::Error,
            _ => {
                let message = format!("`{name}` does not take these parameters");
                self.report(Diagnostic::new(message, place));
                Ty::Error
            }
        };
        let params: Vec<Ty> =
            function.params.iter().map(|ty| instantiate(ty, &parameter)).collect();
        let values = self.arguments(&format!("`{name}`"), &params, arguments, place, None);
        let result = match &function.result {
            Returned::Ty(ty) => instantiate(ty, &parameter),
            Returned::Axes(axes) => self.checker.axes_struct(*axes),
        };
        if values.len() != params.len() || !self.check_orders(name, function.builtin, &values) {
            return expr(ExprKind::Error, result, span);
        }
        expr(ExprKind::Builtin(function.builtin, values), result, span)
    }
}

/// A type of the library with its parameter replaced.
fn instantiate(ty: &Ty, parameter: &Ty) -> Ty {
    match ty {
        Ty::Var(_) => parameter.clone(),
        Ty::Pointer(mutability, to) => Ty::pointer(*mutability, instantiate(to, parameter)),
        Ty::Reference(mutability, to) => Ty::reference(*mutability, instantiate(to, parameter)),
        Ty::Slice(element) => Ty::Slice(Box::new(instantiate(element, parameter))),
        other => other.clone(),
    }
}
