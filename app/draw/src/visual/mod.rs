//! Pictures of the machine: warps, registers, the grid, global and shared
//! memory. Each is split in three: a model, which is plain data from the trace;
//! a layout, which says where things are; and paint. They share the ink that many
//! small things are drawn with, and how values are written.

pub mod banks;
mod digits;
pub mod expect;
mod follow;
pub mod global;
pub mod grid;
mod ink;
mod lane_window;
pub mod lanes;
pub mod registers;

pub use warpbench_texts::value;
