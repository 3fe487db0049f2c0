//! Selection of an `impl` by the type, the trait and its arguments.

use crate::checker::{Arguments, Bound, BoundKind, Checker, Generics, ImplId, TraitId};
use crate::expressions::iterator_size::{has_exact_size, is_double_ended};
use crate::typing::infer::{Infer, TyVarKind};
use warpbench_hir::types::{IterTy, Len, Mutability, Ty};

/// How many `impl`s may depend on each other.
const MAX_DEPTH: usize = 12;

/// Stands for a parameter of an `impl` that nothing says.
pub(super) const UNKNOWN: Ty = Ty::Var(u32::MAX);

/// What the parameters of an `impl` are matched with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    pub(super) types: Vec<Option<Ty>>,
    pub(super) consts: Vec<Option<Len>>,
}

impl Found {
    fn new(generics: &Generics) -> Found {
        Found { types: vec![None; generics.types.len()], consts: vec![None; generics.consts.len()] }
    }

    /// The arguments, if all are known.
    fn arguments(self) -> Option<Arguments> {
        let types = self.types.into_iter().collect::<Option<Vec<_>>>()?;
        let consts = self.consts.into_iter().collect::<Option<Vec<_>>>()?;
        Some(Arguments { types, consts })
    }

    /// The arguments; what is not known stays open.
    pub(super) fn loose(&self) -> Arguments {
        let open = |ty: &Option<Ty>| ty.clone().unwrap_or(UNKNOWN);
        Arguments {
            types: self.types.iter().map(open).collect(),
            consts: self.consts.iter().map(|len| len.clone().unwrap_or(Len::Error)).collect(),
        }
    }
}

/// A member of a type: the function, and the `impl` or trait that has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    pub(crate) function: usize,
    pub(crate) by: MemberOf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MemberOf {
    Impl(ImplId),
    /// A function that a trait brings along, for a type with this `impl`; none
    /// for types that have the trait from the start.
    Trait(TraitId, Option<ImplId>),
}

impl Checker {
    /// Whether a type fits a pattern with parameters, and what they stand for.
    pub(super) fn fits(&self, infer: &Infer, pattern: &Ty, ty: &Ty, found: &mut Found) -> bool {
        let ty = infer.head(ty);
        match (pattern, &ty) {
            (Ty::Param(at), _) => match found.types.get(*at as usize).cloned().flatten() {
                Some(known) if matches!(infer.head(&known), Ty::Var(_)) => {
                    let agrees = self.agree(infer, &known, &ty);
                    found.types[*at as usize] = Some(ty);
                    agrees
                }
                Some(known) => self.agree(infer, &known, &ty),
                None => {
                    if let Some(place) = found.types.get_mut(*at as usize) {
                        *place = Some(ty);
                    }
                    true
                }
            },
            (Ty::Error, _) | (_, Ty::Error) => true,
            (Ty::Projection(_), _) => true,
            (pattern, Ty::Var(_)) => match infer.kind(&ty) {
                Some(TyVarKind::Int) => matches!(pattern, Ty::Int(_)),
                Some(TyVarKind::Float) => matches!(pattern, Ty::Float(_)),
                _ => true,
            },
            (Ty::Tuple(patterns), Ty::Tuple(types)) => {
                patterns.len() == types.len() && self.all_fit(infer, patterns, types, found)
            }
            (Ty::Struct(id, patterns), Ty::Struct(other, types)) => {
                id == other && self.all_fit(infer, patterns, types, found)
            }
            (Ty::Array(pattern, len), Ty::Array(ty, known)) => {
                self.len_fits(infer, len, known, found) && self.fits(infer, pattern, ty, found)
            }
            (Ty::Const(len), Ty::Const(known)) => self.len_fits(infer, len, known, found),
            (Ty::Slice(pattern), Ty::Slice(ty)) => self.fits(infer, pattern, ty, found),
            (Ty::Iter(pattern), Ty::Iter(iter)) => match (&**pattern, &**iter) {
                (IterTy::Range(pattern), IterTy::Range(ty))
                | (IterTy::RangeInclusive(pattern), IterTy::RangeInclusive(ty))
                | (IterTy::RangeFrom(pattern), IterTy::RangeFrom(ty)) => {
                    self.fits(infer, pattern, ty, found)
                }
                (IterTy::Slice(m, pattern), IterTy::Slice(n, ty)) => {
                    m == n && self.fits(infer, pattern, ty, found)
                }
                (pattern, iter) => pattern == iter,
            },
            (Ty::Pointer(m, pattern), Ty::Pointer(n, ty))
            | (Ty::Reference(m, pattern), Ty::Reference(n, ty)) => {
                m == n && self.fits(infer, pattern, ty, found)
            }
            (pattern, ty) => pattern == ty,
        }
    }

