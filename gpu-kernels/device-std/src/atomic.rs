//! Atomic operations on global and shared memory.
//!
//! `block`, `device` and `system` say who takes part: the threads of the block,
//! those of the GPU, or the CPU and other GPUs too.

pub mod mid;
