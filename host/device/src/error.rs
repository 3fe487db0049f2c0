//! Errors on the way to a device and back.
//!
//! There is one enum for all backends, and it is plain data: an error that
//! happens in the worker process travels through its pipe and is shown by the
//! program that started it. Each message says what happened, on which device or
//! in which kernel, and what would help.

use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;
use warpbench_report::Backend;

/// A failed run, or a run that was refused before it began.
#[derive(Clone, Debug, PartialEq, Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeviceError {
    /// The backend cannot be used on this machine.
    #[error("{backend} is not available: {reason}")]
    Unavailable {
        backend: Backend,
        /// Why, and what would help.
        reason: String,
    },

    /// The backend works, but has no device of that number.
    #[error(
        "there is no {backend} device {index}: {}; `warpbench devices` lists them",
        count_devices(*.found)
    )]
    NoSuchDevice {
        backend: Backend,
        /// The number that was asked for.
        index: usize,
        /// How many devices the backend has.
        found: usize,
    },

    /// The device's memory or one of its limits is too small for the problem.
    #[error(
        "{what} needs {}, but {device} has {} ({limit_name}); choose a smaller size or another \
         device",
        Amount(*.need, *.unit),
        Amount(*.limit, *.unit)
    )]
    TooLarge {
        device: String,
        what: String,
        need: u64,
        limit: u64,
        /// What the limit is called.
        limit_name: String,
        unit: Unit,
    },

    /// The kernel needs something that the device cannot do.
    #[error(
        "kernel `{entry}` needs {feature}, which {device} does not have; choose a variant without \
         it or another device"
    )]
    MissingFeature { device: String, entry: String, feature: String },

    /// The program does not compile.
    #[error("the program does not compile for {device}:\n{text}")]
    Compile { device: String, text: String },

    /// The program has no such kernel.
    #[error(
        "the {language} text has no kernel `{entry}`; it has {}",
        list(.entries)
    )]
    EntryMissing {
        /// The kernel that was asked for.
        entry: String,
        language: String,
        /// The kernels that it has.
        entries: Vec<String>,
    },

    /// The kernel's declaration and its launch do not fit together.
    #[error("kernel `{entry}` and its launch do not fit together: {reason}")]
    Mismatch { entry: String, reason: String },

    /// The device refused or gave up a launch.
    #[error("{device} could not run `{entry}`: {reason}")]
    Launch { device: String, entry: String, reason: String },

    /// A kernel touched memory that is not its own.
    #[error(
        "`{entry}` read or wrote an illegal address on {device} ({reason}); check its indices \
         against the buffers' lengths"
    )]
    IllegalAddress { device: String, entry: String, reason: String },

    /// The device went away during the run.
    #[error(
        "{device} was lost: {reason}; the driver may have reset it, the next run starts afresh"
    )]
    DeviceLost { device: String, reason: String },

    /// The device ran out of memory although the problem should have fitted.
    #[error(
        "{device} ran out of memory ({}); other programs may be using it: close them, or choose a \
         smaller size",
        Amount(*.need, Unit::Bytes)
    )]
    OutOfMemory {
        device: String,
        /// Bytes that the problem's buffers take.
        need: u64,
    },

    /// The run took longer than it was given.
    #[error(
        "the run did not finish within {seconds} s and was ended while {stage}; a kernel that \
         loops forever looks like this, otherwise give it more time or a smaller size"
    )]
    Deadline { seconds: f64, stage: String },

    /// The run was given up on request.
    #[error("the run was cancelled")]
    Cancelled,

    /// The worker process ended without an answer.
    #[error("the worker process ended without a result while {stage} ({how}){}", tail(.stderr))]
    WorkerCrashed {
        /// Its signal or exit code.
        how: String,
        stage: String,
        /// The end of what it wrote to its error output.
        stderr: String,
    },

    /// The job itself makes no sense: an unknown kernel, an impossible size.
    #[error("{reason}")]
    BadJob { reason: String },

    /// Program and worker do not understand each other.
    #[error(
        "the worker process could not be talked to: {reason}; if this persists, the program file \
         may have been replaced while it was running: start it again"
    )]
    Protocol { reason: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    Bytes,
    Count,
}

