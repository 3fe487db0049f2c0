//! The workbench in a browser: what is started there, on the page and in its workers.
//!
//! One module serves all of them. [`main`] finds out where it was started: on the page
//! it opens the window on the canvas; in a worker it serves what the worker's name says.
//!
//! `cfg(target_arch = "wasm32")` stands where a file, a process or a thread would be asked
//! for. In place of files the store has the browser's storage, written by a timer; what is
//! saved is downloaded. Device jobs run in the worker of timings. Two more workers stand open
//! for tests and benchmarks, which ask by lines of JSON: the simulator and the devices. A
//! panic ends its worker, which is told as a mistake of the program; nothing can be caught
//! there. There are no threads of wasm, because they would ask for headers that plain hosts
//! do not send.

mod requests;

use warpbench_common::browser::worker_name;
use warpbench_state::background::{Work, serve};
use warpbench_state::labs::session::Grading;
use warpbench_state::session::{Checks, Runs};
use warpbench_state::timings::runner::Measuring;

/// Opens the window on the page, or serves in a worker.
pub fn main() {
    // The page has no other place for it; a second logger is refused, which is no harm.
    let _ = eframe::WebLogger::init(log::LevelFilter::Warn);
    match worker_name().as_deref() {
        None => warpbench_window::open(),
        Some(Checks::NAME) => serve(Checks::default()),
        Some(Runs::NAME) => serve(Runs::default()),
        Some(Grading::NAME) => serve(Grading),
        Some(Measuring::NAME) => serve(Measuring),
        Some(requests::SIMULATOR) => requests::serve_simulator(),
        Some(requests::DEVICES) => requests::serve_devices(),
        Some(name) => tracing::error!("nobody knows what the worker {name} is for"),
    }
}
