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
