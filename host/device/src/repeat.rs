//! Repetition of runs until their time can be trusted.
//!
//! A single run says little: caches are cold in a way that never comes back,
//! clocks have not risen yet, another program was busy. So a few runs are
//! thrown away, and then runs are collected until there are enough of them and
//! enough time has passed. Somebody who names a number gets that number.

use super::{DeviceError, Progress};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use web_time::Instant;

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Repeat {
    /// Exactly this many samples; nothing leaves it to the budget.
    pub samples: Option<usize>,
    /// About how long to go on.
    pub budget: Duration,
    /// What each repeat finds in the device's caches.
    #[serde(default)]
    pub caches: Caches,
}

/// What a repeat finds in the device's caches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Caches {
    /// Nothing of use: they are overwritten before each repeat, so that the speed of
    /// memory is measured.
    #[default]
    Emptied,
    /// What the repeat before has left, so that the caches' speed is measured.
    Kept,
}

impl Default for Repeat {
    fn default() -> Repeat {
        Repeat { samples: None, budget: Duration::from_millis(500), caches: Caches::default() }
    }
}

/// Fewer samples have no spread worth showing.
const FEWEST: usize = 5;
/// More samples do not change the median.
const MOST: usize = 100;
/// Runs so slow that [`FEWEST`] of them take this many budgets are cut short:
/// what they show does not hide in the noise.
const PATIENCE: f64 = 20.0;
/// The share of the budget that may go into warming up.
const WARM_UP: f64 = 0.2;
/// Warm-up runs at most.
const WARM_UP_RUNS: usize = 10;

impl Repeat {
    /// Collects what `once` returns, the seconds that one run took.
    pub(super) fn collect(
        &self,
        progress: Progress<'_>,
        once: &mut dyn FnMut() -> Result<f64, DeviceError>,
    ) -> Result<Vec<f64>, DeviceError> {
        let start = Instant::now();
        let mut collection = Collection::new(self);
        while !collection.is_complete {
            let seconds = once()?;
            collection.add(seconds, start.elapsed().as_secs_f64(), progress);
        }
        Ok(collection.samples)
    }

    /// The same where a run has to be awaited.
    pub(super) async fn collect_awaited(
        &self,
        progress: Progress<'_>,
        mut once: impl AsyncFnMut() -> Result<f64, DeviceError>,
    ) -> Result<Vec<f64>, DeviceError> {
        let start = Instant::now();
        let mut collection = Collection::new(self);
        while !collection.is_complete {
            let seconds = once().await?;
            collection.add(seconds, start.elapsed().as_secs_f64(), progress);
        }
        Ok(collection.samples)
    }

    /// How many samples there should be in the end, judged after `done` of
    /// them, at least one, took `spent` seconds.
    fn wanted(&self, done: usize, spent: f64) -> usize {
        if let Some(samples) = self.samples {
            return samples.max(1);
        }
        let budget = self.budget.as_secs_f64();
        if spent >= budget * PATIENCE {
            return done;
        }
        let each = spent / done as f64;
        // A clock too coarse to see one run gives a zero here, and infinity,
        // which the cast turns into a number that `clamp` cuts.
        ((budget / each).ceil() as usize).clamp(FEWEST, MOST)
    }
}

/// The samples so far. It knows nothing of clocks, so that the policy can be
/// tested.
struct Collection<'a> {
    repeat: &'a Repeat,
    /// Runs that were thrown away.
    warm_up: usize,
    /// When the warm-up was over, once it is.
    start: Option<f64>,
    samples: Vec<f64>,
    is_complete: bool,
}

impl Collection<'_> {
    fn new(repeat: &Repeat) -> Collection<'_> {
        Collection { repeat, warm_up: 0, start: None, samples: Vec::new(), is_complete: false }
    }

    /// Takes a run that took so long and has ended `now`, in seconds since the
    /// first one began.
    fn add(&mut self, seconds: f64, now: f64, progress: Progress<'_>) {
        let Some(start) = self.start else {
            self.warm_up += 1;
            let enough = self.repeat.budget.as_secs_f64() * WARM_UP;
            if self.warm_up >= WARM_UP_RUNS || now >= enough {
                self.start = Some(now);
            }
            return;
        };
        self.samples.push(seconds);
        let done = self.samples.len();
        let wanted = self.repeat.wanted(done, now - start).max(done);
        progress(done, wanted);
        self.is_complete = done >= wanted;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs the policy on a kernel that takes `seconds`, and returns how many
    /// runs there were in all and how many were kept.
    fn runs(repeat: Repeat, seconds: f64) -> (usize, usize) {
        let (mut now, mut all) = (0.0, 0);
        let mut last = (0, 0);
        let mut collection = Collection::new(&repeat);
        while !collection.is_complete {
            all += 1;
            now += seconds;
            collection.add(seconds, now, &mut |done, of| last = (done, of));
        }
        let samples = collection.samples;
        assert_eq!(last, (samples.len(), samples.len()), "progress ends at the end");
        (all, samples.len())
    }

    #[test]
    fn runs_are_repeated_until_they_can_be_trusted() {
        let check = |seconds: f64, warm_up: usize, kept: usize| {
            let (all, samples) = runs(Repeat::default(), seconds);
            assert_eq!((all - samples, samples), (warm_up, kept), "{seconds} s each");
        };
        check(0.0, 10, 100);
        check(1e-6, 10, 100);
        check(0.0101, 10, 50);
        check(0.051, 2, 10);
        check(0.2, 1, 5);
        check(1.9, 1, 5);
        check(4.0, 1, 3);
        check(30.0, 1, 1);
    }

    #[test]
    fn a_number_that_was_asked_for_is_kept_to() {
        let check = |samples: usize, seconds: f64, kept: usize| {
            let repeat = Repeat { samples: Some(samples), ..Repeat::default() };
            assert_eq!(runs(repeat, seconds).1, kept, "{samples} of {seconds} s");
        };
        check(0, 0.1, 1);
        check(1, 0.1, 1);
        check(7, 30.0, 7);
        check(1000, 1e-6, 1000);
    }

    #[test]
    fn a_failing_run_ends_the_repeats() {
        let mut left = 3;
        let result = Repeat::default().collect(&mut |_, _| {}, &mut || {
            left -= 1;
            if left == 0 { Err(DeviceError::Cancelled) } else { Ok(1e-6) }
        });
        assert_eq!(result, Err(DeviceError::Cancelled));
        assert_eq!(left, 0);
    }
}