    fn all_fit(&self, infer: &Infer, patterns: &[Ty], types: &[Ty], found: &mut Found) -> bool {
        patterns.iter().zip(types).all(|(pattern, ty)| self.fits(infer, pattern, ty, found))
    }

    fn len_fits(&self, infer: &Infer, pattern: &Len, len: &Len, found: &mut Found) -> bool {
        let len = infer.head_len(len);
        match pattern {
            Len::Param(at, _) => match found.consts.get(*at as usize).cloned().flatten() {
                // What one place leaves open another may say.
                Some(known) if matches!(infer.head_len(&known), Len::Var(_)) => {
                    found.consts[*at as usize] = Some(len);
                    true
                }
                Some(known) => known == len || matches!(len, Len::Var(_) | Len::Error),
                None => {
                    if let Some(place) = found.consts.get_mut(*at as usize) {
                        *place = Some(len);
                    }
                    true
                }
            },
            pattern => *pattern == len || matches!(len, Len::Var(_) | Len::Error),
        }
    }

    /// Whether two types can be the same.
    fn agree(&self, infer: &Infer, left: &Ty, right: &Ty) -> bool {
        let left = infer.head(left);
        if matches!(left, Ty::Var(_)) {
            return match (infer.kind(&left), infer.head(right)) {
                (Some(TyVarKind::Int), Ty::Int(_)) | (Some(TyVarKind::Float), Ty::Float(_)) => true,
                (Some(kind), other @ Ty::Var(_)) => {
                    kind == TyVarKind::Any
                        || infer.kind(&other).is_none_or(|k| k == kind || k == TyVarKind::Any)
                }
                (Some(TyVarKind::Any) | None, _) => true,
                _ => false,
            };
        }
        self.fits(infer, &left, right, &mut Found::default())
    }

    /// What the parameters of an `impl` must be for it to be meant.
    pub(crate) fn match_impl(
        &self,
        infer: &Infer,
        id: ImplId,
        ty: &Ty,
        by: Option<&[Ty]>,
        depth: usize,
    ) -> Option<Found> {
        let item = &self.impls[id];
        let mut found = Found::new(&item.generics);
        if !self.fits(infer, &item.ty, ty, &mut found) {
            return None;
        }
        if let (Some((_, own)), Some(wanted)) = (&item.of, by)
            && !self.all_fit(infer, own, wanted, &mut found)
        {
            return None;
        }
        let holds = item.generics.bounds.iter().all(|bound| {
            let BoundKind::Trait { id, arguments, .. } = &bound.kind else { return true };
            let of = self.shallow(&bound.ty, &found);
            let arguments: Vec<Ty> = arguments.iter().map(|ty| self.shallow(ty, &found)).collect();
            self.implements(infer, &of, *id, &arguments, depth + 1)
        });
        (holds && self.types_fit(infer, &item.generics.bounds, &mut found, depth)).then_some(found)
    }

    /// A type with the parameters that are known replaced.
    pub(super) fn shallow(&self, ty: &Ty, found: &Found) -> Ty {
        struct Shallow<'a>(&'a Found);
        impl warpbench_hir::type_parts::PartMap for Shallow<'_> {
            fn ty(&mut self, ty: &Ty) -> Ty {
                match ty {
                    Ty::Param(at) => {
                        self.0.types.get(*at as usize).cloned().flatten().unwrap_or(Ty::Error)
                    }
                    Ty::Projection(_) => Ty::Error,
                    other => other.map_parts(self),
                }
            }

