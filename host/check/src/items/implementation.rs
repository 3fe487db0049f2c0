//! Traits and `impl`s.

use crate::checker::{
    Arguments, Checker, ConstItem, ConstState, Def, FunctionItem, Generics, ImplId, ImplItem,
    ScopeId, ScopeKind, Space, TraitId, TraitItem, TypeParam,
};
use crate::syntax::spans;
use crate::typing::generics::trait_arguments;
use crate::typing::infer::Infer;
use crate::typing::written::Env;
use crate::wording::unsupported;
use naga::Span;
use std::collections::HashMap;
use std::rc::Rc;
use syn::TraitItem as Member;
use warpbench_codes::{
    E0046, E0116, E0117, E0118, E0201, E0210, E0390, E0407, E0437, E0438, E0592, K0008,
};
use warpbench_hir::types::Ty;
use warpbench_source::diagnostic::Diagnostic;

/// How the types that an `impl` declares are called in its scope, so that
/// `Self::Output` means its own.
pub(crate) const OWN_TYPE: &str = "Self::";

/// Members of traits of the library that the workbench has no use for.
const LEFT_OUT: [&str; 4] = ["size_hint", "clone_from", "fmt", "hash"];

impl Checker {
    /// Makes the name of a trait known.
    pub(crate) fn declare_trait(&mut self, scope: ScopeId, item: &syn::ItemTrait) {
        let inner = self.open_scope(scope);
        self.scopes[inner].types.insert("Self".to_owned(), Def::Type(Ty::Param(0)));
        let own = Generics {
            types: vec![TypeParam { name: "Self".to_owned(), default: None }],
            ..Generics::default()
        };
        let (generics, inner) = self.read_generics(&item.generics, &own, inner);
        let id = self.traits.len();
        let name = item.ident.to_string();
        if self.library.is_open {
            self.library.traits.insert(name.clone(), id);
        }
        self.traits.push(TraitItem {
            name,
            span: spans::bytes(item.ident.span()),
            generics: Rc::new(generics),
            scope: inner,
            functions: HashMap::new(),
            constants: HashMap::new(),
            types: HashMap::new(),
            supertraits: Vec::new(),
            constant_types: HashMap::new(),
            type_bounds: Vec::new(),
            is_library: self.library.is_open,
        });
        self.define(scope, Space::Types, &item.ident, Def::Trait(id));
    }

    /// Takes in what a trait declares, once all names are known.
    pub(crate) fn declare_trait_members(&mut self, id: TraitId, item: &syn::ItemTrait) {
        let scope = self.traits[id].scope;
        let mut generics = (*self.traits[id].generics).clone();
        self.read_bounds(&item.generics, &mut generics, scope);
        let before = generics.bounds.len();
        self.read_bounds_of(&Ty::Param(0), &item.supertraits, &mut generics, scope);
        self.traits[id].supertraits = generics.bounds.split_off(before);
        let generics = Rc::new(generics);
        self.traits[id].generics = generics.clone();
        for member in &item.items {
            match member {
                Member::Fn(function) => {
                    let name = function.sig.ident.to_string();
                    let function = self.push_function(FunctionItem {
                        outer: generics.clone(),
                        of_trait: Some(id),
                        has_owner: true,
                        ..self.new_function(scope, &function.sig, function.default.as_ref())
                    });
                    if let Some(first) = self.traits[id].functions.insert(name.clone(), function) {
                        let place = self.functions[function].span;
                        self.report_twice(&name, place, &Def::Function(first));
                    }
                    self.lookup.traits_by_member.entry(name).or_default().push(id);
                }
                Member::Const(constant) => {
                    let default = constant.default.as_ref().map(|(eq_token, expr)| {
                        Rc::new(syn::ImplItemConst {
                            attrs: Vec::new(),
                            vis: syn::Visibility::Inherited,
                            defaultness: None,
                            const_token: constant.const_token,
                            ident: constant.ident.clone(),
                            generics: constant.generics.clone(),
                            colon_token: constant.colon_token,
                            ty: constant.ty.clone(),
                            eq_token: *eq_token,
                            expr: expr.clone(),
                            semi_token: constant.semi_token,
                        })
                    });
                    let name = constant.ident.to_string();
                    let ty = Rc::new(constant.ty.clone());
                    self.traits[id].constant_types.insert(name.clone(), ty);
                    self.traits[id].constants.insert(name, default);
                }
                Member::Type(ty) => {
                    let default = ty.default.as_ref().map(|(_, ty)| Rc::new(ty.clone()));
                    let name = ty.ident.to_string();
                    let own = self.own_projection(id, &name);
                    let mut read = Generics { bounds: Vec::new(), ..(*generics).clone() };
                    self.read_bounds_of(&own, &ty.bounds, &mut read, scope);
                    self.traits[id].type_bounds.extend(read.bounds);
                    self.traits[id].types.insert(name, default);
                }
                other => {
                    let diagnostic = unsupported::unread("this part of a trait", spans::of(other));
                    self.report(diagnostic);
                }
            }
        }
    }

