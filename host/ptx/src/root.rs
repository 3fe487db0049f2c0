//! The crate that is made around a student's file.
//!
//! The file is a module of it, beside `vector` and `warp`, so that its names are
//! never in the way of theirs. A file that names its own items by `crate::` is the
//! root itself instead, since that is where the simulator finds them.
//!
//! What a file says about its whole crate, such as `#![no_std]`, is left out: this
//! crate is one already. Everything stays on its line and in its column, which
//! messages of the compiler name.

use std::ops::Range;

/// What every such crate begins with. Floats have the methods of `std` without an
/// import, as they have on the simulator.
const HEAD: &str = "\
#![no_std]
#![feature(abi_ptx, asm_experimental_arch, f16, prelude_import)]
#![allow(internal_features, static_mut_refs, unsafe_op_in_unsafe_fn)]
";

const PRELUDE: &str = "\
#[prelude_import]
#[allow(unused_imports)]
use cuda_std::with_floats::*;
";

/// The modules that kernels of the workbench find beside them.
const BESIDE: [&str; 2] = ["vector", "warp"];

/// The attributes of a file that say what the compiler shall not mention.
const LINTS: [&str; 5] = ["allow", "warn", "deny", "expect", "forbid"];

/// The texts of a crate: its root, and the file as it is compiled.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Prepared {
    pub(crate) root: String,
    pub(crate) file: String,
}

/// Makes the crate for a file that will be called `file_name`.
pub(crate) fn prepare(source: &str, file_name: &str) -> Prepared {
    let is_root = names_own_items(source);
    let mut file = source.to_owned();
    let mut lints = String::new();
    for range in inner_attributes(source) {
        let text = &source[range.clone()];
        let is_lint = LINTS.iter().any(|lint| text["#![".len()..].trim_start().starts_with(lint));
        if is_lint && !is_root {
            continue;
        }
        if is_lint {
            lints += text;
            lints.push('\n');
        }
        let blank: String =
            text.chars().map(|c| if c == '\n' || c == '\r' { c } else { ' ' }).collect();
        file.replace_range(range, &blank);
    }
    if is_root {
        file = file.replace("//!", "// ");
    }
    let mut root = format!("{HEAD}{lints}{PRELUDE}");
    if is_root {
        root += &format!("include!({file_name:?});\n");
        for module in BESIDE.iter().filter(|module| source.contains(&format!("crate::{module}"))) {
            root += &format!("pub mod {module};\n");
        }
    } else {
        let module = file_name.trim_end_matches(".rs");
        root += &format!("pub mod {module};\n");
        BESIDE.iter().for_each(|module| root += &format!("pub mod {module};\n"));
    }
    Prepared { root, file }
}

/// Whether a file has paths that begin with `crate` and lead to its own items.
fn names_own_items(source: &str) -> bool {
    source.match_indices("crate::").any(|(at, word)| {
        let is_word = !source[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let rest = source[at + word.len()..].trim_start();
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        is_word && !BESIDE.contains(&name.as_str())
    })
}

/// Where the attributes of the whole file stand, which come before its items.
fn inner_attributes(source: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    loop {
        let rest = &source[at..];
        let skipped = rest.len() - rest.trim_start().len();
        at += skipped;
        let rest = &source[at..];
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            at += rest.find("*/").map_or(rest.len(), |end| end + 2);
        } else if rest.starts_with("#![") {
            let Some(length) = bracketed(rest) else { return found };
            found.push(at..at + length);
            at += length;
        } else {
            return found;
        }
    }
}

/// The bytes up to the end of the first brackets of a text.
fn bracketed(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut is_quoted = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            '[' if !is_quoted => depth += 1,
            ']' if !is_quoted => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_where() {
        let kernel = "#[kernel] pub unsafe fn k() {}\n";
        // The text, the attributes that are left out, whether it is the root.
        let cases = [
            ("", "", false),
            ("use crate::warp::ballot;\n", "", false),
            ("use crate::vector::Float4;\nuse my_crate::a;\n", "", false),
            ("#![no_std]\n", "#![no_std]", false),
            ("//! Text.\n/* more */ #![feature(f16)]\n", "#![feature(f16)]", false),
            ("#![allow(dead_code)]\n", "", false),
            ("#![cfg_attr(a = \"]\", b[c])]\n", "#![cfg_attr(a = \"]\", b[c])]", false),
            ("#![allow(dead_code)]\nuse crate::math::f;\n", "#![allow(dead_code)]", true),
            ("//! Text.\nuse crate::{f, g};\n", "", true),
        ];
        for (text, left_out, is_root) in cases {
            let source = format!("{text}{kernel}");
            let made = prepare(&source, "kernel.rs");
            let spaces = " ".repeat(left_out.len());
            let mut expected = source.clone();
            if !left_out.is_empty() {
                expected = expected.replace(left_out, &spaces);
            }
            if is_root {
                expected = expected.replace("//!", "// ");
            }
            assert_eq!(made.file, expected, "{text}");
            assert_eq!(made.root.contains("include!(\"kernel.rs\");"), is_root, "{text}");
            assert_eq!(made.root.contains("pub mod kernel;"), !is_root, "{text}");
            let has_lint = made.root.contains("#![allow(dead_code)]");
            assert_eq!(has_lint, is_root && text.contains("dead_code"), "{text}");
        }
    }

    #[test]
    fn modules_beside_a_root_are_those_it_names() {
        let made = prepare("use crate::f;\nuse crate::warp::ballot;\n", "kernel.rs");
        assert!(made.root.contains("pub mod warp;"));
        assert!(!made.root.contains("pub mod vector;"));
    }
}
