//! Items: what a file or a block declares.

use crate::checker::{
    AliasItem, Checker, ConstItem, ConstState, Def, FunctionItem, GenericKind, Generics,
    InstanceState, PRELUDE, Scope, ScopeId, Space, StructItem, StructSyntax,
};
use crate::items::attributes::{derived, is_copy, is_repr_c, repr_names, written_align};
use crate::items::recursion;
use crate::syntax::expand::as_written;
use crate::syntax::spans;
use crate::wording::unsupported;
use naga::Span;
use std::rc::Rc;
use syn::Item;
use warpbench_codes::E0428;
use warpbench_hir as hir;
use warpbench_hir::types::{StructId, Ty};
use warpbench_source::diagnostic::Diagnostic;

impl Checker {
    pub(crate) fn program(&mut self, file: &syn::File) {
        self.declare(0, &file.items);
        self.check_instances();
        self.check_impls();
        self.check_generics();
        self.complete_structs();
        recursion::check(self);
    }

    pub(crate) fn into_program(self) -> hir::Crate {
        hir::Crate {
            structs: self.structs.into_iter().map(|item| item.hir).collect(),
            constants: self
                .constants
                .into_iter()
                .filter_map(|item| match item.state {
                    ConstState::Done(ty, Some(value)) => {
                        Some(hir::Constant { name: item.name, ty, value })
                    }
                    _ => None,
                })
                .collect(),
            functions: self
                .made
                .functions
                .into_iter()
                .filter_map(|instance| match instance.state {
                    InstanceState::Done(mut function) => {
                        for local in &mut function.locals {
                            as_written(&mut local.name, &self.text);
                        }
                        Some(*function)
                    }
                    _ => None,
                })
                .collect(),
            statics: self.statics.into_iter().map(|item| item.hir).collect(),
        }
    }

    /// Opens a scope for the items of a block.
    pub(crate) fn open_scope(&mut self, parent: ScopeId) -> ScopeId {
        let site = self.next_site(parent);
        self.scopes.push(Scope { parent: Some(parent), site, ..Scope::default() });
        self.scopes.len() - 1
    }

    /// The identity of what a scope declares next. Another instance of the function around
    /// it declares the same in the same order, and finds the same.
    pub(crate) fn next_site(&mut self, scope: ScopeId) -> hir::Site {
        let Scope { site, sites, .. } = &mut self.scopes[scope];
        *sites += 1;
        self.sites.within(*site, *sites)
    }

