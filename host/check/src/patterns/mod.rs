//! Patterns of `let` and `match`, the values they compare with, and whether a
//! `match` has an arm for each value.

pub(crate) mod constant;
pub(crate) mod exhaustive;
pub(crate) mod pattern;
pub(crate) mod slice;
pub(crate) mod value;
