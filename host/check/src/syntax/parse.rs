//! From text to syntax: tokens, bounds on their nesting, and syn.

use crate::Sink;
use crate::library::words;
use crate::syntax::c::preprocessor;
use crate::syntax::configured;
use crate::syntax::delimiters;
use crate::syntax::expand;
use crate::syntax::recover::{self, Recovered};
use crate::syntax::spans;
use naga::Span;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use warpbench_codes::{S0001, S0005};
use warpbench_source::diagnostic::Diagnostic;

/// How deep brackets may lie in each other.
const MAX_DEPTH: usize = 64;

/// How many tokens may stand between an expression and the statement around it.
/// It bounds how deep syn and everything after it can descend: each step down
/// takes a token.
const MAX_TOKENS: usize = 1000;

/// How long a number may be.
const MAX_DIGITS: usize = 500;

/// What goes beyond the bounds, and where.
enum TooMuch {
    Nesting(Span),
    Digits(Span),
}

impl TooMuch {
    fn reported(self) -> Diagnostic {
        match self {
            TooMuch::Nesting(span) => Diagnostic::new(S0005, "this is nested too deeply", span)
                .note("the workbench bounds the nesting of expressions, so that it always answers")
                .help("give parts of it names with `let`"),
            TooMuch::Digits(span) => {
                Diagnostic::new(S0005, "this number has too many digits", span)
                    .help("no type of number holds more than 40")
            }
        }
    }
}

/// The syntax of a file; what is wrong with it is reported, and left out where
/// the rest can do without.
pub(crate) fn parse(text: &str, sink: &mut Sink) -> Option<Recovered> {
    let mut recovered = parse_whole(text, sink)?;
    if text.contains("cfg") {
        configured::settle(&mut recovered.file, sink);
    }
    Some(recovered)
}

fn parse_whole(text: &str, sink: &mut Sink) -> Option<Recovered> {
    let Some(stripped) = preprocessor::strip(text) else { return parse_plain(text, sink) };
    // In a string or a comment such a line is nothing wrong.
    let mut as_it_stands = Sink::default();
    let plain = parse_plain(text, &mut as_it_stands);
    if as_it_stands.is_empty() {
        return plain;
    }
    stripped.diagnostics.into_iter().for_each(|diagnostic| sink.push(diagnostic));
    let mut recovered = parse_plain(&stripped.text, sink)?;
    recovered.lost.extend(stripped.names);
    Some(recovered)
}

/// The same for a text without lines for the preprocessor of C.
fn parse_plain(text: &str, sink: &mut Sink) -> Option<Recovered> {
    let tokens = match text.parse::<TokenStream>() {
        Ok(tokens) => tokens,
        Err(error) => {
            let diagnostic = delimiters::find(text)
                .unwrap_or_else(|| not_a_token(text, spans::bytes(error.span())));
            sink.push(diagnostic);
            return None;
        }
    };
    if let Err(too_much) = guard(tokens.clone(), 0, 0) {
        sink.push(too_much.reported());
        return None;
    }
    let mut tokens = tokens;
    if expand::has_macros(text) {
        tokens = expand::expand(text, tokens, sink);
        if let Err(too_much) = guard(tokens.clone(), 0, 0) {
            sink.push(too_much.reported());
            return None;
        }
    }
    Some(match syn::parse2::<syn::File>(tokens.clone()) {
        Ok(file) => {
            let words = words::of(&tokens);
            Recovered { file, words, lost: Vec::new(), lost_imports: false }
        }
        Err(_) => recover::file(tokens, text, sink),
    })
}

/// The place of a syntax error; where the text ended too early it is the end of
/// what was read.
pub(crate) fn place_of(error: &syn::Error, whole: Span) -> Span {
    let span = spans::bytes(error.span());
    match (span.to_range(), whole.to_range()) {
        (Some(range), Some(whole)) if range.is_empty() => {
            Span::new(whole.end.saturating_sub(1) as u32, whole.end as u32)
        }
        (None, Some(whole)) => Span::new(whole.end.saturating_sub(1) as u32, whole.end as u32),
        _ => span,
    }
}

fn not_a_token(text: &str, span: Span) -> Diagnostic {
    let start = span.to_range().map_or(0, |range| range.start);
    let rest = text.get(start..).unwrap_or_default();
    let word: String = rest.chars().take_while(|c| !c.is_whitespace()).take(20).collect();
    let shown = word.escape_debug();
    let len = match word.len() {
        0 => rest.chars().next().map_or(0, char::len_utf8),
        len => len,
    };
    let span = Span::new(start as u32, (start + len) as u32);
    Diagnostic::new(S0001, format!("`{shown}` cannot be read"), span).label("not a word of Rust")
}

/// Walks the tokens and finds the place where they are nested too deeply.
/// `before` is the number of tokens that lead to this group.
fn guard(tokens: TokenStream, depth: usize, before: usize) -> Result<(), TooMuch> {
    let mut count = before;
    // Parameters in angle brackets lie in each other without being groups.
    let mut angles = 0_usize;
    let mut last = ' ';
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        count += 1;
        let span = token.span();
        if count > MAX_TOKENS || depth > MAX_DEPTH {
            return Err(TooMuch::Nesting(spans::bytes(span)));
        }
        let mut this = ' ';
        match token {
            TokenTree::Group(group) => {
                guard(group.stream(), depth + 1, count)?;
                let is_attribute = group.delimiter() == Delimiter::Bracket && last == '#';
                let is_body = group.delimiter() == Delimiter::Brace && begins_anew(tokens.peek());
                if is_attribute || is_body {
                    count = before;
                    angles = 0;
                }
            }
            TokenTree::Punct(punct) => {
                this = punct.as_char();
                match this {
                    ';' => {
                        count = before;
                        angles = 0;
                    }
                    ',' => count = before + angles,
                    '<' => angles += 1,
                    '>' if last != '-' && last != '=' => angles = angles.saturating_sub(1),
                    '!' if last == '#' => this = '#',
                    _ => {}
                }
            }
            TokenTree::Literal(literal) => {
                // Reading a number takes time with the square of its length.
                let digits = literal.to_string();
                let is_number = digits.starts_with(|c: char| c.is_ascii_digit());
                if is_number && digits.len() > MAX_DIGITS {
                    return Err(TooMuch::Digits(spans::bytes(span)));
                }
            }
            TokenTree::Ident(_) => {}
        }
        last = this;
    }
    Ok(())
}

/// Whether what follows a block starts something new, rather than going on with
/// the expression that the block is part of.
fn begins_anew(next: Option<&TokenTree>) -> bool {
    match next {
        None | Some(TokenTree::Literal(_)) => true,
        Some(TokenTree::Ident(word)) => word != "else" && word != "as",
        Some(TokenTree::Punct(punct)) => matches!(punct.as_char(), '#' | '\''),
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
    }
}
