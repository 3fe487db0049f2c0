//! CUDA C in a file of Rust: recognised where the text does not parse, and
//! answered with the line of Rust that says the same, in the student's names.
//!
//! It is no compiler of C. A statement or the head of a function is read as far as
//! a line can be given for it; whatever else is wrong is said when that line is
//! written.

pub(crate) mod declared;
pub(crate) mod expression;
pub(crate) mod item;
pub(crate) mod preprocessor;
pub(crate) mod statement;
pub(crate) mod types;
