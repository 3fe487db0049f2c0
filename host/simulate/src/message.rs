//! A [`Simulation`] as a message to another part of the program. What `--json` prints of
//! it leaves something out, which goes beside it here.

use crate::report::Simulation;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::Arc;
use warpbench_front::Source;
use warpbench_machine::observe::counters::DivergedWork;

#[derive(Serialize)]
struct SentSimulation<'a> {
    report: &'a Simulation,
    source: &'a Source,
    /// Of the report's lines, one by one.
    diverged: Vec<DivergedWork>,
}

#[derive(Deserialize)]
struct ReceivedSimulation {
    report: Simulation,
    source: Source,
    diverged: Vec<DivergedWork>,
}

/// For `#[serde(with = "warpbench_simulate::message")]`.
pub fn serialize<S: Serializer>(simulation: &Simulation, serializer: S) -> Result<S::Ok, S::Error> {
    let diverged = simulation.lines.iter().map(|line| line.diverged).collect();
    let sent = SentSimulation { report: simulation, source: &simulation.source, diverged };
    sent.serialize(serializer)
}

pub fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Arc<Simulation>, D::Error> {
    let ReceivedSimulation { mut report, source, diverged } =
        Deserialize::deserialize(deserializer)?;
    report.source = source;
    if diverged.len() != report.lines.len() {
        return Err(D::Error::custom("a report has other lines than were counted"));
    }
    for (line, diverged) in report.lines.iter_mut().zip(diverged) {
        line.diverged = diverged;
    }
    Ok(Arc::new(report))
}
