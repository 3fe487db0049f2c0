//! `cuda_std` for kernels that rustc's own LLVM back end compiles to PTX.
//!
//! The published `cuda_std` leans on symbols and attributes of
//! `rustc_codegen_nvvm`. This crate offers its API, with the same names and
//! meanings, over `core::arch::nvptx` and inline PTX. It is compiled for
//! `nvptx64-nvidia-cuda` and nothing else.
//!
//! Left out are the heap, and with it `alloc` in the prelude, and the raw
//! functions of NVIDIA's libdevice. Vectors are those of [`glam`], a part of the
//! crate of that name.

#![cfg(target_arch = "nvptx64")]
#![no_std]
#![feature(asm_experimental_arch, core_float_math, f16, macro_metavar_expr_concat, stdarch_nvptx)]

pub mod atomic;
pub mod cfg;
pub mod float;
mod float_ext;
#[path = "../glam/src/lib.rs"]
pub mod glam;
pub mod half;
pub mod io;
pub mod mem;
pub mod misc;
#[doc(hidden)]
pub mod parameter;
pub mod ptr;
pub mod shared;
pub mod thread;
pub mod vek;
pub mod warp;

pub use float::GpuFloat;
pub use float_ext::FloatExt;
pub use half::{bf16, f16, HalfFloat};
pub use warpbench_device_std_macros::{
    address_space, externally_visible, gpu_only, kernel, print, println,
};

/// What a kernel file imports.
pub mod prelude {
    pub use crate::half::{f16, HalfFloat as _};
    pub use crate::vek::Product as _;
    pub use crate::{
        address_space, externally_visible, gpu_only, kernel, print, println, shared_array, thread,
        warp, GpuFloat,
    };
}

/// What a student's file finds without importing it: `core`'s prelude, and the
/// methods that floats have in `std`, which the simulator knows as well.
#[doc(hidden)]
pub mod with_floats {
    pub use core::prelude::rust_2021::*;

    pub use crate::half::HalfFloat as _;
    pub use crate::GpuFloat as _;
}

/// A panic ends the launch; the driver reports an illegal instruction.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    // SAFETY: trap has no preconditions.
    unsafe { core::arch::nvptx::trap() }
}
