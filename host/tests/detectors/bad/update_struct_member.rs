// expect: race 15
// block: 64 grid: 2 buffers: 128 4
// All threads add to a member of one structure.
use cuda_std::prelude::*;

#[repr(C)]
pub struct Sums {
    count: u32,
    total: f32,
    most: [u32; 2],
}

#[kernel]
pub unsafe fn add_up(x: &[f32], sums: *mut Sums) {
    (*sums).total += x[thread::index_1d() as usize];
}
