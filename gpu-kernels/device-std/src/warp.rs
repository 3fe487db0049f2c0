//! What the threads of one warp do together.
//!
//! In each function `mask` has a bit for every lane that takes part, lane 0
//! lowest; `u32::MAX` stands for the whole warp. All of these lanes come to the
//! same call, and none of them has exited.

mod reduce;
mod shuffle;

use core::arch::asm;

pub use reduce::{warp_reduce, WarpReduceValue, WarpReductionOp};
pub use shuffle::{
    warp_shuffle_down, warp_shuffle_idx, warp_shuffle_up, warp_shuffle_xor, WarpShuffleMode,
    WarpShuffleValue,
};

/// Waits until the lanes of `mask` are here; what they wrote is then visible to
/// each other.
///
/// # Safety
///
/// The calling lane is in `mask`, and no lane of `mask` has exited.
#[inline(always)]
pub unsafe fn sync_warp(mask: u32) {
    asm!("bar.warp.sync {};", in(reg32) mask);
}

/// The thread's lane within its warp.
#[inline(always)]
pub fn lane_id() -> u32 {
    let lane: u32;
    // SAFETY: reading a special register has no preconditions.
    unsafe {
        asm!("mov.u32 {}, %laneid;", out(reg32) lane, options(pure, nomem, nostack));
    }
    lane
}

/// The lanes that execute this call together. It is not pure: two calls in one
/// thread can be made by different lanes.
#[inline(always)]
pub fn activemask() -> u32 {
    let mask: u32;
    // SAFETY: reading which lanes are active has no preconditions.
    unsafe { asm!("activemask.b32 {};", out(reg32) mask) }
    mask
}

macro_rules! votes {
    ($($(#[$doc:meta])* $name:ident = $instruction:literal;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        ///
        /// The calling lane is in `mask`, and no lane of `mask` has exited.
        #[inline(always)]
        pub unsafe fn $name(mask: u32, predicate: bool) -> bool {
            let result: u32;
            asm!(
                "{{",
                ".reg .pred holds, result;",
                "setp.ne.u32 holds, {1}, 0;",
                concat!($instruction, " result, holds, {2};"),
                "selp.u32 {0}, 1, 0, result;",
                "}}",
                out(reg32) result,
                in(reg32) predicate as u32,
                in(reg32) mask,
            );
            result != 0
        }
    )*};
}

votes! {
    /// Whether the predicate holds in every lane of `mask`.
    warp_vote_all = "vote.sync.all.pred";
    /// Whether the predicate holds in at least one lane of `mask`.
    warp_vote_any = "vote.sync.any.pred";
}

/// One bit for each lane, lane 0 lowest: whether it is in `mask` and its
/// predicate holds.
///
/// # Safety
///
/// The calling lane is in `mask`, and no lane of `mask` has exited.
#[inline(always)]
pub unsafe fn warp_vote_ballot(mask: u32, predicate: bool) -> u32 {
    let lanes: u32;
    asm!(
        "{{",
        ".reg .pred holds;",
        "setp.ne.u32 holds, {1}, 0;",
        "vote.sync.ballot.b32 {0}, holds, {2};",
        "}}",
        out(reg32) lanes,
        in(reg32) predicate as u32,
        in(reg32) mask,
    );
    lanes
}

/// The lanes of `mask` that have the same value as this one.
///
/// # Safety
///
/// The calling lane is in `mask`, and no lane of `mask` has exited.
#[inline(always)]
pub unsafe fn warp_match_any<T: WarpMatchValue>(mask: u32, value: T) -> u32 {
    T::match_any(mask, value)
}

/// `Some(mask)` if the lanes of `mask` all have the same value.
///
/// # Safety
///
/// The calling lane is in `mask`, and no lane of `mask` has exited.
#[inline(always)]
pub unsafe fn warp_match_all<T: WarpMatchValue>(mask: u32, value: T) -> Option<u32> {
    T::match_all(mask, value)
}

/// A value of 32 or 64 bits that lanes compare. Floats are compared by their
/// bits: 0.0 and -0.0 differ, and a NaN is equal to itself.
pub trait WarpMatchValue: Sized {
    /// # Safety
    ///
    /// As for [`warp_match_any`].
    unsafe fn match_any(mask: u32, value: Self) -> u32;
    /// # Safety
    ///
    /// As for [`warp_match_all`].
    unsafe fn match_all(mask: u32, value: Self) -> Option<u32>;
}

macro_rules! match_values {
    ($($ty:ty, $width:literal, $register:ident;)*) => {$(
        impl WarpMatchValue for $ty {
            #[inline(always)]
            unsafe fn match_any(mask: u32, value: $ty) -> u32 {
                let lanes: u32;
                asm!(
                    concat!("match.any.sync.", $width, " {}, {}, {};"),
                    out(reg32) lanes,
                    in($register) value,
                    in(reg32) mask,
                );
                lanes
            }

            #[inline(always)]
            unsafe fn match_all(mask: u32, value: $ty) -> Option<u32> {
                let (lanes, all): (u32, u32);
                asm!(
                    "{{",
                    ".reg .pred all;",
                    concat!("match.all.sync.", $width, " {0}|all, {2}, {3};"),
                    "selp.u32 {1}, 1, 0, all;",
                    "}}",
                    out(reg32) lanes,
                    out(reg32) all,
                    in($register) value,
                    in(reg32) mask,
                );
                (all != 0).then_some(lanes)
            }
        }
    )*};
}

match_values! {
    i32, "b32", reg32;
    u32, "b32", reg32;
    f32, "b32", reg32;
    i64, "b64", reg64;
    u64, "b64", reg64;
    f64, "b64", reg64;
    isize, "b64", reg64;
    usize, "b64", reg64;
}
