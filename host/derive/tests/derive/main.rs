//! Annotated programs, translated and run; naive kernels, coalesced and run.

mod arithmetic;
mod coalesce;
mod coalesce_random;
mod coalesce_refused;
mod coalesce_texts;
mod common;
mod compiles;
mod constants;
mod figures;
mod fractions;
mod random;
mod random_host;
mod refused;
mod results;
#[path = "../../../tests/seeds/mod.rs"]
mod seeds;
mod snapshots;
