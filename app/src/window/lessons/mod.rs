//! What is taught: the lessons with their rungs, and the glossary, read from
//! `assets/`. They are part of the binary.

pub(in crate::window) mod format;
mod glossary;
mod lesson;
mod rung_id;

pub use format::LessonError;
pub use glossary::{Term, glossary, term};
pub use lesson::{Lesson, Rung, lessons};
pub use rung_id::RungId;
