//! The methods of numbers.

use warpbench_hir::types::{FloatTy, IntTy, Ty};
use warpbench_hir::{Ascii, Math};

/// The type of an argument or result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Like {
    /// That of the number itself.
    Same,
    /// `i32`.
    I32,
    /// `u32`.
    U32,
    /// `bool`.
    Bool,
    /// An unsigned integer of the same width.
    Unsigned,
    /// Two numbers of the same type.
    Pair,
}

/// Which numbers have a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    Any,
    Floats,
    Ints,
    Signed,
    Unsigned,
    Signs,
    Bytes,
}

/// A method: its name, which numbers have it, its arguments besides the number,
/// and its result.
type Row = (&'static str, Math, Of, &'static [Like], Like);

const METHODS: [Row; 85] = {
    use Like::{Bool, I32, Pair, Same, U32, Unsigned};
    use Of::{Any, Bytes, Floats, Ints, Signed, Signs, Unsigned as Naturals};
    [
        ("min", Math::Min, Any, &[Same], Same),
        ("max", Math::Max, Any, &[Same], Same),
        ("clamp", Math::Clamp, Any, &[Same, Same], Same),
        ("abs", Math::Abs, Signs, &[], Same),
        ("signum", Math::Signum, Signs, &[], Same),
        ("powi", Math::Powi, Floats, &[I32], Same),
        ("sqrt", Math::Sqrt, Floats, &[], Same),
        ("mul_add", Math::MulAdd, Floats, &[Same, Same], Same),
        ("floor", Math::Floor, Floats, &[], Same),
        ("ceil", Math::Ceil, Floats, &[], Same),
        ("round", Math::Round, Floats, &[], Same),
        ("trunc", Math::Trunc, Floats, &[], Same),
        ("fract", Math::Fract, Floats, &[], Same),
        ("recip", Math::Recip, Floats, &[], Same),
        ("copysign", Math::Copysign, Floats, &[Same], Same),
        ("powf", Math::Powf, Floats, &[Same], Same),
        ("exp", Math::Exp, Floats, &[], Same),
        ("exp2", Math::Exp2, Floats, &[], Same),
        ("ln", Math::Ln, Floats, &[], Same),
        ("log2", Math::Log2, Floats, &[], Same),
        ("log10", Math::Log10, Floats, &[], Same),
        ("log", Math::Log, Floats, &[Same], Same),
        ("sin", Math::Sin, Floats, &[], Same),
        ("cos", Math::Cos, Floats, &[], Same),
        ("tan", Math::Tan, Floats, &[], Same),
        ("asin", Math::Asin, Floats, &[], Same),
        ("acos", Math::Acos, Floats, &[], Same),
        ("atan", Math::Atan, Floats, &[], Same),
        ("atan2", Math::Atan2, Floats, &[Same], Same),
        ("sinh", Math::Sinh, Floats, &[], Same),
        ("cosh", Math::Cosh, Floats, &[], Same),
        ("tanh", Math::Tanh, Floats, &[], Same),
        ("asinh", Math::Asinh, Floats, &[], Same),
        ("acosh", Math::Acosh, Floats, &[], Same),
        ("atanh", Math::Atanh, Floats, &[], Same),
        ("hypot", Math::Hypot, Floats, &[Same], Same),
        ("cbrt", Math::Cbrt, Floats, &[], Same),
        ("exp_m1", Math::ExpM1, Floats, &[], Same),
        ("ln_1p", Math::Ln1p, Floats, &[], Same),
        ("to_radians", Math::ToRadians, Floats, &[], Same),
        ("to_degrees", Math::ToDegrees, Floats, &[], Same),
        ("sin_cos", Math::SinCos, Floats, &[], Pair),
        ("is_nan", Math::IsNan, Floats, &[], Bool),
        ("is_finite", Math::IsFinite, Floats, &[], Bool),
        ("is_infinite", Math::IsInfinite, Floats, &[], Bool),
        ("is_sign_negative", Math::IsSignNegative, Floats, &[], Bool),
        ("to_bits", Math::ToBits, Floats, &[], Unsigned),
        ("rem_euclid", Math::RemEuclid, Any, &[Same], Same),
        ("div_euclid", Math::DivEuclid, Any, &[Same], Same),
        ("pow", Math::Pow, Ints, &[U32], Same),
        ("wrapping_add", Math::WrappingAdd, Ints, &[Same], Same),
        ("wrapping_sub", Math::WrappingSub, Ints, &[Same], Same),
        ("wrapping_mul", Math::WrappingMul, Ints, &[Same], Same),
        ("wrapping_neg", Math::WrappingNeg, Ints, &[], Same),
        ("saturating_add", Math::SaturatingAdd, Ints, &[Same], Same),
        ("saturating_sub", Math::SaturatingSub, Ints, &[Same], Same),
        ("abs_diff", Math::AbsDiff, Ints, &[Same], Unsigned),
        ("unsigned_abs", Math::UnsignedAbs, Signed, &[], Unsigned),
        ("div_ceil", Math::DivCeil, Naturals, &[Same], Same),
        ("next_multiple_of", Math::NextMultipleOf, Naturals, &[Same], Same),
        ("is_power_of_two", Math::IsPowerOfTwo, Naturals, &[], Bool),
        ("next_power_of_two", Math::NextPowerOfTwo, Naturals, &[], Same),
        ("count_ones", Math::CountOnes, Ints, &[], U32),
        ("count_zeros", Math::CountZeros, Ints, &[], U32),
        ("leading_zeros", Math::LeadingZeros, Ints, &[], U32),
        ("trailing_zeros", Math::TrailingZeros, Ints, &[], U32),
        ("ilog2", Math::Ilog2, Ints, &[], U32),
        ("reverse_bits", Math::ReverseBits, Ints, &[], Same),
        ("rotate_left", Math::RotateLeft, Ints, &[U32], Same),
        ("rotate_right", Math::RotateRight, Ints, &[U32], Same),
        ("wrapping_shl", Math::WrappingShl, Ints, &[U32], Same),
        ("wrapping_shr", Math::WrappingShr, Ints, &[U32], Same),
        ("is_ascii", Math::Ascii(Ascii::Is), Bytes, &[], Bool),
        ("is_ascii_digit", Math::Ascii(Ascii::Digit), Bytes, &[], Bool),
        ("is_ascii_hexdigit", Math::Ascii(Ascii::Hexdigit), Bytes, &[], Bool),
        ("is_ascii_alphabetic", Math::Ascii(Ascii::Alphabetic), Bytes, &[], Bool),
        ("is_ascii_alphanumeric", Math::Ascii(Ascii::Alphanumeric), Bytes, &[], Bool),
        ("is_ascii_uppercase", Math::Ascii(Ascii::Uppercase), Bytes, &[], Bool),
        ("is_ascii_lowercase", Math::Ascii(Ascii::Lowercase), Bytes, &[], Bool),
        ("is_ascii_whitespace", Math::Ascii(Ascii::Whitespace), Bytes, &[], Bool),
        ("is_ascii_punctuation", Math::Ascii(Ascii::Punctuation), Bytes, &[], Bool),
        ("is_ascii_graphic", Math::Ascii(Ascii::Graphic), Bytes, &[], Bool),
        ("is_ascii_control", Math::Ascii(Ascii::Control), Bytes, &[], Bool),
        ("to_ascii_lowercase", Math::Ascii(Ascii::ToLowercase), Bytes, &[], Same),
        ("to_ascii_uppercase", Math::Ascii(Ascii::ToUppercase), Bytes, &[], Same),
    ]
};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Method {
    pub(crate) math: Math,
    /// Its arguments besides the number itself.
    pub(crate) params: &'static [Like],
    pub(crate) result: Like,
}

