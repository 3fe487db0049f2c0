//! `use` declarations.

use crate::checker::{Checker, Def, Scope, ScopeId, Space, StructSyntax};
use crate::names::library::{Entry, LIBRARY};
use crate::scope::{Everything, lives_in};
use crate::syntax::spans;
use crate::wording::foreign;
use crate::wording::suggest;
use naga::Span;
use syn::UseTree;
use warpbench_codes::{Code, E0252, E0255, E0432};
use warpbench_source::diagnostic::Diagnostic;

/// What is said of a path into something that the workbench does not have.
pub(crate) const ROOTS_NOTE: &str =
    "a kernel can use `cuda_std`, `core`, and of its crate `crate::warp` and `crate::vector`";

impl Checker {
    /// Takes in a `use` item. What it brings belongs to the module, unless it says otherwise,
    /// and has a name of its own.
    pub(crate) fn declare_use(&mut self, scope: ScopeId, item: &syn::ItemUse) {
        let reach = self.reach(scope, &item.vis);
        let (inner, site) = (self.scopes.len(), self.scopes[scope].site);
        self.scopes.push(Scope { parent: Some(scope), site, ..Scope::default() });
        self.import(inner, &item.tree);
        let brought = std::mem::take(&mut self.scopes[inner]);
        let mut named = Vec::new();
        collect_names(&item.tree, "", &mut named);
        let own = &mut self.scopes[scope];
        own.globs.extend(brought.globs);
        let modules = brought.modules.into_iter();
        own.modules.extend(modules.map(|glob| Everything { reach, ..glob }));
        let spaces = [
            (Space::Types, brought.types),
            (Space::Values, brought.values),
            (Space::Macros, brought.macros),
        ];
        for (space, names) in spaces {
            for (name, def) in names {
                let place = named.iter().find(|(_, new_name, _)| *new_name == name);
                self.bring(scope, (space, name), def, place.map(|(_, _, span)| *span), reach);
            }
        }
    }

    /// Gives an imported name its meaning in a scope; `place` is where it is named, if it is.
    fn bring(
        &mut self,
        scope: ScopeId,
        (space, name): (Space, String),
        def: Def,
        place: Option<Span>,
        reach: Option<ScopeId>,
    ) {
        let key = (space, name.clone());
        let own = &mut self.scopes[scope];
        let before = own.names(space).get(&name).cloned();
        // What is imported with everything gives way.
        if let (Some(_), None) = (&before, place) {
            return;
        }
        let first = own.imported.get(&key).copied();
        own.names_mut(space).insert(name.clone(), def.clone());
        if let Some(reach) = reach {
            own.private.insert(key.clone(), reach);
        }
        let Some(place) = place else { return };
        own.imported.insert(key, place);
        let is_silent = |def: &Def| matches!(def, Def::Error);
        let Some(before) = before.filter(|before| !is_silent(before) && !is_silent(&def)) else {
            return;
        };
        match first {
            Some(first) => self.report(
                Diagnostic::new(E0252, format!("`{name}` is imported more than once"), place)
                    .label("imported again")
                    .other(first, "first imported here")
                    .help("leave one of them out, or write `as` and another name"),
            ),
            None if matches!(before, Def::Variant(..) | Def::Library(_)) => {}
            None => self.report(
                Diagnostic::new(E0255, format!("`{name}` is declared and imported"), place)
                    .label("another item of this module has the name")
                    .help("write `as` and another name behind it, or leave it out"),
            ),
        }
    }

