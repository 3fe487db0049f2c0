//! The words and signs of a text in WGSL, with their places: what must be known
//! of a text that naga's parser does not say.

use std::ops::Range;

/// A word, a number or a single sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub(crate) text: &'a str,
    /// Its bytes.
    pub(crate) range: Range<usize>,
}

impl Token<'_> {
    pub(crate) fn is(&self, text: &str) -> bool {
        self.text == text
    }

    pub(crate) fn is_word(&self) -> bool {
        self.text.starts_with(|c: char| c.is_alphabetic() || c == '_')
    }
}

/// What WGSL ends a line with, and so a comment that goes on to its end.
const LINE_BREAKS: [char; 7] = ['\n', '\u{b}', '\u{c}', '\r', '\u{85}', '\u{2028}', '\u{2029}'];

/// The tokens of a text, without comments. A comment that is not closed takes
/// the rest of the text.
pub(crate) fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            at += text[at..].len() - text[at..].trim_start().len();
            let rest = &text[at..];
            at += if rest.starts_with("//") {
                rest.find(LINE_BREAKS).unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                block_comment(rest)
            } else {
                break;
            };
        }
        let rest = &text[at..];
        let first = rest.chars().next()?;
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let is_number = first.is_ascii_digit();
        let length = match is_part(first) {
            true => rest.find(|c: char| !(is_part(c) || is_number && c == '.')),
            false => Some(first.len_utf8()),
        };
        let range = at..at + length.unwrap_or(rest.len());
        at = range.end;
        Some(Token { text: &text[range.clone()], range })
    })
}

/// How long the block comment is that a text starts with. They nest.
fn block_comment(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_left_out_and_places_kept() {
        let check = |text: &str, expected: &[&str]| {
            let found: Vec<Token<'_>> = tokens(text).collect();
            let texts: Vec<&str> = found.iter().map(|token| token.text).collect();
            assert_eq!(texts, expected, "{text:?}");
            for token in found {
                assert_eq!(&text[token.range.clone()], token.text);
            }
        };
        check("", &[]);
        check(" enable f16 ;", &["enable", "f16", ";"]);
        check("a // b\nc", &["a", "c"]);
        check("a // b\u{2028}c", &["a", "c"]);
        check("a /* b /* c */ d */ e", &["a", "e"]);
        check("a /* b /* c */ d", &["a"]);
        check("/**/a/***/b", &["a", "b"]);
        check("x=0x1Fu+1.5f", &["x", "=", "0x1Fu", "+", "1.5f"]);
        check("@align(16)größe:u32", &["@", "align", "(", "16", ")", "größe", ":", "u32"]);
        check("a/b", &["a", "/", "b"]);
    }
}
