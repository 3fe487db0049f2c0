//! The function that `#[kernel]` makes of a kernel.

use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

use crate::{
    signature::{Parameter, Signature},
    tokens::{group, own_name, source},
};

pub(crate) fn expand(item: TokenStream) -> TokenStream {
    match Signature::read(item.clone()) {
        Ok(signature) => entry_point(signature),
        Err(refusal) => {
            // The function stays, so that what else is wrong in it is said too.
            let mut tokens = refusal.to_error();
            tokens.extend(item);
            tokens
        }
    }
}

fn entry_point(signature: Signature) -> TokenStream {
    let mut parameters = TokenStream::new();
    let mut bindings = TokenStream::new();
    for (index, parameter) in signature.parameters.into_iter().enumerate() {
        match parameter {
            Parameter::Plain(tokens) => parameters.extend(tokens),
            Parameter::Slice { pattern, mutable, element } => {
                let (first, length) = (format!("first_{index}"), format!("length_{index}"));
                let (pointer, reference) = if mutable { ("*mut", "&mut") } else { ("*const", "&") };
                let element = group(Delimiter::None, element);
                parameters.extend(named(&first, pointer));
                parameters.extend([element.clone()]);
                parameters.extend(source(","));
                parameters.extend(named(&length, "usize"));
                let mut ty = source(reference);
                ty.extend([group(Delimiter::Bracket, element.into())]);
                let build = if mutable { "from_raw_parts_mut" } else { "from_raw_parts" };
                let mut arguments = TokenStream::from(own_name(&first));
                arguments.extend(source(","));
                arguments.extend([own_name(&length)]);
                let mut value = source(&format!("::core::slice::{build}"));
                value.extend([group(Delimiter::Parenthesis, arguments)]);
                bindings.extend(binding(pattern, ty, value));
            }
            Parameter::Tuple { pattern, elements } => {
                let whole = format!("tuple_{index}");
                let types = listed(&elements);
                parameters.extend(named(
                    &whole,
                    &format!("::cuda_std::parameter::Tuple{}<", elements.len()),
                ));
                parameters.extend(types.clone());
                parameters.extend(source(">"));
                let ty = TokenStream::from(group(Delimiter::Parenthesis, types));
                let mut value = TokenStream::from(own_name(&whole));
                value.extend(source(".into_tuple()"));
                bindings.extend(binding(pattern, ty, value));
            }
        }
        parameters.extend(source(","));
    }
    bindings.extend(signature.body.stream());
    let mut body = Group::new(Delimiter::Brace, bindings);
    body.set_span(signature.body.span());

    let mut tokens = source("#[no_mangle]");
    tokens.extend(signature.before_fn);
    tokens.extend(source("extern \"ptx-kernel\""));
    tokens.extend([TokenTree::Ident(signature.fn_token), TokenTree::Ident(signature.name)]);
    tokens.extend(signature.lifetimes);
    tokens.extend([group(Delimiter::Parenthesis, parameters), TokenTree::Group(body)]);
    tokens
}

/// `let pattern: ty = value;`
fn binding(pattern: Vec<TokenTree>, ty: TokenStream, value: TokenStream) -> TokenStream {
    let mut tokens = source("let");
    tokens.extend(pattern);
    tokens.extend(source(":"));
    tokens.extend(ty);
    tokens.extend(source("="));
    tokens.extend(value);
    tokens.extend(source(";"));
    tokens
}

/// The types with a comma behind each.
fn listed(types: &[Vec<TokenTree>]) -> TokenStream {
    let mut tokens = TokenStream::new();
    for ty in types {
        tokens.extend(ty.iter().cloned());
        tokens.extend(source(","));
    }
    tokens
}

/// `name:` followed by the text.
fn named(name: &str, text: &str) -> TokenStream {
    let mut tokens = TokenStream::from(own_name(name));
    tokens.extend(source(":"));
    tokens.extend(source(text));
    tokens
}
