//! Lessons with their rungs, and the glossary, read from `assets/`. They are part of the
//! binary.

pub mod figure;
pub mod format;
mod glossary;
mod lesson;
mod program;
mod rung_id;
pub mod scene;

pub use format::LessonError;
pub use glossary::{Term, glossary, term};
pub use lesson::{Lesson, Pointer, Rung, lesson_named, lessons};
pub use program::{PROGRAMS, Program, program};
pub use rung_id::RungId;
pub use scene::{Deed, Scene};
