// Signal processing: DFT with a complex type, operator overloading and Sum.
use core::f32::consts::PI;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, Neg, Sub};
use cuda_std::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Complex<T> {
    pub re: T,
    pub im: T,
}

impl<T: Add<Output = T>> Add for Complex<T> {
    type Output = Self;
    fn add(self, rhs: Self) -> Self::Output {
        Self { re: self.re + rhs.re, im: self.im + rhs.im }
    }
}
impl<T> Mul for Complex<T>
where
    T: Copy + Mul<Output = T> + Add<Output = T> + Sub<Output = T>,
{
    type Output = Complex<T>;
    fn mul(self, rhs: Self) -> Complex<T> {
        Complex {
            re: self.re * rhs.re - self.im * rhs.im,
            im: self.re * rhs.im + self.im * rhs.re,
        }
    }
}
impl<T: Copy + Mul<Output = T>> Mul<T> for Complex<T> {
    type Output = Self;
    fn mul(self, k: T) -> Self {
        Self { re: self.re * k, im: self.im * k }
    }
}
impl<T: Neg<Output = T>> Complex<T> {
    fn conj(self) -> Self {
        Self { im: -self.im, ..self }
    }
}
impl<T: Add<Output = T> + Copy> AddAssign for Complex<T> {
    fn add_assign(&mut self, rhs: Self) {
        *self = *self + rhs;
    }
}
impl<T: Default + Add<Output = T>> Sum for Complex<T> {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::default(), |a, b| a + b)
    }
}
impl Complex<f32> {
    fn from_angle(angle: f32) -> Self {
        let (im, re) = angle.sin_cos();
        Self { re, im }
    }
    fn norm(&self) -> f32 {
        self.re.hypot(self.im)
    }
}
impl From<f32> for Complex<f32> {
    fn from(re: f32) -> Self {
        Self { re, im: 0.0 }
    }
}

#[kernel]
pub unsafe fn dft(x: &[f32], out: *mut f32) {
    let k = thread::index_1d() as usize;
    let n = x.len();
    if k < n {
        let bin: Complex<f32> = x
            .iter()
            .enumerate()
            .map(|(t, &v)| {
                let angle = -2.0 * PI * ((t * k) % n) as f32 / n as f32;
                Complex::from_angle(angle) * Complex::from(v)
            })
            .sum();
        let mut twice = bin.conj();
        twice += bin;
        *out.add(k) = bin.norm();
        *out.add(k + n) = (twice * 0.5).re;
    }
}
