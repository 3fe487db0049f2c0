//! The checks of a lab.

use crate::expression::Expression;
use crate::schema::{
    AgainstText, CheckText, CountersText, FindingsText, PredictionText, ResultsText, RunText, Size,
    SpeedText,
};
use thiserror::Error;
use warpbench_catalog::{self as catalog, UnknownName, Variant};
use warpbench_machine::finding::FindingKind;
use warpbench_machine::model::{self, DeviceModel, ModelError};

/// Something that a submission has to pass.
#[derive(Clone, Debug)]
pub struct Check {
    pub name: String,
    pub points: f64,
    /// What to look at when it fails.
    pub look: Option<String>,
    /// Whether students do not know of it.
    pub hidden: bool,
    pub kind: CheckKind,
}

/// What is checked.
#[derive(Clone, Debug)]
pub enum CheckKind {
    /// Right results.
    Results {
        sizes: Vec<Size>,
        /// How many of the sizes students know; the others are the graders'.
        known: usize,
        seeds: u64,
        against: Against,
    },
    /// Nothing found of some kinds.
    Findings {
        none: Vec<FindingKind>,
        sizes: Vec<Size>,
        schedules: u64,
        models: Vec<&'static DeviceModel>,
    },
    /// A claim about counters, and about those of a reference.
    Counters { that: Expression, sizes: Vec<Size>, models: Vec<&'static DeviceModel> },
    /// A number that a constant of the text holds.
    Prediction {
        ask: String,
        constant: String,
        answer: Expression,
        within: f64,
        size: Size,
        model: &'static DeviceModel,
        of: RunOf,
    },
    /// A ratio of measured times.
    Speed { backend: String, at_least: f64, size: Size },
}

/// What results are compared with.
#[derive(Clone, Debug)]
pub enum Against {
    /// What the reference solution computes.
    Solution,
    /// What the reference of a kernel of the catalogue computes.
    Family(&'static Variant),
    /// Values in files, by the files' names.
    Cases(Vec<String>),
}

/// Whose run a prediction is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RunOf {
    Submission,
    Starter,
    Solution,
}

/// A check that asks for nothing that can be checked.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum CheckError {
    #[error("{0} is no number of points")]
    Points(f64),
    #[error("it says nothing; give it one of results, findings, counters, prediction, speed")]
    NoKind,
    #[error("it is of two kinds; make two checks of it")]
    TwoKinds,
    #[error(transparent)]
    Family(#[from] UnknownName),
    #[error("the family has no kernel")]
    NoKernel,
    #[error("it names no file; write against = {{ cases = [\"values.toml\"] }}")]
    NoFile,
    #[error("files with values have their own sizes; leave `sizes` out")]
    SizesAndFiles,
    #[error(
        "there is no finding `{name}`; there are {}",
        FindingKind::WRONG.map(FindingKind::name).join(", ")
    )]
    NoFinding { name: String },
    #[error("`{0}` claims nothing; compare it with something")]
    NoClaim(String),
    #[error("there is no backend `{0}`; there are cuda and wgpu")]
    NoBackend(String),
    #[error("it has no size; add sizes = [{{ … }}]")]
    NoSize,
    #[error("it has no model; leave `models` out for the usual one")]
    NoModel,
    #[error(transparent)]
    Model(#[from] ModelError),
}

impl Check {
    pub(crate) fn read(text: CheckText, hidden: bool) -> Result<Check, CheckError> {
        if !(text.points.is_finite() && text.points >= 0.0) {
            return Err(CheckError::Points(text.points));
        }
        let CheckText { name, points, look, results, findings, counters, prediction, speed } = text;
        let mut kinds = Vec::new();
        kinds.extend(results.map(of_results));
        kinds.extend(findings.map(of_findings));
        kinds.extend(counters.map(of_counters));
        kinds.extend(prediction.map(of_prediction));
        kinds.extend(speed.map(of_speed));
        let mut kinds = kinds.into_iter();
        match (kinds.next(), kinds.next()) {
            (Some(kind), None) => Ok(Check { name, points, look, hidden, kind: kind? }),
            (None, _) => Err(CheckError::NoKind),
            (Some(_), Some(_)) => Err(CheckError::TwoKinds),
        }
    }

    /// Whether it is about hardware.
    pub fn needs_device(&self) -> bool {
        matches!(self.kind, CheckKind::Speed { .. })
    }

