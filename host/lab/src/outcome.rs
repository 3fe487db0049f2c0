//! Outcome of a submission: plain data, from which all reports are made.

use crate::schema::Size;
use serde::{Deserialize, Serialize};
use warpbench_codes::Code;

/// A submission with its results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Graded {
    /// The lab's folder.
    pub lab: String,
    pub title: String,
    /// What the submission is called.
    pub submission: String,
    /// `rust` or `wgsl`.
    pub language: String,
    pub points: f64,
    /// The points that can be had.
    pub of: f64,
    pub checks: Vec<CheckOutcome>,
    /// Why nothing could be checked, if so.
    pub refused: Option<String>,
    /// The version of the program that graded it.
    pub version: String,
}

impl Graded {
    /// Whether all that counts was passed.
    pub fn passed(&self) -> bool {
        self.refused.is_none() && self.checks.iter().all(|check| check.status != Status::Failed)
    }
}

/// What came of a check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckOutcome {
    pub name: String,
    /// results, findings, counters, prediction or speed.
    pub kind: String,
    pub points: f64,
    pub of: f64,
    pub status: Status,
    /// The code of what was found, where it is a finding that failed the check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<Code>,
    /// What was seen, in one line.
    pub seen: String,
    /// What was asked for.
    pub asked: String,
    /// What to look at, where the lab or the finding says it.
    pub look: Option<String>,
    /// Where it happened.
    pub place: Option<Place>,
    /// Whether students do not know of it.
    pub hidden: bool,
}

impl CheckOutcome {
    /// What was seen, with the code of what was found.
    pub fn told(&self) -> String {
        match self.code {
            Some(code) => format!("{code}: {}", self.seen),
            None => self.seen.clone(),
        }
    }
}

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Passed,
    Failed,
    /// It could not be made here, and costs nothing.
    Skipped,
}

/// Where something happened, and how to come there again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// The line of the text, from 1.
    pub line: Option<u32>,
    pub column: Option<u32>,
    /// The lanes, or threads of the block.
    pub lanes: Vec<u32>,
    pub block: Option<[u32; 3]>,
    pub step: Option<u64>,
    pub size: Size,
    pub seed: u64,
    pub model: String,
    /// in-order, round-robin, or shuffled with a number.
    pub schedule: String,
}
