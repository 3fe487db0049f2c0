//! Methods that a type lacks, and who would bring them.

use crate::rust::check::body::Body;
use crate::rust::types::Ty;

impl Body<'_> {
    /// Whether a structure, an enum or a type parameter cannot be cloned.
    pub(crate) fn lacks_clone(&self, ty: &Ty) -> bool {
        let Some(id) = self.checker.known_traits.get("Clone").copied() else { return false };
        let ty = self.resolved(ty);
        matches!(ty, Ty::Struct(..)) && !self.checker.implements(&self.infer, &ty, id, &[], 0)
    }

    /// What to write so that a type parameter has a method.
    pub(crate) fn bound_with_method(&self, ty: &Ty, name: &str) -> Option<String> {
        let mut traits: Vec<&str> = self
            .checker
            .trait_members
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
        let traits = self.checker.trait_members.get(name)?;
        let own =
            traits.iter().map(|id| &self.checker.traits[*id]).find(|item| !item.is_library)?;
        (!matches!(ty, Ty::Error)).then(|| own.name.clone())
    }
}