            fn len(&mut self, len: &Len) -> Len {
                match len {
                    Len::Param(at, _) => {
                        self.0.consts.get(*at as usize).cloned().flatten().unwrap_or(Len::Error)
                    }
                    other => other.clone(),
                }
            }
        }
        use warpbench_hir::type_parts::PartMap;
        Shallow(found).ty(ty)
    }

    /// Whether a type implements a trait; what is not known yet may.
    pub(crate) fn implements(
        &self,
        infer: &Infer,
        ty: &Ty,
        id: TraitId,
        arguments: &[Ty],
        depth: usize,
    ) -> bool {
        let ty = infer.head(ty);
        if depth > MAX_DEPTH || matches!(ty, Ty::Error | Ty::Param(_) | Ty::Projection(_)) {
            return true;
        }
        if let Ty::Var(_) = ty
            && infer.kind(&ty).is_none_or(|kind| kind == TyVarKind::Any)
        {
            return true;
        }
        self.has_from_start(infer, &ty, id, arguments)
            || self.lookup.impls_by_trait.get(&id).is_some_and(|impls| {
                impls
                    .iter()
                    .any(|id| self.match_impl(infer, *id, &ty, Some(arguments), depth).is_some())
            })
    }

    /// Whether a type has a trait of the library without an `impl`.
    pub(super) fn has_from_start(
        &self,
        infer: &Infer,
        ty: &Ty,
        id: TraitId,
        arguments: &[Ty],
    ) -> bool {
        let item = &self.traits[id];
        if !item.is_library {
            return false;
        }
        let name = item.name.as_str();
        let same = |ty: &Ty| arguments.first().is_none_or(|right| self.agree(infer, ty, right));
        let is_float = matches!(ty, Ty::Float(_)) || infer.kind(ty) == Some(TyVarKind::Float);
        let is_int = matches!(ty, Ty::Int(_)) || infer.kind(ty) == Some(TyVarKind::Int);
        let is_signed = matches!(ty, Ty::Int(int) if int.is_signed()) || matches!(ty, Ty::Var(_));
        match name {
            "Sized" | "Send" | "Sync" | "Unpin" | "Debug" | "Display" => true,
            "Hash" => !self.library.has_hashers,
            "Copy" => self.is_copy(ty),
            "Clone" => self.is_copy(ty) || self.is_cloned_by_parts(infer, ty, id),
            "PartialEq" | "PartialOrd" | "Eq" | "Ord" => match ty {
                Ty::Struct(id, _) => {
                    self.structs[*id].derives.iter().any(|derived| derived == name)
                }
                Ty::Float(_) => matches!(name, "PartialEq" | "PartialOrd") && same(ty),
                Ty::Int(_) | Ty::Bool | Ty::Var(_) => same(ty),
                Ty::Tuple(members) => {
                    members.iter().all(|ty| self.implements(infer, ty, id, &[], 1))
                }
                Ty::Array(element, _) | Ty::Slice(element) | Ty::Reference(_, element) => {
                    self.implements(infer, element, id, &[], 1)
                }
                _ => false,
            },
            "Default" => match ty {
                Ty::Reference(_, to) => matches!(**to, Ty::Slice(_)),
                Ty::Struct(id, _) => {
                    self.structs[*id].derives.iter().any(|derived| derived == name)
                }
                Ty::Int(_) | Ty::Float(_) | Ty::Bool | Ty::Var(_) => true,
                Ty::Tuple(members) => {
                    members.iter().all(|ty| self.implements(infer, ty, id, &[], 1))
                }
                Ty::Array(element, _) => self.implements(infer, element, id, &[], 1),
                _ => false,
            },
            "Add" | "Sub" | "Mul" | "Div" | "Rem" | "AddAssign" | "SubAssign" | "MulAssign"
            | "DivAssign" | "RemAssign" => {
                let right = arguments.first().map(|right| infer.head(right));
                let through = match right {
                    Some(Ty::Reference(_, to)) => self.agree(infer, ty, &to),
                    _ => same(ty),
                };
                match ty {
                    Ty::Reference(_, to) => {
                        matches!(**to, Ty::Int(_) | Ty::Float(_)) && !name.ends_with("Assign")
                    }
                    _ => (is_float || is_int) && through,
                }
            }
            "WarpShuffleValue" | "WarpMatchValue" => is_int || is_float || *ty == Ty::Bool,
            "WarpReduceValue" => is_int,
            "Neg" => is_float || (is_int && is_signed),
            "Not" | "BitAnd" | "BitOr" | "BitXor" | "BitAndAssign" | "BitOrAssign"
            | "BitXorAssign" => is_int || *ty == Ty::Bool,
            "Shl" | "Shr" | "ShlAssign" | "ShrAssign" => is_int,
            "Sum" | "Product" => is_int || is_float,
            // A reference has it by what it leads to.
            "AsRef" | "AsMut" => match ty {
                Ty::Reference(mutability, to) => {
                    (name == "AsRef" || *mutability == Mutability::Mut)
                        && self.implements(infer, to, id, arguments, 1)
                }
                _ => false,
            },
            "Iterator" | "FusedIterator" => matches!(ty, Ty::Iter(_)),
            "DoubleEndedIterator" => matches!(ty, Ty::Iter(iter) if is_double_ended(iter)),
            "ExactSizeIterator" => matches!(ty, Ty::Iter(iter) if has_exact_size(iter)),
            "IntoIterator" => match ty {
                Ty::Iter(_) | Ty::Array(..) => true,
                Ty::Reference(_, to) => match infer.head(to) {
                    Ty::Struct(of, _) => self.is_optional(of),
                    to => matches!(to, Ty::Array(..) | Ty::Slice(_)),
                },
                // Every iterator is one that it can be turned into.
                Ty::Struct(of, _) => {
                    if self.is_optional(*of) {
                        return true;
                    }
                    let iterator = self.library.traits.get("Iterator");
                    iterator.is_some_and(|id| self.implements(infer, ty, *id, &[], 1))
                }
                _ => false,
            },
            "From" => arguments.first().is_some_and(|from| {
                let from = infer.head(from);
                self.agree(infer, ty, &from) || is_lossless(&from, ty)
            }),
            "Into" => arguments.first().is_some_and(|to| {
                let to = infer.head(to);
                let from = self.library.traits.get("From").copied();
                from.is_some_and(|from| {
                    self.implements(infer, &to, from, std::slice::from_ref(ty), 1)
                })
            }),
            _ => false,
        }
    }

    /// Whether a structure is `Option` or `Result`.
    pub(crate) fn is_optional(&self, id: usize) -> bool {
        let item = &self.structs[id];
        item.is_library && ["Option", "Result"].contains(&item.hir.name.as_str())
    }

    /// Whether a type that is not copied can be cloned, as all its parts can.
    fn is_cloned_by_parts(&self, infer: &Infer, ty: &Ty, id: TraitId) -> bool {
        let all = |parts: &[Ty]| {
            parts
                .iter()
                .all(|ty| matches!(ty, Ty::Const(_)) || self.implements(infer, ty, id, &[], 1))
        };
        match ty {
            Ty::Struct(of, arguments) => {
                self.structs[*of].derives.iter().any(|derived| derived == "Clone") && all(arguments)
            }
            Ty::Tuple(members) => all(members),
            Ty::Array(element, _) => all(std::slice::from_ref(element)),
            Ty::Iter(_) => true,
            _ => false,
        }
    }

    /// Whether values of a type are copied by using them.
    pub(crate) fn is_copy(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Struct(id, arguments) => {
                let item = &self.structs[*id];
                if item.is_library && item.hir.name == "PhantomData" {
                    return true;
                }
                (item.is_copy && arguments.iter().all(|ty| self.is_copy(ty)))
                    || self.is_assumed_to_be_copied(ty)
            }
            Ty::Tuple(members) => members.iter().all(|ty| self.is_copy(ty)),
            Ty::Array(element, _) => self.is_copy(element),
            Ty::Reference(Mutability::Mut, _) => false,
            Ty::Iter(_) | Ty::Slice(_) => false,
            _ => true,
        }
    }

    /// Whether `where Own<T>: Copy` says so.
    fn is_assumed_to_be_copied(&self, ty: &Ty) -> bool {
        !self.as_written.assumed.is_empty()
            && self.library.traits.get("Copy").is_some_and(|copy| {
                let assumed = self.as_written.assumed.iter().map(|id| &self.impls[*id]);
                assumed.into_iter().any(|item| {
                    item.ty == *ty && item.of.as_ref().is_some_and(|(of, _)| of == copy)
                })
            })
    }

    /// The members of a name that a type has: its own before those of traits.
    pub(crate) fn members_named(&self, infer: &Infer, ty: &Ty, name: &str) -> Vec<Member> {
        let mut own = Vec::new();
        let mut of_traits = Vec::new();
        for id in self.lookup.impls_by_member.get(name).into_iter().flatten() {
            let item = &self.impls[*id];
            let Some(function) = item.functions.get(name) else { continue };
            if self.match_impl(infer, *id, ty, None, 0).is_some() {
                let member = Member { function: *function, by: MemberOf::Impl(*id) };
                if item.of.is_some() { of_traits.push(member) } else { own.push(member) }
            }
        }
        if !own.is_empty() {
            return own;
        }
        for id in self.lookup.traits_by_member.get(name).into_iter().flatten() {
            let item = &self.traits[*id];
            let Some(function) = item.functions.get(name).copied() else { continue };
            let has_body = self.functions[function].block.is_some();
            let impls = self.lookup.impls_by_trait.get(id).into_iter().flatten();
            for of in impls {
                if (has_body || self.as_written.assumed.contains(of))
                    && !self.impls[*of].functions.contains_key(name)
                    && self.match_impl(infer, *of, ty, None, 0).is_some()
                {
                    let by = MemberOf::Trait(*id, Some(*of));
                    of_traits.push(Member { function, by });
                }
            }
            if has_body && of_traits.is_empty() && self.has_from_start(infer, ty, *id, &[]) {
                of_traits.push(Member { function, by: MemberOf::Trait(*id, None) });
            }
        }
        of_traits
    }

    /// The names of all that a type has by `impl`s, for suggestions.
    pub(crate) fn member_names(&self, ty: &Ty) -> Vec<String> {
        let infer = Infer::default();
        let mut names: Vec<String> = self
            .impls
            .iter()
            .enumerate()
            .filter(|(id, _)| self.match_impl(&infer, *id, ty, None, 0).is_some())
            .flat_map(|(_, item)| item.functions.keys().chain(item.constants.keys()).cloned())
            .collect();
        if let Ty::Struct(id, _) = ty {
            let variants = self.structs[*id].hir.variants.iter().flatten();
            names.extend(variants.map(|variant| variant.name.clone()));
        }
        names
    }

    /// The function of a trait for a type, by the trait's arguments.
    pub(crate) fn trait_function(
        &self,
        infer: &Infer,
        ty: &Ty,
        id: TraitId,
        arguments: Option<&[Ty]>,
        name: &str,
    ) -> Vec<Member> {
        let mut found = Vec::new();
        for of in self.lookup.impls_by_trait.get(&id).into_iter().flatten() {
            if self.match_impl(infer, *of, ty, arguments, 0).is_none() {
                continue;
            }
            if let Some(function) = self.impls[*of].functions.get(name) {
                found.push(Member { function: *function, by: MemberOf::Impl(*of) });
            } else if let Some(function) = self.traits[id].functions.get(name)
                && (self.functions[*function].block.is_some()
                    || self.as_written.assumed.contains(of))
            {
                found.push(Member { function: *function, by: MemberOf::Trait(id, Some(*of)) });
            }
        }
        found
    }

    /// The `impl` that gives a type a constant of a name.
    pub(crate) fn constant_member(&self, infer: &Infer, ty: &Ty, name: &str) -> Option<ImplId> {
        let impls = self.lookup.impls_by_member.get(name).into_iter().flatten();
        let mut fitting = impls.filter(|id| {
            self.impls[**id].constants.contains_key(name)
                && self.match_impl(infer, **id, ty, None, 0).is_some()
        });
        let first = *fitting.next()?;
        // Which of several `impl`s of one trait is meant, the type does not say.
        let of = |id: ImplId| self.impls[id].of.as_ref().map(|(of, _)| *of);
        let is_one_of_several = of(first).is_some() && fitting.any(|other| of(*other) == of(first));
        (!is_one_of_several).then_some(first)
    }

    /// The arguments of an `impl` for a type, if they are all known.
    pub(crate) fn impl_arguments(&self, infer: &Infer, id: ImplId, ty: &Ty) -> Option<Arguments> {
        self.match_impl(infer, id, ty, None, 0)?.arguments()
    }

    /// Whether a value can be given for a parameter of a function.
    pub(crate) fn could_be(
        &self,
        infer: &Infer,
        param: &Ty,
        found: &Ty,
        signature: &crate::checker::Signature,
    ) -> bool {
        let mut open = Found::new(&signature.generics);
        self.fits(infer, param, found, &mut open)
    }

    /// Whether a bound holds for types that are known.
    pub(crate) fn holds(&self, infer: &Infer, bound: &Bound) -> bool {
        match &bound.kind {
            BoundKind::Trait { id, arguments, .. } => {
                self.implements(infer, &bound.ty, *id, arguments, 0)
            }
            BoundKind::Call { .. } => true,
        }
    }
}

