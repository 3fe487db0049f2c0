//! The functions that PTX has as approximating instructions, and what follows
//! from them.

use core::arch::asm;
use core::f32::consts::{LN_2, LOG10_2, LOG2_E};

use super::{private, GpuFloat};

/// What PTX approximates, which it does for `f32` only. The bounds are those of
/// NVIDIA's PTX manual for the instructions, carried through our arithmetic.
pub trait Approximate: private::Sealed {
    /// `ex2.approx`: relative error at most 2^-22. `exp` scales its argument
    /// first, whose rounding makes it a relative error of about
    /// `(|x| + 1) * 2^-22`.
    fn exp2_approx(self) -> Self;
    /// Through [`Approximate::exp2_approx`].
    fn exp_approx(self) -> Self;
    /// `lg2.approx`: absolute error at most 2^-22 between 0.5 and 2, relative
    /// error at most 2^-22 elsewhere. `ln` and `log10` are multiples of it.
    fn log2_approx(self) -> Self;
    /// Through [`Approximate::log2_approx`].
    fn ln_approx(self) -> Self;
    /// Through [`Approximate::log2_approx`].
    fn log10_approx(self) -> Self;
    /// The quotient of two [`Approximate::log2_approx`].
    fn log_approx(self, base: Self) -> Self;
    /// `2^(n * log2(x))`: relative error of about `(|n * log2(x)| + 1) * 2^-21`.
    /// Zero, negative bases and an exponent of 0 are as `std` has them.
    fn powf_approx(self, n: Self) -> Self;
    /// `sin.approx` after the argument is brought between -pi and pi: absolute
    /// error of about 2^-20 for arguments up to 100000, and growing beyond. A
    /// result near 0 has few good digits. The cosine is alike.
    fn sin_approx(self) -> Self;
    /// As good as [`Approximate::sin_approx`].
    fn cos_approx(self) -> Self;
    /// The quotient of sine and cosine, and so bad near its poles.
    fn tan_approx(self) -> Self;
    /// Relative error of about 2^-20: a polynomial near 0, through
    /// [`Approximate::exp2_approx`] elsewhere.
    fn tanh_approx(self) -> Self;
}

macro_rules! approximating_instructions {
    ($($name:ident = $instruction:literal;)*) => {$(
        #[inline(always)]
        fn $name(value: f32) -> f32 {
            let result: f32;
            // SAFETY: the instruction reads and writes registers only.
            unsafe {
                asm!(
                    concat!($instruction, " {}, {};"),
                    out(reg32) result,
                    in(reg32) value,
                    options(pure, nomem, nostack),
                );
            }
            result
        }
    )*};
}

approximating_instructions! {
    ex2 = "ex2.approx.f32";
    lg2 = "lg2.approx.f32";
    sine = "sin.approx.f32";
    cosine = "cos.approx.f32";
}

/// The angle between -pi and pi, on which the instructions are at their best.
#[inline(always)]
fn reduced(angle: f32) -> f32 {
    // A full turn in two parts, of which the first has few digits: its product
    // with the number of turns is exact.
    const TURN_HIGH: f32 = 6.28125;
    const TURN_LOW: f32 = 0.001_935_307_2;
    const TURNS_PER_RADIAN: f32 = 0.159_154_94;
    let turns = GpuFloat::round(angle * TURNS_PER_RADIAN);
    GpuFloat::mul_add(-turns, TURN_LOW, GpuFloat::mul_add(-turns, TURN_HIGH, angle))
}

impl Approximate for f32 {
    #[inline(always)]
    fn exp2_approx(self) -> f32 {
        ex2(self)
    }

    #[inline(always)]
    fn exp_approx(self) -> f32 {
        ex2(self * LOG2_E)
    }

    #[inline(always)]
    fn log2_approx(self) -> f32 {
        lg2(self)
    }

    #[inline(always)]
    fn ln_approx(self) -> f32 {
        lg2(self) * LN_2
    }

    #[inline(always)]
    fn log10_approx(self) -> f32 {
        lg2(self) * LOG10_2
    }

    #[inline(always)]
    fn log_approx(self, base: f32) -> f32 {
        lg2(self) / lg2(base)
    }

    #[inline(always)]
    fn powf_approx(self, n: f32) -> f32 {
        if n == 0.0 || self == 1.0 {
            return 1.0;
        }
        let power = ex2(n * lg2(f32::abs(self)));
        let is_integer = GpuFloat::trunc(n) == n;
        if self < 0.0 && !is_integer {
            return f32::NAN;
        }
        // Every integer from 2^24 on is even.
        let is_odd = is_integer && f32::abs(n) < 16_777_216.0 && (n as i32) & 1 != 0;
        if is_odd {
            f32::copysign(power, self)
        } else {
            power
        }
    }

    #[inline(always)]
    fn sin_approx(self) -> f32 {
        sine(reduced(self))
    }

    #[inline(always)]
    fn cos_approx(self) -> f32 {
        cosine(reduced(self))
    }

    #[inline(always)]
    fn tan_approx(self) -> f32 {
        let angle = reduced(self);
        sine(angle) / cosine(angle)
    }

    #[inline(always)]
    fn tanh_approx(self) -> f32 {
        let size = f32::abs(self);
        if size < 0.3 {
            // The Taylor series up to the ninth power.
            const C3: f32 = -1.0 / 3.0;
            const C5: f32 = 2.0 / 15.0;
            const C7: f32 = -17.0 / 315.0;
            const C9: f32 = 62.0 / 2835.0;
            let square = self * self;
            let series = GpuFloat::mul_add(square, C9, C7);
            let series = GpuFloat::mul_add(square, series, C5);
            let series = GpuFloat::mul_add(square, series, C3);
            return GpuFloat::mul_add(self * square, series, self);
        }
        let result = 1.0 - 2.0 / (ex2(2.0 * LOG2_E * size) + 1.0);
        f32::copysign(result, self)
    }
}
