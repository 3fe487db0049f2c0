//! Paths of several words: `thread::sync_threads`, `f32::MAX`, `Self::new`.

use crate::checker::{Checker, Def, PRELUDE, ScopeId, Space};
use crate::names::imports::ROOTS_NOTE;
use crate::names::library::{Entry, LIBRARY};
use crate::scope::lives_in;
use crate::syntax::spans;
use crate::wording::foreign;
use crate::wording::unsupported;
use naga::Span;
use warpbench_codes::{Code, E0412, E0425, E0433, S0009};
use warpbench_source::diagnostic::{Diagnostic, Subject};

impl Checker {
    /// What a path of several words leads to. What goes wrong is reported, and
    /// then leads to [`Def::Error`].
    pub(crate) fn find_path(
        &mut self,
        scope: ScopeId,
        space: Space,
        path: &syn::Path,
    ) -> Option<Def> {
        let words: Vec<(String, Span)> = path
            .segments
            .iter()
            .map(|segment| (segment.ident.to_string(), spans::bytes(segment.ident.span())))
            .collect();
        let (first, rest) = words.split_first()?;
        if let Some(def) = self.peek_path(scope, space, path) {
            self.check_path(scope, path);
            return Some(def);
        }
        if first.0 == "self"
            && let [(name, span)] = rest
        {
            let found = self.find(0, space, name);
            if found.is_none() {
                self.unknown_word(0, space, name, *span);
            }
            return found.or(Some(Def::Error));
        }
        // A module that is there, written in Rust, without the last word of the path.
        let before: Vec<String> = words.iter().map(|(word, _)| word.clone()).collect();
        if let [before @ .., _] = before.as_slice()
            && let [_, .., last] = words.as_slice()
            && ["core", "std"].contains(&first.0.as_str())
            && before.len() > 1
            && self.module_scope(scope, before).is_some()
            && !LIBRARY.has_module(&before.join("::").replace("std::", "core::"))
        {
            self.no_such_member(unresolved(space), &before.join("::"), &last.0, last.1);
            return Some(Def::Error);
        }
        let Some(mut module) = self.root(scope, &first.0, first.1) else {
            return Some(Def::Error);
        };
        let (last, between) = rest.split_last()?;
        for (name, span) in between {
            let inner = format!("{module}::{name}");
            match LIBRARY.get(&module, name) {
                Some(Entry::Module(inner)) => module.clone_from(inner),
                Some(_) if LIBRARY.has_module(&inner) => module = inner,
                _ => {
                    self.no_such_member(E0433, &module, name, *span);
                    return Some(Def::Error);
                }
            }
        }
        let members = LIBRARY.members(&module).iter();
        let entry = members
            .filter(|(name, entry)| *name == last.0 && lives_in(entry, space))
            .map(|(_, entry)| entry.clone())
            .next();
        match entry {
            Some(Entry::Unread(what, note, help)) => {
                self.report(unsupported::unread(what, last.1).note(note).help(help));
                Some(Def::Error)
            }
            Some(entry) => Some(Def::Library(entry)),
            None => {
                self.no_such_member(unresolved(space), &module, &last.0, last.1);
                Some(Def::Error)
            }
        }
    }

    /// What a path through modules that are written in Rust leads to: those of
    /// the file, and those of the library.
    pub(crate) fn peek_path(&self, scope: ScopeId, space: Space, path: &syn::Path) -> Option<Def> {
        let words: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let (last, before) = words.split_last()?;
        if before.is_empty() {
            return self.find(scope, space, last);
        }
        let module = self.module_scope(scope, before)?;
        self.find_here(module, space, last)
    }

    /// The scope of a module that is written in Rust.
    pub(crate) fn module_scope(&self, scope: ScopeId, words: &[String]) -> Option<ScopeId> {
        let (first, rest) = words.split_first()?;
        let mut module = match first.as_str() {
            "core" | "std" => PRELUDE,
            // Of `cuda_std`, vectors and floats of 16 bits are written in Rust.
            "cuda_std" if rest.first().is_some_and(|word| word == "glam" || word == "half") => {
                PRELUDE
            }
            // It has the types of `half` itself as well.
            "cuda_std" if rest.is_empty() => match self.scopes[PRELUDE].types.get("half")? {
                Def::Module(module) => *module,
                _ => return None,
            },
            "cuda_std" if rest.first().is_some_and(|word| word == "warp") => {
                match self.scopes[PRELUDE].types.get("cuda_library")? {
                    Def::Module(module) => *module,
                    _ => return None,
                }
            }
            "crate" if rest.is_empty() => 0,
            "crate" => 0,
            "self" => self.nearest_module(scope),
            name => match self.find(scope, Space::Types, name)? {
                Def::Module(module) => module,
                Def::Library(Entry::Module(path)) if path != name => {
                    let words: Vec<String> = path.split("::").map(str::to_owned).collect();
                    self.module_scope(scope, &words)?
                }
                _ => return None,
            },
        };
        for word in rest {
            // The type has the name, so that the module has another.
            let word = if module == PRELUDE && word == "char" { "characters" } else { word };
            match self.scopes[module].types.get(word)? {
                Def::Module(inner) => module = *inner,
                _ => return None,
            }
        }
        Some(module)
    }

