// expect: nothing
// block: 64 grid: 1 buffers: 64
// All components are written one by one.
use crate::vector::Float4;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn one_by_one(y: *mut f32) {
    let quads = shared_array![Float4; 64];
    let t = thread::thread_idx_x() as usize;
    let quad = quads.add(t);
    (*quad).x = t as f32;
    (*quad).y = 1.0;
    (*quad).z = 2.0;
    (*quad).w = 3.0;
    thread::sync_threads();
    let other = Float4::load(quads.add(63 - t));
    *y.add(t) = other.x + other.w;
}