    /// Takes in the items of a file or a block.
    pub(crate) fn declare<'a>(
        &mut self,
        scope: ScopeId,
        items: impl IntoIterator<Item = &'a Item> + Clone,
    ) {
        let (structs, constants, functions) =
            (self.structs.len(), self.constants.len(), self.functions.len());
        let statics = self.statics.len();
        self.declare_names(scope, items.clone());
        self.declare_imports(scope, items.clone());
        self.declare_traits(scope, items.clone());
        self.declare_members(scope, items);
        let declared = structs..self.structs.len();
        declared.clone().for_each(|id| self.resolve_fields(id));
        self.derive_orders(declared);
        for id in structs..self.structs.len() {
            self.measure_struct(id);
        }
        for id in constants..self.constants.len() {
            self.constant(id);
        }
        for id in statics..self.statics.len() {
            self.resolve_static(id);
        }
        if !self.library.is_open {
            for id in functions..self.functions.len() {
                self.resolve_signature(id);
            }
            for id in functions..self.functions.len() {
                self.add_root(id);
            }
        }
    }

    /// The names of items, and of those in modules: whatever refers to one, wherever
    /// it stands, finds it.
    fn declare_names<'a>(&mut self, scope: ScopeId, items: impl IntoIterator<Item = &'a Item>) {
        for item in items {
            self.declare_item(scope, item);
        }
    }

    /// Imports may name items of the file, and so come after them.
    fn declare_imports<'a>(
        &mut self,
        scope: ScopeId,
        items: impl IntoIterator<Item = &'a Item> + Clone,
    ) {
        for (inner, items) in self.modules_of(scope, items.clone()) {
            self.declare_imports(inner, items);
        }
        for item in items {
            if let Item::Use(item) = item {
                self.declare_use(scope, item);
            }
        }
    }

    fn declare_traits<'a>(
        &mut self,
        scope: ScopeId,
        items: impl IntoIterator<Item = &'a Item> + Clone,
    ) {
        for (inner, items) in self.modules_of(scope, items.clone()) {
            self.declare_traits(inner, items);
        }
        for item in items {
            if let Item::Trait(item) = item
                && let Some(Def::Trait(id)) =
                    self.scopes[scope].types.get(&item.ident.to_string()).cloned()
            {
                self.declare_trait_members(id, item);
            }
        }
    }

    fn declare_members<'a>(
        &mut self,
        scope: ScopeId,
        items: impl IntoIterator<Item = &'a Item> + Clone,
    ) {
        for (inner, items) in self.modules_of(scope, items.clone()) {
            self.declare_members(inner, items);
        }
        for item in items {
            match item {
                Item::Impl(item) => self.declare_impl(scope, item),
                Item::Fn(item) => self.check_attributes(scope, &item.attrs),
                Item::Struct(item) => {
                    self.check_attributes(scope, &item.attrs);
                    self.derive_hash_of_struct(scope, item);
                }
                Item::Enum(item) => {
                    self.check_attributes(scope, &item.attrs);
                    self.derive_hash_of_enum(scope, item);
                    self.number_variants(scope, item);
                }
                Item::Const(item) => self.check_attributes(scope, &item.attrs),
                Item::Static(item) => self.check_attributes(scope, &item.attrs),
                _ => {}
            }
        }
    }

    /// The modules among items, each with its scope and its own items.
    fn modules_of<'a>(
        &self,
        scope: ScopeId,
        items: impl IntoIterator<Item = &'a Item>,
    ) -> Vec<(ScopeId, &'a [Item])> {
        let module = |item: &'a Item| match item {
            Item::Mod(module) => {
                let (_, items) = module.content.as_ref()?;
                match self.scopes[scope].types.get(&module.ident.to_string())? {
                    Def::Module(inner) => Some((*inner, items.as_slice())),
                    _ => None,
                }
            }
            _ => None,
        };
        items.into_iter().filter_map(module).collect()
    }

    fn declare_item(&mut self, scope: ScopeId, item: &Item) {
        if let Some(diagnostic) = unsupported::item(item) {
            self.report(diagnostic);
            if let Some(name) = declared_name(item) {
                self.silence_name(scope, &name);
            }
            return;
        }
        if let Some((space, name, visibility)) = visible(item) {
            self.keep_private(scope, space, name.to_string(), visibility);
        }
        match item {
            Item::Struct(item) => self.declare_struct(scope, item),
            Item::Enum(item) => self.declare_enum(scope, item),
            Item::Trait(item) => self.declare_trait(scope, item),
            Item::Type(item) => {
                let (generics, inner) =
                    self.read_generics(&item.generics, &Generics::default(), scope);
                self.aliases.push(AliasItem {
                    generics: Rc::new(generics),
                    ty: Rc::new((*item.ty).clone()),
                    scope: inner,
                });
                let def = Def::Alias(self.aliases.len() - 1);
                self.define(scope, Space::Types, &item.ident, def);
            }
            Item::Mod(item) => self.declare_module(scope, item),
            Item::Const(item) => {
                let id = self.push_constant(scope, &item.ident, &item.ty, &item.expr);
                if item.ident != "_" {
                    self.define(scope, Space::Values, &item.ident, Def::Constant(id));
                }
            }
            Item::Static(item) => self.declare_static(scope, item),
            Item::Fn(item) => {
                let is_kernel = self.has_attribute(&item.attrs, "kernel");
                let id = self.push_function(FunctionItem {
                    is_kernel,
                    ..self.new_function(scope, &item.sig, Some(&item.block))
                });
                self.define(scope, Space::Values, &item.sig.ident, Def::Function(id));
            }
            _ => {}
        }
    }

    /// `mod name { … }`: a scope of its own inside of the file's.
    fn declare_module(&mut self, scope: ScopeId, item: &syn::ItemMod) {
        let Some((_, items)) = &item.content else { return };
        let inner = self.open_scope(PRELUDE);
        self.define(scope, Space::Types, &item.ident, Def::Module(inner));
        self.scopes[inner].types.insert("super".to_owned(), Def::Module(scope));
        self.declare_names(inner, items);
    }

    fn declare_struct(&mut self, scope: ScopeId, item: &syn::ItemStruct) {
        self.check_repr(&item.attrs);
        self.check_derives(scope, &item.attrs);
        let span = spans::bytes(item.ident.span());
        let derives = derived(&item.attrs);
        let (generics, inner) = self.read_generics(&item.generics, &Generics::default(), scope);
        let id = self.structs.len();
        let own = self.own_struct(id, &generics);
        self.scopes[inner].types.insert("Self".to_owned(), Def::Type(own));
        self.structs.push(StructItem {
            hir: hir::Struct {
                name: item.ident.to_string(),
                is_repr_c: is_repr_c(&item.attrs),
                is_vector: self.library.is_open && item.ident.to_string().contains("Vec"),
                align: written_align(&item.attrs),
                span,
                ..hir::Struct::default()
            },
            is_tuple: matches!(item.fields, syn::Fields::Unnamed(_)),
            is_copy: is_copy(&derives),
            derives,
            syntax: StructSyntax::Struct(Rc::new(item.clone())),
            scope: inner,
            generics: Rc::new(generics),
            made_of: None,
            is_library: self.library.is_open,
            scalars: None,
        });
        self.define(scope, Space::Types, &item.ident, Def::Struct(id));
    }

    fn declare_enum(&mut self, scope: ScopeId, item: &syn::ItemEnum) {
        self.check_repr(&item.attrs);
        self.check_derives(scope, &item.attrs);
        let span = spans::bytes(item.ident.span());
        let derives = derived(&item.attrs);
        let (generics, inner) = self.read_generics(&item.generics, &Generics::default(), scope);
        let id = self.structs.len();
        let own = self.own_struct(id, &generics);
        self.scopes[inner].types.insert("Self".to_owned(), Def::Type(own));
        self.structs.push(StructItem {
            hir: hir::Struct {
                name: item.ident.to_string(),
                is_repr_c: repr_names(&item.attrs)
                    .iter()
                    .any(|name| name != "transparent" && name != "align"),
                starts_together: repr_names(&item.attrs).iter().any(|name| name == "C"),
                align: written_align(&item.attrs),
                variants: Some(Vec::new()),
                span,
                ..hir::Struct::default()
            },
            is_tuple: false,
            is_copy: is_copy(&derives),
            derives,
            syntax: StructSyntax::Enum(Rc::new(item.clone())),
            scope: inner,
            generics: Rc::new(generics),
            made_of: None,
            is_library: self.library.is_open,
            scalars: None,
        });
        self.define(scope, Space::Types, &item.ident, Def::Struct(id));
    }

    /// A structure with its own parameters.
    fn own_struct(&self, id: StructId, generics: &Generics) -> Ty {
        let own = self.own_arguments(generics);
        let each = generics.order.iter().map(|kind| match kind {
            GenericKind::Type(at) => own.types[*at as usize].clone(),
            GenericKind::Const(at) => Ty::Const(own.consts[*at as usize].clone()),
        });
        Ty::Struct(id, each.collect())
    }

    pub(crate) fn push_constant(
        &mut self,
        scope: ScopeId,
        name: &syn::Ident,
        ty: &syn::Type,
        expr: &syn::Expr,
    ) -> usize {
        self.constants.push(ConstItem {
            name: name.to_string(),
            span: spans::bytes(name.span()),
            ty: Some(Rc::new(ty.clone())),
            expr: Some(Rc::new(expr.clone())),
            scope,
            state: ConstState::Waiting,
            reference: None,
            is_static: false,
        });
        self.constants.len() - 1
    }

    /// A function that is nothing special.
    pub(crate) fn new_function(
        &self,
        scope: ScopeId,
        signature: &syn::Signature,
        block: Option<&syn::Block>,
    ) -> FunctionItem {
        FunctionItem {
            name: signature.ident.to_string(),
            span: spans::bytes(signature.ident.span()),
            signature_syntax: Rc::new(signature.clone()),
            block: block.cloned().map(Rc::new),
            scope,
            outer: Rc::default(),
            of_trait: None,
            has_owner: false,
            is_kernel: false,
            is_const: signature.constness.is_some(),
            is_library: self.library.is_open,
            reach: None,
            site: hir::Site::default(),
            signature: None,
        }
    }

    pub(crate) fn push_function(&mut self, item: FunctionItem) -> usize {
        let site = self.next_site(item.scope);
        self.functions.push(FunctionItem { site, ..item });
        self.functions.len() - 1
    }

    /// Gives a name its meaning, once.
    pub(crate) fn define(&mut self, scope: ScopeId, space: Space, name: &syn::Ident, def: Def) {
        let names = self.scopes[scope].names_mut(space);
        let word = name.to_string();
        let before = names.get(&word).cloned();
        names.entry(word.clone()).or_insert(def);
        if let Some(before) = before {
            let span = spans::bytes(name.span());
            self.report_twice(&word, span, &before);
        }
    }

    pub(crate) fn report_twice(&mut self, name: &str, span: Span, before: &Def) {
        let diagnostic =
            Diagnostic::new(E0428, format!("the name `{name}` is defined more than once"), span)
                .label("defined again");
        let first = match before {
            Def::Struct(id) => self.structs.get(*id).map(|item| item.hir.span),
            Def::Constant(id) => self.constants.get(*id).map(|item| item.span),
            Def::Function(id) => self.functions.get(*id).map(|item| item.span),
            Def::Trait(id) => self.traits.get(*id).map(|item| item.span),
            Def::Static(id) => self.statics.get(*id).map(|item| item.hir.span),
            _ => None,
        };
        let diagnostic = match first {
            Some(first) => diagnostic.other(first, "first defined here"),
            None => diagnostic,
        };
        self.report(diagnostic.help("give one of them another name"));
    }
}

/// The name of an item, and who may use it.
fn visible(item: &Item) -> Option<(Space, &syn::Ident, &syn::Visibility)> {
    Some(match item {
        Item::Struct(item) => (Space::Types, &item.ident, &item.vis),
        Item::Enum(item) => (Space::Types, &item.ident, &item.vis),
        Item::Trait(item) => (Space::Types, &item.ident, &item.vis),
        Item::Type(item) => (Space::Types, &item.ident, &item.vis),
        Item::Mod(item) => (Space::Types, &item.ident, &item.vis),
        Item::Const(item) => (Space::Values, &item.ident, &item.vis),
        Item::Static(item) => (Space::Values, &item.ident, &item.vis),
        Item::Fn(item) => (Space::Values, &item.sig.ident, &item.vis),
        _ => return None,
    })
}

fn declared_name(item: &Item) -> Option<String> {
    Some(match item {
        Item::Union(item) => item.ident.to_string(),
        Item::Static(item) => item.ident.to_string(),
        Item::Mod(item) => item.ident.to_string(),
        Item::ExternCrate(item) => item.ident.to_string(),
        Item::Macro(item) => item.ident.as_ref()?.to_string(),
        _ => return None,
    })
}
