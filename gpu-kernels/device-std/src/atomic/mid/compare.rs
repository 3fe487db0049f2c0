//! Compare-and-swap, and the bitwise operations on floats.

use core::arch::asm;
use core::sync::atomic::Ordering;

use super::super::intrinsics;

macro_rules! compare_and_swap {
    ($($ty:ident in $register:ident as $bits:literal;)*) => {$(
        compare_and_swap! { $ty in $register as $bits:
            block "cta"; device "gpu"; system "sys";
        }
    )*};
    ($ty:ident in $register:ident as $bits:literal: $($scope:ident $ptx:literal;)*) => {$(
        /// Writes `new` to `*ptr` if `current` is there, and returns what was
        /// there: the two are equal if it was written. Floats are compared by
        /// their bits.
        ///
        /// # Safety
        ///
        /// `ptr` is valid and aligned, and is accessed only atomically meanwhile.
        #[inline(always)]
        pub unsafe fn ${concat(atomic_compare_and_swap_, $ty, _, $scope)}(
            ptr: *mut $ty,
            current: $ty,
            new: $ty,
            ordering: Ordering,
        ) -> $ty {
            macro_rules! swap {
                ($how:literal) => {{
                    let was: $ty;
                    asm!(
                        concat!("atom.", $how, ".", $ptx, ".cas.", $bits, " {}, [{}], {}, {};"),
                        out($register) was,
                        in(reg64) ptr,
                        in($register) current,
                        in($register) new,
                    );
                    was
                }};
            }
            match ordering {
                Ordering::Relaxed => swap!("relaxed"),
                Ordering::Acquire => swap!("acquire"),
                Ordering::Release => swap!("release"),
                Ordering::AcqRel => swap!("acq_rel"),
                _ => {
                    intrinsics::${concat(fence_sc_, $scope)}();
                    swap!("acquire")
                }
            }
        }
    )*};
}

compare_and_swap! {
    u16 in reg16 as "b16";
    i16 in reg16 as "b16";
    u32 in reg32 as "b32";
    i32 in reg32 as "b32";
    f32 in reg32 as "b32";
    u64 in reg64 as "b64";
    i64 in reg64 as "b64";
    f64 in reg64 as "b64";
}

macro_rules! bitwise {
    ($($operation:ident;)*) => {$(
        bitwise! { $operation f32 u32: block; device; system; }
        bitwise! { $operation f64 u64: block; device; system; }
    )*};
    ($operation:ident $float:ident $integer:ident: $($scope:ident;)*) => {$(
        /// Replaces the bits at `*ptr` by the operation's result and returns what
        /// was there.
        ///
        /// # Safety
        ///
        /// `ptr` is valid and aligned, and is accessed only atomically meanwhile.
        #[inline(always)]
        pub unsafe fn ${concat(atomic_fetch_, $operation, _, $float, _, $scope)}(
            ptr: *mut $float,
            ordering: Ordering,
            value: $float,
        ) -> $float {
            let bits = super::${concat(atomic_fetch_, $operation, _, $integer, _, $scope)}(
                ptr.cast(),
                ordering,
                value.to_bits(),
            );
            $float::from_bits(bits)
        }
    )*};
}

bitwise! {
    and;
    or;
    xor;
}

/// The extremes of floats, which PTX has no instruction for. Numbers of one sign
/// are in the order of their bits as integers, those below zero the other way
/// round; so the sign of the value says which instruction for integers to use.
macro_rules! extremes {
    ($($float:ident $signed:ident $unsigned:ident;)*) => {$(
        extremes! { $float $signed $unsigned: max min block; max min device; max min system; }
        extremes! { $float $signed $unsigned: min max block; min max device; min max system; }
    )*};
    ($float:ident $signed:ident $unsigned:ident: $($this:ident $other:ident $scope:ident;)*) => {$(
        /// Keeps the larger (`max`) or the smaller (`min`) of `*ptr` and the value
        /// there and returns what was there. A NaN among the two is ignored if it
        /// is the value; at `*ptr` it stays or goes by its bits.
        ///
        /// # Safety
        ///
        /// `ptr` is valid and aligned, and is accessed only atomically meanwhile.
        #[inline(always)]
        pub unsafe fn ${concat(atomic_fetch_, $this, _, $float, _, $scope)}(
            ptr: *mut $float,
            ordering: Ordering,
            value: $float,
        ) -> $float {
            if value.is_nan() {
                let was = super::${concat(atomic_fetch_or_, $unsigned, _, $scope)}(
                    ptr.cast(),
                    ordering,
                    0,
                );
                return $float::from_bits(was);
            }
            let was = if value.is_sign_positive() {
                super::${concat(atomic_fetch_, $this, _, $signed, _, $scope)}(
                    ptr.cast(),
                    ordering,
                    value.to_bits() as $signed,
                ) as $unsigned
            } else {
                super::${concat(atomic_fetch_, $other, _, $unsigned, _, $scope)}(
                    ptr.cast(),
                    ordering,
                    value.to_bits(),
                )
            };
            $float::from_bits(was)
        }
    )*};
}

extremes! {
    f32 i32 u32;
    f64 i64 u64;
}
