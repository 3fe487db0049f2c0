//! The values of expressions: numbers and truths of the host, in the types that Rust gives
//! them.
//!
//! What is looked for here is what an expression is made of and which types its literals
//! have. What a literal is, what operators and methods make of numbers and where a program
//! would end is the front end's to say ([`Number`]).

use crate::device::passed_name;
use crate::print;
use crate::tree::{BinaryOp, Expr, UnaryOp};
use crate::types::{KnownTypes, type_of};
use warpbench_front::diagnostic::Span;
use warpbench_front::rust::hir;
use warpbench_front::rust::number::{self, Fault, Number};
use warpbench_front::rust::types::{FloatTy, IntTy, Ty};

/// What to write where an expression is beyond the host.
const HELP: &str = "compute it of numbers, elements and sizes, with operators, `as`, `if` and \
                    functions such as `sqrt`, or pass it as a parameter; the generated program \
                    computes anything";

/// A number of the host that could not be computed.
#[derive(Clone, Debug, PartialEq)]
pub struct NotComputed {
    pub message: String,
    /// What cannot be computed.
    pub span: Span,
    pub help: String,
    /// What it is needed for, where that stands elsewhere.
    pub needed: Option<(Span, String)>,
    /// Whether the program itself would end there.
    pub ends_the_program: bool,
}

impl NotComputed {
    pub(crate) fn new(message: String, span: Span, help: &str) -> NotComputed {
        let help = help.to_owned();
        NotComputed { message, span, help, needed: None, ends_the_program: false }
    }

    /// The same, where a variable of it is needed. The last place is the one that counts.
    pub(crate) fn needed(mut self, name: &str, at: Span) -> NotComputed {
        if at != self.span {
            self.needed = Some((at, format!("`{name}` is needed here")));
        }
        self
    }
}

/// What expressions are computed of.
pub(crate) trait Known {
    /// A variable or constant that is a number.
    fn number(&self, name: &str) -> Option<Number>;

    /// Why a variable is no number, where that is known.
    fn why_not(&self, _name: &str) -> Option<NotComputed> {
        None
    }

    /// How long an array is.
    fn len(&self, _array: &str) -> Option<u64> {
        None
    }

    /// An element of an array.
    fn element(&self, _array: &str, _index: u64) -> Option<Number> {
        None
    }

    /// The type of the elements of an array.
    fn element_type(&self, _array: &str) -> Option<Ty> {
        None
    }
}

