//! The types that belong to traits: `I::Item`, `<A as Mul<B>>::Output`.

use crate::checker::{Bound, BoundKind, Checker};
use crate::typing::generics::is_open;
use crate::typing::infer::Infer;
use crate::typing::selection::{Found, UNKNOWN};
use warpbench_hir::type_parts::PartMap;
use warpbench_hir::types::{IterTy, Len, Projection, Ty};

/// How many projections may lead to each other.
const MAX_DEPTH: usize = 12;

impl Checker {
    /// The type that a projection leads to.
    pub(crate) fn find_projection(&mut self, projection: &Projection) -> Option<Ty> {
        if let Some(ty) = self.projected_from_start(projection) {
            return Some(ty);
        }
        if let Some(iterator) = self.as_iterator(projection) {
            return self.find_projection(&iterator);
        }
        let (ty, found) = self.projected_by_impl(projection, 0)?;
        let ty = self.substituted(&ty, &found.loose());
        (!mentions_unknown(&ty)).then_some(ty)
    }

    /// Whether the types of traits are those that bounds ask for, and what parameters
    /// stand for that only they say: `T` in `impl<T, I: Iterator<Item = T>>`.
    pub(super) fn types_fit(
        &self,
        infer: &Infer,
        bounds: &[Bound],
        found: &mut Found,
        depth: usize,
    ) -> bool {
        bounds.iter().all(|bound| {
            let BoundKind::Trait { id, arguments, types } = &bound.kind else { return true };
            types.iter().all(|(name, wanted)| {
                let of = infer.head(&self.shallow(&bound.ty, found));
                let arguments = arguments.iter().map(|ty| self.shallow(ty, found)).collect();
                let projection = Projection { of, by: Some((*id, arguments)), name: name.clone() };
                match self.known_projection(&projection, depth + 1) {
                    Some(ty) => self.fits(infer, wanted, &ty, found),
                    None => true,
                }
            })
        })
    }

    /// The type that a projection leads to, if all of it is known already.
    fn known_projection(&self, projection: &Projection, depth: usize) -> Option<Ty> {
        if depth > MAX_DEPTH || is_open(&projection.of) || projection.of == Ty::Error {
            return None;
        }
        if let Some(ty) = self.projected_from_start(projection) {
            return Some(ty);
        }
        if let Some(iterator) = self.as_iterator(projection) {
            return self.known_projection(&iterator, depth + 1);
        }
        let (ty, found) = self.projected_by_impl(projection, depth)?;
        let mut settle = Settle { checker: self, found: &found, depth, is_known: true };
        let ty = settle.ty(&ty);
        settle.is_known.then_some(ty)
    }

    /// The types that go with types of the language.
    fn projected_from_start(&self, projection: &Projection) -> Option<Ty> {
        let Projection { of, by, name } = projection;
        match (of, name.as_str()) {
            (Ty::Int(_) | Ty::Float(_) | Ty::Bool, "Output")
                if by.as_ref().is_none_or(|(id, arguments)| {
                    self.has_from_start(&Infer::default(), of, *id, arguments)
                }) =>
            {
                Some(of.clone())
            }
            (Ty::Iter(iter), "Item") => Some(iter.item()),
            (Ty::Iter(_), "IntoIter") => Some(of.clone()),
            (Ty::Array(element, _), "Item") => Some((**element).clone()),
            (Ty::Array(element, len), "IntoIter") => {
                let iter = IterTy::Array((**element).clone(), len.clone());
                Some(Ty::Iter(Box::new(iter)))
            }
            // What is in an `Option` or a `Result` is the only item.
            (Ty::Struct(id, arguments), "Item" | "IntoIter") if self.is_optional(*id) => {
                let item = arguments.first()?.clone();
                Some(match name.as_str() {
                    "Item" => item,
                    _ => Ty::Iter(Box::new(IterTy::Option(item))),
                })
            }
            (Ty::Reference(mutability, to), "Item" | "IntoIter") => {
                if let Ty::Struct(id, arguments) = &**to
                    && self.is_optional(*id)
                {
                    let item = Ty::reference(*mutability, arguments.first()?.clone());
                    return Some(match name.as_str() {
                        "Item" => item,
                        _ => Ty::Iter(Box::new(IterTy::Option(item))),
                    });
                }
                let (Ty::Array(element, _) | Ty::Slice(element)) = &**to else { return None };
                Some(match name.as_str() {
                    "Item" => Ty::reference(*mutability, (**element).clone()),
                    _ => Ty::Iter(Box::new(IterTy::Slice(*mutability, (**element).clone()))),
                })
            }
            (Ty::Closure(id), "Output") => Some(self.closures.get(*id)?.result.clone()),
            _ => None,
        }
    }

