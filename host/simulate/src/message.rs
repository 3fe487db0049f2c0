//! A [`Simulation`] as a message to another part of the program. What `--json` prints of
//! it leaves something out, which goes beside it here.

use crate::report::Simulation;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::Arc;
use warpbench_front::Source;
use warpbench_machine::observe::counters::Apart;

#[derive(Serialize)]
struct SentSimulation<'a> {
    report: &'a Simulation,
    source: &'a Source,
    /// Of the report's lines, one by one.
    apart: Vec<Apart>,
}

#[derive(Deserialize)]
struct ReceivedSimulation {
    report: Simulation,
    source: Source,
    apart: Vec<Apart>,
}

/// For `#[serde(with = "warpbench_simulate::message")]`.
pub fn serialize<S: Serializer>(simulation: &Simulation, serializer: S) -> Result<S::Ok, S::Error> {
    let apart = simulation.lines.iter().map(|line| line.apart).collect();
    let sent = SentSimulation { report: simulation, source: &simulation.source, apart };
    sent.serialize(serializer)
}

pub fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Arc<Simulation>, D::Error> {
    let ReceivedSimulation { mut report, source, apart } = Deserialize::deserialize(deserializer)?;
    report.source = source;
    if apart.len() != report.lines.len() {
        return Err(D::Error::custom("a report has other lines than were counted"));
    }
    for (line, apart) in report.lines.iter_mut().zip(apart) {
        line.apart = apart;
    }
    Ok(Arc::new(report))
}
