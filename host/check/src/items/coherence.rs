//! Coherence of the `impl`s of a file: each trait is implemented once for a type, by somebody
//! who may, and with all that the trait asks for.

use crate::checker::{
    Arguments, Bound, BoundKind, Checker, Generics, ImplId, ImplItem, StructSyntax, TraitId,
};
use crate::items::attributes::derived;
use crate::typing::generics::trait_arguments;
use crate::typing::infer::{Infer, TyVarKind};
use naga::Span;
use std::collections::HashSet;
use warpbench_codes::{E0119, E0204, E0207, E0277, E0369, E0392, E0592};
use warpbench_hir::types::{Len, Mutability, Ty};
use warpbench_source::diagnostic::Diagnostic;

/// Traits that are taken to be there without looking. Whether two `impl`s meet
/// cannot be told by them.
const NOT_LOOKED_AT: [&str; 4] = ["Debug", "Display", "Hash", "Iterator"];

/// How many `impl`s are held against each other; no file of kernels has more.
const MAX_COMPARED: usize = 400;

impl Checker {
    /// Checks the `impl`s of the text, and what structures derive.
    pub(crate) fn check_impls(&mut self) {
        let mut seen = HashSet::new();
        // Items in the body of a function are declared again by every instance.
        let own: Vec<ImplId> = (0..self.impls.len())
            .filter(|id| !self.impls[*id].is_library)
            .filter(|id| seen.insert(self.impls[*id].site))
            .take(MAX_COMPARED)
            .collect();
        for (at, id) in own.iter().enumerate() {
            self.check_constrained(*id);
            self.check_asked_for(*id);
            self.check_conformity(*id);
            let earlier = own[..at].iter().find(|earlier| self.overlap(**earlier, *id));
            if let Some(earlier) = earlier.copied() {
                self.report_overlap(earlier, *id);
            }
            self.check_members_of_type(*id, &own[..at]);
        }
        self.check_derived();
    }

    /// Every parameter of an `impl` must follow from what it is for.
    fn check_constrained(&mut self, id: ImplId) {
        let item = &self.impls[id];
        let (generics, span) = (item.generics.clone(), item.span);
        let mut found = Constrained::default();
        found.take(&item.ty);
        item.of.iter().flat_map(|(_, arguments)| arguments).for_each(|ty| found.take(ty));
        // What a parameter that is known has by a trait is known as well.
        for _ in 0..generics.bounds.len() {
            for bound in &generics.bounds {
                if !found.has(&bound.ty) {
                    continue;
                }
                match &bound.kind {
                    BoundKind::Trait { types, .. } => {
                        types.iter().for_each(|(_, ty)| found.take(ty));
                    }
                    BoundKind::Call { output, .. } => found.take(output),
                }
            }
        }
        let types = (0..generics.types.len()).filter(|at| !found.types.contains(&(*at as u32)));
        let types = types.map(|at| ("type", generics.types[at].name.clone()));
        let consts = (0..generics.consts.len()).filter(|at| !found.consts.contains(&(*at as u32)));
        let consts = consts.map(|at| ("const", generics.consts[at].name.clone()));
        let open: Vec<(&str, String)> = types.chain(consts).collect();
        for (kind, name) in open {
            self.report(
                Diagnostic::new(
                    E0207,
                    format!(
                        "the {kind} parameter `{name}` is not constrained by what the `impl` is for"
                    ),
                    span,
                )
                .label(format!("`{name}` does not occur here"))
                .help(format!("leave `{name}` out, or declare it at the function that needs it")),
            );
        }
    }

    /// A type that implements a trait must have what the trait asks for.
    fn check_asked_for(&mut self, id: ImplId) {
        let ImplItem { ty, of: Some((of, arguments)), span, .. } = self.impls[id].clone() else {
            return;
        };
        let given = trait_arguments(ty.clone(), arguments);
        let item = &self.traits[of];
        let bounds: Vec<Bound> =
            item.supertraits.iter().chain(&item.type_bounds).cloned().collect();
        let mut asked = self.asked_by_library(&ty, of, &given.types[1..]);
        for bound in bounds {
            let BoundKind::Trait { id, arguments, .. } = bound.kind else { continue };
            let ty = self.substituted(&bound.ty, &given);
            let arguments = arguments.iter().map(|ty| self.substituted(ty, &given)).collect();
            asked.push((ty, id, arguments));
        }
        for (ty, id, arguments) in asked {
            if self.implements(&Infer::default(), &ty, id, &arguments, 0) {
                continue;
            }
            let (shown, wanted) = (self.show(&ty), self.traits[id].name.clone());
            let name = self.traits[of].name.clone();
            self.report(
                Diagnostic::new(E0277, format!("`{shown}` does not implement `{wanted}`"), span)
                    .label(format!("`{name}` asks for it"))
                    .help(self.how_to_implement(&ty, &wanted)),
            );
        }
    }

