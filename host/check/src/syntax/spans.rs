//! Places of pieces of syntax in the text.
//!
//! syn can tell the place of any piece, but it prints the piece to do so, which
//! is slow for whole bodies. An expression's first and last token are found
//! here by walking down its edges.

use naga::Span;
use syn::spanned::Spanned;
use syn::{Expr, Path, PathArguments, Type, UnOp};

/// A place as bytes of the text.
pub(crate) fn bytes(span: proc_macro2::Span) -> Span {
    let range = span.byte_range();
    Span::new(range.start as u32, range.end as u32)
}

/// The place of a piece of syntax that is not large.
pub(crate) fn of(syntax: &impl Spanned) -> Span {
    bytes(syntax.span())
}

/// From the first place to the end of the second.
pub(crate) fn to(first: Span, last: Span) -> Span {
    match (first.to_range(), last.to_range()) {
        (Some(first), Some(last)) => {
            Span::new(first.start as u32, last.end.max(first.start) as u32)
        }
        _ => first,
    }
}

/// The place of an expression.
pub(crate) fn of_expr(expr: &Expr) -> Span {
    let (first, last) = (first(expr), last(expr));
    // Looking up a place takes time: once for both, where they lie in one text.
    match first.join(last) {
        Some(whole) => bytes(whole),
        None => to(bytes(first), bytes(last)),
    }
}

/// Where an expression begins.
pub(crate) fn start_of(expr: &Expr) -> proc_macro2::Span {
    first(expr)
}

fn first(expr: &Expr) -> proc_macro2::Span {
    match expr {
        Expr::Array(e) => e.bracket_token.span.open(),
        Expr::Assign(e) => first(&e.left),
        Expr::Binary(e) => first(&e.left),
        Expr::Block(e) => {
            e.label.as_ref().map_or(e.block.brace_token.span.open(), |l| l.name.apostrophe)
        }
        Expr::Break(e) => e.break_token.span,
        Expr::Call(e) => first(&e.func),
        Expr::Cast(e) => first(&e.expr),
        Expr::Field(e) => first(&e.base),
        Expr::ForLoop(e) => e.label.as_ref().map_or(e.for_token.span, |l| l.name.apostrophe),
        Expr::If(e) => e.if_token.span,
        Expr::Index(e) => first(&e.expr),
        Expr::Lit(e) => e.lit.span(),
        Expr::Loop(e) => e.label.as_ref().map_or(e.loop_token.span, |l| l.name.apostrophe),
        Expr::Match(e) => e.match_token.span,
        Expr::MethodCall(e) => first(&e.receiver),
        Expr::Paren(e) => e.paren_token.span.open(),
        Expr::Path(e) if e.qself.is_none() => first_of_path(&e.path),
        Expr::Reference(e) => e.and_token.span,
        Expr::Repeat(e) => e.bracket_token.span.open(),
        Expr::Return(e) => e.return_token.span,
        Expr::Struct(e) if e.qself.is_none() => first_of_path(&e.path),
        Expr::Tuple(e) => e.paren_token.span.open(),
        Expr::Unary(e) => match &e.op {
            UnOp::Deref(token) => token.span,
            UnOp::Not(token) => token.span,
            UnOp::Neg(token) => token.span,
            other => other.span(),
        },
        Expr::Unsafe(e) => e.unsafe_token.span,
        Expr::While(e) => e.label.as_ref().map_or(e.while_token.span, |l| l.name.apostrophe),
        Expr::Range(e) => match &e.start {
            Some(start) => first(start),
            None => e.limits.span(),
        },
        other => other.span(),
    }
}

fn last(expr: &Expr) -> proc_macro2::Span {
    match expr {
        Expr::Array(e) => e.bracket_token.span.close(),
        Expr::Assign(e) => last(&e.right),
        Expr::Binary(e) => last(&e.right),
        Expr::Block(e) => e.block.brace_token.span.close(),
        Expr::Break(e) => match (&e.expr, &e.label) {
            (Some(value), _) => last(value),
            (None, Some(label)) => label.ident.span(),
            (None, None) => e.break_token.span,
        },
        Expr::Call(e) => e.paren_token.span.close(),
        Expr::Cast(e) => match &*e.ty {
            Type::Path(ty) => last_of_path(&ty.path),
            ty => ty.span(),
        },
        Expr::Field(e) => e.member.span(),
        Expr::ForLoop(e) => e.body.brace_token.span.close(),
        Expr::If(e) => match &e.else_branch {
            Some((_, branch)) => last(branch),
            None => e.then_branch.brace_token.span.close(),
        },
        Expr::Index(e) => e.bracket_token.span.close(),
        Expr::Lit(e) => e.lit.span(),
        Expr::Loop(e) => e.body.brace_token.span.close(),
        Expr::Match(e) => e.brace_token.span.close(),
        Expr::MethodCall(e) => e.paren_token.span.close(),
        Expr::Paren(e) => e.paren_token.span.close(),
        Expr::Path(e) => last_of_path(&e.path),
        Expr::Reference(e) => last(&e.expr),
        Expr::Repeat(e) => e.bracket_token.span.close(),
        Expr::Return(e) => e.expr.as_ref().map_or(e.return_token.span, |value| last(value)),
        Expr::Struct(e) => e.brace_token.span.close(),
        Expr::Tuple(e) => e.paren_token.span.close(),
        Expr::Unary(e) => last(&e.expr),
        Expr::Unsafe(e) => e.block.brace_token.span.close(),
        Expr::While(e) => e.body.brace_token.span.close(),
        Expr::Range(e) => match &e.end {
            Some(end) => last(end),
            None => e.limits.span(),
        },
        other => other.span(),
    }
}

fn first_of_path(path: &Path) -> proc_macro2::Span {
    match (path.leading_colon, path.segments.first()) {
        (None, Some(segment)) => segment.ident.span(),
        _ => path.span(),
    }
}

fn last_of_path(path: &Path) -> proc_macro2::Span {
    match path.segments.last().map(|segment| (&segment.arguments, &segment.ident)) {
        Some((PathArguments::None, name)) => name.span(),
        Some((PathArguments::AngleBracketed(arguments), _)) => arguments.gt_token.span,
        _ => path.span(),
    }
}
