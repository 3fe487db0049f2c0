//! The part of the library that is written in Rust, read before every file.

use crate::rust::check::checker::{Checker, PRELUDE};
use crate::rust::check::typing::written;
use crate::rust::types::{IntTy, Ty};
use proc_macro2::{TokenStream, TokenTree};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// `core`, as far as kernels use it: one text in several files, in the language of
/// kernels. Nothing of it is compiled into the workbench.
const CORE: &str = concat!(
    include_str!("../../library/core/basics.rs"),
    include_str!("../../library/core/order.rs"),
    include_str!("../../library/core/memory.rs"),
    include_str!("../../library/core/pieces.rs"),
    include_str!("../../library/core/option.rs"),
    include_str!("../../library/core/flow.rs"),
    include_str!("../../library/core/iter.rs"),
    include_str!("../../library/core/steps.rs"),
    include_str!("../../library/core/prelude.rs"),
);

/// Methods of integers, for a type called `Integer`.
const INTEGER: &str = include_str!("../../library/integer.rs");

/// The same of integers of 128 bits, of which the machine computes little.
const WIDE: &str = include_str!("../../library/wide.rs");

/// What bytes are asked about characters.
const BYTE: &str = include_str!("../../library/byte.rs");

/// `core::mem::MaybeUninit`.
const UNINIT: &str = include_str!("../../library/uninit.rs");

/// What `cuda_std::warp` has that is written in Rust.
const WARP: &str = include_str!("../../library/warp.rs");

/// What stands in a text that uses it.
const WARP_WORDS: [&str; 4] =
    ["warp_match_all", "WarpShuffleValue", "WarpMatchValue", "WarpReduceValue"];

/// `f16` as the crate `half` has it.
const HALF: &str = include_str!("../../library/half.rs");

/// What stands in a text that uses these methods. Most use none, and are spared
/// the reading.
const INTEGER_WORDS: [&str; 18] = [
    "checked_",
    "overflowing_",
    "saturating_mul",
    "saturating_pow",
    "wrapping_div",
    "wrapping_rem",
    "wrapping_pow",
    "isqrt",
    "ilog10",
    "ilog(",
    "wrapping_abs",
    "saturating_abs",
    "unbounded_shl",
    "_ones",
    "midpoint",
    "is_positive",
    "is_negative",
    "is_multiple_of",
];

thread_local! {
    /// What is known of every file before it is read. A thread that checks many
    /// texts, one after each keystroke, takes the library in once.
    static START: Checker = Checker::core();

    /// The texts of the library that have been parsed.
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
        checker.in_library = true;
        checker.declare_source(CORE);
        checker.in_library = false;
        checker
    }

    /// Takes in the parts of the library that only some texts use.
    pub(crate) fn declare_extras(&mut self) {
        self.in_library = true;
        let has_methods = INTEGER_WORDS.iter().any(|word| self.text.contains(*word));
        let has_wide = ["u128", "i128"].iter().any(|name| self.text.contains(name));
        if has_wide {
            for name in ["i128", "u128"] {
                self.declare_source(&WIDE.replace("Integer", name).replace("Natural", "u128"));
            }
        }
        let is_there = |int: IntTy| has_wide || !int.is_wide();
        if has_methods {
            for name in written::primitives() {
                if matches!(written::primitive(name), Some(Ty::Int(int)) if is_there(int)) {
                    self.declare_source(&INTEGER.replace("Integer", name));
                }
            }
        }
        if self.text.contains("_bytes(") {
            for name in written::primitives() {
                if let Some(Ty::Int(int)) = written::primitive(name)
                    && !matches!(int, IntTy::Usize | IntTy::Isize)
                    && is_there(int)
                {
                    self.declare_source(&bytes_of(name, int.bits() / 8));
                }
            }
        }
        if self.text.contains("ascii") {
            self.declare_source(BYTE);
        }
        if self.text.contains("f16") {
            self.declare_source(HALF);
        }
        if WARP_WORDS.iter().any(|word| self.text.contains(word)) {
            self.declare_source(WARP);
        }
        if self.text.contains("MaybeUninit")
            && let (Some(scope), Some(file)) = (self.source_module("core::mem"), parsed(UNINIT))
        {
            self.declare(scope, &file.items);
        }
        self.declare_glam();
        self.in_library = false;
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
    if let Some(file) = PARSED.with(|parsed| parsed.borrow().get(text).cloned()) {
        return Some(file);
    }
    let tokens = text.parse::<TokenStream>().ok()?;
    let file = Rc::new(syn::parse2::<syn::File>(without_places(tokens)).ok()?);
    PARSED.with(|parsed| parsed.borrow_mut().insert(text.to_owned(), Rc::clone(&file)));
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

/// The methods of an integer that take it apart into bytes, and make it of them.
fn bytes_of(name: &str, count: u32) -> String {
    let unsigned = name.replace('i', "u");
    let each = |of: &dyn Fn(u32) -> String| (0..count).map(of).collect::<Vec<_>>();
    let little = each(&|at| format!("(self as {unsigned} >> {}) as u8", 8 * at));
    let big: Vec<String> = little.iter().rev().cloned().collect();
    let from = |place: &dyn Fn(u32) -> u32| {
        let terms = each(&|at| format!("((bytes[{}] as {unsigned}) << {})", place(at), 8 * at));
        terms.join(" | ")
    };
    let (from_little, from_big) = (from(&|at| at), from(&|at| count - 1 - at));
    let (little, big) = (little.join(", "), big.join(", "));
    format!(
        "impl {name} {{
            pub const fn to_le_bytes(self) -> [u8; {count}] {{ [{little}] }}
            pub const fn to_ne_bytes(self) -> [u8; {count}] {{ [{little}] }}
            pub const fn to_be_bytes(self) -> [u8; {count}] {{ [{big}] }}
            pub const fn from_le_bytes(bytes: [u8; {count}]) -> {name} {{ ({from_little}) as {name} }}
            pub const fn from_ne_bytes(bytes: [u8; {count}]) -> {name} {{ ({from_little}) as {name} }}
            pub const fn from_be_bytes(bytes: [u8; {count}]) -> {name} {{ ({from_big}) as {name} }}
            pub const fn swap_bytes(self) -> {name} {{ {name}::from_be_bytes(self.to_le_bytes()) }}
        }}"
    )
}
