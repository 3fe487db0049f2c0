//! One function for each operation, type and scope.
//!
//! Integers in the scopes of block and device go through `core`'s atomics: LLVM
//! sees which memory they touch and uses the instruction for it. That
//! instruction orders nothing, whatever LLVM is told, so the fences of an
//! ordering stand around it. What `core` does not have, the scope of the system
//! and atomic floats, is inline PTX on a generic address.
//!
//! The published `cuda_std` has these functions but for the compare-and-swap of
//! 16 bits and the extremes of floats.

mod compare;

use core::arch::asm;
use core::ops::Neg;
use core::sync::atomic::{AtomicI32, AtomicI64, AtomicU32, AtomicU64, Ordering};

pub use compare::*;

macro_rules! fences {
    ($($(#[$doc:meta])* $name:ident = $scope:literal;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub fn $name(ordering: Ordering) {
            // SAFETY: a fence only orders accesses.
            unsafe {
                match ordering {
                    Ordering::Relaxed => {}
                    Ordering::SeqCst => asm!(concat!("fence.sc.", $scope, ";")),
                    _ => asm!(concat!("fence.acq_rel.", $scope, ";")),
                }
            }
        }
    )*};
}

fences! {
    /// Orders this thread's accesses for the threads of its block.
    block_thread_fence = "cta";
    /// Orders this thread's accesses for the threads of the device.
    device_thread_fence = "gpu";
    /// Orders this thread's accesses for the whole system.
    system_thread_fence = "sys";
}

macro_rules! loads {
    ($($name:ident = $scope:literal $width:literal of $ty:ident in $register:ident;)*) => {$(
        /// Reads `*ptr`. The ordering is `Relaxed`, `Acquire` or `SeqCst`.
        ///
        /// # Safety
        ///
        /// `ptr` is valid and aligned, and is accessed only atomically meanwhile.
        #[inline(always)]
        pub unsafe fn $name(ptr: *mut $ty, ordering: Ordering) -> $ty {
            macro_rules! load {
                ($how:literal) => {{
                    let value: $ty;
                    asm!(
                        concat!("ld.", $how, ".", $scope, ".", $width, " {}, [{}];"),
                        out($register) value,
                        in(reg64) ptr,
                    );
                    value
                }};
            }
            match ordering {
                Ordering::Relaxed => load!("relaxed"),
                Ordering::Acquire => load!("acquire"),
                Ordering::SeqCst => {
                    asm!(concat!("fence.sc.", $scope, ";"));
                    load!("acquire")
                }
                _ => panic!("a load releases nothing"),
            }
        }
    )*};
}

loads! {
    atomic_load_32_block = "cta" "b32" of u32 in reg32;
    atomic_load_64_block = "cta" "b64" of u64 in reg64;
    atomic_load_32_device = "gpu" "b32" of u32 in reg32;
    atomic_load_64_device = "gpu" "b64" of u64 in reg64;
    atomic_load_32_system = "sys" "b32" of u32 in reg32;
    atomic_load_64_system = "sys" "b64" of u64 in reg64;
}

macro_rules! stores {
    ($($name:ident = $scope:literal $width:literal of $ty:ident in $register:ident;)*) => {$(
        /// Writes `*ptr`. The ordering is `Relaxed`, `Release` or `SeqCst`.
        ///
        /// # Safety
        ///
        /// `ptr` is valid and aligned, and is accessed only atomically meanwhile.
        #[inline(always)]
        pub unsafe fn $name(ptr: *mut $ty, ordering: Ordering, value: $ty) {
            macro_rules! store {
                ($how:literal) => {
                    asm!(
                        concat!("st.", $how, ".", $scope, ".", $width, " [{}], {};"),
                        in(reg64) ptr,
                        in($register) value,
                    )
                };
            }
            match ordering {
                Ordering::Relaxed => store!("relaxed"),
                Ordering::Release => store!("release"),
                Ordering::SeqCst => {
                    asm!(concat!("fence.sc.", $scope, ";"));
                    store!("relaxed")
                }
                _ => panic!("a store acquires nothing"),
            }
        }
    )*};
}

stores! {
    atomic_store_32_block = "cta" "b32" of u32 in reg32;
    atomic_store_64_block = "cta" "b64" of u64 in reg64;
    atomic_store_32_device = "gpu" "b32" of u32 in reg32;
    atomic_store_64_device = "gpu" "b64" of u64 in reg64;
    atomic_store_32_system = "sys" "b32" of u32 in reg32;
    atomic_store_64_system = "sys" "b64" of u64 in reg64;
}

