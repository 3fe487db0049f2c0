//! From text to a tree: what syn reads, brought into the part of Rust that the
//! translator knows, with directives where they belong.

mod body;
mod directive;
pub(crate) mod expression;

use crate::constant::{self, Values};
use crate::tree::{Constant, Element, Function, Param, Program, Type};
use crate::{Refused, refuse};
use body::BodyReader;
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use syn::spanned::Spanned;
use warpbench_codes::{D0002, S0001};
use warpbench_front::diagnostic::Span;

/// A program with the values of its constants.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    pub program: Program,
    pub constants: Values,
}

/// Reads a file.
pub fn parse(text: &str) -> Result<Parsed, Refused> {
    let tokens: TokenStream = text.parse().map_err(|error: proc_macro2::LexError| {
        refuse(S0001, "this cannot be read", bytes(error.span()))
    })?;
    let file: syn::File = syn::parse2(tokens).map_err(|error| {
        refuse(S0001, format!("this is no Rust: {error}"), bytes(error.span()))
            .help("an annotated program is ordinary Rust; rustc must accept it as it is")
    })?;
    let mut parsed = Parsed::default();
    for item in &file.items {
        if let syn::Item::Const(item) = item {
            read_constant(item, &mut parsed)?;
        }
    }
    for item in &file.items {
        match item {
            syn::Item::Const(_) => {}
            syn::Item::Fn(item) => {
                let function = read_function(item, text, &parsed.constants)?;
                parsed.program.functions.push(function);
            }
            syn::Item::Use(item) if names_directives(&item.tree) => {
                parsed.program.imports.push(bytes(item.span()));
            }
            other => parsed.program.others.push(source(text, bytes(other.span())).to_owned()),
        }
    }
    Ok(parsed)
}

/// Whether a `use` brings only the directives in.
fn names_directives(tree: &syn::UseTree) -> bool {
    matches!(tree, syn::UseTree::Path(path) if path.ident == "warpbench_directives")
}

fn read_constant(item: &syn::ItemConst, parsed: &mut Parsed) -> Result<(), Refused> {
    let value = expression::read(&item.expr, &|name| name.to_owned(), "");
    let name = item.ident.to_string();
    let ty = written(&item.ty);
    if let Some(value) = constant::whole(&value, &ty, &parsed.constants) {
        parsed.constants.insert(name.clone(), value);
    }
    parsed.program.constants.push(Constant { name, ty, value, span: bytes(item.ident.span()) });
    Ok(())
}

fn read_function(item: &syn::ItemFn, text: &str, constants: &Values) -> Result<Function, Refused> {
    let mut params = Vec::new();
    for input in &item.sig.inputs {
        let syn::FnArg::Typed(input) = input else {
            return Err(refuse(D0002, "methods cannot be annotated", bytes(input.span()))
                .help("write a function that takes its data as parameters"));
        };
        let syn::Pat::Ident(name) = &*input.pat else {
            return Err(refuse(D0002, "a parameter needs a name", bytes(input.pat.span()))
                .help("take the parts in variables of their own, inside the function"));
        };
        params.push(Param {
            name: name.ident.to_string(),
            ty: read_type(&input.ty, constants),
            written: source(text, bytes(input.ty.span())).to_owned(),
            span: bytes(name.ident.span()),
        });
    }
    let result = match &item.sig.output {
        syn::ReturnType::Default => None,
        syn::ReturnType::Type(_, ty) => Some(source(text, bytes(ty.span())).to_owned()),
    };
    let names = params.iter().map(|param| param.name.clone());
    let mut reader = BodyReader::new(text, item, names.chain(constants.keys().cloned()));
    Ok(Function {
        name: item.sig.ident.to_string(),
        is_public: matches!(item.vis, syn::Visibility::Public(_)),
        result,
        body: reader.block(&item.block, false)?,
        params,
        span: bytes(item.sig.ident.span()),
        head: head(item),
        inputs: bytes(item.sig.paren_token.span.join()),
        generics: source(text, bytes(item.sig.generics.span())).to_owned(),
        braces: bytes(item.block.span()),
        text: source(text, bytes(item.span())).to_owned(),
    })
}

