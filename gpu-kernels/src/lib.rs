//! The kernels of Warpbench.
//!
//! One file per family; within it the variants stand in the order they are
//! taught. They are ordinary Rust against the API of `cuda_std`, and three
//! readers share the text: rustc compiles it to PTX (`cargo xtask ptx`), the
//! workbench shows it, and the simulator steps it. Block and tile sizes are
//! constants here and nowhere else.
//!
//! A loop that counts is a `for`. A loop that halves or doubles is a `while`, and
//! so is one that strides between bounds which are no constants: for `step_by`
//! the compiler counts the turns beforehand, and keeping that count beside the
//! index costs registers. [`scale_rows::scale_rows_derived`] has one all the same: it
//! is what a tool wrote, and stays so.
//!
//! Two pieces go beyond the published `cuda_std`: [`warp`] has the shuffles it
//! lacks and [`vector`] the 16-byte vector for wide loads.

#![cfg_attr(target_arch = "nvptx64", no_std)]
#![cfg_attr(target_arch = "nvptx64", feature(abi_ptx, asm_experimental_arch))]
#![expect(
    unsafe_code,
    clippy::missing_safety_doc,
    reason = "a kernel is unsafe as a whole: it trusts the launch for its pointers and sizes"
)]
#![expect(
    clippy::manual_is_multiple_of,
    clippy::needless_range_loop,
    reason = "kernels spell out their arithmetic and their indices, as they would in CUDA C++"
)]
#![cfg_attr(
    not(target_arch = "nvptx64"),
    expect(
        improper_ctypes_definitions,
        reason = "slices are passed to kernels as pointer and length, as Rust-CUDA does"
    ),
    expect(unexpected_cfgs, reason = "cuda_std's attributes name a target that rustc dropped")
)]

pub mod copy;
pub mod divergence;
pub mod first_warp;
pub mod histogram;
pub mod integers;
pub mod jacobi;
pub mod matmul;
pub mod matvec;
pub mod peak;
pub mod reduce;
pub mod saxpy;
pub mod scale_rows;
pub mod template_match;
pub mod transpose;
pub mod vecadd;
pub mod vector;
pub mod warp;
