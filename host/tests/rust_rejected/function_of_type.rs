use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, count: *mut u32, n: u32) {
    struct P { x: f32 }
    impl P { fn new(x: f32) -> P { P { x } } }
    let p = P.new(1.0);
    *output = p.x;
}