/// A quantity with its unit, for people.
struct Amount(u64, Unit);

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [(u64, &str); 3] = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
        let Amount(amount, unit) = *self;
        if unit == Unit::Count {
            return write!(f, "{amount}");
        }
        match UNITS.iter().find(|(shift, _)| amount >> shift > 0) {
            Some((shift, name)) => {
                write!(f, "{:.2} {name}", amount as f64 / (1u64 << shift) as f64)
            }
            None => write!(f, "{amount} bytes"),
        }
    }
}

fn count_devices(found: usize) -> String {
    match found {
        0 => "this machine has none".to_owned(),
        1 => "this machine has one, number 0".to_owned(),
        n => format!("this machine has {n}, numbered from 0 to {}", n - 1),
    }
}

fn list(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

fn tail(stderr: &str) -> String {
    let stderr = stderr.trim();
    if stderr.is_empty() {
        "; it wrote nothing to its error output".to_owned()
    } else {
        format!("; the end of its error output:\n{stderr}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_given_in_the_largest_unit_that_fits() {
        let check = |amount, unit, expected: &str| {
            assert_eq!(Amount(amount, unit).to_string(), expected);
        };
        check(0, Unit::Bytes, "0 bytes");
        check(1023, Unit::Bytes, "1023 bytes");
        check(1024, Unit::Bytes, "1.00 KiB");
        check((1 << 20) - 1, Unit::Bytes, "1024.00 KiB");
        check(3 << 19, Unit::Bytes, "1.50 MiB");
        check(5 << 30, Unit::Bytes, "5.00 GiB");
        check(5 << 30, Unit::Count, "5368709120");
    }

    #[test]
    fn a_missing_device_is_told_how_many_there_are() {
        let check = |found, expected: &str| {
            let error = DeviceError::NoSuchDevice { backend: Backend::Wgpu, index: 7, found };
            let text = error.to_string();
            assert!(text.starts_with("there is no wgpu device 7: "), "{text}");
            assert!(text.contains(expected), "{text}");
        };
        check(0, "this machine has none;");
        check(1, "this machine has one, number 0;");
        check(3, "this machine has 3, numbered from 0 to 2;");
    }

    #[test]
    fn too_large_gives_both_numbers_and_the_limit() {
        let error = DeviceError::TooLarge {
            device: "Tiny".to_owned(),
            what: "buffer `a`".to_owned(),
            need: 3 << 30,
            limit: 128 << 20,
            limit_name: "max_buffer_size".to_owned(),
            unit: Unit::Bytes,
        };
        assert_eq!(
            error.to_string(),
            "buffer `a` needs 3.00 GiB, but Tiny has 128.00 MiB (max_buffer_size); choose a \
             smaller size or another device"
        );
    }

    #[test]
    fn a_crash_shows_the_end_of_the_error_output() {
        let check = |stderr: &str, expected: &str| {
            let error = DeviceError::WorkerCrashed {
                how: "signal 11".to_owned(),
                stage: "checking".to_owned(),
                stderr: stderr.to_owned(),
            };
            let text = error.to_string();
            assert!(text.contains("while checking (signal 11)"), "{text}");
            assert!(text.ends_with(expected), "{text}");
        };
        check(" \n", "it wrote nothing to its error output");
        check("\npanicked\n", "the end of its error output:\npanicked");
    }

    #[test]
    fn a_missing_entry_lists_those_that_are_there() {
        let check = |entries: &[&str], expected: &str| {
            let error = DeviceError::EntryMissing {
                entry: "x".to_owned(),
                language: "WGSL".to_owned(),
                entries: entries.iter().map(|&name| name.to_owned()).collect(),
            };
            assert_eq!(error.to_string(), expected);
        };
        check(&[], "the WGSL text has no kernel `x`; it has none");
        check(&["a", "b"], "the WGSL text has no kernel `x`; it has a, b");
    }
}
