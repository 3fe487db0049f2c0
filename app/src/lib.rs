//! The workbench and its command line.
//!
//! The program is [`main`], which puts the command line and the window together. In a
//! browser there is no command line, and `web` takes its place.

pub mod requests;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(target_arch = "wasm32")]
pub use web::main;

#[cfg(not(target_arch = "wasm32"))]
use {
    std::sync::Arc,
    warpbench_cli::Arguments,
    warpbench_common::labs::Shelf,
    warpbench_common::opening::{Opening, Unopened},
};

#[cfg(not(target_arch = "wasm32"))]
pub fn main() -> std::process::ExitCode {
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_env("WARPBENCH_LOG")
                .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("error,eframe=off")),
        )
        // Where nobody reads the log, that is nothing to fail for.
        .log_internal_errors(false)
        .init();
    Arguments::read().map_or_else(|code| code, |arguments| arguments.run(open))
}

/// Opens the window, which has its devices opened by this program.
#[cfg(not(target_arch = "wasm32"))]
fn open(shelf: Shelf, opening: Opening) -> Result<(), Unopened> {
    warpbench_window::open(Arc::new(warpbench_cli::worker), shelf, opening)
}
