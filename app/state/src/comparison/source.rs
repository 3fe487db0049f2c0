//! Sources of a comparison: result files, and the run of this machine.

use std::path::PathBuf;
use std::sync::Arc;
use warpbench_compare::{Results, number};

/// Where results come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultOrigin {
    File(PathBuf),
    /// They were measured by this window.
    Here,
}

/// Results, or why there are none.
#[derive(Clone, Debug)]
pub struct ResultSource {
    /// Tells it from others as long as the window is open.
    pub id: u64,
    pub origin: ResultOrigin,
    /// What was read, or why it cannot be, with the place.
    pub content: Result<Arc<Results>, String>,
    /// Why it is not shown although it was read: it contradicts another.
    pub contradicts: Option<String>,
    /// What the list says of it, line by line.
    pub lines: Vec<String>,
}

impl ResultSource {
    pub fn new(
        id: u64,
        origin: ResultOrigin,
        content: Result<Arc<Results>, String>,
    ) -> ResultSource {
        let lines = content.as_ref().map_or_else(|_| Vec::new(), |results| summary(results));
        ResultSource { id, origin, content, contradicts: None, lines }
    }

    /// What it is called where there are others.
    pub fn name(&self) -> String {
        match &self.origin {
            ResultOrigin::File(path) => match path.file_name() {
                Some(name) => name.to_string_lossy().into_owned(),
                None => path.display().to_string(),
            },
            ResultOrigin::Here => "This machine, measured now".to_owned(),
        }
    }

    /// What is wrong with it.
    pub fn trouble(&self) -> Option<&str> {
        self.content.as_ref().err().or(self.contradicts.as_ref()).map(String::as_str)
    }
}

/// What is said of results in a list: the machine, its devices, how much was measured.
fn summary(results: &Results) -> Vec<String> {
    let machine = &results.machine;
    let mut lines = vec![format!(
        "{}, {}, {}, {} cores",
        machine.name, machine.os, machine.processor, machine.cores
    )];
    for device in &results.devices {
        let own = results.measurements.iter().filter(|record| record.device == device.id);
        let (mut checked, mut all) = (0, 0);
        for record in own {
            all += 1;
            checked += u64::from(record.measured().is_some());
        }
        // What is wrong or was not run is said, and nowhere shown.
        let others = match all - checked {
            0 => String::new(),
            others => format!(", {} without a time", number::count(others)),
        };
        let kind = device.kind;
        lines.push(format!(
            "{} · {} ({kind}): {} measurements{others}",
            device.name,
            device.api,
            number::count(checked)
        ));
    }
    lines.push(format!(
        "Measured on {} by warpbench {}",
        number::date(results.run.started_unix),
        results.run.program
    ));
    lines
}
