//! Assumed bounds: what a definition may take for granted of its own parameters.
//!
//! To check generic text as it is written, each type parameter becomes a type
//! that nobody else has, and each bound an `impl` that nobody wrote. So the body
//! finds what the bounds offer, by the same road as everything else, and nothing
//! more.

use crate::checker::{
    Arguments, Bound, BoundKind, Checker, ClosureItem, GenericKind, Generics, ImplId, ImplItem,
    StructItem, StructSyntax, TraitId,
};
use crate::typing::generics::trait_arguments;
use naga::Span;
use std::collections::HashMap;
use std::rc::Rc;
use warpbench_hir as hir;
use warpbench_hir::types::{Len, Projection, Ty};

/// How often associated types may lead to further ones. What lies deeper is not
/// judged.
const ROUNDS: usize = 6;

/// How many traits may ask for each other, one after the other.
const MAX_SUPERTRAITS: usize = 16;

/// Traits whose meaning is more than their functions: of a type with one of
/// them nothing is judged.
const NOT_JUDGED: [&str; 4] = ["IntoIterator", "TryFrom", "TryInto", "FromIterator"];

/// A type parameter, or a type that belongs to one, as a type of its own.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opaque {
    /// The bounds as they are written.
    pub(crate) written: Vec<String>,
}

/// A bound with nothing left open in it.
#[derive(Clone, Debug)]
pub(crate) struct Fact {
    pub(crate) ty: Ty,
    pub(crate) id: TraitId,
    pub(crate) arguments: Vec<Ty>,
    types: Vec<(String, Ty)>,
}

impl Fact {
    fn is_known(&self) -> bool {
        let given = self.types.iter().map(|(_, ty)| ty);
        !std::iter::once(&self.ty).chain(&self.arguments).chain(given).any(has_error)
    }
}

impl Checker {
    /// Makes types of the parameters of a definition, with what their bounds say
    /// of them. `own` is the trait whose `Self` is the first parameter.
    pub(crate) fn assume(&mut self, generics: &Generics, own: Option<TraitId>) -> Arguments {
        let mut arguments = self.own_arguments(generics);
        for (at, param) in generics.types.iter().enumerate() {
            let of = Ty::Param(at as u32);
            let bounds = || generics.bounds.iter().filter(|bound| bound.ty == of);
            let mut written: Vec<String> =
                bounds().filter_map(|bound| self.quote(bound.span)).map(str::to_owned).collect();
            written.dedup();
            let is_called = bounds().any(|bound| matches!(bound.kind, BoundKind::Call { .. }));
            arguments.types[at] = if is_called {
                self.opaque_closure()
            } else if bounds().any(|bound| self.is_not_judged(bound))
                || generics.misread.contains(&(at as u32))
            {
                Ty::Error
            } else if param.name.is_empty() {
                self.opaque_type(format!("impl {}", written.join(" + ")), written)
            } else {
                self.opaque_type(param.name.clone(), written)
            };
        }
        let mut waiting: Vec<Bound> = generics.bounds.clone();
        if let Some(id) = own {
            let own = self.traits[id].generics.clone();
            let arguments = own.order.iter().map(|kind| match kind {
                GenericKind::Type(at) => Ty::Param(*at),
                GenericKind::Const(at) => {
                    Ty::Const(Len::Param(*at, own.consts[*at as usize].name.clone()))
                }
            });
            let arguments = arguments.collect();
            let kind = BoundKind::Trait { id, arguments, types: Vec::new() };
            waiting.push(Bound { ty: Ty::Param(0), kind, span: Span::UNDEFINED });
        }
        self.assume_all(waiting, &arguments);
        for bound in &generics.bounds {
            if let (Ty::Param(at), BoundKind::Call { inputs, output }) = (&bound.ty, &bound.kind)
                && let Some(Ty::Closure(id)) = arguments.types.get(*at as usize).cloned()
            {
                let params = inputs.iter().map(|ty| self.substituted(ty, &arguments)).collect();
                let result = self.substituted(output, &arguments);
                self.closures[id] = ClosureItem { params, result, span: Span::UNDEFINED };
            }
        }
        arguments
    }

    /// Forgets the `impl`s that were taken for granted.
    pub(crate) fn forget_assumptions(&mut self) {
        let assumed = std::mem::take(&mut self.as_written.assumed);
        for id in &assumed {
            if let Some((of, _)) = &self.impls[*id].of
                && let Some(impls) = self.lookup.impls_by_trait.get_mut(of)
            {
                impls.retain(|other| other != id);
            }
            for name in self.impls[*id].types.keys() {
                if let Some(impls) = self.lookup.impls_by_member.get_mut(name) {
                    impls.retain(|other| other != id);
                }
            }
        }
    }

    /// Whether a type is a parameter, or belongs to one.
    pub(crate) fn is_opaque(&self, ty: &Ty) -> bool {
        matches!(ty, Ty::Struct(id, _) if self.as_written.opaque.contains_key(id))
    }

