//! What `print!` and `println!` become: one call for each piece of the text, into
//! a line that is then printed at once.
//!
//! `core`'s own machinery for formatting calls through tables of functions. The
//! assembler cannot tell how much stack such a call takes and reserves too
//! little, so the pieces are put together here, with calls that it can follow.

use proc_macro::{Delimiter, Ident, Literal, Spacing, Span, TokenStream, TokenTree};

use crate::{
    format::{self, Count, Piece, Spec, Which},
    tokens::{group, own_name, source, Refusal},
};

pub(crate) fn expand(arguments: TokenStream, ending: &str) -> TokenStream {
    match statements(arguments, ending) {
        Ok(tokens) => tokens,
        Err(refusal) => TokenStream::from(group(Delimiter::Brace, refusal.to_error())),
    }
}

/// The arguments behind the text.
struct Arguments {
    /// Their names, where they have one, and their tokens.
    given: Vec<(Option<String>, Vec<TokenTree>)>,
    used: Vec<bool>,
    next: usize,
    /// Where names within the text are looked up.
    text: Span,
}

fn statements(arguments: TokenStream, ending: &str) -> Result<TokenStream, Refusal> {
    let mut parts = split(arguments).into_iter();
    let (text, span) = match parts.next() {
        Some(tokens) => string(&tokens)?,
        None => (String::new(), Span::call_site()),
    };
    let given: Vec<_> = parts.map(named).collect();
    let used = vec![false; given.len()];
    let mut arguments = Arguments { given, used, next: 0, text: span };
    let refuse = |message: String| Refusal { span, message };
    let mut pieces = format::pieces(&text).map_err(refuse)?;
    if !ending.is_empty() {
        pieces.push(Piece::Text(ending.to_owned()));
    }

    let mut calls = source("let mut");
    calls.extend([own_name("line")]);
    calls.extend(source("= ::cuda_std::io::Line::new();"));
    for piece in &pieces {
        calls.extend(match piece {
            Piece::Text(text) => text_call(text),
            Piece::Argument { which, trait_name, spec } => {
                argument_call(&mut arguments, which, trait_name, spec).map_err(refuse)?
            }
        });
    }
    calls.extend([own_name("line")]);
    calls.extend(source(".print();"));
    if let Some(at) = arguments.used.iter().position(|used| !used) {
        let (_, tokens) = &arguments.given[at];
        let span = tokens.first().map_or(span, TokenTree::span);
        let message = "nothing in the text prints this argument: write `{}` for it".to_owned();
        return Err(Refusal { span, message });
    }
    Ok(matched(&arguments, calls))
}

/// `match (&(first), &(second),) { (argument_0, argument_1,) => { calls } }`,
/// which computes each argument once and keeps what it refers to alive.
fn matched(arguments: &Arguments, calls: TokenStream) -> TokenStream {
    let (mut values, mut names) = (TokenStream::new(), TokenStream::new());
    for (index, (_, tokens)) in arguments.given.iter().enumerate() {
        values.extend(source("&"));
        values.extend([group(Delimiter::Parenthesis, tokens.iter().cloned().collect())]);
        values.extend(source(","));
        names.extend([own_name(&format!("argument_{index}"))]);
        names.extend(source(","));
    }
    let mut arm = TokenStream::from(group(Delimiter::Parenthesis, names));
    arm.extend(source("=>"));
    arm.extend([group(Delimiter::Brace, calls)]);
    let mut tokens = source("match");
    tokens.extend([group(Delimiter::Parenthesis, values), group(Delimiter::Brace, arm)]);
    tokens
}

fn text_call(text: &str) -> TokenStream {
    let mut tokens = TokenStream::from(own_name("line"));
    tokens.extend(source(".text"));
    let literal = TokenTree::Literal(Literal::string(text));
    tokens.extend([group(Delimiter::Parenthesis, literal.into())]);
    tokens.extend(source(";"));
    tokens
}

/// `::cuda_std::io::Show::show(argument, &mut line, spec);`
fn argument_call(
    arguments: &mut Arguments,
    which: &Which,
    trait_name: &str,
    spec: &Spec,
) -> Result<TokenStream, String> {
    let value = arguments.value(which)?;
    let count = |count: &Option<Count>, arguments: &mut Arguments| -> Result<_, String> {
        Ok(match count {
            None => source("::core::option::Option::None"),
            Some(Count::Number(number)) => {
                source(&format!("::core::option::Option::Some({number})"))
            }
            Some(Count::Of(which)) => {
                let mut copied = source("*");
                copied.extend(arguments.value(which)?);
                let mut tokens = source("::core::option::Option::Some");
                tokens.extend([group(Delimiter::Parenthesis, copied)]);
                tokens
            }
        })
    };
    let mut fields = source(&format!(
        "fill: {:?}, align: {:?}, plus: {}, alternate: {}, zeros: {}, width:",
        spec.fill, spec.align, spec.plus, spec.alternate, spec.zeros
    ));
    fields.extend(count(&spec.width, arguments)?);
    fields.extend(source(", precision:"));
    fields.extend(count(&spec.precision, arguments)?);

    let mut call = value;
    call.extend(source(", &mut"));
    call.extend([own_name("line")]);
    call.extend(source(", &::cuda_std::io::Spec"));
    call.extend([group(Delimiter::Brace, fields)]);
    let mut tokens = source(&format!("::cuda_std::io::{trait_name}::show"));
    tokens.extend([group(Delimiter::Parenthesis, call)]);
    tokens.extend(source(";"));
    Ok(tokens)
}

