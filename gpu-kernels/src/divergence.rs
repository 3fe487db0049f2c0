//! Two ways of sharing the same work: half of the elements take one path, half
//! the other. What matters is whether the halves meet within a warp.

use crate::warp::WARP;
use cuda_std::prelude::*;

/// Threads per block.
pub const BLOCK: usize = 256;

/// Steps along either path.
pub const STEPS: usize = 64;

/// Neighbouring threads take different paths, so every warp walks both, half of
/// its lanes idle each time.
#[kernel]
pub unsafe fn divergence_branchy(input: &[f32], output: *mut f32) {
    let i = thread::index_1d() as usize;
    if i < input.len() {
        let value = input[i];
        if i % 2 == 0 {
            *output.add(i) = halve(value);
        } else {
            *output.add(i) = invert(value);
        }
    }
}

/// Neighbouring warps take different paths: as many elements go either way, and
/// no warp walks both.
#[kernel]
pub unsafe fn divergence_uniform(input: &[f32], output: *mut f32) {
    let i = thread::index_1d() as usize;
    if i < input.len() {
        let value = input[i];
        if i / WARP % 2 == 0 {
            *output.add(i) = halve(value);
        } else {
            *output.add(i) = invert(value);
        }
    }
}

/// The first path, which nears 2.
#[inline(always)]
fn halve(value: f32) -> f32 {
    let mut value = value;
    for _ in 0..STEPS {
        value = value * 0.5 + 1.0;
    }
    value
}

/// The second path, which nears the golden ratio's reciprocal.
#[inline(always)]
fn invert(value: f32) -> f32 {
    let mut value = value;
    for _ in 0..STEPS {
        value = 1.0 / (1.0 + value);
    }
    value
}
