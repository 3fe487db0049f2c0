// expect: race 18
// block: 40 grid: 2 buffers: 80 4
// All threads count in a member of one structure.
use cuda_std::prelude::*;

#[repr(C)]
pub struct Tally {
    even: u32,
    odd: u32,
    sum: f32,
    spare: u32,
}

#[kernel]
pub unsafe fn tally(x: &[u32], all: *mut Tally) {
    let i = thread::index_1d() as usize;
    if x[i] % 2 == 1 {
        (*all).odd += 1;
    }
}
