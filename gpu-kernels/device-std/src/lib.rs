//! `cuda_std` for kernels that rustc's own LLVM back end compiles to PTX.
//!
//! The published `cuda_std` leans on symbols and attributes of
//! `rustc_codegen_nvvm`. This crate offers the part of its API that teaching
//! kernels use, with the same names and meanings, over `core::arch::nvptx` and
//! inline PTX. It is compiled for `nvptx64-nvidia-cuda` and nothing else.
//!
//! Left out are the heap, printing, `f16`, the atomic types (their operations
//! are in [`atomic::mid`]) and the functions of [`GpuFloat`] that need NVIDIA's
//! libdevice.

#![cfg(target_arch = "nvptx64")]
#![no_std]
#![feature(asm_experimental_arch, core_float_math, stdarch_nvptx)]

pub mod atomic;
pub mod float;
pub mod shared;
pub mod thread;
pub mod vek;
pub mod warp;

pub use float::GpuFloat;
pub use warpbench_device_std_macros::{gpu_only, kernel};

/// What a kernel file imports.
pub mod prelude {
    pub use crate::{kernel, thread};
}

/// A panic ends the launch; the driver reports an illegal instruction.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    // SAFETY: trap has no preconditions.
    unsafe { core::arch::nvptx::trap() }
}
