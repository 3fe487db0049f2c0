//! What comes of a measurement, and how the process that measures hands it over.

use serde::{Deserialize, Serialize};

/// A process alone on its core has all of it but for the system's own work.
const LEAST_SHARE: f64 = 0.95;

/// What came of a measurement.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Outcome {
    Timed(Timed),
    /// There is no time, for this reason.
    Absent(String),
}

impl Outcome {
    /// The time, if there is one.
    pub(crate) fn best(&self) -> Option<f64> {
        match self {
            Outcome::Timed(timed) => timed.best(),
            Outcome::Absent(_) => None,
        }
    }

    /// Whether others had so much of the core that the time means little.
    pub(crate) fn is_disturbed(&self) -> bool {
        match self {
            Outcome::Timed(timed) => timed.share.is_some_and(|share| share < LEAST_SHARE),
            Outcome::Absent(_) => false,
        }
    }

    /// Who was timed, with the version, if anybody was.
    pub(crate) fn by(&self) -> Option<&str> {
        match self {
            Outcome::Timed(timed) => Some(&timed.by),
            Outcome::Absent(_) => None,
        }
    }
}

/// Times of launches that came to the right result.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Timed {
    /// One or more times.
    pub(crate) seconds: Vec<f64>,
    /// Who was timed, with the version.
    pub(crate) by: String,
    /// How much of its core the process had, from 0 to 1, where the system tells.
    pub(crate) share: Option<f64>,
}

impl Timed {
    /// The shortest time is the one that others disturbed least.
    fn best(&self) -> Option<f64> {
        self.seconds.iter().copied().min_by(f64::total_cmp)
    }
}
