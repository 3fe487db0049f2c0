// expect: assertion 9
// block: 64 grid: 1 buffers: 64 64
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(x: &[u32], output: *mut u32) {
    let i = thread::index_1d() as usize;
    let part = x[i] as f32 / 8.0;
    assert!(part < 7.5);
    *output.add(i) = part as u32;
}
