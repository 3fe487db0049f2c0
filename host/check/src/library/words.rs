//! Words of a text: what of its tokens may ask for a part of the library.
//!
//! Identifiers, after macros have been expanded, operators, and the types that
//! numbers are written with. What stands in a comment or a string is no token of
//! its own and asks for nothing; a lifetime is no name.

use proc_macro2::{Delimiter, Literal, Spacing, TokenStream, TokenTree};
use std::collections::HashSet;

use crate::typing::written::primitives;

/// The operators, each beside the method that it stands for.
pub(super) const OPERATORS: [(&str, &str); 24] = [
    ("add", "+"),
    ("sub", "-"),
    ("mul", "*"),
    ("div", "/"),
    ("rem", "%"),
    ("neg", "-"),
    ("not", "!"),
    ("bitand", "&"),
    ("bitor", "|"),
    ("bitxor", "^"),
    ("shl", "<<"),
    ("shr", ">>"),
    ("add_assign", "+="),
    ("sub_assign", "-="),
    ("mul_assign", "*="),
    ("div_assign", "/="),
    ("rem_assign", "%="),
    ("bitand_assign", "&="),
    ("bitor_assign", "|="),
    ("bitxor_assign", "^="),
    ("shl_assign", "<<="),
    ("shr_assign", ">>="),
    ("index", "["),
    ("index_mut", "["),
];

/// The words of tokens. A call without arguments of which more is used than a field
/// is a word besides, with its parentheses: `index_2d()`.
pub(crate) fn of(tokens: &TokenStream) -> HashSet<String> {
    let mut words = HashSet::new();
    collect(tokens, &mut words);
    words
}

fn collect(tokens: &TokenStream, words: &mut HashSet<String>) {
    let list: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut signs = String::new();
    for (at, token) in list.iter().enumerate() {
        match token {
            TokenTree::Ident(name) => {
                let is_lifetime = matches!(at.checked_sub(1).and_then(|at| list.get(at)),
                    Some(TokenTree::Punct(quote)) if quote.as_char() == '\'');
                if is_lifetime {
                    continue;
                }
                let name = name.to_string();
                let name = name.strip_prefix("r#").unwrap_or(&name);
                if is_used_whole(&list[at + 1..]) {
                    words.insert(format!("{name}()"));
                }
                if !words.contains(name) {
                    words.insert(name.to_owned());
                }
            }
            TokenTree::Punct(sign) => {
                signs.push(sign.as_char());
                if sign.spacing() == Spacing::Alone {
                    let written = OPERATORS.iter().map(|(_, sign)| *sign);
                    for sign in written.filter(|sign| signs.contains(sign)) {
                        if !words.contains(sign) {
                            words.insert(sign.to_owned());
                        }
                    }
                    signs.clear();
                }
            }
            TokenTree::Group(group) => {
                if group.delimiter() == Delimiter::Bracket && !words.contains("[") {
                    words.insert("[".to_owned());
                }
                collect(&group.stream(), words);
            }
            TokenTree::Literal(literal) => {
                words.extend(type_of(literal).map(str::to_owned));
            }
        }
    }
}

/// Whether what stands behind a name calls it without arguments and does more with
/// the answer than to read a field, or gives the name another one.
fn is_used_whole(rest: &[TokenTree]) -> bool {
    match rest {
        [TokenTree::Group(call), rest @ ..]
            if call.delimiter() == Delimiter::Parenthesis && call.stream().is_empty() =>
        {
            !matches!(rest, [TokenTree::Punct(dot), TokenTree::Ident(field), ..]
                if dot.as_char() == '.' && ["x", "y", "z"].iter().any(|axis| field == axis))
        }
        [TokenTree::Ident(word), ..] => word == "as",
        _ => false,
    }
}

/// The type that a literal says: `1_u128`, `b'a'`.
fn type_of(literal: &Literal) -> Option<&'static str> {
    let literal = literal.to_string();
    if literal.starts_with("b'") || literal.starts_with("b\"") {
        return Some("u8");
    }
    let is_number = literal.starts_with(|first: char| first.is_ascii_digit());
    primitives().find(|ty| is_number && literal.ends_with(ty))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> HashSet<String> {
        of(&text.parse().expect("tokens"))
    }

    #[test]
    fn names_and_operators_are_words_but_not_what_is_told_about_them() {
        let table: [(&str, &[&str], &[&str]); 10] = [
            ("a.checked_add(b)", &["a", "b", "checked_add"], &["(", "."]),
            ("// checked_add\n/* split */ \"isqrt\"", &[], &["checked_add", "split", "isqrt"]),
            ("/// isqrt\nfn f() {}", &["doc", "fn", "f"], &["isqrt"]),
            ("use core::num::Wrapping as W;", &["num", "Wrapping", "W"], &["::"]),
            ("r#classify", &["classify"], &["r#classify"]),
            ("&'half str, 'split: loop {}", &["&", "str"], &["half", "split"]),
            ("1_u128 + 0x7fu64 - 2.0f16", &["u128", "u64", "f16", "+", "-"], &["u8"]),
            ("b'a'", &["u8"], &["a"]),
            ("a <<= b; c[d] += e", &["<<", "+=", "["], &["-", "*"]),
            ("a.b(); c . d (1); e()", &["b()", "e()"], &["d()"]),
        ];
        for (text, there, not_there) in table {
            let words = words(text);
            for word in there {
                assert!(words.contains(*word), "`{word}` is missing of {text}: {words:?}");
            }
            for word in not_there {
                assert!(!words.contains(*word), "`{word}` is too much of {text}: {words:?}");
            }
        }
    }

    #[test]
    fn a_call_is_used_whole_where_more_than_a_field_is_read() {
        let table = [
            ("thread::index_2d().x", "index_2d()", false),
            ("thread::thread_idx() . y as usize", "thread_idx()", false),
            ("thread::thread_idx().xyz()", "thread_idx()", true),
            ("let at = thread::index_3d();", "index_3d()", true),
            ("thread::index_1d()", "index_2d()", false),
            ("index_2d().as_ivec2()", "index_2d()", true),
            ("use cuda_std::thread::index_2d as at;", "index_2d()", true),
            ("use cuda_std::thread::index_2d;", "index_2d()", false),
        ];
        for (text, word, expected) in table {
            assert_eq!(words(text).contains(word), expected, "{text}");
        }
    }
}
