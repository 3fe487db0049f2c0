//! The words that are coloured. Those of Rust and WGSL are the front end's; it
//! has nothing to do with PTX. A word that is missing stays plain, which is no
//! harm.

use warpbench_front::{Language, vocabulary};

/// The words of a language that mean something, each list in order.
pub(super) struct Vocabulary {
    pub(super) keywords: &'static [&'static str],
    pub(super) types: &'static [&'static str],
    pub(super) builtins: &'static [&'static str],
}

impl Vocabulary {
    pub(super) fn of(language: Language) -> Vocabulary {
        let words = vocabulary::of(language);
        Vocabulary { keywords: &words.keywords, types: &words.types, builtins: &words.builtins }
    }
}

pub(super) const PTX: Vocabulary = Vocabulary {
    keywords: &[
        "abs", "add", "and", "atom", "bar", "barrier", "bfe", "bfi", "bra", "brev", "call", "clz",
        "cos", "cp", "cvt", "cvta", "div", "ex2", "exit", "fma", "ld", "ldu", "lg2", "mad",
        "match", "max", "membar", "min", "mov", "mul", "neg", "not", "or", "popc", "prmt", "rcp",
        "red", "rem", "ret", "rsqrt", "sad", "selp", "set", "setp", "shf", "shfl", "shl", "shr",
        "sin", "sqrt", "st", "sub", "tanh", "testp", "trap", "vote", "xor",
    ],
    types: &[
        "b128", "b16", "b32", "b64", "b8", "f16", "f16x2", "f32", "f64", "pred", "s16", "s32",
        "s64", "s8", "u16", "u32", "u64", "u8",
    ],
    builtins: &["clock", "ctaid", "laneid", "nctaid", "ntid", "smid", "tid", "warpid"],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_in_order() {
        for list in [PTX.keywords, PTX.types, PTX.builtins] {
            assert!(list.is_sorted(), "{list:?}");
        }
    }
}
