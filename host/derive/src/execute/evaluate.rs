//! What the host's expressions come to.

use super::fraction::{cast, cast_whole, double, double_method, named, single, single_method};
use super::number::{Computed, HostNumber, Numbers, element};
use super::{HostArray, NotComputed};
use crate::constant;
use crate::device::passed_name;
use crate::print;
use crate::tree::{BinaryOp, Element, Expr, UnaryOp};
use std::collections::BTreeMap;
use warpbench_front::diagnostic::Span;

/// What to write where an expression is beyond the host.
const HELP: &str = "compute it of numbers, elements and sizes, with operators, `as`, `if` and \
                    functions such as `sqrt`, or pass it as a parameter; the generated program \
                    computes anything";

/// What expressions are computed of.
pub(super) struct Evaluator<'e> {
    pub(super) numbers: &'e Numbers,
    pub(super) arrays: &'e BTreeMap<String, HostArray>,
}

impl Evaluator<'_> {
    /// What an expression at a place comes to. `wanted` is the type that it must have, where
    /// that is known.
    pub(super) fn number(&self, expr: &Expr, wanted: Option<Element>, at: Span) -> Computed {
        match expr {
            Expr::At(inner, place) => self.number(inner, wanted, place.0),
            Expr::Literal(text) => self.literal(text, at).map(|own| own.typed(wanted)),
            Expr::Name(name) => self.named(name, at).map(|own| own.typed(wanted)),
            Expr::Unary(UnaryOp::Minus, inner) => {
                let number = match self.number(inner, wanted, at)? {
                    HostNumber::Integer(value) => value.checked_neg().map(HostNumber::Integer),
                    HostNumber::Single(value) => Some(HostNumber::Single(-value)),
                    HostNumber::Double(value) => Some(HostNumber::Double(-value)),
                    HostNumber::Written(text) => Some(HostNumber::Written(negated(&text))),
                };
                number.ok_or_else(|| no_value(expr, at))
            }
            Expr::Unary(UnaryOp::Not, inner) if is_truth(inner) => {
                let holds = self.integer(inner, at)? != 0;
                Ok(HostNumber::Integer(i64::from(!holds)))
            }
            Expr::Unary(UnaryOp::Deref | UnaryOp::Reference, inner) => {
                self.number(inner, wanted, at)
            }
            Expr::Binary(op, left, right) => self.binary(*op, left, right, wanted, at),
            Expr::Index(array, indices) => match indices.as_slice() {
                [index] => self.element(array, index, at),
                _ => Err(beyond(expr, at)),
            },
            Expr::Call(name, arguments) => match (name.split_once("::"), arguments.split_first()) {
                (Some(("f32", method)), Some((receiver, others))) => {
                    self.method(expr, receiver, method, others, Some(Element::F32), at)
                }
                (Some(("f64", method)), Some((receiver, others))) => {
                    self.method(expr, receiver, method, others, Some(Element::F64), at)
                }
                _ => Err(beyond(expr, at)),
            },
            Expr::Method(receiver, name, _) if name == "len" => {
                let array = passed_name(receiver).and_then(|name| self.arrays.get(name));
                let len = array.and_then(|array| i64::try_from(array.len()).ok());
                len.map(HostNumber::Integer).ok_or_else(|| beyond(expr, at))
            }
            Expr::Method(receiver, name, others) => {
                self.method(expr, receiver, name, others, wanted, at)
            }
            Expr::Cast(inner, ty) => self.cast(expr, inner, ty, at),
            Expr::Choice(condition, then, otherwise) => match self.integer(condition, at)? {
                0 => self.number(otherwise, wanted, at),
                _ => self.number(then, wanted, at),
            },
            Expr::Unary(..)
            | Expr::Field(..)
            | Expr::Array(_)
            | Expr::Repeat(..)
            | Expr::Range(..)
            | Expr::Raw(_) => Err(beyond(expr, at)),
        }
    }

    /// A whole number, or a truth.
    pub(super) fn integer(&self, expr: &Expr, at: Span) -> Result<i64, Box<NotComputed>> {
        match self.number(expr, None, at)? {
            HostNumber::Integer(value) => Ok(value),
            HostNumber::Single(_) | HostNumber::Double(_) | HostNumber::Written(_) => {
                Err(beyond(expr, at))
            }
        }
    }

    fn literal(&self, text: &str, at: Span) -> Computed {
        if let Some(value) = constant::literal(text) {
            return Ok(HostNumber::Integer(value));
        }
        let plain = text.replace('_', "");
        let number = if let Some(digits) = plain.strip_suffix("f32") {
            digits.parse().ok().map(HostNumber::Single)
        } else if let Some(digits) = plain.strip_suffix("f64") {
            digits.parse().ok().map(HostNumber::Double)
        } else {
            plain.parse::<f64>().ok().map(|_| HostNumber::Written(plain))
        };
        number.ok_or_else(|| beyond(&Expr::Literal(text.to_owned()), at))
    }

    fn named(&self, name: &str, at: Span) -> Computed {
        if let Some(own) = self.numbers.by_name.get(name) {
            return own.clone().map_err(|error| Box::new(error.needed(name, at)));
        }
        // A number that is passed by reference.
        if let Some(array) = self.arrays.get(name).filter(|array| array.len() == 1) {
            return element(array, 0).ok_or_else(|| beyond(&Expr::name(name), at));
        }
        named(name).ok_or_else(|| {
            let message = format!("`{name}` is no number that is known here");
            Box::new(NotComputed::new(message, at, HELP))
        })
    }

    fn element(&self, array: &str, index: &Expr, at: Span) -> Computed {
        let expr = || Expr::Index(array.to_owned(), vec![index.clone()]);
        let index = self.integer(index, at)?;
        let own = self.arrays.get(array).ok_or_else(|| beyond(&expr(), at))?;
        let found = u64::try_from(index).ok().filter(|index| *index < own.len());
        let Some(found) = found else {
            let message = format!("`{array}` has {} elements and no number {index}", own.len());
            let help = "keep indices below the array's length";
            return Err(Box::new(NotComputed::new(message, at, help)));
        };
        element(own, found as usize).ok_or_else(|| beyond(&expr(), at))
    }

    fn binary(
        &self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        wanted: Option<Element>,
        at: Span,
    ) -> Computed {
        use BinaryOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or, Shl, Shr};
        let is_comparison = matches!(op, Eq | Ne | Lt | Le | Gt | Ge);
        // Literals that nothing says the type of are compared as `f64`.
        let (wanted, default) = match is_comparison {
            true => (None, Some(Element::F64)),
            false => (wanted, None),
        };
        let known = wanted
            .or_else(|| self.fraction_of(left))
            .or_else(|| self.fraction_of(right))
            .or(default);
        let first = self.number(left, known, at)?;
        match (op, &first) {
            (And, HostNumber::Integer(0)) => return Ok(first),
            (Or, HostNumber::Integer(value)) if *value != 0 => return Ok(first),
            _ => {}
        }
        let of_second = if matches!(op, Shl | Shr) { None } else { known };
        let second = self.number(right, of_second, at)?;
        let whole = || Expr::binary(op, left.clone(), right.clone());
        let computed = match (first, second) {
            (HostNumber::Integer(a), HostNumber::Integer(b)) => {
                return constant::binary(op, a, b)
                    .map(HostNumber::Integer)
                    .ok_or_else(|| no_value(&whole(), at));
            }
            (HostNumber::Single(a), HostNumber::Single(b)) => single(op, a, b),
            (HostNumber::Double(a), HostNumber::Double(b)) => double(op, a, b),
            (HostNumber::Written(_), HostNumber::Written(_)) => {
                return Err(no_type(&whole(), at));
            }
            _ => None,
        };
        computed.ok_or_else(|| beyond(&whole(), at))
    }

    /// The type of fractions that an expression is of, where that shows.
    fn fraction_of(&self, expr: &Expr) -> Option<Element> {
        let is_fraction = |element: &Element| matches!(element, Element::F32 | Element::F64);
        match expr {
            Expr::At(inner, _) | Expr::Unary(_, inner) => self.fraction_of(inner),
            Expr::Literal(_) | Expr::Name(_) | Expr::Index(..) => {
                self.number(expr, None, Span::default()).ok()?.fraction()
            }
            Expr::Cast(_, ty) => Element::of(ty).filter(is_fraction),
            Expr::Binary(_, left, right) => {
                self.fraction_of(left).or_else(|| self.fraction_of(right))
            }
            Expr::Method(receiver, _, _) => self.fraction_of(receiver),
            Expr::Call(name, _) => Element::of(name.split_once("::")?.0).filter(is_fraction),
            Expr::Choice(_, then, otherwise) => {
                self.fraction_of(then).or_else(|| self.fraction_of(otherwise))
            }
            Expr::Field(..)
            | Expr::Array(_)
            | Expr::Repeat(..)
            | Expr::Range(..)
            | Expr::Raw(_) => None,
        }
    }

    /// A function that a number has. `expr` is all of it.
    fn method(
        &self,
        expr: &Expr,
        receiver: &Expr,
        name: &str,
        others: &[Expr],
        wanted: Option<Element>,
        at: Span,
    ) -> Computed {
        let parts = std::iter::once(receiver).chain(others);
        let known = wanted.or_else(|| parts.into_iter().find_map(|part| self.fraction_of(part)));
        let own = self.number(receiver, known, at)?;
        let of_others = if name == "powi" { None } else { own.fraction() };
        let others: Result<Vec<HostNumber>, _> =
            others.iter().map(|other| self.number(other, of_others, at)).collect();
        let others = others?;
        let computed = match (&own, others.as_slice()) {
            (HostNumber::Integer(value), others) => {
                let first = others.first().and_then(|other| match other {
                    HostNumber::Integer(value) => Some(*value),
                    _ => None,
                });
                constant::method(*value, name, first).map(HostNumber::Integer)
            }
            (HostNumber::Single(value), [HostNumber::Integer(power)]) if name == "powi" => {
                i32::try_from(*power).ok().map(|power| HostNumber::Single(value.powi(power)))
            }
            (HostNumber::Double(value), [HostNumber::Integer(power)]) if name == "powi" => {
                i32::try_from(*power).ok().map(|power| HostNumber::Double(value.powi(power)))
            }
            (HostNumber::Single(value), others) => {
                let others: Option<Vec<f32>> = others.iter().map(as_single).collect();
                others.and_then(|others| single_method(*value, name, &others))
            }
            (HostNumber::Double(value), others) => {
                let others: Option<Vec<f64>> = others.iter().map(as_double).collect();
                others.and_then(|others| double_method(*value, name, &others))
            }
            (HostNumber::Written(_), _) => return Err(no_type(expr, at)),
        };
        computed.ok_or_else(|| beyond(expr, at))
    }

    fn cast(&self, expr: &Expr, inner: &Expr, ty: &str, at: Span) -> Computed {
        let to = Element::of(ty).ok_or_else(|| beyond(expr, at))?;
        // A literal has the type that it is cast to, if it can; others are `f64`.
        let of_literal = match to {
            Element::F32 => Element::F32,
            _ => Element::F64,
        };
        let computed = match self.number(inner, None, at)?.typed(Some(of_literal)) {
            HostNumber::Integer(value) => cast_whole(value, to),
            HostNumber::Single(value) if to == Element::F32 => Some(HostNumber::Single(value)),
            HostNumber::Single(value) => cast(f64::from(value), to),
            HostNumber::Double(value) => cast(value, to),
            HostNumber::Written(_) => None,
        };
        computed.ok_or_else(|| no_value(expr, at))
    }
}

