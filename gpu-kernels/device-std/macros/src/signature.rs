//! Reads the function that `#[kernel]` stands before, as far as its signature.

use proc_macro::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

use crate::tokens::Refusal;

/// A kernel, taken apart.
pub(crate) struct Signature {
    /// Attributes, visibility and `unsafe`.
    pub(crate) before_fn: Vec<TokenTree>,
    pub(crate) fn_token: Ident,
    pub(crate) name: Ident,
    /// Lifetimes, with their angle brackets; empty for most kernels.
    pub(crate) lifetimes: Vec<TokenTree>,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) body: Group,
}

/// One parameter of a kernel.
pub(crate) enum Parameter {
    /// Passed on as it stands.
    Plain(Vec<TokenTree>),
    /// `pattern: &[element]` or `&mut [element]`, which arrives as pointer and
    /// length.
    Slice { pattern: Vec<TokenTree>, mutable: bool, element: TokenStream },
    /// `pattern: (a, b)`, which arrives as a structure with the layout of C.
    Tuple { pattern: Vec<TokenTree>, elements: Vec<Vec<TokenTree>> },
}

impl Signature {
    /// Takes the function apart, or says why it cannot be a kernel.
    pub(crate) fn read(item: TokenStream) -> Result<Signature, Refusal> {
        let mut tokens = item.into_iter();
        let mut before_fn: Vec<TokenTree> = Vec::new();
        let fn_token = loop {
            match tokens.next() {
                Some(TokenTree::Ident(word)) if word.to_string() == "fn" => break word,
                Some(token) => before_fn.push(token),
                None => return Err(no_function(before_fn.first())),
            }
        };
        let before_fn = without_repetition(before_fn);
        check_words(&before_fn, &fn_token)?;

        let Some(TokenTree::Ident(name)) = tokens.next() else {
            return Err(no_function(before_fn.first()));
        };
        let mut lifetimes: Vec<TokenTree> = Vec::new();
        let parameters = loop {
            match tokens.next() {
                Some(TokenTree::Group(group)) => break group,
                Some(token) => lifetimes.push(token),
                None => return Err(no_function(before_fn.first())),
            }
        };
        check_lifetimes(&lifetimes)?;
        let body = match tokens.next() {
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => group,
            Some(TokenTree::Punct(arrow)) => {
                let result = tokens.nth(1).unwrap_or(TokenTree::Punct(arrow));
                return Err(Refusal::at(&result, RESULT));
            }
            other => return Err(other.map_or(no_function(None), |at| Refusal::at(&at, GENERIC))),
        };
        let parameters = split_at_commas(parameters.stream()).into_iter().map(parameter).collect();
        Ok(Signature { before_fn, fn_token, name, lifetimes, parameters, body })
    }
}

const GENERIC: &str = "a kernel has no generic parameters, because the host finds it by its name: \
     write the generic part as a function and call it from a kernel for each choice";

const RESULT: &str = "a kernel returns nothing: write results through a pointer parameter";

const SAFE: &str = "a kernel must be an `unsafe fn`: the launch cannot check what it is given";

fn no_function(first: Option<&TokenTree>) -> Refusal {
    let span = first.map_or_else(Span::call_site, TokenTree::span);
    Refusal { span, message: "`#[kernel]` stands before a function".to_owned() }
}

/// Leaves out what `#[kernel]` says anyway: `#[no_mangle]`, `extern "C"` and
/// `extern "ptx-kernel"`.
fn without_repetition(before_fn: Vec<TokenTree>) -> Vec<TokenTree> {
    let mut out: Vec<TokenTree> = Vec::new();
    let mut tokens = before_fn.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match &token {
            TokenTree::Group(attribute)
                if matches!(out.last(), Some(TokenTree::Punct(hash)) if hash.as_char() == '#')
                    && ["no_mangle", "unsafe(no_mangle)"]
                        .contains(&attribute.stream().to_string().replace(' ', "").as_str()) =>
            {
                out.pop();
            }
            TokenTree::Ident(word) if word.to_string() == "extern" => {
                let is_known = match tokens.peek() {
                    Some(TokenTree::Literal(abi)) => {
                        ["\"C\"", "\"ptx-kernel\""].contains(&abi.to_string().as_str())
                    }
                    _ => true,
                };
                if !is_known {
                    out.push(token);
                } else if matches!(tokens.peek(), Some(TokenTree::Literal(_))) {
                    tokens.next();
                }
            }
            _ => out.push(token),
        }
    }
    out
}

