//! The comparison: every rung on every target that is on, with the numbers that
//! are worked out from its runs.
//!
//! Bars, table and exports are made of this, so that they cannot disagree. It is
//! plain data of its own and can travel to the thread that writes a file.

use super::ceilings::{Ceilings, Metric};
use super::job::{Failure, Outcome, RunKey};
use super::ladder::Ladder;
use super::simulated::Simulated;
use super::state::{RunState, Timings};
use super::target::{Class, Target, class, describe};
use warpbench_catalog::{Rung, Variant};
use warpbench_report::Measurement;

#[derive(Clone, Debug)]
pub struct Comparison {
    pub title: &'static str,
    /// The stem of its files.
    pub name: &'static str,
    /// What its kernels are judged by.
    pub metric: Metric,
    /// What may be compared, each for itself.
    pub sections: Vec<Section>,
}

/// Targets of one class, which have a scale of their own.
#[derive(Clone, Debug)]
pub struct Section {
    pub class: Class,
    /// Its targets that are on.
    pub columns: Vec<Column>,
    /// The rungs of the ladder.
    pub rungs: Vec<RungRows>,
    /// What the longest bar stands for: the highest rate or ceiling.
    pub scale: f64,
}

/// A target of a section.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its place in the list of targets.
    pub target: usize,
    /// What tells it from others beside colour.
    pub letter: char,
    pub name: String,
    /// What kind of thing it is, and the road to it.
    pub kind: String,
    /// Its driver, if it has one.
    pub driver: String,
    /// The backend's name, or `model`.
    pub backend: &'static str,
    /// Whether its times were measured on another machine and travel along.
    pub is_elsewhere: bool,
}

/// A rung of the ladder.
#[derive(Clone, Debug)]
pub struct RungRows {
    /// Its number, from 0.
    pub number: usize,
    pub variant: &'static Variant,
    /// Whether it is the one that is shown elsewhere.
    pub is_chosen: bool,
    /// A row for each column, and more for edited texts.
    pub rows: Vec<Row>,
}

/// A kernel on a target.
#[derive(Clone, Debug)]
pub struct Row {
    /// The column's place in its section.
    pub column: usize,
    /// Whether the text was edited, and since then edited again.
    pub text: TextVersion,
    pub state: RowState,
}

/// Which text a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextVersion {
    Original,
    /// The edited one, as it is now.
    Edited,
    /// The edited one, as it was some edits ago.
    Older,
}

impl TextVersion {
    /// What is said of it; nothing of the original.
    pub fn label(self) -> &'static str {
        match self {
            TextVersion::Original => "",
            TextVersion::Edited => "edited",
            TextVersion::Older => "edited, older",
        }
    }
}

/// How far a row is.
#[derive(Clone, Debug)]
pub enum RowState {
    /// Nobody has asked for it.
    Idle,
    /// Others come first.
    Waiting,
    Running {
        stage: String,
        /// How much of it, from 0 to 1.
        share: f32,
    },
    /// The target cannot do it; says why.
    Missing(String),
    /// It should have run and did not; says why.
    Failed(String),
    /// The result is wrong, so it has no time.
    Wrong(Mismatch),
    Done(Box<Figures>),
}

/// How a result compares with the reference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mismatch {
    /// The largest difference; nothing where a value is not a number.
    pub error: Option<f64>,
    /// The largest difference that rounding can explain.
    pub tolerance: f64,
}

/// The numbers of a run.
#[derive(Clone, Debug)]
pub struct Figures {
    pub outcome: Outcome,
    /// The rate that the family is judged by, in 10⁹ per second.
    pub rate: Option<f64>,
    /// Bytes that must move, over the time.
    pub gb_per_s: Option<f64>,
    /// Operations that must be done, over the time.
    pub gflop_per_s: Option<f64>,
    /// The least possible time over this one's.
    pub of_ceiling: Option<f64>,
    /// The time of what came before over this one's: of the rung before on the
    /// same target, or of the original where the text was edited.
    pub speedup: Option<f64>,
}