/// The method of a number type.
pub(crate) fn method(ty: &Ty, name: &str) -> Option<Method> {
    METHODS
        .iter()
        .find(|(known, math, of, ..)| *known == name && has(ty, *of) && computes(ty, *math))
        .map(|(_, math, _, params, result)| Method { math: *math, params, result: *result })
}

/// What `Ord` has of methods that compute, and how many arguments they take.
pub(crate) fn of_any_integer(name: &str) -> Option<(Math, usize)> {
    match name {
        "min" => Some((Math::Min, 1)),
        "max" => Some((Math::Max, 1)),
        "clamp" => Some((Math::Clamp, 2)),
        _ => None,
    }
}

/// Whether any number has a method of this name.
pub(crate) fn is_method(name: &str) -> bool {
    METHODS.iter().any(|(known, ..)| *known == name)
}

/// The names of all methods of a type.
pub(crate) fn names_for(ty: &Ty) -> impl Iterator<Item = &'static str> {
    METHODS
        .iter()
        .filter(move |(_, math, of, ..)| has(ty, *of) && computes(ty, *math))
        .map(|(name, ..)| *name)
}

/// The type of an argument or result, for a method of `ty`.
pub(crate) fn like(ty: &Ty, like: Like) -> Ty {
    match like {
        Like::Same => ty.clone(),
        Like::I32 => Ty::I32,
        Like::U32 => Ty::U32,
        Like::Bool => Ty::Bool,
        Like::Pair => Ty::Tuple(vec![ty.clone(), ty.clone()]),
        Like::Unsigned => match ty {
            Ty::Int(IntTy::I8 | IntTy::U8) => Ty::Int(IntTy::U8),
            Ty::Int(IntTy::I16 | IntTy::U16) | Ty::Float(FloatTy::F16) => Ty::Int(IntTy::U16),
            Ty::Int(IntTy::I64 | IntTy::U64) | Ty::Float(FloatTy::F64) => Ty::Int(IntTy::U64),
            Ty::Int(IntTy::I128 | IntTy::U128) => Ty::Int(IntTy::U128),
            Ty::Int(IntTy::Isize | IntTy::Usize) => Ty::USIZE,
            _ => Ty::U32,
        },
    }
}

/// Whether the machine computes a method for a type. Most of those of integers of
/// 128 bits are written in Rust (`library/wide.rs`).
fn computes(ty: &Ty, math: Math) -> bool {
    use Math::{WrappingAdd, WrappingMul, WrappingNeg, WrappingSub};
    let is_wide = matches!(ty, Ty::Int(int) if int.is_wide());
    !is_wide || matches!(math, WrappingAdd | WrappingSub | WrappingMul | WrappingNeg)
}

fn has(ty: &Ty, of: Of) -> bool {
    match (ty, of) {
        (Ty::Int(_) | Ty::Float(_), Of::Any)
        | (Ty::Float(_), Of::Floats | Of::Signs)
        | (Ty::Int(_), Of::Ints) => true,
        (Ty::Int(int), Of::Signed | Of::Signs) => int.is_signed(),
        (Ty::Int(int), Of::Unsigned) => !int.is_signed(),
        (Ty::Int(int), Of::Bytes) => *int == IntTy::U8,
        _ => false,
    }
}
