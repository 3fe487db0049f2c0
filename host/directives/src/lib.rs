//! The directives of an annotated program.
//!
//! A sequential Rust program says with `hicuda!` how a translator may turn its
//! loops into kernels. For the compiler the directives are nothing at all, so that
//! the annotated program runs as it always did, and what it computes is what the
//! kernels have to compute:
//!
//! ```
//! use warpbench_directives::hicuda;
//!
//! fn scale(x: &mut [f32], factor: f32) {
//!     hicuda! { shape x[96] }
//!     hicuda! { global alloc x[*] copyin }
//!     hicuda! { kernel scale tblock(3) thread(32) }
//!     {
//!         hicuda! { loop_partition over_tblock over_thread }
//!         for i in 0..96 {
//!             x[i] *= factor;
//!         }
//!     }
//!     hicuda! { global copyout x[*] }
//!     hicuda! { global free x }
//! }
//!
//! let mut x = [2.0; 96];
//! scale(&mut x, 1.5);
//! assert_eq!(x, [3.0; 96]);
//! ```

/// A directive; for the compiler it is an empty statement.
#[macro_export]
macro_rules! hicuda {
    ($($directive:tt)*) => {};
}

/// An annotation of a kernel that is to be coalesced; for the compiler it is an empty
/// statement.
///
/// Most of what CUDA-lite asks to be annotated is read off the text. Where that is not
/// enough, `kernel threads(256) blocks(4)` says how the kernel is launched, `garray
/// input[rows][cols]` how large an array is, `BoundChk` that the `if` behind it only keeps
/// to the bounds, and `loop j in 0..n step 1` how the loop behind it counts.
///
/// ```
/// use warpbench_directives::cuda_lite;
///
/// let (n, mut j, mut sum) = (4, 0, 0);
/// cuda_lite! { loop j in 0..n step 1 }
/// while j < n {
///     sum += j;
///     j += 1;
/// }
/// assert_eq!(sum, 6);
/// ```
#[macro_export]
macro_rules! cuda_lite {
    ($($annotation:tt)*) => {};
}
