//! Types of C.

use crate::syntax::split::is_sign;
use crate::wording::foreign;
use proc_macro2::TokenTree;

/// Words around a type that say nothing in Rust.
const QUALIFIERS: [&str; 10] = [
    "const",
    "volatile",
    "register",
    "static",
    "struct",
    "__restrict__",
    "restrict",
    "__global",
    "__local",
    "constexpr",
];

/// Words of Rust that stand before a name and are no types.
const KEYWORDS: [&str; 14] = [
    "let", "return", "fn", "pub", "mut", "else", "in", "use", "unsafe", "impl", "enum", "type",
    "mod", "trait",
];

/// A type at the start of some tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CType {
    /// What it is in Rust; `_` for `auto`.
    pub(crate) rust: String,
    pub(crate) is_const: bool,
    /// How many `*` or `&` follow it.
    pub(crate) pointers: usize,
    /// How many tokens it takes.
    pub(crate) len: usize,
    /// Whether its words are types of C, rather than any name.
    pub(crate) is_known: bool,
}

impl CType {
    /// The type as a parameter or variable has it.
    pub(crate) fn written(&self) -> String {
        match (self.pointers, self.is_const) {
            (0, _) => self.rust.clone(),
            (_, true) => format!("&[{}]", self.rust),
            (_, false) => format!("*mut {}", self.rust),
        }
    }
}

/// The type at the start of some tokens, if there is one.
pub(crate) fn at(tokens: &[TokenTree]) -> Option<CType> {
    let mut words: Vec<String> = Vec::new();
    let (mut is_const, mut len) = (false, 0);
    while let Some(TokenTree::Ident(word)) = tokens.get(len) {
        let word = word.to_string();
        if QUALIFIERS.contains(&word.as_str()) {
            is_const |= word == "const" || word == "constexpr";
        } else if foreign::ty(&word).is_some() || matches!(word.as_str(), "bool" | "auto") {
            words.push(word);
        } else if KEYWORDS.contains(&word.as_str()) {
            break;
        } else if words.is_empty() && matches!(tokens.get(len + 1), Some(TokenTree::Ident(_))) {
            words.push(word);
            len += 1;
            break;
        } else {
            break;
        }
        len += 1;
    }
    let rust = rust(&words)?;
    let is_known = foreign::ty(&words[0]).is_some() || matches!(words[0].as_str(), "bool" | "auto");
    let mut pointers = 0;
    loop {
        match tokens.get(len) {
            Some(sign) if is_sign(sign, '*') || is_sign(sign, '&') => pointers += 1,
            Some(TokenTree::Ident(word)) if QUALIFIERS.contains(&word.to_string().as_str()) => {}
            _ => break,
        }
        len += 1;
    }
    Some(CType { rust, is_const, pointers, len, is_known })
}

/// The type of a parameter whose name is that of a template's parameter.
pub(crate) fn of_template(tokens: &[TokenTree], names: &[String]) -> Option<CType> {
    let is_const = matches!(tokens.first(), Some(TokenTree::Ident(word)) if word == "const");
    let start = usize::from(is_const);
    let Some(TokenTree::Ident(word)) = tokens.get(start) else { return None };
    let rust = word.to_string();
    if !names.contains(&rust) {
        return None;
    }
    let mut len = start + 1;
    let mut pointers = 0;
    loop {
        match tokens.get(len) {
            Some(sign) if is_sign(sign, '*') || is_sign(sign, '&') => pointers += 1,
            Some(TokenTree::Ident(word)) if QUALIFIERS.contains(&word.to_string().as_str()) => {}
            _ => break,
        }
        len += 1;
    }
    Some(CType { rust, is_const, pointers, len, is_known: true })
}

fn rust(words: &[String]) -> Option<String> {
    let has = |word: &str| words.iter().any(|known| known == word);
    let is_unsigned = has("unsigned");
    let width = if has("char") {
        "8"
    } else if has("short") {
        "16"
    } else if has("long") {
        "64"
    } else {
        "32"
    };
    Some(match words {
        [] => return None,
        [one] if one == "auto" => "_".to_owned(),
        [one] if one == "bool" => "bool".to_owned(),
        [one] => foreign::ty(one).map_or_else(|| one.clone(), str::to_owned),
        _ if has("double") => "f64".to_owned(),
        _ => format!("{}{width}", if is_unsigned { "u" } else { "i" }),
    })
}
