//! Declared names of a text, by the look of it, in Rust or in C.

use super::types;
use crate::syntax::split::{is_sign, is_word};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::HashMap;

/// What is known of names.
#[derive(Debug, Default)]
pub(crate) struct Declared {
    names: HashMap<String, Declaration>,
    /// The types that templates leave open.
    templates: Vec<String>,
    /// Whether a parameter is an `int`.
    has_int_size: bool,
    /// How often each name is assigned to.
    assigned: HashMap<String, usize>,
}

#[derive(Debug)]
struct Declaration {
    is_pointer: bool,
    /// The type of the numbers in it.
    number: Option<&'static str>,
}

const NUMBERS: [&str; 12] =
    ["u32", "i32", "f32", "f64", "u64", "i64", "usize", "u8", "i8", "u16", "i16", "f16"];

impl Declared {
    /// What a text declares; nothing where it is no tokens.
    pub(crate) fn of(text: &str) -> Declared {
        let mut declared = Declared::default();
        if let Ok(tokens) = text.parse::<TokenStream>() {
            declared.read(tokens);
        }
        declared
    }

    fn read(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (place, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => self.read(group.stream()),
                TokenTree::Ident(name) => {
                    let rest = &tokens[place + 1..];
                    if (name == "typename" || name == "class")
                        && let Some(TokenTree::Ident(open)) = rest.first()
                    {
                        self.templates.push(open.to_string());
                    }
                    if is_assignment(rest) {
                        *self.assigned.entry(name.to_string()).or_default() += 1;
                    }
                    if rest.first().is_some_and(|sign| is_sign(sign, ':')) {
                        self.rust(&name.to_string(), &rest[1..]);
                    }
                    let starts = place == 0
                        || !matches!(tokens[place - 1], TokenTree::Ident(_))
                        || is_word(&tokens[place - 1], "__shared__");
                    if starts {
                        self.c(&tokens[place..]);
                    }
                }
                _ => {}
            }
        }
    }

    /// `name: *mut f32` and the like.
    fn rust(&mut self, name: &str, tokens: &[TokenTree]) {
        let is_pointer = tokens.first().is_some_and(|sign| is_sign(sign, '*'));
        let number = first_number(tokens);
        self.names.entry(name.to_owned()).or_insert(Declaration { is_pointer, number });
    }

    /// `float* name`.
    fn c(&mut self, tokens: &[TokenTree]) {
        let ty = types::at(tokens).filter(|ty| ty.is_known);
        let Some(ty) = ty.or_else(|| types::of_template(tokens, &self.templates)) else { return };
        let Some(TokenTree::Ident(name)) = tokens.get(ty.len) else { return };
        let is_parameter = tokens.get(ty.len + 1).is_none_or(|next| is_sign(next, ','));
        self.has_int_size |= ty.rust == "i32" && ty.pointers == 0 && is_parameter;
        // `extern __shared__ float tile[]` is memory of a size that is not known.
        let is_open = matches!(
            tokens.get(ty.len + 1),
            Some(TokenTree::Group(len)) if len.stream().is_empty()
        );
        let is_pointer = (ty.pointers > 0 || is_open) && !ty.is_const;
        let number = NUMBERS.into_iter().find(|number| *number == ty.rust);
        self.names.entry(name.to_string()).or_insert(Declaration { is_pointer, number });
    }

    /// Whether a name is that of a pointer, which `[…]` does not follow.
    pub(crate) fn is_pointer(&self, name: &str) -> bool {
        self.names.get(name.trim()).is_some_and(|declaration| declaration.is_pointer)
    }

    /// The type of the numbers that the first name in some words leads to.
    pub(crate) fn number_behind(&self, words: &str) -> Option<&'static str> {
        words
            .split(|c: char| !(c.is_alphanumeric() || c == '_'))
            .find_map(|word| self.names.get(word))
            .and_then(|declaration| declaration.number)
    }

    /// Whether a size is given as an `int`.
    pub(crate) fn has_int_size(&self) -> bool {
        self.has_int_size
    }

    /// Whether a name is assigned to after its declaration.
    pub(crate) fn is_changed(&self, name: &str, is_initialised: bool) -> bool {
        self.assigned.get(name).copied().unwrap_or_default() > usize::from(is_initialised)
    }
}

/// The first name of a number in a type, before it ends.
fn first_number(tokens: &[TokenTree]) -> Option<&'static str> {
    for token in tokens {
        match token {
            TokenTree::Ident(word) => {
                let word = word.to_string();
                if let Some(number) = NUMBERS.into_iter().find(|number| *number == word) {
                    return Some(number);
                }
                if !matches!(word.as_str(), "mut" | "const") {
                    return None;
                }
            }
            TokenTree::Group(group) => {
                let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                return first_number(&inside);
            }
            sign if is_sign(sign, '*') || is_sign(sign, '&') => {}
            _ => return None,
        }
    }
    None
}

/// Whether what follows a name changes it.
fn is_assignment(rest: &[TokenTree]) -> bool {
    let rest = match rest.first() {
        Some(TokenTree::Group(_)) => rest.get(1..).unwrap_or_default(),
        _ => rest,
    };
    match rest {
        [first, second, ..] if is_sign(first, '=') => !is_sign(second, '='),
        [first, second, third, ..] if is_sign(second, '=') => {
            "+-*/%&|^".chars().any(|sign| is_sign(first, sign)) && !is_word(third, "=")
        }
        [first, second, third, ..] if is_sign(third, '=') => {
            ['<', '>'].iter().any(|sign| is_sign(first, *sign) && is_sign(second, *sign))
        }
        [first, second, ..] => {
            ['+', '-'].iter().any(|sign| is_sign(first, *sign) && is_sign(second, *sign))
        }
        _ => false,
    }
}
