//! Failure messages of a check: what was seen, where, and what to look at.

use super::locate::Sought;
use crate::check::{Against, Check, CheckKind};
use crate::counted::CountedRun;
use crate::expression::Compared;
use crate::lab::shown;
use crate::outcome::Place;
use crate::schema::Size;
use warpbench_codes::Code;
use warpbench_machine::finding::Finding;
use warpbench_machine::model::DeviceModel;
use warpbench_simulate::report::Simulation;

/// Why a check failed.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// The code of the finding that it is about.
    pub(super) code: Option<Code>,
    pub(super) seen: String,
    /// In place of what the lab says.
    pub(super) look: Option<String>,
    pub(super) place: Option<Place>,
    /// What can still be found out, if somebody wants to know.
    pub(super) sought: Option<Sought>,
}

impl Check {
    /// What is asked for, in one line.
    pub fn asked(&self) -> String {
        match &self.kind {
            CheckKind::Results { against: Against::Cases(files), .. } => {
                format!("right results for the values of {}", files.join(", "))
            }
            CheckKind::Results { sizes, .. } if self.hidden => {
                format!("right results at {} sizes", sizes.len())
            }
            CheckKind::Results { sizes, known, .. } => {
                let own = sizes.len() - known;
                let mut sizes: Vec<String> = sizes.iter().take(*known).map(shown).collect();
                if own > 0 {
                    sizes.push(format!("{own} more that the graders keep to themselves"));
                }
                format!("right results at {}", sizes.join("; "))
            }
            CheckKind::Findings { none, schedules, models, .. } => {
                let none: Vec<&str> = none.iter().map(|kind| kind.name()).collect();
                let models: Vec<&str> = models.iter().map(|model| model.name.as_str()).collect();
                format!(
                    "no finding of {} under {schedules} schedules on {}",
                    none.join(", "),
                    models.join(", ")
                )
            }
            CheckKind::Counters { that, .. } => that.text().to_owned(),
            CheckKind::Prediction { ask, .. } => ask.clone(),
            CheckKind::Speed { backend, at_least, .. } => {
                format!("{at_least} times as fast as the starter through {backend}")
            }
        }
    }
}

impl Told {
    /// Something that happened nowhere in particular.
    pub(super) fn plain(seen: String) -> Told {
        Told { seen, ..Told::default() }
    }

    pub(super) fn at(seen: String, place: Place) -> Told {
        Told { seen, place: Some(place), ..Told::default() }
    }

    /// A finding.
    pub(super) fn found(found: &Finding, place: Place) -> Told {
        let way = found.way().map_or(String::new(), |way| format!(" ({way})"));
        let seen =
            format!("at {}, line {}{way}: {}", shown(&place.size), found.line, found.message);
        Told { code: Some(found.kind.code()), ..Told::at(seen, located(found, place)) }
    }

    /// A run that did not come to its end.
    pub(super) fn stopped(simulation: &Simulation, stopped: &str, place: Place) -> Told {
        match simulation.findings.first() {
            Some(found) => Told::found(found, place),
            None => {
                let seen = format!("at {} the run was stopped: {stopped}", shown(&place.size));
                Told::at(seen, place)
            }
        }
    }

    /// A claim that does not hold for what was counted.
    pub(super) fn counted(compared: &Compared, run: &CountedRun, place: Place) -> Told {
        let Compared { left, relation, right, names, .. } = compared;
        let exactly = match right.0.parse::<f64>() {
            Ok(_) => number(right.1),
            Err(_) => format!("{} ({})", number(right.1), right.0),
        };
        let mut seen = format!(
            "at {} on {}, {} is {}, but {relation} {exactly} is asked for",
            shown(&place.size),
            place.model,
            left.0,
            number(left.1),
        );
        let dearest = names.iter().find_map(|name| run.dearest(name));
        if let Some((line, value)) = dearest {
            let all = (left.0 == names.first().map_or(String::new(), |name| name.join(".")))
                .then_some(left.1);
            if all.is_some_and(|all| all > value) {
                seen += &format!("; line {line} has most of it, {}", number(value));
            } else {
                seen += &format!("; it comes from line {line}");
            }
        }
        let line = dearest.map(|(line, _)| line);
        Told { sought: line.map(|_| Sought::Line), ..Told::at(seen, Place { line, ..place }) }
    }
}

/// The place of a finding, in a run.
pub(super) fn located(found: &Finding, place: Place) -> Place {
    Place {
        line: Some(found.line),
        column: Some(found.column),
        lanes: found.lanes.clone(),
        block: found.block,
        step: found.step,
        ..place
    }
}

/// A run, as somebody can make it again.
pub(super) fn place(size: &Size, seed: u64, model: &DeviceModel, schedule: &str) -> Place {
    Place {
        size: size.clone(),
        seed,
        model: model.name.clone(),
        schedule: schedule.to_owned(),
        ..Place::default()
    }
}

/// A number without digits that nobody needs.
pub(super) fn number(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        format!("{value:.0}")
    } else if value.abs() < 1e-3 && value != 0.0 {
        format!("{value:.3e}")
    } else {
        let text = format!("{value:.4}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}