    /// The file or module around a scope.
    pub(crate) fn nearest_module(&self, scope: ScopeId) -> ScopeId {
        let mut scope = scope;
        while let Some(parent) = self.scopes[scope].parent
            && parent != PRELUDE
        {
            scope = parent;
        }
        scope
    }

    /// The scope of a module of the library, by its path.
    pub(crate) fn source_module(&self, path: &str) -> Option<ScopeId> {
        let words: Vec<String> = path.split("::").map(str::to_owned).collect();
        self.module_scope(0, &words)
    }

    /// The module that the first word of a path names.
    fn root(&mut self, scope: ScopeId, name: &str, span: Span) -> Option<String> {
        match name {
            "crate" | "core" | "cuda_std" | "warpbench_directives" => {
                return Some(name.to_owned());
            }
            "std" => return Some("core".to_owned()),
            _ => {}
        }
        match self.find(scope, Space::Types, name) {
            Some(Def::Library(Entry::Module(module))) => Some(module),
            Some(Def::Library(Entry::Type(warpbench_hir::types::Ty::Ordering))) => {
                Some("core::sync::atomic::Ordering".to_owned())
            }
            Some(Def::Library(Entry::Type(warpbench_hir::types::Ty::ReductionOp))) => {
                Some("cuda_std::warp::WarpReductionOp".to_owned())
            }
            Some(Def::Error) => None,
            _ => {
                self.unknown_root(scope, name, span);
                None
            }
        }
    }

    fn unknown_root(&mut self, scope: ScopeId, name: &str, span: Span) {
        if let Some((note, help)) = unsupported::name(name) {
            let diagnostic = unsupported::impossible(&format!("`{name}`"), span);
            return self.report(diagnostic.note(note).help(help));
        }
        let diagnostic =
            Diagnostic::new(E0433, format!("cannot find `{name}` in this scope"), span)
                .label("not a module, type or crate that is known here");
        let near = ["core", "cuda_std", "crate"].into_iter();
        let near = self.nearest_name(scope, Space::Types, name, near);
        let diagnostic = if let Some(help) = foreign::value(&self.text, name, span) {
            diagnostic.help(help)
        } else if name == "thread" {
            diagnostic
                .about(Subject::Import("cuda_std::prelude::*".to_owned()))
                .help("add `use cuda_std::prelude::*;` at the top of the file")
        } else if let Some(path) = module_path(name) {
            diagnostic.import(path.as_ref())
        } else if let Some(path) = LIBRARY.path_to(name) {
            diagnostic.import(path.as_ref())
        } else if let Some(near) = near {
            diagnostic.help(format!("there is a similar name: `{near}`"))
        } else {
            diagnostic.note(ROOTS_NOTE)
        };
        self.report(diagnostic);
    }

    /// Says that a single word is not known.
    pub(crate) fn unknown_word(&mut self, scope: ScopeId, space: Space, name: &str, span: Span) {
        let diagnostic =
            Diagnostic::new(unresolved(space), format!("cannot find `{name}` in this scope"), span)
                .label("not known");
        let near = self.nearest_name(scope, space, name, std::iter::empty());
        let diagnostic = match near {
            Some(near) => diagnostic.help(format!("there is a similar name: `{near}`")),
            None => diagnostic,
        };
        self.report(diagnostic);
    }
}

/// The code of a name that leads nowhere.
fn unresolved(space: Space) -> Code {
    match space {
        Space::Types => E0412,
        Space::Values => E0425,
        Space::Macros => S0009,
    }
}

/// Where a module of the library is.
fn module_path(name: &str) -> Option<&'static str> {
    Some(match name {
        "warp" => "cuda_std::warp",
        "shared" => "cuda_std::shared",
        "atomic" => "cuda_std::atomic",
        "mid" => "cuda_std::atomic::mid",
        "ptr" => "core::ptr",
        "slice" => "core::slice",
        "mem" => "core::mem",
        "consts" => "core::f32::consts",
        _ => return None,
    })
}
