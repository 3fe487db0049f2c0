// pattern: OneFlow, by OneFlow Inc.
// expect: nothing
// block: 32 grid: 2 buffers: 331 331 331 numbers: 331
// Packs of four by all threads, and the rest by as many threads as there are elements left.
use crate::vector::Float4;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn add(x: *const f32, y: *const f32, z: *mut f32, n: u32) {
    let packs = n as usize / 4;
    let threads = (thread::grid_dim_x() * thread::block_dim_x()) as usize;
    let first = thread::index_1d() as usize;
    let (x4, y4, z4) = (x as *const Float4, y as *const Float4, z as *mut Float4);
    let mut i = first;
    while i < packs {
        Float4::load(x4.add(i)).plus(Float4::load(y4.add(i))).store(z4.add(i));
        i += threads;
    }
    let tail = 4 * packs + first;
    if tail < n as usize {
        *z.add(tail) = *x.add(tail) + *y.add(tail);
    }
}
