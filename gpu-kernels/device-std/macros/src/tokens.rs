//! Pieces that the macros put together.

use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

/// What is wrong with the tokens that a macro was given, and where.
pub(crate) struct Refusal {
    pub(crate) span: Span,
    pub(crate) message: String,
}

impl Refusal {
    pub(crate) fn at(token: &TokenTree, message: &str) -> Refusal {
        Refusal { span: token.span(), message: message.to_owned() }
    }

    /// A call of `compile_error!` that the compiler reports at the refused
    /// tokens.
    pub(crate) fn to_error(&self) -> TokenStream {
        let at = |mut token: TokenTree| {
            token.set_span(self.span);
            token
        };
        let message = TokenTree::Literal(Literal::string(&self.message));
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
}

pub(crate) fn group(delimiter: Delimiter, stream: TokenStream) -> TokenTree {
    TokenTree::Group(Group::new(delimiter, stream))
}

/// The tokens of a text that a macro itself writes.
pub(crate) fn source(text: &str) -> TokenStream {
    text.parse().unwrap_or_else(|_| unreachable!("`{text}` is written by this crate"))
}

/// A name of a variable that nobody else can mean.
pub(crate) fn own_name(text: &str) -> TokenTree {
    TokenTree::Ident(Ident::new(text, Span::mixed_site()))
}