macro_rules! fetch_through_core {
    ($fence:ident: $($name:ident = $method:ident on $atomic:ident of $ty:ty;)*) => {$(
        /// Replaces `*ptr` by the operation's result and returns what was there.
        ///
        /// # Safety
        ///
        /// `ptr` is valid and aligned, and is accessed only atomically meanwhile.
        #[inline(always)]
        pub unsafe fn $name(ptr: *mut $ty, ordering: Ordering, value: $ty) -> $ty {
            match ordering {
                Ordering::Release | Ordering::AcqRel => $fence(Ordering::AcqRel),
                Ordering::SeqCst => $fence(Ordering::SeqCst),
                _ => {}
            }
            let was = $atomic::from_ptr(ptr).$method(value, Ordering::Relaxed);
            match ordering {
                Ordering::Relaxed | Ordering::Release => {}
                _ => $fence(Ordering::AcqRel),
            }
            was
        }
    )*};
}

fetch_through_core! {
    block_thread_fence:
    atomic_fetch_add_u32_block = fetch_add on AtomicU32 of u32;
    atomic_fetch_add_i32_block = fetch_add on AtomicI32 of i32;
    atomic_fetch_add_u64_block = fetch_add on AtomicU64 of u64;
    atomic_fetch_add_i64_block = fetch_add on AtomicI64 of i64;
    atomic_fetch_sub_u32_block = fetch_sub on AtomicU32 of u32;
    atomic_fetch_sub_i32_block = fetch_sub on AtomicI32 of i32;
    atomic_fetch_sub_u64_block = fetch_sub on AtomicU64 of u64;
    atomic_fetch_sub_i64_block = fetch_sub on AtomicI64 of i64;
    atomic_fetch_min_u32_block = fetch_min on AtomicU32 of u32;
    atomic_fetch_min_i32_block = fetch_min on AtomicI32 of i32;
    atomic_fetch_min_u64_block = fetch_min on AtomicU64 of u64;
    atomic_fetch_min_i64_block = fetch_min on AtomicI64 of i64;
    atomic_fetch_max_u32_block = fetch_max on AtomicU32 of u32;
    atomic_fetch_max_i32_block = fetch_max on AtomicI32 of i32;
    atomic_fetch_max_u64_block = fetch_max on AtomicU64 of u64;
    atomic_fetch_max_i64_block = fetch_max on AtomicI64 of i64;
    atomic_fetch_and_u32_block = fetch_and on AtomicU32 of u32;
    atomic_fetch_and_i32_block = fetch_and on AtomicI32 of i32;
    atomic_fetch_and_u64_block = fetch_and on AtomicU64 of u64;
    atomic_fetch_and_i64_block = fetch_and on AtomicI64 of i64;
    atomic_fetch_or_u32_block = fetch_or on AtomicU32 of u32;
    atomic_fetch_or_i32_block = fetch_or on AtomicI32 of i32;
    atomic_fetch_or_u64_block = fetch_or on AtomicU64 of u64;
    atomic_fetch_or_i64_block = fetch_or on AtomicI64 of i64;
    atomic_fetch_xor_u32_block = fetch_xor on AtomicU32 of u32;
    atomic_fetch_xor_i32_block = fetch_xor on AtomicI32 of i32;
    atomic_fetch_xor_u64_block = fetch_xor on AtomicU64 of u64;
    atomic_fetch_xor_i64_block = fetch_xor on AtomicI64 of i64;
    atomic_fetch_exch_u32_block = swap on AtomicU32 of u32;
    atomic_fetch_exch_i32_block = swap on AtomicI32 of i32;
    atomic_fetch_exch_u64_block = swap on AtomicU64 of u64;
    atomic_fetch_exch_i64_block = swap on AtomicI64 of i64;
}

