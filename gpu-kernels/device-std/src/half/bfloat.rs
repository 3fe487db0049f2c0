//! [`bf16`] of the `half` crate, in the language that the workbench reads kernels in:
//! its simulator takes this very text.

use core::cmp::Ordering;
use core::iter::{Product, Sum};
use core::ops::{
    Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign,
};

/// The upper half of an `f32`: its range with 8 bits of precision. It computes in `f32`,
/// and every result is rounded.
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
    pub const MIN_POSITIVE_SUBNORMAL: bf16 = bf16(0x0001);
    pub const MAX_SUBNORMAL: bf16 = bf16(0x007f);
    pub const EPSILON: bf16 = bf16(0x3c00);
    pub const DIGITS: u32 = 2;
    pub const MANTISSA_DIGITS: u32 = 8;
    pub const RADIX: u32 = 2;
    pub const E: bf16 = bf16(0x402e);
    pub const PI: bf16 = bf16(0x4049);
    pub const LN_2: bf16 = bf16(0x3f31);
    pub const LN_10: bf16 = bf16(0x4013);
    pub const SQRT_2: bf16 = bf16(0x3fb5);
    pub const FRAC_1_PI: bf16 = bf16(0x3ea3);
    pub const FRAC_PI_2: bf16 = bf16(0x3fc9);

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
        if bits & 0x7fff_ffff > 0x7f80_0000 {
            return bf16((bits >> 16) as u16 | 0x0040);
        }
        // Half of the last place, and less by one where the last bit is even.
        let half = 0x7fff + (bits >> 16 & 1);
        bf16((bits.wrapping_add(half) >> 16) as u16)
    }

    /// The nearest float of this type; ties go to the even one.
    #[inline(always)]
    pub const fn from_f64(value: f64) -> bf16 {
        let near = value as f32;
        let back = near as f64;
        let bits = near.to_bits();
        if back == value || value != value || bits & 1 == 1 {
            return bf16::from_f32(near);
        }
        // An odd last bit keeps in mind that something was cut off.
        if back.abs() < value.abs() {
            bf16::from_f32(f32::from_bits(bits + 1))
        } else {
            bf16::from_f32(f32::from_bits(bits - 1))
        }
    }

    #[inline(always)]
    pub const fn to_f32(self) -> f32 {
        let quiet = if self.is_nan() { 0x0040 } else { 0 };
        f32::from_bits((self.0 as u32 | quiet) << 16)
    }

    #[inline(always)]
    pub const fn to_f64(self) -> f64 {
        self.to_f32() as f64
    }

    #[inline(always)]
    pub const fn from_f32_const(value: f32) -> bf16 {
        bf16::from_f32(value)
    }

    #[inline(always)]
    pub const fn to_f32_const(self) -> f32 {
        self.to_f32()
    }

    #[inline(always)]
    pub const fn is_nan(self) -> bool {
        self.0 & 0x7fff > 0x7f80
    }

    #[inline(always)]
    pub const fn is_infinite(self) -> bool {
        self.0 & 0x7fff == 0x7f80
    }

    #[inline(always)]
    pub const fn is_finite(self) -> bool {
        self.0 & 0x7f80 != 0x7f80
    }

    #[inline(always)]
    pub const fn is_normal(self) -> bool {
        let exponent = self.0 & 0x7f80;
        exponent != 0x7f80 && exponent != 0
    }

    #[inline(always)]
    pub const fn is_sign_positive(self) -> bool {
        self.0 & 0x8000 == 0
    }

    #[inline(always)]
    pub const fn is_sign_negative(self) -> bool {
        self.0 & 0x8000 != 0
    }

    #[inline(always)]
    pub const fn signum(self) -> bf16 {
        if self.is_nan() {
            self
        } else if self.is_sign_negative() {
            bf16::NEG_ONE
        } else {
            bf16::ONE
        }
    }

    #[inline(always)]
    pub const fn copysign(self, sign: bf16) -> bf16 {
        bf16(sign.0 & 0x8000 | self.0 & 0x7fff)
    }

    #[inline(always)]
    pub fn max(self, other: bf16) -> bf16 {
        if self.is_nan() || other > self {
            other
        } else {
            self
        }
    }

    #[inline(always)]
    pub fn min(self, other: bf16) -> bf16 {
        if self.is_nan() || other < self {
            other
        } else {
            self
        }
    }

    #[inline(always)]
    pub fn clamp(self, min: bf16, max: bf16) -> bf16 {
        assert!(min <= max);
        if self < min {
            min
        } else if self > max {
            max
        } else {
            self
        }
    }

    #[inline(always)]
    pub fn total_cmp(&self, other: &bf16) -> Ordering {
        let mut left = self.0 as i16;
        let mut right = other.0 as i16;
        left ^= ((left >> 15) as u16 >> 1) as i16;
        right ^= ((right >> 15) as u16 >> 1) as i16;
        left.cmp(&right)
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

impl From<i8> for bf16 {
    #[inline(always)]
    fn from(value: i8) -> bf16 {
        bf16::from_f32(value as f32)
    }
}

impl From<u8> for bf16 {
    #[inline(always)]
    fn from(value: u8) -> bf16 {
        bf16::from_f32(value as f32)
    }
}

impl Sum for bf16 {
    #[inline(always)]
    fn sum<I: Iterator<Item = bf16>>(iter: I) -> bf16 {
        let total: f32 = iter.map(|value| value.to_f32()).sum();
        bf16::from_f32(total)
    }
}

impl<'a> Sum<&'a bf16> for bf16 {
    #[inline(always)]
    fn sum<I: Iterator<Item = &'a bf16>>(iter: I) -> bf16 {
        let total: f32 = iter.map(|value| value.to_f32()).sum();
        bf16::from_f32(total)
    }
}

