//! The statement that naga's parser stumbles over, where it does not say.
//!
//! A few of its errors come without a place (no upstream issue known). It works
//! through a function from the top and stops at the first mistake, so the text
//! up to a statement is refused in the same way from the guilty one on, and that
//! one is found by cutting functions short.

use super::tokens::{Token, tokens};
use naga::Span;
use naga::front::wgsl;

/// The statement behind an error without a place.
pub(super) fn find(text: &str) -> Option<Span> {
    let all: Vec<Token<'_>> = tokens(text).collect();
    let (open, close) = bodies(&all)
        .into_iter()
        .find(|&(open, close)| !is_placeless(&cut(text, &all, open, close)))?;
    let ends: Vec<usize> = ends(&all, open, close);
    let nth = ends.partition_point(|&end| !is_placeless(&cut(text, &all, end, close)));
    let end = *ends.get(nth)?;
    let start = nth.checked_sub(1).map_or(open, |before| ends[before]) + 1;
    // The brace that opens a block is not what is wrong.
    let last = if all[end].is("{") { end.checked_sub(1)? } else { end };
    Some(Span::new(all.get(start)?.range.start as u32, all.get(last)?.range.end as u32))
}

/// Whether a text is refused without a place.
fn is_placeless(text: &str) -> bool {
    match wgsl::parse_str(text) {
        Ok(_) => false,
        Err(error) => !error.labels().any(|(span, _)| span.is_defined()),
    }
}

/// The braces around the bodies of functions.
fn bodies(all: &[Token<'_>]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let (mut depth, mut open, mut is_function) = (0_usize, 0, false);
    for (at, token) in all.iter().enumerate() {
        match token.text {
            "fn" if depth == 0 => is_function = true,
            "{" => {
                if depth == 0 {
                    open = at;
                }
                depth += 1;
            }
            "}" => {
                depth = depth.saturating_sub(1);
                if depth == 0 && is_function {
                    found.push((open, at));
                    is_function = false;
                }
            }
            _ => {}
        }
    }
    found
}

/// Where statements end and blocks begin or end, in a body.
fn ends(all: &[Token<'_>], open: usize, close: usize) -> Vec<usize> {
    let mut parentheses = 0_usize;
    let mut found = Vec::new();
    for (at, token) in all.iter().enumerate().take(close).skip(open + 1) {
        match token.text {
            "(" => parentheses += 1,
            ")" => parentheses = parentheses.saturating_sub(1),
            ";" if parentheses == 0 => found.push(at),
            "{" | "}" => found.push(at),
            _ => {}
        }
    }
    found
}

/// The text without what comes between a token and the end of a body, apart from
/// the braces that are open there.
fn cut(text: &str, all: &[Token<'_>], from: usize, close: usize) -> String {
    let mut text = text.to_owned();
    let mut inner = 0_usize;
    for token in all.iter().take(close).skip(from + 1) {
        match token.text {
            "{" => inner += 1,
            "}" if inner == 0 => continue,
            "}" => inner -= 1,
            _ => {}
        }
        text.replace_range(token.range.clone(), &" ".repeat(token.range.len()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_statement_is_found() {
        let check = |statement: &str, culprit: &str| {
            let text = format!(
                "struct S {{ a: u32 }}
                 fn before() {{ let n = 1u; if n > 0u {{ return; }} }}
                 fn f() -> u32 {{
                     let n = 1u;
                     for (var i = 0u; i < 4u; i++) {{ if i == n {{ continue; }} {statement} }}
                     return n;
                 }}
                 fn after() {{ let m = 2u; }}"
            );
            let found = find(&text).and_then(|span| span.to_range());
            assert_eq!(found.map(|range| &text[range]), Some(culprit), "{statement}");
        };
        check("let y = n[0]; let z = y;", "let y = n[0];");
        check("let z = 1u; if n[0] > 1u { let y = 2u; } else { }", "if n[0] > 1u");
        check("while n[0] == 0u { let y = 2u; }", "while n[0] == 0u");
        check("if true { } else { let y = n[0] + 1u; }", "let y = n[0] + 1u;");
    }
}
