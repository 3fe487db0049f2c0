//! Numbers of a program's host, in the types that Rust gives them, and what Rust computes of
//! them.
//!
//! Whoever carries out what a program does beside its kernels uses these, so that a literal,
//! an operator or a method has one meaning in the workbench. Addresses of the host have 64
//! bits, where those of kernels have 32.

pub use warpbench_hir::arithmetic::Fault;

use warpbench_hir::arithmetic;
use warpbench_source::diagnostic::Diagnostic;

use crate::constants::item::value_of;
use crate::expressions::literal::{library_constant, number as literal_number};
use crate::expressions::number_methods::{like, method};
use crate::typing::written::primitive;
use std::fmt;
use warpbench_hir::types::{FloatTy, IntTy, Ty};
use warpbench_hir::{BinaryOp, ConstValue, UnaryOp};

/// Functions of integers whose results are the same in every type that holds them.
const OF_ANY_TYPE: [&str; 9] = [
    "min",
    "max",
    "clamp",
    "abs",
    "pow",
    "div_ceil",
    "div_euclid",
    "rem_euclid",
    "next_multiple_of",
];

/// A number or a truth.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    Bool(bool),
    /// An integer; of a `u128`, its bits.
    Int(i128, IntTy),
    /// A float; of an `f32`, one that it can hold.
    Float(f64, FloatTy),
    /// An integer whose type does not show yet: `5`.
    OpenInt(i128),
    /// The digits of a float whose type does not show yet, which are rounded once: `0.1`.
    OpenFloat(String),
}

impl Number {
    /// A literal, if it is one of a number or a truth.
    pub fn literal(literal: &syn::Lit) -> Option<Number> {
        match literal {
            syn::Lit::Bool(truth) => Some(Number::Bool(truth.value)),
            syn::Lit::Byte(byte) => Some(Number::Int(byte.value().into(), IntTy::U8)),
            syn::Lit::Int(int) => match int.suffix() {
                "" => int.base10_parse().ok().map(Number::OpenInt),
                suffix => match named_type(suffix)? {
                    Ty::Int(own) => {
                        let ty = Ty::Int(own);
                        Some(Number::Int(literal_number(int.base10_digits(), &ty), own))
                    }
                    ty => Number::OpenFloat(int.base10_digits().to_owned()).typed(&ty).ok(),
                },
            },
            syn::Lit::Float(float) => {
                let open = Number::OpenFloat(float.base10_digits().to_owned());
                match float.suffix() {
                    "" => Some(open),
                    suffix => open.typed(&named_type(suffix)?).ok(),
                }
            }
            _ => None,
        }
    }

    /// A number that the library names: `u32::MAX`, `std::f32::consts::PI`.
    pub fn named(path: &str) -> Option<Number> {
        let own = path.strip_prefix("std::").or_else(|| path.strip_prefix("core::"));
        let (ty, name) = own.unwrap_or(path).split_once("::")?;
        let ty = named_type(ty)?;
        let (found, value) = library_constant(&ty, name)?;
        Number::of(value, &found)
    }

    fn of(value: ConstValue, ty: &Ty) -> Option<Number> {
        match (value, ty) {
            (ConstValue::Bool(truth), Ty::Bool) => Some(Number::Bool(truth)),
            (ConstValue::Int(value), Ty::Int(int)) => Some(Number::Int(value, *int)),
            (ConstValue::Float(value), Ty::Float(float)) => Some(Number::Float(value, *float)),
            _ => None,
        }
    }

    /// Its value, where its type shows.
    fn value(&self) -> Option<ConstValue> {
        match self {
            Number::Bool(truth) => Some(ConstValue::Bool(*truth)),
            Number::Int(value, _) => Some(ConstValue::Int(*value)),
            Number::Float(value, _) => Some(ConstValue::Float(*value)),
            Number::OpenInt(_) | Number::OpenFloat(_) => None,
        }
    }

    /// Its type, where that shows.
    pub fn ty(&self) -> Option<Ty> {
        match self {
            Number::Bool(_) => Some(Ty::Bool),
            Number::Int(_, int) => Some(Ty::Int(*int)),
            Number::Float(_, float) => Some(Ty::Float(*float)),
            Number::OpenInt(_) | Number::OpenFloat(_) => None,
        }
    }

