//! Programs with directives in the window. Nothing here draws.
//!
//! What is typed is the sequential program; what is stepped is one launch of the kernels
//! that are made of it. [`staged`] is a program that is open, [`translated`] what the
//! background made of it, and [`places`] says which lines of the two belong together.

pub mod places;
pub mod staged;
pub mod translated;

pub use staged::StagedProgram;
pub use translated::{Refusal, StripKind, StripStep, Translated, Verdict, prepare};
