//! Functions beyond those of `std`, as the published crate names them.

/// Special functions, computed by Rust's `libm` unless the hardware has them.
///
/// The published trait also has the inverses of the error function and of the
/// normal distribution, which nothing here computes.
pub trait FloatExt: Sized {
    /// The cosine of `self * pi`.
    fn cospi(self) -> Self;
    /// The sine of `self * pi`.
    fn sinpi(self) -> Self;
    /// Sine and cosine of `self * pi`.
    fn sincospi(self) -> (Self, Self);
    /// `2 / sqrt(pi)` times the integral of `e^(-t^2)` from 0 to the number.
    fn error_function(self) -> Self;
    /// `1 - error_function`, exact also where that is near 1.
    fn complementary_error_function(self) -> Self;
    /// A fraction between 0.5 and 1, or 0, and the power of two to multiply it
    /// by.
    fn frexp(self) -> (Self, i32);
    /// The exponent of the largest power of two that is not above the number.
    fn unbiased_exp(self) -> i32;
    /// The Bessel function of the first kind of order 0.
    fn j0(self) -> Self;
    /// The Bessel function of the first kind of order 1.
    fn j1(self) -> Self;
    /// The Bessel function of the first kind of that order.
    fn jn(self, order: i32) -> Self;
    /// The Bessel function of the second kind of order 0.
    fn y0(self) -> Self;
    /// The Bessel function of the second kind of order 1.
    fn y1(self) -> Self;
    /// The Bessel function of the second kind of that order.
    fn yn(self, order: i32) -> Self;
    /// `self * 2^exp`
    fn ldexp(self, exp: i32) -> Self;
    /// `self * 2^exp`
    fn scale_by_n(self, exp: i32) -> Self;
    /// The gamma function.
    fn gamma(self) -> Self;
    /// The natural logarithm of the gamma function's absolute value.
    fn log_gamma(self) -> Self;
    /// `ln(1 + self)`
    fn log1p(self) -> Self;
    /// How much of the standard normal distribution lies below the number.
    fn norm_cdf(self) -> Self;
    /// One over the cube root.
    fn rcbrt(self) -> Self;
    /// The number between 0 and 1 that is nearest; 0 for NaN.
    fn saturate(self) -> Self;
}

macro_rules! extended {
    ($($float:ident: $pi:expr, $root_half:expr, $sin_cos:ident $erf:ident $erfc:ident $frexp:ident
       $ilogb:ident $j0:ident $j1:ident $jn:ident $y0:ident $y1:ident $yn:ident $scalbn:ident
       $gamma:ident $log_gamma:ident $log1p:ident $cbrt:ident;)*) => {$(
        impl FloatExt for $float {
            #[inline]
            fn cospi(self) -> $float {
                self.sincospi().1
            }

            #[inline]
            fn sinpi(self) -> $float {
                self.sincospi().0
            }

            #[inline]
            fn sincospi(self) -> ($float, $float) {
                // Whole turns leave both as they are, and taking them away is
                // exact.
                let turns = crate::GpuFloat::round(self * 0.5);
                libm::$sin_cos((self - 2.0 * turns) * $pi)
            }

            #[inline]
            fn error_function(self) -> $float {
                libm::$erf(self)
            }

            #[inline]
            fn complementary_error_function(self) -> $float {
                libm::$erfc(self)
            }

            #[inline]
            fn frexp(self) -> ($float, i32) {
                libm::$frexp(self)
            }

            #[inline]
            fn unbiased_exp(self) -> i32 {
                libm::$ilogb(self)
            }

            #[inline]
            fn j0(self) -> $float {
                libm::$j0(self)
            }

            #[inline]
            fn j1(self) -> $float {
                libm::$j1(self)
            }

            #[inline]
            fn jn(self, order: i32) -> $float {
                libm::$jn(order, self)
            }

            #[inline]
            fn y0(self) -> $float {
                libm::$y0(self)
            }

            #[inline]
            fn y1(self) -> $float {
                libm::$y1(self)
            }

            #[inline]
            fn yn(self, order: i32) -> $float {
                libm::$yn(order, self)
            }

            #[inline]
            fn ldexp(self, exp: i32) -> $float {
                libm::$scalbn(self, exp)
            }

            #[inline]
            fn scale_by_n(self, exp: i32) -> $float {
                libm::$scalbn(self, exp)
            }

            #[inline]
            fn gamma(self) -> $float {
                libm::$gamma(self)
            }

            #[inline]
            fn log_gamma(self) -> $float {
                libm::$log_gamma(self)
            }

            #[inline]
            fn log1p(self) -> $float {
                libm::$log1p(self)
            }

            #[inline]
            fn norm_cdf(self) -> $float {
                0.5 * libm::$erfc(-self * $root_half)
            }

            #[inline]
            fn rcbrt(self) -> $float {
                1.0 / libm::$cbrt(self)
            }

            #[inline]
            fn saturate(self) -> $float {
                self.max(0.0).min(1.0)
            }
        }
    )*};
}

extended! {
    f32: core::f32::consts::PI, core::f32::consts::FRAC_1_SQRT_2, sincosf erff erfcf frexpf
        ilogbf j0f j1f jnf y0f y1f ynf scalbnf tgammaf lgammaf log1pf cbrtf;
    f64: core::f64::consts::PI, core::f64::consts::FRAC_1_SQRT_2, sincos erf erfc frexp
        ilogb j0 j1 jn y0 y1 yn scalbn tgamma lgamma log1p cbrt;
}
