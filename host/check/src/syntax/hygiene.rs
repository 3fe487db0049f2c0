//! Names that the text of a macro declares for itself. rustc tells them from names
//! of the caller's by where they were written; here they get names of their own.
//!
//! It is found out from tokens: what stands behind `let` and `for`, between the bars
//! of a closure and before the arrow of an arm.

use crate::typing::written::primitive;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::collections::HashSet;

/// The names that a text declares.
#[derive(Debug, Default)]
pub(crate) struct Declared {
    names: HashSet<String>,
    /// Those of them that are called like functions.
    closures: HashSet<String>,
    /// Labels of loops and blocks, without their quotes.
    labels: HashSet<String>,
}

impl Declared {
    pub(crate) fn of(body: &TokenStream) -> Declared {
        let mut declared = Declared::default();
        declared.collect(body);
        declared
    }

    /// Whether the name at a place in the text is one of them, and not that of a
    /// member, a method or a function.
    pub(crate) fn is_own(&self, list: &[TokenTree], at: usize, in_braces: bool) -> bool {
        let Some(TokenTree::Ident(word)) = list.get(at) else { return false };
        let word = word.to_string();
        let before = at.checked_sub(1).and_then(|at| list.get(at));
        let is_member = is_punct(before, '.') && !is_range(list, at);
        let is_label = in_braces
            && before.is_none_or(|before| is_punct(Some(before), ','))
            && is_punct(list.get(at + 1), ':')
            && !is_punct(list.get(at + 2), ':');
        let is_path = is_punct(list.get(at + 1), ':') && is_joint(list, at + 1)
            || is_punct(before, ':') && at >= 2 && is_joint(list, at - 2);
        let is_called = matches!(list.get(at + 1), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
        self.names.contains(&word)
            && !is_member
            && !is_label
            && !is_path
            && (!is_called || self.closures.contains(&word))
    }

    /// Whether the word behind a quote is a label that the text declares, where labels stand.
    pub(crate) fn is_own_label(&self, list: &[TokenTree], at: usize) -> bool {
        let Some(TokenTree::Ident(word)) = list.get(at) else { return false };
        let before = at.checked_sub(2).and_then(|at| list.get(at));
        let is_target =
            matches!(before, Some(TokenTree::Ident(word)) if word == "break" || word == "continue");
        self.labels.contains(&word.to_string())
            && (is_label(list, at) || is_target && is_quoted(list, at))
    }

    fn collect(&mut self, body: &TokenStream) {
        let list: Vec<TokenTree> = body.clone().into_iter().collect();
        for (at, token) in list.iter().enumerate() {
            match token {
                TokenTree::Ident(word) if is_label(&list, at) => {
                    self.labels.insert(word.to_string());
                }
                // `impl Add for Vector` and `for<'a>` declare nothing.
                TokenTree::Ident(word) if word == "for" && !is_loop(&list, at) => {}
                TokenTree::Ident(word) if word == "let" || word == "for" => {
                    let pattern = &list[at + 1..];
                    let is_end = |token: &TokenTree| {
                        matches!(token, TokenTree::Ident(word) if word == "in")
                            || ['=', ':', ';'].iter().any(|end| is_punct(Some(token), *end))
                    };
                    let end = pattern.iter().position(is_end).unwrap_or(pattern.len());
                    self.pattern(&pattern[..end]);
                    if let [TokenTree::Ident(name)] = &pattern[..end]
                        && starts_closure(pattern.get(end + 1..).unwrap_or_default())
                    {
                        self.closures.insert(name.to_string());
                    }
                }
                TokenTree::Punct(bar) if bar.as_char() == '|' && opens_closure(&list, at) => {
                    let rest = &list[at + 1..];
                    let end = rest.iter().position(|token| is_punct(Some(token), '|'));
                    self.parameters(&rest[..end.unwrap_or(0)]);
                }
                TokenTree::Punct(_) if is_arrow(&list, at) => {
                    let is_start = |at: &usize| match &list[*at] {
                        TokenTree::Group(group) => {
                            group.delimiter() == Delimiter::Brace && !names_structure(&list[..*at])
                        }
                        token => is_punct(Some(token), ','),
                    };
                    let start = (0..at).rev().find(is_start).map_or(0, |start| start + 1);
                    let arm = &list[start..at];
                    let is_guard =
                        |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "if");
                    let end = arm.iter().position(is_guard).unwrap_or(arm.len());
                    self.pattern(&arm[..end]);
                }
                TokenTree::Group(group) => self.collect(&group.stream()),
                _ => {}
            }
        }
    }

    /// `a, (b, c): (u32, u32)`.
    fn parameters(&mut self, tokens: &[TokenTree]) {
        for parameter in tokens.split(|token| is_punct(Some(token), ',')) {
            let end = parameter.iter().position(|token| is_punct(Some(token), ':'));
            self.pattern(&parameter[..end.unwrap_or(parameter.len())]);
        }
    }

