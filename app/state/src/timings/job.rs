//! One run: what is to be run where, and what can come of it.
//!
//! A [`Job`] says everything that a run needs, so that it can travel to the
//! background thread.

use super::edited_text::EditedText;
use super::simulated::Simulated;
use super::target::Target;
use crate::message::by_name;
use serde::{Deserialize, Serialize};
use std::fmt;
use warpbench_catalog::{Family, Variant};
use warpbench_common::compare::counted;
use warpbench_compare::entry::{Entry, Times};
use warpbench_compare::ladder::Timed;
use warpbench_compare::results::Check;
use warpbench_compare::size::work;
use warpbench_device::DeviceError;
use warpbench_report::Measurement;

/// Seed of the inputs; the same for all, so that runs can be compared.
pub const SEED: u64 = 1;

/// The name of a kernel of the catalogue.
pub type KernelName = &'static str;

/// A run is known by its kernel, its target's place in the list, and whether it
/// is the edited text that ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RunKey {
    #[serde(deserialize_with = "by_name::variant_name")]
    pub variant: KernelName,
    /// The target's place in the list.
    pub target: usize,
    /// Whether the text was edited.
    pub edited: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// What the run is known by.
    pub key: RunKey,
    /// What to run, and where.
    pub workload: Workload,
}

/// A kernel at a size, and where it runs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Workload {
    /// The family that the kernel is of.
    #[serde(with = "by_name::family")]
    pub family: &'static Family,
    #[serde(with = "by_name::variant")]
    pub variant: &'static Variant,
    /// The problem's size, one number for each dimension.
    pub size: Vec<u64>,
    /// The text to run instead of the catalogue's.
    pub text: Option<EditedText>,
    pub target: Target,
}

/// What came of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Outcome {
    Measured(Box<Measurement>),
    Simulated(Box<Simulated>),
}

impl Outcome {
    /// How its result compares with the reference.
    pub fn check(&self) -> Check {
        let (max_error, tolerance) = match self {
            Outcome::Measured(m) => (m.max_error, m.tolerance),
            Outcome::Simulated(s) => (s.max_error, s.tolerance),
        };
        Check { max_error, tolerance }
    }

    /// Whether its result is right; else it has no time.
    pub fn is_checked(&self) -> bool {
        match self {
            Outcome::Measured(m) => m.checked,
            Outcome::Simulated(s) => s.checked,
        }
    }

    fn size(&self) -> &[u64] {
        match self {
            Outcome::Measured(m) => &m.size,
            Outcome::Simulated(s) => &s.size,
        }
    }

    fn times(&self) -> Option<Times> {
        match self {
            _ if !self.is_checked() => None,
            Outcome::Measured(m) => m.seconds.map(|seconds| Times {
                clock: Some(m.clock),
                median: seconds.median,
                min: Some(seconds.min),
                max: Some(seconds.max),
                count: Some(seconds.samples),
                ..Times::default()
            }),
            Outcome::Simulated(s) => Some(Times { median: s.seconds, ..Times::default() }),
        }
    }

    /// Its median or predicted time at its size.
    pub fn timed(&self) -> Option<Timed<'_>> {
        Some(Timed { size: self.size(), seconds: self.times()?.median })
    }

    /// What is known of it alone, as an entry of a comparison.
    pub fn entry(&self, variant: &Variant) -> Entry {
        let problem = variant.problem(self.size(), SEED).ok();
        let entry = Entry {
            kernel: variant.name.to_owned(),
            size: self.size().to_vec(),
            check: Some(self.check()),
            work: problem.map(|problem| work(variant, &problem)),
            times: self.times(),
            ..Entry::default()
        };
        let Outcome::Simulated(simulated) = self else { return entry };
        Entry {
            counted: counted(&simulated.counts),
            global_bytes_moved: Some(simulated.counts.global_bytes_moved),
            bound: simulated.bound.to_string(),
            ..entry
        }
    }
}

/// Why nothing came of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Failure {
    Cancelled,
    /// The target lacks something that the kernel needs, which is no mistake.
    Missing(String),
    /// It should have run and did not.
    Failed(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Cancelled => f.write_str("the run was stopped"),
            Failure::Missing(reason) | Failure::Failed(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for Failure {}

impl From<DeviceError> for Failure {
    fn from(error: DeviceError) -> Failure {
        match error {
            DeviceError::Cancelled => Failure::Cancelled,
            DeviceError::MissingFeature { .. } | DeviceError::TooLarge { .. } => {
                Failure::Missing(error.to_string())
            }
            error => Failure::Failed(error.to_string()),
        }
    }
}

/// Is told what is being done in words, how much of it is done, and of how much.
pub type Progress<'a> = &'a mut dyn FnMut(&str, usize, usize);
