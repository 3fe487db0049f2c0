//! Atomic operations on global and shared memory.

/// One function for each operation, type and scope.
pub mod mid {
    use core::sync::atomic::{AtomicI32, AtomicU32, AtomicU64, Ordering};

    macro_rules! fetch_operations {
        ($($name:ident = $method:ident on $atomic:ident of $ty:ty;)*) => {$(
            /// Replaces `*ptr` by the operation's result and returns what was there.
            ///
            /// # Safety
            ///
            /// `ptr` is valid and aligned, and is accessed only atomically meanwhile.
            #[inline(always)]
            pub unsafe fn $name(ptr: *mut $ty, ordering: Ordering, value: $ty) -> $ty {
                $atomic::from_ptr(ptr).$method(value, ordering)
            }
        )*};
    }

    fetch_operations! {
        atomic_fetch_add_u32_block = fetch_add on AtomicU32 of u32;
        atomic_fetch_add_u32_device = fetch_add on AtomicU32 of u32;
        atomic_fetch_add_i32_block = fetch_add on AtomicI32 of i32;
        atomic_fetch_add_i32_device = fetch_add on AtomicI32 of i32;
        atomic_fetch_add_u64_block = fetch_add on AtomicU64 of u64;
        atomic_fetch_add_u64_device = fetch_add on AtomicU64 of u64;
        atomic_fetch_min_u32_block = fetch_min on AtomicU32 of u32;
        atomic_fetch_min_u32_device = fetch_min on AtomicU32 of u32;
        atomic_fetch_max_u32_block = fetch_max on AtomicU32 of u32;
        atomic_fetch_max_u32_device = fetch_max on AtomicU32 of u32;
        atomic_fetch_min_i32_block = fetch_min on AtomicI32 of i32;
        atomic_fetch_min_i32_device = fetch_min on AtomicI32 of i32;
        atomic_fetch_max_i32_block = fetch_max on AtomicI32 of i32;
        atomic_fetch_max_i32_device = fetch_max on AtomicI32 of i32;
    }
}
