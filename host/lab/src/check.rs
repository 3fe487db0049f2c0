//! The checks of a lab.

use crate::expression::Expression;
use crate::schema::{
    AgainstText, CheckText, CountersText, FindingsText, PredictionText, ResultsText, RunText, Size,
    SpeedText,
};
use warpbench_catalog::{self as catalog, Variant};
use warpbench_machine::finding::FindingKind;
use warpbench_machine::model::{self, DeviceModel};

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

/// The kinds of findings that a lab can rule out.
pub const KINDS: [FindingKind; 8] = [
    FindingKind::Race,
    FindingKind::Bounds,
    FindingKind::Uninit,
    FindingKind::Barrier,
    FindingKind::Arithmetic,
    FindingKind::Assertion,
    FindingKind::WarpOperation,
    FindingKind::Endless,
];

impl Check {
    pub(crate) fn read(text: CheckText, hidden: bool) -> Result<Check, String> {
        if !(text.points.is_finite() && text.points >= 0.0) {
            return Err(format!("{} is no number of points", text.points));
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
            (None, _) => Err("it says nothing; give it one of results, findings, counters, \
                              prediction, speed"
                .to_owned()),
            (Some(_), Some(_)) => Err("it is of two kinds; make two checks of it".to_owned()),
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

fn of_results(text: ResultsText) -> Result<CheckKind, String> {
    let against = match text.against {
        AgainstText::Solution => Against::Solution,
        AgainstText::Family(name) => {
            // All variants of a family compute the same.
            let variants = catalog::select(&name).map_err(|error| error.to_string())?;
            let (_, variant) = variants.first().ok_or("the family has no kernel")?;
            Against::Family(variant)
        }
        AgainstText::Cases(files) if files.is_empty() => {
            return Err(
                "it names no file; write against = { cases = [\"values.toml\"] }".to_owned()
            );
        }
        AgainstText::Cases(_) if !text.sizes.is_empty() => {
            return Err("files with values have their own sizes; leave `sizes` out".to_owned());
        }
        AgainstText::Cases(files) => Against::Cases(files),
    };
    if !matches!(against, Against::Cases(_)) {
        some_sizes(&text.sizes)?;
    }
    let (known, seeds) = (text.sizes.len(), text.seeds.clamp(1, 64));
    Ok(CheckKind::Results { sizes: text.sizes, known, seeds, against })
}

fn of_findings(text: FindingsText) -> Result<CheckKind, String> {
    some_sizes(&text.sizes)?;
    let kind = |name: &String| {
        KINDS.into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
            let known = KINDS.map(FindingKind::name).join(", ");
            format!("there is no finding `{name}`; there are {known}")
        })
    };
    let none: Result<Vec<FindingKind>, String> = text.none.iter().map(kind).collect();
    Ok(CheckKind::Findings {
        none: none?,
        sizes: text.sizes,
        schedules: text.schedules.clamp(1, 256),
        models: models(&text.models)?,
    })
}

fn of_counters(text: CountersText) -> Result<CheckKind, String> {
    some_sizes(&text.sizes)?;
    if !text.that.is_claim() {
        return Err(format!("`{}` claims nothing; compare it with something", text.that.text()));
    }
    Ok(CheckKind::Counters { that: text.that, sizes: text.sizes, models: models(&text.models)? })
}

fn of_prediction(text: PredictionText) -> Result<CheckKind, String> {
    Ok(CheckKind::Prediction {
        ask: text.ask,
        constant: text.constant,
        answer: text.answer,
        within: text.within,
        size: text.size,
        model: one_model(&text.model)?,
        of: match text.of {
            RunText::Submission => RunOf::Submission,
            RunText::Starter => RunOf::Starter,
            RunText::Solution => RunOf::Solution,
        },
    })
}

fn of_speed(text: SpeedText) -> Result<CheckKind, String> {
    let SpeedText { backend, at_least, size } = text;
    match backend.as_str() {
        "cuda" | "wgpu" => Ok(CheckKind::Speed { backend, at_least, size }),
        _ => Err(format!("there is no backend `{backend}`; there are cuda and wgpu")),
    }
}

fn some_sizes(sizes: &[Size]) -> Result<(), String> {
    if sizes.is_empty() { Err("it has no size; add sizes = [{ … }]".to_owned()) } else { Ok(()) }
}

fn models(names: &[String]) -> Result<Vec<&'static DeviceModel>, String> {
    if names.is_empty() {
        return Err("it has no model; leave `models` out for the usual one".to_owned());
    }
    names.iter().map(|name| one_model(name)).collect()
}

fn one_model(name: &str) -> Result<&'static DeviceModel, String> {
    model::find(name).map_err(|error| error.to_string())
}
