//! Seeds of random tests: a fixed handful, which are the same every day, and behind them
//! fresh ones, which begin where the day's date says.
//!
//! `NAME_SEED` and `NAME_COUNT` choose others, where `NAME` is that of the test: as many
//! as `NAME_COUNT` says, one after the other from `NAME_SEED`, or without that a few
//! fixed and the rest fresh ones.

use std::time::{SystemTime, UNIX_EPOCH};

const SECONDS_OF_DAY: u64 = 86_400;

/// Seeds that belong to a day, so that no two days have one in common.
const SEEDS_OF_DAY: u64 = 1_000_000;

/// The seeds that a test runs with, after it has said which they are.
pub(crate) fn seeds(name: &str, fixed: u64, fresh: u64) -> Vec<u64> {
    let count = number(&format!("{name}_COUNT")).unwrap_or(fixed + fresh);
    if let Some(first) = number(&format!("{name}_SEED")) {
        return (first..first + count).collect();
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is after 1970");
    let today = now.as_secs() / SECONDS_OF_DAY * SEEDS_OF_DAY;
    let fixed = fixed.min(count);
    println!("{name}: {fixed} fixed seeds from 1, {} from {name}_SEED={today}", count - fixed);
    (1..=fixed).chain(today..today + count - fixed).collect()
}

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is no number: {text}")))
}
