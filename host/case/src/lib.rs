//! The case format: how a kernel of one's own is launched, on what, and what must
//! come out; and what a text must have for a case to fit it.
//!
//! A [`Case`] is complete: what it needs of other files is read at once, through
//! [`Files`] that the caller passes in, because in a browser there are none.
//! [`read_wgsl`] and [`rust::lower_case`] bring a text and its case together,
//! [`bind::bind`] the buffers of both, and [`launch::launch_of`] and
//! [`wgsl_launch_of`] make of a kernel what a device is passed. Nothing here runs anything.

mod axes;
pub mod bind;
mod by_value;
mod case;
mod choose;
mod compare;
mod error;
pub mod kernel;
pub mod launch;
pub mod number;
mod parameters;
mod reader;
pub mod rust;
mod rust_skeleton;
mod shape;
mod skeleton;
mod wgsl_launch;

pub use by_value::Given;
pub use case::{
    BufferRef, Case, CaseBuffer, CaseError, CaseKind, Expected, Files, MOST_BUFFER_BYTES,
};
pub use choose::read_wgsl;
pub use compare::{Comparison, Wrong};
pub use error::BindError;
pub use rust_skeleton::skeletons_rust;
pub use skeleton::{Skeleton, skeletons};
pub use wgsl_launch::{WgslLaunch, wgsl_launch_of};
