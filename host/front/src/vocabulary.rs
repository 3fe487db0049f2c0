//! The words of the languages that kernels are written in, for whoever shows a
//! text: which are keywords, which are types, which the machine offers.
//!
//! They come from where they are understood: naga's own tables for WGSL, the
//! checker's types and library for Rust.

use super::Language;
use super::rust::check::{barriers, primitives};
use naga::keywords::wgsl::{BUILTIN_IDENTIFIERS, RESERVED};
use std::sync::LazyLock;

/// The words of a language, each list in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vocabulary {
    pub keywords: Vec<&'static str>,
    pub types: Vec<&'static str>,
    /// In WGSL the predeclared functions, address spaces and access modes; in
    /// Rust the barriers, which stand out of a kernel's text as nothing else
    /// does.
    pub builtins: Vec<&'static str>,
}

/// Keywords of Rust. syn knows them but does not list them.
const RUST_KEYWORDS: &[&str] = &[
    "as", "async", "await", "break", "const", "continue", "crate", "dyn", "else", "enum", "extern",
    "false", "fn", "for", "if", "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub",
    "ref", "return", "self", "static", "struct", "super", "trait", "true", "type", "unsafe", "use",
    "where", "while",
];

/// Types of Rust that kernels do not have, but that are types all the same.
const OTHER_RUST_TYPES: &[&str] = &["char", "f16", "i16", "i8", "str", "u16", "u8"];

/// What naga's list of predeclared functions lacks.
const OTHER_WGSL_BUILTINS: &[&str] = &["subgroupBarrier"];

/// Predeclared aliases of WGSL, which naga's list lacks too.
const WGSL_ALIASES: &[&str] = &[
    "mat2x2f", "mat2x2h", "mat2x3f", "mat2x3h", "mat2x4f", "mat2x4h", "mat3x2f", "mat3x2h",
    "mat3x3f", "mat3x3h", "mat3x4f", "mat3x4h", "mat4x2f", "mat4x2h", "mat4x3f", "mat4x3h",
    "mat4x4f", "mat4x4h", "vec2f", "vec2h", "vec2i", "vec2u", "vec3f", "vec3h", "vec3i", "vec3u",
    "vec4f", "vec4h", "vec4i", "vec4u",
];

/// The words of a language.
pub fn of(language: Language) -> &'static Vocabulary {
    static RUST: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary {
        keywords: sorted(RUST_KEYWORDS.iter().copied()),
        types: sorted(primitives().chain(OTHER_RUST_TYPES.iter().copied())),
        builtins: sorted(barriers()),
    });
    static WGSL: LazyLock<Vocabulary> = LazyLock::new(|| {
        let (types, builtins): (Vec<&str>, Vec<&str>) =
            BUILTIN_IDENTIFIERS.iter().copied().partition(|word| is_wgsl_type(word));
        Vocabulary {
            keywords: sorted(RESERVED.iter().copied()),
            types: sorted(types.into_iter().chain(WGSL_ALIASES.iter().copied())),
            builtins: sorted(builtins.into_iter().chain(OTHER_WGSL_BUILTINS.iter().copied())),
        }
    });
    match language {
        Language::Rust => &RUST,
        Language::Wgsl => &WGSL,
    }
}

/// naga lists predeclared types, enumerants and functions together.
fn is_wgsl_type(word: &str) -> bool {
    let scalars = ["bool", "f16", "f32", "f64", "i32", "i64", "u32", "u64"];
    let generators = ["array", "atomic", "ptr"];
    let families = ["mat", "sampler", "texture_", "vec"];
    scalars.contains(&word)
        || generators.contains(&word)
        || families.iter().any(|family| word.starts_with(family))
}

fn sorted(words: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut words: Vec<&str> = words.collect();
    words.sort_unstable();
    words.dedup();
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use naga::front::wgsl;

    #[test]
    fn keywords_of_rust_are_no_names() {
        for word in &of(Language::Rust).keywords {
            assert!(syn::parse_str::<syn::Ident>(word).is_err(), "{word}");
        }
    }

    #[test]
    fn keywords_of_wgsl_are_no_names() {
        for word in &of(Language::Wgsl).keywords {
            assert!(wgsl::parse_str(&format!("fn {word}() {{}}")).is_err(), "{word}");
        }
    }

    #[test]
    fn aliases_are_types_of_wgsl() {
        for word in WGSL_ALIASES {
            // Half precision has to be asked for.
            let text = format!("enable f16; var<private> x: {word};");
            assert!(wgsl::parse_str(&text).is_ok(), "{word}");
        }
    }

    #[test]
    fn every_word_is_of_one_kind() {
        let check = |language: Language, keyword: &str, ty: &str, builtin: &str| {
            let words = of(language);
            let lists = [&words.keywords, &words.types, &words.builtins];
            for (list, word) in lists.iter().zip([keyword, ty, builtin]) {
                assert!(list.contains(&word), "{word}");
                assert!(list.is_sorted(), "{list:?}");
            }
            for (nth, list) in lists.iter().enumerate() {
                let others = lists[nth + 1..].iter().copied().flatten();
                assert!(!others.into_iter().any(|word| list.contains(word)), "{language:?}");
            }
        };
        check(Language::Rust, "unsafe", "usize", "sync_threads");
        check(Language::Wgsl, "override", "vec3u", "workgroupBarrier");
        check(Language::Wgsl, "var", "texture_2d", "storage");
        check(Language::Wgsl, "fn", "array", "max");
    }
}
