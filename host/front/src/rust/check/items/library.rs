//! The part of the library that is written in Rust, read before every file.

use crate::rust::check::checker::{Checker, PRELUDE};
use crate::rust::check::typing::written;
use crate::rust::types::{IntTy, Ty};

/// `core`, as far as kernels use it.
const CORE: &str = include_str!("../../library/core.rs");

/// Methods of integers, for a type called `Integer`.
const INTEGER: &str = include_str!("../../library/integer.rs");

/// What bytes are asked about characters.
const BYTE: &str = include_str!("../../library/byte.rs");

/// `f16` as the crate `half` has it.
const HALF: &str = include_str!("../../library/half.rs");

/// What stands in a text that uses these methods. Most use none, and are spared
/// the reading.
const INTEGER_WORDS: [&str; 12] = [
    "checked_",
    "overflowing_",
    "saturating_mul",
    "saturating_pow",
    "wrapping_div",
    "wrapping_rem",
    "wrapping_pow",
    "isqrt",
    "ilog10",
    "_ones",
    "midpoint",
    "is_",
];

impl Checker {
    /// Takes in the library. Its places in the text mean nothing, so what goes
    /// wrong in it is a fault of the workbench, which a test looks for.
    pub(crate) fn declare_library(&mut self) {
        self.in_library = true;
        self.declare_source(CORE);
        let has = |word: &&str| self.text.contains(*word);
        if INTEGER_WORDS.iter().any(has) {
            for name in written::primitives() {
                if matches!(written::primitive(name), Some(Ty::Int(_))) {
                    self.declare_source(&INTEGER.replace("Integer", name));
                }
            }
        }
        if self.text.contains("_bytes(") {
            for name in written::primitives() {
                if let Some(Ty::Int(int)) = written::primitive(name)
                    && !matches!(int, IntTy::Usize | IntTy::Isize)
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
        self.in_library = false;
    }

    fn declare_source(&mut self, text: &str) {
        if let Ok(file) = syn::parse_str::<syn::File>(text) {
            self.declare(PRELUDE, &file.items);
        }
    }
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
