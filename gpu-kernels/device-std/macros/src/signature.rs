//! Reads the function that `#[kernel]` stands before, as far as its signature.

use proc_macro::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

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
    /// `name: &[element]`, which arrives as pointer and length.
    Slice { name: Ident, element: TokenStream },
}

/// Why a function cannot be a kernel, and the token to say it at.
pub(crate) struct Refusal {
    pub(crate) span: Span,
    pub(crate) message: &'static str,
}

impl Refusal {
    fn at(token: &TokenTree, message: &'static str) -> Refusal {
        Refusal { span: token.span(), message }
    }
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
    Refusal { span, message: "`#[kernel]` stands before a function" }
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
        Err(Refusal { span: fn_token.span(), message: SAFE })
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
fn split_at_commas(stream: TokenStream) -> Vec<Vec<TokenTree>> {
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

/// Tells a slice from every other parameter.
fn parameter(tokens: Vec<TokenTree>) -> Parameter {
    let slice = match tokens.as_slice() {
        [TokenTree::Ident(name), TokenTree::Punct(colon), TokenTree::Punct(reference), rest @ ..]
            if colon.as_char() == ':' && reference.as_char() == '&' =>
        {
            element_of_slice(rest).map(|element| (name.clone(), element))
        }
        _ => None,
    };
    match slice {
        Some((name, element)) => Parameter::Slice { name, element },
        None => Parameter::Plain(tokens),
    }
}

/// The element's type in `[element]`, before which a lifetime may stand. An
/// array `[element; n]` is passed as the one pointer that it is.
fn element_of_slice(tokens: &[TokenTree]) -> Option<TokenStream> {
    let tokens = match tokens {
        [TokenTree::Punct(quote), TokenTree::Ident(_), rest @ ..] if quote.as_char() == '\'' => {
            rest
        }
        _ => tokens,
    };
    let [TokenTree::Group(group)] = tokens else { return None };
    let is_array = group
        .stream()
        .into_iter()
        .any(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ';'));
    (group.delimiter() == Delimiter::Bracket && !is_array).then(|| group.stream())
}
