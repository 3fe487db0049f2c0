//! Baseline: whether a run is slower than an earlier one.
//!
//! Like is compared with like: the same kernel at the same size on a device of the
//! same name through the same interface. What decides is the Mann-Whitney test on
//! all samples, with the limit as part of the question: the new samples are divided
//! by what is allowed (1.10 for `--fail-over 10%`), and only if they are still larger
//! than the old ones with a chance below [`CHANCE`] is it a regression. A difference
//! that the spread of the samples explains is none, and neither is one that is real
//! but below the limit.

use crate::merge::{Collection, Row};
use crate::results::{Outcome, Record, Role};
use crate::statistics::{Spread, mann_whitney};
use std::fmt;

/// How unlikely a slowdown must be by chance to count.
pub const CHANCE: f64 = 0.01;

/// Fewer samples cannot be that unlikely: of 4 and 4 the rarest order has a chance of
/// 1 in 70.
pub const FEWEST_SAMPLES: usize = 5;

/// A kernel in an old run and a new one.
#[derive(Clone, Debug)]
pub struct Change {
    /// The row of the new run.
    pub row: String,
    pub kernel: String,
    pub size: Vec<u64>,
    /// Medians, in seconds.
    pub old: f64,
    pub new: f64,
    /// How likely such samples are if the new ones are slower by no more than the
    /// limit.
    pub chance: f64,
    pub verdict: Judgement,
    /// Whether the text of the kernel is another one now.
    pub text_changed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// Slower than the limit allows, and not by chance.
    Regression,
    /// Within the limit, or not certainly beyond it.
    Fine,
    /// There are too few samples to tell.
    TooFew,
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Judgement::Regression => "REGRESSION",
            Judgement::Fine => "",
            Judgement::TooFew => "too few samples",
        })
    }
}

/// What became of every kernel that both have.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    pub changes: Vec<Change>,
    /// What was measured before and is wrong or does not run now, in words.
    pub broken: Vec<String>,
    /// What only one of them has, in words.
    pub unmatched: Vec<String>,
}

impl Changes {
    #[must_use]
    pub fn regressions(&self) -> usize {
        self.changes.iter().filter(|change| change.verdict == Judgement::Regression).count()
    }

    /// Notes a measurement that has no counterpart with times.
    fn note_unmatched(&mut self, row: &Row<'_>, old: Option<&Record>, new: &Record) {
        let what = named(row, new);
        match (old.and_then(Record::measured), &new.outcome) {
            (Some(_), Outcome::Wrong(_)) => {
                self.broken.push(format!("{what} was right in the baseline and is WRONG now"));
            }
            (Some(_), Outcome::Failed(why)) => {
                self.broken.push(format!("{what} ran in the baseline and FAILED now: {why}"));
            }
            (Some(_), Outcome::Lacking(_)) => {
                self.unmatched.push(format!("{what} has no time any more"));
            }
            (None, Outcome::Measured(_)) => {
                self.unmatched.push(format!("{what} has no time in the baseline"));
            }
            _ => {}
        }
    }
}

impl Change {
    /// The new time over the old.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        self.new / self.old
    }
}

/// Compares runs with earlier ones. `limit` is the share by which a kernel may be
/// slower, 0.1 for 10 %.
#[must_use]
pub fn compare(old: &Collection, new: &Collection, limit: f64) -> Changes {
    let (old_rows, new_rows) = (old.rows(), new.rows());
    let mut changes = Changes::default();
    let mut matched = vec![false; old_rows.len()];
    for row in &new_rows {
        let Some(before) = counterpart(&old_rows, row) else {
            changes.unmatched.push(format!("{} is not in the baseline", row.label));
            continue;
        };
        matched[before.index] = true;
        for record in row.records().filter(|record| record.role != Role::Control) {
            let earlier = before.records().find(|earlier| earlier.is_same_work(record));
            match earlier.and_then(|earlier| change(row, earlier, record, limit)) {
                Some(change) => changes.changes.push(change),
                None => changes.note_unmatched(row, earlier, record),
            }
        }
        let is_gone = |record: &&Record| {
            record.role != Role::Control
                && record.measured().is_some()
                && !row.records().any(|later| later.is_same_work(record))
        };
        let gone: Vec<&str> =
            before.records().filter(is_gone).map(|record| record.kernel.as_str()).collect();
        changes.unmatched.extend(only_before(row, &gone));
    }
    let gone = old_rows.iter().zip(matched).filter(|(_, is_matched)| !is_matched);
    changes.unmatched.extend(gone.map(|(row, _)| format!("{} is only in the baseline", row.label)));
    changes
}

/// The row of the baseline that a row is compared with: the same device by the same
/// road, on the same machine if there is one.
fn counterpart<'a, 'b>(old: &'a [Row<'b>], row: &Row<'_>) -> Option<&'a Row<'b>> {
    let alike = |candidate: &&Row<'_>| {
        candidate.device.name == row.device.name && candidate.device.api == row.device.api
    };
    let same_machine = |candidate: &&Row<'_>| {
        candidate.run.machine.name == row.run.machine.name && candidate.device.id == row.device.id
    };
    let mut candidates = old.iter().filter(alike);
    candidates.clone().find(same_machine).or_else(|| candidates.next())
}

fn change(row: &Row<'_>, old: &Record, new: &Record, limit: f64) -> Option<Change> {
    let (before, after) = (&old.measured()?.samples, &new.measured()?.samples);
    let scaled: Vec<f64> = after.iter().map(|seconds| seconds / (1.0 + limit)).collect();
    let chance = mann_whitney(before, &scaled)?;
    let (old_median, new_median) = (Spread::of(before)?.median, Spread::of(after)?.median);
    let verdict = if before.len() < FEWEST_SAMPLES || after.len() < FEWEST_SAMPLES {
        Judgement::TooFew
    } else if chance < CHANCE && new_median > old_median * (1.0 + limit) {
        Judgement::Regression
    } else {
        Judgement::Fine
    };
    Some(Change {
        row: row.label.clone(),
        kernel: new.kernel.clone(),
        size: new.size.clone(),
        old: old_median,
        new: new_median,
        chance,
        verdict,
        text_changed: old.source != new.source,
    })
}

/// A measurement in words.
fn named(row: &Row<'_>, record: &Record) -> String {
    format!("{} at {} on {}", record.kernel, crate::number::size(&record.size), row.label)
}

/// What to say of kernels that were measured before and are not now.
fn only_before(row: &Row<'_>, kernels: &[&str]) -> Option<String> {
    const MOST_NAMED: usize = 3;
    let first = kernels.get(..MOST_NAMED.min(kernels.len()))?.join(", ");
    let rest = kernels.len().saturating_sub(MOST_NAMED);
    let label = &row.label;
    match (kernels.len(), rest) {
        (0, _) => None,
        (_, 0) => Some(format!("{first} on {label}: only in the baseline")),
        (_, rest) => Some(format!("{first} and {rest} more on {label}: only in the baseline")),
    }
}
