//! Running maximum and running range of each block's part, by a scan that is generic in its monoid.

use cuda_std::prelude::*;
use cuda_std::shared_array;

const BLOCK: usize = 64;

trait Monoid {
    type Value: Copy;
    const IDENTITY: Self::Value;

    fn combine(left: Self::Value, right: Self::Value) -> Self::Value;
}

struct Max;

impl Monoid for Max {
    type Value = i32;
    const IDENTITY: i32 = i32::MIN;

    fn combine(left: i32, right: i32) -> i32 {
        left.max(right)
    }
}

#[derive(Clone, Copy)]
struct Bounds {
    low: i32,
    high: i32,
}

impl Monoid for Bounds {
    type Value = Self;
    const IDENTITY: Self = Self { low: i32::MAX, high: i32::MIN };

    fn combine(left: Self, right: Self) -> Self {
        Self { low: left.low.min(right.low), high: left.high.max(right.high) }
    }
}

unsafe fn inclusive_scan<M: Monoid>(scratch: *mut M::Value, value: Option<M::Value>) -> M::Value {
    let t = thread::thread_idx_x() as usize;
    let mut sum = value.unwrap_or(M::IDENTITY);
    let mut distance = 1;
    while distance < BLOCK {
        *scratch.add(t) = sum;
        thread::sync_threads();
        if t >= distance {
            sum = M::combine(*scratch.add(t - distance), sum);
        }
        thread::sync_threads();
        distance <<= 1;
    }
    sum
}

#[kernel]
pub unsafe fn prefix_max(input: &[i32], largest: *mut i32, range: *mut i32) {
    let i = thread::index_1d() as usize;
    let x = input.get(i).copied();

    let max = inclusive_scan::<Max>(shared_array![i32; BLOCK], x);
    let bounds = x.map(|x| Bounds { low: x, high: x });
    let Bounds { low, high } = inclusive_scan::<Bounds>(shared_array![Bounds; BLOCK], bounds);

    if x.is_some() {
        *largest.add(i) = max;
        *range.add(i) = high - low;
    }
}
