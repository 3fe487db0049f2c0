//! Random valid compute programs, in WGSL and, in [`rust`], in Rust.
//!
//! [`module()`] makes a text of several programs from a source of [`Choices`]:
//! a seed in the tests, the fuzzer's bytes in `fuzz/`. Each program reads a few
//! words of its own, computes, and writes its variables to its own slots of an
//! output buffer; a [`Slot`] says how closely two machines must agree on it.
//!
//! Two machines may only be compared where WGSL leaves them no freedom, so the
//! programs stay away from the rest: indices are in bounds and shared memory is
//! read behind a barrier. Floats take some care, because a compiler may fuse and
//! regroup: all floats are kept so few bits wide ([`Reach`]) that sums and
//! products are exact in any order. What is never exact, such as `sin`, is
//! computed from exact values, written out with a tolerance, and not used again.

mod choices;
mod expression;
mod function;
mod grammar;
mod module;
mod output;
mod prelude;
mod program;
pub mod rust;
mod scope;
mod statement;
pub mod synchronised;
mod types;

pub use choices::{Choices, Seeded};
pub use grammar::{Feature, Features, Grammar};
pub use module::{Module, RUN_ALL, WgslProgram, module};
pub use output::{SLOTS, Slot};
pub use prelude::{ATOMICS, INPUTS, UNIFORMS};
pub use types::{Reach, Scalar, Type};
