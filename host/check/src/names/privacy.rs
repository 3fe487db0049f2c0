//! What is private to a module: who may name an item, and use a field or method.

use crate::checker::{Checker, Def, ImplId, ScopeId, Space, StructSyntax};
use crate::syntax::spans;
use naga::Span;
use syn::Visibility;
use warpbench_codes::{E0451, E0603, E0616, E0624};
use warpbench_hir::types::StructId;
use warpbench_source::diagnostic::Diagnostic;

/// The scope of the file, of which every module is a part.
const FILE: ScopeId = 0;

impl Checker {
    /// The module that keeps to itself what a scope declares with a visibility; nothing where
    /// the whole file may use it.
    pub(crate) fn reach(&self, scope: ScopeId, visibility: &Visibility) -> Option<ScopeId> {
        if self.library.is_open {
            return None;
        }
        let own = self.nearest_module(scope);
        let module = match visibility {
            Visibility::Public(_) => FILE,
            Visibility::Inherited => own,
            Visibility::Restricted(restricted) => {
                let words = restricted.path.segments.iter();
                let words: Vec<String> = words.map(|word| word.ident.to_string()).collect();
                self.module_scope(own, &words).map_or(FILE, |module| self.nearest_module(module))
            }
        };
        (module != FILE).then_some(module)
    }

    /// Whether a scope is one of the file, and not of the library.
    pub(crate) fn is_own(&self, scope: ScopeId) -> bool {
        self.may_use(scope, Some(FILE))
    }

    /// Whether something with a reach may be used in a scope.
    pub(crate) fn may_use(&self, scope: ScopeId, reach: Option<ScopeId>) -> bool {
        let Some(reach) = reach else { return true };
        let mut module = self.nearest_module(scope);
        while module != reach {
            match self.scopes[module].types.get("super") {
                Some(Def::Module(parent)) => module = self.nearest_module(*parent),
                _ => return false,
            }
        }
        true
    }

    /// Keeps a name to the module that it is private to.
    pub(crate) fn keep_private(
        &mut self,
        scope: ScopeId,
        space: Space,
        name: String,
        visibility: &Visibility,
    ) {
        if let Some(reach) = self.reach(scope, visibility) {
            self.scopes[scope].private.insert((space, name), reach);
        }
    }

    /// Whether a module has a name that a scope may not use.
    fn hides(&self, module: ScopeId, from: ScopeId, space: Space, name: &str) -> bool {
        let scope = &self.scopes[module];
        if scope.names(space).contains_key(name) {
            let reach = scope.private.get(&(space, name.to_owned())).copied();
            return !self.may_use(from, reach);
        }
        let mut globs = scope.modules.iter().peekable();
        globs.peek().is_some()
            && globs.all(|glob| {
                let is_there = self.scopes[glob.module].names(space).contains_key(name);
                !is_there || !self.may_use(from, glob.reach)
            })
    }

    /// What a name of a module is, where it is there and the scope may not use it.
    pub(crate) fn private_name(
        &self,
        module: ScopeId,
        from: ScopeId,
        name: &str,
    ) -> Option<Diagnosed> {
        let spaces = [Space::Types, Space::Values, Space::Macros];
        let there = |space: &Space| self.find_here(module, *space, name).is_some();
        let mut found = spaces.into_iter().filter(there).peekable();
        let first = *found.peek()?;
        let def = self.find_here(module, first, name)?;
        found.all(|space| self.hides(module, from, space, name)).then(|| self.described(&def))
    }

    /// Reports a name of a module that a scope may not use.
    pub(crate) fn report_private(
        &mut self,
        module: ScopeId,
        from: ScopeId,
        name: &str,
        span: Span,
    ) -> bool {
        let Some(Diagnosed { what, declared }) = self.private_name(module, from, name) else {
            return false;
        };
        let diagnostic = Diagnostic::new(E0603, format!("{what} `{name}` is private"), span)
            .label("only its own module, and those in it, may name it");
        let diagnostic = match declared {
            Some(declared) => diagnostic.other(declared, "declared here"),
            None => diagnostic,
        };
        self.report(diagnostic.help("write `pub` in front of it"));
        true
    }

    /// Reports a path that goes through a module to what the module keeps to itself.
    pub(crate) fn check_path(&mut self, scope: ScopeId, path: &syn::Path) {
        let words: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        for (at, segment) in path.segments.iter().enumerate().skip(1) {
            let Some(module) = self.module_scope(scope, &words[..at]) else { return };
            let span = spans::bytes(segment.ident.span());
            if self.report_private(module, scope, &words[at], span) {
                return;
            }
        }
    }

