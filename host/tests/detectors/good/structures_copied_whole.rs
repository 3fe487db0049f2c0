// expect: nothing
// block: 32 grid: 2 buffers: 256 256
// Structures with a gap between their members go through shared memory as a whole.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Record {
    kind: u32,
    weight: u64,
}

#[kernel]
pub unsafe fn reverse(x: *const Record, y: *mut Record) {
    let records = shared_array![Record; 32];
    let t = thread::thread_idx_x() as usize;
    let first = 32 * thread::block_idx_x() as usize;
    *records.add(t) = *x.add(first + t);
    thread::sync_threads();
    *y.add(first + t) = *records.add(31 - t);
}
