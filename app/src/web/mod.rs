//! The workbench in a browser: the page, its workers, and what both ask of the browser.
//!
//! One module serves all of them. [`main`] finds out where it was started: on the page
//! it opens the window on the canvas; in a worker it serves what the worker's name says.

mod door;
mod page;
mod scope;

pub(crate) use page::{address, download, fragment};
pub(crate) use scope::{after, hire, listen, say};

use crate::background::{Work, serve};
use crate::window::labs::session::Grading;
use crate::window::session::{Checks, Runs};
use crate::window::timings::runner::Measuring;

/// Opens the window on the page, or serves in a worker.
pub fn main() {
    // The page has no other place for it; a second logger is refused, which is no harm.
    let _ = eframe::WebLogger::init(log::LevelFilter::Warn);
    match scope::worker_name().as_deref() {
        None => page::open(),
        Some(Checks::NAME) => serve(Checks::default()),
        Some(Runs::NAME) => serve(Runs::default()),
        Some(Grading::NAME) => serve(Grading),
        Some(Measuring::NAME) => serve(Measuring),
        Some(door::SIMULATOR) => door::serve_simulator(),
        Some(door::DEVICES) => door::serve_devices(),
        Some(name) => tracing::error!("nobody knows what the worker {name} is for"),
    }
}