fetch_through_core! {
    device_thread_fence:
    atomic_fetch_add_u32_device = fetch_add on AtomicU32 of u32;
    atomic_fetch_add_i32_device = fetch_add on AtomicI32 of i32;
    atomic_fetch_add_u64_device = fetch_add on AtomicU64 of u64;
    atomic_fetch_add_i64_device = fetch_add on AtomicI64 of i64;
    atomic_fetch_sub_u32_device = fetch_sub on AtomicU32 of u32;
    atomic_fetch_sub_i32_device = fetch_sub on AtomicI32 of i32;
    atomic_fetch_sub_u64_device = fetch_sub on AtomicU64 of u64;
    atomic_fetch_sub_i64_device = fetch_sub on AtomicI64 of i64;
    atomic_fetch_min_u32_device = fetch_min on AtomicU32 of u32;
    atomic_fetch_min_i32_device = fetch_min on AtomicI32 of i32;
    atomic_fetch_min_u64_device = fetch_min on AtomicU64 of u64;
    atomic_fetch_min_i64_device = fetch_min on AtomicI64 of i64;
    atomic_fetch_max_u32_device = fetch_max on AtomicU32 of u32;
    atomic_fetch_max_i32_device = fetch_max on AtomicI32 of i32;
    atomic_fetch_max_u64_device = fetch_max on AtomicU64 of u64;
    atomic_fetch_max_i64_device = fetch_max on AtomicI64 of i64;
    atomic_fetch_and_u32_device = fetch_and on AtomicU32 of u32;
    atomic_fetch_and_i32_device = fetch_and on AtomicI32 of i32;
    atomic_fetch_and_u64_device = fetch_and on AtomicU64 of u64;
    atomic_fetch_and_i64_device = fetch_and on AtomicI64 of i64;
    atomic_fetch_or_u32_device = fetch_or on AtomicU32 of u32;
    atomic_fetch_or_i32_device = fetch_or on AtomicI32 of i32;
    atomic_fetch_or_u64_device = fetch_or on AtomicU64 of u64;
    atomic_fetch_or_i64_device = fetch_or on AtomicI64 of i64;
    atomic_fetch_xor_u32_device = fetch_xor on AtomicU32 of u32;
    atomic_fetch_xor_i32_device = fetch_xor on AtomicI32 of i32;
    atomic_fetch_xor_u64_device = fetch_xor on AtomicU64 of u64;
    atomic_fetch_xor_i64_device = fetch_xor on AtomicI64 of i64;
    atomic_fetch_exch_u32_device = swap on AtomicU32 of u32;
    atomic_fetch_exch_i32_device = swap on AtomicI32 of i32;
    atomic_fetch_exch_u64_device = swap on AtomicU64 of u64;
    atomic_fetch_exch_i64_device = swap on AtomicI64 of i64;
}

macro_rules! fetch_in_ptx {
    ($($name:ident = $scope:literal $operation:literal of $ty:ident in $register:ident;)*) => {$(
        /// Replaces `*ptr` by the operation's result and returns what was there.
        ///
        /// # Safety
        ///
        /// `ptr` is valid and aligned, and is accessed only atomically meanwhile.
        #[inline(always)]
        pub unsafe fn $name(ptr: *mut $ty, ordering: Ordering, value: $ty) -> $ty {
            macro_rules! fetch {
                ($how:literal) => {{
                    let was: $ty;
                    asm!(
                        concat!("atom.", $how, ".", $scope, ".", $operation, " {}, [{}], {};"),
                        out($register) was,
                        in(reg64) ptr,
                        in($register) value,
                    );
                    was
                }};
            }
            match ordering {
                Ordering::Relaxed => fetch!("relaxed"),
                Ordering::Acquire => fetch!("acquire"),
                Ordering::Release => fetch!("release"),
                Ordering::AcqRel => fetch!("acq_rel"),
                _ => {
                    asm!(concat!("fence.sc.", $scope, ";"));
                    fetch!("acquire")
                }
            }
        }
    )*};
}