    fn how_to_implement(&self, ty: &Ty, wanted: &str) -> String {
        let shown = self.show(ty);
        match (ty, wanted) {
            (
                Ty::Struct(..),
                "Clone" | "Copy" | "PartialEq" | "PartialOrd" | "Eq" | "Ord" | "Default",
            ) => format!("put `#[derive({wanted})]` before `{shown}`"),
            _ => format!("write `impl {wanted} for {shown} {{ … }}`"),
        }
    }

    /// The types and constants of an `impl` as variables.
    fn open_header(&mut self, id: ImplId, infer: &mut Infer) -> (Ty, Vec<Ty>, Arguments) {
        let item = self.impls[id].clone();
        let generics: &Generics = &item.generics;
        let fresh = Arguments {
            types: generics
                .types
                .iter()
                .map(|_| infer.fresh(TyVarKind::Any, Span::UNDEFINED))
                .collect(),
            consts: generics.consts.iter().map(|_| infer.fresh_len()).collect(),
        };
        let ty = self.substituted(&item.ty, &fresh);
        let of = item.of.map(|(_, arguments)| arguments).unwrap_or_default();
        let of = of.iter().map(|ty| self.substituted(ty, &fresh)).collect();
        (ty, of, fresh)
    }

    /// Whether two `impl`s of one trait, or of a type itself, meet in some type.
    fn overlap(&mut self, left: ImplId, right: ImplId) -> bool {
        let of = |checker: &Checker, id: ImplId| checker.impls[id].of.as_ref().map(|of| of.0);
        let Some(of_left) = of(self, left) else { return false };
        of(self, right) == Some(of_left) && self.meet(left, right)
    }

    fn meet(&mut self, left: ImplId, right: ImplId) -> bool {
        let mut infer = Infer::default();
        let (left_ty, left_of, left_given) = self.open_header(left, &mut infer);
        let (right_ty, right_of, right_given) = self.open_header(right, &mut infer);
        let is_projected = |ty: &Ty| has_projection(ty);
        if [&left_ty, &right_ty].into_iter().chain(&left_of).chain(&right_of).any(is_projected) {
            return false;
        }
        infer.unify(&left_ty, &right_ty)
            && left_of.iter().zip(&right_of).all(|(left, right)| infer.unify(left, right))
            && self.bounds_may_hold(left, &left_given, &infer)
            && self.bounds_may_hold(right, &right_given, &infer)
    }

    /// Whether nothing that an `impl` asks for is known to be missing.
    fn bounds_may_hold(&mut self, id: ImplId, given: &Arguments, infer: &Infer) -> bool {
        let bounds = self.impls[id].generics.bounds.clone();
        bounds.iter().all(|bound| {
            let BoundKind::Trait { id, arguments, .. } = &bound.kind else { return false };
            let item = &self.traits[*id];
            if item.is_library && NOT_LOOKED_AT.contains(&item.name.as_str()) {
                return false;
            }
            let ty = self.substituted(&bound.ty, given);
            let ty = infer.resolve(&ty).unwrap_or(Ty::Error);
            let arguments: Vec<Ty> =
                arguments.iter().map(|ty| self.substituted(ty, given)).collect();
            // Who implements a trait for a type that is still open is not known.
            !has_projection(&ty) && self.implements(infer, &ty, *id, &arguments, 0)
        })
    }

    fn report_overlap(&mut self, earlier: ImplId, id: ImplId) {
        let ImplItem { ty, of: Some((of, _)), span, .. } = self.impls[id].clone() else { return };
        let first = self.impls[earlier].span;
        let (name, shown) =
            (self.traits[of].name.clone(), self.show_in(&ty, &self.impls[id].generics));
        self.report(
            Diagnostic::new(E0119, format!("`{name}` is implemented twice for `{shown}`"), span)
                .label("conflicts with the other `impl`")
                .other(first, "first implemented here")
                .help("leave one of them out"),
        );
    }