    /// The integer, whatever its type.
    pub fn integer(&self) -> Option<i128> {
        match self {
            Number::Int(value, IntTy::U128) => i128::try_from(*value as u128).ok(),
            Number::Int(value, _) | Number::OpenInt(value) => Some(*value),
            Number::Bool(_) | Number::Float(..) | Number::OpenFloat(_) => None,
        }
    }

    /// The number in the type that it turns out to have. One whose type shows stays what
    /// it is.
    pub fn typed(self, ty: &Ty) -> Result<Number, Fault> {
        match (self, ty) {
            (Number::OpenInt(value), Ty::Int(int)) => match int.holds(value) {
                true => Ok(Number::Int(value, *int)),
                false => Err(Fault::Overflow { int: *int, value: Some(value) }),
            },
            (Number::OpenFloat(digits), Ty::Float(float)) => {
                let value = match float {
                    FloatTy::F32 => digits.parse::<f32>().map(f64::from),
                    FloatTy::F16 | FloatTy::F64 => digits.parse().map(|own| float.round(own)),
                };
                value.map(|own| Number::Float(own, *float)).map_err(|_| Fault::NotComputed)
            }
            (other, _) => Ok(other),
        }
    }

    /// `-x` and `!x`.
    pub fn unary(self, op: UnaryOp) -> Result<Number, Fault> {
        match (op, self) {
            (UnaryOp::Neg, Number::OpenInt(value)) => {
                value.checked_neg().map(Number::OpenInt).ok_or(Fault::NotComputed)
            }
            (UnaryOp::Neg, Number::OpenFloat(digits)) => {
                Ok(Number::OpenFloat(match digits.strip_prefix('-') {
                    Some(digits) => digits.to_owned(),
                    None => format!("-{digits}"),
                }))
            }
            (op, own) => {
                let (Some(value), Some(ty)) = (own.value(), own.ty()) else {
                    return Err(Fault::NotComputed);
                };
                Number::of(arithmetic::unary(op, value, &ty)?, &ty).ok_or(Fault::NotComputed)
            }
        }
    }

    /// An operator on two numbers. Where the type of one does not show, it is the other's;
    /// where neither does, whole numbers are computed without a bound.
    pub fn binary(self, op: BinaryOp, right: Number) -> Result<Number, Fault> {
        let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        if let (Number::OpenInt(left), Number::OpenInt(right)) = (&self, &right) {
            let value = arithmetic::binary(
                op,
                ConstValue::Int(*left),
                ConstValue::Int(*right),
                &Ty::Int(IntTy::I128),
            );
            return match value? {
                ConstValue::Int(value) => Ok(Number::OpenInt(value)),
                ConstValue::Bool(truth) => Ok(Number::Bool(truth)),
                ConstValue::Float(_) | ConstValue::Many(_) => Err(Fault::NotComputed),
            };
        }
        let (left, right) = match (self.ty(), right.ty()) {
            _ if is_shift => (self, right.typed(&Ty::I32)?),
            (Some(ty), None) => (self, right.typed(&ty)?),
            (None, Some(ty)) => (self.typed(&ty)?, right),
            _ => (self, right),
        };
        let (Some(ty), Some(of_right)) = (left.ty(), right.ty()) else {
            return Err(Fault::NotComputed);
        };
        let (Some(first), Some(second)) = (left.value(), right.value()) else {
            return Err(Fault::NotComputed);
        };
        if !is_shift && ty != of_right {
            return Err(Fault::NotComputed);
        }
        let value = arithmetic::binary(op, first, second, &ty)?;
        let ty = if matches!(value, ConstValue::Bool(_)) { Ty::Bool } else { ty };
        Number::of(value, &ty).ok_or(Fault::NotComputed)
    }

    /// Whether the machine has this function for its type.
    pub fn has_method(&self, name: &str) -> bool {
        match self.ty() {
            Some(ty) => method(&ty, name).is_some(),
            None => matches!(self, Number::OpenInt(_)) && OF_ANY_TYPE.contains(&name),
        }
    }

