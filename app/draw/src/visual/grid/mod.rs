//! Grid: the blocks of a launch, and how many of them a multiprocessor holds.
//!
//! Every block is a cell in its place: x to the right, y downwards, slices of z
//! one after the other; blocks along one axis alone fill lines as words do. A
//! cell stands for many blocks where there are too many to draw. Below it the blocks
//! that can be stepped lie on their multiprocessors, each with how far it has got.
//! Beside the grid stands one multiprocessor with its slots for warps, and what allows how many
//! blocks on it.
//!
//! [`Model`] says what is shown, `layout` where, and [`show`] draws it and tells
//! what the pointer did.

mod holders;
mod layout;
mod model;
mod multiprocessor;
mod paint;

pub use model::Model;
pub use paint::{View, show};
