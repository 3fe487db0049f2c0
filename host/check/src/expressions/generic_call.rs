//! Calls of functions of the program: which arguments their parameters have is
//! found out from what they are given.

use crate::body::{Body, Expect, PendingCall, broken, expr};
use crate::checker::{Arguments, Bound, BoundKind, ClosureItem, GenericKind, Generics, Signature};
use crate::syntax::spans;
use crate::typing::generics::{is_open, trait_arguments};
use crate::typing::infer::TyVarKind;
use crate::typing::selection::{Member, MemberOf};
use crate::typing::written;
use naga::Span;
use syn::{Expr, GenericArgument};
use warpbench_codes::{E0015, E0061, E0107, E0271, E0277, E0282, E0593, E0720, E0747, K0007};
use warpbench_hir::type_parts::PartMap;
use warpbench_hir::types::{Len, Projection, Ty};
use warpbench_hir::{self as hir, ExprKind};
use warpbench_source::diagnostic::Diagnostic;

/// An argument of a call, as it is written or already checked.
#[derive(Clone, Debug)]
pub(crate) enum Arg<'s> {
    Syntax(&'s Expr),
    Checked(hir::Expr),
}

impl Arg<'_> {
    /// Whether it is a closure or may be a function by name, whose types depend
    /// on the other arguments.
    fn comes_last(&self) -> bool {
        let Arg::Syntax(syntax) = self else { return false };
        let mut syntax: &Expr = syntax;
        while let Expr::Paren(paren) = syntax {
            syntax = &paren.expr;
        }
        matches!(syntax, Expr::Closure(_))
    }
}

/// Replaces projections of types that are not known by variables.
struct Open<'b, 'a> {
    body: &'b mut Body<'a>,
    span: Span,
}

impl PartMap for Open<'_, '_> {
    fn ty(&mut self, ty: &Ty) -> Ty {
        match ty.map_parts(self) {
            Ty::Projection(projection) => self.body.project(*projection, self.span),
            other => other,
        }
    }
}