impl Figures {
    /// What follows from a run, given how fast its target is at best and what
    /// came before.
    pub fn of(
        outcome: &Outcome,
        variant: &Variant,
        metric: Metric,
        ceilings: Option<Ceilings>,
        before: Option<&Outcome>,
    ) -> Figures {
        let (gb_per_s, gflop_per_s) = rates(outcome);
        let rate = match metric {
            Metric::Bandwidth => gb_per_s,
            Metric::Arithmetic => gflop_per_s,
        };
        let of_ceiling = ceilings.and_then(|ceilings| {
            let least = ceilings.least_seconds(variant, size(outcome), metric)?;
            Some(least / seconds(outcome)?)
        });
        let speedup = before.and_then(|before| {
            let is_comparable = size(before) == size(outcome);
            is_comparable.then_some(seconds(before)? / seconds(outcome)?)
        });
        let outcome = outcome.clone();
        Figures { outcome, rate, gb_per_s, gflop_per_s, of_ceiling, speedup }
    }

    /// The median or predicted time.
    pub fn seconds(&self) -> Option<f64> {
        seconds(&self.outcome)
    }

    pub fn size(&self) -> &[u64] {
        size(&self.outcome)
    }

    /// The rate that would be the ceiling's.
    pub fn ceiling(&self) -> Option<f64> {
        Some(self.rate? / self.of_ceiling?)
    }

    /// What the simulator says, where it ran there.
    pub fn simulated(&self) -> Option<&Simulated> {
        match &self.outcome {
            Outcome::Simulated(simulated) => Some(simulated),
            Outcome::Measured(_) => None,
        }
    }

    /// What a device says, where it ran there.
    pub fn measured(&self) -> Option<&Measurement> {
        match &self.outcome {
            Outcome::Measured(measurement) => Some(measurement),
            Outcome::Simulated(_) => None,
        }
    }
}

fn seconds(outcome: &Outcome) -> Option<f64> {
    match outcome {
        Outcome::Measured(measurement) => measurement.seconds.map(|seconds| seconds.median),
        Outcome::Simulated(simulated) => Some(simulated.seconds),
    }
}

fn size(outcome: &Outcome) -> &[u64] {
    match outcome {
        Outcome::Measured(measurement) => &measurement.size,
        Outcome::Simulated(simulated) => &simulated.size,
    }
}

/// Bytes and operations over the time.
fn rates(outcome: &Outcome) -> (Option<f64>, Option<f64>) {
    match outcome {
        Outcome::Measured(measurement) => (measurement.gb_per_s, measurement.gflop_per_s),
        Outcome::Simulated(simulated) => {
            let rate = |amount: u64| {
                let time = simulated.seconds;
                (amount > 0 && time > 0.0).then(|| amount as f64 / time / 1e9)
            };
            (rate(simulated.bytes), rate(simulated.flops))
        }
    }
}

impl Comparison {
    /// The comparison as it stands.
    pub fn of(timings: &Timings, ladder: &Ladder) -> Comparison {
        let metric = Metric::of(ladder.family);
        // One letter stands for one target, whatever its section.
        let mut letters = 'A'..='Z';
        let sections = Class::ALL.into_iter().filter_map(|class_of_section| {
            let targets: Vec<_> =
                timings.on().filter(|(_, target)| class(target) == class_of_section).collect();
            let build = Build { timings, ladder, metric };
            (!targets.is_empty()).then(|| build.section(class_of_section, &targets, &mut letters))
        });
        Comparison {
            title: ladder.family.title,
            name: ladder.family.name,
            metric,
            sections: sections.collect(),
        }
    }

    /// Whether nothing has been run and nothing is going to be.
    pub fn is_idle(&self) -> bool {
        let mut rows = self.rows();
        rows.all(|(section, _, row)| {
            section.columns[row.column].is_elsewhere || matches!(row.state, RowState::Idle)
        })
    }

    /// All rows, with what they belong to.
    pub fn rows(&self) -> impl Iterator<Item = (&Section, &RungRows, &Row)> {
        self.sections.iter().flat_map(|section| {
            let rows =
                section.rungs.iter().flat_map(|rung| rung.rows.iter().map(move |row| (rung, row)));
            rows.map(move |(rung, row)| (section, rung, row))
        })
    }
}

/// What a comparison is made of.
struct Build<'a> {
    timings: &'a Timings,
    ladder: &'a Ladder,
    metric: Metric,
}

