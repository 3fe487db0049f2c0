// expect: assertion 12
// block: 64 grid: 1 buffers: 64 64
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(x: &[u32], output: *mut u32) {
    let i = thread::index_1d() as usize;
    *output.add(i) = match x[i] % 4 {
        0 => 1,
        1 => 2,
        2 => 3,
        _ => unreachable!(),
    };
}