    /// Functions of one name that a type has by two `impl`s of its own.
    fn check_members_of_type(&mut self, id: ImplId, earlier: &[ImplId]) {
        if self.impls[id].of.is_some() {
            return;
        }
        let mut names: Vec<String> = self.impls[id].functions.keys().cloned().collect();
        names.sort_unstable();
        for name in names {
            let other = earlier.iter().copied().find(|other| {
                self.impls[*other].of.is_none()
                    && self.impls[*other].functions.contains_key(&name)
                    && self.meet(*other, id)
            });
            let Some(other) = other else { continue };
            let (first, again) =
                (self.impls[other].functions[&name], self.impls[id].functions[&name]);
            let (first, again) = (self.functions[first].span, self.functions[again].span);
            self.report(
                Diagnostic::new(
                    E0592,
                    format!("the name `{name}` is defined more than once"),
                    again,
                )
                .label("defined again")
                .other(first, "first defined here")
                .help("give one of them another name"),
            );
        }
    }

    /// What structures derive must be possible.
    fn check_derived(&mut self) {
        for id in 0..self.structs.len() {
            let item = &self.structs[id];
            if item.is_library {
                continue;
            }
            let attributes = match &item.syntax {
                StructSyntax::Struct(syntax) => &syntax.attrs,
                StructSyntax::Enum(syntax) => &syntax.attrs,
                StructSyntax::None => continue,
            };
            let names = derived(attributes);
            let span = item.hir.span;
            let own: Vec<Ty> = self.own_struct_arguments(id);
            let ty = Ty::Struct(id, own);
            // What is written out stands among the `impl`s, which are compared.
            let is_written_out = |name: &String| match name.as_str() {
                "Hash" => self.library.has_hashers,
                _ => !item.derives.contains(name),
            };
            let names: Vec<String> =
                names.into_iter().filter(|name| !is_written_out(name)).collect();
            for name in &names {
                self.check_derive(&ty, name, span);
            }
            self.check_parameters_used(id);
        }
    }

    fn check_derive(&mut self, ty: &Ty, name: &str, span: Span) {
        let Ty::Struct(id, _) = ty else { return };
        let Some(of) = self.library.traits.get(name).copied() else { return };
        let shown = self.structs[*id].hir.name.clone();
        let written =
            self.lookup.impls_by_trait.get(&of).into_iter().flatten().copied().find(|other| {
                let other = &self.impls[*other];
                let arguments = other.of.as_ref().map(|of| of.1.as_slice()).unwrap_or_default();
                matches!(other.ty, Ty::Struct(of, _) if of == *id)
                    && arguments.first().is_none_or(|right| *right == other.ty)
            });
        if let Some(written) = written {
            let place = self.impls[written].span;
            self.report(
                Diagnostic::new(
                    E0119,
                    format!("`{name}` is implemented twice for `{shown}`"),
                    place,
                )
                .label("conflicts with what is derived")
                .other(span, "derived here")
                .help("leave one of them out"),
            );
        }
        for (ty, wanted, arguments) in self.asked_by_library(ty, of, std::slice::from_ref(ty)) {
            if self.implements(&Infer::default(), &ty, wanted, &arguments, 0) {
                continue;
            }
            let wanted = self.traits[wanted].name.clone();
            self.report(
                Diagnostic::new(E0277, format!("`{shown}` does not implement `{wanted}`"), span)
                    .label(format!("`{name}`, which is derived, asks for it"))
                    .help(format!("write `#[derive({wanted}, {name})]`")),
            );
        }
        let fields = self.structs[*id].hir.fields.clone();
        for field in fields {
            let is_default_enum = name == "Default" && self.structs[*id].hir.variants.is_some();
            let Some(lacking) = self.lacking(&field.ty, of).filter(|_| !is_default_enum) else {
                continue;
            };
            let inner = self.show(&lacking);
            // What is derived writes `a == b`, and `Copy` is asked for by its name.
            let code = match name {
                "Copy" => E0204,
                "PartialEq" => E0369,
                _ => E0277,
            };
            self.report(
                Diagnostic::new(code, format!("`{name}` cannot be derived for `{shown}`"), span)
                    .label(format!("`{inner}`, in it, does not implement `{name}`"))
                    .help(self.how_to_implement(&lacking, name)),
            );
            return;
        }
    }

