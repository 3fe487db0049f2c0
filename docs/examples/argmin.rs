//! The least of many values and where it first occurs: shuffles, then a 64-bit atomic minimum.

use core::sync::atomic::{AtomicI64, Ordering};
use cuda_std::prelude::*;
use cuda_std::warp;

/// Candidates are ordered by value, equal values by index.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Candidate {
    value: f32,
    index: u32,
}

impl Candidate {
    const NONE: Self = Self { value: f32::INFINITY, index: u32::MAX };

    fn min(self, other: Self) -> Self {
        if other < self { other } else { self }
    }

    unsafe fn shuffle_down(self, delta: u32) -> Self {
        unsafe {
            Self {
                value: warp::warp_shuffle_down(u32::MAX, self.value, delta, 32).0,
                index: warp::warp_shuffle_down(u32::MAX, self.index, delta, 32).0,
            }
        }
    }

    /// An integer of the same order: negative floats count down in their lower bits.
    fn key(self) -> i64 {
        let bits = self.value.to_bits() as i32;
        let ordered = if bits < 0 { bits ^ i32::MAX } else { bits };
        (i64::from(ordered) << 32) | i64::from(self.index)
    }
}

#[kernel]
pub unsafe fn argmin(values: &[f32], best: &AtomicI64) {
    let stride = (thread::block_dim_x() * thread::grid_dim_x()) as usize;
    let mut least = (thread::index_1d() as usize..values.len())
        .step_by(stride)
        .map(|i| Candidate { value: values[i], index: i as u32 })
        .fold(Candidate::NONE, Candidate::min);

    for delta in [16, 8, 4, 2, 1] {
        least = least.min(unsafe { least.shuffle_down(delta) });
    }
    if warp::lane_id() == 0 {
        best.fetch_min(least.key(), Ordering::Relaxed);
    }
}
