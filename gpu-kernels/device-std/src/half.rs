//! Floats of 16 bits, under the names of the `half` crate.
//!
//! [`f16`] is the compiler's own type: it has operators, literals such as
//! `1.5f16` and conversions with `as`. [`HalfFloat`] gives it the functions that
//! the `half` crate has. [`bf16`] is a type of its own that computes in `f32`.

use core::cmp::Ordering;
use core::ops::{
    Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign,
};

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

/// The upper half of an `f32`: its range with 8 bits of precision.
#[expect(non_camel_case_types, reason = "it is called as the `half` crate calls it")]
#[derive(Clone, Copy, Default)]
#[repr(transparent)]
pub struct bf16(u16);

impl bf16 {
    pub const ZERO: bf16 = bf16(0);
    pub const NEG_ZERO: bf16 = bf16(0x8000);
    pub const ONE: bf16 = bf16(0x3f80);
    pub const NEG_ONE: bf16 = bf16(0xbf80);
    pub const INFINITY: bf16 = bf16(0x7f80);
    pub const NEG_INFINITY: bf16 = bf16(0xff80);
    pub const NAN: bf16 = bf16(0x7fc0);
    pub const MAX: bf16 = bf16(0x7f7f);
    pub const MIN: bf16 = bf16(0xff7f);
    pub const MIN_POSITIVE: bf16 = bf16(0x0080);
    pub const EPSILON: bf16 = bf16(0x3c00);

    #[inline(always)]
    pub const fn from_bits(bits: u16) -> bf16 {
        bf16(bits)
    }

    #[inline(always)]
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// The nearest float of this type; ties go to the even one.
    #[inline(always)]
    pub const fn from_f32(value: f32) -> bf16 {
        let bits = value.to_bits();
        if value.is_nan() {
            return bf16((bits >> 16) as u16 | 0x0040);
        }
        // Half of the last place, and less by one where the last bit is even.
        let half = 0x7fff + (bits >> 16 & 1);
        bf16(((bits + half) >> 16) as u16)
    }

    /// Through `f32`, which rounds twice.
    #[inline(always)]
    pub const fn from_f64(value: f64) -> bf16 {
        bf16::from_f32(value as f32)
    }

    #[inline(always)]
    pub const fn to_f32(self) -> f32 {
        f32::from_bits((self.0 as u32) << 16)
    }

    #[inline(always)]
    pub const fn to_f64(self) -> f64 {
        self.to_f32() as f64
    }

    #[inline(always)]
    pub const fn is_nan(self) -> bool {
        self.to_f32().is_nan()
    }

    #[inline(always)]
    pub const fn is_finite(self) -> bool {
        self.to_f32().is_finite()
    }

    #[inline(always)]
    pub const fn max(self, other: bf16) -> bf16 {
        bf16::from_f32(self.to_f32().max(other.to_f32()))
    }

    #[inline(always)]
    pub const fn min(self, other: bf16) -> bf16 {
        bf16::from_f32(self.to_f32().min(other.to_f32()))
    }
}

impl PartialEq for bf16 {
    #[inline(always)]
    fn eq(&self, other: &bf16) -> bool {
        self.to_f32() == other.to_f32()
    }
}

impl PartialOrd for bf16 {
    #[inline(always)]
    fn partial_cmp(&self, other: &bf16) -> Option<Ordering> {
        self.to_f32().partial_cmp(&other.to_f32())
    }
}

impl Neg for bf16 {
    type Output = bf16;

    #[inline(always)]
    fn neg(self) -> bf16 {
        bf16(self.0 ^ 0x8000)
    }
}

impl From<bf16> for f32 {
    #[inline(always)]
    fn from(value: bf16) -> f32 {
        value.to_f32()
    }
}

impl From<bf16> for f64 {
    #[inline(always)]
    fn from(value: bf16) -> f64 {
        value.to_f64()
    }
}

macro_rules! operators {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident;)*) => {$(
        impl $operator for bf16 {
            type Output = bf16;

            #[inline(always)]
            fn $method(self, other: bf16) -> bf16 {
                bf16::from_f32(self.to_f32().$method(other.to_f32()))
            }
        }

        impl $assign for bf16 {
            #[inline(always)]
            fn $assign_method(&mut self, other: bf16) {
                *self = $operator::$method(*self, other);
            }
        }
    )*};
}

operators! {
    Add add AddAssign add_assign;
    Sub sub SubAssign sub_assign;
    Mul mul MulAssign mul_assign;
    Div div DivAssign div_assign;
    Rem rem RemAssign rem_assign;
}
