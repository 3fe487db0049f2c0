//! Ladders for integers, under the names of their families. A single wrong
//! addition shows in an exact sum, so they prove what the lessons' kernels for
//! floats can only approximate.
//!
//! They stand apart because no lesson opens them, and each file stands for
//! itself because the simulator reads one file at a time.

pub mod reduce;

/// The host launches both forms of a ladder alike.
const _: () = {
    assert!(reduce::BLOCK == crate::reduce::BLOCK);
    assert!(reduce::GRID_STRIDE_VECTORS == crate::reduce::GRID_STRIDE_VECTORS);
};
