//! The simulator beside its peers: how long it takes with more and more
//! observed, against Oclgrind, which interprets as it does, and PoCL, which
//! compiles for the processor. `cargo xtask bench-sim` runs it.
//!
//! It is a benchmark of the library, and not a part of `xtask`, because it needs
//! the library, and `xtask` is to compile in seconds. Every measurement is made
//! by another process of this program; the one that was started first collects
//! them and prints the table. Times are never asserted.

mod case;
mod machine;
mod ours;
mod outcome;
mod peer;
mod table;
mod task;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};

use crate::peer::Peer;
use crate::task::Task;

/// Time the simulator beside Oclgrind and PoCL, and print a Markdown table.
#[derive(Parser)]
#[command(name = "cargo xtask bench-sim", bin_name = "cargo xtask bench-sim")]
struct Arguments {
    /// Do not run this peer
    #[arg(long, value_enum, value_name = "PEER")]
    without: Vec<Peer>,

    /// What cargo says when a benchmark is to be run, and not just tried
    #[arg(long, hide = true)]
    bench: bool,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Make one measurement and print it as JSON
    #[command(hide = true)]
    Measure { task: String },
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    match arguments.command {
        Some(Command::Measure { task }) => {
            let task: Task = serde_json::from_str(&task).context("this is no measurement")?;
            println!("{}", serde_json::to_string(&task.perform()?)?);
        }
        None if arguments.bench => print!("{}", table::measure(&arguments.without)),
        // `cargo test --all-targets` tries benchmarks, which takes no minutes.
        None => println!("this is measured by `cargo xtask bench-sim`"),
    }
    Ok(())
}
