//! The part of the library that is written in Rust, read before every file.

use crate::rust::check::checker::{Checker, PRELUDE};
use crate::rust::check::typing::written;
use crate::rust::types::Ty;

/// `core`, as far as kernels use it.
const CORE: &str = include_str!("../../library/core.rs");

/// Methods of integers, for a type called `Integer`.
const INTEGER: &str = include_str!("../../library/integer.rs");

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
        self.declare_glam();
        self.in_library = false;
    }

    fn declare_source(&mut self, text: &str) {
        if let Ok(file) = syn::parse_str::<syn::File>(text) {
            self.declare(PRELUDE, &file.items);
        }
    }
}
