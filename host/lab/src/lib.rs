//! Labs: a kernel that a student edits, and what it has to do.
//!
//! A [`lab::Lab`] is read from its folder through [`warpbench_case::Files`] that the
//! caller passes in. A [`grade::Grader`] runs the lab's own texts once and then
//! grades submissions on the simulator, never anywhere else. What comes out is plain
//! data ([`outcome::Graded`]), from which [`report`] makes what courses take.
//!
//! # How a submission becomes a mark
//!
//! ```text
//! lab.toml, texts ─ Lab::load ─► Grader (what solution and starter do) ─┐
//! submission ─────────────────── Grader::grade ─────────────────────────┴► Graded ─► report: text, JSON, Gradescope, JUnit, Classroom
//!                                                                            └► Entry ─► results/KEY.json ─► tables
//! ```
//!
//! - A submission is only ever interpreted, by the simulator, within limits of instructions,
//!   memory and time. The command line does that in a process of its own with limits of
//!   address space and processor time; its result says what a text did to it, and the next
//!   submission gets another process. Processor time is measured, so that a busy machine
//!   marks as an idle one does.
//! - A `Grader` reads a text once for all runs that launch it alike, and claims about one
//!   size and model share a run. `grade/checks.rs` decides whether a check holds; only then
//!   `grade/locate.rs` records the run again to find the place. `grade/judge.rs` decides
//!   nothing about submissions: it says whether a mutant that passes is wrong all the same.
//! - Nothing of a submission runs natively unless hardware is asked for; then the caller
//!   times it, and this crate only judges the times.
//! - A class run keeps each result as a file, written whole, with digests of the text and of
//!   the lab. A result whose digests still hold is kept when the run resumes, and tables are
//!   made of these files alone: their bytes depend neither on threads nor on parts nor on
//!   kills.
//! - Names and messages are somebody else's words. `report::plain` takes out what terminals
//!   and readers act on, `report::cell` what spreadsheets calculate, `report::classroom` what
//!   a workflow's log obeys; each form quotes by its own rules.

pub mod check;
pub mod class;
mod counted;
pub mod expression;
pub mod grade;
pub mod lab;
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
pub use run::{Clock, Limits, RunError};
pub use schema::{Level, Size, SolutionText as SolutionShown};
pub use trial::{FillError, Trial, TrialError};