fetch_in_ptx! {
    atomic_fetch_add_u32_system = "sys" "add.u32" of u32 in reg32;
    atomic_fetch_add_i32_system = "sys" "add.u32" of i32 in reg32;
    atomic_fetch_add_u64_system = "sys" "add.u64" of u64 in reg64;
    atomic_fetch_add_i64_system = "sys" "add.u64" of i64 in reg64;
    atomic_fetch_min_u32_system = "sys" "min.u32" of u32 in reg32;
    atomic_fetch_min_i32_system = "sys" "min.s32" of i32 in reg32;
    atomic_fetch_min_u64_system = "sys" "min.u64" of u64 in reg64;
    atomic_fetch_min_i64_system = "sys" "min.s64" of i64 in reg64;
    atomic_fetch_max_u32_system = "sys" "max.u32" of u32 in reg32;
    atomic_fetch_max_i32_system = "sys" "max.s32" of i32 in reg32;
    atomic_fetch_max_u64_system = "sys" "max.u64" of u64 in reg64;
    atomic_fetch_max_i64_system = "sys" "max.s64" of i64 in reg64;
    atomic_fetch_and_u32_system = "sys" "and.b32" of u32 in reg32;
    atomic_fetch_and_i32_system = "sys" "and.b32" of i32 in reg32;
    atomic_fetch_and_u64_system = "sys" "and.b64" of u64 in reg64;
    atomic_fetch_and_i64_system = "sys" "and.b64" of i64 in reg64;
    atomic_fetch_or_u32_system = "sys" "or.b32" of u32 in reg32;
    atomic_fetch_or_i32_system = "sys" "or.b32" of i32 in reg32;
    atomic_fetch_or_u64_system = "sys" "or.b64" of u64 in reg64;
    atomic_fetch_or_i64_system = "sys" "or.b64" of i64 in reg64;
    atomic_fetch_xor_u32_system = "sys" "xor.b32" of u32 in reg32;
    atomic_fetch_xor_i32_system = "sys" "xor.b32" of i32 in reg32;
    atomic_fetch_xor_u64_system = "sys" "xor.b64" of u64 in reg64;
    atomic_fetch_xor_i64_system = "sys" "xor.b64" of i64 in reg64;
    atomic_fetch_exch_u32_system = "sys" "exch.b32" of u32 in reg32;
    atomic_fetch_exch_i32_system = "sys" "exch.b32" of i32 in reg32;
    atomic_fetch_exch_u64_system = "sys" "exch.b64" of u64 in reg64;
    atomic_fetch_exch_i64_system = "sys" "exch.b64" of i64 in reg64;
    atomic_fetch_add_f32_block = "cta" "add.f32" of f32 in reg32;
    atomic_fetch_add_f32_device = "gpu" "add.f32" of f32 in reg32;
    atomic_fetch_add_f32_system = "sys" "add.f32" of f32 in reg32;
    atomic_fetch_add_f64_block = "cta" "add.f64" of f64 in reg64;
    atomic_fetch_add_f64_device = "gpu" "add.f64" of f64 in reg64;
    atomic_fetch_add_f64_system = "sys" "add.f64" of f64 in reg64;
    atomic_fetch_exch_f32_block = "cta" "exch.b32" of f32 in reg32;
    atomic_fetch_exch_f32_device = "gpu" "exch.b32" of f32 in reg32;
    atomic_fetch_exch_f32_system = "sys" "exch.b32" of f32 in reg32;
    atomic_fetch_exch_f64_block = "cta" "exch.b64" of f64 in reg64;
    atomic_fetch_exch_f64_device = "gpu" "exch.b64" of f64 in reg64;
    atomic_fetch_exch_f64_system = "sys" "exch.b64" of f64 in reg64;
}

macro_rules! subtractions {
    ($($name:ident = $negated:ident for $addition:ident of $ty:ty;)*) => {$(
        /// Subtracts from `*ptr`, by adding the opposite, and returns what was
        /// there.
        ///
        /// # Safety
        ///
        /// `ptr` is valid and aligned, and is accessed only atomically meanwhile.
        #[inline(always)]
        pub unsafe fn $name(ptr: *mut $ty, ordering: Ordering, value: $ty) -> $ty {
            $addition(ptr, ordering, value.$negated())
        }
    )*};
}

subtractions! {
    atomic_fetch_sub_u32_system = wrapping_neg for atomic_fetch_add_u32_system of u32;
    atomic_fetch_sub_i32_system = wrapping_neg for atomic_fetch_add_i32_system of i32;
    atomic_fetch_sub_u64_system = wrapping_neg for atomic_fetch_add_u64_system of u64;
    atomic_fetch_sub_i64_system = wrapping_neg for atomic_fetch_add_i64_system of i64;
    atomic_fetch_sub_f32_block = neg for atomic_fetch_add_f32_block of f32;
    atomic_fetch_sub_f32_device = neg for atomic_fetch_add_f32_device of f32;
    atomic_fetch_sub_f32_system = neg for atomic_fetch_add_f32_system of f32;
    atomic_fetch_sub_f64_block = neg for atomic_fetch_add_f64_block of f64;
    atomic_fetch_sub_f64_device = neg for atomic_fetch_add_f64_device of f64;
    atomic_fetch_sub_f64_system = neg for atomic_fetch_add_f64_system of f64;
}
