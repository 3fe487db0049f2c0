//! Words that several diagnostics share: what lies outside of the language, how
//! to make one type of another, and the nearest known name.

pub(crate) mod consequences;
pub(crate) mod conversion;
pub(crate) mod foreign;
mod foreign_names;
pub(crate) mod suggest;
pub(crate) mod unsupported;
