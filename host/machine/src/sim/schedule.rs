//! Schedules: who runs next.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Which warp of a block runs next, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Schedule {
    /// The first that can, until it cannot any more.
    InOrder,
    /// Each in turn, for a few instructions.
    RoundRobin,
    /// Any, for any number of instructions, as the seed has it.
    Shuffled(u64),
}

/// How it is written on a command line, in a link and in a report.
impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Schedule::InOrder => f.write_str("in-order"),
            Schedule::RoundRobin => f.write_str("round-robin"),
            Schedule::Shuffled(seed) => write!(f, "shuffle:{seed}"),
        }
    }
}

/// The error says what to write.
impl FromStr for Schedule {
    type Err = String;

    fn from_str(text: &str) -> Result<Schedule, String> {
        match (text, text.strip_prefix("shuffle:")) {
            ("in-order", _) => Ok(Schedule::InOrder),
            ("round-robin", _) => Ok(Schedule::RoundRobin),
            (_, Some(seed)) => seed
                .parse()
                .map(Schedule::Shuffled)
                .map_err(|_| format!("`{seed}` is no seed; write shuffle:7, for example")),
            _ => Err("a schedule is in-order, round-robin or shuffle:SEED".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for schedule in [Schedule::InOrder, Schedule::RoundRobin, Schedule::Shuffled(17)] {
            assert_eq!(schedule.to_string().parse(), Ok(schedule));
        }
        for other in ["", "shuffle", "shuffle:", "shuffle:x", "round robin", "random"] {
            let error = other.parse::<Schedule>().expect_err("it is none");
            assert!(error.contains("shuffle:"), "{other}: {error}");
        }
    }
}
