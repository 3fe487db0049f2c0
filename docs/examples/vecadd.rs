//! c becomes a + b, one element for each thread.

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn vecadd(a: &[f32], b: &[f32], c: *mut f32) {
    let i = thread::index_1d() as usize;
    if let (Some(x), Some(y)) = (a.get(i), b.get(i)) {
        let sum = unsafe { &mut *c.add(i) };
        *sum = x + y;
    }
}