    /// What to write so that a parameter has a trait, if the type is one.
    pub(crate) fn bound_to_write(&self, ty: &Ty, wanted: &str) -> Option<String> {
        let Ty::Struct(id, _) = ty else { return None };
        let opaque = self.as_written.opaque.get(id)?;
        let name = &self.structs[*id].hir.name;
        let bounds: Vec<&str> = opaque.written.iter().map(String::as_str).chain([wanted]).collect();
        let bounds = bounds.join(" + ");
        Some(if name == "Self" {
            format!("let the trait ask for it, with `: {wanted}` behind its name")
        } else if name.starts_with("impl ") {
            format!("write `impl {bounds}`")
        } else if name.contains("::") {
            format!("write `where {name}: {wanted}`")
        } else {
            format!("write `{name}: {bounds}` where `{name}` is declared")
        })
    }

    /// The type of a constant that a parameter has by one of its bounds.
    pub(crate) fn assumed_constant(&mut self, ty: &Ty, name: &str) -> Option<Ty> {
        let found = self.as_written.assumed.iter().copied().find_map(|id| {
            let item = &self.impls[id];
            let (of, arguments) = item.of.clone()?;
            let declared = self.traits[of].constant_types.get(name)?.clone();
            (item.ty == *ty).then_some((of, arguments, declared))
        });
        let (of, arguments, declared) = found?;
        let scope = self.traits[of].scope;
        let mut env = crate::typing::written::Env::items(scope);
        let declared = self.ty(&declared, &mut env);
        Some(self.substituted(&declared, &trait_arguments(ty.clone(), arguments)))
    }

    fn is_not_judged(&self, bound: &Bound) -> bool {
        match &bound.kind {
            BoundKind::Trait { id, .. } => {
                let item = &self.traits[*id];
                item.is_library && NOT_JUDGED.contains(&item.name.as_str())
            }
            BoundKind::Call { .. } => false,
        }
    }

    fn opaque_closure(&mut self) -> Ty {
        let span = Span::UNDEFINED;
        self.closures.push(ClosureItem { params: Vec::new(), result: Ty::Error, span });
        Ty::Closure(self.closures.len() - 1)
    }

    fn opaque_type(&mut self, name: String, written: Vec<String>) -> Ty {
        // A field that nobody can name keeps the type from being `T` alone, as a
        // structure without fields is.
        let hidden = hir::Field { name: " ".to_owned(), ty: Ty::Error };
        let id = self.structs.len();
        self.structs.push(StructItem {
            hir: hir::Struct { name, fields: vec![hidden], ..hir::Struct::default() },
            is_tuple: false,
            is_copy: false,
            derives: Vec::new(),
            syntax: StructSyntax::None,
            scope: 0,
            generics: Rc::default(),
            made_of: None,
            is_library: false,
            scalars: Some(1),
        });
        self.as_written.opaque.insert(id, Opaque { written });
        Ty::Struct(id, Vec::new())
    }

    /// Takes bounds for granted, those first that need no others.
    fn assume_all(&mut self, mut waiting: Vec<Bound>, arguments: &Arguments) {
        for round in 1..=ROUNDS {
            let is_last = round == ROUNDS;
            let mut left = Vec::new();
            let mut added = Vec::new();
            for bound in waiting {
                match self.fact(&bound, arguments) {
                    Some(fact) if is_last || fact.is_known() => {
                        self.assume_fact(fact, &mut added, 0);
                    }
                    Some(_) => left.push(bound),
                    None => {}
                }
            }
            waiting = left;
            for id in added {
                waiting.extend(self.assume_types(id, is_last));
            }
            if waiting.is_empty() {
                return;
            }
        }
    }

    fn fact(&mut self, bound: &Bound, given: &Arguments) -> Option<Fact> {
        let BoundKind::Trait { id, arguments, types } = &bound.kind else { return None };
        let ty = self.substituted(&bound.ty, given);
        let arguments = arguments.iter().map(|ty| self.substituted(ty, given)).collect();
        let types =
            types.iter().map(|(name, ty)| (name.clone(), self.substituted(ty, given))).collect();
        Some(Fact { ty, id: *id, arguments, types })
    }

    /// Takes a bound for granted, and what its trait asks for.
    fn assume_fact(&mut self, fact: Fact, added: &mut Vec<ImplId>, depth: usize) {
        if depth > MAX_SUPERTRAITS || fact.ty == Ty::Error {
            return;
        }
        let Fact { ty, id, arguments, types } = fact;
        let (own, inherited): (Vec<_>, Vec<_>) =
            types.into_iter().partition(|(name, _)| self.traits[id].types.contains_key(name));
        let known = self.as_written.assumed.iter().copied().find(|known| {
            let item = &self.impls[*known];
            item.ty == ty && item.of.as_ref().is_some_and(|of| of.0 == id && of.1 == arguments)
        });
        let place = known.unwrap_or_else(|| {
            let place = self.push_assumed(id, arguments.clone(), ty.clone());
            added.push(place);
            place
        });
        for (name, given) in own {
            self.name_assumed_type(place, name, given);
        }
        if known.is_some() && inherited.is_empty() {
            return;
        }
        self.mark_derived(&ty, id, &arguments);
        let item = &self.traits[id];
        let where_clause = item.generics.bounds.iter().filter(|bound| bound.ty == Ty::Param(0));
        let asked: Vec<Bound> = item.supertraits.iter().chain(where_clause).cloned().collect();
        for fact in self.facts_of_library(&ty, id, &arguments) {
            self.assume_fact(fact, added, depth + 1);
        }
        let given = trait_arguments(ty, arguments);
        for bound in asked {
            let Some(mut fact) = self.fact(&bound, &given) else { continue };
            let of = &self.traits[fact.id];
            let more = inherited.iter().filter(|(name, _)| of.types.contains_key(name)).cloned();
            fact.types.extend(more);
            self.assume_fact(fact, added, depth + 1);
        }
    }