impl Arguments {
    /// A reference to the argument.
    fn value(&mut self, which: &Which) -> Result<TokenStream, String> {
        let index = match which {
            Which::Next => {
                self.next += 1;
                self.next - 1
            }
            Which::Index(index) => *index,
            Which::Name(name) => {
                let known = |(given, _): &(Option<String>, _)| given.as_deref() == Some(name);
                match self.given.iter().position(known) {
                    Some(index) => index,
                    // A variable of the kernel's.
                    None => {
                        let mut tokens = source("&");
                        tokens.extend([TokenTree::Ident(Ident::new(name, self.text))]);
                        return Ok(tokens);
                    }
                }
            }
        };
        let positional = self.given.len();
        let used = self.used.get_mut(index).ok_or_else(|| {
            format!("the text prints argument {index}, and {positional} stand behind it")
        })?;
        *used = true;
        Ok(own_name(&format!("argument_{index}")).into())
    }
}

/// `name = value`, or a value alone.
fn named(tokens: Vec<TokenTree>) -> (Option<String>, Vec<TokenTree>) {
    match tokens.as_slice() {
        // `a == b` is a value.
        [TokenTree::Ident(name), TokenTree::Punct(equals), rest @ ..]
            if equals.as_char() == '=' && equals.spacing() == Spacing::Alone =>
        {
            (Some(name.to_string()), rest.to_vec())
        }
        _ => (None, tokens),
    }
}

/// The arguments of the macro. A comma between the angle brackets of `::<A, B>`
/// parts nothing.
fn split(stream: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut parts = vec![Vec::new()];
    let (mut depth, mut previous) = (0_usize, [' '; 2]);
    for token in stream {
        let symbol = match &token {
            TokenTree::Punct(punct) => punct.as_char(),
            _ => ' ',
        };
        match symbol {
            '<' if depth > 0 || previous == [':', ':'] => depth += 1,
            '>' if previous[1] != '-' && previous[1] != '=' => depth = depth.saturating_sub(1),
            _ => {}
        }
        previous = [previous[1], symbol];
        if symbol == ',' && depth == 0 {
            parts.push(Vec::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(token);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// The text of a string literal, and where it stands.
fn string(tokens: &[TokenTree]) -> Result<(String, Span), Refusal> {
    let refused = |token: &TokenTree| {
        Refusal::at(token, "the text to print is a string literal: write `\"{}\"` and the value")
    };
    match tokens {
        // What a macro hands on.
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::None => {
            string(&group.stream().into_iter().collect::<Vec<_>>())
        }
        [token @ TokenTree::Literal(literal)] => {
            let text = unquoted(&literal.to_string()).ok_or_else(|| refused(token))?;
            Ok((text, literal.span()))
        }
        [first, ..] => Err(refused(first)),
        [] => Ok((String::new(), Span::call_site())),
    }
}

/// The text that a literal in Rust's notation means.
fn unquoted(literal: &str) -> Option<String> {
    if let Some(raw) = literal.strip_prefix('r') {
        return Some(raw.trim_matches('#').strip_prefix('"')?.strip_suffix('"')?.to_owned());
    }
    let inner = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::with_capacity(inner.len());
    let mut characters = inner.chars();
    while let Some(c) = characters.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match characters.next()? {
            'n' => text.push('\n'),
            't' => text.push('\t'),
            'r' => text.push('\r'),
            '0' => text.push('\0'),
            'x' => {
                let digits: String = characters.by_ref().take(2).collect();
                text.push(char::from(u8::from_str_radix(&digits, 16).ok()?));
            }
            'u' => {
                let digits: String = characters.by_ref().take_while(|c| *c != '}').collect();
                let digits = digits.strip_prefix('{')?.replace('_', "");
                text.push(char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?);
            }
            // A line that goes on in the next one, without its indentation.
            '\n' => {
                let rest = characters.as_str().trim_start();
                characters = rest.chars();
            }
            same => text.push(same),
        }
    }
    Some(text)
}