fn as_single(number: &HostNumber) -> Option<f32> {
    match number {
        HostNumber::Single(value) => Some(*value),
        _ => None,
    }
}

fn as_double(number: &HostNumber) -> Option<f64> {
    match number {
        HostNumber::Double(value) => Some(*value),
        _ => None,
    }
}

fn negated(text: &str) -> String {
    match text.strip_prefix('-') {
        Some(rest) => rest.to_owned(),
        None => format!("-{text}"),
    }
}

/// Whether an expression is true or false, and no number.
fn is_truth(expr: &Expr) -> bool {
    use BinaryOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
    match expr.bare() {
        Expr::Literal(text) => text == "true" || text == "false",
        Expr::Unary(UnaryOp::Not, inner) => is_truth(inner),
        Expr::Binary(op, _, _) => matches!(op, And | Or | Eq | Ne | Lt | Le | Gt | Ge),
        _ => false,
    }
}

fn beyond(expr: &Expr, at: Span) -> Box<NotComputed> {
    let message =
        format!("`{}` is nothing that is computed of the host's numbers here", print::expr(expr));
    Box::new(NotComputed::new(message, at, HELP))
}

fn no_value(expr: &Expr, at: Span) -> Box<NotComputed> {
    let message = format!("`{}` has no value that fits", print::expr(expr));
    let help = "numbers of the host have 64 bits, and nothing can be divided by zero";
    Box::new(NotComputed::new(message, at, help))
}

fn no_type(expr: &Expr, at: Span) -> Box<NotComputed> {
    let message = format!("`{}` is a fraction whose type does not show", print::expr(expr));
    let help = "write it: `1.0_f32`, or `let x: f32 = …`";
    Box::new(NotComputed::new(message, at, help))
}