impl Product for bf16 {
    #[inline(always)]
    fn product<I: Iterator<Item = bf16>>(iter: I) -> bf16 {
        let total: f32 = iter.map(|value| value.to_f32()).product();
        bf16::from_f32(total)
    }
}

impl<'a> Product<&'a bf16> for bf16 {
    #[inline(always)]
    fn product<I: Iterator<Item = &'a bf16>>(iter: I) -> bf16 {
        let total: f32 = iter.map(|value| value.to_f32()).product();
        bf16::from_f32(total)
    }
}

impl Neg for bf16 {
    type Output = bf16;

    #[inline(always)]
    fn neg(self) -> bf16 {
        bf16(self.0 ^ 0x8000)
    }
}

impl Neg for &bf16 {
    type Output = bf16;

    #[inline(always)]
    fn neg(self) -> bf16 {
        bf16(self.0 ^ 0x8000)
    }
}

impl Add for bf16 {
    type Output = bf16;

    #[inline(always)]
    fn add(self, other: bf16) -> bf16 {
        bf16::from_f32(self.to_f32() + other.to_f32())
    }
}

impl Add<&bf16> for bf16 {
    type Output = bf16;

    #[inline(always)]
    fn add(self, other: &bf16) -> bf16 {
        bf16::from_f32(self.to_f32() + other.to_f32())
    }
}

impl Add<bf16> for &bf16 {
    type Output = bf16;

    #[inline(always)]
    fn add(self, other: bf16) -> bf16 {
        bf16::from_f32(self.to_f32() + other.to_f32())
    }
}

impl Add<&bf16> for &bf16 {
    type Output = bf16;

    #[inline(always)]
    fn add(self, other: &bf16) -> bf16 {
        bf16::from_f32(self.to_f32() + other.to_f32())
    }
}

impl AddAssign for bf16 {
    #[inline(always)]
    fn add_assign(&mut self, other: bf16) {
        *self = bf16::from_f32(self.to_f32() + other.to_f32());
    }
}

impl AddAssign<&bf16> for bf16 {
    #[inline(always)]
    fn add_assign(&mut self, other: &bf16) {
        *self = bf16::from_f32(self.to_f32() + other.to_f32());
    }
}

impl Sub for bf16 {
    type Output = bf16;

    #[inline(always)]
    fn sub(self, other: bf16) -> bf16 {
        bf16::from_f32(self.to_f32() - other.to_f32())
    }
}

impl Sub<&bf16> for bf16 {
    type Output = bf16;

    #[inline(always)]
    fn sub(self, other: &bf16) -> bf16 {
        bf16::from_f32(self.to_f32() - other.to_f32())
    }
}

impl Sub<bf16> for &bf16 {
    type Output = bf16;

    #[inline(always)]
    fn sub(self, other: bf16) -> bf16 {
        bf16::from_f32(self.to_f32() - other.to_f32())
    }
}

impl Sub<&bf16> for &bf16 {
    type Output = bf16;

    #[inline(always)]
    fn sub(self, other: &bf16) -> bf16 {
        bf16::from_f32(self.to_f32() - other.to_f32())
    }
}

