//! Outcome of a command that not every machine can carry out.

use std::process::ExitCode;

pub(crate) enum Outcome {
    Succeeded,
    /// This machine cannot do it, and why.
    Skipped(String),
}

impl Outcome {
    /// Says on the terminal that a command was skipped, if it was. That is no failure.
    pub(crate) fn tell(&self, command: &str) -> ExitCode {
        if let Outcome::Skipped(why) = self {
            println!("skipped: {command}: {why}");
        }
        ExitCode::SUCCESS
    }
}
