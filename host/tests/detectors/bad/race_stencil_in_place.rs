// expect: race 10 11
// block: 64 grid: 2 buffers: 128
// A stencil in place: neighbours are read while they are written.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn smooth(y: *mut f32) {
    let i = thread::index_1d() as usize;
    if i > 0 && i < 127 {
        let sum = *y.add(i - 1) + *y.add(i + 1);
        *y.add(i) = sum;
    }
}
