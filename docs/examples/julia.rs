//! A Julia set in color: complex numbers with operators, and a palette chosen by ranges.

use core::ops::{Add, Mul, MulAssign};
use cuda_std::prelude::*;

#[derive(Clone, Copy, PartialEq)]
#[repr(C)]
pub struct Complex<T> {
    pub re: T,
    pub im: T,
}

impl<T: Copy + Add<Output = T> + Mul<Output = T>> Complex<T> {
    fn norm_sqr(self) -> T {
        self.re * self.re + self.im * self.im
    }
}

impl<T: Add<Output = T>> Add for Complex<T> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Complex { re: self.re + other.re, im: self.im + other.im }
    }
}

impl MulAssign for Complex<f32> {
    fn mul_assign(&mut self, other: Self) {
        let Complex { re, im } = *self;
        self.re = re * other.re - im * other.im;
        self.im = re * other.im + im * other.re;
    }
}

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Rgba([u8; 4]);

impl From<u32> for Rgba {
    fn from(steps: u32) -> Self {
        const OPAQUE: u8 = u8::MAX;
        Self(match steps {
            0 => [0, 0, 0, OPAQUE],
            n @ 1..=15 => [0, 0, 16 * n as u8, OPAQUE],
            n if n < MAX_STEPS => [(4 * n) as u8, (n / 2) as u8, 255 - n as u8, OPAQUE],
            _ => [255, 255, 255, OPAQUE],
        })
    }
}

const MAX_STEPS: u32 = 60;

#[kernel]
pub unsafe fn julia(image: *mut Rgba, width: u32, height: u32, c: Complex<f32>) {
    let (x, y) = thread::index_2d().into();
    if x >= width || y >= height {
        return;
    }
    let scale = |pixel: u32, size: u32| 3.0 * (pixel as f32 / size as f32) - 1.5;
    let mut z = Complex { re: scale(x, width), im: scale(y, height) };

    let mut steps = 0;
    while steps < MAX_STEPS && z.norm_sqr() <= 4.0 {
        z *= z;
        z = z + c;
        steps += 1;
    }
    unsafe { *image.add((y * width + x) as usize) = steps.into() };
}
