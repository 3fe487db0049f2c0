//! Calls of functions.

use crate::body::{Body, Expect, Found, Later, WarpNumbers, broken, expr};
use crate::checker::{Arguments, Def, Space, TraitId};
use crate::expressions::aggregate::Form;
use crate::expressions::generic_call::Arg;
use crate::expressions::number_methods;
use crate::names::library::{self, Entry, LIBRARY, Returned};
use crate::syntax::spans;
use crate::typing::infer::TyVarKind;
use crate::typing::written::{self, Env};
use crate::wording::{foreign, unsupported};
use naga::Span;
use syn::{Expr, GenericArgument};
use warpbench_codes::{Code, E0015, E0061, E0107, E0277, E0423, E0425, E0576, E0618};
use warpbench_hir::types::Ty;
use warpbench_hir::{self as hir, Builtin, ExprKind};
use warpbench_source::diagnostic::Diagnostic;

impl Body<'_> {
    /// `f(a, b)`.
    pub(crate) fn call(
        &mut self,
        syntax: &syn::ExprCall,
        expect: &Expect,
        span: Span,
    ) -> hir::Expr {
        let arguments: Vec<&Expr> = syntax.args.iter().collect();
        let mut function = syntax.func.as_ref();
        while let Expr::Paren(paren) = function {
            function = &paren.expr;
        }
        let Expr::Path(path) = function else {
            let callee = self.expr(function, &Expect::None);
            return self.call_value(callee, &arguments, span);
        };
        if let Some(qself) = &path.qself {
            return self.call_qualified(qself, &path.path, &arguments, expect, span);
        }
        let Some(last) = path.path.segments.last() else { return broken(span) };
        if path.path.segments.len() == 1 {
            let name = last.ident.to_string();
            return match self.find_value(&name) {
                Some(Found::Item(def)) => self.call_def(&name, def, last, &arguments, expect, span),
                Some(Found::Local(_)) => {
                    let callee = self.expr(function, &Expect::None);
                    self.call_value(callee, &arguments, span)
                }
                Some(Found::ConstParam(_)) => {
                    self.check_all(&arguments);
                    let place = spans::of(&path.path);
                    let message = format!("expected a function, found the variable `{name}`");
                    self.error(Diagnostic::new(E0618, message, place).label("called here"))
                }
                None => self.call_type(&name, path, &arguments, span),
            };
        }
        self.checker.check_path(self.scope, &path.path);
        if let Some((owner, name)) = self.owner_of(&path.path) {
            return self.call_member(&owner, &name, last, &arguments, expect, span);
        }
        let name = last.ident.to_string();
        let known = self.checker.peek_path(self.scope, Space::Types, &path.path);
        if let Some(Def::Struct(_) | Def::Type(Ty::Struct(..)) | Def::Alias(_)) = known {
            return self.call_type(&name, path, &arguments, span);
        }
        if let Some(id) = self.trait_before(&path.path) {
            return self.call_trait(id, (None, None), &name, last, &arguments, expect, span);
        }
        if let (Some(Def::Library(Entry::GpuFloat)), Some((first, rest))) =
            (self.owner_def(&path.path), arguments.split_first())
        {
            let receiver = self.expr(first, &Expect::None);
            let places = (spans::bytes(last.ident.span()), span);
            return self.method_of(receiver, &name, None, rest, expect, places);
        }
        match self.checker.find_path(self.scope, Space::Values, &path.path) {
            Some(def) => self.call_def(&name, def, last, &arguments, expect, span),
            None => broken(span),
        }
    }

    /// A call of a value: only closures can be.
    fn call_value(&mut self, callee: hir::Expr, arguments: &[&Expr], span: Span) -> hir::Expr {
        let callee = self.through_references(callee);
        match self.head(&callee.ty) {
            Ty::Closure(id) => {
                let arguments = arguments.iter().map(|argument| Arg::Syntax(argument)).collect();
                self.call_closure(callee, id, arguments, span)
            }
            ty if self.checker.pointer_parts(&ty).is_some() => {
                let arguments = arguments.iter().map(|argument| Arg::Syntax(argument)).collect();
                self.call_pointer(callee, arguments, span).unwrap_or_else(|| broken(span))
            }
            Ty::Error => {
                self.check_all(arguments);
                broken(span)
            }
            _ => {
                self.check_all(arguments);
                if let ExprKind::Local(id) = callee.kind {
                    let name = self.locals[id].name.clone();
                    let message = format!("expected a function, found the variable `{name}`");
                    return self.error(
                        Diagnostic::new(E0618, message, callee.span).label("called here").help(
                            format!("to multiply, write `{name} * …`; to index, `{name}[…]`"),
                        ),
                    );
                }
                self.report_not_called(&callee)
            }
        }
    }

    /// The trait that `Trait::function` names.
    fn trait_before(&mut self, path: &syn::Path) -> Option<TraitId> {
        match self.owner_def(path) {
            Some(Def::Trait(id)) => Some(id),
            _ => None,
        }
    }

    /// What stands before the last part of a path, among types.
    fn owner_def(&mut self, path: &syn::Path) -> Option<Def> {
        let before = path.segments.len().checked_sub(1)?;
        let segments: syn::punctuated::Punctuated<_, _> =
            path.segments.iter().take(before).cloned().collect();
        let name = segments.last()?.ident.to_string();
        match segments.len() {
            1 => self.checker.find(self.scope, Space::Types, &name),
            _ => {
                let path = syn::Path { leading_colon: None, segments };
                let written = self.checker.peek_path(self.scope, Space::Types, &path);
                written.or_else(|| {
                    let words = path.segments.iter().take(before - 1);
                    let module: Vec<String> = words.map(|word| word.ident.to_string()).collect();
                    LIBRARY.get(&module.join("::"), &name).cloned().map(Def::Library)
                })
            }
        }
    }

    /// `Trait::function(…)` or `<T as Trait>::function(…)`.
    #[expect(clippy::too_many_arguments, reason = "what a call consists of")]
    pub(crate) fn call_trait(
        &mut self,
        id: TraitId,
        (own, by): (Option<Ty>, Option<&[Ty]>),
        name: &str,
        last: &syn::PathSegment,
        arguments: &[&Expr],
        expect: &Expect,
        span: Span,
    ) -> hir::Expr {
        let place = spans::bytes(last.ident.span());
        let Some(function) = self.checker.traits[id].functions.get(name).copied() else {
            self.check_all(arguments);
            let of = self.checker.traits[id].name.clone();
            let message = format!("`{of}` has no function `{name}`");
            return self.error(Diagnostic::new(E0576, message, place).label("not known"));
        };
        self.checker.resolve_signature(function);
        let has_self =
            self.checker.functions[function].signature.as_ref().is_some_and(|s| s.has_self);
        let mut given: Vec<Arg<'_>> = Vec::new();
        let mut own = own;
        for (at, argument) in arguments.iter().enumerate() {
            if at == 0 && has_self {
                let hint = own.clone().map_or(Expect::None, Expect::Hint);
                let value = self.expr(argument, &hint);
                if own.is_none() {
                    let signature = self.checker.functions[function].signature.clone();
                    let by_reference = signature.is_some_and(|signature| {
                        matches!(signature.params[0].ty, Ty::Reference(..))
                    });
                    own = Some(match (by_reference, self.head(&value.ty)) {
                        (true, Ty::Reference(_, to)) => *to,
                        (_, ty) => ty,
                    });
                }
                given.push(Arg::Checked(value));
            } else {
                given.push(Arg::Syntax(argument));
            }
        }
        let own = match own {
            Some(own) => own,
            // `Default::default()`: only what is expected says of which type.
            None => match expect.ty() {
                Some(ty) => ty.clone(),
                None => self.fresh(TyVarKind::Any, place),
            },
        };
        if !has_self && name == "default" && arguments.is_empty() {
            return self.default_value(&own, span);
        }
        let members = self.checker.trait_function(&self.infer, &own, id, by, name);
        let (chosen, given) = self.choose(members, given, 0);
        match chosen {
            Some(member) => self.call_member_of(member, &own, last, None, given, span),
            None => match (has_self, given.split_first()) {
                (true, Some((Arg::Checked(receiver), _))) => {
                    let rest: Vec<&Expr> = arguments[1..].to_vec();
                    match self.operator_by_name(id, receiver, &rest, span) {
                        Some(value) => value,
                        None => self.method_of(
                            receiver.clone(),
                            name,
                            None,
                            &rest,
                            expect,
                            (place, span),
                        ),
                    }
                }
                _ => {
                    let (shown, of) = (self.show(&own), self.checker.traits[id].name.clone());
                    self.error(
                        Diagnostic::new(
                            E0277,
                            format!("`{shown}` does not implement `{of}`"),
                            place,
                        )
                        .help(format!("write `impl {of} for {shown} {{ … }}`")),
                    )
                }
            },
        }
    }

    /// `<T as Trait>::function(…)` or `<T>::function(…)`.
    fn call_qualified(
        &mut self,
        qself: &syn::QSelf,
        path: &syn::Path,
        arguments: &[&Expr],
        expect: &Expect,
        span: Span,
    ) -> hir::Expr {
        let own = self.written_ty(&qself.ty);
        let Some(last) = path.segments.last() else { return broken(span) };
        let name = last.ident.to_string();
        if qself.position == 0 {
            return self.call_member(&own, &name, last, arguments, expect, span);
        }
        let segments: syn::punctuated::Punctuated<_, _> =
            path.segments.iter().take(qself.position).cloned().collect();
        let of = syn::Path { leading_colon: None, segments };
        let params = self.const_params.clone();
        let mut env =
            Env { scope: self.scope, const_params: &params, infer: Some(&mut self.infer) };
        match self.checker.trait_named(&of, &own, &mut env) {
            Some((id, to, _)) => {
                // What `into` makes stands behind the trait.
                let is_into =
                    self.checker.library.traits.get("Into") == Some(&id) && name == "into";
                let expect = match (is_into, to.as_slice()) {
                    (true, [to]) => &Expect::Has(to.clone()),
                    _ => expect,
                };
                let of = (Some(own), Some(to.as_slice()));
                self.call_trait(id, of, &name, last, arguments, expect, span)
            }
            None => {
                self.check_all(arguments);
                broken(span)
            }
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
        let known = self.checker.peek_path(self.scope, Space::Types, &path.path);
        if let Some(Def::Struct(_) | Def::Type(Ty::Struct(..)) | Def::Alias(_)) = known
            && let ty @ Ty::Struct(id, _) = self.struct_named(&path.path, Form::Parentheses)
        {
            if self.checker.structs[id].is_tuple {
                self.check_constructor(&ty, &path.path, E0423);
                let types = self.member_types(&ty);
                let values = self.arguments(&format!("`{name}`"), &types, arguments, place, None);
                let values = values.into_iter().enumerate();
                let values = values.map(|(place, value)| (place as u32, value)).collect();
                return expr(ExprKind::Struct(values), ty, span);
            }
            self.check_all(arguments);
            return self.error(
                Diagnostic::new(E0423, format!("`{name}` is a structure with named fields"), place)
                    .help(format!("write `{name} {{ … }}`")),
            );
        }
        if let Some(help) = self.cast_as_call(name, arguments) {
            self.check_all(arguments);
            let is_type = written::primitives().any(|known| known == name);
            let code = if is_type { E0423 } else { E0425 };
            return self.error(
                Diagnostic::new(
                    code,
                    format!("cannot find function `{name}` in this scope"),
                    place,
                )
                .label("a type is not called")
                .help(help),
            );
        }
        // The line that is told has the arguments in it.
        if foreign::value(&self.checker.text, name, place).is_none() {
            self.check_all(arguments);
        }
        if number_methods::is_method(name) {
            let words = |argument: &&Expr| self.checker.quote(spans::of_expr(argument));
            let words: Vec<&str> = arguments.iter().filter_map(words).collect();
            let line = match words.split_first() {
                Some((first, rest)) => {
                    format!("{}.{name}({})", foreign::atom(first), rest.join(", "))
                }
                None => format!("x.{name}(…)"),
            };
            return self.error(
                Diagnostic::new(
                    E0425,
                    format!("cannot find function `{name}` in this scope"),
                    place,
                )
                .label("not a function of its own")
                .help(format!("it is a method of numbers: `{line}`")),
            );
        }
        self.unknown_value(name, place)
    }

    /// What to write for `float(x)`.
    fn cast_as_call(&self, name: &str, arguments: &[&Expr]) -> Option<String> {
        let [argument] = arguments else { return None };
        let ty = match written::primitives().find(|known| *known == name) {
            Some(known) => known,
            None => foreign::ty(name).filter(|ty| !ty.starts_with(['[', '(']))?,
        };
        let words = self.checker.quote(spans::of_expr(argument))?;
        Some(format!("write `{} as {ty}`", foreign::atom(words)))
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
        expect: &Expect,
        span: Span,
    ) -> hir::Expr {
        let place = spans::bytes(last.ident.span());
        match def {
            Def::Function(id) => {
                let arguments = arguments.iter().map(|argument| Arg::Syntax(argument)).collect();
                self.call_item(id, Arguments::default(), last, None, arguments, span)
            }
            Def::Variant(id, variant) => {
                let ty = self.enum_of_variant(id, last);
                self.variant_call(&ty, variant, arguments, expect, span)
            }
            Def::Library(Entry::Function(function)) => {
                self.call_library(name, &function, last, arguments, span)
            }
            Def::Constant(_) => {
                let callee = self.item_value(name, def, place);
                self.call_value(callee, arguments, span)
            }
            Def::Library(Entry::SizeOf) => self.size_of(last, |(size, _)| size, span),
            Def::Library(Entry::AlignOf) => self.size_of(last, |(_, align)| align, span),
            Def::Library(Entry::IteratorSource) => self.iterator_source(name, arguments, span),
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
                let code = if matches!(def, Def::Static(_)) { E0618 } else { E0423 };
                self.error(Diagnostic::new(code, message, place).label("called here"))
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
            self.report_count(E0061, what, params, arguments.len(), place, declared);
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
        code: Code,
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
        let mut diagnostic = Diagnostic::new(code, message, place);
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
        if self.role.is_constant {
            return self.error(
                Diagnostic::new(E0015, format!("`{name}` cannot be called in a constant"), place)
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
                self.report(Diagnostic::new(E0107, message, place));
                Ty::Error
            }
        };
        if arguments.len() != function.params.len()
            && let Some(example) = masked_example(name, function.builtin)
        {
            self.check_all(arguments);
            let (wanted, found) = (function.params.len(), arguments.len());
            return self.error(
                Diagnostic::new(
                    E0061,
                    format!("`{name}` takes {wanted} arguments, not {found}"),
                    place,
                )
                .note("it names the lanes that take part; `u32::MAX` names all of the warp")
                .help(format!("write `{example}`")),
            );
        }
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
        if let Some(value) = values.get(1)
            && let Some(numbers) = warp_numbers(function.builtin)
        {
            let (ty, span) = (value.ty.clone(), value.span);
            self.waiting.checks.push(Later::WarpValue { ty, span, numbers });
        }
        expr(ExprKind::Builtin(function.builtin, values), result, span)
    }
}

/// How a warp operation that names lanes is called; nothing for what names none.
fn masked_example(name: &str, builtin: Builtin) -> Option<String> {
    Some(match builtin {
        Builtin::MaskedShuffle(_) => format!("{name}(u32::MAX, value, 1, 32).0"),
        Builtin::MaskedVote(_) => format!("{name}(u32::MAX, condition)"),
        Builtin::MatchAny => format!("{name}(u32::MAX, value)"),
        Builtin::WarpReduce => format!("{name}(u32::MAX, value, WarpReductionOp::Add)"),
        Builtin::SyncWarp => format!("{name}(u32::MAX)"),
        _ => return None,
    })
}

/// The numbers that a warp operation can be given; nothing for what is none.
fn warp_numbers(builtin: Builtin) -> Option<WarpNumbers> {
    match builtin {
        Builtin::MaskedShuffle(_) => Some(WarpNumbers::Any),
        Builtin::MatchAny => Some(WarpNumbers::Words),
        Builtin::WarpReduce => Some(WarpNumbers::Integers),
        _ => None,
    }
}

/// A type of the library with its parameter replaced.
fn instantiate(ty: &Ty, parameter: &Ty) -> Ty {
    match ty {
        Ty::Var(_) => parameter.clone(),
        Ty::Pointer(mutability, to) => Ty::pointer(*mutability, instantiate(to, parameter)),
        Ty::Reference(mutability, to) => Ty::reference(*mutability, instantiate(to, parameter)),
        Ty::Slice(element) => Ty::Slice(Box::new(instantiate(element, parameter))),
        Ty::Tuple(members) => {
            Ty::Tuple(members.iter().map(|member| instantiate(member, parameter)).collect())
        }
        other => other.clone(),
    }
}
