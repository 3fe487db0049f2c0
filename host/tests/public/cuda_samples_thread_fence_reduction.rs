// pattern: CUDA samples, by NVIDIA
// expect: nothing
// block: 64 grid: 5 buffers: 777 5 1 1
// Sums in a single pass: fence, ticket, and the block that comes last adds up.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

const BLOCK: usize = 64;

unsafe fn block_sum(tile: *mut f32, value: f32) -> f32 {
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = value;
    thread::sync_threads();
    let mut step = BLOCK / 2;
    while step > 0 {
        if t < step {
            *tile.add(t) += *tile.add(t + step);
        }
        thread::sync_threads();
        step /= 2;
    }
    *tile
}

#[kernel]
pub unsafe fn single_pass(input: &[f32], partial: *mut f32, ticket: *mut u32, total: *mut f32) {
    let tile = shared_array![f32; BLOCK];
    let am_last = shared_array![bool; 1];
    let t = thread::thread_idx_x() as usize;
    let blocks = thread::grid_dim_x();
    let mut own = 0.0;
    let mut i = thread::index_1d() as usize;
    while i < input.len() {
        own += input[i];
        i += BLOCK * blocks as usize;
    }
    let sum = block_sum(tile, own);
    if t == 0 {
        *partial.add(thread::block_idx_x() as usize) = sum;
        thread::device_fence();
        let taken = atomic_fetch_add_u32_device(ticket, Ordering::Relaxed, 1);
        *am_last = taken == blocks - 1;
    }
    thread::sync_threads();
    if *am_last {
        own = 0.0;
        let mut i = t;
        while i < blocks as usize {
            own += *partial.add(i);
            i += BLOCK;
        }
        let sum = block_sum(tile, own);
        if t == 0 {
            *total = sum;
            // So that the next launch can count again.
            atomic_store_32_device(ticket, Ordering::Relaxed, 0);
        }
    }
}
