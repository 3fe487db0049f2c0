// expect: nothing
// block: 64 grid: 1 buffers: 16
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(output: *mut u8) {
    let i = thread::index_1d() as usize;
    *output.add(i) = 192 + i as u8;
    *output.add(i) = (*output.add(i)).wrapping_add(200);
}
