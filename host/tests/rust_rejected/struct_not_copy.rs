use cuda_std::prelude::*;

#[repr(C)]
pub struct Pair {
    a: f32,
    b: f32,
}

#[kernel]
pub unsafe fn k(p: *const Pair, output: *mut f32) {
    let pair = *p;
    *output = pair.a + pair.b;
}
