//! Fractions of the host: what operators and functions make of them, in their own type.

use super::number::HostNumber;
use crate::tree::{BinaryOp, Element};

/// Functions of a type of fractions, which are the same words in both.
macro_rules! arithmetic {
    ($type:ident, $variant:ident, $binary:ident, $method:ident) => {
        pub(super) fn $binary(op: BinaryOp, left: $type, right: $type) -> Option<HostNumber> {
            let truth = |holds: bool| Some(HostNumber::Integer(i64::from(holds)));
            let number = |value: $type| Some(HostNumber::$variant(value));
            match op {
                BinaryOp::Add => number(left + right),
                BinaryOp::Sub => number(left - right),
                BinaryOp::Mul => number(left * right),
                BinaryOp::Div => number(left / right),
                BinaryOp::Rem => number(left % right),
                BinaryOp::Eq => truth(left == right),
                BinaryOp::Ne => truth(left != right),
                BinaryOp::Lt => truth(left < right),
                BinaryOp::Le => truth(left <= right),
                BinaryOp::Gt => truth(left > right),
                BinaryOp::Ge => truth(left >= right),
                BinaryOp::BitAnd
                | BinaryOp::BitOr
                | BinaryOp::BitXor
                | BinaryOp::Shl
                | BinaryOp::Shr
                | BinaryOp::And
                | BinaryOp::Or => None,
            }
        }

        /// A function of the type, with what is passed besides.
        pub(super) fn $method(value: $type, name: &str, others: &[$type]) -> Option<HostNumber> {
            let number = match (name, others) {
                ("abs", []) => value.abs(),
                ("sqrt", []) => value.sqrt(),
                ("cbrt", []) => value.cbrt(),
                ("floor", []) => value.floor(),
                ("ceil", []) => value.ceil(),
                ("round", []) => value.round(),
                ("trunc", []) => value.trunc(),
                ("fract", []) => value.fract(),
                ("signum", []) => value.signum(),
                ("recip", []) => value.recip(),
                ("exp", []) => value.exp(),
                ("exp2", []) => value.exp2(),
                ("ln", []) => value.ln(),
                ("log2", []) => value.log2(),
                ("log10", []) => value.log10(),
                ("sin", []) => value.sin(),
                ("cos", []) => value.cos(),
                ("tan", []) => value.tan(),
                ("asin", []) => value.asin(),
                ("acos", []) => value.acos(),
                ("atan", []) => value.atan(),
                ("tanh", []) => value.tanh(),
                ("to_radians", []) => value.to_radians(),
                ("to_degrees", []) => value.to_degrees(),
                ("min", [other]) => value.min(*other),
                ("max", [other]) => value.max(*other),
                ("powf", [other]) => value.powf(*other),
                ("atan2", [other]) => value.atan2(*other),
                ("hypot", [other]) => value.hypot(*other),
                ("copysign", [other]) => value.copysign(*other),
                ("rem_euclid", [other]) => value.rem_euclid(*other),
                ("mul_add", [factor, more]) => value.mul_add(*factor, *more),
                ("clamp", [low, high]) if low <= high => value.clamp(*low, *high),
                _ => return None,
            };
            Some(HostNumber::$variant(number))
        }
    };
}

arithmetic!(f32, Single, single, single_method);
arithmetic!(f64, Double, double, double_method);

/// A number that the library names, such as `f32::MAX` or `std::f64::consts::PI`.
pub(super) fn named(path: &str) -> Option<HostNumber> {
    let path = path.strip_prefix("std::").or_else(|| path.strip_prefix("core::")).unwrap_or(path);
    let (ty, name) = path.split_once("::")?;
    let single = match name {
        "MAX" => f32::MAX,
        "MIN" => f32::MIN,
        "EPSILON" => f32::EPSILON,
        "MIN_POSITIVE" => f32::MIN_POSITIVE,
        "INFINITY" => f32::INFINITY,
        "NEG_INFINITY" => f32::NEG_INFINITY,
        "NAN" => f32::NAN,
        "consts::PI" => std::f32::consts::PI,
        "consts::TAU" => std::f32::consts::TAU,
        "consts::E" => std::f32::consts::E,
        "consts::SQRT_2" => std::f32::consts::SQRT_2,
        "consts::LN_2" => std::f32::consts::LN_2,
        _ => return None,
    };
    let double = match name {
        "MAX" => f64::MAX,
        "MIN" => f64::MIN,
        "EPSILON" => f64::EPSILON,
        "MIN_POSITIVE" => f64::MIN_POSITIVE,
        "consts::PI" => std::f64::consts::PI,
        "consts::TAU" => std::f64::consts::TAU,
        "consts::E" => std::f64::consts::E,
        "consts::SQRT_2" => std::f64::consts::SQRT_2,
        "consts::LN_2" => std::f64::consts::LN_2,
        // What is left is no number of a precision.
        _ => f64::from(single),
    };
    match ty {
        "f32" => Some(HostNumber::Single(single)),
        "f64" => Some(HostNumber::Double(double)),
        _ => None,
    }
}

/// A fraction as a number of another type, as `as` does it.
pub(super) fn cast(value: f64, to: Element) -> Option<HostNumber> {
    let whole = match to {
        Element::F32 => return Some(HostNumber::Single(value as f32)),
        Element::F64 => return Some(HostNumber::Double(value)),
        Element::I8 => i64::from(value as i8),
        Element::I16 => i64::from(value as i16),
        Element::I32 => i64::from(value as i32),
        Element::I64 => value as i64,
        Element::U8 => i64::from(value as u8),
        Element::U16 => i64::from(value as u16),
        Element::U32 => i64::from(value as u32),
        Element::U64 | Element::Usize => i64::try_from(value as u64).ok()?,
        Element::Bool => return None,
    };
    Some(HostNumber::Integer(whole))
}

/// A whole number as one of another type, as `as` does it.
pub(super) fn cast_whole(value: i64, to: Element) -> Option<HostNumber> {
    let whole = match to {
        Element::F32 => return Some(HostNumber::Single(value as f32)),
        Element::F64 => return Some(HostNumber::Double(value as f64)),
        Element::I8 => i64::from(value as i8),
        Element::I16 => i64::from(value as i16),
        Element::I32 => i64::from(value as i32),
        Element::I64 => value,
        Element::U8 => i64::from(value as u8),
        Element::U16 => i64::from(value as u16),
        Element::U32 => i64::from(value as u32),
        Element::U64 | Element::Usize => i64::try_from(value as u64).ok()?,
        Element::Bool => return None,
    };
    Some(HostNumber::Integer(whole))
}