/// Why an expression has no value, with the part of it that it is about.
#[derive(Debug)]
pub(crate) enum Unknown<'e> {
    /// It is nothing that is computed here.
    Beyond(&'e Expr, Span),
    /// The program would end there.
    Fault(Fault, &'e Expr, Span),
    /// The type of a number in it does not show.
    NoType(&'e Expr, Span),
    /// It is no variable or constant.
    Name(&'e str, Span),
    /// A variable that could not be computed, and where it is used.
    Variable(Box<NotComputed>, &'e str, Span),
    /// An element that an array has not.
    Index { array: &'e str, len: u64, index: i128, at: Span },
    /// What the front end says of a call that the library's text computes.
    Library(String, Span),
}

type Computed<'e> = Result<Number, Unknown<'e>>;

/// Computes expressions.
pub(crate) struct Evaluator<'k> {
    pub(crate) known: &'k dyn Known,
}

impl KnownTypes for Evaluator<'_> {
    fn name(&self, name: &str) -> Option<Ty> {
        self.known.number(name)?.ty()
    }

    fn element(&self, array: &str) -> Option<Ty> {
        self.known.element_type(array)
    }
}

impl Evaluator<'_> {
    /// What an expression at a place comes to. `wanted` is the type that it must have, where
    /// that is known.
    pub(crate) fn number<'e>(&self, expr: &'e Expr, wanted: Option<&Ty>, at: Span) -> Computed<'e> {
        let typed = |number: Number| match wanted {
            Some(ty) => number.typed(ty).map_err(|fault| Unknown::Fault(fault, expr, at)),
            None => Ok(number),
        };
        match expr {
            Expr::At(inner, place) => self.number(inner, wanted, place.0),
            Expr::Literal(literal) => typed((*literal.number).clone()),
            Expr::Name(name) => typed(self.named(name, at)?),
            Expr::Unary(UnaryOp::Minus, inner) => {
                // A literal fits together with its sign: `-128_i8`.
                let is_literal = matches!(inner.bare(), Expr::Literal(_));
                let own = self.number(inner, wanted.filter(|_| !is_literal), at)?;
                typed(own.unary(hir::UnaryOp::Neg).map_err(|fault| faulty(fault, expr, at))?)
            }
            Expr::Unary(UnaryOp::Not, inner) => {
                let own = self.number(inner, wanted, at)?;
                if own.ty().is_none() {
                    return Err(Unknown::NoType(expr, at));
                }
                own.unary(hir::UnaryOp::Not).map_err(|fault| faulty(fault, expr, at))
            }
            Expr::Unary(UnaryOp::Deref | UnaryOp::Reference, inner) => {
                self.number(inner, wanted, at)
            }
            Expr::Binary(op, left, right) => self.binary(*op, left, right, expr, (wanted, at)),
            Expr::Index(array, indices) => match indices.as_slice() {
                [index] => self.element(array, index, expr, at),
                _ => Err(Unknown::Beyond(expr, at)),
            },
            Expr::Call(path, parts) => {
                let own = path.split_once("::").zip(parts.split_first());
                let Some(((ty, name), (receiver, others))) = own else {
                    return Err(Unknown::Beyond(expr, at));
                };
                let ty = number::named_type(ty).ok_or(Unknown::Beyond(expr, at))?;
                match number::result_type(&ty, name) {
                    // `f32::sqrt(2.0)` is `2.0_f32.sqrt()`.
                    Some(_) => self.function((receiver, &ty), name, others, expr, at),
                    None => self.library(expr, at),
                }
            }
            Expr::Method(receiver, name, _) if name == "len" => {
                let len = passed_name(receiver).and_then(|name| self.known.len(name));
                let len = len.map(|len| Number::Int(len.into(), IntTy::Usize));
                len.ok_or(Unknown::Beyond(expr, at))
            }
            Expr::Method(receiver, name, others) => {
                self.method(receiver, name, others, expr, (wanted, at))
            }
            Expr::Cast(inner, ty) => {
                let ty = number::named_type(ty).ok_or(Unknown::Beyond(expr, at))?;
                let own = self.number(inner, None, at)?;
                own.cast(&ty).map_err(|fault| faulty(fault, expr, at))
            }
            Expr::Choice(condition, then, otherwise) => match self.truth(condition, at)? {
                true => self.number(then, wanted, at),
                false => self.number(otherwise, wanted, at),
            },
            Expr::Unary(..)
            | Expr::Field(..)
            | Expr::Array(_)
            | Expr::Repeat(..)
            | Expr::Range(..)
            | Expr::Raw(_) => Err(Unknown::Beyond(expr, at)),
        }
    }

    /// A whole number.
    pub(crate) fn integer<'e>(&self, expr: &'e Expr, at: Span) -> Result<i128, Unknown<'e>> {
        self.number(expr, None, at)?.integer().ok_or(Unknown::Beyond(expr, at))
    }

    pub(crate) fn truth<'e>(&self, expr: &'e Expr, at: Span) -> Result<bool, Unknown<'e>> {
        match self.number(expr, Some(&Ty::Bool), at)? {
            Number::Bool(truth) => Ok(truth),
            _ => Err(Unknown::Beyond(expr, at)),
        }
    }

    fn named<'e>(&self, name: &'e str, at: Span) -> Computed<'e> {
        if let Some(own) = self.known.number(name) {
            return Ok(own);
        }
        if let Some(why) = self.known.why_not(name) {
            return Err(Unknown::Variable(Box::new(why), name, at));
        }
        // A number that is passed by reference.
        let passed = self.known.len(name).filter(|len| *len == 1);
        let passed = passed.and_then(|_| self.known.element(name, 0));
        passed.or_else(|| Number::named(name)).ok_or(Unknown::Name(name, at))
    }

    fn element<'e>(
        &self,
        array: &'e str,
        index: &'e Expr,
        expr: &'e Expr,
        at: Span,
    ) -> Computed<'e> {
        let index = self.integer(index, at)?;
        let len = self.known.len(array).ok_or(Unknown::Beyond(expr, at))?;
        let found = u64::try_from(index).ok().filter(|index| *index < len);
        let found = found.ok_or(Unknown::Index { array, len, index, at })?;
        self.known.element(array, found).ok_or(Unknown::Beyond(expr, at))
    }

    /// An operator. `expr` is all of it.
    fn binary<'e>(
        &self,
        op: BinaryOp,
        left: &'e Expr,
        right: &'e Expr,
        expr: &'e Expr,
        (wanted, at): (Option<&Ty>, Span),
    ) -> Computed<'e> {
        let op = match op {
            BinaryOp::And => {
                return Ok(Number::Bool(self.truth(left, at)? && self.truth(right, at)?));
            }
            BinaryOp::Or => {
                return Ok(Number::Bool(self.truth(left, at)? || self.truth(right, at)?));
            }
            other => other.computed().ok_or(Unknown::Beyond(expr, at))?,
        };
        let is_shift = matches!(op, hir::BinaryOp::Shl | hir::BinaryOp::Shr);
        let is_comparison = is_comparison(op);
        let wanted = wanted.filter(|_| !is_comparison).cloned();
        let known = wanted.or_else(|| type_of(left, self));
        let known = known.or_else(|| type_of(right, self).filter(|_| !is_shift));
        let first = self.number(left, known.as_ref(), at)?;
        let second = self.number(right, known.as_ref().filter(|_| !is_shift), at)?;
        let (first, second) = match (first, second) {
            // Literals that nothing says the type of are compared as `f64`.
            (first @ Number::OpenFloat(_), second @ Number::OpenFloat(_)) if is_comparison => {
                let double = Ty::Float(FloatTy::F64);
                let typed = |own: Number| own.typed(&double);
                let typed = typed(first).and_then(|first| Ok((first, typed(second)?)));
                typed.map_err(|fault| faulty(fault, expr, at))?
            }
            (Number::OpenFloat(_), Number::OpenFloat(_)) => {
                return Err(Unknown::NoType(expr, at));
            }
            other => other,
        };
        first.binary(op, second).map_err(|fault| faulty(fault, expr, at))
    }

    /// A function that a number has. `expr` is all of it.
    fn method<'e>(
        &self,
        receiver: &'e Expr,
        name: &str,
        others: &'e [Expr],
        expr: &'e Expr,
        (wanted, at): (Option<&Ty>, Span),
    ) -> Computed<'e> {
        let shown = type_of(receiver, self);
        // The result is wanted, and a method of the machine whose result has another type
        // says nothing of its number.
        let wanted = wanted.filter(|ty| number::result_type(ty, name).as_ref() == Some(*ty));
        let known = shown.or_else(|| wanted.cloned());
        let known = known.or_else(|| others.iter().find_map(|other| type_of(other, self)));
        let own = match self.number(receiver, known.as_ref(), at) {
            Ok(own) if own.has_method(name) => own,
            Ok(own) if own.ty().is_none() => return Err(Unknown::NoType(expr, at)),
            // What is no number before a method may be one after it: `checked_sub(1)`.
            Ok(_) | Err(Unknown::Beyond(..)) => return self.library(expr, at),
            Err(other) => return Err(other),
        };
        self.computed(own, name, others, expr, at)
    }

    /// A method that is called by the path of its type.
    fn function<'e>(
        &self,
        (receiver, ty): (&'e Expr, &Ty),
        name: &str,
        others: &'e [Expr],
        expr: &'e Expr,
        at: Span,
    ) -> Computed<'e> {
        let own = self.number(receiver, Some(ty), at)?;
        self.computed(own, name, others, expr, at)
    }

    fn computed<'e>(
        &self,
        own: Number,
        name: &str,
        others: &'e [Expr],
        expr: &'e Expr,
        at: Span,
    ) -> Computed<'e> {
        let others = others.iter().enumerate().map(|(place, other)| {
            let param = own.ty().and_then(|ty| number::argument_type(&ty, name, place));
            self.number(other, param.as_ref(), at)
        });
        let others: Vec<Number> = others.collect::<Result<_, _>>()?;
        own.method(name, &others).map_err(|fault| faulty(fault, expr, at))
    }

    /// What the library's own text computes, with numbers in place of what they are made of.
    fn library<'e>(&self, expr: &'e Expr, at: Span) -> Computed<'e> {
        let mut text = String::new();
        self.write(expr, at, &mut text)?;
        number::evaluate(&text).map_err(|said| match said.first() {
            Some(first) => Unknown::Library(first.message.clone(), at),
            None => Unknown::Beyond(expr, at),
        })
    }

    fn write<'e>(&self, expr: &'e Expr, at: Span, text: &mut String) -> Result<(), Unknown<'e>> {
        let others = match expr {
            Expr::At(inner, place) => return self.write(inner, place.0, text),
            Expr::Method(receiver, name, others) if name != "len" => {
                self.write(receiver, at, text)?;
                *text += &format!(".{name}(");
                others
            }
            Expr::Call(path, parts) if number::is_function(path) => {
                *text += path;
                text.push('(');
                parts
            }
            other => {
                *text += &self.number(other, None, at)?.to_string();
                return Ok(());
            }
        };
        for other in others {
            self.write(other, at, text)?;
            text.push(',');
        }
        text.push(')');
        Ok(())
    }
}

