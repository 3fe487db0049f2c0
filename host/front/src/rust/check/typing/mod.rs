//! Types: as they are written, as they are inferred, as one is made of another
//! where that is expected, and the const arguments that belong to them.

pub(crate) mod assumed;
pub(crate) mod belonging;
pub(crate) mod coerce;
pub(crate) mod generics;
pub(crate) mod infer;
pub(crate) mod projection;
mod scalars;
pub(crate) mod selection;
pub(crate) mod written;
