//! Pictures of the machine: warps, registers, the grid, global and shared
//! memory. Each is split in three: a model, which is plain data from the trace;
//! a layout, which says where things are; and paint.

pub mod banks;
pub mod global;
pub mod grid;
pub mod lanes;
pub mod registers;
