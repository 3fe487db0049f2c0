//! Comparison runs: what is measured, the file it is kept in, and what is made of it.
//!
//! A run measures a suite of kernels on the devices of one machine and keeps what
//! came out in one file ([`Results`]). Files of many machines are read
//! ([`read()`]) and put together ([`Collection`]); tables, [`figures`] and a page
//! for a browser are made of that. Nothing here runs a kernel or opens a device:
//! whoever does says what came of it.
//!
//! - [`results`] is the file as types, [`mod@read`] says what is wrong with one.
//! - [`suite`], [`size`] and [`plan`] say what is to be measured.
//! - [`statistics`] is what samples are judged by, [`baseline`] judges two runs.
//! - [`ceilings`] is how close a kernel comes to what its device can do, [`roof`] the
//!   same as the lines of a roofline, [`ladder`] what a rung is compared with.
//! - [`entry`] is a measurement with all that follows from it, whoever made it.
//! - [`figures`] is every plot as data, which the page and the window share.
//! - [`table`] and [`page`] are what is written.
//! - [`ncu`] starts Nsight Compute and reads what it counted, [`notes`] say why that
//!   is not always what the simulator counts.

pub mod baseline;
pub mod ceilings;
pub mod counter;
pub mod entry;
pub mod figures;
pub mod flags;
pub mod ladder;
pub mod merge;
pub mod ncu;
pub mod notes;
pub mod number;
pub mod page;
pub mod plan;
pub mod read;
pub mod results;
pub mod roof;
pub mod size;
pub mod statistics;
pub mod suite;
pub mod table;

pub use merge::{Collection, Row};
pub use read::{ReadError, read, write};
pub use results::Results;
