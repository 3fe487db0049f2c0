//! Lifetimes of a signature: which of the references that a function is given and returns
//! live equally long.

use super::slots;
use crate::checker::{Checker, StructSyntax};
use std::collections::HashSet;
use syn::{GenericArgument, GenericParam, PathArguments, Type};
use warpbench_hir::types::Ty;

/// Which lifetime a reference in a signature has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Lifetime {
    /// One that the function gives a name.
    Named(String),
    /// One of the type that the function belongs to.
    OfSelf,
    /// That of a reference within a type parameter, by position.
    Param(String, usize),
    /// One that nobody names: each parameter's own.
    Elided,
    /// That of a type that belongs to another, `Self::Item`.
    Projected,
    Static,
    /// Not known.
    Unknown,
}

/// The names that a signature knows.
#[derive(Clone, Debug)]
pub(super) struct Reader<'a> {
    pub(super) checker: &'a Checker,
    lifetimes: HashSet<String>,
    types: HashSet<String>,
    /// Those of the types that are of whatever the function belongs to.
    outer: HashSet<String>,
}

impl<'a> Reader<'a> {
    /// The names of a function, by position.
    pub(super) fn new(checker: &'a Checker, function: usize) -> Reader<'a> {
        let item = &checker.functions[function];
        let mut lifetimes = HashSet::new();
        let outer: HashSet<String> =
            item.outer.types.iter().map(|param| param.name.clone()).collect();
        let mut types = outer.clone();
        for param in &item.signature_syntax.generics.params {
            match param {
                GenericParam::Lifetime(param) => {
                    lifetimes.insert(param.lifetime.ident.to_string());
                }
                GenericParam::Type(param) => {
                    types.insert(param.ident.to_string());
                }
                GenericParam::Const(_) => {}
            }
        }
        Reader { checker, lifetimes, types, outer }
    }

    /// Whether a type parameter is one of the function itself, not of the type or
    /// trait that it belongs to.
    pub(super) fn is_own(&self, name: &str) -> bool {
        self.types.contains(name) && !self.outer.contains(name)
    }

    /// The lifetimes of the references in a type, in order.
    pub(super) fn lifetimes(&self, written: &Type, ty: &Ty) -> Vec<Lifetime> {
        let count = slots::count(self.checker, ty);
        let mut found = if count == 0 { Vec::new() } else { self.read(written, ty, count) };
        found.resize(count, Lifetime::Unknown);
        found
    }

    fn read(&self, written: &Type, ty: &Ty, count: usize) -> Vec<Lifetime> {
        match (written, ty) {
            (Type::Paren(inner), _) => self.lifetimes(&inner.elem, ty),
            (Type::Group(inner), _) => self.lifetimes(&inner.elem, ty),
            (Type::Reference(reference), Ty::Reference(_, to)) => {
                let mut found = vec![self.named(reference.lifetime.as_ref())];
                found.extend(self.lifetimes(&reference.elem, to));
                found
            }
            (Type::Tuple(tuple), Ty::Tuple(members)) => (tuple.elems.iter())
                .zip(members)
                .flat_map(|(written, ty)| self.lifetimes(written, ty))
                .collect(),
            (Type::Array(array), Ty::Array(element, _)) => self.lifetimes(&array.elem, element),
            (Type::Slice(slice), Ty::Slice(element)) => self.lifetimes(&slice.elem, element),
            (Type::ImplTrait(_) | Type::TraitObject(_), _) => {
                (0..count).map(|at| Lifetime::Param(String::new(), at)).collect()
            }
            (Type::Path(path), _) => self.of_path(path, ty, count),
            _ => Vec::new(),
        }
    }

    /// Whether a structure is declared with more than one lifetime.
    pub(super) fn has_several_lifetimes(&self, ty: &Ty) -> bool {
        let Ty::Struct(id, _) = ty else { return false };
        let Some(item) = self.checker.structs.get(*id) else { return false };
        let declared = item.made_of.as_ref().map_or(*id, |(generic, _)| *generic);
        let generics = match self.checker.structs.get(declared).map(|item| &item.syntax) {
            Some(StructSyntax::Struct(syntax)) => &syntax.generics,
            Some(StructSyntax::Enum(syntax)) => &syntax.generics,
            Some(StructSyntax::None) | None => return false,
        };
        generics.lifetimes().count() > 1
    }

    pub(super) fn named(&self, lifetime: Option<&syn::Lifetime>) -> Lifetime {
        let Some(lifetime) = lifetime else { return Lifetime::Elided };
        match lifetime.ident.to_string().as_str() {
            "_" => Lifetime::Elided,
            "static" => Lifetime::Static,
            name if self.lifetimes.contains(name) => Lifetime::Named(name.to_owned()),
            _ => Lifetime::OfSelf,
        }
    }

    fn of_path(&self, path: &syn::TypePath, ty: &Ty, count: usize) -> Vec<Lifetime> {
        if path.qself.is_some() {
            return vec![Lifetime::Projected; count];
        }
        let segments = &path.path.segments;
        let Some(last) = segments.last() else { return Vec::new() };
        let first = segments.first().map(|segment| segment.ident.to_string()).unwrap_or_default();
        if segments.len() > 1 && (first == "Self" || self.types.contains(&first)) {
            return vec![Lifetime::Projected; count];
        }
        if first == "Self" {
            return vec![Lifetime::OfSelf; count];
        }
        if self.types.contains(&first) {
            return (0..count).map(|at| Lifetime::Param(first.clone(), at)).collect();
        }
        let PathArguments::AngleBracketed(given) = &last.arguments else {
            return vec![Lifetime::Elided; count];
        };
        let name = last.ident.to_string();
        if let (Ty::Struct(id, _), "Option" | "Result") = (ty, name.as_str())
            && let Some(item) = self.checker.structs.get(*id)
            && item.is_library
        {
            // The fields are the arguments, after the number of the variant.
            let types = given.args.iter().filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            });
            return (item.hir.fields.iter().skip(1))
                .zip(types)
                .flat_map(|(field, written)| self.lifetimes(written, &field.ty))
                .collect();
        }
        let mut all = HashSet::new();
        for argument in &given.args {
            match argument {
                GenericArgument::Lifetime(lifetime) => {
                    all.insert(self.named(Some(lifetime)));
                }
                GenericArgument::Type(ty) => self.mentioned(ty, &mut all),
                _ => {}
            }
        }
        let mut all = all.into_iter();
        match (all.next(), all.next()) {
            (Some(only), None) => vec![only; count],
            (None, _) => vec![Lifetime::Elided; count],
            _ => Vec::new(),
        }
    }

    /// The lifetimes that a type names, whatever their order.
    fn mentioned(&self, ty: &Type, all: &mut HashSet<Lifetime>) {
        match ty {
            Type::Reference(reference) => {
                all.insert(self.named(reference.lifetime.as_ref()));
                self.mentioned(&reference.elem, all);
            }
            Type::Path(path) => {
                let first = path.path.segments.first().map(|segment| segment.ident.to_string());
                if let Some(first) = first
                    && self.types.contains(&first)
                {
                    all.insert(Lifetime::Param(first, 0));
                }
            }
            Type::Tuple(tuple) => tuple.elems.iter().for_each(|ty| self.mentioned(ty, all)),
            Type::Array(array) => self.mentioned(&array.elem, all),
            Type::Slice(slice) => self.mentioned(&slice.elem, all),
            Type::Paren(inner) => self.mentioned(&inner.elem, all),
            _ => {}
        }
    }
}
