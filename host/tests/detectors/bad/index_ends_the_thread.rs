// expect: bounds 11
// block: 32 grid: 1 buffers: 32 32
// What comes behind is not reached, and that is not its own mistake.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn run(x: &[u32], y: *mut u32) {
    let i = thread::index_1d() as usize;
    let tile = shared_array![u32; 32];
    let value = x[i * 2];
    *tile.add(i) = value;
    thread::sync_threads();
    *y.add(i) = *tile.add(i);
}
