//! One result from the values of several lanes.

use core::arch::asm;

use super::shuffle::warp_shuffle_idx;
use crate::cfg::ComputeCapability;

/// What a reduction does with two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum WarpReductionOp {
    Add,
    Min,
    Max,
    And,
    Or,
    Xor,
}

/// The values of the lanes of `mask` taken together; each of them gets the
/// result.
///
/// From compute capability 8.0 on it is one instruction. Older hardware visits
/// the lanes one after the other.
///
/// # Safety
///
/// The calling lane is in `mask`, no lane of `mask` has exited, and all of them
/// come with the same `mask` and `op`.
#[inline(always)]
pub unsafe fn warp_reduce<T: WarpReduceValue>(mask: u32, value: T, op: WarpReductionOp) -> T {
    T::reduce(mask, value, op)
}

/// A value that a warp can reduce.
pub trait WarpReduceValue: Sized {
    /// # Safety
    ///
    /// As for [`warp_reduce`].
    unsafe fn reduce(mask: u32, value: Self, op: WarpReductionOp) -> Self;
}

macro_rules! reduce_values {
    ($($ty:ty, $add:literal, $min:literal, $max:literal;)*) => {$(
        impl WarpReduceValue for $ty {
            #[inline(always)]
            unsafe fn reduce(mask: u32, value: $ty, op: WarpReductionOp) -> $ty {
                if ComputeCapability::from_cuda_arch_env() < ComputeCapability::Compute80 {
                    return one_by_one(mask, value, op);
                }
                macro_rules! reduce {
                    ($instruction:literal) => {{
                        let result: $ty;
                        asm!(
                            concat!($instruction, " {}, {}, {};"),
                            out(reg32) result,
                            in(reg32) value,
                            in(reg32) mask,
                        );
                        result
                    }};
                }
                match op {
                    WarpReductionOp::Add => reduce!($add),
                    WarpReductionOp::Min => reduce!($min),
                    WarpReductionOp::Max => reduce!($max),
                    WarpReductionOp::And => reduce!("redux.sync.and.b32"),
                    WarpReductionOp::Or => reduce!("redux.sync.or.b32"),
                    WarpReductionOp::Xor => reduce!("redux.sync.xor.b32"),
                }
            }
        }

        impl Reduce for $ty {
            #[inline(always)]
            fn with(self, other: $ty, op: WarpReductionOp) -> $ty {
                match op {
                    WarpReductionOp::Add => self.wrapping_add(other),
                    WarpReductionOp::Min => self.min(other),
                    WarpReductionOp::Max => self.max(other),
                    WarpReductionOp::And => self & other,
                    WarpReductionOp::Or => self | other,
                    WarpReductionOp::Xor => self ^ other,
                }
            }
        }
    )*};
}

reduce_values! {
    i32, "redux.sync.add.s32", "redux.sync.min.s32", "redux.sync.max.s32";
    u32, "redux.sync.add.u32", "redux.sync.min.u32", "redux.sync.max.u32";
}

trait Reduce: Copy + super::WarpShuffleValue {
    fn with(self, other: Self, op: WarpReductionOp) -> Self;
}

/// Each lane reads the value of every lane of the mask, all of them in the same
/// order.
unsafe fn one_by_one<T: Reduce>(mask: u32, value: T, op: WarpReductionOp) -> T {
    let (mut result, _) = warp_shuffle_idx(mask, value, mask.trailing_zeros(), 32);
    let mut left = mask & mask.wrapping_sub(1);
    while left != 0 {
        let (other, _) = warp_shuffle_idx(mask, value, left.trailing_zeros(), 32);
        result = result.with(other, op);
        left &= left - 1;
    }
    result
}
