//! The attributes of `cuda_std` that kernels use, for rustc's own PTX back end.
//!
//! They work on tokens and use no other crate, so that a kernel can be compiled
//! where no registry can be reached. Every token keeps its span: the compiler's
//! messages about a kernel point into the file that its author wrote.

mod signature;

use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

use signature::{Parameter, Refusal, Signature};

/// Makes an `unsafe fn` the entry point of a kernel, under its own name.
///
/// A slice arrives as two parameters, pointer and length, as it does with
/// `rustc_codegen_nvvm`; so the host launches both builds alike, and LLVM sees
/// that the pointer leads to global memory.
#[proc_macro_attribute]
pub fn kernel(_hints: TokenStream, item: TokenStream) -> TokenStream {
    match Signature::read(item.clone()) {
        Ok(signature) => entry_point(signature),
        Err(refusal) => {
            // The function stays, so that what else is wrong in it is said too.
            let mut tokens = compile_error(&refusal);
            tokens.extend(item);
            tokens
        }
    }
}

/// Marks a function that only exists on the GPU. This crate is built for
/// nothing else, so the function stays as it is.
#[proc_macro_attribute]
pub fn gpu_only(_: TokenStream, item: TokenStream) -> TokenStream {
    item
}

fn entry_point(signature: Signature) -> TokenStream {
    let mut parameters = TokenStream::new();
    let mut slices = TokenStream::new();
    for parameter in signature.parameters {
        match parameter {
            Parameter::Plain(tokens) => parameters.extend(tokens),
            Parameter::Slice { name, element } => {
                let length = Ident::new(&format!("{name}_len"), name.span());
                let element = [group(Delimiter::None, element)];
                parameters.extend(named(&name, "*const"));
                parameters.extend(element.clone());
                parameters.extend(source(","));
                parameters.extend(named(&length, "usize"));
                slices.extend(slice_from_parts(&name, &length, element));
            }
        }
        parameters.extend(source(","));
    }
    slices.extend(signature.body.stream());
    let mut body = Group::new(Delimiter::Brace, slices);
    body.set_span(signature.body.span());

    let mut tokens = source("#[no_mangle]");
    tokens.extend(signature.before_fn);
    tokens.extend(source("extern \"ptx-kernel\""));
    tokens.extend([TokenTree::Ident(signature.fn_token), TokenTree::Ident(signature.name)]);
    tokens.extend(signature.lifetimes);
    tokens.extend([group(Delimiter::Parenthesis, parameters), TokenTree::Group(body)]);
    tokens
}

/// `let name: &[element] = from_raw_parts(name, length);`
fn slice_from_parts(name: &Ident, length: &Ident, element: [TokenTree; 1]) -> TokenStream {
    let arguments = [
        TokenTree::Ident(name.clone()),
        Punct::new(',', Spacing::Alone).into(),
        TokenTree::Ident(length.clone()),
    ];
    let mut tokens = source("let");
    tokens.extend(named(name, "&"));
    tokens.extend([group(Delimiter::Bracket, element.into_iter().collect())]);
    tokens.extend(source("= ::core::slice::from_raw_parts"));
    tokens.extend([group(Delimiter::Parenthesis, arguments.into_iter().collect())]);
    tokens.extend(source(";"));
    tokens
}

/// `name:` followed by the text.
fn named(name: &Ident, text: &str) -> TokenStream {
    let mut tokens = TokenStream::from(TokenTree::Ident(name.clone()));
    tokens.extend(source(":"));
    tokens.extend(source(text));
    tokens
}

fn group(delimiter: Delimiter, stream: TokenStream) -> TokenTree {
    TokenTree::Group(Group::new(delimiter, stream))
}

fn source(text: &str) -> TokenStream {
    text.parse().unwrap_or_else(|_| unreachable!("`{text}` is a constant of this file"))
}

/// A call of `compile_error!` that the compiler reports at the refused tokens.
fn compile_error(refusal: &Refusal) -> TokenStream {
    let at = |mut token: TokenTree| {
        token.set_span(refusal.span);
        token
    };
    let message = TokenTree::Literal(Literal::string(refusal.message));
    [
        TokenTree::Ident(Ident::new("compile_error", Span::call_site())),
        Punct::new('!', Spacing::Alone).into(),
        group(Delimiter::Parenthesis, at(message).into()),
        Punct::new(';', Spacing::Alone).into(),
    ]
    .map(at)
    .into_iter()
    .collect()
}
