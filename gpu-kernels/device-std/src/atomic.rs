//! Atomic operations on global and shared memory.
//!
//! `block`, `device` and `system` say who takes part: the threads of the block,
//! those of the GPU, or the CPU and other GPUs too.
//!
//! Integers are `core::sync::atomic`'s types, which work here: their operations
//! hold for the threads of the device. Floats are the types of this module. The
//! functions of [`mid`] do the same through pointers, in any scope.

pub mod intrinsics;
pub mod mid;

use core::cell::UnsafeCell;
use core::sync::atomic::Ordering;

macro_rules! atomic_floats {
    ($($(#[$doc:meta])* $name:ident of $float:ident, $width:literal $align:literal, $scope:ident $($unsafety:ident)?;)*) => {$(
        $(#[$doc])*
        ///
        /// It lies in memory as the float itself does. A type of the block's
        /// scope is unsafe to use: threads of other blocks do not see its
        /// operations as atomic.
        #[repr(C, align($align))]
        pub struct $name {
            value: UnsafeCell<$float>,
        }

        // SAFETY: every access is atomic.
        unsafe impl Sync for $name {}

        impl $name {
            pub const fn new(value: $float) -> $name {
                $name { value: UnsafeCell::new(value) }
            }

            pub const fn into_inner(self) -> $float {
                self.value.into_inner()
            }

            pub fn get_mut(&mut self) -> &mut $float {
                self.value.get_mut()
            }

            pub const fn as_ptr(&self) -> *mut $float {
                self.value.get()
            }

            /// The float at `ptr` as an atomic one.
            ///
            /// # Safety
            ///
            /// `ptr` is valid and aligned for as long as the result is used, and
            /// is accessed only atomically meanwhile.
            pub const unsafe fn from_ptr<'a>(ptr: *mut $float) -> &'a $name {
                &*ptr.cast()
            }

            /// # Panics
            ///
            /// If the ordering is `Release` or `AcqRel`.
            #[inline(always)]
            pub $($unsafety)? fn load(&self, order: Ordering) -> $float {
                // SAFETY: the pointer is valid, and every access is atomic.
                $float::from_bits(unsafe {
                    mid::${concat(atomic_load_, $width, _, $scope)}(self.value.get().cast(), order)
                })
            }

            /// # Panics
            ///
            /// If the ordering is `Acquire` or `AcqRel`.
            #[inline(always)]
            pub $($unsafety)? fn store(&self, value: $float, order: Ordering) {
                // SAFETY: the pointer is valid, and every access is atomic.
                unsafe {
                    mid::${concat(atomic_store_, $width, _, $scope)}(
                        self.value.get().cast(),
                        order,
                        value.to_bits(),
                    );
                }
            }

            /// Writes `new` if `current` is there, by their bits. What was there
            /// is `Ok` if it was written.
            #[inline(always)]
            pub $($unsafety)? fn compare_exchange(
                &self,
                current: $float,
                new: $float,
                success: Ordering,
                _failure: Ordering,
            ) -> Result<$float, $float> {
                // SAFETY: the pointer is valid, and every access is atomic.
                let was = unsafe {
                    mid::${concat(atomic_compare_and_swap_, $float, _, $scope)}(
                        self.value.get(),
                        current,
                        new,
                        success,
                    )
                };
                if was.to_bits() == current.to_bits() { Ok(was) } else { Err(was) }
            }

            /// As [`Self::compare_exchange`]; it fails without cause nowhere.
            #[inline(always)]
            pub $($unsafety)? fn compare_exchange_weak(
                &self,
                current: $float,
                new: $float,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$float, $float> {
                self.compare_exchange(current, new, success, failure)
            }

            /// Replaces the value by the function's result until nobody else came
            /// between, or the function says `None`.
            #[inline(always)]
            pub $($unsafety)? fn fetch_update<F: FnMut($float) -> Option<$float>>(
                &self,
                set_order: Ordering,
                fetch_order: Ordering,
                mut update: F,
            ) -> Result<$float, $float> {
                let mut was = self.load(fetch_order);
                while let Some(new) = update(was) {
                    match self.compare_exchange(was, new, set_order, fetch_order) {
                        Ok(value) => return Ok(value),
                        Err(other) => was = other,
                    }
                }
                Err(was)
            }
        }

        atomic_floats! { $name of $float, $scope $($unsafety)?: }
    )*};
    ($name:ident of $float:ident, $scope:ident:) => {
        atomic_floats! { @ $name of $float, $scope [] add; sub; and; or; xor; min; max; }
        atomic_floats! { @@ $name of $float, $scope [] swap; }
    };
    ($name:ident of $float:ident, $scope:ident unsafe:) => {
        atomic_floats! { @ $name of $float, $scope [unsafe] add; sub; and; or; xor; min; max; }
        atomic_floats! { @@ $name of $float, $scope [unsafe] swap; }
    };
    (@ $name:ident of $float:ident, $scope:ident $unsafety:tt $($operation:ident;)*) => {$(
        atomic_floats! { @@@ $name of $float, $scope $unsafety ${concat(fetch_, $operation)}
            ${concat(atomic_fetch_, $operation, _, $float, _, $scope)} }
    )*};
    (@@ $name:ident of $float:ident, $scope:ident $unsafety:tt swap;) => {
        atomic_floats! { @@@ $name of $float, $scope $unsafety swap
            ${concat(atomic_fetch_exch_, $float, _, $scope)} }
    };
    (@@@ $name:ident of $float:ident, $scope:ident [$($unsafety:ident)?] $method:ident $function:ident) => {
        impl $name {
            /// Replaces the value by the operation's result and returns what was
            /// there.
            #[inline(always)]
            pub $($unsafety)? fn $method(&self, value: $float, order: Ordering) -> $float {
                // SAFETY: the pointer is valid, and every access is atomic.
                unsafe { mid::$function(self.value.get(), order, value) }
            }
        }
    };
}

atomic_floats! {
    /// A float of 32 bits that the threads of the device share.
    AtomicF32 of f32, 32 4, device;
    /// A float of 64 bits that the threads of the device share.
    AtomicF64 of f64, 64 8, device;
    /// A float of 32 bits that the threads of a block share.
    BlockAtomicF32 of f32, 32 4, block unsafe;
    /// A float of 64 bits that the threads of a block share.
    BlockAtomicF64 of f64, 64 8, block unsafe;
    /// A float of 32 bits that the GPUs and the CPU share.
    SystemAtomicF32 of f32, 32 4, system;
    /// A float of 64 bits that the GPUs and the CPU share.
    SystemAtomicF64 of f64, 64 8, system;
}
