//! Cuts tokens that do not parse into items and statements.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Whether a token is this word.
pub(crate) fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

/// Whether a token is this sign.
pub(crate) fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

/// The tokens of each item. An item ends with `;` or with its body, or where the
/// next one begins without.
pub(crate) fn items(tokens: TokenStream) -> Vec<Vec<TokenTree>> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut chunks = Vec::new();
    let mut start = 0;
    // Where the word is that says what kind of item it is.
    let mut kind: Option<usize> = None;
    let mut place = 0;
    while place < tokens.len() {
        // `#![…]` belongs to the file.
        if place == start
            && let [first, second, TokenTree::Group(_), ..] = &tokens[place..]
            && is_sign(first, '#')
            && is_sign(second, '!')
        {
            place += 3;
            start = place;
            continue;
        }
        if is_kind(&tokens[place..]) {
            let first = before_modifiers(&tokens, start, place);
            if kind.is_some_and(|kind| first > kind) {
                chunks.push(tokens[start..first].to_vec());
                start = first;
            }
            kind = Some(place);
        }
        let ends = match &tokens[place] {
            TokenTree::Punct(punct) => punct.as_char() == ';',
            TokenTree::Group(group) => {
                group.delimiter() == Delimiter::Brace
                    && !kind.is_some_and(|kind| ends_with_semicolon(&tokens[kind]))
            }
            _ => false,
        };
        place += 1;
        if ends {
            chunks.push(tokens[start..place].to_vec());
            start = place;
            kind = None;
        }
    }
    if start < tokens.len() {
        chunks.push(tokens[start..].to_vec());
    }
    chunks
}

/// The name that an item declares.
pub(crate) fn name(chunk: &[TokenTree]) -> Option<String> {
    let words = ["fn", "struct", "const", "static", "enum", "type", "mod", "trait", "union"];
    chunk.windows(2).find_map(|pair| match pair {
        [word, TokenTree::Ident(name)] if words.iter().any(|known| is_word(word, known)) => {
            Some(name.to_string())
        }
        _ => None,
    })
}

/// Whether an item of some kind begins here, apart from words such as `pub`.
fn is_kind(tokens: &[TokenTree]) -> bool {
    match tokens {
        [TokenTree::Ident(word), TokenTree::Ident(_), next, ..] if word == "const" => {
            is_sign(next, ':')
        }
        [TokenTree::Ident(word), TokenTree::Ident(_), ..] => {
            let words = ["fn", "struct", "enum", "static", "type", "mod", "trait", "use", "impl"];
            words.iter().any(|known| word == known)
        }
        _ => false,
    }
}

/// Where the words and attributes begin that belong to the item at a place.
fn before_modifiers(tokens: &[TokenTree], start: usize, place: usize) -> usize {
    let mut first = place;
    while first > start {
        let is_modifier = match &tokens[first - 1] {
            TokenTree::Ident(word) => {
                ["pub", "unsafe", "const", "async", "extern"].iter().any(|known| word == known)
            }
            TokenTree::Group(group) => match group.delimiter() {
                // `#[…]`
                Delimiter::Bracket => first >= start + 2 && is_sign(&tokens[first - 2], '#'),
                // `pub(…)`
                Delimiter::Parenthesis => first >= start + 2 && is_word(&tokens[first - 2], "pub"),
                _ => false,
            },
            TokenTree::Punct(punct) => punct.as_char() == '#',
            TokenTree::Literal(_) => false,
        };
        if !is_modifier {
            break;
        }
        first -= 1;
    }
    first
}

/// Whether an item of this kind ends with `;`, even after a brace.
fn ends_with_semicolon(kind: &TokenTree) -> bool {
    ["use", "static", "type", "const"].iter().any(|word| is_word(kind, word))
}

/// The tokens of each statement, as far as they can be told apart.
pub(crate) fn statements(tokens: TokenStream) -> Vec<Vec<TokenTree>> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut chunks = Vec::new();
    let mut chunk: Vec<TokenTree> = Vec::new();
    for (place, token) in tokens.iter().enumerate() {
        let goes_on = chunk.last().is_some_and(|last| {
            is_word(last, "if")
                || is_word(last, "while")
                || is_sign(last, '&')
                || is_sign(last, '#')
        });
        let starts = ["let", "while", "for", "loop", "return"];
        let is_start = starts.iter().any(|word| is_word(token, word));
        let after_word = chunk.last().is_some_and(|last| {
            matches!(last, TokenTree::Ident(_) | TokenTree::Literal(_) | TokenTree::Group(_))
        });
        if is_start && !goes_on && after_word && !chunk.iter().any(|t| is_word(t, "impl")) {
            chunks.push(std::mem::take(&mut chunk));
        }
        chunk.push(token.clone());
        let next = tokens.get(place + 1);
        let ends = match token {
            TokenTree::Punct(punct) => punct.as_char() == ';',
            TokenTree::Group(group) => {
                group.delimiter() == Delimiter::Brace
                    && match next {
                        Some(TokenTree::Ident(word)) => word != "else" && word != "as",
                        Some(TokenTree::Punct(punct)) => {
                            matches!(punct.as_char(), '*' | '#' | '\'') && is_statement(&chunk)
                        }
                        Some(TokenTree::Group(_)) => is_statement(&chunk),
                        _ => true,
                    }
            }
            _ => false,
        };
        if ends {
            chunks.push(std::mem::take(&mut chunk));
        }
    }
    if !chunk.is_empty() {
        chunks.push(chunk);
    }
    chunks
}

/// Whether a block like this ends its statement.
fn is_statement(chunk: &[TokenTree]) -> bool {
    let words = [
        "if", "while", "for", "loop", "match", "unsafe", "fn", "def", "func", "function", "elif",
        "elseif", "elsif", "switch",
    ];
    chunk.first().is_some_and(|first| {
        words.iter().any(|word| is_word(first, word))
            || matches!(first, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
    })
}
