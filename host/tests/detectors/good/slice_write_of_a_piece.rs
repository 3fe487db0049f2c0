// expect: nothing
// block: 4 grid: 1 buffers: 16 16
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(x: &[u32], y: *mut u32) {
    let i = thread::index_1d() as usize;
    let piece = core::slice::from_raw_parts_mut(y.add(4 * i), 4);
    if i == 1 {
        piece[x[3] as usize] = 1;
    }
    for (at, to) in piece.chunks_exact_mut(2).enumerate() {
        to[at] += 1;
        to[1 - at] = x[at];
    }
}