    /// Takes in an `impl`.
    pub(crate) fn declare_impl(&mut self, scope: ScopeId, item: &syn::ItemImpl) {
        let (mut generics, inner) = self.read_generics(&item.generics, &Generics::default(), scope);
        let consts = generics.consts.clone();
        let mut env = Env { scope: inner, const_params: &consts, infer: None };
        let ty = match item.self_ty.as_ref() {
            syn::Type::Slice(slice) => Ty::Slice(Box::new(self.ty(&slice.elem, &mut env))),
            ty => self.ty(ty, &mut env),
        };
        if ty == Ty::Error {
            return;
        }
        self.check_impl_lifetimes(item, inner);
        self.scopes[inner].types.insert("Self".to_owned(), Def::Type(ty.clone()));
        let of = match &item.trait_ {
            Some((Some(_), path, _)) => {
                self.report(
                    unsupported::unread("negative `impl`s", spans::of(path)).help("leave it out"),
                );
                return;
            }
            Some((None, path, _)) => match self.trait_named(path, &ty, &mut env) {
                Some((id, arguments, _)) => Some((id, arguments)),
                None => return,
            },
            None => None,
        };
        self.read_bounds(&item.generics, &mut generics, inner);
        self.name_in_bounds(&mut generics, None);
        if !self.library.is_open && !self.may_implement(&ty, of.as_ref(), item) {
            return;
        }
        let id = self.impls.len();
        let generics = Rc::new(generics);
        let site = self.next_site(scope);
        self.impls.push(ImplItem {
            site,
            generics: generics.clone(),
            of: of.clone(),
            ty: ty.clone(),
            span: match &item.trait_ {
                Some((_, path, _)) => spans::of(path),
                None => spans::of(item.self_ty.as_ref()),
            },
            is_library: self.library.is_open,
            scope: inner,
            functions: HashMap::new(),
            constants: HashMap::new(),
            types: HashMap::new(),
        });
        if let Some((of, _)) = &of {
            self.lookup.impls_by_trait.entry(*of).or_default().push(id);
            let name = self.traits[*of].name.clone();
            if let Ty::Struct(owner, _) = ty
                && self.traits[*of].is_library
                && matches!(name.as_str(), "Copy" | "Clone")
            {
                let own = &mut self.structs[owner];
                own.derives.push(name);
                own.is_copy = ["Clone", "Copy"]
                    .iter()
                    .all(|name| own.derives.iter().any(|derived| derived == name));
            }
        }
        for member in &item.items {
            // What formats text is never called on a GPU.
            let is_formatting = matches!(member, syn::ImplItem::Fn(own) if own.sig.ident == "fmt")
                && of.as_ref().is_some_and(|(of, _)| self.traits[*of].is_library);
            if !is_formatting {
                self.declare_member(id, inner, &generics, member);
            }
        }
        if let Some((of, _)) = of {
            self.complete_impl(id, of, item);
        }
    }

