// expect: nothing
// block: 32 grid: 1 buffers: 256 256
// Nobody knows that the step is 4 before it runs.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(x: *const u32, y: *mut u32) {
    let i = thread::index_1d() as usize;
    let step = *x.add(4) as usize;
    *y.add(i) = *((x as *const u8).add(step * i) as *const u32);
}
