//! Floats of 16 bits, under the names of the `half` crate.
//!
//! [`f16`] is the compiler's own type: it has operators, literals such as
//! `1.5f16` and conversions with `as`. [`HalfFloat`] gives it the functions that
//! the `half` crate has. [`bf16`] is a type of its own that computes in `f32`.

mod bfloat;

pub use bfloat::bf16;

mod builtin {
    /// The compiler's type, whose name means an alias outside.
    pub type Half = f16;
}

#[expect(non_camel_case_types, reason = "it is called as the `half` crate calls it")]
pub type f16 = builtin::Half;

/// What the `half` crate's `f16` can and the compiler's cannot.
pub trait HalfFloat: Sized {
    const ZERO: Self;
    const NEG_ZERO: Self;
    const ONE: Self;
    const NEG_ONE: Self;

    /// The nearest float of 16 bits; ties go to the even one.
    fn from_f32(value: f32) -> Self;
    /// The nearest float of 16 bits; ties go to the even one.
    fn from_f64(value: f64) -> Self;
    fn to_f32(self) -> f32;
    fn to_f64(self) -> f64;
}

impl HalfFloat for f16 {
    const ZERO: f16 = 0.0;
    const NEG_ZERO: f16 = -0.0;
    const ONE: f16 = 1.0;
    const NEG_ONE: f16 = -1.0;

    #[inline(always)]
    fn from_f32(value: f32) -> f16 {
        value as f16
    }

    #[inline(always)]
    fn from_f64(value: f64) -> f16 {
        value as f16
    }

    #[inline(always)]
    fn to_f32(self) -> f32 {
        self as f32
    }

    #[inline(always)]
    fn to_f64(self) -> f64 {
        self as f64
    }
}
