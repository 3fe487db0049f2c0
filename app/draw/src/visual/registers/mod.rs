//! Registers: what the variables of the source hold in the lanes of a warp.
//!
//! A table with a row per variable and a column per lane. The names stay where
//! they are while lanes scroll. What the last step changed lies on a coloured
//! ground and has a dot; what is not known yet is a middle dot; lanes that are
//! masked off are written in grey. A variable that holds the same in all lanes
//! may be written once. The lanes that show are told to the picture of the warps,
//! which can scroll them along.
//!
//! [`Model`] says what is shown, `layout` where, and [`show`] draws it and tells
//! what the pointer did.

mod layout;
mod model;
mod paint;

pub use model::Model;
pub use paint::{View, show};
