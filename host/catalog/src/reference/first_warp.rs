//! Vector addition, as in the family of that name.

pub use super::vecadd::vecadd as sum;
