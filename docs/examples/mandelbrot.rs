//! After how many steps each point of the plane escapes z² + c, at most `LIMIT`.

use core::ops::{Add, Mul};
use cuda_std::prelude::*;

const LIMIT: u16 = 100;

#[derive(Clone, Copy, Default)]
struct Complex {
    re: f32,
    im: f32,
}

impl Complex {
    fn norm_sqr(self) -> f32 {
        self.re * self.re + self.im * self.im
    }
}

impl Add for Complex {
    type Output = Self;

    fn add(self, rhs: Self) -> Self {
        Self { re: self.re + rhs.re, im: self.im + rhs.im }
    }
}

impl Mul for Complex {
    type Output = Self;

    fn mul(self, rhs: Self) -> Self {
        Self { re: self.re * rhs.re - self.im * rhs.im, im: self.re * rhs.im + self.im * rhs.re }
    }
}

fn escape_time(c: Complex) -> Option<u16> {
    let mut z = Complex::default();
    (0..LIMIT).find(|_| {
        z = z * z + c;
        z.norm_sqr() > 4.0
    })
}

#[derive(Clone, Copy)]
#[repr(C)]
pub struct View {
    pub left: f32,
    pub top: f32,
    pub pixel: f32,
    pub width: u32,
    pub height: u32,
}

#[kernel]
pub unsafe fn mandelbrot(view: View, steps: *mut u16) {
    let at = thread::index_2d();
    if at.x >= view.width || at.y >= view.height {
        return;
    }
    let c = Complex {
        re: view.left + at.x as f32 * view.pixel,
        im: view.top - at.y as f32 * view.pixel,
    };
    let pixel = unsafe { steps.add((at.y * view.width + at.x) as usize) };
    unsafe { *pixel = escape_time(c).unwrap_or(LIMIT) };
}
