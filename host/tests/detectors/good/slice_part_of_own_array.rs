// expect: nothing
// block: 32 grid: 1 buffers: 64 64
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(x: &[u32], y: *mut u32) {
    let i = thread::index_1d() as usize;
    let own = [x[0], x[1], x[2], x[3], x[4]];
    let part = &own[1..3];
    *y.add(i) = part[i / 16] + own[..i % 5].iter().sum::<u32>();
}
