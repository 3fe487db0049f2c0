//! Quoted expressions: the words of a macro's arguments, as a reader would write them.
//!
//! The text at the place of an expression is not always its own: all that a macro's text
//! says stands where the macro is called. So an expression is quoted from the file where
//! its words are there, and from its tokens elsewhere.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// Tokens between the commas of a macro's arguments.
pub(crate) fn arguments(tokens: &TokenStream) -> Vec<Vec<TokenTree>> {
    let mut arguments = vec![Vec::new()];
    for token in tokens.clone() {
        match &token {
            TokenTree::Punct(comma) if comma.as_char() == ',' => arguments.push(Vec::new()),
            _ => arguments.iter_mut().last().into_iter().for_each(|last| last.push(token.clone())),
        }
    }
    arguments
}

/// What stands on the sides of the comparison that an expression is.
pub(crate) fn sides(tokens: &[TokenTree]) -> Option<[&[TokenTree]; 2]> {
    let sign = |at: usize| match tokens.get(at) {
        Some(TokenTree::Punct(sign)) => Some((sign.as_char(), sign.spacing() == Spacing::Joint)),
        _ => None,
    };
    let brackets = path_brackets(tokens);
    for (at, is_bracket) in brackets.iter().copied().enumerate().skip(1) {
        let is_joined = matches!(sign(at - 1), Some((_, true))) && !brackets[at - 1];
        if is_bracket {
            continue;
        }
        let length = match (sign(at), sign(at + 1)) {
            (Some(('=' | '!' | '<' | '>', true)), Some(('=', _))) => 2,
            (Some(('<' | '>', false)), _) => 1,
            _ => continue,
        };
        if !is_joined {
            return Some([&tokens[..at], &tokens[at + length..]]);
        }
    }
    None
}

/// Of each token, whether it opens or closes the types of a path, as in `f::<u32>()`.
fn path_brackets(tokens: &[TokenTree]) -> Vec<bool> {
    let sign = |at: usize| match &tokens[at] {
        TokenTree::Punct(sign) => sign.as_char(),
        _ => ' ',
    };
    let mut depth = 0_u32;
    let mut brackets = vec![false; tokens.len()];
    for (at, bracket) in brackets.iter_mut().enumerate().skip(1) {
        match sign(at) {
            '<' if depth > 0 || sign(at - 1) == ':' => {
                depth += 1;
                *bracket = true;
            }
            '>' if depth > 0 => {
                depth -= 1;
                *bracket = true;
            }
            _ => {}
        }
    }
    brackets
}

/// The expression that is these tokens: its words in the file, or words of its own.
pub(crate) fn text(in_file: &str, tokens: &[TokenTree]) -> String {
    let own: TokenStream = tokens.iter().cloned().collect();
    let there = in_file.parse::<TokenStream>();
    if there.is_ok_and(|there| there.to_string() == own.to_string()) {
        return in_file.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    words(tokens)
}

fn words(tokens: &[TokenTree]) -> String {
    let mut text = String::new();
    let brackets = path_brackets(tokens);
    for (at, token) in tokens.iter().enumerate() {
        if at > 0 && !brackets[at - 1] && !brackets[at] && has_space(tokens, at) {
            text.push(' ');
        }
        match token {
            TokenTree::Group(group) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let [open, close] = match group.delimiter() {
                    Delimiter::Parenthesis => ["(", ")"],
                    Delimiter::Bracket => ["[", "]"],
                    Delimiter::Brace => ["{ ", " }"],
                    Delimiter::None => ["", ""],
                };
                text = text + open + &words(&inner) + close;
            }
            _ => text += &token.to_string(),
        }
    }
    text
}

/// Whether there is a space before a token.
fn has_space(tokens: &[TokenTree], at: usize) -> bool {
    let is_word = |token: &TokenTree| !matches!(token, TokenTree::Punct(_));
    let is_one_of = |token: &TokenTree, signs: &str| match token {
        TokenTree::Punct(sign) => signs.contains(sign.as_char()),
        _ => false,
    };
    let (before, token) = (&tokens[at - 1], &tokens[at]);
    // Before a sign with one operand there is no operand; `&&` is one sign.
    let joins = |at: usize| matches!(&tokens[at], TokenTree::Punct(sign) if sign.spacing() == Spacing::Joint);
    let mut first = at - 1;
    while first > 0 && joins(first - 1) {
        first -= 1;
    }
    let is_prefix = is_one_of(before, "!-*&") && !(first > 0 && is_word(&tokens[first - 1]));
    let is_called = is_word(before)
        && matches!(token, TokenTree::Group(group) if group.delimiter() != Delimiter::Brace);
    !(joins(at - 1)
        || is_prefix
        || is_called
        || is_one_of(before, ".:")
        || is_one_of(token, ".,;:?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<TokenTree> {
        text.parse::<TokenStream>().expect("tokens").into_iter().collect()
    }

    #[test]
    fn tokens_are_written_as_a_reader_would() {
        for text in [
            "x < 5",
            "a[i + 1] == -b.len()",
            "!f(x, &y) && *p.add(2) >= 0.5",
            "u32::MAX - x as u32 != (1 << k)",
            "i <= n",
            "f::<u32>() + N::<4>::M",
        ] {
            assert_eq!(words(&tokens(text)), text);
            assert_eq!(super::text("m!(x)", &tokens(text)), text);
        }
        assert_eq!(super::text("x  <\n 5", &tokens("x<5")), "x < 5");
    }

    #[test]
    fn a_comparison_has_two_sides() {
        let check = |text: &str, expected: Option<[&str; 2]>| {
            let tokens = tokens(text);
            let found = sides(&tokens).map(|sides| sides.map(words));
            assert_eq!(found, expected.map(|sides| sides.map(str::to_owned)), "{text}");
        };
        check("x < 5", Some(["x", "5"]));
        check("a.b(c < d) >= e", Some(["a.b(c < d)", "e"]));
        check("x << 1 == y", Some(["x << 1", "y"]));
        check("f::<u32>() != 0", Some(["f::<u32>()", "0"]));
        check("x", None);
    }
}
