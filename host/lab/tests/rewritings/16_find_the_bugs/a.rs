//! Blocks of 64, renamed, a function for elements that may not be there.

use core::sync::atomic::{AtomicU32, Ordering};
use cuda_std::prelude::*;
use cuda_std::shared_array;

const BLOCK: usize = 64;

unsafe fn at(signal: *const u32, place: i32, length: u32) -> u32 {
    if place >= 0 && (place as u32) < length { *signal.add(place as usize) } else { 0 }
}

#[kernel]
pub unsafe fn smooth_signal(input: *const u32, output: *mut u32, total: *mut u32, n: u32) {
    let window = shared_array![u32; BLOCK + 2];
    let tree = shared_array![u32; BLOCK];
    let me = thread::thread_idx_x() as usize;
    let place = thread::index_1d() as i32;
    let mine = at(input, place, n);
    if me + 1 == BLOCK {
        *window.add(BLOCK + 1) = at(input, place + 1, n);
    }
    if me == 0 {
        *window.add(0) = at(input, place - 1, n);
    }
    *tree.add(me) = mine;
    *window.add(1 + me) = mine;
    thread::sync_threads();
    for half in [32, 16, 8, 4, 2, 1] {
        if me < half {
            *tree.add(me) += *tree.add(me + half);
        }
        thread::sync_threads();
    }
    if (place as u32) < n {
        let mut three = 0;
        for k in 0..3 {
            three += *window.add(me + k);
        }
        *output.add(place as usize) = three;
    }
    if me == 0 {
        AtomicU32::from_ptr(total).fetch_add(*tree, Ordering::Relaxed);
    }
}
