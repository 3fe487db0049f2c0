//! Sorts each block's part of the keys by a bitonic network in shared memory.

use core::mem;
use cuda_std::prelude::*;
use cuda_std::shared_array;

const BLOCK: usize = 128;

/// Puts the smaller of two elements first, or last where the sequence descends.
fn compare_exchange<T: PartialOrd>(a: &mut T, b: &mut T, ascending: bool) {
    if (*a > *b) == ascending {
        mem::swap(a, b);
    }
}

unsafe fn sort_block<T: PartialOrd, const N: usize>(keys: *mut T) {
    let t = thread::thread_idx_x() as usize;
    let mut size = 2;
    while size <= N {
        let mut stride = size / 2;
        while stride > 0 {
            let partner = t ^ stride;
            if partner > t {
                let (a, b) = (&mut *keys.add(t), &mut *keys.add(partner));
                compare_exchange(a, b, t & size == 0);
            }
            thread::sync_threads();
            stride /= 2;
        }
        size *= 2;
    }
}

#[kernel]
pub unsafe fn bitonic_sort(keys: *mut f32, len: usize) {
    let shared = shared_array![f32; BLOCK];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;

    *shared.add(t) = if i < len { *keys.add(i) } else { f32::INFINITY };
    thread::sync_threads();
    sort_block::<_, BLOCK>(shared);
    if i < len {
        *keys.add(i) = *shared.add(t);
    }
}