    /// What traits of the library ask for, whose text does not say so.
    pub(crate) fn facts_of_library(&self, ty: &Ty, id: TraitId, arguments: &[Ty]) -> Vec<Fact> {
        let item = &self.traits[id];
        let own = std::slice::from_ref(ty);
        let asked: &[(&str, &[Ty])] = match item.name.as_str() {
            _ if !item.is_library => &[],
            "Copy" => &[("Clone", &[])],
            "PartialOrd" => &[("PartialEq", arguments)],
            "Eq" => &[("PartialEq", own)],
            "Ord" => &[("Eq", &[]), ("PartialOrd", own)],
            "IndexMut" => &[("Index", arguments)],
            _ => &[],
        };
        let fact = |(name, arguments): &(&str, &[Ty])| {
            let id = self.library.traits.get(*name).copied()?;
            Some(Fact { ty: ty.clone(), id, arguments: arguments.to_vec(), types: Vec::new() })
        };
        asked.iter().filter_map(fact).collect()
    }

    fn push_assumed(&mut self, of: TraitId, arguments: Vec<Ty>, ty: Ty) -> ImplId {
        let id = self.impls.len();
        self.impls.push(ImplItem {
            generics: Rc::default(),
            of: Some((of, arguments)),
            ty,
            span: Span::UNDEFINED,
            site: hir::Site::default(),
            is_library: true,
            scope: 0,
            functions: HashMap::new(),
            constants: HashMap::new(),
            types: HashMap::new(),
        });
        self.as_written.assumed.push(id);
        // What a definition asks for comes before what others have to offer.
        self.lookup.impls_by_trait.entry(of).or_default().insert(0, id);
        id
    }

    fn name_assumed_type(&mut self, id: ImplId, name: String, ty: Ty) {
        if self.impls[id].types.insert(name.clone(), ty).is_none() {
            self.lookup.impls_by_member.entry(name).or_default().insert(0, id);
        }
    }

    /// Makes types of the associated types that no bound names, and returns what
    /// the trait says of its associated types.
    fn assume_types(&mut self, id: ImplId, is_last: bool) -> Vec<Bound> {
        let ImplItem { ty, of: Some((of, arguments)), .. } = self.impls[id].clone() else {
            return Vec::new();
        };
        let mut names: Vec<String> = self.traits[of].types.keys().cloned().collect();
        names.sort_unstable();
        for name in names {
            if self.impls[id].types.contains_key(&name) {
                continue;
            }
            let open = if is_last || !self.is_opaque(&ty) {
                Ty::Error
            } else {
                let shown = format!("<{} as {}>::{name}", self.show(&ty), self.traits[of].name);
                self.opaque_type(shown, Vec::new())
            };
            self.name_assumed_type(id, name, open);
        }
        let given = trait_arguments(ty, arguments);
        let bounds = self.traits[of].type_bounds.clone();
        let facts: Vec<Fact> = bounds.iter().filter_map(|bound| self.fact(bound, &given)).collect();
        let bound = |fact: Fact| {
            let Fact { ty, id, arguments, types } = fact;
            Bound { ty, kind: BoundKind::Trait { id, arguments, types }, span: Span::UNDEFINED }
        };
        facts.into_iter().map(bound).collect()
    }

    /// Some traits are looked for among what a structure derives.
    fn mark_derived(&mut self, ty: &Ty, of: TraitId, arguments: &[Ty]) {
        let item = &self.traits[of];
        let is_with_itself = arguments.first().is_none_or(|right| right == ty);
        if let Ty::Struct(id, _) = ty
            && self.as_written.opaque.contains_key(id)
            && item.is_library
            && is_with_itself
        {
            let name = item.name.clone();
            self.structs[*id].is_copy |= name == "Copy";
            self.structs[*id].derives.push(name);
        }
    }

    /// `<Self as Trait>::Name`, as the trait itself sees it.
    pub(crate) fn own_projection(&self, id: TraitId, name: &str) -> Ty {
        let count = self.traits[id].generics.types.len() as u32;
        let arguments = (1..count).map(Ty::Param).collect();
        let by = Some((id, arguments));
        Ty::Projection(Box::new(Projection { of: Ty::Param(0), by, name: name.to_owned() }))
    }
}

/// Whether a part of a type is not known.
fn has_error(ty: &Ty) -> bool {
    *ty == Ty::Error || ty.parts().into_iter().any(has_error)
}
