//! Fourier transforms of signals of 64 complex numbers, one block for each signal, in place.

use core::f32::consts::PI;
use core::ops::{Add, Mul, Sub};
use cuda_std::*;

const N: usize = 64;

#[derive(Clone, Copy, Default)]
#[repr(C)]
pub struct Complex {
    re: f32,
    im: f32,
}

impl Complex {
    fn cis(angle: f32) -> Self {
        let (im, re) = angle.sin_cos();
        Self { re, im }
    }
}

impl Add for Complex {
    type Output = Self;

    fn add(self, rhs: Self) -> Self {
        Self { re: self.re + rhs.re, im: self.im + rhs.im }
    }
}

impl Sub for Complex {
    type Output = Self;

    fn sub(self, rhs: Self) -> Self {
        Self { re: self.re - rhs.re, im: self.im - rhs.im }
    }
}

impl Mul for Complex {
    type Output = Self;

    fn mul(self, rhs: Self) -> Self {
        Self { re: self.re * rhs.re - self.im * rhs.im, im: self.re * rhs.im + self.im * rhs.re }
    }
}

/// The place of an element after the even ones were put before the odd ones on every level.
const fn bit_reversed(i: usize) -> usize {
    i.reverse_bits() >> (usize::BITS - N.ilog2())
}

#[kernel]
pub unsafe fn fft(signals: *mut [Complex; N]) {
    #[address_space(shared)]
    static mut WORK: [Complex; N] = [Complex { re: 0.0, im: 0.0 }; N];

    let signal = signals.add(thread::block_idx_x() as usize);
    let t = thread::thread_idx_x() as usize;
    for i in [t, t + N / 2] {
        WORK[bit_reversed(i)] = (*signal)[i];
    }
    thread::sync_threads();

    let mut half = 1;
    while half < N {
        let (group, k) = (t / half, t % half);
        let twiddle = Complex::cis(-PI * k as f32 / half as f32);
        let i = 2 * half * group + k;
        let (even, odd) = (WORK[i], twiddle * WORK[i + half]);
        WORK[i] = even + odd;
        WORK[i + half] = even - odd;
        thread::sync_threads();
        half *= 2;
    }

    for i in [t, t + N / 2] {
        (*signal)[i] = WORK[i];
    }
}
