// pattern: RAJA, by Lawrence Livermore National Laboratory
// expect: nothing
// block: 8 4 2 grid: 2 2 buffers: 256 8 1 2
// Minimum and its place over a grid of two dimensions, put together by the block that comes last.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Least {
    value: u32,
    place: u32,
}

fn lesser(a: Least, b: Least) -> Least {
    if b.value < a.value {
        b
    } else {
        a
    }
}

unsafe fn over_block(tile: *mut Least, t: usize) {
    let mut step = 32;
    while step > 0 {
        thread::sync_threads();
        if t < step {
            *tile.add(t) = lesser(*tile.add(t), *tile.add(t + step));
        }
        step /= 2;
    }
}

#[kernel]
pub unsafe fn min_loc(input: &[u32], left: *mut Least, count: *mut u32, output: *mut u32) {
    let tile = shared_array![Least; 64];
    let is_last = shared_array![u32; 1];
    let (tx, ty) = (thread::thread_idx_x(), thread::thread_idx_y());
    let t = (tx + 8 * (ty + 4 * thread::thread_idx_z())) as usize;
    let blocks = thread::grid_dim_x() * thread::grid_dim_y();
    let block = thread::block_idx_x() + thread::grid_dim_x() * thread::block_idx_y();
    let i = 64 * block as usize + t;
    *tile.add(t) = Least { value: (input[i] + 100) % 256, place: i as u32 };
    over_block(tile, t);
    if t == 0 {
        *left.add(block as usize) = *tile;
        thread::device_fence();
        let before = atomic_fetch_add_u32_device(count, Ordering::Relaxed, 1);
        *is_last = (before == blocks - 1) as u32;
    }
    thread::sync_threads();
    if *is_last == 0 {
        return;
    }
    let mut own = Least { value: u32::MAX, place: 0 };
    for other in (t..blocks as usize).step_by(64) {
        own = lesser(own, *left.add(other));
    }
    *tile.add(t) = own;
    over_block(tile, t);
    if t == 0 {
        *output = (*tile).value;
        *output.add(1) = (*tile).place;
    }
}
