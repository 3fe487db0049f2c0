//! Arguments that several commands take.

use anyhow::Result;
use clap::{Args, ValueEnum};
use std::time::Duration;
use warpbench_common::compare::measure::Manner;
use warpbench_device::Repeat;
use warpbench_front::Language;
use warpbench_report::Backend;

/// A backend, as it is named on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum BackendName {
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
pub(crate) enum LanguageName {
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
pub(crate) struct Measuring {
    /// Seed of the random inputs of a kernel of the catalogue [default: 1]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// Time exactly this many repeats instead of as many as half a second allows
    #[arg(long, value_name = "R", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) repeat: Option<u64>,
    /// Give up on a run after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 120.0, value_parser = positive_seconds)]
    pub(crate) deadline: f64,
}

impl Measuring {
    /// As where nothing is said.
    pub(crate) const USUAL: Measuring = Measuring { seed: None, repeat: None, deadline: 120.0 };

    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    pub(crate) fn repeat(&self) -> Repeat {
        Repeat { samples: self.repeat.map(|count| count as usize), ..Repeat::default() }
    }

    pub(crate) fn manner(&self, is_quick: bool) -> Manner {
        Manner {
            seed: self.seed(),
            samples: self.repeat.map(|count| count as usize),
            deadline: self.deadline(),
            is_quick,
        }
    }

    pub(crate) fn deadline(&self) -> Duration {
        Duration::from_secs_f64(self.deadline)
    }
}

pub(crate) fn positive_seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
    if seconds > 0.0 && seconds <= 86_400.0 {
        Ok(seconds)
    } else {
        Err("a deadline lies between 0 and 86400 seconds".to_owned())
    }
}

/// The size of a problem. The alias keeps clap from taking it for a list of
/// arguments.
pub(crate) type Size = Vec<u64>;

/// A size is numbers with commas between them.
pub(crate) fn parse_size(text: &str) -> Result<Size, String> {
    text.split(',')
        .map(|number| {
            number.trim().replace('_', "").parse().map_err(|_| {
                format!("`{number}` is not a whole number; a size looks like 1000 or 64,32,128")
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