    /// The module that keeps a field of a structure to itself.
    fn field_reach(&self, id: StructId, field: usize) -> Option<ScopeId> {
        let item = &self.structs[id];
        let StructSyntax::Struct(syntax) = &item.syntax else { return None };
        let visibility = &syntax.fields.iter().nth(field)?.vis;
        if item.is_library { None } else { self.reach(item.scope, visibility) }
    }

    /// Whether a scope may use a field of a structure.
    pub(crate) fn may_use_field(&self, scope: ScopeId, id: StructId, field: usize) -> bool {
        self.may_use(scope, self.field_reach(id, field))
    }

    /// Whether a scope may use all fields of a structure.
    pub(crate) fn may_use_fields(&self, scope: ScopeId, id: StructId) -> bool {
        (0..self.structs[id].hir.fields.len()).all(|field| self.may_use_field(scope, id, field))
    }

    /// Reports a field that a scope may not use.
    pub(crate) fn check_field(
        &mut self,
        scope: ScopeId,
        (id, field): (StructId, usize),
        is_written_out: bool,
        span: Span,
    ) {
        if self.may_use_field(scope, id, field) {
            return;
        }
        let item = &self.structs[id].hir;
        let (owner, declared) = (item.name.clone(), item.span);
        let name = item.fields[field].name.clone();
        let code = if is_written_out { E0451 } else { E0616 };
        self.report(
            Diagnostic::new(code, format!("field `{name}` of `{owner}` is private"), span)
                .label("only the module of the structure, and those in it, may use it")
                .other(declared, "declared here")
                .help(format!(
                    "write `pub` in front of the field, or give `{owner}` a function for it"
                )),
        );
    }

    /// Reports a function of a type that a scope may not use.
    pub(crate) fn check_member(&mut self, scope: ScopeId, function: usize, span: Span) {
        let item = &self.functions[function];
        let (name, declared, reach) = (item.name.clone(), item.span, item.reach);
        let takes_self = item.signature_syntax.receiver().is_some();
        let what = if takes_self { "method" } else { "associated function" };
        self.check_associated(scope, reach, (what, &name), (span, declared));
    }

    /// Reports a constant of a type that a scope may not use.
    pub(crate) fn check_impl_constant(
        &mut self,
        scope: ScopeId,
        id: ImplId,
        name: &str,
        span: Span,
    ) {
        let item = &self.impls[id];
        if item.of.is_some() || item.is_library {
            return;
        }
        let Some(constant) = item.constants.get(name) else { return };
        let reach = self.reach(item.scope, &constant.vis);
        let declared = spans::bytes(constant.ident.span());
        self.check_associated(scope, reach, ("associated constant", name), (span, declared));
    }

    fn check_associated(
        &mut self,
        scope: ScopeId,
        reach: Option<ScopeId>,
        (what, name): (&str, &str),
        (span, declared): (Span, Span),
    ) {
        if self.may_use(scope, reach) {
            return;
        }
        self.report(
            Diagnostic::new(E0624, format!("{what} `{name}` is private"), span)
                .label("only the module of its `impl`, and those in it, may use it")
                .other(declared, "declared here")
                .help("write `pub` in front of it"),
        );
    }

    /// What a name stands for, in words, and where it is declared.
    fn described(&self, def: &Def) -> Diagnosed {
        let (what, declared) = match def {
            Def::Struct(id) => {
                let item = &self.structs[*id].hir;
                (if item.variants.is_some() { "enum" } else { "struct" }, Some(item.span))
            }
            Def::Variant(..) => ("variant", None),
            Def::Type(_) => ("type", None),
            Def::Alias(_) => ("type alias", None),
            Def::Trait(id) => ("trait", Some(self.traits[*id].span)),
            Def::Module(_) => ("module", None),
            Def::Constant(id) => {
                let item = &self.constants[*id];
                (if item.is_static { "static" } else { "constant" }, Some(item.span))
            }
            Def::Function(id) => ("function", Some(self.functions[*id].span)),
            Def::Static(id) => ("static", Some(self.statics[*id].hir.span)),
            Def::Library(_) | Def::Error => ("import", None),
        };
        Diagnosed { what, declared }
    }
}

/// What something private is.
pub(crate) struct Diagnosed {
    what: &'static str,
    declared: Option<Span>,
}