impl Build<'_> {
    fn section(
        &self,
        class: Class,
        targets: &[(usize, &Target)],
        letters: &mut impl Iterator<Item = char>,
    ) -> Section {
        let columns: Vec<Column> = targets
            .iter()
            .zip(letters)
            .map(|(&(target, what), letter)| column(target, what, letter))
            .collect();
        let variants = self.ladder.rungs.iter().enumerate();
        let rungs: Vec<RungRows> =
            variants.map(|(number, variant)| self.rung(number, variant, &columns)).collect();
        let figures = rungs.iter().flat_map(|rung| &rung.rows).filter_map(|row| match &row.state {
            RowState::Done(figures) => Some(figures),
            _ => None,
        });
        let highest = |f: &Figures| f.rate.unwrap_or(0.0).max(f.ceiling().unwrap_or(0.0));
        let scale = figures.map(|figures| highest(figures)).fold(0.0, f64::max);
        Section { class, columns, rungs, scale }
    }

    fn rung(&self, number: usize, variant: &'static Variant, columns: &[Column]) -> RungRows {
        let mut rows = Vec::with_capacity(columns.len());
        for (index, column) in columns.iter().enumerate() {
            for edited in [false, true] {
                let key = RunKey { variant: variant.name, target: column.target, edited };
                let entry = self.timings.entry(key);
                if edited && entry.is_none() {
                    continue;
                }
                let now = self.ladder.edited.as_ref().filter(|text| text.variant == variant.name);
                let is_now = now.map(|text| text.fingerprint());
                let text = match (edited, entry.and_then(|entry| entry.fingerprint)) {
                    (false, _) => TextVersion::Original,
                    (true, fingerprint) if fingerprint == is_now => TextVersion::Edited,
                    (true, _) => TextVersion::Older,
                };
                let state = match entry {
                    None => RowState::Idle,
                    Some(entry) => self.state(key, number, variant, &entry.run),
                };
                rows.push(Row { column: index, text, state });
            }
        }
        RungRows { number, variant, is_chosen: variant.name == self.ladder.variant.name, rows }
    }

    fn state(&self, key: RunKey, number: usize, variant: &Variant, run: &RunState) -> RowState {
        match run {
            RunState::Waiting => RowState::Waiting,
            RunState::Running { stage, done, of } => {
                let share = *done as f32 / (*of).max(1) as f32;
                RowState::Running { stage: stage.clone(), share: share.clamp(0.0, 1.0) }
            }
            RunState::Failed(Failure::Missing(reason)) => RowState::Missing(reason.clone()),
            RunState::Failed(failure) => RowState::Failed(failure.to_string()),
            RunState::Done(outcome) => {
                let (checked, error, tolerance) = match outcome {
                    Outcome::Measured(m) => (m.checked, m.max_error, m.tolerance),
                    Outcome::Simulated(s) => (s.checked, s.max_error, s.tolerance),
                };
                if !checked {
                    return RowState::Wrong(Mismatch { error, tolerance });
                }
                RowState::Done(Box::new(self.figures(key, number, variant, outcome)))
            }
        }
    }

    fn figures(&self, key: RunKey, number: usize, variant: &Variant, outcome: &Outcome) -> Figures {
        let ceilings = self.timings.ceilings(key.target);
        Figures::of(outcome, variant, self.metric, ceilings, self.before(key, number, variant))
    }

    /// What a run is compared with.
    fn before(&self, key: RunKey, number: usize, variant: &Variant) -> Option<&Outcome> {
        let key = if key.edited {
            RunKey { edited: false, ..key }
        } else {
            let is_next = matches!(variant.rung, Rung::Faster | Rung::Contested(_));
            let before = self.ladder.rungs.get(number.checked_sub(1)?).filter(|_| is_next)?;
            RunKey { variant: before.name, ..key }
        };
        let is_right = |outcome: &&Outcome| match outcome {
            Outcome::Measured(measurement) => measurement.checked,
            Outcome::Simulated(simulated) => simulated.checked,
        };
        self.timings.outcome(key).filter(is_right)
    }
}

fn column(index: usize, target: &Target, letter: char) -> Column {
    let (name, kind) = describe(target);
    let (driver, backend) = match target {
        Target::Device(device) => (device.driver.clone(), device.backend.name()),
        Target::Model(_) => (String::new(), "model"),
    };
    Column { target: index, letter, name, kind, driver, backend, is_elsewhere: false }
}
