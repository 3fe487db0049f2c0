//! Parameters of definitions: types, constants, and what must hold of them.

use crate::checker::{
    Arguments, Bound, BoundKind, Checker, Def, GenericKind, Generics, ScopeId, ScopeKind, Space,
    TraitId, TypeParam,
};
use crate::syntax::spans;
use crate::typing::written::Env;
use crate::wording::unsupported;
use std::rc::Rc;
use syn::{GenericArgument, GenericParam, PathArguments, TypeParamBound, WherePredicate};
use warpbench_codes::{E0107, E0277, E0403, E0404, E0405, E0741};
use warpbench_hir as hir;
use warpbench_hir::type_parts::PartMap;
use warpbench_hir::types::{Len, Projection, Ty};
use warpbench_source::diagnostic::Diagnostic;

/// Replaces parameters by arguments.
struct Substitute<'a> {
    checker: &'a mut Checker,
    arguments: &'a Arguments,
}

impl PartMap for Substitute<'_> {
    fn ty(&mut self, ty: &Ty) -> Ty {
        match ty {
            Ty::Param(at) => self.arguments.types.get(*at as usize).cloned().unwrap_or(Ty::Error),
            other => match other.map_parts(self) {
                Ty::Projection(projection) => {
                    let span = naga::Span::UNDEFINED;
                    self.checker.projected(*projection, span)
                }
                other => other,
            },
        }
    }

    fn len(&mut self, len: &Len) -> Len {
        match len {
            Len::Param(at, _) => {
                self.arguments.consts.get(*at as usize).cloned().unwrap_or(Len::Error)
            }
            other => other.clone(),
        }
    }
}

impl Checker {
    /// A type of a definition with arguments for its parameters.
    pub(crate) fn substituted(&mut self, ty: &Ty, arguments: &Arguments) -> Ty {
        Substitute { checker: self, arguments }.ty(ty)
    }

