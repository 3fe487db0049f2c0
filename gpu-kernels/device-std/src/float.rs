//! Mathematics for floats, as methods like those of `std`.
//!
//! The published `cuda_std` calls NVIDIA's libdevice for them, which ships with
//! the CUDA toolkit only. Here they are PTX's own instructions where it has
//! them, and Rust's `libm` where it does not:
//!
//! - `floor`, `ceil`, `round`, `round_ties_even`, `trunc`, `fract`, `abs`, `signum`,
//!   `copysign`, `mul_add` and `sqrt` are exact or correctly rounded, as on the CPU. `powi`
//!   multiplies, and so rounds at each step; `div_euclid` and `rem_euclid` round
//!   the quotient.
//! - `exp`, `exp2`, `ln`, `log`, `log2`, `log10`, `powf`, `sin`, `cos`, `tan` and
//!   `tanh` of an `f32` are approximations, the ones that CUDA C++ calls
//!   `__expf`, `__sinf` and so on. [`Approximate`] says how good each one is,
//!   which an H200 bore out on four million arguments each.
//! - The same functions of an `f64`, and the inverse and hyperbolic functions,
//!   `cbrt`, `exp_m1` and `ln_1p` of both, are computed by `libm` within an ulp
//!   or so, in some dozens of instructions.
//! - `f16` computes in `f32`.

mod approximate;

pub use approximate::Approximate;

mod private {
    pub trait Sealed {}
    impl Sealed for f16 {}
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
    /// The nearest integer; halves go to the even one.
    fn round_ties_even(self) -> Self;
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
    fn powf(self, n: Self) -> Self;
    /// e to the power of the number; see [`Approximate::exp2_approx`].
    fn exp(self) -> Self;
    /// 2 to the power of the number; see [`Approximate::exp2_approx`].
    fn exp2(self) -> Self;
    /// The natural logarithm; see [`Approximate::log2_approx`].
    fn ln(self) -> Self;
    /// The logarithm to a base; see [`Approximate::log2_approx`].
    fn log(self, base: Self) -> Self;
    /// The logarithm to base 2; see [`Approximate::log2_approx`].
    fn log2(self) -> Self;
    /// The logarithm to base 10; see [`Approximate::log2_approx`].
    fn log10(self) -> Self;
    /// The sine; see [`Approximate::sin_approx`].
    fn sin(self) -> Self;
    /// The cosine; see [`Approximate::sin_approx`].
    fn cos(self) -> Self;
    /// Sine and cosine; see [`Approximate::sin_approx`].
    fn sin_cos(self) -> (Self, Self);
    /// The tangent; see [`Approximate::tan_approx`].
    fn tan(self) -> Self;
    /// The hyperbolic tangent; see [`Approximate::tanh_approx`].
    fn tanh(self) -> Self;
    /// The cube root.
    fn cbrt(self) -> Self;
    /// The angle with that sine, in radians.
    fn asin(self) -> Self;
    /// The angle with that cosine, in radians.
    fn acos(self) -> Self;
    /// The angle with that tangent, in radians.
    fn atan(self) -> Self;
    /// The angle of the point (`other`, `self`), in radians, in all four quadrants.
    fn atan2(self, other: Self) -> Self;
    fn sinh(self) -> Self;
    fn cosh(self) -> Self;
    fn asinh(self) -> Self;
    fn acosh(self) -> Self;
    fn atanh(self) -> Self;
    /// `exp(self) - 1`, exact also near zero.
    fn exp_m1(self) -> Self;
    /// `ln(1 + self)`, exact also near zero.
    fn ln_1p(self) -> Self;
}

macro_rules! float_functions {
    ($float:ident: $($rest:tt)*) => {
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
            fn round_ties_even(self) -> $float {
                core::$float::math::round_ties_even(self)
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

            $($rest)*
        }
    };
}

