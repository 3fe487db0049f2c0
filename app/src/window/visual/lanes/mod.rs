//! Warps and lanes: every warp of a block as a row of lanes.
//!
//! A warp keeps its row and a lane its place in it, whatever happens; only the
//! look of a lane changes. A lane that takes part in the warp's last instruction
//! is filled, one that is masked off is an outline, one that waits at a barrier
//! has two bars, one whose warp has ended is dim, and where there is no thread
//! there is nothing. Where a branch has just parted the lanes of a warp, those
//! that did not take it are filled in half along the diagonal.
//!
//! [`Model`] says what is shown, `layout` where, and [`show`] draws it and tells
//! what the pointer did.

mod cell;
mod layout;
mod legend;
mod model;
mod paint;

pub(crate) use model::{Model, previous_mask};
pub(crate) use paint::{View, show};
