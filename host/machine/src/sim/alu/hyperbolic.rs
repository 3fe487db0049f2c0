//! The inverse hyperbolic functions.
//!
//! Those of the standard library subtract numbers that are nearly equal: `atanh`
//! near -1 is off by percents, `acosh` near 1 by hundreds of its last places, and
//! `asinh` and `acosh` of the largest numbers are infinite. These are right to the
//! last places everywhere.

use std::f64::consts::LN_2;

/// A float that has them.
pub(super) trait InverseHyperbolic: Copy {
    fn arsinh(self) -> Self;
    fn arcosh(self) -> Self;
    fn artanh(self) -> Self;
}

/// Above this `x` and the root of `x² ± 1` are the same.
const LARGE: f64 = (1u64 << 28) as f64;

impl InverseHyperbolic for f64 {
    fn arsinh(self) -> f64 {
        let x = self.abs();
        let value = if x > LARGE {
            x.ln() + LN_2
        } else {
            // The root less one, without taking one off.
            let square = x * x;
            (x + square / (1.0 + (square + 1.0).sqrt())).ln_1p()
        };
        value.copysign(self)
    }

    fn arcosh(self) -> f64 {
        if self > LARGE {
            return self.ln() + LN_2;
        }
        if self < 1.0 {
            return f64::NAN;
        }
        let above = self - 1.0;
        (above + (above * (self + 1.0)).sqrt()).ln_1p()
    }

    fn artanh(self) -> f64 {
        let x = self.abs();
        (0.5 * (2.0 * x / (1.0 - x)).ln_1p()).copysign(self)
    }
}

impl InverseHyperbolic for f32 {
    fn arsinh(self) -> f32 {
        f64::from(self).arsinh() as f32
    }

    fn arcosh(self) -> f32 {
        f64::from(self).arcosh() as f32
    }

    fn artanh(self) -> f32 {
        f64::from(self).artanh() as f32
    }
}
