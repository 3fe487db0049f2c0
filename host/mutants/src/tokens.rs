//! A text as a row of tokens with their places.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::ops::Range;
use std::str::FromStr;

/// The tokens of a text; nothing where it has none.
pub(super) fn tokens(text: &str) -> Option<Vec<Flat>> {
    let stream = TokenStream::from_str(text).ok()?;
    let mut tokens = Vec::new();
    flatten(stream, text, &mut tokens);
    Some(tokens)
}

/// A token with its place, without the groups that hold it.
#[derive(Clone, Debug)]
pub(super) struct Flat {
    pub(super) text: String,
    pub(super) range: Range<usize>,
    /// The token that closes what this one opens, or opens what it closes.
    pub(super) partner: Option<usize>,
}

impl Flat {
    /// Whether it is a name, or a word of the language.
    pub(super) fn is_word(&self) -> bool {
        self.text.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && self.text.chars().all(|c| c.is_alphanumeric() || c == '_')
    }
}

fn flatten(stream: TokenStream, text: &str, tokens: &mut Vec<Flat>) {
    let mut last_end = usize::MAX;
    let mut is_joint = false;
    for token in stream {
        match token {
            TokenTree::Group(group) => {
                let open = group.span_open().byte_range();
                let close = group.span_close().byte_range();
                if group.delimiter() == Delimiter::None {
                    flatten(group.stream(), text, tokens);
                    continue;
                }
                let first = tokens.len();
                tokens.push(flat(text, open, None));
                flatten(group.stream(), text, tokens);
                let last = tokens.len();
                tokens.push(flat(text, close.clone(), Some(first)));
                tokens[first].partner = Some(last);
                last_end = close.end;
                is_joint = false;
            }
            TokenTree::Punct(punct) => {
                let range = punct.span().byte_range();
                // Signs that stand together are one: `<=`, `+=`, `&&`.
                if is_joint
                    && range.start == last_end
                    && is_sign(&text[range.clone()])
                    && let Some(before) = tokens.last_mut()
                    && SIGNS.contains(&&text[before.range.start..range.end])
                {
                    let both = before.range.start..range.end;
                    before.text = text[both.clone()].to_owned();
                    before.range = both;
                    last_end = range.end;
                    is_joint = punct.spacing() == proc_macro2::Spacing::Joint;
                    continue;
                }
                last_end = range.end;
                is_joint = punct.spacing() == proc_macro2::Spacing::Joint;
                tokens.push(flat(text, range, None));
            }
            other => {
                let range = other.span().byte_range();
                last_end = range.end;
                is_joint = false;
                tokens.push(flat(text, range, None));
            }
        }
    }
}

fn flat(text: &str, range: Range<usize>, partner: Option<usize>) -> Flat {
    Flat { text: text.get(range.clone()).unwrap_or_default().to_owned(), range, partner }
}

fn is_sign(text: &str) -> bool {
    text.chars().all(|c| "+-*/%<>=!&|^.:".contains(c))
}

/// Signs of several characters.
const SIGNS: [&str; 24] = [
    "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "<<", ">>", "->", "=>", "::",
    "..", "..=", "<<=", ">>=", "&=", "|=", "^=", "...",
];