    /// As reports call its kind.
    pub fn kind_name(&self) -> &'static str {
        match self.kind {
            CheckKind::Results { .. } => "results",
            CheckKind::Findings { .. } => "findings",
            CheckKind::Counters { .. } => "counters",
            CheckKind::Prediction { .. } => "prediction",
            CheckKind::Speed { .. } => "speed",
        }
    }

    /// The sizes that it is made at.
    pub fn sizes(&self) -> &[Size] {
        match &self.kind {
            CheckKind::Results { sizes, .. }
            | CheckKind::Findings { sizes, .. }
            | CheckKind::Counters { sizes, .. } => sizes,
            CheckKind::Prediction { size, .. } | CheckKind::Speed { size, .. } => {
                std::slice::from_ref(size)
            }
        }
    }

    /// Adds sizes that students do not know.
    pub(crate) fn add_sizes(&mut self, hidden: &[Size]) {
        if let CheckKind::Results { sizes, against, .. } = &mut self.kind
            && !matches!(against, Against::Cases(_))
        {
            sizes.extend(hidden.iter().cloned());
        }
    }
}

fn of_results(text: ResultsText) -> Result<CheckKind, CheckError> {
    let against = match text.against {
        AgainstText::Solution => Against::Solution,
        AgainstText::Family(name) => {
            // All variants of a family compute the same.
            let variants = catalog::select(&name)?;
            let (_, variant) = variants.first().ok_or(CheckError::NoKernel)?;
            Against::Family(variant)
        }
        AgainstText::Cases(files) if files.is_empty() => {
            return Err(CheckError::NoFile);
        }
        AgainstText::Cases(_) if !text.sizes.is_empty() => {
            return Err(CheckError::SizesAndFiles);
        }
        AgainstText::Cases(files) => Against::Cases(files),
    };
    if !matches!(against, Against::Cases(_)) {
        some_sizes(&text.sizes)?;
    }
    let (known, seeds) = (text.sizes.len(), text.seeds.clamp(1, 64));
    Ok(CheckKind::Results { sizes: text.sizes, known, seeds, against })
}

fn of_findings(text: FindingsText) -> Result<CheckKind, CheckError> {
    some_sizes(&text.sizes)?;
    let kind = |name: &String| {
        let known = FindingKind::WRONG.into_iter().find(|kind| kind.name() == name);
        known.ok_or_else(|| CheckError::NoFinding { name: name.clone() })
    };
    let none: Result<Vec<FindingKind>, CheckError> = text.none.iter().map(kind).collect();
    Ok(CheckKind::Findings {
        none: none?,
        sizes: text.sizes,
        schedules: text.schedules.clamp(1, 256),
        models: models(&text.models)?,
    })
}

fn of_counters(text: CountersText) -> Result<CheckKind, CheckError> {
    some_sizes(&text.sizes)?;
    if !text.that.is_claim() {
        return Err(CheckError::NoClaim(text.that.text().to_owned()));
    }
    Ok(CheckKind::Counters { that: text.that, sizes: text.sizes, models: models(&text.models)? })
}

fn of_prediction(text: PredictionText) -> Result<CheckKind, CheckError> {
    Ok(CheckKind::Prediction {
        ask: text.ask,
        constant: text.constant,
        answer: text.answer,
        within: text.within,
        size: text.size,
        model: model::find(&text.model)?,
        of: match text.of {
            RunText::Submission => RunOf::Submission,
            RunText::Starter => RunOf::Starter,
            RunText::Solution => RunOf::Solution,
        },
    })
}

fn of_speed(text: SpeedText) -> Result<CheckKind, CheckError> {
    let SpeedText { backend, at_least, size } = text;
    match backend.as_str() {
        "cuda" | "wgpu" => Ok(CheckKind::Speed { backend, at_least, size }),
        _ => Err(CheckError::NoBackend(backend)),
    }
}

fn some_sizes(sizes: &[Size]) -> Result<(), CheckError> {
    if sizes.is_empty() { Err(CheckError::NoSize) } else { Ok(()) }
}

fn models(names: &[String]) -> Result<Vec<&'static DeviceModel>, CheckError> {
    if names.is_empty() {
        return Err(CheckError::NoModel);
    }
    names.iter().map(|name| Ok(model::find(name)?)).collect()
}
