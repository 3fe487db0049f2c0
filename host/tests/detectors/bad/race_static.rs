// expect: race 13 14
// block: 64 grid: 1 buffers: 64 64
// A tile under a name of its own, and no barrier between the two halves.
use cuda_std::address_space;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn reverse(x: &[u32], y: *mut u32) {
    #[address_space(shared)]
    static mut TILE: [u32; 64] = [0; 64];
    let t = thread::thread_idx_x() as usize;
    let tile = &raw mut TILE as *mut u32;
    *tile.add(t) = x[t];
    *y.add(t) = TILE[63 - t];
}
