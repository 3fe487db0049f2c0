use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, count: *mut u32, n: u32) {
    fn store(p: *mut f32, x: f32) { *p.add(1) = x; }
    store(output, 1.0);
}
