//! Items: what a file or a block declares.

use crate::diagnostic::Diagnostic;
use crate::rust::check::checker::{
    Checker, ConstItem, ConstState, Def, FunctionItem, Scope, ScopeId, Space, StructItem,
};
use crate::rust::check::items::recursion;
use crate::rust::check::names::library::LIBRARY;
use crate::rust::check::syntax::spans;
use crate::rust::check::wording::suggest;
use crate::rust::check::wording::unsupported;
use crate::rust::hir;
use crate::rust::types::StructId;
use naga::Span;
use std::collections::HashMap;
use std::rc::Rc;
use syn::{Attribute, ImplItem, Item, Visibility};

/// Attributes that mean nothing to the workbench.
const IGNORED: [&str; 24] = [
    "doc",
    "allow",
    "warn",
    "expect",
    "deny",
    "forbid",
    "inline",
    "must_use",
    "cold",
    "cfg_attr",
    "no_mangle",
    "derive",
    "repr",
    "rustfmt",
    "clippy",
    "deprecated",
    "non_exhaustive",
    "automatically_derived",
    "track_caller",
    "optimize",
    "no_std",
    "feature",
    "gpu_only",
    "link_section",
];

impl Checker {
    pub(crate) fn program(&mut self, file: &syn::File) {
        self.declare(0, &file.items);
        // Functions in bodies join the list while it is worked off.
        let mut next = 0;
        while next < self.functions.len() {
            self.check_function(next);
            next += 1;
        }
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
            functions: self.functions.into_iter().filter_map(|item| item.checked).collect(),
            statics: self.statics.into_iter().map(|item| item.hir).collect(),
        }
    }

    /// Opens a scope for the items of a block.
    pub(crate) fn open_scope(&mut self, parent: ScopeId) -> ScopeId {
        self.scopes.push(Scope { parent: Some(parent), ..Scope::default() });
        self.scopes.len() - 1
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
        for item in items.clone() {
            if !is_for_tests(item) {
                self.declare_item(scope, item);
            }
        }
        // Imports may name items of the file, and so come after them.
        for item in items.clone() {
            if let Item::Use(item) = item {
                self.import(scope, &item.tree);
            }
        }
        for item in items {
            match item {
                Item::Impl(item) => self.declare_impl(scope, item),
                Item::Fn(item) => self.check_attributes(scope, &item.attrs),
                Item::Struct(item) => self.check_attributes(scope, &item.attrs),
                Item::Const(item) => self.check_attributes(scope, &item.attrs),
                Item::Static(item) => self.check_attributes(scope, &item.attrs),
                _ => {}
            }
        }
        for id in structs..self.structs.len() {
            self.resolve_fields(id);
        }
        for id in structs..self.structs.len() {
            self.measure_struct(id);
        }
        for id in constants..self.constants.len() {
            self.constant(id);
        }
        for id in statics..self.statics.len() {
            self.resolve_static(id);
        }
        for id in functions..self.functions.len() {
            self.resolve_signature(id);
        }
    }

    fn declare_item(&mut self, scope: ScopeId, item: &Item) {
        if let Some(diagnostic) = unsupported::item(item) {
            self.report(diagnostic);
            if let Some(name) = declared_name(item) {
                self.silence_name(scope, &name);
            }
            return;
        }
        match item {
            Item::Struct(item) => self.declare_struct(scope, item),
            Item::Const(item) => {
                let id = self.push_constant(scope, None, &item.ident, &item.ty, &item.expr);
                if item.ident != "_" {
                    self.define(scope, Space::Values, &item.ident, Def::Constant(id));
                }
            }
            Item::Static(item) => self.declare_static(scope, item),
            Item::Fn(item) => {
                let is_kernel = self.has_attribute(&item.attrs, "kernel");
                let is_public = matches!(item.vis, Visibility::Public(_));
                let syntax = (&item.sig, item.block.as_ref());
                let id = self.push_function(scope, None, syntax, is_kernel, is_public);
                self.define(scope, Space::Values, &item.sig.ident, Def::Function(id));
            }
            _ => {}
        }
    }

    fn declare_struct(&mut self, scope: ScopeId, item: &syn::ItemStruct) {
        let span = spans::bytes(item.ident.span());
        let derives = derived(&item.attrs);
        self.structs.push(StructItem {
            hir: hir::Struct {
                name: item.ident.to_string(),
                fields: Vec::new(),
                is_repr_c: is_repr_c(&item.attrs),
                span,
            },
            is_tuple: matches!(item.fields, syn::Fields::Unnamed(_)),
            is_copy: ["Clone", "Copy"].iter().all(|name| derives.iter().any(|d| d == name)),
            syntax: Some(Rc::new(item.clone())),
            scope,
            functions: HashMap::new(),
            constants: HashMap::new(),
            scalars: None,
        });
        let id = self.structs.len() - 1;
        self.define(scope, Space::Types, &item.ident, Def::Struct(id));
    }

    pub(crate) fn push_constant(
        &mut self,
        scope: ScopeId,
        owner: Option<StructId>,
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
            owner,
            state: ConstState::Waiting,
        });
        self.constants.len() - 1
    }

    fn push_function(
        &mut self,
        scope: ScopeId,
        owner: Option<StructId>,
        (signature, block): (&syn::Signature, &syn::Block),
        is_kernel: bool,
        is_public: bool,
    ) -> usize {
        self.functions.push(FunctionItem {
            name: signature.ident.to_string(),
            span: spans::bytes(signature.ident.span()),
            signature_syntax: Rc::new(signature.clone()),
            block: Rc::new(block.clone()),
            scope,
            owner,
            is_kernel,
            is_public,
            signature: None,
            checked: None,
        });
        self.functions.len() - 1
    }

    /// Gives a name its meaning, once.
    pub(crate) fn define(&mut self, scope: ScopeId, space: Space, name: &syn::Ident, def: Def) {
        let names = match space {
            Space::Types => &mut self.scopes[scope].types,
            Space::Values => &mut self.scopes[scope].values,
            Space::Macros => &mut self.scopes[scope].macros,
        };
        let word = name.to_string();
        let before = names.get(&word).cloned();
        names.entry(word.clone()).or_insert(def);
        if let Some(before) = before {
            let span = spans::bytes(name.span());
            self.report_twice(&word, span, &before);
        }
    }

    fn report_twice(&mut self, name: &str, span: Span, before: &Def) {
        let diagnostic =
            Diagnostic::new(format!("the name `{name}` is defined more than once"), span)
                .label("defined again");
        let first = match before {
            Def::Struct(id) => self.structs.get(*id).map(|item| item.hir.span),
            Def::Constant(id) => self.constants.get(*id).map(|item| item.span),
            Def::Function(id) => self.functions.get(*id).map(|item| item.span),
            Def::Static(id) => self.statics.get(*id).map(|item| item.hir.span),
            Def::Library(_) | Def::Error => None,
        };
        let diagnostic = match first {
            Some(first) => diagnostic.other(first, "first defined here"),
            None => diagnostic,
        };
        self.report(diagnostic.help("give one of them another name"));
    }

    fn declare_impl(&mut self, scope: ScopeId, item: &syn::ItemImpl) {
        let start = spans::bytes(item.impl_token.span);
        if let Some(token) = &item.unsafety {
            let span = spans::to(spans::bytes(token.span), start);
            self.report(unsupported::unread("`unsafe impl`", span).help("leave it out"));
            return;
        }
        if let Some((_, path, _)) = &item.trait_ {
            let span = spans::of(path);
            self.report(
                unsupported::unread("implementations of traits", span)
                    .help("write the functions into an `impl` of the structure itself"),
            );
            return;
        }
        if !item.generics.params.is_empty() {
            let span = spans::of(&item.generics);
            self.report(
                unsupported::unread("generic `impl`s", span)
                    .help("put `const` parameters on the functions"),
            );
            return;
        }
        let owner = match item.self_ty.as_ref() {
            syn::Type::Path(path) => path.path.get_ident().map(ToString::to_string),
            _ => None,
        };
        let found = owner.as_ref().and_then(|name| self.find(scope, Space::Types, name));
        match found {
            Some(Def::Struct(owner)) => {
                for member in &item.items {
                    self.declare_member(scope, owner, member);
                }
            }
            Some(Def::Error) => {}
            _ => {
                let span = spans::of(item.self_ty.as_ref());
                let diagnostic =
                    Diagnostic::new("`impl` of something that is no structure of this file", span)
                        .label("not a structure of this file")
                        .note("methods can only be added to a type where it is declared")
                        .help("write a function that takes the value as a parameter");
                self.report(diagnostic);
            }
        }
    }

    fn declare_member(&mut self, scope: ScopeId, owner: StructId, member: &ImplItem) {
        let (name, span) = match member {
            ImplItem::Fn(function) => {
                self.check_attributes(scope, &function.attrs);
                let name = &function.sig.ident;
                if self.has_attribute(&function.attrs, "kernel") {
                    let span = spans::bytes(name.span());
                    self.report(
                        Diagnostic::new("a kernel cannot be a method", span)
                            .help("write it outside of the `impl`"),
                    );
                }
                let syntax = (&function.sig, &function.block);
                let id = self.push_function(scope, Some(owner), syntax, false, true);
                let known = self.structs[owner].functions.insert(name.to_string(), id);
                if known.is_none() {
                    return;
                }
                (name.to_string(), spans::bytes(name.span()))
            }
            ImplItem::Const(constant) => {
                self.check_attributes(scope, &constant.attrs);
                let name = &constant.ident;
                let id = self.push_constant(scope, Some(owner), name, &constant.ty, &constant.expr);
                let known = self.structs[owner].constants.insert(name.to_string(), id);
                if known.is_none() {
                    return;
                }
                (name.to_string(), spans::bytes(name.span()))
            }
            other => {
                let diagnostic = unsupported::unread("this part of an `impl`", spans::of(other));
                return self.report(diagnostic);
            }
        };
        let message = format!("the name `{name}` is defined more than once");
        self.report(Diagnostic::new(message, span).help("give one of them another name"));
    }

    /// Whether an item is marked with an attribute, by its last word.
    fn has_attribute(&self, attributes: &[Attribute], name: &str) -> bool {
        attributes.iter().any(|attribute| {
            attribute.path().segments.last().is_some_and(|segment| segment.ident == name)
        })
    }

    /// Says which attributes are not known.
    fn check_attributes(&mut self, scope: ScopeId, attributes: &[Attribute]) {
        for attribute in attributes {
            let Some(segment) = attribute.path().segments.first() else { continue };
            let name = segment.ident.to_string();
            let span = spans::of(attribute.path());
            if name == "cfg" {
                self.report(
                    unsupported::unread("`cfg`", span)
                        .note("the workbench has no target, so it cannot know which part is meant")
                        .help("keep the part that is meant for the GPU"),
                );
            } else if name == "cuda_std" || IGNORED.contains(&name.as_str()) {
                continue;
            } else if self.find(scope, Space::Macros, &name).is_none() {
                let diagnostic =
                    Diagnostic::new(format!("cannot find attribute `{name}` in this scope"), span)
                        .label("not known");
                let known = IGNORED.into_iter().chain(["kernel", "cfg"]);
                let diagnostic = if name == "kernel" {
                    diagnostic.help("add `use cuda_std::prelude::*;` at the top of the file")
                } else if let Some(path) = LIBRARY.path_to(&name) {
                    diagnostic.help(format!("add `use {path};` at the top of the file"))
                } else if let Some(near) = suggest::nearest(&name, known) {
                    diagnostic.help(format!("there is a similar name: `{near}`"))
                } else {
                    diagnostic.help("leave it out")
                };
                self.report(diagnostic);
            }
        }
    }
}

