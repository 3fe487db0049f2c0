//! Associated types of parameters: which trait `T::Output` belongs to, as the bounds of `T`
//! say.

use crate::checker::{BoundKind, Checker, Generics, Signature, TraitId};
use crate::typing::generics::trait_arguments;
use naga::Span;
use warpbench_codes::E0220;
use warpbench_hir::type_parts::PartMap;
use warpbench_hir::types::{Projection, Ty};
use warpbench_source::diagnostic::Diagnostic;

/// How many traits may ask for each other, one after the other.
const MAX_SUPERTRAITS: usize = 16;

/// Names the traits of projections.
struct ProjectionNames<'a> {
    checker: &'a mut Checker,
    generics: &'a Generics,
    /// The trait whose `Self` is the first parameter.
    own: Option<TraitId>,
    /// A parameter that has no such type, and the type.
    missing: Option<(u32, String)>,
}

impl PartMap for ProjectionNames<'_> {
    fn ty(&mut self, ty: &Ty) -> Ty {
        let ty = ty.map_parts(self);
        let Ty::Projection(projection) = &ty else { return ty };
        let Projection { of, by: None, name } = &**projection else { return ty };
        let found = self.found(of, name);
        match (found, of) {
            (Some(by), _) => {
                let (of, name) = (of.clone(), name.clone());
                Ty::Projection(Box::new(Projection { of, by: Some(by), name }))
            }
            (None, Ty::Param(at)) => {
                self.missing.get_or_insert((*at, name.clone()));
                ty
            }
            (None, _) => ty,
        }
    }
}

impl ProjectionNames<'_> {
    fn found(&mut self, of: &Ty, name: &str) -> Option<(TraitId, Vec<Ty>)> {
        if let (Ty::Param(0), Some(id)) = (of, self.own) {
            let count = self.checker.traits[id].generics.types.len() as u32;
            let arguments = (1..count).map(Ty::Param).collect();
            if let Some(found) = self.checker.trait_with_type(id, arguments, of, name, 0) {
                return Some(found);
            }
        }
        self.generics.bounds.iter().filter(|bound| bound.ty == *of).find_map(|bound| {
            let BoundKind::Trait { id, arguments, .. } = &bound.kind else { return None };
            self.checker.trait_with_type(*id, arguments.clone(), of, name, 0)
        })
    }
}

impl Checker {
    /// The trait that declares a type of a name: this one, or one it asks for.
    fn trait_with_type(
        &mut self,
        id: TraitId,
        arguments: Vec<Ty>,
        of: &Ty,
        name: &str,
        depth: usize,
    ) -> Option<(TraitId, Vec<Ty>)> {
        if self.traits[id].types.contains_key(name) {
            return Some((id, arguments));
        }
        if depth > MAX_SUPERTRAITS {
            return None;
        }
        let library = self.facts_of_library(of, id, &arguments);
        for fact in library {
            let found = self.trait_with_type(fact.id, fact.arguments, of, name, depth + 1);
            if found.is_some() {
                return found;
            }
        }
        let given = trait_arguments(of.clone(), arguments);
        for bound in self.traits[id].supertraits.clone() {
            let BoundKind::Trait { id, arguments, .. } = bound.kind else { continue };
            let arguments = arguments.iter().map(|ty| self.substituted(ty, &given)).collect();
            let found = self.trait_with_type(id, arguments, of, name, depth + 1);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// A type of a definition, with the traits of its projections named.
    pub(crate) fn with_traits(
        &mut self,
        ty: &Ty,
        generics: &Generics,
        own: Option<TraitId>,
        span: Option<Span>,
    ) -> Ty {
        if !has_unnamed(ty) {
            return ty.clone();
        }
        let mut map = ProjectionNames { checker: self, generics, own, missing: None };
        let named = map.ty(ty);
        if let (Some((at, name)), Some(span)) = (map.missing, span) {
            self.report_no_type(generics, at, &name, span);
        }
        named
    }

    fn report_no_type(&mut self, generics: &Generics, at: u32, name: &str, span: Span) {
        let of = Ty::Param(at);
        let is_judged = !generics.bounds.iter().any(|bound| match bound.kind {
            BoundKind::Call { .. } => bound.ty == of,
            BoundKind::Trait { .. } => false,
        });
        let param = &generics.types[at as usize].name;
        if is_judged && span.is_defined() {
            self.report(
                Diagnostic::new(E0220, format!("`{param}` has no type `{name}`"), span)
                    .label(format!("no bound of `{param}` has it"))
                    .help(format!("bind `{param}` to a trait that declares `type {name};`")),
            );
        }
    }

    /// Names the traits of all projections in a signature.
    pub(crate) fn name_projections(&mut self, id: usize, signature: &mut Signature) {
        let own = self.functions[id].of_trait;
        let mut generics = (*signature.generics).clone();
        self.name_in_bounds(&mut generics, own);
        let is_whole = !self.functions[id].is_library && self.sink.is_empty();
        for param in &mut signature.params {
            let span = is_whole.then_some(param.span);
            param.ty = self.with_traits(&param.ty, &generics, own, span);
        }
        if let Some(opaque) = &mut signature.opaque {
            let mut promised = generics.clone();
            promised.bounds.append(&mut opaque.bounds);
            self.name_in_bounds(&mut promised, own);
            opaque.bounds = promised.bounds.split_off(generics.bounds.len());
        }
        let span = signature.result_span.filter(|_| is_whole);
        signature.result = self.with_traits(&signature.result, &generics, own, span);
        signature.generics = std::rc::Rc::new(generics);
    }

    /// Names the traits of all projections in bounds.
    pub(crate) fn name_in_bounds(&mut self, generics: &mut Generics, own: Option<TraitId>) {
        let known = generics.clone();
        for bound in &mut generics.bounds {
            bound.ty = self.with_traits(&bound.ty, &known, own, None);
            match &mut bound.kind {
                BoundKind::Trait { arguments, types, .. } => {
                    for ty in arguments.iter_mut().chain(types.iter_mut().map(|(_, ty)| ty)) {
                        *ty = self.with_traits(ty, &known, own, None);
                    }
                }
                BoundKind::Call { inputs, output } => {
                    for ty in inputs.iter_mut().chain([output]) {
                        *ty = self.with_traits(ty, &known, own, None);
                    }
                }
            }
        }
    }
}

/// Whether there is a projection in a type that does not say by which trait.
fn has_unnamed(ty: &Ty) -> bool {
    matches!(ty, Ty::Projection(projection) if projection.by.is_none())
        || ty.parts().into_iter().any(has_unnamed)
}
