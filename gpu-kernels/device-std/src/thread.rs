//! Where a thread stands, and the barrier of its block.

use core::arch::{asm, nvptx};

use crate::glam::{UVec2, UVec3};

macro_rules! special_registers {
    ($($(#[$doc:meta])* $name:ident = $intrinsic:ident;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub fn $name() -> u32 {
            // SAFETY: reading a special register has no preconditions.
            unsafe { nvptx::$intrinsic() as u32 }
        }
    )*};
}

special_registers! {
    /// The thread's place in its block, x.
    thread_idx_x = _thread_idx_x;
    /// The thread's place in its block, y.
    thread_idx_y = _thread_idx_y;
    /// The thread's place in its block, z.
    thread_idx_z = _thread_idx_z;
    /// The block's place in the grid, x.
    block_idx_x = _block_idx_x;
    /// The block's place in the grid, y.
    block_idx_y = _block_idx_y;
    /// The block's place in the grid, z.
    block_idx_z = _block_idx_z;
    /// Threads per block, x.
    block_dim_x = _block_dim_x;
    /// Threads per block, y.
    block_dim_y = _block_dim_y;
    /// Threads per block, z.
    block_dim_z = _block_dim_z;
    /// Blocks in the grid, x.
    grid_dim_x = _grid_dim_x;
    /// Blocks in the grid, y.
    grid_dim_y = _grid_dim_y;
    /// Blocks in the grid, z.
    grid_dim_z = _grid_dim_z;
}

/// The thread's place in a one-dimensional launch.
#[inline(always)]
pub fn index_1d() -> u32 {
    block_idx_x() * block_dim_x() + thread_idx_x()
}

/// The thread's place in a two-dimensional launch.
#[inline(always)]
pub fn index_2d() -> UVec2 {
    UVec2::new(index_1d(), block_idx_y() * block_dim_y() + thread_idx_y())
}

/// The thread's place in a three-dimensional launch.
#[inline(always)]
pub fn index_3d() -> UVec3 {
    let UVec2 { x, y } = index_2d();
    UVec3::new(x, y, block_idx_z() * block_dim_z() + thread_idx_z())
}

/// A number that no other thread of the launch has, whatever its dimensions:
/// threads are counted along x, then y, then z within the block, and blocks in
/// the same order within the grid.
#[inline(always)]
pub fn index() -> u32 {
    let (grid_dim, block_dim) = (grid_dim(), block_dim());
    let (block, thread) = (block_idx(), thread_idx());
    let blocks_before = block.x + grid_dim.x * (block.y + grid_dim.y * block.z);
    let threads_before = thread.x + block_dim.x * (thread.y + block_dim.y * thread.z);
    blocks_before * block_dim.element_product() + threads_before
}

/// The thread's place in its block.
#[inline(always)]
pub fn thread_idx() -> UVec3 {
    UVec3::new(thread_idx_x(), thread_idx_y(), thread_idx_z())
}

/// The block's place in the grid.
#[inline(always)]
pub fn block_idx() -> UVec3 {
    UVec3::new(block_idx_x(), block_idx_y(), block_idx_z())
}

/// Threads per block.
#[inline(always)]
pub fn block_dim() -> UVec3 {
    UVec3::new(block_dim_x(), block_dim_y(), block_dim_z())
}

/// Blocks in the grid.
#[inline(always)]
pub fn grid_dim() -> UVec3 {
    UVec3::new(grid_dim_x(), grid_dim_y(), grid_dim_z())
}

/// Whether this is the first thread of the first block; one thread of a launch
/// is.
#[inline(always)]
pub fn first() -> bool {
    block_idx() == UVec3::ZERO && thread_idx() == UVec3::ZERO
}

/// Threads per warp, which is 32 on every GPU so far.
#[inline(always)]
pub fn warp_size() -> u32 {
    let size: u32;
    // SAFETY: reading a constant has no preconditions.
    unsafe {
        asm!("mov.u32 {}, WARP_SZ;", out(reg32) size, options(pure, nomem, nostack));
    }
    size
}

/// Waits until every thread of the block is here; what they wrote is then
/// visible to all of them.
#[inline(always)]
pub fn sync_threads() {
    // SAFETY: the kernel's author keeps the barrier out of divergent flow.
    unsafe { nvptx::_syncthreads() }
}

/// [`sync_threads`], and in how many threads of the block the predicate is not
/// zero.
#[inline(always)]
pub fn sync_threads_count(predicate: u32) -> u32 {
    let count: u32;
    // SAFETY: the kernel's author keeps the barrier out of divergent flow.
    unsafe {
        asm!(
            "{{",
            ".reg .pred holds;",
            "setp.ne.u32 holds, {1}, 0;",
            "bar.red.popc.u32 {0}, 0, holds;",
            "}}",
            out(reg32) count,
            in(reg32) predicate,
        );
    }
    count
}

macro_rules! voting_barriers {
    ($($(#[$doc:meta])* $name:ident = $instruction:literal;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub fn $name(predicate: u32) -> u32 {
            let result: u32;
            // SAFETY: the kernel's author keeps the barrier out of divergent flow.
            unsafe {
                asm!(
                    "{{",
                    ".reg .pred holds, result;",
                    "setp.ne.u32 holds, {1}, 0;",
                    concat!($instruction, " result, 0, holds;"),
                    "selp.u32 {0}, 1, 0, result;",
                    "}}",
                    out(reg32) result,
                    in(reg32) predicate,
                );
            }
            result
        }
    )*};
}

voting_barriers! {
    /// [`sync_threads`], and whether the predicate is not zero in every thread
    /// of the block: 1 or 0.
    sync_threads_and = "bar.red.and.pred";
    /// [`sync_threads`], and whether the predicate is not zero in at least one
    /// thread of the block: 1 or 0.
    sync_threads_or = "bar.red.or.pred";
}

macro_rules! fences {
    ($($(#[$doc:meta])* $name:ident = $instruction:literal;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub fn $name() {
            // SAFETY: a fence only orders accesses.
            unsafe { asm!($instruction) }
        }
    )*};
}

fences! {
    /// Orders this thread's accesses for the threads of its block, which the
    /// published crate does not have.
    block_fence = "membar.cta;";
    /// Orders this thread's accesses for the threads of the device.
    device_fence = "membar.gl;";
    /// Orders this thread's accesses for the threads of the grid.
    grid_fence = "membar.gl;";
    /// Orders this thread's accesses for the whole system.
    system_fence = "membar.sys;";
}

/// Suspends the thread for about that many nanoseconds, as between two attempts
/// at a lock.
#[inline(always)]
pub fn nanosleep(nanos: u32) {
    // SAFETY: waiting has no preconditions.
    unsafe { asm!("nanosleep.u32 {};", in(reg32) nanos) }
}
