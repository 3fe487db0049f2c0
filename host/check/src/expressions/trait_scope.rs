//! Members that a trait gives to a type: they are there where the trait is.

use crate::body::Body;
use crate::checker::{Checker, Def, ScopeId, Space, TraitId};
use crate::typing::selection::{Member, MemberOf};
use naga::Span;
use warpbench_codes::E0599;
use warpbench_hir::types::Ty;
use warpbench_source::diagnostic::Diagnostic;

impl Body<'_> {
    /// Reports a member that may not be used here: a private one, or one of a trait that is
    /// not here.
    pub(crate) fn check_use(&mut self, member: Member, owner: &Ty, span: Span) {
        self.checker.check_member(self.scope, member.function, span);
        let of = match member.by {
            MemberOf::Impl(id) => self.checker.impls[id].of.as_ref().map(|(of, _)| *of),
            MemberOf::Trait(id, _) => Some(id),
        };
        if let Some(of) = of {
            let name = self.checker.functions[member.function].name.clone();
            self.check_trait(of, owner, &name, span);
        }
    }

    /// Reports a member of a trait that is not here.
    pub(crate) fn check_trait(&mut self, of: TraitId, owner: &Ty, name: &str, span: Span) {
        let item = &self.checker.traits[of];
        let is_here = self.is_in_library() || self.checker.has_in_scope(self.scope, of);
        if is_here || self.may_be_bound(owner) {
            return;
        }
        let (of, declared) = (item.name.clone(), item.span);
        let shown = self.show(owner);
        self.report(
            Diagnostic::new(E0599, format!("no `{name}` for `{shown}` here"), span)
                .label(format!("`{name}` belongs to the trait `{of}`, which is not imported"))
                .other(declared, "declared here")
                .help(format!("import the trait with `use`, or write `{of}` with its path: `path::{of}::{name}(…)`")),
        );
    }

    /// Whether a type stands for a parameter, whose bounds bring their traits along.
    fn may_be_bound(&self, owner: &Ty) -> bool {
        let owner = self.resolved(owner);
        let Some(item) = self.item().map(|id| &self.checker.functions[id]) else { return false };
        let has_types = !item.outer.types.is_empty()
            || item.signature.as_ref().is_some_and(|it| !it.generics.types.is_empty());
        // In an instance, nobody sees what was a parameter.
        self.checker.is_opaque(&owner) || has_types && !self.checker.is_as_written()
    }
}

impl Checker {
    /// Whether the text is looked at as it is written, with parameters as types of their own.
    fn is_as_written(&self) -> bool {
        !self.as_written.assumed.is_empty()
    }

    /// Whether a trait can be named in a scope, or is imported without a name.
    fn has_in_scope(&self, scope: ScopeId, id: TraitId) -> bool {
        let is_it = |def: &Def| matches!(def, Def::Trait(of) if *of == id);
        let mut next = Some(scope);
        while let Some(at) = next
            && let Some(scope) = self.scopes.get(at)
        {
            let by_glob = scope.modules.iter().any(|glob| {
                let module = &self.scopes[glob.module];
                module.types.iter().any(|(name, def)| {
                    let reach = module.private.get(&(Space::Types, name.clone())).copied();
                    is_it(def) && self.may_use(at, reach)
                })
            });
            if by_glob || scope.types.values().any(is_it) {
                return true;
            }
            next = scope.parent;
        }
        false
    }
}