    /// Whether Rust lets a file implement this for that.
    fn may_implement(
        &mut self,
        ty: &Ty,
        of: Option<&(TraitId, Vec<Ty>)>,
        item: &syn::ItemImpl,
    ) -> bool {
        let span = spans::of(item.self_ty.as_ref());
        let shown = match ty {
            Ty::Param(_) => self.quote(span).unwrap_or("T").to_owned(),
            ty => self.show(ty),
        };
        let Some((id, arguments)) = of else {
            let is_own = matches!(ty, Ty::Struct(id, _) if !self.structs[*id].is_library);
            if !is_own {
                let code = match ty {
                    Ty::Param(_) | Ty::Projection(_) => E0118,
                    Ty::Struct(..) | Ty::Tuple(_) | Ty::Atomic(_) | Ty::Four(_) => E0116,
                    _ => E0390,
                };
                self.report(
                    Diagnostic::new(
                        code,
                        "`impl` of something that is no structure of this file",
                        span,
                    )
                    .label("not a structure or enum of this file")
                    .note("methods can only be added to a type where it is declared")
                    .help("declare a trait with the methods, and implement it for the type"),
                );
            }
            return is_own;
        };
        if !self.traits[*id].is_library {
            return true;
        }
        let name = self.traits[*id].name.clone();
        let types = std::iter::once(ty).chain(arguments);
        let decisive = types.into_iter().find(|ty| self.is_local(ty) || is_parameter(ty));
        let diagnostic = match decisive {
            Some(ty) if self.is_local(ty) => return true,
            Some(_) => Diagnostic::new(
                E0210,
                format!("`{name}` cannot be implemented for every type here"),
                span,
            )
            .label("a parameter stands before the first type of this file")
            .help("implement it for each type by itself, or declare a trait of your own"),
            // `impl Mul<Own> for f32` is allowed, as one of its types is the file's.
            None => Diagnostic::new(
                E0117,
                format!("`{name}` cannot be implemented for `{shown}` here"),
                span,
            )
            .label("neither the trait nor the type is this file's own")
            .help("wrap it: `struct Own(…);`, or declare a trait of your own"),
        };
        self.report(diagnostic);
        false
    }

