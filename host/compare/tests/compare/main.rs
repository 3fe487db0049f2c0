//! Result files from end to end: read, put together, judged and shown.

mod baseline;
mod browser;
mod merging;
mod output;
mod published;
mod reading;
mod schema;
mod support;

#[path = "../../../tests/skips/mod.rs"]
mod skips;
