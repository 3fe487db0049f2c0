//! Flags of a time that say what to know before trusting it: it drifts, it is noisy, or the
//! device no longer does what it did.

use crate::number;
use crate::results::{Record, Results, Role};
use crate::statistics::{Spread, mann_whitney};
use serde::Serialize;
use std::fmt;

/// Fewer samples are too few to see a trend in.
const FEWEST_FOR_DRIFT: usize = 12;
/// A first and a last third that differ by less are not worth a word.
const DRIFT: f64 = 0.05;
/// How unlikely a trend must be by chance. There are many measurements in a run, and
/// a flag that is often false is soon ignored.
const DRIFT_CHANCE: f64 = 0.001;
/// Quartiles further apart than this share of the median are noise that is shown.
const NOISE: f64 = 0.10;
/// A device that is slower than this at the end has throttled.
const THROTTLED: f64 = 0.05;
const THROTTLED_CHANCE: f64 = 0.01;

/// Something to know about a measurement or a device.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Flag {
    /// The last samples are slower than the first, by this share.
    Slowing(f64),
    /// The last samples are faster than the first, by this share.
    Quickening(f64),
    /// The distance of the quartiles, as a share of the median.
    Noisy(f64),
    /// At the end of the run the device took so much longer, as a share, for a
    /// kernel that it had done at the beginning.
    Throttled { kernel: String, slower: f64 },
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flag::Slowing(by) => {
                let by = number::percent(*by);
                write!(f, "drifts: its last samples are {by} slower than its first")
            }
            Flag::Quickening(by) => {
                let by = number::percent(*by);
                write!(f, "drifts: its last samples are {by} faster than its first")
            }
            Flag::Noisy(share) => {
                write!(f, "varies: half of its samples spread over {}", number::percent(*share))
            }
            Flag::Throttled { kernel, slower } => write!(
                f,
                "throttled: at the end of the run {kernel} took {} longer than at its beginning",
                number::percent(*slower)
            ),
        }
    }
}

impl Flag {
    /// How much it is about.
    #[must_use]
    pub fn share(&self) -> f64 {
        match self {
            Flag::Slowing(share) | Flag::Quickening(share) | Flag::Noisy(share) => *share,
            Flag::Throttled { slower, .. } => *slower,
        }
    }

    /// A word for a cell of a table.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Flag::Slowing(_) | Flag::Quickening(_) => "drifts",
            Flag::Noisy(_) => "noisy",
            Flag::Throttled { .. } => "throttled",
        }
    }
}

/// What is to be said about one measurement.
#[must_use]
pub fn of_record(record: &Record) -> Vec<Flag> {
    let Some(measured) = record.measured() else { return Vec::new() };
    let mut flags: Vec<Flag> = drift(&measured.samples).into_iter().collect();
    let spread = Spread::of(&measured.samples).and_then(|spread| spread.relative());
    flags.extend(spread.filter(|&share| share > NOISE).map(Flag::Noisy));
    flags
}

/// What is to be said about a device: whether it does at the end what it did at the
/// beginning.
#[must_use]
pub fn of_device(results: &Results, device: &str) -> Vec<Flag> {
    let of = |role: Role| {
        results
            .measurements
            .iter()
            .filter(move |record| record.device == device && record.role == role)
    };
    let flags = of(Role::Control).filter_map(|control| {
        let first = of(Role::Suite)
            .find(|first| first.kernel == control.kernel && first.size == control.size)?;
        let (before, after) = (&first.measured()?.samples, &control.measured()?.samples);
        let slower = Spread::of(after)?.median / Spread::of(before)?.median - 1.0;
        let scaled: Vec<f64> = after.iter().map(|seconds| seconds / (1.0 + THROTTLED)).collect();
        let is_slower = mann_whitney(before, &scaled)? < THROTTLED_CHANCE;
        let kernel = control.kernel.clone();
        (slower > THROTTLED && is_slower).then_some(Flag::Throttled { kernel, slower })
    });
    flags.collect()
}

/// Whether the last third of samples differs from the first by more than chance.
fn drift(samples: &[f64]) -> Option<Flag> {
    if samples.len() < FEWEST_FOR_DRIFT {
        return None;
    }
    let third = samples.len() / 3;
    let (first, last) = (&samples[..third], &samples[samples.len() - third..]);
    let (before, after) = (Spread::of(first)?.median, Spread::of(last)?.median);
    if before <= 0.0 || after <= 0.0 {
        return None;
    }
    if after > before * (1.0 + DRIFT) && mann_whitney(first, last)? < DRIFT_CHANCE {
        Some(Flag::Slowing(after / before - 1.0))
    } else if before > after * (1.0 + DRIFT) && mann_whitney(last, first)? < DRIFT_CHANCE {
        Some(Flag::Quickening(before / after - 1.0))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Samples around one, by a pattern that repeats, times what a trend says.
    fn samples(count: usize, noise: f64, trend: impl Fn(f64) -> f64) -> Vec<f64> {
        (0..count)
            .map(|at| {
                let along = at as f64 / count as f64;
                trend(along) * (1.0 + noise * ((at * 7 % 11) as f64 / 11.0 - 0.5))
            })
            .collect()
    }

    #[test]
    fn only_trends_beyond_chance_are_drift() {
        let check = |samples: Vec<f64>, expected: Option<&str>| {
            let flag = drift(&samples).map(|flag| flag.to_string());
            match expected {
                None => assert_eq!(flag, None),
                Some(words) => {
                    assert!(flag.as_deref().is_some_and(|f| f.contains(words)), "{flag:?}")
                }
            }
        };
        check(samples(60, 0.02, |_| 1.0), None);
        check(samples(60, 0.5, |_| 1.0), None);
        check(samples(60, 0.02, |along| 1.0 + 0.03 * along), None);
        check(samples(60, 0.02, |along| 1.0 + 0.3 * along), Some("slower"));
        check(samples(60, 0.02, |along| 1.3 - 0.3 * along), Some("faster"));
        check(samples(60, 0.02, |along| if along > 0.5 { 1.2 } else { 1.0 }), Some("20 % slower"));
        // Too few to tell.
        check(samples(9, 0.0, |along| 1.0 + along), None);
        check(vec![0.0; 30], None);
    }
}
