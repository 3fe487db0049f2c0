//! Labs and their checks, but for submissions that want to do harm (`hostile`).

#[path = "../../tests/counts/mod.rs"]
mod counts;
mod course;
mod disk;
mod formats;
mod order;
mod references;
mod reports;
