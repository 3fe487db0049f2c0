//! The part of the library that is written in Rust, read before every file.
//!
//! Its core is read always (`CORE`). Everything else is read for the files that use it,
//! which an index (`index`) tells by the words of their tokens (`words`): the sections
//! of a table (`sections`), and what is used of `glam` (`glam`).

pub(crate) mod glam;
mod index;
mod sections;
#[cfg(test)]
mod tests;
pub(crate) mod words;

use crate::checker::{Checker, Def, PRELUDE};
use crate::names::library::Entry;
use index::InUse;
use proc_macro2::{TokenStream, TokenTree};
use sections::{DISCRIMINANT, HALF, HASHED, Section};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use warpbench_hir::types::{FloatTy, Ty};

/// `core`, as far as kernels use it: one text in several files, in the language of
/// kernels. Nothing of it is compiled into the workbench.
const CORE: &str = concat!(
    include_str!("../../library/core/basics.rs"),
    include_str!("../../library/core/hash.rs"),
    include_str!("../../library/core/order.rs"),
    include_str!("../../library/core/memory.rs"),
    include_str!("../../library/core/pieces.rs"),
    include_str!("../../library/core/option.rs"),
    include_str!("../../library/core/flow.rs"),
    include_str!("../../library/core/char.rs"),
    include_str!("../../library/core/iter.rs"),
    include_str!("../../library/core/steps.rs"),
    include_str!("../../library/core/backwards.rs"),
    include_str!("../../library/core/prelude.rs"),
);

thread_local! {
    /// What is known of every file before it is read. A thread that checks many
    /// texts, one after each keystroke, takes the library in once.
    static START: Checker = Checker::core();

    /// The texts of the library that have been parsed, by themselves or what they are
    /// called by.
    static PARSED: RefCell<HashMap<String, Rc<syn::File>>> = RefCell::default();
}

impl Checker {
    /// What is known before a text is read.
    pub(crate) fn with_library(text: &str) -> Checker {
        let mut checker = START.with(Checker::clone);
        text.clone_into(&mut checker.text);
        checker
    }

    fn core() -> Checker {
        let mut checker = Checker::new();
        checker.library.is_open = true;
        checker.declare_source(CORE);
        checker.declare_characters();
        for (name, entry) in [("size_of", Entry::SizeOf), ("align_of", Entry::AlignOf)] {
            checker.scopes[PRELUDE].values.insert(name.to_owned(), Def::Library(entry));
        }
        checker.library.is_open = false;
        checker
    }

    /// Takes in the parts of the library that a text with these words uses.
    pub(crate) fn declare_used(&mut self, words: HashSet<String>) {
        self.take_in(&index::used_by(words));
    }

    fn take_in(&mut self, in_use: &InUse) {
        self.library.is_open = true;
        self.library.has_discriminants = in_use.has(DISCRIMINANT);
        self.library.has_hashers = in_use.has(HASHED);
        for section in in_use.sections() {
            for ty in section.types(&in_use.words) {
                self.declare_section(section, ty);
            }
            if section.file == HALF {
                self.declare_half();
            }
        }
        self.declare_glam(in_use);
        self.library.is_open = false;
    }

    /// Takes in a section, for a type if there is one of it for each.
    fn declare_section(&mut self, section: &Section, ty: Option<&str>) {
        let key = format!("{} of {}", section.file, ty.unwrap_or_default());
        let scope = section.home.map_or(Some(PRELUDE), |home| self.source_module(home));
        if let (Some(scope), Some(file)) = (scope, parsed_as(&key, || section.text_for(ty))) {
            self.declare(scope, &file.items);
        }
    }

    /// The crate `half`, whose `f16` is that of the language.
    fn declare_half(&mut self) {
        let scope = self.open_scope(PRELUDE);
        let half = Def::Type(Ty::Float(FloatTy::F16));
        self.scopes[scope].types.insert("f16".to_owned(), half);
        self.scopes[PRELUDE].types.insert("half".to_owned(), Def::Module(scope));
    }

    /// Takes in a text of the library. Its places mean nothing, so what goes wrong
    /// in it is a fault of the workbench, which a test looks for.
    fn declare_source(&mut self, text: &str) {
        if let Some(file) = parsed(text) {
            self.declare(PRELUDE, &file.items);
        }
    }
}

/// The syntax of a text of the library, which is parsed once in a thread.
pub(crate) fn parsed(text: &str) -> Option<Rc<syn::File>> {
    parsed_as(text, || text.to_owned())
}

/// The same for a text that is only made the first time that its key is asked for.
fn parsed_as(key: &str, text: impl FnOnce() -> String) -> Option<Rc<syn::File>> {
    if let Some(file) = PARSED.with(|parsed| parsed.borrow().get(key).cloned()) {
        return Some(file);
    }
    let tokens = text().parse::<TokenStream>().ok()?;
    let file = Rc::new(syn::parse2::<syn::File>(without_places(tokens)).ok()?);
    PARSED.with(|parsed| parsed.borrow_mut().insert(key.to_owned(), Rc::clone(&file)));
    Some(file)
}

/// Tokens that stand nowhere: places in the text that is being read are forgotten
/// when it has been, and these outlive it.
fn without_places(tokens: TokenStream) -> TokenStream {
    let nowhere = proc_macro2::Span::call_site();
    let each = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let inner = without_places(group.stream());
            let mut group = proc_macro2::Group::new(group.delimiter(), inner);
            group.set_span(nowhere);
            TokenTree::Group(group)
        }
        mut other => {
            other.set_span(nowhere);
            other
        }
    });
    each.collect()
}
