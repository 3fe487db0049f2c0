use cuda_std::prelude::*;

struct P { float x; float y; };

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, count: *mut u32, n: u32) {
    let p = P { x: 1.0, y: 2.0 };
    *output = p.x;
}
