//! Expressions.

use super::Literal;
use warpbench_front::diagnostic::Span;
use warpbench_front::rust::hir;

#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A number or `true`.
    Literal(Literal),
    /// A name of a variable or a path such as `f32::MAX`.
    Name(String),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a[i][j]`.
    Index(String, Vec<Expr>),
    Call(String, Vec<Expr>),
    Method(Box<Expr>, String, Vec<Expr>),
    Cast(Box<Expr>, String),
    Field(Box<Expr>, String),
    Array(Vec<Expr>),
    Repeat(Box<Expr>, Box<Expr>),
    /// `if` with a value.
    Choice(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `start..end`, only in what is generated.
    Range(Box<Expr>, Box<Expr>),
    /// An expression with its place in the text; it means what is inside.
    At(Box<Expr>, Place),
    /// What the translator does not read, as it is written.
    Raw(String),
}

/// A span that is equal to every other, so that expressions compare by meaning.
#[derive(Clone, Copy, Debug)]
pub struct Place(pub Span);

impl PartialEq for Place {
    fn eq(&self, _: &Place) -> bool {
        true
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    Minus,
    Not,
    Deref,
    Reference,
    MutableReference,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    And,
    Or,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl BinaryOp {
    /// The operator that computes with two values; of `&&` and `||` there is none.
    pub fn computed(self) -> Option<hir::BinaryOp> {
        Some(match self {
            BinaryOp::Add => hir::BinaryOp::Add,
            BinaryOp::Sub => hir::BinaryOp::Sub,
            BinaryOp::Mul => hir::BinaryOp::Mul,
            BinaryOp::Div => hir::BinaryOp::Div,
            BinaryOp::Rem => hir::BinaryOp::Rem,
            BinaryOp::BitAnd => hir::BinaryOp::BitAnd,
            BinaryOp::BitOr => hir::BinaryOp::BitOr,
            BinaryOp::BitXor => hir::BinaryOp::BitXor,
            BinaryOp::Shl => hir::BinaryOp::Shl,
            BinaryOp::Shr => hir::BinaryOp::Shr,
            BinaryOp::Eq => hir::BinaryOp::Eq,
            BinaryOp::Ne => hir::BinaryOp::Ne,
            BinaryOp::Lt => hir::BinaryOp::Lt,
            BinaryOp::Le => hir::BinaryOp::Le,
            BinaryOp::Gt => hir::BinaryOp::Gt,
            BinaryOp::Ge => hir::BinaryOp::Ge,
            BinaryOp::And | BinaryOp::Or => return None,
        })
    }

    pub fn is_comparison(self) -> bool {
        use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge)
    }

    /// Whether its result is true or false, whatever it is given.
    pub fn is_truth(self) -> bool {
        self.is_comparison() || matches!(self, BinaryOp::And | BinaryOp::Or)
    }
}

impl Expr {
    pub fn number(value: i64) -> Expr {
        Expr::Literal(Literal::number(value))
    }

    pub fn name(name: &str) -> Expr {
        Expr::Name(name.to_owned())
    }

    pub fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
        Expr::Binary(op, Box::new(left), Box::new(right))
    }

    pub fn method(receiver: Expr, name: &str, arguments: Vec<Expr>) -> Expr {
        Expr::Method(Box::new(receiver), name.to_owned(), arguments)
    }

    pub fn cast(expr: Expr, ty: &str) -> Expr {
        Expr::Cast(Box::new(expr), ty.to_owned())
    }

    /// The expression without its place.
    pub fn bare(&self) -> &Expr {
        match self {
            Expr::At(inner, _) => inner.bare(),
            other => other,
        }
    }

    /// Where it stands, if that is known.
    pub fn place(&self) -> Option<Span> {
        match self {
            Expr::At(_, place) => Some(place.0),
            _ => None,
        }
    }

    /// The expressions directly inside of it.
    pub fn parts(&self) -> Vec<&Expr> {
        match self {
            Expr::Literal(_) | Expr::Name(_) | Expr::Raw(_) => Vec::new(),
            Expr::Unary(_, e) | Expr::Cast(e, _) | Expr::Field(e, _) | Expr::At(e, _) => vec![e],
            Expr::Binary(_, a, b) | Expr::Repeat(a, b) | Expr::Range(a, b) => vec![a, b],
            Expr::Index(_, parts) | Expr::Call(_, parts) | Expr::Array(parts) => {
                parts.iter().collect()
            }
            Expr::Method(receiver, _, arguments) => {
                std::iter::once(&**receiver).chain(arguments).collect()
            }
            Expr::Choice(a, b, c) => vec![a, b, c],
        }
    }

    /// The expression with every part replaced, from the inside out.
    pub fn map(&self, f: &mut dyn FnMut(Expr) -> Expr) -> Expr {
        let mut all = |parts: &[Expr]| parts.iter().map(|part| part.map(f)).collect::<Vec<_>>();
        let mapped = match self {
            Expr::Literal(_) | Expr::Name(_) | Expr::Raw(_) => self.clone(),
            Expr::Unary(op, e) => Expr::Unary(*op, Box::new(e.map(f))),
            Expr::Cast(e, ty) => Expr::Cast(Box::new(e.map(f)), ty.clone()),
            Expr::Field(e, name) => Expr::Field(Box::new(e.map(f)), name.clone()),
            Expr::At(e, place) => Expr::At(Box::new(e.map(f)), *place),
            Expr::Binary(op, a, b) => Expr::Binary(*op, Box::new(a.map(f)), Box::new(b.map(f))),
            Expr::Repeat(a, b) => Expr::Repeat(Box::new(a.map(f)), Box::new(b.map(f))),
            Expr::Range(a, b) => Expr::Range(Box::new(a.map(f)), Box::new(b.map(f))),
            Expr::Index(name, parts) => Expr::Index(name.clone(), all(parts)),
            Expr::Call(name, parts) => Expr::Call(name.clone(), all(parts)),
            Expr::Array(parts) => Expr::Array(all(parts)),
            Expr::Method(receiver, name, arguments) => {
                let arguments = all(arguments);
                Expr::Method(Box::new(receiver.map(f)), name.clone(), arguments)
            }
            Expr::Choice(a, b, c) => {
                Expr::Choice(Box::new(a.map(f)), Box::new(b.map(f)), Box::new(c.map(f)))
            }
        };
        f(mapped)
    }

    /// Looks at the expression and everything inside of it.
    pub fn visit(&self, f: &mut dyn FnMut(&Expr)) {
        f(self);
        for part in self.parts() {
            part.visit(f);
        }
    }
}