    /// A function that its type has, with what is passed besides.
    pub fn method(self, name: &str, others: &[Number]) -> Result<Number, Fault> {
        let Some(ty) = self.ty() else { return self.open_method(name, others) };
        let found = method(&ty, name).ok_or(Fault::NotComputed)?;
        if found.params.len() != others.len() {
            return Err(Fault::NotComputed);
        }
        let mut values = vec![self.value().ok_or(Fault::NotComputed)?];
        for (other, param) in others.iter().zip(found.params) {
            let other = other.clone().typed(&like(&ty, *param))?;
            values.push(other.value().ok_or(Fault::NotComputed)?);
        }
        let value = arithmetic::math(found.math, &values, &ty)?;
        Number::of(value, &like(&ty, found.result)).ok_or(Fault::NotComputed)
    }

    /// A function of a number whose type does not show, where all types agree on it.
    fn open_method(self, name: &str, others: &[Number]) -> Result<Number, Fault> {
        if !self.has_method(name) {
            return Err(Fault::NotComputed);
        }
        let is_natural = |own: &Number| own.integer().is_some_and(|value| value >= 0);
        let all_natural = is_natural(&self) && others.iter().all(is_natural);
        let widest = if all_natural && name != "abs" { IntTy::U64 } else { IntTy::I64 };
        let value = self.typed(&Ty::Int(widest))?.method(name, others)?;
        value.integer().map(Number::OpenInt).ok_or(Fault::NotComputed)
    }

    /// `x as ty`. A float whose type does not show is taken for one of the type that it
    /// becomes, as rustc does, or of 64 bits.
    pub fn cast(self, to: &Ty) -> Result<Number, Fault> {
        let own = match self {
            Number::OpenFloat(digits) => {
                let float = if matches!(to, Ty::Float(_)) { to } else { &Ty::Float(FloatTy::F64) };
                Number::OpenFloat(digits).typed(float)?
            }
            Number::OpenInt(value) => Number::Int(value, IntTy::I128),
            other => other,
        };
        let (Some(value), Some(from)) = (own.value(), own.ty()) else {
            return Err(Fault::NotComputed);
        };
        let value = arithmetic::cast(value, &from, to);
        value.and_then(|value| Number::of(value, to)).ok_or(Fault::NotComputed)
    }
}

/// As a literal that an expression for [`evaluate`] may hold.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Bool(truth) => write!(f, "{truth}"),
            Number::Int(value, IntTy::U128) => write!(f, "{}_u128", *value as u128),
            Number::Int(value, int) => write!(f, "({value}_{})", int.name()),
            Number::Float(value, float) if value.is_nan() => write!(f, "{}::NAN", float.name()),
            Number::Float(value, float) if value.is_infinite() => {
                let sign = if *value < 0.0 { "NEG_" } else { "" };
                write!(f, "{}::{sign}INFINITY", float.name())
            }
            Number::Float(value, float) => write!(f, "({value:?}_{})", float.name()),
            Number::OpenInt(value) => write!(f, "({value})"),
            Number::OpenFloat(digits) => write!(f, "({digits})"),
        }
    }
}

/// The type of numbers or truths of a name.
pub fn named_type(name: &str) -> Option<Ty> {
    primitive(name)
}

/// The type of the argument of a method of this type, by position.
pub fn argument_type(ty: &Ty, name: &str, at: usize) -> Option<Ty> {
    let found = method(ty, name)?;
    found.params.get(at).map(|param| like(ty, *param))
}

/// The type of what a method of this type returns, where the machine has it.
pub fn result_type(ty: &Ty, name: &str) -> Option<Ty> {
    Some(like(ty, method(ty, name)?.result))
}

/// Whether a path is that of a function of a type of numbers: `f32::sqrt`.
pub fn is_function(path: &str) -> bool {
    path.split_once("::").is_some_and(|(ty, _)| named_type(ty).is_some())
}

/// The value of an expression that names nothing but the library. What the machine has no
/// function for is computed by the library's own text.
pub fn evaluate(text: &str) -> Result<Number, Vec<Diagnostic>> {
    let (value, ty) = value_of(text)?;
    Number::of(value, &ty).ok_or_else(Vec::new)
}
