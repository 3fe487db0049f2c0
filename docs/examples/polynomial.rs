//! A polynomial and its derivative at many points, by one Horner scheme for numbers and duals.

use core::ops::{Add, Mul};
use cuda_std::prelude::*;

/// A value and its derivative.
#[derive(Clone, Copy)]
struct Dual {
    value: f32,
    slope: f32,
}

impl From<f32> for Dual {
    fn from(value: f32) -> Self {
        Self { value, slope: 0.0 }
    }
}

impl Add for Dual {
    type Output = Self;

    fn add(self, rhs: Self) -> Self {
        Self { value: self.value + rhs.value, slope: self.slope + rhs.slope }
    }
}

impl Mul for Dual {
    type Output = Self;

    fn mul(self, rhs: Self) -> Self {
        Self {
            value: self.value * rhs.value,
            slope: self.slope * rhs.value + self.value * rhs.slope,
        }
    }
}

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Polynomial<const N: usize> {
    pub coefficients: [f32; N],
}

impl<const N: usize> Polynomial<N> {
    fn eval<T>(&self, x: T) -> T
    where
        T: Copy + From<f32> + Add<Output = T> + Mul<Output = T>,
    {
        self.coefficients.iter().rev().fold(T::from(0.0), |sum, &c| sum * x + c.into())
    }
}

#[kernel]
pub unsafe fn polynomial(
    polynomial: Polynomial<6>,
    points: &[f32],
    values: *mut f32,
    slopes: *mut f32,
) {
    let i = thread::index_1d() as usize;
    if let Some(&x) = points.get(i) {
        unsafe {
            *values.add(i) = polynomial.eval(x);
            *slopes.add(i) = polynomial.eval(Dual { value: x, slope: 1.0 }).slope;
        }
    }
}
