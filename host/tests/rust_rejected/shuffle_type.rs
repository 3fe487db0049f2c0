use cuda_std::prelude::*;
use cuda_std::warp::*;

#[derive(Clone, Copy)]
struct Pair {
    a: f32,
    b: f32,
}

#[kernel]
pub unsafe fn k(x: &[f32], out: *mut f32) {
    let pair = Pair { a: x[0], b: x[1] };
    let (other, _) = warp_shuffle_down(u32::MAX, pair, 1, 32);
    let (flag, _) = warp_shuffle_xor(u32::MAX, x[0] > 1.0, 1, 32);
    let (index, _) = warp_shuffle_xor(u32::MAX, x.len(), 1, 32);
    let sum = warp_reduce(u32::MAX, x[0], WarpReductionOp::Add);
    *out = other.a + flag as u32 as f32 + index as f32 + sum;
}
