//! The workbench and its command line.
//!
//! The program is [`main`]; [`window`] is the workbench, which tests and
//! benchmarks drive without a display. In a browser there is no command line, and
//! `web` takes its place.

pub mod background;
#[cfg(not(target_arch = "wasm32"))]
mod cli;
mod compare;
mod disk;
pub mod door;
mod format;
pub mod labs;
#[cfg_attr(target_arch = "wasm32", path = "web/memory.rs")]
mod memory;
mod program;
#[cfg(target_arch = "wasm32")]
mod web;
#[cfg(windows)]
mod win32;
pub mod window;

#[cfg(target_arch = "wasm32")]
pub use web::main;

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
    cli::Arguments::read().map_or_else(|code| code, cli::Arguments::run)
}