    /// Whether a type belongs to the file, as Rust counts it: a reference to one
    /// does, an array of them does not.
    fn is_local(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Struct(id, _) => !self.structs[*id].is_library,
            Ty::Reference(_, to) => self.is_local(to),
            // What could not be read was reported.
            Ty::Error => true,
            _ => false,
        }
    }

    fn declare_member(
        &mut self,
        id: ImplId,
        scope: ScopeId,
        generics: &Rc<Generics>,
        member: &syn::ImplItem,
    ) {
        let (name, span, is_new) = match member {
            syn::ImplItem::Fn(function) => {
                self.check_attributes(scope, &function.attrs);
                let name = &function.sig.ident;
                if self.has_attribute(&function.attrs, "kernel") {
                    let span = spans::bytes(name.span());
                    self.report(
                        Diagnostic::new(K0008, "a kernel cannot be a method", span)
                            .help("write it outside of the `impl`"),
                    );
                }
                let function = self.push_function(FunctionItem {
                    outer: generics.clone(),
                    has_owner: true,
                    reach: match self.impls[id].of {
                        Some(_) => None,
                        None => self.reach(scope, &function.vis),
                    },
                    ..self.new_function(scope, &function.sig, Some(&function.block))
                });
                let is_new = self.impls[id].functions.insert(name.to_string(), function).is_none();
                (name.to_string(), spans::bytes(name.span()), is_new)
            }
            syn::ImplItem::Const(constant) => {
                self.check_attributes(scope, &constant.attrs);
                let name = constant.ident.to_string();
                let kept = Rc::new(constant.clone());
                let is_new = self.impls[id].constants.insert(name.clone(), kept).is_none();
                (name, spans::bytes(constant.ident.span()), is_new)
            }
            syn::ImplItem::Type(ty) => {
                let consts = generics.consts.clone();
                let mut env = Env { scope, const_params: &consts, infer: None };
                let found = match &ty.ty {
                    syn::Type::Slice(slice) => Ty::Slice(Box::new(self.ty(&slice.elem, &mut env))),
                    other => self.ty(other, &mut env),
                };
                let found = self.with_traits(&found, generics, None, None);
                let name = ty.ident.to_string();
                let own = Def::Type(found.clone());
                self.scopes[scope].types.insert(format!("{OWN_TYPE}{name}"), own);
                let is_new = self.impls[id].types.insert(name.clone(), found).is_none();
                (name, spans::bytes(ty.ident.span()), is_new)
            }
            other => {
                let diagnostic = unsupported::unread("this part of an `impl`", spans::of(other));
                return self.report(diagnostic);
            }
        };
        if is_new {
            self.lookup.impls_by_member.entry(name).or_default().push(id);
            return;
        }
        let message = format!("the name `{name}` is defined more than once");
        let code = if self.impls[id].of.is_some() { E0201 } else { E0592 };
        self.report(Diagnostic::new(code, message, span).help("give one of them another name"));
    }

    /// Reports what an `impl` of a trait leaves out or has too much, and takes
    /// over constants and types that the trait brings along.
    fn complete_impl(&mut self, id: ImplId, of: TraitId, item: &syn::ItemImpl) {
        let name = self.traits[of].name.clone();
        let functions = self.traits[of].functions.clone();
        let constants = self.traits[of].constants.clone();
        let types = self.traits[of].types.clone();
        let mut missing: Vec<String> = functions
            .iter()
            .filter(|(member, function)| {
                self.functions[**function].block.is_none()
                    && !self.impls[id].functions.contains_key(*member)
            })
            .map(|(member, _)| member.clone())
            .collect();
        for (member, default) in constants {
            if self.impls[id].constants.contains_key(&member) {
                continue;
            }
            match default {
                Some(default) => {
                    self.impls[id].constants.insert(member.clone(), default);
                    self.lookup.impls_by_member.entry(member).or_default().push(id);
                }
                None => missing.push(member),
            }
        }
        for (member, default) in types {
            if self.impls[id].types.contains_key(&member) {
                continue;
            }
            match default {
                Some(default) => {
                    let scope = self.impls[id].scope;
                    let ty = self.ty(&default, &mut Env::items(scope));
                    self.impls[id].types.insert(member.clone(), ty);
                    self.lookup.impls_by_member.entry(member).or_default().push(id);
                }
                None => missing.push(member),
            }
        }
        let span = item.trait_.as_ref().map_or(Span::UNDEFINED, |(_, path, _)| spans::of(path));
        if !missing.is_empty() {
            missing.sort_unstable();
            let list: Vec<String> = missing.iter().map(|name| format!("`{name}`")).collect();
            let list = list.join(", ");
            self.report(
                Diagnostic::new(E0046, format!("this `impl` of `{name}` lacks {list}"), span)
                    .label(format!("`{name}` asks for {list}")),
            );
        }
        for member in &item.items {
            let (ident, is_known) = match member {
                syn::ImplItem::Fn(function) => {
                    let ident = &function.sig.ident;
                    (ident, functions.contains_key(&ident.to_string()))
                }
                syn::ImplItem::Const(constant) => {
                    let known = &self.traits[of].constants;
                    (&constant.ident, known.contains_key(&constant.ident.to_string()))
                }
                syn::ImplItem::Type(ty) => {
                    (&ty.ident, self.traits[of].types.contains_key(&ty.ident.to_string()))
                }
                _ => continue,
            };
            if is_known || (self.traits[of].is_library && LEFT_OUT.iter().any(|w| ident == w)) {
                continue;
            }
            let place = spans::bytes(ident.span());
            let code = match member {
                syn::ImplItem::Const(_) => E0438,
                syn::ImplItem::Type(_) => E0437,
                _ => E0407,
            };
            self.report(
                Diagnostic::new(
                    code,
                    format!("`{ident}` is not a member of the trait `{name}`"),
                    place,
                )
                .label("not declared in the trait")
                .help("put it into an `impl` of the type itself"),
            );
        }
    }

    /// The constant of a type that an `impl` declares.
    pub(crate) fn impl_constant(&mut self, id: ImplId, name: &str, ty: &Ty) -> Option<usize> {
        let syntax = self.impls[id].constants.get(name)?.clone();
        let arguments = self.impl_arguments(&Infer::default(), id, ty)?;
        let key = (id, name.to_owned(), ty.clone());
        if let Some(known) = self.made.constants.get(&key) {
            return Some(*known);
        }
        let scope =
            self.instance_scope(self.impls[id].scope, &self.impls[id].generics.clone(), &arguments);
        self.scopes[scope].types.insert("Self".to_owned(), Def::Type(ty.clone()));
        let scope = match self.impls[id].of.clone() {
            // What the trait gives is in the words of its parameters.
            Some((of, given)) if is_given(&self.traits[of], name, &syntax) => {
                let given: Vec<Ty> =
                    given.iter().map(|ty| self.substituted(ty, &arguments)).collect();
                let given = trait_arguments(ty.clone(), given);
                self.instance_scope(scope, &self.traits[of].generics.clone(), &given)
            }
            _ => scope,
        };
        self.constants.push(ConstItem {
            name: name.to_owned(),
            span: spans::bytes(syntax.ident.span()),
            ty: Some(Rc::new(syntax.ty.clone())),
            expr: Some(Rc::new(syntax.expr.clone())),
            scope,
            state: ConstState::Waiting,
            reference: None,
            is_static: false,
        });
        let constant = self.constants.len() - 1;
        self.made.constants.insert(key, constant);
        Some(constant)
    }

    /// A scope in which the parameters of a definition are what they stand for.
    pub(crate) fn instance_scope(
        &mut self,
        scope: ScopeId,
        generics: &Generics,
        arguments: &Arguments,
    ) -> ScopeId {
        let inner = self.open_scope(scope);
        self.scopes[inner].kind = ScopeKind::Parameters;
        for (param, ty) in generics.types.iter().zip(&arguments.types) {
            if !param.name.is_empty() {
                self.scopes[inner].types.insert(param.name.clone(), Def::Type(ty.clone()));
            }
        }
        for (param, len) in generics.consts.iter().zip(&arguments.consts) {
            if let Some(value) = len.value() {
                let value = match param.ty {
                    Ty::Bool => warpbench_hir::ConstValue::Bool(value != 0),
                    _ => warpbench_hir::ConstValue::Int(value),
                };
                self.constants.push(ConstItem {
                    name: param.name.clone(),
                    span: Span::UNDEFINED,
                    ty: None,
                    expr: None,
                    scope: inner,
                    state: ConstState::Done(param.ty.clone(), Some(value)),
                    reference: None,
                    is_static: false,
                });
                let def = Def::Constant(self.constants.len() - 1);
                self.scopes[inner].values.insert(param.name.clone(), def);
            }
        }
        if let Some(Def::Type(own)) = self.find(scope, Space::Types, "Self") {
            let own = self.substituted(&own, arguments);
            self.scopes[inner].types.insert("Self".to_owned(), Def::Type(own));
        }
        for (name, own) in self.own_types(scope) {
            let own = self.substituted(&own, arguments);
            self.scopes[inner].types.insert(name, Def::Type(own));
        }
        inner
    }

    /// The types that the `impl` around a scope declares.
    fn own_types(&self, scope: ScopeId) -> Vec<(String, Ty)> {
        let mut found = Vec::new();
        let mut next = Some(scope);
        while let Some(scope) = next.map(|id| &self.scopes[id])
            && scope.kind == ScopeKind::Parameters
        {
            for (name, def) in &scope.types {
                if let (true, Def::Type(ty)) = (name.starts_with(OWN_TYPE), def) {
                    found.push((name.clone(), ty.clone()));
                }
            }
            next = scope.parent;
        }
        found
    }
}

/// Whether a constant is the one that a trait gives to those that declare none.
fn is_given(of: &TraitItem, name: &str, syntax: &Rc<syn::ImplItemConst>) -> bool {
    of.constants
        .get(name)
        .is_some_and(|given| given.as_ref().is_some_and(|given| Rc::ptr_eq(given, syntax)))
}

/// Whether a type is a parameter, or a reference to one.
fn is_parameter(ty: &Ty) -> bool {
    match ty {
        Ty::Param(_) => true,
        Ty::Reference(_, to) => is_parameter(to),
        _ => false,
    }
}
