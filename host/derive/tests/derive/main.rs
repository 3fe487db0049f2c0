//! Annotated programs, translated and run.

mod common;
mod figures;
mod random;
mod refused;
mod results;
mod snapshots;
