// expect: alignment 13
// block: 32 grid: 1 buffers: 256 256
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn run(x: *const u32, y: *mut u32) {
    let i = thread::index_1d() as usize;
    let tile = shared_array![u32; 64];
    *tile.add(i) = *x.add(i);
    *tile.add(i + 32) = 1;
    thread::sync_threads();
    *y.add(i) = *((tile as *const u8).add(i) as *const u32);
}
