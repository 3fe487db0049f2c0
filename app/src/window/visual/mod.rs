//! Pictures of the machine: warps, registers, the grid, global and shared
//! memory. Each is split in three: a model, which is plain data from the trace;
//! a layout, which says where things are; and paint. They share the ink that many
//! small things are drawn with, and how values are written.

pub(super) mod banks;
mod digits;
pub(super) mod expect;
mod follow;
pub(super) mod global;
pub(super) mod grid;
mod ink;
mod lane_window;
pub(super) mod lanes;
pub(super) mod registers;

pub(in crate::window) use super::value;
