//! Submissions that are the same program up to names, comments and white space.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::str::FromStr;

/// The groups of submissions with the same program, each with at least two, by the
/// places in what was given.
pub fn groups(texts: &[String]) -> Vec<Vec<usize>> {
    let mut same: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, text) in texts.iter().enumerate() {
        same.entry(bare(text)).or_default().push(index);
    }
    let mut groups: Vec<Vec<usize>> = same.into_values().filter(|all| all.len() > 1).collect();
    groups.sort();
    groups
}

/// A program without its names: each is the number of its first use.
fn bare(text: &str) -> String {
    let Ok(tokens) = TokenStream::from_str(text) else {
        // What is no program is compared by its words.
        return text.split_whitespace().collect::<Vec<_>>().join(" ");
    };
    let mut bare = String::new();
    write_bare(tokens, &mut HashMap::new(), &mut bare);
    bare
}

fn write_bare(tokens: TokenStream, names: &mut HashMap<String, usize>, bare: &mut String) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => {
                let next = names.len();
                let number = *names.entry(ident.to_string()).or_insert(next);
                let _ = write!(bare, "n{number} ");
            }
            TokenTree::Punct(punct) => bare.push(punct.as_char()),
            TokenTree::Literal(literal) => {
                let _ = write!(bare, "{literal} ");
            }
            TokenTree::Group(group) => {
                let _ = write!(bare, "{:?}[", group.delimiter());
                write_bare(group.stream(), names, bare);
                bare.push(']');
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::groups;

    #[test]
    fn names_and_white_space_do_not_matter() {
        let texts = [
            "fn f(a: u32) -> u32 { a + 1 } // mine",
            "fn g(x: u32) -> u32 {\n    x + 1\n}",
            "fn g(x: u32) -> u32 { x + 2 }",
            "fn g(x: u32) -> u32 { 1 + x }",
            "@group(0) @binding(0) var<storage> a: array<f32>;",
            "@group(0) @binding(0)\nvar<storage> b: array<f32>;",
            "no program (",
            "no  program (",
            "fn f(a: u32, b: u32) -> u32 { a + a }",
            "fn f(a: u32, b: u32) -> u32 { a + b }",
        ];
        let texts = texts.map(str::to_owned);
        assert_eq!(groups(&texts), [vec![0, 1], vec![4, 5], vec![6, 7]]);
    }
}
