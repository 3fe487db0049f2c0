//! Labs: a kernel that a student edits, and what it has to do.
//!
//! A [`lab::Lab`] is read from its folder through [`warpbench_case::Files`] that the
//! caller passes in. A [`grade::Grader`] runs the lab's own texts once and then
//! grades submissions on the simulator, never anywhere else. What comes out is plain
//! data ([`outcome::Graded`]), from which [`report`] makes what courses take.

pub mod check;
pub mod class;
mod counted;
pub mod expression;
pub mod grade;
pub mod lab;
pub mod mutants;
pub mod outcome;
pub mod report;
mod run;
mod schema;
pub mod similar;
pub mod speed;
mod stage;
mod text;
mod trial;

pub use counted::COUNTERS;
pub use run::{Clock, Limits};
pub use schema::{Level, Size, SolutionText as SolutionShown};
pub use trial::Trial;
