//! How much shared memory a block has. There is no heap.

use core::arch::asm;

/// The bytes of shared memory that the launch asked for, per block.
#[inline(always)]
pub fn dynamic_smem_size() -> u32 {
    let bytes: u32;
    // SAFETY: reading a special register has no preconditions.
    unsafe {
        asm!("mov.u32 {}, %dynamic_smem_size;", out(reg32) bytes, options(pure, nomem, nostack));
    }
    bytes
}

/// All bytes of shared memory that a block has, in the hardware's steps.
#[inline(always)]
pub fn total_smem_size() -> u32 {
    let bytes: u32;
    // SAFETY: reading a special register has no preconditions.
    unsafe {
        asm!("mov.u32 {}, %total_smem_size;", out(reg32) bytes, options(pure, nomem, nostack));
    }
    bytes
}
