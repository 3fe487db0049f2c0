// expect: nothing
// block: 64 grid: 2 buffers: 100 128
// Nothing is read past the end: the branch comes first.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn pairs(x: &[u32], y: *mut u32) {
    let i = thread::index_1d() as usize;
    let own = if i < x.len() { x[i] } else { 0 };
    let next = if i + 1 < x.len() { x[i + 1] } else { 7 };
    *y.add(i) = own + next;
}
