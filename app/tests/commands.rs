//! The commands of the program, used as a student or a lecturer would.

mod cli;
mod compare;
#[path = "../../host/tests/counts/mod.rs"]
mod counts;
mod directives;
mod files;
mod labs;
mod output;
mod rust;
mod sim;
#[path = "../../host/tests/skips/mod.rs"]
mod skips;
mod worker;