fn is_comparison(op: hir::BinaryOp) -> bool {
    use hir::BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(op, Eq | Ne | Lt | Le | Gt | Ge)
}

fn faulty(fault: Fault, expr: &Expr, at: Span) -> Unknown<'_> {
    match fault {
        Fault::NotComputed => Unknown::Beyond(expr, at),
        fault => Unknown::Fault(fault, expr, at),
    }
}

/// For whoever reads it.
impl From<Unknown<'_>> for NotComputed {
    fn from(unknown: Unknown<'_>) -> NotComputed {
        match unknown {
            Unknown::Beyond(expr, at) => {
                let shown = print::expr(expr);
                let message =
                    format!("`{shown}` is nothing that is computed of the host's numbers here");
                NotComputed::new(message, at, HELP)
            }
            Unknown::Fault(fault, expr, at) => {
                let message = format!("`{}` has no value that fits: {fault}", print::expr(expr));
                let help = "the program itself ends here; use a wider type, or look before it";
                NotComputed { ends_the_program: true, ..NotComputed::new(message, at, help) }
            }
            Unknown::NoType(expr, at) => {
                let message =
                    format!("`{}` is a number whose type does not show", print::expr(expr));
                let help = "write it: `1.0_f32`, `5_usize`, or `let x: f32 = …`";
                NotComputed::new(message, at, help)
            }
            Unknown::Name(name, at) => {
                let message = format!("`{name}` is no number that is known here");
                NotComputed::new(message, at, HELP)
            }
            Unknown::Variable(own, name, at) => own.needed(name, at),
            Unknown::Index { array, len, index, at } => {
                let message = format!("`{array}` has {len} elements and no number {index}");
                let help = "keep indices below the array's length";
                NotComputed { ends_the_program: true, ..NotComputed::new(message, at, help) }
            }
            Unknown::Library(message, at) => NotComputed::new(message, at, HELP),
        }
    }
}
