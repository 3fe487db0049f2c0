//! Warp shuffles and votes, which the published `cuda_std` does not have yet.
//!
//! Every lane of the warp takes part in each of them: a lane that has left the
//! kernel or waits in another branch leaves the result undefined.

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

/// The value that the lane `delta` places down the warp holds. Lanes without
/// such a neighbour get their own value back.
#[gpu_only]
#[inline(always)]
pub unsafe fn shuffle_up_u32(value: u32, delta: u32) -> u32 {
    let received: u32;
    core::arch::asm!(
        "shfl.sync.up.b32 {}, {}, {}, 0, 0xffffffff;",
        out(reg32) received,
        in(reg32) value,
        in(reg32) delta,
    );
    received
}

/// [`shuffle_up_u32`] for floats.
#[inline(always)]
pub unsafe fn shuffle_up_f32(value: f32, delta: u32) -> f32 {
    f32::from_bits(shuffle_up_u32(value.to_bits(), delta))
}

/// [`shuffle_up_u32`] for signed integers.
#[inline(always)]
pub unsafe fn shuffle_up_i32(value: i32, delta: u32) -> i32 {
    shuffle_up_u32(value as u32, delta) as i32
}

/// The value that the lane holds whose number is this lane's, exclusive-or
/// `mask`. Pairs of lanes exchange their values; `mask` is below 32.
#[gpu_only]
#[inline(always)]
pub unsafe fn shuffle_xor_u32(value: u32, mask: u32) -> u32 {
    let received: u32;
    core::arch::asm!(
        "shfl.sync.bfly.b32 {}, {}, {}, 31, 0xffffffff;",
        out(reg32) received,
        in(reg32) value,
        in(reg32) mask,
    );
    received
}

/// [`shuffle_xor_u32`] for floats.
#[inline(always)]
pub unsafe fn shuffle_xor_f32(value: f32, mask: u32) -> f32 {
    f32::from_bits(shuffle_xor_u32(value.to_bits(), mask))
}

/// [`shuffle_xor_u32`] for signed integers.
#[inline(always)]
pub unsafe fn shuffle_xor_i32(value: i32, mask: u32) -> i32 {
    shuffle_xor_u32(value as u32, mask) as i32
}

/// The value that the lane with that number holds. Of a number from 32 on, only
/// the lowest five bits count.
#[gpu_only]
#[inline(always)]
pub unsafe fn shuffle_from_u32(value: u32, lane: u32) -> u32 {
    let received: u32;
    core::arch::asm!(
        "shfl.sync.idx.b32 {}, {}, {}, 31, 0xffffffff;",
        out(reg32) received,
        in(reg32) value,
        in(reg32) lane,
    );
    received
}

/// [`shuffle_from_u32`] for floats.
#[inline(always)]
pub unsafe fn shuffle_from_f32(value: f32, lane: u32) -> f32 {
    f32::from_bits(shuffle_from_u32(value.to_bits(), lane))
}

/// [`shuffle_from_u32`] for signed integers.
#[inline(always)]
pub unsafe fn shuffle_from_i32(value: i32, lane: u32) -> i32 {
    shuffle_from_u32(value as u32, lane) as i32
}

/// One bit for each lane, lane 0 lowest: whether its predicate holds.
#[gpu_only]
#[inline(always)]
pub unsafe fn ballot(predicate: bool) -> u32 {
    let lanes: u32;
    core::arch::asm!(
        "{{",
        ".reg .pred holds;",
        "setp.ne.u32 holds, {1}, 0;",
        "vote.sync.ballot.b32 {0}, holds, 0xffffffff;",
        "}}",
        out(reg32) lanes,
        in(reg32) predicate as u32,
    );
    lanes
}

/// Whether the predicate holds in every lane.
#[gpu_only]
#[inline(always)]
pub unsafe fn vote_all(predicate: bool) -> bool {
    let all: u32;
    core::arch::asm!(
        "{{",
        ".reg .pred holds, all;",
        "setp.ne.u32 holds, {1}, 0;",
        "vote.sync.all.pred all, holds, 0xffffffff;",
        "selp.u32 {0}, 1, 0, all;",
        "}}",
        out(reg32) all,
        in(reg32) predicate as u32,
    );
    all != 0
}

/// Whether the predicate holds in at least one lane.
#[gpu_only]
#[inline(always)]
pub unsafe fn vote_any(predicate: bool) -> bool {
    let any: u32;
    core::arch::asm!(
        "{{",
        ".reg .pred holds, any;",
        "setp.ne.u32 holds, {1}, 0;",
        "vote.sync.any.pred any, holds, 0xffffffff;",
        "selp.u32 {0}, 1, 0, any;",
        "}}",
        out(reg32) any,
        in(reg32) predicate as u32,
    );
    any != 0
}
