//! The comparison: every rung on every target that is on, with the numbers that
//! are worked out from its runs.
//!
//! Bars, table and exports are made of this, so that they cannot disagree. It is
//! plain data of its own and can travel to the thread that writes a file.

use super::job::{Failure, Outcome, RunKey};
use super::labels;
use super::ladder::Ladder;
use super::state::{RunState, Timings};
use super::target::{Class, Target, class, describe};
use warpbench_catalog::Variant;
use warpbench_compare::ceilings::{Ceilings, Metric};
use warpbench_compare::entry::{Entry, Place, Standing};
use warpbench_compare::ladder::rung_before;
use warpbench_compare::results::Check;
use warpbench_compare::size::usual_metric;

#[derive(Clone, Debug)]
pub struct Comparison {
    pub title: &'static str,
    /// The stem of its files.
    pub name: &'static str,
    /// What may be compared, each for itself.
    pub sections: Vec<Section>,
}

/// Targets of one class, which have a scale of their own.
#[derive(Clone, Debug)]
pub struct Section {
    pub class: Class,
    /// What its scale is of: what limits the first kernel that ran, at its size.
    pub metric: Metric,
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
    /// What it is, and the road to it.
    pub place: Place,
    /// Whether its times were measured on another machine and travel along.
    pub is_elsewhere: bool,
    /// How fast it is at best.
    pub ceilings: Ceilings,
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
    /// What it is called in files.
    pub fn version(self) -> &'static str {
        if self == TextVersion::Original { "original" } else { self.label() }
    }

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
    Wrong(Check),
    Done(Box<Entry>),
}

impl RowState {
    /// The numbers of a run, if there are any.
    pub fn done(&self) -> Option<&Entry> {
        match self {
            RowState::Done(entry) => Some(entry),
            _ => None,
        }
    }

    fn standing(&self) -> Standing {
        match self {
            RowState::Done(_) => Standing::Checked,
            RowState::Wrong(_) => Standing::Wrong,
            RowState::Missing(_) => Standing::Skipped,
            RowState::Failed(_) => Standing::Failed,
            RowState::Idle => Standing::Pending("not run".to_owned()),
            RowState::Waiting => Standing::Pending("waiting".to_owned()),
            RowState::Running { stage, .. } => Standing::Pending(stage.clone()),
        }
    }
}

impl Row {
    /// The entry of tables and files.
    pub fn entry(&self, section: &Section, rung: &RungRows) -> Entry {
        let check = match &self.state {
            RowState::Wrong(check) => Some(*check),
            _ => None,
        };
        let known = self.state.done().cloned();
        let known = known.unwrap_or_else(|| Entry { check, ..Entry::default() });
        Entry {
            kernel: rung.variant.name.to_owned(),
            version: self.text.version(),
            place: section.columns[self.column].place.clone(),
            standing: self.state.standing(),
            note: labels::message(&self.state).map(|(_, note)| note).unwrap_or_default(),
            ..known
        }
    }
}

impl Comparison {
    /// The comparison as it stands.
    pub fn of(timings: &Timings, ladder: &Ladder) -> Comparison {
        // One letter stands for one target, whatever its section.
        let mut letters = 'A'..='Z';
        let sections = Class::ALL.into_iter().filter_map(|class_of_section| {
            let targets: Vec<_> =
                timings.on().filter(|(_, target)| class(target) == class_of_section).collect();
            let build = Build { timings, ladder };
            (!targets.is_empty()).then(|| build.section(class_of_section, &targets, &mut letters))
        });
        Comparison {
            title: ladder.family.title,
            name: ladder.family.name,
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

    /// An entry for each run; what nobody asked for has none.
    pub fn entries(&self) -> Vec<Entry> {
        let asked = self.rows().filter(|(_, _, row)| !matches!(row.state, RowState::Idle));
        asked.map(|(section, rung, row)| row.entry(section, rung)).collect()
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

impl Section {
    pub(super) fn of(class: Class, columns: Vec<Column>, rungs: Vec<RungRows>) -> Section {
        let rows = || rungs.iter().flat_map(|rung| &rung.rows);
        let mut work = rows().filter_map(|row| row.state.done()?.work);
        let usual = || rungs.first().map_or(Metric::Bandwidth, |rung| usual_metric(rung.variant));
        let metric = work.next().map_or_else(usual, |work| Metric::of(&work));
        let highest = |entry: &Entry| {
            let both = [entry.rate(metric), entry.ceiling(metric)];
            both.into_iter().flatten().fold(0.0, f64::max)
        };
        let scale = rows().filter_map(|row| row.state.done()).map(highest).fold(0.0, f64::max);
        Section { class, metric, columns, rungs, scale }
    }
}

/// What a comparison is made of.
struct Build<'a> {
    timings: &'a Timings,
    ladder: &'a Ladder,
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
            .map(|(&(target, what), letter)| {
                column(target, what, letter, self.timings.ceilings(target))
            })
            .collect();
        let variants = self.ladder.rungs.iter().enumerate();
        let rungs: Vec<RungRows> =
            variants.map(|(number, variant)| self.rung(number, variant, &columns)).collect();
        Section::of(class, columns, rungs)
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
                    Some(entry) => self.state(key, variant, &entry.run, &column.ceilings),
                };
                rows.push(Row { column: index, text, state });
            }
        }
        RungRows { number, variant, is_chosen: variant.name == self.ladder.variant.name, rows }
    }

    fn state(
        &self,
        key: RunKey,
        variant: &Variant,
        run: &RunState,
        ceilings: &Ceilings,
    ) -> RowState {
        match run {
            RunState::Waiting => RowState::Waiting,
            RunState::Running { stage, done, of } => {
                let share = *done as f32 / (*of).max(1) as f32;
                RowState::Running { stage: stage.clone(), share: share.clamp(0.0, 1.0) }
            }
            RunState::Failed(Failure::Missing(reason)) => RowState::Missing(reason.clone()),
            RunState::Failed(failure) => RowState::Failed(failure.to_string()),
            RunState::Done(outcome) if !outcome.is_checked() => RowState::Wrong(outcome.check()),
            RunState::Done(outcome) => {
                let before = self.before(key, variant).and_then(Outcome::timed);
                RowState::Done(Box::new(outcome.entry(variant).judged(ceilings, before)))
            }
        }
    }

    /// What a run is compared with.
    fn before(&self, key: RunKey, variant: &Variant) -> Option<&Outcome> {
        let key = if key.edited {
            RunKey { edited: false, ..key }
        } else {
            let before = rung_before(self.ladder.rungs.iter().copied(), variant)?;
            RunKey { variant: before.name, ..key }
        };
        self.timings.outcome(key)
    }
}

fn column(target: usize, what: &Target, letter: char, ceilings: Ceilings) -> Column {
    let (device, kind) = describe(what);
    let (driver, api) = match what {
        Target::Device(device) => (device.driver.clone(), device.backend.name()),
        Target::Model(_) => (String::new(), "model"),
    };
    let (class, api) = (class(what).word(), api.to_owned());
    let place = Place { device, class, kind, api, driver, ..Place::default() };
    Column { target, letter, place, is_elsewhere: false, ceilings }
}
