//! The part of the library that is written in Rust, read before every file.

use crate::rust::check::checker::{Checker, Def, PRELUDE};
use crate::rust::check::names::library::Entry;
use crate::rust::check::typing::written;
use crate::rust::types::{FloatTy, IntTy, Ty};
use proc_macro2::{TokenStream, TokenTree};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

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

/// Methods of integers, for a type called `Integer`.
const INTEGER: &str = include_str!("../../library/integer.rs");

/// More of them, which rarely occur.
const INTEGER_FORMS: &str = include_str!("../../library/integer_forms.rs");

/// What only integers without a sign have, for `Integer` and the `Signed` one of its
/// width; what only those with one have, for `Integer` and `Natural`.
const NATURAL: &str = include_str!("../../library/natural.rs");
const SIGNED: &str = include_str!("../../library/signed.rs");

/// What stands in a text that uses one of these three.
const FORM_WORDS: [&str; 14] = [
    "_euclid",
    "saturating_",
    "overflowing_",
    "unbounded_",
    "checked_",
    "unchecked_",
    "strict_",
    "_signed",
    "_unsigned",
    "wrapping_div",
    "wrapping_rem",
    "max_value",
    "min_value",
    "Saturating",
];

/// Methods of floats, for a type called `Float`.
const FLOAT: &str = include_str!("../../library/float.rs");

/// How floats are taken apart into bytes.
const FLOAT_BYTES: &str = include_str!("../../library/float_bytes.rs");

/// What stands in a text that uses them.
const FLOAT_WORDS: [&str; 6] =
    ["normal", "is_sign_positive", "next_", "midpoint", "round_ties_even", "classify"];

/// `core::num`, and what it has of each integer type.
const NUM: &str = include_str!("../../library/num.rs");
const WRAPPING: &str = include_str!("../../library/wrapping.rs");
const DIVISOR: &str = include_str!("../../library/divisor.rs");

/// What types of the language hash, and each integer.
const HASHED: &str = include_str!("../../library/hashed.rs");
const HASHED_INTEGER: &str = include_str!("../../library/hashed_integer.rs");

/// Parts of slices by what is in them, and what stands in a text that uses them.
const SPLITS: &str = include_str!("../../library/splits.rs");
const SPLIT_WORDS: [&str; 5] = ["split(", "splitn(", "split_inclusive(", "split_mut(", "chunk_by"];

/// `core::ops::RangeBounds`.
const BOUNDS: &str = include_str!("../../library/bounds.rs");

/// `core::borrow`, and `core::mem::discriminant`.
const BORROW: &str = include_str!("../../library/borrow.rs");
const BORROW_NUMBER: &str = include_str!("../../library/borrow_number.rs");
const DISCRIMINANT: &str = include_str!("../../library/discriminant.rs");

/// `core::cell`.
const CELL: &str = include_str!("../../library/cell.rs");

/// The same of integers of 128 bits, of which the machine computes little.
const WIDE: &str = include_str!("../../library/wide.rs");

/// What bytes are asked about characters.
const BYTE: &str = include_str!("../../library/byte.rs");

/// `core::mem::MaybeUninit`.
const UNINIT: &str = include_str!("../../library/uninit.rs");

/// `core::mem::transmute`.
const TRANSMUTE: &str = include_str!("../../library/transmute.rs");

/// What `cuda_std::warp` has that is written in Rust.
const WARP: &str = include_str!("../../library/warp.rs");

/// What stands in a text that uses it.
const WARP_WORDS: [&str; 4] =
    ["warp_match_all", "WarpShuffleValue", "WarpMatchValue", "WarpReduceValue"];

/// `f16` as the crate `half` has it.
const HALF: &str = include_str!("../../library/half.rs");

/// `bf16` of that crate, which device-std has as well.
const BFLOAT: &str = include_str!("../../../../../../gpu-kernels/device-std/src/half/bfloat.rs");

