//! `cargo xtask soak`: the random tests for longer than CI has the time, with seeds that
//! nobody has run before.
//!
//! A test takes its seeds from two variables, `NAME_SEED` and `NAME_COUNT`, so a failure is
//! repeated with what is printed at the end.

use std::{
    process::ExitCode,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use anyhow::{Context, Result};

use crate::{process, workspace::Workspace};

/// A test that takes as many seeds as it is given.
struct Run {
    name: &'static str,
    /// How its variables begin.
    variable: &'static str,
    package: &'static str,
    program: &'static str,
    /// Its function, and where that stands.
    function: &'static str,
    file: &'static str,
    /// How many seeds tell something after a change.
    count: u64,
}

const RUNS: [Run; 6] = [
    Run {
        name: "differential",
        variable: "DIFFERENTIAL",
        package: "warpbench-host",
        program: "random",
        function: "generated_programs_agree",
        file: "host/tests/differential.rs",
        count: 2_500,
    },
    Run {
        name: "synchronised",
        variable: "SYNCHRONISED",
        package: "warpbench-host",
        program: "random",
        function: "synchronised_kernels_are_judged_as_by_the_oracle",
        file: "host/tests/synchronised.rs",
        count: 20_000,
    },
    Run {
        name: "rust",
        variable: "RUST_RANDOM",
        package: "warpbench-host",
        program: "random",
        function: "generated_kernels_agree",
        file: "host/tests/rust_random.rs",
        count: 10_000,
    },
    Run {
        name: "warps",
        variable: "WARPS",
        package: "warpbench-host",
        program: "suite",
        function: "random_kernels_do_the_same_with_emulated_warps",
        file: "host/tests/warps.rs",
        count: 1_000,
    },
    Run {
        name: "derive",
        variable: "DERIVE_RANDOM",
        package: "warpbench-derive",
        program: "derive",
        function: "random_programs_compute_what_they_did",
        file: "host/derive/tests/derive/random.rs",
        count: 2_000,
    },
    Run {
        name: "coalesce",
        variable: "COALESCE_RANDOM",
        package: "warpbench-derive",
        program: "derive",
        function: "random_kernels_compute_what_they_did",
        file: "host/derive/tests/derive/coalesce_random.rs",
        count: 1_000,
    },
];

/// The names of the tests, for the command line.
pub(crate) const NAMES: [&str; RUNS.len()] = {
    let mut names = [""; RUNS.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = RUNS[at].name;
        at += 1;
    }
    names
};

/// How long each test runs.
#[derive(Clone, Copy)]
pub(crate) enum Length {
    /// As many seeds as tell something after a change.
    Recommended,
    Seeds(u64),
    Minutes(u64),
}

/// Where a test is left to the clock, it is asked for so many parts of what tells
/// something, one after the other.
const ROUNDS: u64 = 20;

/// Runs the tests of these names, or all, one after the other.
pub(crate) fn run(workspace: &Workspace, names: &[String], length: Length) -> Result<ExitCode> {
    // Larger than what the tests take from the day's date.
    let now = SystemTime::now().duration_since(UNIX_EPOCH).context("it is before 1970")?;
    let first = now.as_secs() * 1_000;
    let is_chosen = |run: &&Run| names.is_empty() || names.iter().any(|name| name == run.name);
    let mut account = Vec::new();
    let mut has_failed = false;
    for run in RUNS.iter().filter(is_chosen) {
        let (line, is_right) = run.soak(workspace, length, first);
        account.push(line);
        has_failed |= !is_right;
    }
    println!("\n{}", account.join("\n"));
    Ok(if has_failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

impl Run {
    /// Runs it until a round fails or it has run long enough; what is said of it at the
    /// end, and whether it held.
    fn soak(&self, workspace: &Workspace, length: Length, first: u64) -> (String, bool) {
        let started = Instant::now();
        let round = match length {
            Length::Recommended => self.count,
            Length::Seeds(count) => count,
            Length::Minutes(_) => self.count.div_ceil(ROUNDS),
        };
        let mut done = 0;
        loop {
            let seed = first + done;
            println!("\n==> {} ({}): {round} seeds from {seed}", self.name, self.file);
            if !self.holds(workspace, seed, round) {
                return (
                    format!("{}: failed; repeat with\n  {}", self.name, self.line(seed, round)),
                    false,
                );
            }
            done += round;
            let is_over = match length {
                Length::Minutes(minutes) => started.elapsed() >= Duration::from_secs(60 * minutes),
                Length::Recommended | Length::Seeds(_) => true,
            };
            if is_over {
                return (format!("{}: {done} seeds from {first} are right", self.name), true);
            }
        }
    }

    fn holds(&self, workspace: &Workspace, seed: u64, count: u64) -> bool {
        let mut cargo = workspace.cargo();
        cargo.args(self.arguments()).args(["--", "--nocapture"]);
        for (variable, value) in self.variables(seed, count) {
            cargo.env(variable, value);
        }
        process::run(&mut cargo).inspect_err(|error| eprintln!("{error:#}")).is_ok()
    }

    fn arguments(&self) -> [&str; 6] {
        ["test", "--package", self.package, "--test", self.program, self.function]
    }

    fn variables(&self, seed: u64, count: u64) -> [(String, String); 2] {
        [("SEED", seed), ("COUNT", count)]
            .map(|(end, value)| (format!("{}_{end}", self.variable), value.to_string()))
    }

    /// What repeats a round, as it is typed.
    fn line(&self, seed: u64, count: u64) -> String {
        let variables = self.variables(seed, count).map(|(name, value)| format!("{name}={value}"));
        format!("{} cargo {}", variables.join(" "), self.arguments().join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_there_and_read_the_variables() {
        let workspace = Workspace::locate().unwrap();
        for Run { name, file, function, variable, .. } in &RUNS {
            let text = std::fs::read_to_string(workspace.path(file)).unwrap();
            let expected = [format!("fn {function}()"), format!("seeds::seeds(\"{variable}\"")];
            assert!(expected.iter().all(|part| text.contains(part)), "{name}: {file}");
        }
    }

    #[test]
    fn a_round_is_repeated_by_what_is_printed() {
        let expected = "DERIVE_RANDOM_SEED=7 DERIVE_RANDOM_COUNT=3 \
                        cargo test --package warpbench-derive --test derive \
                        random_programs_compute_what_they_did";
        assert_eq!(RUNS[4].line(7, 3), expected);
    }
}