impl SubAssign for bf16 {
    #[inline(always)]
    fn sub_assign(&mut self, other: bf16) {
        *self = bf16::from_f32(self.to_f32() - other.to_f32());
    }
}

impl SubAssign<&bf16> for bf16 {
    #[inline(always)]
    fn sub_assign(&mut self, other: &bf16) {
        *self = bf16::from_f32(self.to_f32() - other.to_f32());
    }
}

impl Mul for bf16 {
    type Output = bf16;

    #[inline(always)]
    fn mul(self, other: bf16) -> bf16 {
        bf16::from_f32(self.to_f32() * other.to_f32())
    }
}

impl Mul<&bf16> for bf16 {
    type Output = bf16;

    #[inline(always)]
    fn mul(self, other: &bf16) -> bf16 {
        bf16::from_f32(self.to_f32() * other.to_f32())
    }
}

impl Mul<bf16> for &bf16 {
    type Output = bf16;

    #[inline(always)]
    fn mul(self, other: bf16) -> bf16 {
        bf16::from_f32(self.to_f32() * other.to_f32())
    }
}

impl Mul<&bf16> for &bf16 {
    type Output = bf16;

    #[inline(always)]
    fn mul(self, other: &bf16) -> bf16 {
        bf16::from_f32(self.to_f32() * other.to_f32())
    }
}

impl MulAssign for bf16 {
    #[inline(always)]
    fn mul_assign(&mut self, other: bf16) {
        *self = bf16::from_f32(self.to_f32() * other.to_f32());
    }
}

impl MulAssign<&bf16> for bf16 {
    #[inline(always)]
    fn mul_assign(&mut self, other: &bf16) {
        *self = bf16::from_f32(self.to_f32() * other.to_f32());
    }
}

impl Div for bf16 {
    type Output = bf16;

    #[inline(always)]
    fn div(self, other: bf16) -> bf16 {
        bf16::from_f32(self.to_f32() / other.to_f32())
    }
}

impl Div<&bf16> for bf16 {
    type Output = bf16;

    #[inline(always)]
    fn div(self, other: &bf16) -> bf16 {
        bf16::from_f32(self.to_f32() / other.to_f32())
    }
}

impl Div<bf16> for &bf16 {
    type Output = bf16;

    #[inline(always)]
    fn div(self, other: bf16) -> bf16 {
        bf16::from_f32(self.to_f32() / other.to_f32())
    }
}

impl Div<&bf16> for &bf16 {
    type Output = bf16;

    #[inline(always)]
    fn div(self, other: &bf16) -> bf16 {
        bf16::from_f32(self.to_f32() / other.to_f32())
    }
}

impl DivAssign for bf16 {
    #[inline(always)]
    fn div_assign(&mut self, other: bf16) {
        *self = bf16::from_f32(self.to_f32() / other.to_f32());
    }
}

impl DivAssign<&bf16> for bf16 {
    #[inline(always)]
    fn div_assign(&mut self, other: &bf16) {
        *self = bf16::from_f32(self.to_f32() / other.to_f32());
    }
}

impl Rem for bf16 {
    type Output = bf16;

    #[inline(always)]
    fn rem(self, other: bf16) -> bf16 {
        bf16::from_f32(self.to_f32() % other.to_f32())
    }
}

impl Rem<&bf16> for bf16 {
    type Output = bf16;

    #[inline(always)]
    fn rem(self, other: &bf16) -> bf16 {
        bf16::from_f32(self.to_f32() % other.to_f32())
    }
}

impl Rem<bf16> for &bf16 {
    type Output = bf16;

    #[inline(always)]
    fn rem(self, other: bf16) -> bf16 {
        bf16::from_f32(self.to_f32() % other.to_f32())
    }
}

impl Rem<&bf16> for &bf16 {
    type Output = bf16;

    #[inline(always)]
    fn rem(self, other: &bf16) -> bf16 {
        bf16::from_f32(self.to_f32() % other.to_f32())
    }
}

impl RemAssign for bf16 {
    #[inline(always)]
    fn rem_assign(&mut self, other: bf16) {
        *self = bf16::from_f32(self.to_f32() % other.to_f32());
    }
}

impl RemAssign<&bf16> for bf16 {
    #[inline(always)]
    fn rem_assign(&mut self, other: &bf16) {
        *self = bf16::from_f32(self.to_f32() % other.to_f32());
    }
}