    /// A type in words, with the names of a definition's parameters.
    pub(crate) fn show_in(&self, ty: &Ty, generics: &Generics) -> String {
        struct Named<'a>(&'a Generics);
        impl PartMap for Named<'_> {
            fn ty(&mut self, ty: &Ty) -> Ty {
                match ty {
                    Ty::Param(at) => {
                        let name = self.0.types.get(*at as usize).map(|param| param.name.clone());
                        Ty::Const(Len::Param(*at, name.unwrap_or_default()))
                    }
                    other => other.map_parts(self),
                }
            }
        }
        self.show(&Named(generics).ty(ty))
    }

    /// The arguments that leave a definition's parameters as they are.
    pub(crate) fn own_arguments(&self, generics: &Generics) -> Arguments {
        Arguments {
            types: (0..generics.types.len() as u32).map(Ty::Param).collect(),
            consts: generics
                .consts
                .iter()
                .enumerate()
                .map(|(at, param)| Len::Param(at as u32, param.name.clone()))
                .collect(),
        }
    }

    /// The parameters of a definition, behind those around it, and the scope in
    /// which they are known.
    pub(crate) fn read_generics(
        &mut self,
        syntax: &syn::Generics,
        outer: &Generics,
        scope: ScopeId,
    ) -> (Generics, ScopeId) {
        let scope = self.open_scope(scope);
        self.scopes[scope].kind = ScopeKind::Parameters;
        let mut generics = Generics { order: Vec::new(), ..outer.clone() };
        for param in &syntax.params {
            match param {
                // Kept with its quote, which no other name begins with.
                GenericParam::Lifetime(param) => {
                    let name = param.lifetime.to_string();
                    self.scopes[scope].types.insert(name, Def::Error);
                }
                GenericParam::Type(param) => {
                    let name = param.ident.to_string();
                    self.check_parameter_name(&generics, &param.ident);
                    let at = generics.types.len() as u32;
                    self.scopes[scope].types.insert(name.clone(), Def::Type(Ty::Param(at)));
                    let default = param.default.clone().map(Rc::new);
                    generics.types.push(TypeParam { name, default });
                    generics.order.push(GenericKind::Type(at));
                }
                GenericParam::Const(param) => {
                    self.check_parameter_name(&generics, &param.ident);
                    let ty = self.ty(&param.ty, &mut Env::items(scope));
                    if !matches!(ty, Ty::Int(_) | Ty::Bool | Ty::Error) {
                        let shown = self.show(&ty);
                        let span = spans::of(&param.ty);
                        self.report(
                            Diagnostic::new(
                                E0741,
                                format!("`{shown}` cannot be the type of a const parameter"),
                                span,
                            )
                            .label("only integers and `bool` can"),
                        );
                    }
                    let at = generics.consts.len() as u32;
                    if let Some(default) = &param.default {
                        generics.const_defaults.insert(at, Rc::new(default.clone()));
                    }
                    generics.order.push(GenericKind::Const(at));
                    generics.consts.push(hir::ConstParam { name: param.ident.to_string(), ty });
                }
            }
        }
        (generics, scope)
    }

    /// A parameter may not have the name of another one that is known there.
    fn check_parameter_name(&mut self, known: &Generics, name: &syn::Ident) {
        let is_known = known.types.iter().any(|param| name == &param.name)
            || known.consts.iter().any(|param| name == &param.name);
        if is_known {
            let span = spans::bytes(name.span());
            self.report(
                Diagnostic::new(
                    E0403,
                    format!("the name `{name}` is given to two parameters"),
                    span,
                )
                .label("already used")
                .help("give one of them another name"),
            );
        }
    }

    /// What must hold of the parameters, as far as it is written beside them.
    pub(crate) fn read_bounds(
        &mut self,
        syntax: &syn::Generics,
        generics: &mut Generics,
        scope: ScopeId,
    ) {
        for param in &syntax.params {
            if let GenericParam::Type(param) = param
                && let Some(Def::Type(ty)) =
                    self.find(scope, Space::Types, &param.ident.to_string())
            {
                self.read_bounds_of(&ty, &param.bounds, generics, scope);
            }
        }
        for predicate in syntax.where_clause.iter().flat_map(|clause| &clause.predicates) {
            if let WherePredicate::Type(predicate) = predicate {
                let consts = generics.consts.clone();
                let mut env = Env { scope, const_params: &consts, infer: None };
                let ty = self.ty(&predicate.bounded_ty, &mut env);
                self.read_bounds_of(&ty, &predicate.bounds, generics, scope);
            }
        }
    }

    /// What is written behind the colon of `T: …`.
    pub(crate) fn read_bounds_of<'s>(
        &mut self,
        ty: &Ty,
        bounds: impl IntoIterator<Item = &'s TypeParamBound>,
        generics: &mut Generics,
        scope: ScopeId,
    ) {
        let consts = generics.consts.clone();
        for bound in bounds {
            let TypeParamBound::Trait(bound) = bound else { continue };
            let span = spans::of(&bound.path);
            if matches!(bound.modifier, syn::TraitBoundModifier::Maybe(_)) {
                continue;
            }
            let mut env = Env { scope, const_params: &consts, infer: None };
            if let Some((inputs, output)) = self.call_bound(&bound.path, &mut env) {
                let kind = BoundKind::Call { inputs, output };
                generics.bounds.push(Bound { ty: ty.clone(), kind, span });
            } else if let Some((id, arguments, types)) = self.trait_named(&bound.path, ty, &mut env)
            {
                let mut types = types;
                if let Some(above) = self.iterator_above(id) {
                    let types = std::mem::take(&mut types);
                    let kind = BoundKind::Trait { id: above, arguments: Vec::new(), types };
                    generics.bounds.push(Bound { ty: ty.clone(), kind, span });
                }
                let kind = BoundKind::Trait { id, arguments, types };
                generics.bounds.push(Bound { ty: ty.clone(), kind, span });
            } else if let Ty::Param(at) = ty {
                generics.misread.push(*at);
            }
        }
    }

    /// `Iterator`, whose items `DoubleEndedIterator<Item = T>` and its kin are about.
    fn iterator_above(&self, id: TraitId) -> Option<TraitId> {
        let item = &self.traits[id];
        let is_kind = ["DoubleEndedIterator", "ExactSizeIterator", "FusedIterator"]
            .contains(&item.name.as_str());
        self.library.traits.get("Iterator").copied().filter(|_| item.is_library && is_kind)
    }

    /// `Fn(A, B) -> C`.
    fn call_bound(&mut self, path: &syn::Path, env: &mut Env<'_>) -> Option<(Vec<Ty>, Ty)> {
        let last = path.segments.last()?;
        let PathArguments::Parenthesized(arguments) = &last.arguments else { return None };
        if !["Fn", "FnMut", "FnOnce"].iter().any(|name| last.ident == name) {
            return None;
        }
        let inputs = arguments.inputs.iter().map(|ty| self.ty(ty, env)).collect();
        let output = match &arguments.output {
            syn::ReturnType::Default => Ty::UNIT,
            syn::ReturnType::Type(_, ty) => self.ty(ty, env),
        };
        Some((inputs, output))
    }

    /// The trait that a path names, its arguments and the associated types that
    /// are given. What goes wrong is reported.
    #[expect(clippy::type_complexity, reason = "one result for one caller each")]
    pub(crate) fn trait_named(
        &mut self,
        path: &syn::Path,
        of: &Ty,
        env: &mut Env<'_>,
    ) -> Option<(TraitId, Vec<Ty>, Vec<(String, Ty)>)> {
        let span = spans::of(path);
        let last = path.segments.last()?;
        let name = last.ident.to_string();
        let def = match path.segments.len() {
            1 => self.find(env.scope, Space::Types, &name),
            _ => self.find_path(env.scope, Space::Types, path),
        };
        let id = match def {
            Some(Def::Trait(id)) => id,
            Some(Def::Error) => return None,
            _ => {
                let known = self.traits.iter().map(|item| item.name.clone()).collect::<Vec<_>>();
                let near =
                    crate::wording::suggest::nearest(&name, known.iter().map(String::as_str));
                let is_type = self.is_type(env.scope, &name);
                let code = if is_type { E0404 } else { E0405 };
                let diagnostic = Diagnostic::new(
                    code,
                    format!("cannot find trait `{name}` in this scope"),
                    span,
                )
                .label("not known");
                if name == "Drop" {
                    self.report(
                        unsupported::unread("`Drop`", span)
                            .note("nothing is run where a variable's scope ends")
                            .help("write a method, and call it at the end: `guard.release();`"),
                    );
                    return None;
                }
                let diagnostic = match (self.library.traits.get(&name), near) {
                    (Some(_), _) => diagnostic.import(&path_of(&name)),
                    (None, Some(near)) => {
                        diagnostic.help(format!("there is a similar name: `{near}`"))
                    }
                    (None, None) => diagnostic,
                };
                self.report(diagnostic);
                return None;
            }
        };
        let generics = self.traits[id].generics.clone();
        let scope = self.traits[id].scope;
        let (mut arguments, mut types) = (Vec::new(), Vec::new());
        if let PathArguments::AngleBracketed(written) = &last.arguments {
            for argument in &written.args {
                let kind = generics.order.get(arguments.len());
                match (argument, kind) {
                    (
                        GenericArgument::Type(_) | GenericArgument::Const(_),
                        Some(GenericKind::Const(at)),
                    ) => {
                        let ty = generics.consts[*at as usize].ty.clone();
                        arguments.push(Ty::Const(self.const_written(argument, &ty, env)));
                    }
                    // A trait may be about slices: `AsRef<[T]>`.
                    (GenericArgument::Type(syn::Type::Slice(slice)), _) => {
                        let element = self.ty(&slice.elem, env);
                        arguments.push(Ty::Slice(Box::new(element)));
                    }
                    (GenericArgument::Type(ty), _) => arguments.push(self.ty(ty, env)),
                    (GenericArgument::AssocType(assoc), _) => {
                        let ty = self.ty(&assoc.ty, env);
                        types.push((assoc.ident.to_string(), ty));
                    }
                    (GenericArgument::Lifetime(_), _) => {}
                    (other, _) => self
                        .report(unsupported::unread("this argument of a trait", spans::of(other))),
                }
            }
        }
        let most = generics.order.len();
        if arguments.len() > most && !self.traits[id].is_library {
            let found = arguments.len();
            self.report(
                Diagnostic::new(
                    E0107,
                    format!("`{name}` takes {most} parameters but {found} were given"),
                    span,
                )
                .label("too many parameters")
                .help(match most {
                    0 => format!("write `{name}`"),
                    _ => format!("write `{name}<…>`, with {most}"),
                }),
            );
            arguments.truncate(most);
        }
        for kind in generics.order.iter().skip(arguments.len()) {
            if let GenericKind::Const(at) = kind
                && let Some(default) = generics.const_defaults.get(at).cloned()
            {
                let ty = generics.consts[*at as usize].ty.clone();
                let len = self.const_of(&default, &ty, &mut Env::items(scope));
                arguments.push(Ty::Const(len));
                continue;
            }
            let default = match kind {
                GenericKind::Type(at) => generics.types[*at as usize].default.clone(),
                GenericKind::Const(_) => None,
            };
            let Some(default) = default else {
                self.report(
                    Diagnostic::new(E0107, format!("missing parameters of `{name}`"), span)
                        .help(format!("write `{name}<…>`")),
                );
                return None;
            };
            let ty = self.ty(&default, &mut Env::items(scope));
            let own = trait_arguments(of.clone(), arguments.clone());
            let ty = self.substituted(&ty, &own);
            arguments.push(ty);
        }
        Some((id, arguments, types))
    }

    /// The type that a projection leads to; the projection itself where that is
    /// not known yet.
    pub(crate) fn projected(&mut self, projection: Projection, span: naga::Span) -> Ty {
        if is_open(&projection.of) {
            return Ty::Projection(Box::new(projection));
        }
        if projection.of == Ty::Error {
            return Ty::Error;
        }
        match self.find_projection(&projection) {
            Some(ty) => ty,
            None => {
                let (shown, name) = (self.show(&projection.of), &projection.name);
                if span.is_defined() {
                    let message = format!("`{shown}` has no type `{name}`");
                    self.report(Diagnostic::new(E0277, message, span).label("not known"));
                }
                Ty::Error
            }
        }
    }
}

/// The arguments of a trait for a type: those that are types, and those that are
/// values.
pub(crate) fn trait_arguments(of: Ty, given: impl IntoIterator<Item = Ty>) -> Arguments {
    let mut arguments = Arguments { types: vec![of], consts: Vec::new() };
    for argument in given {
        match argument {
            Ty::Const(len) => arguments.consts.push(len),
            ty => arguments.types.push(ty),
        }
    }
    arguments
}

/// Whether a type is not known yet.
pub(crate) fn is_open(ty: &Ty) -> bool {
    matches!(ty, Ty::Param(_) | Ty::Var(_) | Ty::Projection(_))
}

/// Where a trait of the library is imported from.
fn path_of(name: &str) -> String {
    let module = match name {
        "Fn" | "FnMut" | "FnOnce" => "core::ops",
        "Ordering" | "PartialEq" | "PartialOrd" | "Ord" | "Eq" => "core::cmp",
        "Iterator" | "IntoIterator" | "Sum" | "Product" | "FusedIterator" => "core::iter",
        _ => "core::ops",
    };
    format!("{module}::{name}")
}
