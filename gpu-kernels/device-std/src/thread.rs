//! Where a thread stands, and the barrier of its block.

use core::arch::nvptx;

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

/// Waits until every thread of the block is here; what they wrote is then
/// visible to all of them.
#[inline(always)]
pub fn sync_threads() {
    // SAFETY: the kernel's author keeps the barrier out of divergent flow.
    unsafe { nvptx::_syncthreads() }
}

macro_rules! fences {
    ($($(#[$doc:meta])* $name:ident = $instruction:literal;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub fn $name() {
            // SAFETY: a fence only orders accesses.
            unsafe { core::arch::asm!($instruction) }
        }
    )*};
}

fences! {
    /// Orders this thread's accesses for the threads of the device.
    device_fence = "membar.gl;";
    /// Orders this thread's accesses for the threads of the grid.
    grid_fence = "membar.gl;";
    /// Orders this thread's accesses for the whole system.
    system_fence = "membar.sys;";
}
