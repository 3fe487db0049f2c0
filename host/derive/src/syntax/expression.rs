//! Expressions: what the translator reads of them, and the rest as text.

use super::{bytes, source};
use crate::tree::{BinaryOp, Expr, Literal, Place, UnaryOp};
use syn::spanned::Spanned;

/// Reads an expression. `resolve` says what a variable is called in the tree;
/// `text` is the file's, for what is not read.
pub(crate) fn read(expr: &syn::Expr, resolve: &dyn Fn(&str) -> String, text: &str) -> Expr {
    let span = bytes(expr.span());
    let at = |inner: Expr| Expr::At(Box::new(inner), Place(span));
    let read = |inner: &syn::Expr| Box::new(self::read(inner, resolve, text));
    let all = |list: &syn::punctuated::Punctuated<syn::Expr, syn::Token![,]>| {
        list.iter().map(|part| self::read(part, resolve, text)).collect::<Vec<_>>()
    };
    let raw = || Expr::Raw(source(text, span).to_owned());
    let inner = match expr {
        syn::Expr::Lit(literal) => match Literal::read(&literal.lit) {
            Some(literal) => Expr::Literal(literal),
            None => raw(),
        },
        syn::Expr::Path(path) => match path.path.get_ident() {
            Some(name) => Expr::Name(resolve(&name.to_string())),
            None => Expr::Name(path_text(&path.path)),
        },
        syn::Expr::Paren(inner) => return *read(&inner.expr),
        syn::Expr::Group(inner) => return *read(&inner.expr),
        syn::Expr::Unary(unary) => match unary_op(&unary.op) {
            Some(op) => Expr::Unary(op, read(&unary.expr)),
            None => raw(),
        },
        syn::Expr::Reference(reference) => {
            let op = match reference.mutability {
                Some(_) => UnaryOp::MutableReference,
                None => UnaryOp::Reference,
            };
            Expr::Unary(op, read(&reference.expr))
        }
        syn::Expr::Binary(binary) => match binary_op(&binary.op) {
            Some(op) => Expr::Binary(op, read(&binary.left), read(&binary.right)),
            None => raw(),
        },
        syn::Expr::Index(index) => match self::read(&index.expr, resolve, text).bare() {
            Expr::Name(array) => Expr::Index(array.clone(), vec![*read(&index.index)]),
            Expr::Index(array, before) => {
                let mut indices = before.clone();
                indices.push(*read(&index.index));
                Expr::Index(array.clone(), indices)
            }
            _ => raw(),
        },
        syn::Expr::Call(call) => match &*call.func {
            syn::Expr::Path(path) => Expr::Call(path_text(&path.path), all(&call.args)),
            _ => raw(),
        },
        syn::Expr::MethodCall(call) if call.turbofish.is_none() => {
            Expr::Method(read(&call.receiver), call.method.to_string(), all(&call.args))
        }
        syn::Expr::Cast(cast) => match &*cast.ty {
            syn::Type::Path(path) => Expr::Cast(read(&cast.expr), path_text(&path.path)),
            _ => raw(),
        },
        syn::Expr::Field(field) => {
            let name = match &field.member {
                syn::Member::Named(name) => name.to_string(),
                syn::Member::Unnamed(index) => index.index.to_string(),
            };
            Expr::Field(read(&field.base), name)
        }
        syn::Expr::Array(array) => Expr::Array(all(&array.elems)),
        syn::Expr::Repeat(repeat) => Expr::Repeat(read(&repeat.expr), read(&repeat.len)),
        syn::Expr::If(choice) => {
            let (Some(then), Some(otherwise)) =
                (single(&choice.then_branch), choice.else_branch.as_ref())
            else {
                return at(raw());
            };
            let otherwise = match &*otherwise.1 {
                syn::Expr::Block(block) => match single(&block.block) {
                    Some(value) => read(value),
                    None => return at(raw()),
                },
                other => read(other),
            };
            Expr::Choice(read(&choice.cond), read(then), otherwise)
        }
        syn::Expr::Macro(own) if own.mac.path.is_ident("vec") => {
            match syn::parse2::<Filled>(own.mac.tokens.clone()) {
                Ok(filled) => {
                    Expr::Call("vec!".to_owned(), vec![*read(&filled.value), *read(&filled.len)])
                }
                Err(_) => raw(),
            }
        }
        _ => raw(),
    };
    at(inner)
}

