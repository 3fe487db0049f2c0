//! Shared memory: one array per block, seen by all its threads.

/// Reserves shared memory for `len` elements and yields a pointer to the first.
///
/// The contents are undefined until written. Each place in the source is one
/// array per block, however often control passes there.
#[macro_export]
macro_rules! shared_array {
    ($element:ty; $len:expr) => {{
        struct Shared(::core::cell::UnsafeCell<::core::mem::MaybeUninit<[$element; $len]>>);
        // SAFETY: kernels order their accesses with barriers; no type can.
        unsafe impl Sync for Shared {}
        // The section's name is what `warpbench-ptx` looks for when it moves
        // the array to the shared address space.
        #[link_section = ".shared"]
        static SHARED: Shared =
            Shared(::core::cell::UnsafeCell::new(::core::mem::MaybeUninit::uninit()));
        SHARED.0.get() as *mut $element
    }};
}

/// The shared memory whose size the launch chose.
#[inline(always)]
pub fn dynamic_shared_mem<T>() -> *mut T {
    extern "C" {
        // `warpbench-ptx` moves this symbol to the shared address space.
        #[link_name = "_Zcuda_std_dyn_shared"]
        static DYNAMIC: core::cell::UnsafeCell<u128>;
    }
    // SAFETY: only the address is taken.
    unsafe { DYNAMIC.get() as *mut T }
}