/// Whether every number of a type is one of another.
pub(crate) fn is_lossless(from: &Ty, to: &Ty) -> bool {
    match (from, to) {
        (Ty::Error | Ty::Never, _) => true,
        (from, to) if from == to => true,
        (Ty::Bool, Ty::Int(_)) => true,
        (Ty::Int(from), Ty::Int(to)) => {
            let is_address = |name: &str| name.ends_with("size");
            let fits = to.min() <= from.min() && from.max() <= to.max();
            fits && (!is_address(to.name()) || from.bits() <= 16) && !is_address(from.name())
        }
        (Ty::Int(from), Ty::Float(to)) => {
            let digits = match to.name() {
                "f16" => 11,
                "f32" => 24,
                _ => 53,
            };
            from.bits() - u32::from(from.is_signed()) <= digits && !from.name().ends_with("size")
        }
        (Ty::Float(from), Ty::Float(to)) => {
            let rank = |name: &str| match name {
                "f16" => 0,
                "f32" => 1,
                _ => 2,
            };
            // `core` leaves this one out, because `f32::from(1.0)` would not know its
            // type then.
            let is_left_out = from.name() == "f16" && to.name() == "f32";
            rank(from.name()) <= rank(to.name()) && !is_left_out
        }
        _ => false,
    }
}
