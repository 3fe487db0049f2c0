use cuda_std::prelude::*;

#[derive(Clone, Copy)]
pub struct Pair {
    a: f32,
    b: f64,
}

#[kernel]
pub unsafe fn k(p: *const Pair, output: *mut f32) {
    *output = (*p).a;
}
