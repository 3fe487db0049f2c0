use cuda_std::prelude::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Pair {
    a: f32,
    b: f32,
}

#[kernel]
pub unsafe fn k(p: *const Pair, output: *mut f32) {
    *output = (*p).a + *(p as *const f32);
}
