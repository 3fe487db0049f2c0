//! Warp shuffles, which the published `cuda_std` does not have yet.

use cuda_std::gpu_only;

/// Threads per warp.
pub const WARP: usize = 32;

/// Every lane of a warp.
pub const ALL_LANES: u32 = 0xffff_ffff;

/// The value that the lane `delta` places up the warp holds. Lanes without such
/// a neighbour get their own value back.
#[gpu_only]
#[inline(always)]
pub unsafe fn shuffle_down_u32(value: u32, delta: u32) -> u32 {
    let received: u32;
    core::arch::asm!(
        "shfl.sync.down.b32 {}, {}, {}, 31, 0xffffffff;",
        out(reg32) received,
        in(reg32) value,
        in(reg32) delta,
    );
    received
}

/// [`shuffle_down_u32`] for floats.
#[inline(always)]
pub unsafe fn shuffle_down_f32(value: f32, delta: u32) -> f32 {
    f32::from_bits(shuffle_down_u32(value.to_bits(), delta))
}

/// [`shuffle_down_u32`] for signed integers.
#[inline(always)]
pub unsafe fn shuffle_down_i32(value: i32, delta: u32) -> i32 {
    shuffle_down_u32(value as u32, delta) as i32
}
