//! Mathematics for floats, as methods like those of `std`.
//!
//! The published `cuda_std` calls NVIDIA's libdevice for them, which ships with
//! the CUDA toolkit only. Here they are PTX's own instructions:
//!
//! - `floor`, `ceil`, `round`, `trunc`, `fract`, `abs`, `signum`, `copysign`,
//!   `mul_add` and `sqrt` are exact or correctly rounded, as on the CPU, for
//!   `f32` and `f64`. `powi` multiplies, and so rounds at each step;
//!   `div_euclid` and `rem_euclid` round the quotient.
//! - The rest are approximations in `f32`, the ones that CUDA C++ calls
//!   `__expf`, `__sinf` and so on. [`Approximate`] says how good each one is,
//!   which an H200 bore out on four million arguments each. PTX has none for
//!   `f64`.
//!
//! Inverse and hyperbolic functions other than `tanh`, `cbrt`, `exp_m1` and
//! `ln_1p` have no instruction and are left out.

mod approximate;

pub use approximate::Approximate;

mod private {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// The functions of `std`'s floats on the GPU.
pub trait GpuFloat: Copy + PartialOrd + private::Sealed {
    /// The largest integer that is not above the number.
    fn floor(self) -> Self;
    /// The smallest integer that is not below the number.
    fn ceil(self) -> Self;
    /// The nearest integer; halves go away from zero.
    fn round(self) -> Self;
    /// The number without its fraction.
    fn trunc(self) -> Self;
    /// The fraction, with the number's sign.
    fn fract(self) -> Self;
    /// The number without its sign.
    fn abs(self) -> Self;
    /// 1 or -1 with the number's sign; NaN stays.
    fn signum(self) -> Self;
    /// The number with another's sign.
    fn copysign(self, sign: Self) -> Self;
    /// `self * a + b`, rounded once.
    fn mul_add(self, a: Self, b: Self) -> Self;
    /// The integer quotient of a division whose remainder is not negative.
    fn div_euclid(self, rhs: Self) -> Self;
    /// The remainder that is not negative.
    fn rem_euclid(self, rhs: Self) -> Self;
    /// The number to the power of an integer, by multiplying.
    fn powi(self, n: i32) -> Self;
    fn sqrt(self) -> Self;
    /// The length of the vector with these two components, within 1.5 ulp.
    /// Their squares must not overflow.
    fn hypot(self, other: Self) -> Self;

    /// The number to the power of another; see [`Approximate::powf_approx`].
    #[inline(always)]
    fn powf(self, n: Self) -> Self
    where
        Self: Approximate,
    {
        self.powf_approx(n)
    }

    /// e to the power of the number; see [`Approximate::exp2_approx`].
    #[inline(always)]
    fn exp(self) -> Self
    where
        Self: Approximate,
    {
        self.exp_approx()
    }

    /// 2 to the power of the number; see [`Approximate::exp2_approx`].
    #[inline(always)]
    fn exp2(self) -> Self
    where
        Self: Approximate,
    {
        self.exp2_approx()
    }

    /// The natural logarithm; see [`Approximate::log2_approx`].
    #[inline(always)]
    fn ln(self) -> Self
    where
        Self: Approximate,
    {
        self.ln_approx()
    }

    /// The logarithm to a base; see [`Approximate::log2_approx`].
    #[inline(always)]
    fn log(self, base: Self) -> Self
    where
        Self: Approximate,
    {
        self.log_approx(base)
    }

    /// The logarithm to base 2; see [`Approximate::log2_approx`].
    #[inline(always)]
    fn log2(self) -> Self
    where
        Self: Approximate,
    {
        self.log2_approx()
    }

    /// The logarithm to base 10; see [`Approximate::log2_approx`].
    #[inline(always)]
    fn log10(self) -> Self
    where
        Self: Approximate,
    {
        self.log10_approx()
    }

    /// The sine; see [`Approximate::sin_approx`].
    #[inline(always)]
    fn sin(self) -> Self
    where
        Self: Approximate,
    {
        self.sin_approx()
    }

    /// The cosine; see [`Approximate::sin_approx`].
    #[inline(always)]
    fn cos(self) -> Self
    where
        Self: Approximate,
    {
        self.cos_approx()
    }

    /// Sine and cosine; see [`Approximate::sin_approx`].
    #[inline(always)]
    fn sin_cos(self) -> (Self, Self)
    where
        Self: Approximate,
    {
        (self.sin_approx(), self.cos_approx())
    }

    /// The tangent; see [`Approximate::tan_approx`].
    #[inline(always)]
    fn tan(self) -> Self
    where
        Self: Approximate,
    {
        self.tan_approx()
    }

    /// The hyperbolic tangent; see [`Approximate::tanh_approx`].
    #[inline(always)]
    fn tanh(self) -> Self
    where
        Self: Approximate,
    {
        self.tanh_approx()
    }
}

macro_rules! exact_functions {
    ($float:ident) => {
        impl GpuFloat for $float {
            #[inline(always)]
            fn floor(self) -> $float {
                core::$float::math::floor(self)
            }

            #[inline(always)]
            fn ceil(self) -> $float {
                core::$float::math::ceil(self)
            }

            #[inline(always)]
            fn round(self) -> $float {
                core::$float::math::round(self)
            }

            #[inline(always)]
            fn trunc(self) -> $float {
                core::$float::math::trunc(self)
            }

            #[inline(always)]
            fn fract(self) -> $float {
                self - GpuFloat::trunc(self)
            }

            #[inline(always)]
            fn abs(self) -> $float {
                $float::abs(self)
            }

            #[inline(always)]
            fn signum(self) -> $float {
                $float::signum(self)
            }

            #[inline(always)]
            fn copysign(self, sign: $float) -> $float {
                $float::copysign(self, sign)
            }

            #[inline(always)]
            fn mul_add(self, a: $float, b: $float) -> $float {
                core::$float::math::mul_add(self, a, b)
            }

            #[inline(always)]
            fn div_euclid(self, rhs: $float) -> $float {
                let quotient = GpuFloat::trunc(self / rhs);
                if self % rhs < 0.0 {
                    return if rhs > 0.0 { quotient - 1.0 } else { quotient + 1.0 };
                }
                quotient
            }

            #[inline(always)]
            fn rem_euclid(self, rhs: $float) -> $float {
                let remainder = self % rhs;
                if remainder < 0.0 {
                    remainder + $float::abs(rhs)
                } else {
                    remainder
                }
            }

            #[inline(always)]
            fn powi(self, n: i32) -> $float {
                let mut result = 1.0;
                let mut square = self;
                let mut left = n.unsigned_abs();
                while left != 0 {
                    if left & 1 != 0 {
                        result *= square;
                    }
                    square *= square;
                    left >>= 1;
                }
                if n < 0 {
                    1.0 / result
                } else {
                    result
                }
            }

            #[inline(always)]
            fn sqrt(self) -> $float {
                core::$float::math::sqrt(self)
            }

            #[inline(always)]
            fn hypot(self, other: $float) -> $float {
                GpuFloat::sqrt(GpuFloat::mul_add(self, self, other * other))
            }
        }
    };
}

exact_functions!(f32);
exact_functions!(f64);
