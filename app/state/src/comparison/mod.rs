//! Comparisons: result files of many machines, and what is measured on this one, side
//! by side. Nothing here draws; `panels::comparison` does.
//!
//! [`session`] is what the window holds: it has files read and kernels measured in
//! the background, and takes in what comes back. A [`source`] is a file that was
//! opened, or the run of this machine ([`live`]). The [`board`] is everything that can
//! be shown of all sources; it is built in the background whenever they change.
//! [`shown`] is what a view and a filter leave of it, worked out when one of them
//! changes, so that a frame only draws.

pub mod action;
pub mod board;
pub mod files;
pub mod live;
pub mod session;
pub mod shown;
pub mod source;