/// The words before a function's name.
fn head(item: &syn::ItemFn) -> Span {
    let keyword = bytes(item.sig.fn_token.span);
    let visible = match item.vis {
        syn::Visibility::Inherited => keyword,
        _ => bytes(item.vis.span()),
    };
    match (visible.to_range(), keyword.to_range()) {
        (Some(first), Some(last)) => Span::new(first.start as u32, last.end as u32),
        _ => keyword,
    }
}

/// What is known of a type.
pub(crate) fn read_type(ty: &syn::Type, constants: &Values) -> Type {
    match ty {
        syn::Type::Reference(reference) => {
            let is_mutable = reference.mutability.is_some();
            match read_type(&reference.elem, constants) {
                Type::Scalar(element) => Type::Reference { element, is_mutable },
                Type::Slice { element, .. } => Type::Slice { element, is_mutable },
                Type::Array { element, dims, .. } => Type::Array { element, dims, is_mutable },
                Type::Reference { .. } | Type::Other => Type::Other,
            }
        }
        syn::Type::Slice(slice) => match read_type(&slice.elem, constants) {
            Type::Scalar(element) => Type::Slice { element, is_mutable: true },
            _ => Type::Other,
        },
        syn::Type::Array(array) => {
            let len = expression::read(&array.len, &|name| name.to_owned(), "");
            let Some(len) = constant::value(&len, constants) else { return Type::Other };
            match read_type(&array.elem, constants) {
                Type::Scalar(element) => Type::Array { element, dims: vec![len], is_mutable: true },
                Type::Array { element, mut dims, is_mutable } => {
                    dims.insert(0, len);
                    Type::Array { element, dims, is_mutable }
                }
                _ => Type::Other,
            }
        }
        syn::Type::Path(path) => {
            if let Some(element) = element_of_vec(&path.path, constants) {
                return Type::Slice { element, is_mutable: true };
            }
            let element = path.path.get_ident().and_then(|name| Element::of(&name.to_string()));
            element.map_or(Type::Other, Type::Scalar)
        }
        syn::Type::Paren(inner) => read_type(&inner.elem, constants),
        _ => Type::Other,
    }
}

/// What a `Vec` holds.
fn element_of_vec(path: &syn::Path, constants: &Values) -> Option<Element> {
    let last = path.segments.last().filter(|segment| segment.ident == "Vec")?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let syn::GenericArgument::Type(ty) = arguments.args.first()? else { return None };
    match read_type(ty, constants) {
        Type::Scalar(element) => Some(element),
        _ => None,
    }
}

/// A place as bytes of the text.
pub(crate) fn bytes(span: proc_macro2::Span) -> Span {
    let range = span.byte_range();
    Span::new(range.start as u32, range.end as u32)
}

/// The words of a place.
pub(crate) fn source(text: &str, span: Span) -> &str {
    span.to_range().and_then(|range| text.get(range)).unwrap_or_default()
}

/// Every word of a text that may be a name.
pub(crate) fn words(text: &str) -> BTreeSet<String> {
    fn collect(tokens: TokenStream, found: &mut BTreeSet<String>) {
        for token in tokens {
            match token {
                TokenTree::Ident(word) => {
                    found.insert(word.to_string());
                }
                TokenTree::Group(group) => collect(group.stream(), found),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
    let mut found = BTreeSet::new();
    collect(text.parse().unwrap_or_default(), &mut found);
    found
}

/// A type as text, without needing the source.
fn written(ty: &syn::Type) -> String {
    match ty {
        syn::Type::Path(path) => {
            let names = path.path.segments.iter().map(|segment| segment.ident.to_string());
            names.collect::<Vec<_>>().join("::")
        }
        syn::Type::Array(array) => {
            let len = expression::read(&array.len, &|name| name.to_owned(), "");
            format!("[{}; {}]", written(&array.elem), crate::print::expr(&len))
        }
        _ => "_".to_owned(),
    }
}

/// An expression from its text, for tests.
#[cfg(test)]
pub(crate) fn expr_of(text: &str) -> crate::tree::Expr {
    let parsed: syn::Expr = syn::parse_str(text).expect("it is an expression");
    expression::read(&parsed, &|name| name.to_owned(), text)
}
