//! The road from a kernel in Rust to PTX, with the compiler that is installed.
//!
//! `cargo xtask ptx` makes the committed PTX with it, and the workbench compiles
//! a student's kernel. The latter happens on machines without this repository
//! and without a network, so the crate holds the sources that kernels are
//! compiled against and asks for nothing but a compiler: rustc with the source
//! of its library, and LLVM's `opt` and `llc`. Cargo is not needed.
//!
//! Along the road: [`toolchain`] looks for the compiler; [`library`] compiles
//! `core` and `cuda_std` for the GPU, once for each compiler; [`module`] has
//! rustc compile and merge everything, says what belongs in shared memory and
//! lets LLVM write PTX. [`compile_kernel`] goes all of it.
//!
//! Cargo would ask a registry about the dependencies of `core`, so rustc is called directly:
//! first for `core` and the `libm` that lies beside its source, which are kept, then for the
//! rest. rustc emits unoptimised IR; the statics of shared and constant memory are moved to
//! their address spaces, fences are put around atomic operations whose orderings LLVM would
//! drop, and only then is the code optimised. The order matters: an optimiser that sees
//! ordinary memory keeps a shared flag in a register. Loops over arrays must be unrolled
//! completely, or the arrays end up in local memory; the unroll threshold is raised for that.

pub mod distribution;
pub mod library;
pub mod module;
pub mod process;
pub mod toolchain;

mod error;
mod files;
mod kernel;
mod orderings;
mod rewrite;
mod root;
mod rustc;
mod sources;
mod spaces;
mod symbols;

pub use error::Error;
pub use kernel::{Compiled, Options, compile_kernel};
pub use spaces::SharedArrayError;
