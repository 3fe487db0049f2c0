// pattern: CUTLASS, by NVIDIA
// expect: nothing
// block: 64 grid: 2 3 buffers: 384 128 2
// Three slices of a sum are added to one tile in turn: a semaphore says whose turn it is.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn split_k(input: &[u32], output: *mut u32, semaphores: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let tile = thread::block_idx_x();
    let slice = thread::block_idx_y();
    let slices = thread::grid_dim_y();
    let i = 64 * tile as usize + t;
    let value = input[128 * slice as usize + i];
    let semaphore = semaphores.add(tile as usize);
    // The word of a tile starts with its number.
    let turn = tile + slice;
    let mut state = tile;
    if t == 0 {
        state = atomic_load_32_device(semaphore, Ordering::Acquire);
    }
    while thread::sync_threads_and((t != 0 || state == turn) as u32) == 0 {
        if t == 0 {
            state = atomic_load_32_device(semaphore, Ordering::Acquire);
        }
    }
    thread::sync_threads();
    if slice == 0 {
        *output.add(i) = value;
    } else {
        *output.add(i) += value;
    }
    thread::sync_threads();
    if t == 0 {
        let next = if slice == slices - 1 { tile } else { turn + 1 };
        atomic_store_32_device(semaphore, Ordering::Release, next);
    }
}
