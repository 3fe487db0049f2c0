//! The command line. Each subcommand has a file; what they print is made of the
//! plain data of `warpbench_report`.

#[macro_use]
pub(crate) mod output;
mod bench;
mod check;
mod compare;
mod completions;
mod derive;
mod devices;
mod exit;
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

use crate::compare::measure::Manner;
use anyhow::Result;
use clap::{Args, Parser, Subcommand, ValueEnum};
use exit::Verdict;
use std::process::ExitCode;
use std::time::Duration;
use warpbench_device::worker::{self, Worker, serve_stdin};
use warpbench_device::{DeviceError, Devices, Repeat};
use warpbench_front::Language;
use warpbench_report::Backend;

/// A workbench for learning and teaching GPU programming.
///
/// Without a command the workbench opens in a window; where there is no
/// display, a tour runs in the terminal.
#[derive(Debug, Parser)]
#[command(name = "warpbench", version, max_term_width = 100, after_help = exit::TABLE)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
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
    pub(crate) fn read() -> Result<Arguments, ExitCode> {
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

    /// Does what the command line says. Whatever keeps a command from its work is
    /// printed here.
    pub(crate) fn run(self) -> ExitCode {
        let done = match self.command {
            None => window::run(&self.window),
            Some(Command::Devices(arguments)) => devices::run(&arguments),
            Some(Command::List(arguments)) => list::run(&arguments),
            Some(Command::Run(arguments)) => run::run(&arguments),
            Some(Command::Compare(arguments)) => compare::run(&arguments),
            Some(Command::Bench(arguments)) => bench::run(&arguments),
            Some(Command::Sim(arguments)) => sim::run(&arguments),
            Some(Command::Check(arguments)) => check::run(&arguments),
            Some(Command::Translate(arguments)) => translate::run(&arguments),
            Some(Command::Derive(arguments)) => derive::run(&arguments),
            Some(Command::Labs(arguments)) => labs::run(&arguments),
            Some(Command::Grade(arguments)) => grade::run(&arguments),
            Some(Command::Tour) => tour::run(),
            Some(Command::Completions(arguments)) => completions::run(&arguments),
            Some(Command::Man(arguments)) => man::run(&arguments),
            Some(Command::Worker) => return serve_stdin(),
            Some(Command::GradeWorker(arguments)) => grade::examiner::serve(&arguments),
        };
        let verdict = done.unwrap_or_else(|error| {
            source::print_error(&error);
            Verdict::of_error(&error)
        });
        output::flush();
        verdict.into()
    }
}

/// A backend, as it is named on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum BackendName {
    Cuda,
    Wgpu,
    Cpu,
}

impl From<BackendName> for Backend {
    fn from(name: BackendName) -> Backend {
        match name {
            BackendName::Cuda => Backend::Cuda,
            BackendName::Wgpu => Backend::Wgpu,
            BackendName::Cpu => Backend::Cpu,
        }
    }
}

/// A language, as it is named on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LanguageName {
    Rust,
    Wgsl,
}

impl From<LanguageName> for Language {
    fn from(name: LanguageName) -> Language {
        match name {
            LanguageName::Rust => Language::Rust,
            LanguageName::Wgsl => Language::Wgsl,
        }
    }
}

/// How a run is measured.
#[derive(Clone, Copy, Debug, Args)]
struct Measuring {
    /// Seed of the random inputs of a kernel of the catalogue [default: 1]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Time exactly this many repeats instead of as many as half a second allows
    #[arg(long, value_name = "R", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    repeat: Option<u64>,
    /// Give up on a run after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 120.0, value_parser = positive_seconds)]
    deadline: f64,
}

impl Measuring {
    /// As where nothing is said.
    const USUAL: Measuring = Measuring { seed: None, repeat: None, deadline: 120.0 };

    fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    fn repeat(&self) -> Repeat {
        Repeat { samples: self.repeat.map(|count| count as usize), ..Repeat::default() }
    }

    fn manner(&self, is_quick: bool) -> Manner {
        Manner {
            seed: self.seed(),
            samples: self.repeat.map(|count| count as usize),
            deadline: self.deadline(),
            is_quick,
        }
    }

    fn deadline(&self) -> Duration {
        Duration::from_secs_f64(self.deadline)
    }
}

fn positive_seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
    if seconds > 0.0 && seconds <= 86_400.0 {
        Ok(seconds)
    } else {
        Err("a deadline lies between 0 and 86400 seconds".to_owned())
    }
}

/// The size of a problem. The alias keeps clap from taking it for a list of
/// arguments.
type Size = Vec<u64>;

/// A size is numbers with commas between them.
fn parse_size(text: &str) -> Result<Size, String> {
    text.split(',')
        .map(|number| {
            number.trim().replace('_', "").parse().map_err(|_| {
                format!("`{number}` is not a whole number; a size looks like 1000 or 64,32,128")
            })
        })
        .collect()
}

/// This program, started as a worker.
pub(crate) fn worker() -> Result<Worker, DeviceError> {
    let program = std::env::current_exe().map_err(|error| DeviceError::Protocol {
        reason: format!("this program's own file cannot be found ({error})"),
    })?;
    Ok(Worker::new(program, ["worker"]))
}

/// The devices of some backends. This process opens none of them.
fn devices(backends: &[Backend]) -> Result<Devices> {
    Ok(worker::devices(&worker()?, backends, worker::LIST_DEADLINE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn sizes_are_numbers_with_commas() {
        let check = |text: &str, expected: Option<&[u64]>| {
            assert_eq!(parse_size(text).ok().as_deref(), expected, "{text:?}");
        };
        check("1000", Some(&[1000]));
        check("64,32,128", Some(&[64, 32, 128]));
        check("64, 32", Some(&[64, 32]));
        check("1_000_000", Some(&[1_000_000]));
        check("0", Some(&[0]));
        check("", None);
        check("-1", None);
        check("1.5", None);
        check("64,", None);
        check("18446744073709551616", None);
    }

    #[test]
    fn deadlines_are_positive() {
        let check = |text: &str, fine: bool| {
            assert_eq!(positive_seconds(text).is_ok(), fine, "{text:?}");
        };
        check("0.5", true);
        check("120", true);
        check("0", false);
        check("-1", false);
        check("NaN", false);
        check("inf", false);
        check("soon", false);
    }
}