    /// What is asked of a type as something to iterate over, asked of it as the
    /// iterator that it is.
    fn as_iterator(&self, projection: &Projection) -> Option<Projection> {
        let Projection { of, by: Some((id, _)), name } = projection else { return None };
        let into = self.library.traits.get("IntoIterator")?;
        let iterator = self.library.traits.get("Iterator")?;
        let is_asked = id == into && matches!(of, Ty::Struct(..)) && name == "Item";
        let infer = Infer::default();
        (is_asked && self.implements(&infer, of, *iterator, &[], 0)).then(|| Projection {
            of: of.clone(),
            by: Some((*iterator, Vec::new())),
            name: name.clone(),
        })
    }

    /// The type as an `impl` writes it, and what its parameters stand for.
    fn projected_by_impl(&self, projection: &Projection, depth: usize) -> Option<(Ty, Found)> {
        let Projection { of, by, name } = projection;
        let infer = Infer::default();
        for id in self.lookup.impls_by_member.get(name).into_iter().flatten() {
            let item = &self.impls[*id];
            let Some(ty) = item.types.get(name) else { continue };
            let arguments = match (by, &item.of) {
                (Some((wanted, arguments)), Some((own, _))) if wanted == own => {
                    Some(arguments.as_slice())
                }
                // It may belong to a trait that the named one asks for.
                (Some((wanted, _)), Some((own, _)))
                    if !self.traits[*wanted].types.contains_key(name)
                        && self.traits[*own].types.contains_key(name) =>
                {
                    None
                }
                (None, _) => None,
                _ => continue,
            };
            if let Some(found) = self.match_impl(&infer, *id, of, arguments, depth) {
                return Some((ty.clone(), found));
            }
        }
        // An iterator is turned into itself.
        let iterator = self.library.traits.get("Iterator")?;
        let is_iterator =
            matches!(of, Ty::Struct(..)) && self.implements(&infer, of, *iterator, &[], depth);
        (name == "IntoIter" && is_iterator).then(|| (of.clone(), Found::default()))
    }
}

/// Puts what is known in the place of parameters and projections.
struct Settle<'a> {
    checker: &'a Checker,
    found: &'a Found,
    depth: usize,
    is_known: bool,
}

impl PartMap for Settle<'_> {
    fn ty(&mut self, ty: &Ty) -> Ty {
        let known = match ty {
            Ty::Param(at) => self.found.types.get(*at as usize).cloned().flatten(),
            Ty::Projection(projection) => {
                let of = self.ty(&projection.of);
                let by = projection
                    .by
                    .as_ref()
                    .map(|(id, arguments)| (*id, arguments.iter().map(|ty| self.ty(ty)).collect()));
                let projection = Projection { of, by, name: projection.name.clone() };
                self.checker.known_projection(&projection, self.depth + 1)
            }
            other => return other.map_parts(self),
        };
        self.is_known &= known.is_some();
        known.unwrap_or(Ty::Error)
    }

    fn len(&mut self, len: &Len) -> Len {
        match len {
            Len::Param(at, _) => {
                let known = self.found.consts.get(*at as usize).cloned().flatten();
                self.is_known &= known.is_some();
                known.unwrap_or(Len::Error)
            }
            other => other.clone(),
        }
    }
}

/// Whether a parameter that nothing says is part of a type.
fn mentions_unknown(ty: &Ty) -> bool {
    *ty == UNKNOWN || ty.parts().into_iter().any(mentions_unknown)
}