/// What may stand before `fn`: an `unsafe`, and nothing that changes how the
/// function is called.
fn check_words(before_fn: &[TokenTree], fn_token: &Ident) -> Result<(), Refusal> {
    let mut is_unsafe = false;
    for token in before_fn {
        let TokenTree::Ident(word) = token else { continue };
        match word.to_string().as_str() {
            "unsafe" => is_unsafe = true,
            "extern" => {
                let message = "a kernel's calling convention is chosen by `#[kernel]`: \
                     leave `extern` out";
                return Err(Refusal::at(token, message));
            }
            "async" | "const" => {
                return Err(Refusal::at(token, "a kernel is neither `async` nor `const`"));
            }
            _ => {}
        }
    }
    if is_unsafe {
        Ok(())
    } else {
        Err(Refusal { span: fn_token.span(), message: SAFE.to_owned() })
    }
}

/// Types and constants as parameters would give the kernel many names.
fn check_lifetimes(generics: &[TokenTree]) -> Result<(), Refusal> {
    let mut after_quote = false;
    for token in generics {
        if matches!(token, TokenTree::Ident(_)) && !after_quote {
            return Err(Refusal::at(token, GENERIC));
        }
        after_quote = matches!(token, TokenTree::Punct(punct) if punct.as_char() == '\'');
    }
    Ok(())
}

/// The parameters' tokens. A comma between angle brackets, as in
/// `*const Pair<u32, f32>`, parts nothing.
pub(crate) fn split_at_commas(stream: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut parts = vec![Vec::new()];
    let mut depth = 0_usize;
    let mut previous = ' ';
    for token in stream {
        let symbol = match &token {
            TokenTree::Punct(punct) => punct.as_char(),
            _ => ' ',
        };
        match symbol {
            '<' => depth += 1,
            // The arrow of a function's type closes nothing.
            '>' if previous != '-' => depth = depth.saturating_sub(1),
            _ => {}
        }
        previous = symbol;
        if symbol == ',' && depth == 0 {
            parts.push(Vec::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(token);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Tells slices and tuples from every other parameter.
fn parameter(tokens: Vec<TokenTree>) -> Parameter {
    let Some((pattern, ty)) = split_at_colon(&tokens) else { return Parameter::Plain(tokens) };
    if let Some((mutable, element)) = slice(ty) {
        return Parameter::Slice { pattern: pattern.to_vec(), mutable, element };
    }
    match ty {
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => {
            let elements = split_at_commas(group.stream());
            // One type in parentheses is no tuple, and none takes no room.
            if elements.len() < 2 {
                return Parameter::Plain(tokens);
            }
            Parameter::Tuple { pattern: pattern.to_vec(), elements }
        }
        _ => Parameter::Plain(tokens),
    }
}

/// Pattern and type. The colons of a path part nothing.
fn split_at_colon(tokens: &[TokenTree]) -> Option<(&[TokenTree], &[TokenTree])> {
    let is_colon = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ':');
    let alone = |at: &usize| {
        is_colon(&tokens[*at])
            && !tokens.get(at + 1).is_some_and(is_colon)
            && !at.checked_sub(1).is_some_and(|before| is_colon(&tokens[before]))
    };
    let at = (0..tokens.len()).find(alone)?;
    Some((&tokens[..at], &tokens[at + 1..]))
}

/// Whether `&[element]` may be written through, and the element's type; between
/// the two a lifetime may stand. An array `[element; n]` is passed as the one
/// pointer that it is.
fn slice(ty: &[TokenTree]) -> Option<(bool, TokenStream)> {
    let [TokenTree::Punct(reference), rest @ ..] = ty else { return None };
    if reference.as_char() != '&' {
        return None;
    }
    let rest = match rest {
        [TokenTree::Punct(quote), TokenTree::Ident(_), rest @ ..] if quote.as_char() == '\'' => {
            rest
        }
        _ => rest,
    };
    let (mutable, rest) = match rest {
        [TokenTree::Ident(word), rest @ ..] if word.to_string() == "mut" => (true, rest),
        _ => (false, rest),
    };
    let [TokenTree::Group(group)] = rest else { return None };
    let is_array = group
        .stream()
        .into_iter()
        .any(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ';'));
    let is_slice = group.delimiter() == Delimiter::Bracket && !is_array;
    is_slice.then(|| (mutable, group.stream()))
}
