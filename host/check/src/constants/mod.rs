//! Constants: checked like any expression, then computed, as rustc does when
//! it compiles.

pub(crate) mod arithmetic;
pub(crate) mod evaluate;
pub(crate) mod item;
