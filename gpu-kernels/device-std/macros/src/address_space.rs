//! `#[address_space(shared)]` and its siblings, before a static.

use proc_macro::{Span, TokenStream, TokenTree};

use crate::tokens::{source, Refusal};

pub(crate) fn expand(space: TokenStream, item: TokenStream) -> TokenStream {
    match section(space, &item) {
        Ok(attribute) => {
            let mut tokens = source(attribute);
            tokens.extend(item);
            tokens
        }
        Err(refusal) => {
            let mut tokens = refusal.to_error();
            tokens.extend(item);
            tokens
        }
    }
}

/// The attribute by which `warpbench-ptx` knows the address space when it moves
/// the static there.
fn section(space: TokenStream, item: &TokenStream) -> Result<&'static str, Refusal> {
    let name = space.to_string();
    let attribute = match name.as_str() {
        "shared" => "#[link_section = \".shared.unwritten\"]",
        "constant" => "#[link_section = \".constant\"]",
        // Where every other static is.
        "global" => "",
        _ => {
            let span = space.into_iter().next().map_or_else(Span::call_site, |first| first.span());
            let message = match name.as_str() {
                "local" => "a static is not local to a thread: write `let mut` in the kernel",
                _ => "the address spaces of statics are `shared`, `constant` and `global`",
            };
            return Err(Refusal { span, message: message.to_owned() });
        }
    };
    let words: Vec<String> = item
        .clone()
        .into_iter()
        .filter(|token| matches!(token, TokenTree::Ident(_)))
        .map(|token| token.to_string())
        .collect();
    if words.iter().any(|word| word == "static") {
        return Ok(attribute);
    }
    let span = item.clone().into_iter().next().map_or_else(Span::call_site, |first| first.span());
    let message = "`#[address_space]` stands before a `static`".to_owned();
    Err(Refusal { span, message })
}
