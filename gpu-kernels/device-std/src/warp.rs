//! What the threads of one warp do together.

use core::arch::asm;

/// Waits until the lanes of `mask` are here; what they wrote is then visible to
/// each other.
///
/// # Safety
///
/// The calling lane is in `mask`, and no lane of `mask` has exited.
#[inline(always)]
pub unsafe fn sync_warp(mask: u32) {
    asm!("bar.warp.sync {};", in(reg32) mask);
}

/// The thread's lane within its warp.
#[inline(always)]
pub fn lane_id() -> u32 {
    let lane: u32;
    // SAFETY: reading a special register has no preconditions.
    unsafe {
        asm!("mov.u32 {}, %laneid;", out(reg32) lane, options(pure, nomem, nostack));
    }
    lane
}
