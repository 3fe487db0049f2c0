//! Compiling for a browser.

pub(crate) mod toolchain;
