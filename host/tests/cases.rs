//! Cases: one test for every fixture, text and kernel, so that a failure names its case
//! and can be run alone, as in `cargo test -p warpbench-host -- detectors::bad::race_copy`.
//!
//! A module makes its tests in a function `trials`, which [`trials`] below calls. Tests
//! that are functions with `#[test]` stand in `suite.rs`.

mod adapter;
mod common;
mod counts;
mod detectors;
mod endless;
mod explanations;
mod facts;
mod fixture;
mod kernels;
mod public;
mod rust_borrows;
mod rust_rejected;
mod rust_table;
mod rust_verdicts;
mod skips;

use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = trials();
    trials.extend(kernels::trials());
    libtest_mimic::run(&arguments, trials).exit();
}

/// The tests that are the same on every machine.
fn trials() -> Vec<Trial> {
    let modules = [
        detectors::trials(),
        endless::trials(),
        explanations::trials(),
        facts::trials(),
        public::trials(),
        rust_borrows::trials(),
        rust_rejected::trials(),
        rust_table::trials(),
        rust_verdicts::trials(),
    ];
    let mut trials: Vec<Trial> = modules.into_iter().flatten().collect();
    let (twice, numbers) = (twice(&trials), numbers(&trials));
    trials.push(trial("cases", "no_name_occurs_twice", move || verdict(&twice)));
    trials.push(trial("cases", "none_is_lost", move || {
        numbers.iter().for_each(|(group, number)| counts::check(group, *number));
        Ok(())
    }));
    trials
}

/// Names that more than one test has.
fn twice(trials: &[Trial]) -> Vec<String> {
    let mut known = BTreeSet::new();
    let names = trials.iter().map(|trial| trial.name().to_owned());
    names.filter(|name| !known.insert(name.clone())).collect()
}

/// How many tests there are of each kind: all that have the same name but for its end.
fn numbers(trials: &[Trial]) -> BTreeMap<String, usize> {
    let mut numbers = BTreeMap::new();
    for trial in trials {
        let group = trial.name().rsplit_once("::").map_or("", |(group, _)| group);
        *numbers.entry(group.to_owned()).or_default() += 1;
    }
    numbers
}

/// A test of a module with a name of its own. It gets no spaces, so that a shell takes it
/// as it is printed, and no `::`, so that what stands before is the module.
fn trial(
    module: &str,
    name: impl Display,
    run: impl FnOnce() -> Result<(), Failed> + Send + 'static,
) -> Trial {
    let name = name.to_string().replace(char::is_whitespace, "_").replace("::", ".");
    Trial::test(format!("{module}::{name}"), run)
}

/// A test that is a function, as with `#[test]`.
fn function(module: &str, name: &str, run: fn()) -> Trial {
    trial(module, name, move || {
        run();
        Ok(())
    })
}

/// What is wrong, one thing below the other, as the failure of a test.
fn verdict(wrong: &[String]) -> Result<(), Failed> {
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n\n").into()) }
}
