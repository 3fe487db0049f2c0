//! Reliability of a right result: what it is worth beside findings that say that it need not
//! be right.

use super::session::OtherSchedules;
use super::setup::schedule_name;
use warpbench_machine::finding::{FindingKind, Severity};
use warpbench_simulate::report::Simulation;

/// Why a right result need not be right elsewhere; nothing where it is wrong or reliable.
/// While nothing is known of other schedules, they are still being tried.
pub fn why_unreliable(simulation: &Simulation, others: Option<OtherSchedules>) -> Option<String> {
    if !simulation.checked || simulation.passed() {
        return None;
    }
    if simulation.has_race() {
        return Some(of_race(others));
    }
    let mut errors = simulation.findings.iter().filter(|found| found.severity == Severity::Error);
    let (what, then) = deed(errors.next()?.kind);
    Some(format!("The kernel {what}: the result is right by luck. {then}"))
}

fn of_race(others: Option<OtherSchedules>) -> String {
    match others {
        Some(OtherSchedules::WrongUnder(schedule)) => format!(
            "The kernel has a race: the result is right by luck. It is wrong with the warps {}.",
            schedule_name(schedule)
        ),
        Some(OtherSchedules::RightUnder(tried)) => format!(
            "The kernel has a race: the result is right by luck. It is right under {tried} other \
             schedules as well, but a device may run the warps in an order that nobody tried."
        ),
        None => "The kernel has a race: the result is right by luck. Other schedules are being \
                 tried."
            .to_owned(),
    }
}

/// What a kernel does that was found doing it, and what a device may make of it.
fn deed(kind: FindingKind) -> (&'static str, &'static str) {
    match kind {
        FindingKind::Bounds => (
            "goes past the end of an array",
            "Nothing that is compared lies there in this run; on a device it may be another \
             buffer, or nobody's memory.",
        ),
        FindingKind::Uninit => (
            "reads shared memory that nobody has written",
            "A device may have left anything there.",
        ),
        FindingKind::Barrier => {
            ("has a barrier that some lanes do not come to", "A device may wait for them forever.")
        }
        FindingKind::Arithmetic => (
            "computes something that has no result",
            "Another device or another size may make something else of it.",
        ),
        FindingKind::Assertion => {
            ("does what its own text forbids", "The lanes that found out have given up.")
        }
        FindingKind::WarpOperation => {
            ("asks lanes that take no part", "A device may have left anything in their registers.")
        }
        FindingKind::Alignment => (
            "reaches a place that its type does not allow",
            "An NVIDIA GPU stops the launch there.",
        ),
        FindingKind::Endless => ("has a loop that does not seem to end", "It was cut off."),
        FindingKind::Race
        | FindingKind::Uncoalesced
        | FindingKind::BankConflict
        | FindingKind::SameWord
        | FindingKind::Divergence => {
            ("does what findings are about", "They say what a device may make of it.")
        }
    }
}