float_functions! {
    f32:
    #[inline(always)]
    fn powf(self, n: f32) -> f32 {
        self.powf_approx(n)
    }

    #[inline(always)]
    fn exp(self) -> f32 {
        self.exp_approx()
    }

    #[inline(always)]
    fn exp2(self) -> f32 {
        self.exp2_approx()
    }

    #[inline(always)]
    fn ln(self) -> f32 {
        self.ln_approx()
    }

    #[inline(always)]
    fn log2(self) -> f32 {
        self.log2_approx()
    }

    #[inline(always)]
    fn log10(self) -> f32 {
        self.log10_approx()
    }

    #[inline(always)]
    fn sin(self) -> f32 {
        self.sin_approx()
    }

    #[inline(always)]
    fn cos(self) -> f32 {
        self.cos_approx()
    }

    #[inline(always)]
    fn tan(self) -> f32 {
        self.tan_approx()
    }

    #[inline(always)]
    fn tanh(self) -> f32 {
        self.tanh_approx()
    }

    #[inline(always)]
    fn log(self, base: f32) -> f32 {
        self.log_approx(base)
    }

    #[inline(always)]
    fn sin_cos(self) -> (f32, f32) {
        (self.sin_approx(), self.cos_approx())
    }

    #[inline(always)]
    fn cbrt(self) -> f32 {
        libm::cbrtf(self)
    }

    #[inline(always)]
    fn asin(self) -> f32 {
        libm::asinf(self)
    }

    #[inline(always)]
    fn acos(self) -> f32 {
        libm::acosf(self)
    }

    #[inline(always)]
    fn atan(self) -> f32 {
        libm::atanf(self)
    }

    #[inline(always)]
    fn atan2(self, other: f32) -> f32 {
        libm::atan2f(self, other)
    }

    #[inline(always)]
    fn sinh(self) -> f32 {
        libm::sinhf(self)
    }

    #[inline(always)]
    fn cosh(self) -> f32 {
        libm::coshf(self)
    }

    #[inline(always)]
    fn asinh(self) -> f32 {
        libm::asinhf(self)
    }

    #[inline(always)]
    fn acosh(self) -> f32 {
        libm::acoshf(self)
    }

    #[inline(always)]
    fn atanh(self) -> f32 {
        libm::atanhf(self)
    }

    #[inline(always)]
    fn exp_m1(self) -> f32 {
        libm::expm1f(self)
    }

    #[inline(always)]
    fn ln_1p(self) -> f32 {
        libm::log1pf(self)
    }
}

float_functions! {
    f64:
    #[inline(always)]
    fn powf(self, n: f64) -> f64 {
        libm::pow(self, n)
    }

    #[inline(always)]
    fn exp(self) -> f64 {
        libm::exp(self)
    }

    #[inline(always)]
    fn exp2(self) -> f64 {
        libm::exp2(self)
    }

    #[inline(always)]
    fn ln(self) -> f64 {
        libm::log(self)
    }

    #[inline(always)]
    fn log2(self) -> f64 {
        libm::log2(self)
    }

    #[inline(always)]
    fn log10(self) -> f64 {
        libm::log10(self)
    }

    #[inline(always)]
    fn sin(self) -> f64 {
        libm::sin(self)
    }

    #[inline(always)]
    fn cos(self) -> f64 {
        libm::cos(self)
    }

    #[inline(always)]
    fn tan(self) -> f64 {
        libm::tan(self)
    }

    #[inline(always)]
    fn tanh(self) -> f64 {
        libm::tanh(self)
    }

    #[inline(always)]
    fn log(self, base: f64) -> f64 {
        libm::log(self) / libm::log(base)
    }

    #[inline(always)]
    fn sin_cos(self) -> (f64, f64) {
        libm::sincos(self)
    }

    #[inline(always)]
    fn cbrt(self) -> f64 {
        libm::cbrt(self)
    }

    #[inline(always)]
    fn asin(self) -> f64 {
        libm::asin(self)
    }

    #[inline(always)]
    fn acos(self) -> f64 {
        libm::acos(self)
    }

    #[inline(always)]
    fn atan(self) -> f64 {
        libm::atan(self)
    }

    #[inline(always)]
    fn atan2(self, other: f64) -> f64 {
        libm::atan2(self, other)
    }

    #[inline(always)]
    fn sinh(self) -> f64 {
        libm::sinh(self)
    }

    #[inline(always)]
    fn cosh(self) -> f64 {
        libm::cosh(self)
    }

    #[inline(always)]
    fn asinh(self) -> f64 {
        libm::asinh(self)
    }

    #[inline(always)]
    fn acosh(self) -> f64 {
        libm::acosh(self)
    }

    #[inline(always)]
    fn atanh(self) -> f64 {
        libm::atanh(self)
    }

    #[inline(always)]
    fn exp_m1(self) -> f64 {
        libm::expm1(self)
    }

    #[inline(always)]
    fn ln_1p(self) -> f64 {
        libm::log1p(self)
    }
}

macro_rules! through_f32 {
    ($($name:ident($($argument:ident),*);)*) => {
        impl GpuFloat for f16 {
            $(
                #[inline(always)]
                fn $name(self, $($argument: f16),*) -> f16 {
                    GpuFloat::$name(self as f32, $($argument as f32),*) as f16
                }
            )*

            #[inline(always)]
            fn powi(self, n: i32) -> f16 {
                GpuFloat::powi(self as f32, n) as f16
            }

            #[inline(always)]
            fn sin_cos(self) -> (f16, f16) {
                (GpuFloat::sin(self), GpuFloat::cos(self))
            }
        }
    };
}

through_f32! {
    floor();
    ceil();
    round();
    round_ties_even();
    trunc();
    fract();
    abs();
    signum();
    copysign(sign);
    mul_add(a, b);
    div_euclid(rhs);
    rem_euclid(rhs);
    sqrt();
    hypot(other);
    powf(n);
    exp();
    exp2();
    ln();
    log(base);
    log2();
    log10();
    sin();
    cos();
    tan();
    tanh();
    cbrt();
    asin();
    acos();
    atan();
    atan2(other);
    sinh();
    cosh();
    asinh();
    acosh();
    atanh();
    exp_m1();
    ln_1p();
}
