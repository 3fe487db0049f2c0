//! Assignments to patterns: `(a, ..) = pair`, `Point { x, .. } = point`.
//!
//! Such an assignment is a `let` with the pattern, whose variables are then assigned
//! to the places one by one, which is how Rust's reference explains it.

use crate::syntax::spans;
use syn::punctuated::Punctuated;
use syn::{Expr, Pat, Token};

/// Whether the left side of an assignment is a pattern that leaves something out, or
/// one with a name.
pub(crate) fn is_partial(syntax: &Expr) -> bool {
    match syntax {
        Expr::Paren(paren) => is_partial(&paren.expr),
        Expr::Array(array) => array.elems.iter().any(|part| is_rest(part) || is_partial(part)),
        Expr::Tuple(tuple) => tuple.elems.iter().any(|part| is_rest(part) || is_partial(part)),
        Expr::Struct(_) => true,
        Expr::Call(call) => structure_of(call).is_some(),
        _ => false,
    }
}

/// The name of the structure of `Point(a, b)`. A function has a small letter.
fn structure_of(call: &syn::ExprCall) -> Option<&syn::Path> {
    let Expr::Path(path) = call.func.as_ref() else { return None };
    let name = path.path.segments.last()?.ident.to_string();
    name.starts_with(char::is_uppercase).then_some(&path.path)
}

/// `..`.
fn is_rest(syntax: &Expr) -> bool {
    matches!(syntax, Expr::Range(range) if range.start.is_none() && range.end.is_none())
}

/// The block that an assignment to a pattern stands for.
pub(crate) fn desugared(syntax: &syn::ExprAssign) -> Expr {
    let mut stores = Vec::new();
    let pattern = pattern_of(&syntax.left, &mut stores);
    let attrs = Vec::new();
    let binding = syn::Local {
        attrs: attrs.clone(),
        let_token: Token![let](syntax.eq_token.span),
        pat: pattern,
        init: Some(syn::LocalInit {
            eq_token: syntax.eq_token,
            expr: syntax.right.clone(),
            diverge: None,
        }),
        semi_token: Token![;](syntax.eq_token.span),
    };
    let mut stmts = vec![syn::Stmt::Local(binding)];
    for (place, name) in stores {
        let value = Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path: name.into() });
        let store = Expr::Assign(syn::ExprAssign {
            attrs: Vec::new(),
            left: Box::new(place),
            eq_token: syntax.eq_token,
            right: Box::new(value),
        });
        stmts.push(syn::Stmt::Expr(store, Some(Token![;](syntax.eq_token.span))));
    }
    let block = syn::Block { brace_token: syn::token::Brace::default(), stmts };
    Expr::Block(syn::ExprBlock { attrs, label: None, block })
}

/// The pattern of an expression, with a variable for each place in it.
fn pattern_of(syntax: &Expr, stores: &mut Vec<(Expr, syn::Ident)>) -> Pat {
    let attrs = Vec::new();
    if let Expr::Range(range) = syntax
        && is_rest(syntax)
    {
        let dot2_token = match range.limits {
            syn::RangeLimits::HalfOpen(dots) => dots,
            syn::RangeLimits::Closed(dots) => Token![..](dots.spans[0]),
        };
        return Pat::Rest(syn::PatRest { attrs, dot2_token });
    }
    if let Expr::Call(call) = syntax
        && let Some(path) = structure_of(call)
    {
        return Pat::TupleStruct(syn::PatTupleStruct {
            attrs,
            qself: None,
            path: path.clone(),
            paren_token: call.paren_token,
            elems: patterns_of(&call.args, stores),
        });
    }
    match syntax {
        Expr::Paren(paren) => pattern_of(&paren.expr, stores),
        Expr::Infer(infer) => {
            Pat::Wild(syn::PatWild { attrs, underscore_token: infer.underscore_token })
        }
        Expr::Tuple(tuple) => Pat::Tuple(syn::PatTuple {
            attrs,
            paren_token: tuple.paren_token,
            elems: patterns_of(&tuple.elems, stores),
        }),
        Expr::Array(array) => Pat::Slice(syn::PatSlice {
            attrs,
            bracket_token: array.bracket_token,
            elems: patterns_of(&array.elems, stores),
        }),
        Expr::Struct(item) => {
            let fields = item.fields.iter().map(|field| syn::FieldPat {
                attrs: Vec::new(),
                member: field.member.clone(),
                colon_token: Some(Token![:](proc_macro2::Span::call_site())),
                pat: Box::new(pattern_of(&field.expr, stores)),
            });
            Pat::Struct(syn::PatStruct {
                attrs,
                qself: None,
                path: item.path.clone(),
                brace_token: item.brace_token,
                fields: fields.collect(),
                rest: item
                    .dot2_token
                    .map(|dot2_token| syn::PatRest { attrs: Vec::new(), dot2_token }),
            })
        }
        place => {
            let name = format!("assigned_{}", stores.len());
            let span = spans::start_of(place);
            let ident = syn::Ident::new(&name, span);
            stores.push((place.clone(), ident.clone()));
            Pat::Ident(syn::PatIdent { attrs, by_ref: None, mutability: None, ident, subpat: None })
        }
    }
}

fn patterns_of(
    parts: &Punctuated<Expr, Token![,]>,
    stores: &mut Vec<(Expr, syn::Ident)>,
) -> Punctuated<Pat, Token![,]> {
    parts.iter().map(|part| pattern_of(part, stores)).collect()
}
