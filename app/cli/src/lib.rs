//! The command line. Each subcommand has a file; what they print is made of the
//! plain data of `warpbench_report`.

#[macro_use]
pub(crate) mod output;
mod arguments;
mod bench;
mod check;
mod compare;
mod completions;
mod derive;
mod devices;
mod exit;
mod explain;
mod grade;
mod init;
mod labs;
mod launch;
mod list;
mod man;
mod page;
mod program;
mod ptx;
mod run;
mod saved;
mod sim;
mod sizes;
mod source;
mod style;
mod table;
mod tour;
mod translate;
mod window;
mod workers;

pub use workers::worker;

use anyhow::Result;
use arguments::{BackendName, LanguageName, Measuring, Size, parse_size, positive_seconds};
use clap::{Parser, Subcommand};
use exit::Verdict;
use std::process::ExitCode;
use warpbench_common::opening::OpenWindow;
use warpbench_device::worker::serve_stdin;
use workers::devices;

/// A workbench for learning and teaching GPU programming.
///
/// Without a command the workbench opens in a window; where there is no
/// display, a tour runs in the terminal.
#[derive(Debug, Parser)]
#[command(name = "warpbench", version, max_term_width = 100, after_help = exit::TABLE)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    window: window::WindowArguments,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the devices of this machine, and what is missing and why
    Devices(devices::Arguments),
    /// List the kernels of the catalogue
    List(list::Arguments),
    /// Run one kernel on a device: check its result, then time it
    Run(run::Arguments),
    /// Run a suite of kernels on every device and keep every sample in a file; show such files
    Compare(Box<compare::Arguments>),
    /// The short form of `compare`: kernels on devices, printed and not kept
    Bench(bench::Arguments),
    /// Run a kernel on the simulator: count what it does, find what is wrong
    Sim(sim::Arguments),
    /// Read files of kernels and say what is wrong with them
    Check(check::Arguments),
    /// Explain a code: what it means, a wrong kernel and the right one; without a code, list all
    Explain(explain::Arguments),
    /// Print a kernel in another language, or a sequential program with directives as kernels
    Translate(translate::Arguments),
    /// Derive a kernel from another: the coalesced form of a naive one
    Derive(derive::Arguments),
    /// Labs: list them, work on one, write one
    Labs(labs::Arguments),
    /// Grade a submission of a lab, or those of a class
    Grade(Box<grade::Arguments>),
    /// A tour of the main ladders in the terminal
    Tour,
    /// Print the script with which a shell completes these commands
    Completions(completions::Arguments),
    /// Write the manual, a page for every command, for those who make packages
    #[command(hide = true)]
    Man(man::Arguments),
    /// Run one request from standard input, for the program itself
    #[command(hide = true)]
    Worker,
    /// Grade submissions from standard input, for the program itself
    #[command(hide = true, name = grade::examiner::COMMAND)]
    GradeWorker(grade::examiner::WorkerArguments),
}

impl Arguments {
    /// Reads the command line; where it cannot be understood, says so and returns
    /// the exit code.
    pub fn read() -> Result<Arguments, ExitCode> {
        Arguments::try_parse().map_err(|error| {
            let written = error.print();
            if error.use_stderr() {
                // The exit code still says it where the message cannot be written.
                Verdict::NotDone.into()
            } else {
                output::settle(written);
                Verdict::Right.into()
            }
        })
    }

    /// Does what the command line says; `open` opens the window. Whatever keeps a
    /// command from its work is printed here.
    pub fn run(self, open: OpenWindow) -> ExitCode {
        let done = match self.command {
            None => window::run(&self.window, open),
            Some(Command::Devices(arguments)) => devices::run(&arguments),
            Some(Command::List(arguments)) => list::run(&arguments),
            Some(Command::Run(arguments)) => run::run(&arguments),
            Some(Command::Compare(arguments)) => compare::run(&arguments),
            Some(Command::Bench(arguments)) => bench::run(&arguments),
            Some(Command::Sim(arguments)) => sim::run(&arguments),
            Some(Command::Check(arguments)) => check::run(&arguments),
            Some(Command::Explain(arguments)) => explain::run(&arguments),
            Some(Command::Translate(arguments)) => translate::run(&arguments),
            Some(Command::Derive(arguments)) => derive::run(&arguments),
            Some(Command::Labs(arguments)) => labs::run(&arguments, open),
            Some(Command::Grade(arguments)) => grade::run(&arguments),
            Some(Command::Tour) => tour::run(),
            Some(Command::Completions(arguments)) => completions::run(&arguments),
            Some(Command::Man(arguments)) => man::run(&arguments),
            Some(Command::Worker) => return serve_stdin(),
            Some(Command::GradeWorker(arguments)) => grade::examiner::serve(&arguments),
        };
        let verdict = done.unwrap_or_else(|error| {
            source::print_error(&error);
            if let Some(hint) = explain::hint(source::codes_of(&error)) {
                eprintln!("\n{hint}");
            }
            Verdict::of_error(&error)
        });
        output::flush();
        verdict.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }
}
