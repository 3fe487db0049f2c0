//! Warps and lanes: every warp of a block as a row of lanes.
//!
//! A warp keeps its row and a lane its place in it, whatever happens; only the
//! look of a lane changes, and it says what state the lane is in and nothing else. A lane that takes part in the warp's last instruction
//! is filled, one that is masked off is an outline, one that waits at a barrier
//! has two bars, one whose warp has ended is dim, and where there is no thread
//! there is nothing. Where the lanes of a warp have just diverged at a branch, those
//! that did not take it are filled in half along the diagonal. What a watched
//! variable holds is written in the lanes, or else stands below them as bars. A
//! shuffle has arrows from lane to lane.
//!
//! [`Model`] says what is shown, `layout` where, and [`show`] draws it and tells
//! what the pointer did.

mod arrows;
mod cell;
mod layout;
mod legend;
mod model;
mod paint;
mod strip;
#[cfg(test)]
mod tests;

pub use model::{Model, previous_mask};
pub use paint::{View, show};
