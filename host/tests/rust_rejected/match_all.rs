use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn k(x: &[u32], out: *mut u32) {
    *out = warp::warp_match_all(u32::MAX, x[0]).is_some() as u32;
}