impl Body<'_> {
    /// The type without variables that are settled.
    pub(crate) fn resolved(&self, ty: &Ty) -> Ty {
        self.infer.resolve(ty).unwrap_or(Ty::Error)
    }

    /// A type of a definition with arguments for its parameters.
    pub(crate) fn instantiate(&mut self, ty: &Ty, arguments: &Arguments, span: Span) -> Ty {
        let ty = self.checker.substituted(ty, arguments);
        Open { body: self, span }.ty(&ty)
    }

    /// The type that a projection leads to, or a variable for it.
    fn project(&mut self, projection: Projection, span: Span) -> Ty {
        let resolve = |body: &Self, ty: &Ty| body.resolved(ty);
        let of = resolve(self, &projection.of);
        if of == Ty::Error {
            return Ty::Error;
        }
        let by = projection
            .by
            .as_ref()
            .map(|(id, arguments)| (*id, arguments.iter().map(|ty| resolve(self, ty)).collect()));
        let projection = Projection { of, by, name: projection.name };
        if is_open(&projection.of) {
            let open = self.fresh(TyVarKind::Any, span);
            self.waiting.projections.push((projection, open.clone(), span));
            return open;
        }
        match self.checker.find_projection(&projection) {
            Some(ty) => Open { body: self, span }.ty(&ty),
            None => {
                let (shown, name) = (self.show(&projection.of), projection.name);
                self.report(
                    Diagnostic::new(E0277, format!("`{shown}` has no type `{name}`"), span)
                        .label(format!("it does not implement a trait with `{name}`")),
                );
                Ty::Error
            }
        }
    }

    /// Looks again at types that were not known.
    pub(crate) fn retry_projections(&mut self) {
        if !self.waiting.conversions.is_empty() {
            self.retry_conversions();
        }
        for _ in 0..8 {
            let waiting = std::mem::take(&mut self.waiting.projections);
            if waiting.is_empty() {
                return;
            }
            let before = waiting.len();
            for (projection, open, span) in waiting {
                if is_open(&self.head(&projection.of)) {
                    self.waiting.projections.push((projection, open, span));
                    continue;
                }
                let found = self.project(projection, span);
                if !self.infer.unify(&open, &found) {
                    let (expected, found) = (self.show(&open), self.show(&found));
                    self.report(
                        Diagnostic::new(E0271, "mismatched types", span)
                            .label(format!("expected `{expected}`, found `{found}`")),
                    );
                }
            }
            if self.waiting.projections.len() == before {
                return;
            }
        }
    }

    /// Arguments that are all to be found out.
    pub(crate) fn fresh_arguments(&mut self, generics: &Generics, span: Span) -> Arguments {
        Arguments {
            types: generics.types.iter().map(|_| self.fresh(TyVarKind::Any, span)).collect(),
            consts: generics.consts.iter().map(|_| self.infer.fresh_len()).collect(),
        }
    }

    /// The arguments of the `impl` or trait around a member, for a type.
    pub(crate) fn outer_arguments(&mut self, member: Member, own: &Ty, span: Span) -> Arguments {
        match member.by {
            MemberOf::Impl(id) => {
                let generics = self.checker.impls[id].generics.clone();
                let arguments = self.fresh_arguments(&generics, span);
                let pattern = self.checker.impls[id].ty.clone();
                let pattern = self.instantiate(&pattern, &arguments, span);
                self.infer.unify(&pattern, own);
                self.apply_bounds(&generics.bounds, &arguments, span);
                arguments
            }
            MemberOf::Trait(id, of) => {
                let generics = self.checker.traits[id].generics.clone();
                let mut arguments = self.fresh_arguments(&generics, span);
                self.infer.unify(&arguments.types[0], own);
                arguments.types[0] = own.clone();
                if let Some(of) = of {
                    let by = MemberOf::Impl(of);
                    let inner = self.outer_arguments(Member { by, ..member }, own, span);
                    if let Some((_, given)) = self.checker.impls[of].of.clone() {
                        let given = given.iter().map(|given| self.instantiate(given, &inner, span));
                        let given = trait_arguments(own.clone(), given.collect::<Vec<_>>());
                        self.infer.unify_arguments(&arguments, &given);
                        arguments = self.resolved_arguments(&arguments);
                    }
                }
                arguments
            }
        }
    }

    /// A call of a member of a type.
    pub(crate) fn call_member_of(
        &mut self,
        member: Member,
        own: &Ty,
        last: &syn::PathSegment,
        receiver: Option<hir::Expr>,
        arguments: Vec<Arg<'_>>,
        span: Span,
    ) -> hir::Expr {
        self.checker.resolve_signature(member.function);
        let outer = self.outer_arguments(member, own, span);
        self.call_item(member.function, outer, last, receiver, arguments, span)
    }

    /// Of several functions of one name, the one that fits what it is given.
    pub(crate) fn choose<'s>(
        &mut self,
        members: Vec<Member>,
        arguments: Vec<Arg<'s>>,
        skipped: usize,
    ) -> (Option<Member>, Vec<Arg<'s>>) {
        if members.len() < 2 {
            return (members.into_iter().next(), arguments);
        }
        let arguments: Vec<Arg<'s>> = arguments
            .into_iter()
            .map(|argument| match argument {
                Arg::Syntax(syntax) if !argument_waits(syntax) => {
                    Arg::Checked(self.expr(syntax, &Expect::None))
                }
                other => other,
            })
            .collect();
        let mut fitting = Vec::new();
        for member in &members {
            self.checker.resolve_signature(member.function);
            let Some(signature) = self.checker.functions[member.function].signature.clone() else {
                continue;
            };
            let params = signature.params.iter().skip(skipped);
            let fits = signature.params.len() == skipped + arguments.len()
                && params.zip(&arguments).all(|(param, argument)| match argument {
                    Arg::Checked(value) => {
                        self.checker.could_be(&self.infer, &param.ty, &value.ty, &signature)
                    }
                    Arg::Syntax(_) => true,
                });
            if fits {
                fitting.push(*member);
            }
        }
        let chosen = fitting.first().or(members.first()).copied();
        (chosen, arguments)
    }

    /// A call of a function of the program. `outer` are the arguments of the
    /// `impl` or trait around it; `receiver` is what a method is called on.
    pub(crate) fn call_item(
        &mut self,
        id: usize,
        outer: Arguments,
        last: &syn::PathSegment,
        receiver: Option<hir::Expr>,
        arguments: Vec<Arg<'_>>,
        span: Span,
    ) -> hir::Expr {
        let place = spans::bytes(last.ident.span());
        self.checker.resolve_signature(id);
        let item = &self.checker.functions[id];
        let (name, declared) = (item.name.clone(), item.span);
        let (is_kernel, is_const, is_library) = (item.is_kernel, item.is_const, item.is_library);
        let Some(signature) = item.signature.clone() else { return broken(span) };
        let must_be_const = self.role.is_constant || self.role.is_const;
        if must_be_const && !is_const && !is_library {
            self.check_args(arguments);
            return self.error(
                Diagnostic::new(E0015, format!("`{name}` is not a `const fn`"), place)
                    .label("called in a constant, or in a function that is one")
                    .other(declared, "declared here")
                    .help(format!("write `const fn {name}`")),
            );
        }
        if is_kernel {
            self.report(
                Diagnostic::new(K0007, format!("kernel `{name}` cannot be called"), place)
                    .label("only the host launches a kernel")
                    .other(declared, "declared here")
                    .help("put what both need into a function without `#[kernel]`"),
            );
        }
        if signature.is_unsafe {
            self.need_unsafe(&format!("calling the unsafe function `{name}`"), span);
        }
        let known = self.call_arguments(id, &signature, outer, last, place);
        self.finish_call(id, &signature, known, receiver, arguments, (place, span))
    }

    /// The arguments of a function's parameters: those of the `impl` around it,
    /// those between angle brackets, and what is to be found out.
    fn call_arguments(
        &mut self,
        id: usize,
        signature: &Signature,
        outer: Arguments,
        last: &syn::PathSegment,
        place: Span,
    ) -> Arguments {
        let generics = signature.generics.clone();
        let mut known = self.fresh_arguments(&generics, place);
        known.types.splice(..outer.types.len(), outer.types);
        known.consts.splice(..outer.consts.len(), outer.consts);
        let given: Vec<GenericArgument> = written::type_arguments(last)
            .into_iter()
            .filter(|argument| !matches!(argument, GenericArgument::Lifetime(_)))
            .cloned()
            .collect();
        if given.is_empty() {
            return known;
        }
        if given.len() != generics.order.len() {
            let name = self.checker.functions[id].name.clone();
            let declared = self.checker.functions[id].span;
            let kind = if generics.types.is_empty() { "const parameters" } else { "parameters" };
            let message = format!(
                "`{name}` has {} {kind} but {} were given",
                generics.order.len(),
                given.len()
            );
            let diagnostic = Diagnostic::new(E0107, message, place);
            self.report(if self.checker.functions[id].is_library {
                diagnostic
            } else {
                diagnostic.other(declared, "declared here")
            });
            for kind in &generics.order {
                match kind {
                    GenericKind::Type(at) => known.types[*at as usize] = Ty::Error,
                    GenericKind::Const(at) => known.consts[*at as usize] = Len::Error,
                }
            }
            return known;
        }
        for (kind, argument) in generics.order.iter().zip(&given) {
            match (kind, argument) {
                (_, GenericArgument::Type(syn::Type::Infer(_))) => {}
                (GenericKind::Type(at), GenericArgument::Type(ty)) => {
                    let ty = self.written_ty(ty);
                    known.types[*at as usize] = ty;
                }
                (GenericKind::Const(at), argument) => {
                    let ty = generics.consts[*at as usize].ty.clone();
                    known.consts[*at as usize] = self.const_argument(argument, &ty);
                }
                (GenericKind::Type(_), other) => {
                    let message = "expected a type";
                    self.report(Diagnostic::new(E0747, message, spans::of(other)));
                }
            }
        }
        known
    }

    fn finish_call(
        &mut self,
        id: usize,
        signature: &Signature,
        known: Arguments,
        receiver: Option<hir::Expr>,
        arguments: Vec<Arg<'_>>,
        (place, span): (Span, Span),
    ) -> hir::Expr {
        let skipped = usize::from(receiver.is_some());
        let wanted = signature.params.len() - skipped.min(signature.params.len());
        if wanted != arguments.len() {
            let found = arguments.len();
            self.check_args(arguments);
            let params: Vec<Ty> =
                signature.params.iter().skip(skipped).map(|param| param.ty.clone()).collect();
            let params: Vec<Ty> =
                params.iter().map(|ty| self.instantiate(ty, &known, span)).collect();
            let item = &self.checker.functions[id];
            let declared = (!item.is_library).then_some(item.span);
            self.report_count(E0061, "this function", &params, found, place, declared);
            let result = self.instantiate(&signature.result, &known, span);
            return expr(ExprKind::Error, result, span);
        }
        let params: Vec<Ty> = signature.params.iter().map(|param| param.ty.clone()).collect();
        let mut checked: Vec<Option<hir::Expr>> = vec![None; params.len()];
        // An operator's method without `self` is reported where it is written.
        if let (Some(receiver), Some(ty)) = (receiver, params.first()) {
            let ty = self.instantiate(ty, &known, span);
            let receiver = match self.try_coerce(receiver, &ty) {
                Ok(receiver) => receiver,
                Err(receiver) => {
                    self.report_mismatch(&receiver, &ty, None);
                    broken(receiver.span)
                }
            };
            checked[0] = Some(receiver);
        }
        let hints = self.expected_arguments(signature, &known, span);
        // Closures wait for the types that the other arguments settle.
        for late in [false, true] {
            for (at, argument) in arguments.iter().enumerate() {
                if argument.comes_last() != late {
                    continue;
                }
                let at = at + skipped;
                let hint = hints.get(at).cloned().flatten();
                let value =
                    self.call_argument(argument, (&params[at], hint), signature, &known, span);
                self.copied(&value);
                checked[at] = Some(value);
                if let Ty::Param(_) = params[at] {
                    self.apply_call_bounds(&params[at], signature, &known, span);
                }
            }
            self.apply_bounds(&signature.generics.bounds, &known, span);
            self.retry_projections();
        }
        let checked: Vec<hir::Expr> = checked.into_iter().flatten().collect();
        let call = PendingCall { function: id, arguments: known.clone(), span: place };
        let result = if signature.opaque.is_some() {
            self.opaque_result(&call)
        } else {
            self.instantiate(&signature.result, &known, span)
        };
        if self.head(&result) == Ty::Never {
            self.flow.diverges = true;
        }
        self.calls.push(call);
        expr(ExprKind::Call(self.calls.len() - 1, Vec::new(), checked), result, span)
    }

    fn call_argument(
        &mut self,
        argument: &Arg<'_>,
        (param, hint): (&Ty, Option<Ty>),
        signature: &Signature,
        known: &Arguments,
        span: Span,
    ) -> hir::Expr {
        let ty = self.instantiate(param, known, span);
        let bound = match param {
            Ty::Param(_) => call_bound(param, signature),
            Ty::Reference(_, inner) => call_bound(inner, signature),
            _ => None,
        };
        match (argument, bound) {
            (Arg::Checked(value), _) => self.coerce(value.clone(), &ty, None),
            (Arg::Syntax(syntax), Some((inputs, output))) => {
                let inputs: Vec<Ty> =
                    inputs.iter().map(|ty| self.instantiate(ty, known, span)).collect();
                let output = self.instantiate(output, known, span);
                match self.callable(syntax, &inputs, Some(&output)) {
                    Some(value) => self.coerce(value, &ty, None),
                    None => self.expr_of_type(syntax, &ty, None),
                }
            }
            (Arg::Syntax(syntax), None) => match hint {
                Some(hint) => {
                    let value = self.expr(syntax, &Expect::Hint(hint));
                    self.coerce(value, &ty, None)
                }
                None => self.expr_of_type(syntax, &ty, None),
            },
        }
    }

    /// Learns from what can be called what it takes and returns.
    fn apply_call_bounds(
        &mut self,
        param: &Ty,
        signature: &Signature,
        known: &Arguments,
        span: Span,
    ) {
        let Some((inputs, output)) = call_bound(param, signature) else { return };
        let of = self.instantiate(param, known, span);
        self.unify_call(&of, inputs, output, known, span);
    }

    fn unify_call(&mut self, of: &Ty, inputs: &[Ty], output: &Ty, known: &Arguments, span: Span) {
        let mut of = self.head(of);
        while let Ty::Reference(_, to) = of {
            of = self.head(&to);
        }
        let Some(item) = self.checker.callee(&of, span) else { return };
        let inputs: Vec<Ty> = inputs.iter().map(|ty| self.instantiate(ty, known, span)).collect();
        let output = self.instantiate(output, known, span);
        if item.params.len() != inputs.len() {
            let (wanted, found) = (inputs.len(), item.params.len());
            self.report(
                Diagnostic::new(
                    E0593,
                    format!("this closure takes {found} arguments, and {wanted} are given to it"),
                    item.span,
                )
                .help(format!("write it with {wanted} parameters")),
            );
            return;
        }
        for (param, input) in item.params.iter().zip(&inputs) {
            self.same_type(param, input, item.span);
        }
        self.same_type(&item.result, &output, item.span);
    }

    /// Learns what bounds say of types, and keeps what is to be checked when all
    /// types are known.
    pub(crate) fn apply_bounds(&mut self, bounds: &[Bound], known: &Arguments, span: Span) {
        for bound in bounds {
            let ty = self.instantiate(&bound.ty, known, span);
            match &bound.kind {
                BoundKind::Call { inputs, output } => {
                    self.unify_call(&ty, inputs, output, known, span);
                }
                BoundKind::Trait { id, arguments, types } => {
                    let arguments: Vec<Ty> =
                        arguments.iter().map(|ty| self.instantiate(ty, known, span)).collect();
                    if !is_open(&self.head(&ty)) {
                        for (name, given) in types {
                            let given = self.instantiate(given, known, span);
                            let by = Some((*id, arguments.clone()));
                            let projection = Projection { of: ty.clone(), by, name: name.clone() };
                            let of = self.resolved(&projection.of);
                            if !self.checker.implements(&self.infer, &of, *id, &arguments, 0) {
                                continue;
                            }
                            let found = self.project(projection, span);
                            self.same_type_or(E0271, &found, &given, span);
                        }
                    }
                    let kind = BoundKind::Trait { id: *id, arguments, types: Vec::new() };
                    self.bounds.push(Bound { ty, kind, span });
                }
            }
        }
    }

    /// What a function returns whose body says what.
    fn opaque_result(&mut self, call: &PendingCall) -> Ty {
        let mut types = call.arguments.types.clone();
        types.extend(self.closure_types(&types));
        if let Some(open) = self.settle_for_others(&types) {
            self.infer.give_up(&open);
            self.report(
                Diagnostic::new(E0282, "type annotations needed", call.span)
                    .label("what this returns depends on a type that is not known yet")
                    .help("write the type: `f::<f32>(…)`, `|x: f32| …`, or `let x: f32 = …`"),
            );
            return Ty::Error;
        }
        let arguments = self.resolved_arguments(&call.arguments);
        let asked_at = self.library_place().unwrap_or(call.span);
        let found =
            self.checker.called_instance(call.function, arguments, self.depth + 1, asked_at);
        let Some((id, _)) = found else { return Ty::Error };
        // The other function knows closures of this one only by what is settled.
        let open: Vec<ClosureItem> =
            self.closure_types.own.iter().map(|id| self.checker.closures[*id].clone()).collect();
        self.publish_closures();
        self.checker.check_instance(id);
        for (id, item) in self.closure_types.own.clone().into_iter().zip(open) {
            self.checker.closures[id] = item;
        }
        match self.checker.made.functions[id].result.clone() {
            Some(ty) => ty,
            None => {
                self.report(
                    Diagnostic::new(
                        E0720,
                        "this function calls itself to know what it returns",
                        call.span,
                    )
                    .help("write the type that it returns"),
                );
                Ty::Error
            }
        }
    }

    pub(crate) fn resolved_arguments(&self, arguments: &Arguments) -> Arguments {
        Arguments {
            types: arguments.types.iter().map(|ty| self.resolved(ty)).collect(),
            consts: arguments.consts.iter().map(|len| self.infer.head_len(len)).collect(),
        }
    }

    /// Checks arguments for what is wrong in them, where there is no function.
    pub(crate) fn check_args(&mut self, arguments: Vec<Arg<'_>>) {
        for argument in arguments {
            if let Arg::Syntax(syntax) = argument {
                self.expr(syntax, &Expect::None);
            }
        }
    }
}

/// What a parameter must take and return when it is called.
fn call_bound<'s>(param: &Ty, signature: &'s Signature) -> Option<(&'s [Ty], &'s Ty)> {
    signature.generics.bounds.iter().find_map(|bound| match &bound.kind {
        BoundKind::Call { inputs, output } if bound.ty == *param => {
            Some((inputs.as_slice(), output))
        }
        _ => None,
    })
}

/// Whether an argument can only be read when its type is known.
fn argument_waits(syntax: &Expr) -> bool {
    match syntax {
        Expr::Paren(paren) => argument_waits(&paren.expr),
        Expr::Closure(_) => true,
        _ => false,
    }
}