    fn pattern(&mut self, tokens: &[TokenTree]) {
        for (at, token) in tokens.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|at| tokens.get(at));
            match token {
                TokenTree::Ident(word) => {
                    let word = word.to_string();
                    let is_name = word.starts_with(|c: char| c.is_lowercase() || c == '_')
                        && !["mut", "ref", "box", "_", "true", "false", "crate", "self"]
                            .contains(&word.as_str())
                        && primitive(&word).is_none()
                        && !is_punct(before, '$')
                        && !is_punct(tokens.get(at + 1), ':');
                    if is_name {
                        self.names.insert(word);
                    }
                }
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                    self.fields(group);
                }
                TokenTree::Group(group) => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    self.pattern(&inner);
                }
                _ => {}
            }
        }
    }
}

impl Declared {
    /// `{ a, ref b, c: pattern, .. }`: a member without a pattern is a name.
    fn fields(&mut self, group: &Group) {
        let list: Vec<TokenTree> = group.stream().into_iter().collect();
        for field in list.split(|token| is_punct(Some(token), ',')) {
            match field {
                [TokenTree::Ident(_), colon, pattern @ ..] if is_punct(Some(colon), ':') => {
                    self.pattern(pattern);
                }
                name => self.pattern(name),
            }
        }
    }
}

/// How many tokens, `ref` and `mut`, stand before the name of a member that is its own
/// pattern: `{ ref mut a }`. Nothing where there is no such thing.
pub(crate) fn modes_of_field(list: &[TokenTree], at: usize) -> Option<usize> {
    let before = at.checked_sub(1).and_then(|at| list.get(at));
    if before.is_some_and(|before| !is_punct(Some(before), ',')) {
        return None;
    }
    let is_mode = |token: &&TokenTree| matches!(token, TokenTree::Ident(word) if word == "ref" || word == "mut");
    let count = list[at..].iter().take_while(is_mode).count();
    let end = list.get(at + count + 1);
    let is_name = matches!(list.get(at + count), Some(TokenTree::Ident(_)))
        && (end.is_none() || is_punct(end, ','));
    (count > 0 && is_name).then_some(count)
}

/// Whether a word stands behind a quote.
fn is_quoted(list: &[TokenTree], at: usize) -> bool {
    is_punct(at.checked_sub(1).and_then(|at| list.get(at)), '\'')
}

/// Whether a word is the label before a loop or a block.
fn is_label(list: &[TokenTree], at: usize) -> bool {
    let is_labelled = match list.get(at + 2) {
        Some(TokenTree::Ident(word)) => ["loop", "while", "for"].iter().any(|start| word == start),
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
        _ => false,
    };
    is_quoted(list, at) && is_punct(list.get(at + 1), ':') && is_labelled
}

/// Whether braces behind these tokens hold the fields of a structure.
pub(crate) fn names_structure(before: &[TokenTree]) -> bool {
    match before {
        [.., TokenTree::Ident(word)] => word.to_string().starts_with(char::is_uppercase),
        _ => false,
    }
}

/// Whether a token stands between commas by itself.
pub(crate) fn is_alone(list: &[TokenTree], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| list.get(at));
    let ends = |token: Option<&TokenTree>| token.is_none() || is_punct(token, ',');
    ends(before) && ends(list.get(at + 1))
}

fn is_punct(token: Option<&TokenTree>, char: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == char)
}

/// Whether a `for` begins a loop: `in` stands before its body.
fn is_loop(list: &[TokenTree], at: usize) -> bool {
    let is_brace = |token: &&TokenTree| !matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    let header = list.iter().skip(at + 1).take_while(is_brace);
    let mut words = header.filter_map(|token| match token {
        TokenTree::Ident(word) => Some(word.to_string()),
        _ => None,
    });
    !is_punct(list.get(at + 1), '<') && words.any(|word| word == "in")
}

/// Whether the two tokens from a place on are `::`.
fn is_joint(list: &[TokenTree], at: usize) -> bool {
    is_punct(list.get(at), ':') && is_punct(list.get(at + 1), ':')
}

/// Whether the dot before a place is the end of `..` or `..=`.
fn is_range(list: &[TokenTree], at: usize) -> bool {
    at >= 2 && is_punct(list.get(at - 2), '.')
}

fn is_arrow(list: &[TokenTree], at: usize) -> bool {
    is_punct(list.get(at), '=') && is_punct(list.get(at + 1), '>')
}

fn starts_closure(value: &[TokenTree]) -> bool {
    match value {
        [TokenTree::Ident(word), next, ..] => word == "move" && is_punct(Some(next), '|'),
        [first, ..] => is_punct(Some(first), '|'),
        [] => false,
    }
}

/// Whether a bar begins a closure: no operand stands before it.
fn opens_closure(list: &[TokenTree], at: usize) -> bool {
    match at.checked_sub(1).and_then(|at| list.get(at)) {
        None => true,
        Some(TokenTree::Punct(punct)) => matches!(punct.as_char(), ',' | '=' | ';' | '>'),
        Some(TokenTree::Ident(word)) => word == "move" || word == "return",
        Some(_) => false,
    }
}