/// What stands in a text that uses these methods. Most use none, and are spared
/// the reading.
const INTEGER_WORDS: [&str; 22] = [
    "Wrapping",
    "Saturating",
    "NonZero",
    "strict_",
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
        checker.declare_characters();
        for (name, entry) in [("size_of", Entry::SizeOf), ("align_of", Entry::AlignOf)] {
            checker.scopes[PRELUDE].values.insert(name.to_owned(), Def::Library(entry));
        }
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
        self.declare_numbers(is_there);
        self.declare_hashed(is_there);
        if has_methods {
            for name in written::primitives() {
                if matches!(written::primitive(name), Some(Ty::Int(int)) if is_there(int)) {
                    self.declare_source(&INTEGER.replace("Integer", name));
                }
            }
        }
        if ["_bytes", "to_be", "to_le", "from_be", "from_le"]
            .iter()
            .any(|word| self.text.contains(word))
            || self.has_hashers
        {
            for name in written::primitives() {
                if let Some(Ty::Int(int)) = written::primitive(name)
                    && !matches!(int, IntTy::Usize | IntTy::Isize)
                    && is_there(int)
                {
                    self.declare_source(&bytes_of(name, int.bits() / 8));
                }
            }
            for (name, bits, count) in [("f32", "u32", "4"), ("f64", "u64", "8")] {
                let text = FLOAT_BYTES.replace("Float", name).replace("Bits", bits);
                self.declare_source(&text.replace("COUNT", count));
            }
        }
        if SPLIT_WORDS.iter().any(|word| self.text.contains(word)) {
            self.declare_source(SPLITS);
        }
        if self.text.contains("Bound")
            && let (Some(scope), Some(file)) = (self.source_module("core::ops"), parsed(BOUNDS))
        {
            self.declare(scope, &file.items);
        }
        if self.text.contains("ascii") {
            self.declare_source(BYTE);
        }
        if self.text.contains("f16") {
            self.declare_source(HALF);
            self.declare_half();
        }
        if WARP_WORDS.iter().any(|word| self.text.contains(word)) {
            self.declare_source(WARP);
        }
        self.declare_memory();
        self.declare_glam();
        self.in_library = false;
    }

    /// Takes in what few texts ask of `core::mem`, and of `core::borrow`.
    fn declare_memory(&mut self) {
        self.has_discriminants = self.text.contains("discriminant");
        for (word, text) in
            [("MaybeUninit", UNINIT), ("transmute", TRANSMUTE), ("discriminant", DISCRIMINANT)]
        {
            if self.text.contains(word)
                && let (Some(scope), Some(file)) = (self.source_module("core::mem"), parsed(text))
            {
                self.declare(scope, &file.items);
            }
        }
        if self.text.contains("Borrow") {
            self.declare_source(BORROW);
            let Some(scope) = self.source_module("core::borrow") else { return };
            for name in written::primitives() {
                if let Some(file) = parsed(&BORROW_NUMBER.replace("Number", name)) {
                    self.declare(scope, &file.items);
                }
            }
        }
    }

    /// The crate `half`, whose `f16` is that of the language.
    fn declare_half(&mut self) {
        let scope = self.open_scope(PRELUDE);
        let half = Def::Type(Ty::Float(FloatTy::F16));
        self.scopes[scope].types.insert("f16".to_owned(), half);
        if self.text.contains("bf16")
            && let Some(file) = parsed(BFLOAT)
        {
            self.declare(scope, &file.items);
        }
        self.scopes[PRELUDE].types.insert("half".to_owned(), Def::Module(scope));
    }

    /// Takes in what is hashed, for texts with a hasher.
    fn declare_hashed(&mut self, is_there: impl Fn(IntTy) -> bool) {
        self.has_hashers = self.text.contains("Hasher");
        let Some(scope) = self.source_module("core::hash").filter(|_| self.has_hashers) else {
            return;
        };
        let integers = written::primitives().filter(|name| match written::primitive(name) {
            Some(Ty::Int(IntTy::U8 | IntTy::Usize | IntTy::Isize)) => false,
            Some(Ty::Int(int)) => is_there(int),
            _ => false,
        });
        let each = integers.map(|name| HASHED_INTEGER.replace("Integer", name));
        for text in each.chain([HASHED.to_owned()]) {
            if let Some(file) = parsed(&text) {
                self.declare(scope, &file.items);
            }
        }
    }

    /// Takes in what few texts ask of numbers.
    fn declare_numbers(&mut self, is_there: impl Fn(IntTy) -> bool) {
        let has = |words: &[&str]| words.iter().any(|word| self.text.contains(word));
        let (has_forms, has_floats) = (has(&FORM_WORDS), has(&FLOAT_WORDS));
        let has_kinds = has(&["Wrapping", "Saturating", "NonZero"]);
        if has_floats || has_kinds || has(&["core::num", "std::num"]) {
            self.declare_source(NUM);
        }
        if has_floats {
            for (name, bits) in [("f32", "u32"), ("f64", "u64")] {
                self.declare_source(&FLOAT.replace("Float", name).replace("Bits", bits));
            }
        }
        if self.text.contains("Cell") {
            self.declare_source(CELL);
        }
        let numbers = self.source_module("core::num");
        for name in written::primitives() {
            let Some(Ty::Int(int)) = written::primitive(name) else { continue };
            if !is_there(int) {
                continue;
            }
            let is_signed = int.is_signed();
            if has_forms {
                self.declare_source(&INTEGER_FORMS.replace("Integer", name));
                let (own, other) =
                    if is_signed { (SIGNED, "Natural") } else { (NATURAL, "Signed") };
                let partner = format!("{}{}", if is_signed { 'u' } else { 'i' }, &name[1..]);
                self.declare_source(&own.replace("Integer", name).replace(other, &partner));
            }
            // Only types that the text names are read of: each is hundreds of lines.
            let is_named = self.text.contains(name) || matches!(name, "usize" | "i32");
            if let Some(scope) = numbers.filter(|_| has_kinds && is_named) {
                let divisor = if is_signed { None } else { Some(DIVISOR) };
                for text in [Some(WRAPPING), divisor].into_iter().flatten() {
                    if let Some(file) = parsed(&text.replace("Integer", name)) {
                        self.declare(scope, &file.items);
                    }
                }
            }
        }
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
            pub const fn to_be(self) -> {name} {{ self.swap_bytes() }}
            pub const fn to_le(self) -> {name} {{ self }}
            pub const fn from_be(bits: {name}) -> {name} {{ bits.swap_bytes() }}
            pub const fn from_le(bits: {name}) -> {name} {{ bits }}
        }}"
    )
}
