//! Definitions of constants: where a text says their values.

use super::{Syntax, TokenKind, lexemes};
use std::ops::Range;

/// The bytes of what a constant of this name is given, without blanks around it.
pub fn constant_value(text: &str, syntax: Syntax, name: &str) -> Option<Range<usize>> {
    /// What was read last.
    #[derive(PartialEq)]
    enum Read {
        Nothing,
        Introducer,
        Name,
        Value(usize),
    }
    let mut read = Read::Nothing;
    let (mut start, mut depth) = (0, 0_usize);
    for token in lexemes(text, syntax) {
        let (from, word) = (start, &text[start..token.end]);
        start = token.end;
        if token.kind == TokenKind::Comment || word.trim().is_empty() {
            continue;
        }
        match word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        read = match read {
            Read::Nothing if word == "const" => Read::Introducer,
            Read::Introducer if word == name => {
                depth = 0;
                Read::Name
            }
            // The type may hold a length, but no value outside of its brackets.
            Read::Name if word == "=" && depth == 0 => Read::Value(token.end),
            Read::Name => Read::Name,
            Read::Value(value) if word == ";" && depth == 0 => {
                let given = &text[value..from];
                let blank = given.len() - given.trim_start().len();
                return Some(value + blank..value + blank + given.trim().len());
            }
            Read::Value(value) => Read::Value(value),
            Read::Nothing | Read::Introducer => Read::Nothing,
        };
    }
    None
}