/// Whether an item is only there in tests, which nobody runs here.
fn is_for_tests(item: &Item) -> bool {
    let attributes = match item {
        Item::Mod(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        _ => return false,
    };
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|word| word == "test")
    })
}

fn declared_name(item: &Item) -> Option<String> {
    Some(match item {
        Item::Enum(item) => item.ident.to_string(),
        Item::Union(item) => item.ident.to_string(),
        Item::Static(item) => item.ident.to_string(),
        Item::Mod(item) => item.ident.to_string(),
        Item::Trait(item) => item.ident.to_string(),
        Item::Type(item) => item.ident.to_string(),
        Item::ExternCrate(item) => item.ident.to_string(),
        Item::Macro(item) => item.ident.as_ref()?.to_string(),
        _ => return None,
    })
}

/// The traits that a structure derives.
fn derived(attributes: &[Attribute]) -> Vec<String> {
    let mut names = Vec::new();
    for attribute in attributes {
        if attribute.path().is_ident("derive") {
            // What cannot be read is reported as a missing `Copy`.
            let _ = attribute.parse_nested_meta(|meta| {
                names.extend(meta.path.segments.last().map(|last| last.ident.to_string()));
                Ok(())
            });
        }
    }
    names
}

fn is_repr_c(attributes: &[Attribute]) -> bool {
    let mut is_c = false;
    for attribute in attributes {
        if attribute.path().is_ident("repr") {
            let _ = attribute.parse_nested_meta(|meta| {
                is_c |= meta.path.is_ident("C");
                if meta.input.peek(syn::token::Paren) {
                    let inner;
                    syn::parenthesized!(inner in meta.input);
                    let _: proc_macro2::TokenStream = inner.parse()?;
                }
                Ok(())
            });
        }
    }
    is_c
}
