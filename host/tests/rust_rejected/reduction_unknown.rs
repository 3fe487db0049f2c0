use cuda_std::prelude::*;
use cuda_std::warp::{self, WarpReductionOp};

#[kernel]
pub unsafe fn k(x: &[u32], out: *mut u32) {
    *out = warp::warp_reduce(u32::MAX, x[0], WarpReductionOp::Sum);
}