    /// What lies in a field and does not implement a trait that is derived.
    fn lacking(&self, ty: &Ty, of: TraitId) -> Option<Ty> {
        match ty {
            Ty::Reference(Mutability::Mut, _) => {
                let name = self.traits[of].name.as_str();
                matches!(name, "Copy" | "Clone").then(|| ty.clone())
            }
            Ty::Struct(id, _) if !self.structs[*id].is_library => {
                let is_there = self.implements(&Infer::default(), ty, of, &[], 0);
                (!is_there).then(|| ty.clone())
            }
            Ty::Array(element, _) => self.lacking(element, of),
            Ty::Tuple(members) => members.iter().find_map(|member| self.lacking(member, of)),
            _ => None,
        }
    }

    fn own_struct_arguments(&self, id: usize) -> Vec<Ty> {
        use crate::checker::GenericKind;
        let generics = &self.structs[id].generics;
        let each = generics.order.iter().map(|kind| match kind {
            GenericKind::Type(at) => Ty::Param(*at),
            GenericKind::Const(at) => {
                Ty::Const(Len::Param(*at, generics.consts[*at as usize].name.clone()))
            }
        });
        each.collect()
    }

    /// Every type parameter of a structure must be used.
    fn check_parameters_used(&mut self, id: usize) {
        let item = &self.structs[id];
        let mut used = HashSet::new();
        for field in &item.hir.fields {
            if !params_in(&field.ty, &mut used) {
                return;
            }
        }
        let (name, span) = (item.hir.name.clone(), item.hir.span);
        let generics = item.generics.clone();
        for lifetime in self.unused_lifetimes(id) {
            self.report(
                Diagnostic::new(
                    E0392,
                    format!("the lifetime parameter `'{lifetime}` is never used"),
                    span,
                )
                .label(format!("no field of `{name}` has it"))
                .help("leave it out"),
            );
        }
        for (at, param) in generics.types.iter().enumerate() {
            if !used.contains(&(at as u32)) {
                let param = &param.name;
                self.report(
                    Diagnostic::new(
                        E0392,
                        format!("the type parameter `{param}` is never used"),
                        span,
                    )
                    .label(format!("no field of `{name}` has it"))
                    .help(format!(
                        "leave it out, or add a field of type `core::marker::PhantomData<{param}>`"
                    )),
                );
            }
        }
    }

    /// What traits of the library ask for.
    fn asked_by_library(
        &self,
        ty: &Ty,
        id: TraitId,
        arguments: &[Ty],
    ) -> Vec<(Ty, TraitId, Vec<Ty>)> {
        let facts = self.facts_of_library(ty, id, arguments).into_iter();
        facts.map(|fact| (fact.ty, fact.id, fact.arguments)).collect()
    }
}

/// The parameters that follow from a type.
#[derive(Default)]
struct Constrained {
    types: HashSet<u32>,
    consts: HashSet<u32>,
}

impl Constrained {
    fn take(&mut self, ty: &Ty) {
        match ty {
            Ty::Param(at) => {
                self.types.insert(*at);
            }
            // What belongs to a type does not say which type that is.
            Ty::Projection(_) => {}
            other => {
                if let Some(Len::Param(at, _)) = other.lens() {
                    self.consts.insert(*at);
                }
                other.parts().into_iter().for_each(|part| self.take(part));
            }
        }
    }

    /// Whether all parameters in a type are known.
    fn has(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Param(at) => self.types.contains(at),
            other => other.parts().into_iter().all(|part| self.has(part)),
        }
    }
}

/// Collects the parameters in a type; says whether it is all known.
fn params_in(ty: &Ty, found: &mut HashSet<u32>) -> bool {
    match ty {
        Ty::Error => false,
        Ty::Param(at) => {
            found.insert(*at);
            true
        }
        other => other.parts().into_iter().all(|part| params_in(part, found)),
    }
}

fn has_projection(ty: &Ty) -> bool {
    matches!(ty, Ty::Projection(_) | Ty::Error) || ty.parts().into_iter().any(has_projection)
}
