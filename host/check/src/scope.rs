//! Scopes of items: which names are declared together, and who sees them.

use crate::checker::{Def, ScopeId};
use crate::names::library::Entry;
use naga::Span;
use std::collections::HashMap;
use warpbench_hir::Site;

/// Names that are declared together.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub(super) parent: Option<ScopeId>,
    /// Which scope of the text it is.
    pub(super) site: Site,
    /// How many sites there are in it so far.
    pub(super) sites: u32,
    pub(super) types: HashMap<String, Def>,
    pub(super) values: HashMap<String, Def>,
    pub(super) macros: HashMap<String, Def>,
    /// Modules of which everything is imported.
    pub(super) globs: Vec<String>,
    /// Modules that are written in Rust of which everything is imported.
    pub(super) modules: Vec<Everything>,
    /// Names that a `use` names, and where.
    pub(super) imported: HashMap<(Space, String), Span>,
    /// Names that are private, by the module that keeps them.
    pub(super) private: HashMap<(Space, String), ScopeId>,
    pub(super) kind: ScopeKind,
}

/// The import of everything in a module, and the module that keeps it to itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Everything {
    pub(super) module: ScopeId,
    pub(super) reach: Option<ScopeId>,
}

impl Scope {
    pub(super) fn names(&self, space: Space) -> &HashMap<String, Def> {
        match space {
            Space::Types => &self.types,
            Space::Values => &self.values,
            Space::Macros => &self.macros,
        }
    }

    pub(super) fn names_mut(&mut self, space: Space) -> &mut HashMap<String, Def> {
        match space {
            Space::Types => &mut self.types,
            Space::Values => &mut self.values,
            Space::Macros => &mut self.macros,
        }
    }
}

/// The sites of a text, by those of the scopes around them and their numbers there.
#[derive(Clone, Debug, Default)]
pub(super) struct Sites(HashMap<(Site, u32), Site>);

impl Sites {
    /// One of the sites in a scope.
    pub(super) fn within(&mut self, scope: Site, number: u32) -> Site {
        // The file's own scope is in no other.
        let next = Site(self.0.len() as u32 + 1);
        *self.0.entry((scope, number)).or_insert(next)
    }
}

/// What a scope belongs to. Items in the body of a function do not see the
/// parameters of the function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ScopeKind {
    #[default]
    Items,
    /// The parameters of a definition, and `Self`.
    Parameters,
    /// A block of a function.
    Body,
}

/// The three kinds of names, which do not get in each other's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Space {
    Types,
    Values,
    Macros,
}

/// Whether an entry of the library is found among names of a kind.
pub(super) fn lives_in(entry: &Entry, space: Space) -> bool {
    match entry {
        Entry::Module(_) | Entry::Type(_) | Entry::RangeType(_) | Entry::GpuFloat => {
            space == Space::Types
        }
        Entry::Function(_)
        | Entry::SizeOf
        | Entry::AlignOf
        | Entry::Constant(..)
        | Entry::Order(_)
        | Entry::IteratorSource
        | Entry::Reduction(_) => space == Space::Values,
        Entry::SharedArray | Entry::Kernel | Entry::AddressOf(_) | Entry::Annotation => {
            space == Space::Macros
        }
        Entry::Ignored => space != Space::Values,
        Entry::Unread(..) => true,
    }
}