/// `vec![value; len]`.
struct Filled {
    value: syn::Expr,
    len: syn::Expr,
}

impl syn::parse::Parse for Filled {
    fn parse(input: syn::parse::ParseStream<'_>) -> syn::Result<Filled> {
        let value = input.parse()?;
        input.parse::<syn::Token![;]>()?;
        Ok(Filled { value, len: input.parse()? })
    }
}

/// The value of a block that has nothing else.
fn single(block: &syn::Block) -> Option<&syn::Expr> {
    match block.stmts.as_slice() {
        [syn::Stmt::Expr(value, None)] => Some(value),
        _ => None,
    }
}

fn path_text(path: &syn::Path) -> String {
    let names: Vec<String> =
        path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    names.join("::")
}

fn unary_op(op: &syn::UnOp) -> Option<UnaryOp> {
    Some(match op {
        syn::UnOp::Deref(_) => UnaryOp::Deref,
        syn::UnOp::Not(_) => UnaryOp::Not,
        syn::UnOp::Neg(_) => UnaryOp::Minus,
        _ => return None,
    })
}

fn binary_op(op: &syn::BinOp) -> Option<BinaryOp> {
    Some(match op {
        syn::BinOp::Add(_) => BinaryOp::Add,
        syn::BinOp::Sub(_) => BinaryOp::Sub,
        syn::BinOp::Mul(_) => BinaryOp::Mul,
        syn::BinOp::Div(_) => BinaryOp::Div,
        syn::BinOp::Rem(_) => BinaryOp::Rem,
        syn::BinOp::And(_) => BinaryOp::And,
        syn::BinOp::Or(_) => BinaryOp::Or,
        syn::BinOp::BitXor(_) => BinaryOp::BitXor,
        syn::BinOp::BitAnd(_) => BinaryOp::BitAnd,
        syn::BinOp::BitOr(_) => BinaryOp::BitOr,
        syn::BinOp::Shl(_) => BinaryOp::Shl,
        syn::BinOp::Shr(_) => BinaryOp::Shr,
        syn::BinOp::Eq(_) => BinaryOp::Eq,
        syn::BinOp::Lt(_) => BinaryOp::Lt,
        syn::BinOp::Le(_) => BinaryOp::Le,
        syn::BinOp::Ne(_) => BinaryOp::Ne,
        syn::BinOp::Ge(_) => BinaryOp::Ge,
        syn::BinOp::Gt(_) => BinaryOp::Gt,
        _ => return None,
    })
}

/// The operator of `a += b` and its kin.
pub(crate) fn assigning_op(op: &syn::BinOp) -> Option<BinaryOp> {
    Some(match op {
        syn::BinOp::AddAssign(_) => BinaryOp::Add,
        syn::BinOp::SubAssign(_) => BinaryOp::Sub,
        syn::BinOp::MulAssign(_) => BinaryOp::Mul,
        syn::BinOp::DivAssign(_) => BinaryOp::Div,
        syn::BinOp::RemAssign(_) => BinaryOp::Rem,
        syn::BinOp::BitXorAssign(_) => BinaryOp::BitXor,
        syn::BinOp::BitAndAssign(_) => BinaryOp::BitAnd,
        syn::BinOp::BitOrAssign(_) => BinaryOp::BitOr,
        syn::BinOp::ShlAssign(_) => BinaryOp::Shl,
        syn::BinOp::ShrAssign(_) => BinaryOp::Shr,
        _ => return None,
    })
}
