// expect: nothing
// block: 64 grid: 2 buffers: 128 128
// A stencil from one buffer into another.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn smooth(x: &[f32], y: *mut f32) {
    let i = thread::index_1d() as usize;
    if i > 0 && i < 127 {
        *y.add(i) = x[i - 1] + x[i + 1];
    }
}
