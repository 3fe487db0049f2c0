//! Attributes: which are known, and what `derive` and `repr` say.

use crate::checker::{Checker, ScopeId, Space};
use crate::names::library::LIBRARY;
use crate::syntax::spans;
use crate::typing::written::primitive;
use crate::wording::suggest;
use syn::Attribute;
use warpbench_codes::{E0552, S0001, S0010};
use warpbench_hir::types::Ty;
use warpbench_source::diagnostic::{Diagnostic, Subject};

/// Attributes that mean nothing to the workbench.
const IGNORED: [&str; 25] = [
    "default",
    "rustfmt_skip",
    "doc",
    "allow",
    "warn",
    "expect",
    "deny",
    "forbid",
    "inline",
    "must_use",
    "cold",
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

/// The largest alignment that is followed: that of a page, beyond which none
/// matters to a GPU.
const MOST_ALIGN: u32 = 4096;

/// What `core` can derive.
const DERIVABLE: [&str; 9] =
    ["Clone", "Copy", "Debug", "Default", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd"];

impl Checker {
    /// Whether an item is marked with an attribute, by its last word.
    pub(crate) fn has_attribute(&self, attributes: &[Attribute], name: &str) -> bool {
        attributes.iter().any(|attribute| {
            attribute.path().segments.last().is_some_and(|segment| segment.ident == name)
        })
    }

    /// Says which attributes are not known.
    pub(crate) fn check_attributes(&mut self, scope: ScopeId, attributes: &[Attribute]) {
        for attribute in attributes {
            let Some(segment) = attribute.path().segments.first() else { continue };
            let name = segment.ident.to_string();
            let span = spans::of(attribute.path());
            if name == "cuda_std" || IGNORED.contains(&name.as_str()) {
                continue;
            } else if self.find(scope, Space::Macros, &name).is_none() {
                let diagnostic = Diagnostic::new(
                    S0010,
                    format!("cannot find attribute `{name}` in this scope"),
                    span,
                )
                .label("not known");
                let known = IGNORED.into_iter().chain(["kernel", "cfg"]);
                let foreign = crate::wording::foreign::attribute(&name);
                let diagnostic = if let Some(help) = foreign {
                    diagnostic.help(help)
                } else if name == "kernel" {
                    diagnostic
                        .about(Subject::Import("cuda_std::prelude::*".to_owned()))
                        .help("add `use cuda_std::prelude::*;` at the top of the file")
                } else if let Some(path) = LIBRARY.path_to(&name) {
                    diagnostic
                        .about(Subject::Import(path.to_owned()))
                        .help(format!("add `use {path};` at the top of the file"))
                } else if let Some(near) = suggest::nearest(&name, known) {
                    diagnostic.help(format!("there is a similar name: `{near}`"))
                } else {
                    diagnostic.help("leave it out")
                };
                self.report(diagnostic);
            }
        }
    }

    /// Says what is written in `#[repr(…)]` that nobody knows.
    pub(super) fn check_repr(&mut self, attributes: &[Attribute]) {
        const WORDS: [&str; 6] = ["C", "Rust", "transparent", "packed", "align", "simd"];
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("repr")) {
            for name in repr_names(std::slice::from_ref(attribute)) {
                let is_int = matches!(primitive(&name), Some(Ty::Int(_)));
                if !is_int && !WORDS.contains(&name.as_str()) {
                    self.report(
                        Diagnostic::new(
                            E0552,
                            format!("there is no representation `{name}`"),
                            spans::of(attribute),
                        )
                        .help("write `C`, `transparent`, `align(…)` or an integer such as `u8`"),
                    );
                }
            }
        }
    }

    /// Says what is written in `#[derive(…)]` that nobody knows.
    pub(super) fn check_derives(&mut self, scope: ScopeId, attributes: &[Attribute]) {
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("derive")) {
            let mut unknown = Vec::new();
            let read = attribute.parse_nested_meta(|meta| {
                // What has a path is somebody else's.
                if let Some(name) = meta.path.get_ident()
                    && !DERIVABLE.contains(&name.to_string().as_str())
                {
                    unknown.push(name.clone());
                }
                Ok(())
            });
            if read.is_err() {
                self.report(
                    Diagnostic::new(S0001, "this is no list of traits", spans::of(attribute))
                        .help("write their names: `#[derive(Clone, Copy)]`"),
                );
            }
            for name in unknown {
                let (word, span) = (name.to_string(), spans::bytes(name.span()));
                let is_there = [Space::Macros, Space::Types]
                    .into_iter()
                    .any(|space| self.find(scope, space, &word).is_some());
                if is_there {
                    continue;
                }
                let diagnostic =
                    Diagnostic::new(S0010, format!("`{word}` cannot be derived"), span)
                        .label("not known");
                self.report(match suggest::nearest(&word, DERIVABLE) {
                    Some(near) => diagnostic.help(format!("there is a similar name: `{near}`")),
                    None => diagnostic.help("leave it out, or import it"),
                });
            }
        }
    }
}

/// The traits that a structure derives.
pub(crate) fn derived(attributes: &[Attribute]) -> Vec<String> {
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

/// Whether a structure says that it may be copied.
pub(super) fn is_copy(derives: &[String]) -> bool {
    ["Clone", "Copy"].iter().all(|name| derives.iter().any(|derived| derived == name))
}

pub(super) fn is_repr_c(attributes: &[Attribute]) -> bool {
    repr_names(attributes).iter().any(|name| name == "C" || name == "transparent")
}

/// What stands in `#[repr(…)]`.
pub(crate) fn repr_names(attributes: &[Attribute]) -> Vec<String> {
    let mut names = Vec::new();
    for attribute in attributes {
        if attribute.path().is_ident("repr") {
            let _ = attribute.parse_nested_meta(|meta| {
                names.extend(meta.path.get_ident().map(ToString::to_string));
                if meta.input.peek(syn::token::Paren) {
                    let inner;
                    syn::parenthesized!(inner in meta.input);
                    let _: proc_macro2::TokenStream = inner.parse()?;
                }
                Ok(())
            });
        }
    }
    names
}

/// The number in `#[repr(align(…))]`, 0 if there is none.
pub(super) fn written_align(attributes: &[Attribute]) -> u32 {
    let mut align = 0;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("repr")) {
        // What is no power of two is refused by the compiler.
        let _ = attribute.parse_nested_meta(|meta| {
            if meta.input.peek(syn::token::Paren) {
                let inner;
                syn::parenthesized!(inner in meta.input);
                let written: syn::LitInt = inner.parse()?;
                if meta.path.is_ident("align") {
                    align = written.base10_parse()?;
                }
            }
            Ok(())
        });
    }
    if align <= MOST_ALIGN && align.is_power_of_two() { align } else { 0 }
}