    /// Takes in a `use` declaration.
    pub(crate) fn import(&mut self, scope: ScopeId, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => {
                let name = path.ident.to_string();
                let span = spans::bytes(path.ident.span());
                match name.as_str() {
                    "self" => match &*path.tree {
                        UseTree::Path(_) => self.import(scope, &path.tree),
                        tree => self.import_own(scope, tree),
                    },
                    "crate" | "core" | "cuda_std" | "warpbench_directives" => {
                        self.import_from(scope, &name, &path.tree)
                    }
                    "std" => self.import_from(scope, "core", &path.tree),
                    _ => match self.find(scope, Space::Types, &name) {
                        Some(Def::Library(Entry::Module(module))) => {
                            self.import_from(scope, &module, &path.tree);
                        }
                        Some(Def::Module(module)) => {
                            self.import_scope(scope, (module, &name), &path.tree);
                        }
                        Some(Def::Struct(id)) => self.import_variants(scope, id, &path.tree),
                        Some(Def::Error) => self.silence(scope, &path.tree),
                        _ => {
                            self.unresolved(scope, &name, span);
                            self.silence(scope, &path.tree);
                        }
                    },
                }
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(scope, tree);
                }
            }
            // `use cuda_std;` names what is already there.
            UseTree::Name(name) => {
                let word = name.ident.to_string();
                if !matches!(word.as_str(), "core" | "std" | "cuda_std")
                    && self.find(scope, Space::Types, &word).is_none()
                    && self.find(scope, Space::Values, &word).is_none()
                {
                    self.unresolved(scope, &word, spans::bytes(name.ident.span()));
                    self.silence(scope, tree);
                }
            }
            UseTree::Rename(rename) => {
                let root = match rename.ident.to_string().as_str() {
                    "core" | "std" => Some("core"),
                    "cuda_std" => Some("cuda_std"),
                    _ => None,
                };
                match root {
                    Some(root) => {
                        let def = Def::Library(Entry::Module(root.to_owned()));
                        self.scopes[scope].types.insert(rename.rename.to_string(), def);
                    }
                    None => self.import_own(scope, tree),
                }
            }
            UseTree::Glob(glob) => {
                let span = spans::of(glob);
                self.report(
                    Diagnostic::new(E0432, "there is nothing here to import everything from", span)
                        .help("name a module: `use cuda_std::prelude::*;`"),
                );
            }
        }
    }

    /// Imports from a module that is written in Rust, and is called so.
    fn import_scope(&mut self, scope: ScopeId, (module, own): (ScopeId, &str), tree: &UseTree) {
        match tree {
            UseTree::Path(path) => {
                let name = path.ident.to_string();
                let span = spans::bytes(path.ident.span());
                if self.report_private(module, scope, &name, span) {
                    return self.silence(scope, &path.tree);
                }
                match self.find_here(module, Space::Types, &name) {
                    Some(Def::Module(inner)) => {
                        self.import_scope(scope, (inner, &name), &path.tree)
                    }
                    Some(Def::Struct(id)) => self.import_variants(scope, id, &path.tree),
                    _ => {
                        self.unresolved(module, &name, span);
                        self.silence(scope, &path.tree);
                    }
                }
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import_scope(scope, (module, own), tree);
                }
            }
            UseTree::Glob(_) => self.import_everything(scope, module),
            UseTree::Name(_) | UseTree::Rename(_) => {
                let (name, new_name, span) = match tree {
                    UseTree::Rename(rename) => {
                        (&rename.ident, &rename.rename, spans::bytes(rename.ident.span()))
                    }
                    UseTree::Name(name) => {
                        (&name.ident, &name.ident, spans::bytes(name.ident.span()))
                    }
                    _ => return,
                };
                let (name, new_name) = (name.to_string(), new_name.to_string());
                if name == "self" {
                    let own = if new_name == "self" { own.to_owned() } else { new_name };
                    self.scopes[scope].types.insert(own, Def::Module(module));
                    return;
                }
                if self.report_private(module, scope, &name, span) {
                    self.silence_name(scope, &new_name);
                } else if !self.import_word(scope, module, &name, &new_name) {
                    self.unresolved(module, &name, span);
                    self.silence_name(scope, &new_name);
                }
            }
        }
    }

    /// Imports all names of a module.
    fn import_everything(&mut self, scope: ScopeId, module: ScopeId) {
        self.scopes[scope].modules.push(Everything { module, reach: None });
    }

    /// Imports a name of a module, whatever it stands for.
    fn import_word(&mut self, scope: ScopeId, module: ScopeId, name: &str, new_name: &str) -> bool {
        let mut found = false;
        // Traits without a name do not get in each other's way.
        let new_name = match new_name {
            "_" => format!("_ {module} {name}"),
            new_name => new_name.to_owned(),
        };
        for space in [Space::Types, Space::Values] {
            if let Some(def) = self.find_here(module, space, name) {
                self.scopes[scope].names_mut(space).insert(new_name.clone(), def);
                found = true;
            }
        }
        found
    }

    /// `use Enum::*;`, `use Enum::{A, B};`.
    fn import_variants(&mut self, scope: ScopeId, id: usize, tree: &UseTree) {
        let StructSyntax::Enum(syntax) = self.structs[id].syntax.clone() else {
            let span = spans::of(tree);
            self.report(Diagnostic::new(
                E0432,
                "there is nothing to import from a structure",
                span,
            ));
            return self.silence(scope, tree);
        };
        let names: Vec<String> =
            syntax.variants.iter().map(|variant| variant.ident.to_string()).collect();
        let mut wanted = Vec::new();
        collect_names(tree, "", &mut wanted);
        for (name, new_name, span) in wanted {
            if name == "*" {
                for (at, name) in names.iter().enumerate() {
                    let def = Def::Variant(id, at as u32);
                    self.scopes[scope].values.entry(name.clone()).or_insert(def);
                }
            } else if name == "self" {
                let owner = self.structs[id].hir.name.clone();
                self.scopes[scope].types.insert(owner, Def::Struct(id));
            } else if let Some(at) = names.iter().position(|known| *known == name) {
                self.scopes[scope].values.insert(new_name, Def::Variant(id, at as u32));
            } else {
                let owner = self.structs[id].hir.name.clone();
                let message = format!("`{owner}` has no variant `{name}`");
                let diagnostic = Diagnostic::new(E0432, message, span).label("not known");
                let near = suggest::nearest(&name, names.iter().map(String::as_str));
                self.report(match near {
                    Some(near) => diagnostic.help(format!("there is a similar name: `{near}`")),
                    None => diagnostic,
                });
                self.silence_name(scope, &new_name);
            }
        }
    }

    /// `use self::a as b;`: another name for an item of the file.
    fn import_own(&mut self, scope: ScopeId, tree: &UseTree) {
        let (name, new_name) = match tree {
            UseTree::Name(name) => (&name.ident, &name.ident),
            UseTree::Rename(rename) => (&rename.ident, &rename.rename),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import_own(scope, tree);
                }
                return;
            }
            _ => return self.silence(scope, tree),
        };
        let (word, new_word) = (name.to_string(), new_name.to_string());
        let mut found = false;
        if let Some(def) = self.find(scope, Space::Types, &word) {
            self.scopes[scope].types.insert(new_word.clone(), def);
            found = true;
        }
        if let Some(def) = self.find(scope, Space::Values, &word) {
            self.scopes[scope].values.insert(new_word, def);
            found = true;
        }
        if !found {
            self.unresolved(scope, &word, spans::bytes(name.span()));
            self.silence(scope, tree);
        }
    }

    fn import_from(&mut self, scope: ScopeId, module: &str, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => {
                let name = path.ident.to_string();
                let inner = format!("{module}::{name}");
                let member = LIBRARY.get(module, &name).cloned();
                if let Some(source) = self.source_module(module)
                    && member.is_none()
                    && self.report_private(source, scope, &name, spans::bytes(path.ident.span()))
                {
                    return self.silence(scope, &path.tree);
                }
                match member {
                    Some(Entry::Module(inner)) => self.import_from(scope, &inner, &path.tree),
                    Some(_) if LIBRARY.has_module(&inner) => {
                        self.import_from(scope, &inner, &path.tree);
                    }
                    _ if self.source_module(&inner).is_some() => {
                        self.import_from(scope, &inner, &path.tree);
                    }
                    _ if self.source_enum(module, &name).is_some() => {
                        if let Some(id) = self.source_enum(module, &name) {
                            self.import_variants(scope, id, &path.tree);
                        }
                    }
                    _ => {
                        self.no_such_member(E0432, module, &name, spans::bytes(path.ident.span()));
                        self.silence(scope, &path.tree);
                    }
                }
            }
            UseTree::Name(name) => {
                let span = spans::bytes(name.ident.span());
                let word = name.ident.to_string();
                self.import_one(scope, module, &word, &word, span);
            }
            UseTree::Rename(rename) => {
                let span = spans::bytes(rename.ident.span());
                let name = rename.ident.to_string();
                self.import_one(scope, module, &name, &rename.rename.to_string(), span);
            }
            UseTree::Glob(_) => {
                if let Some(source) = self.source_module(module).filter(|id| *id != scope) {
                    self.import_everything(scope, source);
                }
                self.scopes[scope].globs.push(module.to_owned());
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import_from(scope, module, tree);
                }
            }
        }
    }

    fn import_one(&mut self, scope: ScopeId, module: &str, name: &str, new_name: &str, span: Span) {
        // `use module::{self}` names the module itself.
        let (module, name, new_name) = match (name, module.rsplit_once("::")) {
            ("self", Some((parent, last))) => {
                (parent, last, if new_name == "self" { last } else { new_name })
            }
            _ => (module, name, new_name),
        };
        let members = LIBRARY.members(module).iter();
        let entries: Vec<Entry> =
            members.filter(|(member, _)| member == name).map(|(_, entry)| entry.clone()).collect();
        if let Some(source) = self.source_module(module)
            && entries.is_empty()
            && self.report_private(source, scope, name, span)
        {
            return self.silence_name(scope, new_name);
        }
        if let Some(source) = self.source_module(module).filter(|id| *id != scope)
            && entries.is_empty()
            && self.import_word(scope, source, name, new_name)
        {
            return;
        }
        let whole = format!("{module}::{name}");
        if let Some(source) = self.source_module(&whole)
            && entries.is_empty()
        {
            self.scopes[scope].types.insert(new_name.to_owned(), Def::Module(source));
            return;
        }
        if entries.is_empty() {
            self.no_such_member(E0432, module, name, span);
            self.silence_name(scope, new_name);
            return;
        }
        for entry in entries {
            if let Entry::Unread(what, note, help) = entry {
                self.report(crate::wording::unsupported::unread(what, span).note(note).help(help));
                self.silence_name(scope, new_name);
                return;
            }
            for space in [Space::Types, Space::Values, Space::Macros] {
                if lives_in(&entry, space) {
                    let names = self.scopes[scope].names_mut(space);
                    names.entry(new_name.to_owned()).or_insert_with(|| Def::Library(entry.clone()));
                }
            }
        }
    }

    /// An enum of the library that is written in Rust.
    fn source_enum(&self, module: &str, name: &str) -> Option<usize> {
        let scope = self.source_module(module)?;
        match self.scopes[scope].types.get(name)? {
            Def::Struct(id) => Some(*id),
            _ => None,
        }
    }

    /// Says that a module has no such member.
    pub(crate) fn no_such_member(&mut self, code: Code, module: &str, name: &str, span: Span) {
        let mut diagnostic =
            Diagnostic::new(code, format!("cannot find `{name}` in `{module}`"), span)
                .label(format!("no `{name}` in `{module}`"));
        let members: Vec<&str> =
            LIBRARY.members(module).iter().map(|(name, _)| name.as_str()).collect();
        let near = match self.sink.is_crowded() {
            true => None,
            false => suggest::synonym(name, &members).or_else(|| suggest::nearest(name, members)),
        };
        if let Some((note, help)) = crate::wording::unsupported::name(name) {
            diagnostic = diagnostic.note(note).help(help);
        } else if module == "core" && name == "thread" {
            diagnostic = diagnostic
                .note("the threads of a GPU are there when the kernel starts: the launch says how many")
                .help("leave it out; `cuda_std::thread::index_1d()` tells a thread which one it is");
        } else if let Some(help) = foreign::value(&self.text, name, span) {
            diagnostic = diagnostic.help(help);
        } else if let Some(near) = near {
            diagnostic = diagnostic.help(format!("there is a similar name: `{near}`"));
        } else if let Some(path) = LIBRARY.path_to(name) {
            diagnostic = diagnostic.help(format!("it is at `{path}`"));
        } else if let Some(longer) = longer_name(module, name) {
            diagnostic = diagnostic.help(format!("there is a longer name: `{longer}`"));
        } else if module == "crate" {
            diagnostic = diagnostic.note(
                "the workbench reads one file at a time; of its crate it knows `warp` and `vector`",
            );
        } else {
            diagnostic = diagnostic
                .note("the workbench knows the part of the library that makes sense in a kernel");
        }
        self.report(diagnostic);
    }

    fn unresolved(&mut self, scope: ScopeId, name: &str, span: Span) {
        let roots = ["crate", "core", "cuda_std", "std"].into_iter();
        let diagnostic = Diagnostic::new(E0432, format!("unresolved import `{name}`"), span)
            .label(format!("no `{name}` here"))
            .note(ROOTS_NOTE);
        let diagnostic = match self.nearest_name(scope, Space::Types, name, roots) {
            Some(near) => diagnostic.help(format!("there is a similar name: `{near}`")),
            None => diagnostic,
        };
        self.report(diagnostic);
    }

    /// Declares what an import that went wrong would have brought, so that no
    /// use of it is reported again.
    fn silence(&mut self, scope: ScopeId, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => self.silence(scope, &path.tree),
            UseTree::Name(name) => self.silence_name(scope, &name.ident.to_string()),
            UseTree::Rename(rename) => self.silence_name(scope, &rename.rename.to_string()),
            UseTree::Glob(_) => {}
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.silence(scope, tree);
                }
            }
        }
    }

    pub(crate) fn silence_name(&mut self, scope: ScopeId, name: &str) {
        let scope = &mut self.scopes[scope];
        for names in [&mut scope.types, &mut scope.values, &mut scope.macros] {
            names.entry(name.to_owned()).or_insert(Def::Error);
        }
    }
}

/// The names that a tree imports, with the new ones and their places.
fn collect_names(tree: &UseTree, of: &str, names: &mut Vec<(String, String, Span)>) {
    match tree {
        UseTree::Name(name) => {
            let word = name.ident.to_string();
            let new_name = if word == "self" { of.to_owned() } else { word.clone() };
            names.push((word, new_name, spans::bytes(name.ident.span())));
        }
        UseTree::Rename(rename) => names.push((
            rename.ident.to_string(),
            rename.rename.to_string(),
            spans::bytes(rename.ident.span()),
        )),
        UseTree::Glob(glob) => names.push(("*".to_owned(), String::new(), spans::of(glob))),
        UseTree::Group(group) => {
            group.items.iter().for_each(|tree| collect_names(tree, of, names));
        }
        UseTree::Path(path) => collect_names(&path.tree, &path.ident.to_string(), names),
    }
}

/// A member of a module whose name ends with this one, as `warp_shuffle_down` does
/// with `shuffle_down`.
fn longer_name(module: &str, name: &str) -> Option<&'static str> {
    let ending = format!("_{name}");
    let mut members = LIBRARY.members(module).iter();
    members.find(|(member, _)| member.ends_with(&ending)).map(|(member, _)| member.as_str())
}
