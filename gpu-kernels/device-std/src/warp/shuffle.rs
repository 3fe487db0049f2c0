//! Values from other lanes of the warp.

use core::arch::asm;

/// Which lane a shuffle reads from.
#[derive(Clone, Copy)]
#[repr(u32)]
pub enum WarpShuffleMode {
    Up,
    Down,
    Idx,
    Xor,
}

macro_rules! shuffles {
    ($($(#[$doc:meta])* $name:ident($lane:ident) = $mode:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// The warp is cut into groups of `width` lanes, which is a power of two
        /// up to 32. The second result says whether there was such a lane in
        /// this one's group; where there was none, the first is this lane's own
        /// value.
        ///
        /// Values of more than 32 bits take several shuffles, and those of fewer
        /// bits one.
        ///
        /// # Panics
        ///
        /// If `width` is no power of two or above 32.
        ///
        /// # Safety
        ///
        /// The calling lane is in `mask`, no lane of `mask` has exited, and the
        /// lane that is read from is in `mask`; its value is undefined otherwise.
        #[inline(always)]
        pub unsafe fn $name<T: WarpShuffleValue>(
            mask: u32,
            value: T,
            $lane: u32,
            width: u32,
        ) -> (T, bool) {
            T::shuffle(WarpShuffleMode::$mode, mask, value, $lane, width)
        }
    )*};
}

shuffles! {
    /// The value of the lane whose number is `delta` higher.
    warp_shuffle_down(delta) = Down;
    /// The value of the lane whose number is `delta` lower.
    warp_shuffle_up(delta) = Up;
    /// The value of the lane with that number within the group; of a number
    /// from `width` on, the remainder counts.
    warp_shuffle_idx(idx) = Idx;
    /// The value of the lane whose number is this one's, exclusive-or
    /// `lane_mask`.
    warp_shuffle_xor(lane_mask) = Xor;
}

/// A value that lanes can hand each other.
#[diagnostic::on_unimplemented(
    message = "lanes hand each other numbers, not `{Self}`",
    label = "no shuffle moves this type",
    note = "shuffle the fields of a structure one by one"
)]
pub trait WarpShuffleValue: Sized {
    /// # Safety
    ///
    /// As for [`warp_shuffle_down`].
    unsafe fn shuffle(
        mode: WarpShuffleMode,
        mask: u32,
        value: Self,
        b: u32,
        width: u32,
    ) -> (Self, bool);
}

/// One shuffle of the hardware. Its last operand holds two things: the bits of a
/// lane's number that tell the groups apart, from bit 8 on, and the last lane
/// that can be read from, which for `up` is the group's first.
#[inline(always)]
unsafe fn shuffle_32(
    mode: WarpShuffleMode,
    mask: u32,
    value: u32,
    b: u32,
    width: u32,
) -> (u32, bool) {
    assert!(width.is_power_of_two() && width <= 32, "the width is a power of two up to 32");
    let groups = (32 - width) << 8;
    macro_rules! shuffle {
        ($instruction:literal, $clamp:expr) => {{
            let (received, in_group): (u32, u32);
            asm!(
                "{{",
                ".reg .pred there;",
                concat!($instruction, " {0}|there, {2}, {3}, {4}, {5};"),
                "selp.u32 {1}, 1, 0, there;",
                "}}",
                out(reg32) received,
                out(reg32) in_group,
                in(reg32) value,
                in(reg32) b,
                in(reg32) $clamp,
                in(reg32) mask,
            );
            (received, in_group != 0)
        }};
    }
    match mode {
        WarpShuffleMode::Up => shuffle!("shfl.sync.up.b32", groups),
        WarpShuffleMode::Down => shuffle!("shfl.sync.down.b32", groups | 31),
        WarpShuffleMode::Idx => shuffle!("shfl.sync.idx.b32", groups | 31),
        WarpShuffleMode::Xor => shuffle!("shfl.sync.bfly.b32", groups | 31),
    }
}

#[inline(always)]
unsafe fn shuffle_64(
    mode: WarpShuffleMode,
    mask: u32,
    value: u64,
    b: u32,
    width: u32,
) -> (u64, bool) {
    let (low, in_group) = shuffle_32(mode, mask, value as u32, b, width);
    let (high, _) = shuffle_32(mode, mask, (value >> 32) as u32, b, width);
    (u64::from(low) | u64::from(high) << 32, in_group)
}

#[inline(always)]
unsafe fn shuffle_128(
    mode: WarpShuffleMode,
    mask: u32,
    value: u128,
    b: u32,
    width: u32,
) -> (u128, bool) {
    let (low, in_group) = shuffle_64(mode, mask, value as u64, b, width);
    let (high, _) = shuffle_64(mode, mask, (value >> 64) as u64, b, width);
    (u128::from(low) | u128::from(high) << 64, in_group)
}

macro_rules! integers {
    ($($ty:ty, $bits:ty, $shuffle:ident;)*) => {$(
        impl WarpShuffleValue for $ty {
            #[inline(always)]
            unsafe fn shuffle(
                mode: WarpShuffleMode,
                mask: u32,
                value: $ty,
                b: u32,
                width: u32,
            ) -> ($ty, bool) {
                let (received, in_group) = $shuffle(mode, mask, value as $bits, b, width);
                (received as $ty, in_group)
            }
        }
    )*};
}

integers! {
    i8, u32, shuffle_32;
    i16, u32, shuffle_32;
    i32, u32, shuffle_32;
    i64, u64, shuffle_64;
    isize, u64, shuffle_64;
    i128, u128, shuffle_128;
    u8, u32, shuffle_32;
    u16, u32, shuffle_32;
    u32, u32, shuffle_32;
    u64, u64, shuffle_64;
    usize, u64, shuffle_64;
    u128, u128, shuffle_128;
}

macro_rules! by_bits {
    ($($ty:ty, $bits:ty;)*) => {$(
        impl WarpShuffleValue for $ty {
            #[inline(always)]
            unsafe fn shuffle(
                mode: WarpShuffleMode,
                mask: u32,
                value: $ty,
                b: u32,
                width: u32,
            ) -> ($ty, bool) {
                let (received, in_group) =
                    <$bits>::shuffle(mode, mask, value.to_bits(), b, width);
                (<$ty>::from_bits(received), in_group)
            }
        }
    )*};
}

by_bits! {
    f16, u16;
    f32, u32;
    f64, u64;
    crate::half::bf16, u16;
}

impl WarpShuffleValue for bool {
    #[inline(always)]
    unsafe fn shuffle(
        mode: WarpShuffleMode,
        mask: u32,
        value: bool,
        b: u32,
        width: u32,
    ) -> (bool, bool) {
        let (received, in_group) = shuffle_32(mode, mask, value as u32, b, width);
        (received != 0, in_group)
    }
}
