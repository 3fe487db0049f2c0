//! `impl Trait` in what a function returns, by itself or as a part of it.
//!
//! The body of the function says which type that is, and callers are told when it
//! is checked. Until then it is a parameter behind those of the function, with
//! what the text promises of it: an `impl Fn(u32) -> u32` says what a closure
//! takes, an `impl Iterator<Item = u32>` which numbers it counts.

use crate::body::{Body, Expect};
use crate::checker::{Arguments, Bound, BoundKind, Checker, Def, Generics, ScopeId, Signature};
use crate::typing::infer::TyVarKind;
use crate::typing::written::Env;
use syn::punctuated::Punctuated;
use syn::{GenericArgument, PathArguments, Token, Type, TypeParamBound};
use warpbench_hir::types::Ty;

/// The parts of a result that the body of its function decides.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpaqueResult {
    /// How many there are; they are parameters behind those of the function.
    pub(crate) count: usize,
    /// What the text promises of them.
    pub(crate) bounds: Vec<Bound>,
}

/// What something to call takes and returns that is yet to be found out.
#[derive(Clone, Debug)]
pub(crate) struct PromisedCall {
    ty: Ty,
    inputs: Vec<Ty>,
    output: Ty,
}

impl Checker {
    /// The type that a function returns, with what its body decides of it.
    pub(crate) fn result_ty(
        &mut self,
        written: &Type,
        generics: &Generics,
        scope: ScopeId,
    ) -> (Ty, Option<OpaqueResult>) {
        let mut parts = Vec::new();
        let mut named = written.clone();
        name_parts(&mut named, &mut parts);
        if parts.is_empty() {
            let mut env = Env { scope, const_params: &generics.consts, infer: None };
            return (self.ty(written, &mut env), None);
        }
        let scope = self.open_scope(scope);
        let first = generics.types.len();
        for (at, (name, _)) in parts.iter().enumerate() {
            let own = Def::Type(Ty::Param((first + at) as u32));
            self.scopes[scope].types.insert(name.to_string(), own);
        }
        let mut env = Env { scope, const_params: &generics.consts, infer: None };
        let ty = self.ty(&named, &mut env);
        let mut promised = Generics { bounds: Vec::new(), ..generics.clone() };
        for (at, (_, bounds)) in parts.iter().enumerate() {
            self.read_bounds_of(&Ty::Param((first + at) as u32), bounds, &mut promised, scope);
        }
        (ty, Some(OpaqueResult { count: parts.len(), bounds: promised.bounds }))
    }
}

impl Body<'_> {
    /// The arguments of a function, and behind them what its body is to decide.
    pub(crate) fn open_result(
        &mut self,
        signature: &Signature,
        arguments: &Arguments,
    ) -> Option<Arguments> {
        let opaque = signature.opaque.as_ref()?;
        let mut known = arguments.clone();
        let span = signature.result_span.unwrap_or_default();
        known.types.extend((0..opaque.count).map(|_| self.fresh(TyVarKind::Any, span)));
        for bound in &opaque.bounds {
            if let BoundKind::Call { inputs, output } = &bound.kind {
                let ty = self.instantiate(&bound.ty, &known, span);
                let inputs = inputs.iter().map(|ty| self.instantiate(ty, &known, span)).collect();
                let output = self.instantiate(output, &known, span);
                self.closure_types.promised.push(PromisedCall { ty, inputs, output });
            }
        }
        Some(known)
    }

    /// Holds what a body returns to what its function promises.
    pub(crate) fn keep_promises(&mut self, signature: &Signature, known: &Arguments) {
        if let Some(opaque) = &signature.opaque {
            self.retry_projections();
            let span = signature.result_span.unwrap_or_default();
            self.apply_bounds(&opaque.bounds, known, span);
        }
    }

    /// What a closure takes and returns that stands where the function returns.
    pub(crate) fn promised_call(&self, expect: &Expect) -> Option<(Vec<Ty>, Ty)> {
        let wanted = self.head(expect.ty()?);
        let found =
            self.closure_types.promised.iter().find(|promised| {
                matches!(wanted, Ty::Var(_)) && self.head(&promised.ty) == wanted
            })?;
        Some((found.inputs.clone(), found.output.clone()))
    }

    /// Types that another function has to know now: numbers that nothing has
    /// settled are what they would be at the end, and of what else is open the
    /// first is returned.
    pub(crate) fn settle_for_others(&mut self, types: &[Ty]) -> Option<Ty> {
        for ty in types {
            while let Some(open) = self.infer.unsettled(ty) {
                let number = match self.infer.kind(&open) {
                    Some(TyVarKind::Int) => Ty::I32,
                    Some(TyVarKind::Float) => Ty::Float(warpbench_hir::types::FloatTy::F64),
                    Some(TyVarKind::Any) | None => return Some(open),
                };
                self.infer.unify(&open, &number);
            }
        }
        None
    }

    /// The types of closures that are parts of types, as far as this body made them.
    pub(crate) fn closure_types(&self, types: &[Ty]) -> Vec<Ty> {
        let mut found = Vec::new();
        let mut waiting: Vec<Ty> = types.iter().map(|ty| self.resolved(ty)).collect();
        while let Some(ty) = waiting.pop() {
            if let Ty::Closure(id) = &ty
                && self.closure_types.own.contains(id)
            {
                let item = &self.checker.closures[*id];
                found.extend(item.params.iter().chain([&item.result]).cloned());
            }
            waiting.extend(ty.parts().into_iter().cloned());
        }
        found
    }
}

/// Replaces each `impl Trait` in a type by a name, and collects what is promised
/// of it.
fn name_parts(ty: &mut Type, parts: &mut Vec<(syn::Ident, Punctuated<TypeParamBound, Token![+]>)>) {
    match ty {
        Type::ImplTrait(found) => {
            for bound in &mut found.bounds {
                if let TypeParamBound::Trait(bound) = bound {
                    name_parts_of_path(&mut bound.path, parts);
                }
            }
            let name = format!("impl_trait_{}", parts.len());
            let name = syn::Ident::new(&name, found.impl_token.span);
            parts.push((name.clone(), found.bounds.clone()));
            *ty = Type::Path(syn::TypePath { qself: None, path: syn::Path::from(name) });
        }
        Type::Paren(inner) => name_parts(&mut inner.elem, parts),
        Type::Group(inner) => name_parts(&mut inner.elem, parts),
        Type::Tuple(tuple) => tuple.elems.iter_mut().for_each(|ty| name_parts(ty, parts)),
        Type::Array(array) => name_parts(&mut array.elem, parts),
        Type::Slice(slice) => name_parts(&mut slice.elem, parts),
        Type::Reference(reference) => name_parts(&mut reference.elem, parts),
        Type::Path(path) => name_parts_of_path(&mut path.path, parts),
        _ => {}
    }
}

fn name_parts_of_path(
    path: &mut syn::Path,
    parts: &mut Vec<(syn::Ident, Punctuated<TypeParamBound, Token![+]>)>,
) {
    for segment in &mut path.segments {
        match &mut segment.arguments {
            // Rust has no `impl Fn() -> impl Trait` yet.
            PathArguments::None | PathArguments::Parenthesized(_) => {}
            PathArguments::AngleBracketed(given) => {
                for argument in &mut given.args {
                    match argument {
                        GenericArgument::Type(ty) => name_parts(ty, parts),
                        GenericArgument::AssocType(given) => name_parts(&mut given.ty, parts),
                        _ => {}
                    }
                }
            }
        }
    }
}
