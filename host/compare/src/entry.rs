//! An entry of a comparison: a kernel on a device, with what follows from its time.
//!
//! Records of result files and what the window has measured just now both become
//! entries, and every table is made of those ([`crate::table::measured`]).

use crate::ceilings::{Ceilings, Metric};
use crate::flags::{self, Flag};
use crate::ladder::{Timed, kernel_before};
use crate::merge::Row;
use crate::results::{CeilingShare, Check, Counted, Outcome, Record, Role, TextLanguage, Work};
use warpbench_report::Clock;

/// A kernel on a device; what is not known or cannot be is empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry {
    pub kernel: String,
    /// Which of several texts ran.
    pub version: &'static str,
    pub language: &'static str,
    pub sha256: String,
    pub place: Place,
    pub role: Option<Role>,
    pub size: Vec<u64>,
    pub standing: Standing,
    pub check: Option<Check>,
    pub work: Option<Work>,
    pub times: Option<Times>,
    /// The least possible time over this one's.
    pub of_ceiling: Option<CeilingShare>,
    /// The time of what came before over this one's.
    pub speedup: Option<f64>,
    /// What the simulator expects this device to take, in seconds.
    pub predicted: Option<f64>,
    pub counted: Counted,
    /// Bytes that warps moved to or from global memory, whichever cache served them.
    pub global_bytes_moved: Option<u64>,
    /// What holds it up most, as the simulator says.
    pub bound: String,
    /// What else is to be said.
    pub note: String,
}

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    #[default]
    Checked,
    Wrong,
    /// The device lacks something that it needs.
    Skipped,
    Failed,
    /// It is under way, in words.
    Pending(String),
}

impl Standing {
    #[must_use]
    pub fn word(&self) -> &str {
        match self {
            Standing::Checked => "checked",
            Standing::Wrong => "wrong",
            Standing::Skipped => "skipped",
            Standing::Failed => "failed",
            Standing::Pending(words) => words,
        }
    }

    /// Whether it is a mistake of somebody's.
    #[must_use]
    pub fn is_bad(&self) -> bool {
        matches!(self, Standing::Wrong | Standing::Failed)
    }
}

/// Where it ran.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    pub machine: String,
    pub device: String,
    pub class: &'static str,
    pub kind: String,
    /// The interface to the device.
    pub api: String,
    pub driver: String,
    pub run: String,
}

/// How long it took, in seconds; where the samples lie as far as that is known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Times {
    /// What was read; nothing where the time is predicted.
    pub clock: Option<Clock>,
    pub median: f64,
    pub min: Option<f64>,
    pub max: Option<f64>,
    pub mean: Option<f64>,
    /// The distance between the quartiles over the median.
    pub spread: Option<f64>,
    pub count: Option<usize>,
}

impl Entry {
    /// That of a record of a result file.
    #[must_use]
    pub fn of(row: &Row<'_>, record: &Record) -> Entry {
        let (standing, check) = match &record.outcome {
            Outcome::Measured(measured) => (Standing::Checked, Some(measured.check)),
            Outcome::Wrong(check) => (Standing::Wrong, Some(*check)),
            Outcome::Lacking(_) => (Standing::Skipped, None),
            Outcome::Failed(_) => (Standing::Failed, None),
        };
        let own = record.simulated.as_ref().filter(|simulated| simulated.is_of_device);
        let times = record.spread().map(|spread| Times {
            clock: record.measured().map(|measured| measured.clock),
            median: spread.median,
            min: Some(spread.min),
            max: Some(spread.max),
            mean: Some(spread.mean),
            spread: spread.relative(),
            count: Some(spread.count),
        });
        let words: Vec<&str> = flags::of_record(record).iter().map(Flag::word).collect();
        Entry {
            kernel: record.kernel.clone(),
            version: "original",
            language: match record.source.language {
                TextLanguage::Ptx => "ptx",
                TextLanguage::Wgsl => "wgsl",
                TextLanguage::Reference => "reference",
            },
            sha256: record.source.sha256.clone(),
            place: Place {
                machine: row.run.machine.name.clone(),
                device: row.device.name.clone(),
                class: row.class.name(),
                kind: row.device.kind.to_string(),
                api: row.device.api.clone(),
                driver: row.device.driver.clone(),
                run: row.run.run.id.clone(),
            },
            role: Some(record.role),
            size: record.size.clone(),
            standing,
            check,
            work: Some(record.work),
            times,
            predicted: own.map(|simulated| simulated.seconds),
            counted: record.simulated.as_ref().map(|known| known.counters).unwrap_or_default(),
            bound: own.map(|simulated| simulated.bound.clone()).unwrap_or_default(),
            note: words.join(", "),
            ..Entry::default()
        }
        .judged(&row.ceilings, rung_before(row, record))
    }

    /// The same with what follows from how fast its device is at best, and from what
    /// came before.
    #[must_use]
    pub fn judged(mut self, ceilings: &Ceilings, before: Option<Timed<'_>>) -> Entry {
        let timed = self.work.zip(self.seconds());
        self.of_ceiling = timed.and_then(|(work, seconds)| ceilings.share(&work, seconds));
        self.speedup = before.and_then(|before| self.timed()?.speedup(&before));
        self
    }

    /// The median or predicted time, in seconds.
    #[must_use]
    pub fn seconds(&self) -> Option<f64> {
        self.times.as_ref().map(|times| times.median)
    }

    /// What must move or be computed over the time, in 10⁹ per second.
    #[must_use]
    pub fn rate(&self, metric: Metric) -> Option<f64> {
        metric.rate(self.work.as_ref()?, self.seconds()?)
    }

    /// The rate that would be the ceiling's.
    #[must_use]
    pub fn ceiling(&self, metric: Metric) -> Option<f64> {
        Some(self.rate(metric)? / self.share()?)
    }

    /// The least possible time over this one's, from 0 to 1.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        self.of_ceiling.map(|share| share.percent / 100.0)
    }

    /// Its time at its size.
    #[must_use]
    pub fn timed(&self) -> Option<Timed<'_>> {
        Some(Timed { size: &self.size, seconds: self.seconds()? })
    }
}

/// The rung before on the same device, measured for the same.
fn rung_before<'a>(row: &'a Row<'_>, record: &Record) -> Option<Timed<'a>> {
    let before = kernel_before(&record.kernel)?;
    let mut earlier = row.records().filter(|earlier| earlier.kernel == before);
    earlier.find(|earlier| earlier.role == record.role && earlier.size == record.size)?.timed()
}

impl Record {
    /// Its median time at its size, if its result was right.
    #[must_use]
    pub fn timed(&self) -> Option<Timed<'_>> {
        Some(Timed { size: &self.size, seconds: self.median()? })
    }
}
