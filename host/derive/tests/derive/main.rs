//! Annotated programs, translated and run.

mod common;
mod figures;
mod refused;
mod results;
