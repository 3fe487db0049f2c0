// expect: bounds 17; bounds 18
// block: 64 grid: 2 buffers: 100 128
// What is read past the end is thrown away, which does not help in Rust.
use cuda_std::prelude::*;

fn select(no: u32, yes: u32, condition: bool) -> u32 {
    if condition {
        yes
    } else {
        no
    }
}

#[kernel]
pub unsafe fn pairs(x: &[u32], y: *mut u32) {
    let i = thread::index_1d() as usize;
    let own = select(0, x[i], i < x.len());
    let next = select(7, x[i + 1], i + 1 < x.len());
    *y.add(i) = own + next;
}
