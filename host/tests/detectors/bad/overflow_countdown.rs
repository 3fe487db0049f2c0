// expect: arithmetic 11
// block: 64 grid: 1 buffers: 64 64
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(x: &[u32], output: *mut u32) {
    let i = thread::index_1d() as usize;
    let mut sum = 0;
    let mut k = x.len() as u32;
    while k > 0 {
        k -= 3;
        sum ^= k;
        if k > 64 {
            break;
        }
    }
    *output.add(i) = sum;
}
