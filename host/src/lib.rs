//! Warpbench without windows: everything the app and the command line show.
//!
//! `ARCHITECTURE.md` says what each room is for and what it deliberately does
//! not know.

pub mod back;
pub mod catalog;
pub mod device;
pub mod front;
pub mod model;
pub mod observe;
pub mod reference;
pub mod report;
pub mod sim;
pub mod simulate;
