//! The comparison for elsewhere: as a table to paste, and as files.

pub mod markdown;
mod pen;
pub mod picture;
#[cfg(not(target_arch = "wasm32"))]
pub mod png;
pub mod save;
pub mod svg;
mod svg_roofline;
