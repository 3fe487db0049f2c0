//! Random programs, held to another machine or to an oracle.
//!
//! They are a program of their own because they are made to break drivers, and one that
//! does should not take other tests along; `cargo xtask soak` also runs them for hours.

mod adapter;
mod common;
mod differential;
mod rust_random;
mod seeds;
mod skips;
mod synchronised;
