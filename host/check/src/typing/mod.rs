//! Types: as they are written, as they are inferred, as one is made of another
//! where that is expected, and the const arguments that belong to them.

pub(crate) mod associated_types;
pub(crate) mod assumed;
pub(crate) mod coerce;
mod from_bounds;
pub(crate) mod generics;
pub(crate) mod infer;
pub(crate) mod iterator_types;
pub(crate) mod projection;
mod scalars;
pub(crate) mod selection;
pub(crate) mod written;
