//! Annotated programs, translated and run.

mod common;
mod compiles;
mod figures;
mod random;
mod refused;
mod results;
mod snapshots;
