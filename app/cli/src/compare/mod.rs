//! `warpbench compare`: a suite of kernels on every device of this machine, kept in
//! one file; and `warpbench compare show`: what many such files say.
//!
//! [`run`] measures, [`store`] keeps, [`show`] shows. Everything that is measured is
//! on the disk before the next measurement begins, so that a run can be ended at any
//! moment and gone on with.

mod counters;
mod progress;
mod run;
pub(super) mod select;
mod show;
mod store;

use super::Measuring;
use super::exit::Verdict;
use super::sizes::{NamedSize, parse_named_size};
use anyhow::Result;
use std::path::PathBuf;
use warpbench_compare::suite;

/// The kernels of a sweep if nobody names others: copying, and reading a lot for one
/// result.
const SWEPT: &str = "copy_coalesced,reduce_grid_stride";

#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: RunArguments,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Show result files of one or many machines: as a table, CSV, Markdown or a page
    Show(show::ShowArguments),
}

#[derive(Debug, clap::Args)]
struct RunArguments {
    /// What to measure: `default`, `all`, or names of kernels and families
    #[arg(long, value_name = "NAME[,NAME…]", value_delimiter = ',', default_value = suite::DEFAULT)]
    suite: Vec<String>,
    /// Where: backends (cuda, wgpu, cpu), one device of a backend (wgpu:0) or a part of a name
    /// [default: every device of this machine]
    #[arg(long, value_name = "DEVICE[,DEVICE…]", value_delimiter = ',')]
    devices: Vec<String>,
    /// A size for all, or for one kernel or family, instead of one that follows from the device's
    /// memory; may be repeated
    #[arg(long, value_name = "[NAME=]N[,N…]", value_parser = parse_named_size)]
    sizes: Vec<NamedSize>,
    /// A sixteenth of the bytes, a tenth of a second for each kernel
    #[arg(long)]
    quick: bool,
    /// Also measure kernels over sizes, from a cache line to the device's memory
    #[arg(long, value_name = "KERNEL[,KERNEL…]", value_delimiter = ',', num_args = 0..=1,
        require_equals = true, default_missing_value = SWEPT)]
    sweep: Vec<String>,
    /// The result file [default: results-MACHINE.json]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Go on with a run that was interrupted, if there is one
    #[arg(long, conflicts_with = "overwrite")]
    resume: bool,
    /// Begin anew although the result file is there already
    #[arg(long)]
    overwrite: bool,
    /// Leave the simulator's counters and predicted times out
    #[arg(long, conflicts_with = "counters")]
    no_simulator: bool,
    /// Count with Nsight Compute (ncu) what the simulator counts, on NVIDIA GPUs
    #[arg(long)]
    counters: bool,
    #[command(flatten)]
    measuring: Measuring,
}

pub(super) fn run(arguments: &Arguments) -> Result<Verdict> {
    match &arguments.command {
        Some(Command::Show(arguments)) => show::run(arguments),
        None => run::run(&arguments.run),
    }
}
