//! Methods that a type lacks, and who would bring them.

use crate::body::Body;
use warpbench_hir::types::Ty;

/// How deep types are looked into.
const MOST_DEPTH: usize = 8;

impl Body<'_> {
    /// Whether a structure, an enum or a type parameter cannot be cloned.
    pub(crate) fn lacks_clone(&self, ty: &Ty) -> bool {
        let Some(id) = self.checker.library.traits.get("Clone").copied() else { return false };
        let ty = self.resolved(ty);
        matches!(ty, Ty::Struct(..)) && !self.checker.implements(&self.infer, &ty, id, &[], 0)
    }

    /// Whether a value of a type keeps a state that a copy must not share: an iterator
    /// or a closure, or what holds one.
    pub(crate) fn keeps_state(&self, ty: &Ty, depth: usize) -> bool {
        match self.head(ty) {
            _ if depth > MOST_DEPTH => false,
            Ty::Iter(_) | Ty::Closure(_) => true,
            Ty::Tuple(members) => members.iter().any(|member| self.keeps_state(member, depth + 1)),
            Ty::Array(element, _) => self.keeps_state(&element, depth + 1),
            Ty::Struct(id, arguments) => {
                let fields = self.checker.structs[id].hir.fields.iter().map(|field| &field.ty);
                fields.chain(&arguments).any(|part| self.keeps_state(part, depth + 1))
            }
            _ => false,
        }
    }

    /// What to write so that a type parameter has a method.
    pub(crate) fn bound_with_method(&self, ty: &Ty, name: &str) -> Option<String> {
        let mut traits: Vec<&str> = self
            .checker
            .lookup
            .traits_by_member
            .get(name)?
            .iter()
            .map(|id| &self.checker.traits[*id])
            .filter(|item| item.generics.types.len() == 1)
            .map(|item| item.name.as_str())
            .collect();
        traits.sort_unstable();
        self.checker.bound_to_write(ty, traits.first()?)
    }

    /// A trait of the file that has a method which a type lacks.
    pub(crate) fn missing_trait(&self, ty: &Ty, name: &str) -> Option<String> {
        let traits = self.checker.lookup.traits_by_member.get(name)?;
        let own =
            traits.iter().map(|id| &self.checker.traits[*id]).find(|item| !item.is_library)?;
        (!matches!(ty, Ty::Error)).then(|| own.name.clone())
    }
}
