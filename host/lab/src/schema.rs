//! `lab.toml` as it is written. A key that is not known is an error.

use crate::expression::Expression;
use serde::Deserialize;
use std::collections::BTreeMap;
use warpbench_case::number::{Number, Scalar};
use warpbench_machine::model;

/// What `lab.toml` says.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LabText {
    pub(crate) title: String,
    pub(crate) level: Level,
    pub(crate) minutes: u32,
    pub(crate) learn: Vec<String>,
    #[serde(default)]
    pub(crate) hints: Vec<String>,
    pub(crate) entry: String,
    pub(crate) launch: LaunchText,
    pub(crate) buffer: Vec<BufferText>,
    /// The size that is tried first, and while one types.
    pub(crate) size: Size,
    pub(crate) check: Vec<CheckText>,
    /// When the solution may be compared with one's own text.
    #[serde(default)]
    pub(crate) solution: SolutionText,
}

/// What lies in a folder that students are not given.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HiddenText {
    /// Mixed into all seeds.
    #[serde(default)]
    pub(crate) seed: u64,
    /// Sizes for every check of results.
    #[serde(default)]
    pub(crate) sizes: Vec<Size>,
    #[serde(default)]
    pub(crate) check: Vec<CheckText>,
}

/// For whom a lab is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    Beginner,
    Intermediate,
    Advanced,
}

impl Level {
    pub fn name(self) -> &'static str {
        match self {
            Level::Beginner => "beginner",
            Level::Intermediate => "intermediate",
            Level::Advanced => "advanced",
        }
    }
}

/// The numbers that a problem's size consists of, by name.
pub type Size = BTreeMap<String, u64>;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LaunchText {
    /// Blocks, x, y, z.
    pub(crate) grid: Vec<Expression>,
    /// Threads per block; a kernel in WGSL says its own.
    pub(crate) block: Vec<Expression>,
    /// What a kernel in Rust is passed by value.
    #[serde(default)]
    pub(crate) scalars: BTreeMap<String, Expression>,
    #[serde(default)]
    pub(crate) dynamic_shared_bytes: Option<Expression>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BufferText {
    pub(crate) name: String,
    #[serde(rename = "type")]
    pub(crate) scalar: Scalar,
    /// How many elements it has; the values say it themselves.
    pub(crate) len: Option<Expression>,
    #[serde(default)]
    pub(crate) fill: Option<FillText>,
    /// Whether what it holds afterwards is what the kernel is for.
    #[serde(default)]
    pub(crate) result: bool,
    /// How far each value may be off, of results.
    pub(crate) tolerance: Option<f64>,
    /// The language whose kernel has it, where only one does.
    pub(crate) only: Option<LanguageText>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LanguageText {
    Rust,
    Wgsl,
}

/// What a buffer holds before the launch.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum FillText {
    /// Drawn evenly between two numbers; whole ones for integers, the upper end left
    /// out.
    Random([f64; 2]),
    /// Whole numbers from 0 up to this, drawn: sums of them are exact.
    Whole(u32),
    /// 0, 1, 2, …
    Index,
    /// All the same.
    Value(NumberText),
    /// These, one after the other.
    Values(Vec<Expression>),
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged, expecting = "a number")]
pub(crate) enum NumberText {
    Whole(i64),
    Float(f64),
}

impl NumberText {
    pub(crate) fn number(self, scalar: Scalar) -> Number {
        match (self, scalar.is_float()) {
            (NumberText::Whole(value), false) => Number::Integer(value.into()),
            (NumberText::Whole(value), true) => Number::Float(value as f64),
            (NumberText::Float(value), _) => Number::Float(value),
        }
    }
}

/// Whether the solution may be seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SolutionText {
    /// Once all checks pass.
    #[default]
    Passed,
    Always,
    Never,
}

/// A check as it is written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckText {
    pub(crate) name: String,
    pub(crate) points: f64,
    /// What to look at when it fails.
    pub(crate) look: Option<String>,
    #[serde(default)]
    pub(crate) results: Option<ResultsText>,
    #[serde(default)]
    pub(crate) findings: Option<FindingsText>,
    #[serde(default)]
    pub(crate) counters: Option<CountersText>,
    #[serde(default)]
    pub(crate) prediction: Option<PredictionText>,
    #[serde(default)]
    pub(crate) speed: Option<SpeedText>,
}

/// Results at several sizes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResultsText {
    /// Files with values have their own.
    #[serde(default)]
    pub(crate) sizes: Vec<Size>,
    #[serde(default = "one")]
    pub(crate) seeds: u64,
    /// What results are compared with.
    #[serde(default)]
    pub(crate) against: AgainstText,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum AgainstText {
    /// What the reference solution computes.
    #[default]
    Solution,
    /// What the reference of a family of the catalogue computes.
    Family(String),
    /// Values in files beside the lab.
    Cases(Vec<String>),
}

/// A file with values: what buffers hold before the launch, and what they must hold
/// after it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ValuesText {
    pub(crate) size: Size,
    /// By the buffer's name, in place of what its `fill` says.
    #[serde(default)]
    pub(crate) given: BTreeMap<String, Vec<NumberText>>,
    pub(crate) expected: BTreeMap<String, Vec<NumberText>>,
}

/// Nothing found of these kinds.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FindingsText {
    /// As `sim --observe` names them.
    pub(crate) none: Vec<String>,
    pub(crate) sizes: Vec<Size>,
    #[serde(default = "four")]
    pub(crate) schedules: u64,
    #[serde(default = "usual_models")]
    pub(crate) models: Vec<String>,
}

/// A claim about counters.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CountersText {
    pub(crate) that: Expression,
    pub(crate) sizes: Vec<Size>,
    #[serde(default = "usual_models")]
    pub(crate) models: Vec<String>,
}

/// A number that the student enters before the run.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PredictionText {
    /// What is asked.
    pub(crate) ask: String,
    /// The constant of the text that holds the answer.
    pub(crate) constant: String,
    /// What is right, over counters of the run.
    pub(crate) answer: Expression,
    /// How far the answer may be off.
    #[serde(default)]
    pub(crate) within: f64,
    pub(crate) size: Size,
    #[serde(default = "usual_model")]
    pub(crate) model: String,
    /// Whose run is meant.
    #[serde(default)]
    pub(crate) of: RunText,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RunText {
    #[default]
    Submission,
    Starter,
    Solution,
}

/// A ratio of measured times.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SpeedText {
    /// `cuda` or `wgpu`.
    pub(crate) backend: String,
    /// How many times as fast as the starter it must be.
    pub(crate) at_least: f64,
    pub(crate) size: Size,
}

fn one() -> u64 {
    1
}

fn four() -> u64 {
    4
}

fn usual_model() -> String {
    model::USUAL.to_owned()
}

fn usual_models() -> Vec<String> {
    vec![usual_model()]
}
