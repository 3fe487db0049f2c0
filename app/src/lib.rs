//! The workbench and its command line.
//!
//! The program is [`main`]; [`window`] is the workbench, which tests and
//! benchmarks drive without a display.

mod cli;
mod compare;
mod disk;
mod format;
pub mod labs;
mod memory;
mod program;
pub mod window;

use std::process::ExitCode;

pub fn main() -> ExitCode {
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
