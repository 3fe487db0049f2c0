//! Naive kernels and what is derived of them, side by side on the simulator.

use super::{Simulator, encode};
use std::fs;
use std::path::Path;
use warpbench_derive::coalesce::{Derivation, Wanted, derive};
use warpbench_derive::execute::Argument;
use warpbench_derive::tree::Element;
use warpbench_front::Source;
use warpbench_machine::finding::{FindingKind, Severity};
use warpbench_machine::sim::Schedule;
use warpbench_simulate::report::Simulation;

/// What a kernel is launched with.
#[derive(Clone, Debug)]
pub(crate) enum Given {
    /// An array with so many elements.
    Array(&'static str, Element, usize),
    Number(&'static str, i64),
}

/// A naive kernel and a launch of it.
#[derive(Clone, Debug)]
pub(crate) struct Naive {
    pub(crate) text: String,
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) given: Vec<Given>,
}

/// The arrays behind a launch, and what was observed.
pub(crate) struct Ran {
    pub(crate) arrays: Vec<Vec<u8>>,
    pub(crate) report: Simulation,
}

/// A file with a kernel, with what it needs in front of it.
pub(crate) fn kernel(text: &str) -> String {
    format!("use cuda_std::prelude::*;\n\n{text}")
}

/// The Rust of a family of the catalogue.
pub(crate) fn catalogue(family: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../gpu-kernels/src");
    fs::read_to_string(folder.join(format!("{family}.rs"))).expect("the family is there")
}

pub(crate) fn derived(text: &str, kernel: Option<&str>) -> Derivation {
    let source = Source { path: "naive.rs".to_owned(), text: text.to_owned() };
    let wanted = Wanted { kernel: kernel.map(str::to_owned), block: None };
    derive(&source, &wanted).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// What a text is refused with.
pub(crate) fn not_derived(text: &str) -> String {
    let source = Source { path: "naive.rs".to_owned(), text: text.to_owned() };
    match derive(&source, &Wanted::default()) {
        Ok(derivation) => panic!("it is derived:\n{}", derivation.text()),
        Err(error) => error.rendered,
    }
}

impl Naive {
    /// Runs a text with this launch, or that of another block.
    pub(crate) fn run(
        &self,
        text: &str,
        kernel: &str,
        launch: ([u32; 3], [u32; 3]),
        schedule: Schedule,
    ) -> Result<Ran, String> {
        let mut arrays: Vec<Vec<u8>> = Vec::new();
        for (at, own) in self.given.iter().enumerate() {
            if let Given::Array(_, element, len) = own {
                let value = |index: usize| super::element(at, index) + 1;
                arrays.push((0..*len).flat_map(|index| encode(*element, value(index))).collect());
            }
        }
        let mut left = arrays.iter_mut();
        let mut arguments: Vec<Argument<'_>> = Vec::new();
        for (buffer, own) in self.given.iter().enumerate() {
            arguments.push(match own {
                Given::Array(name, element, _) => Argument::Memory {
                    name,
                    element: *element,
                    buffer,
                    bytes: left.next().expect("an array for each"),
                },
                Given::Number(name, value) => {
                    Argument::Integer { name, element: Element::U32, value: (*value).into() }
                }
            });
        }
        let mut simulator = Simulator { text: text.to_owned(), schedule, reports: Vec::new() };
        simulator.run(kernel, launch.0, launch.1, &mut arguments)?;
        drop(arguments);
        let report = simulator.reports.pop().ok_or("nothing was reported")?;
        Ok(Ran { arrays, report })
    }

    /// Compares the naive kernel with what is derived of it, under three schedules.
    pub(crate) fn compare(&self, derivation: &Derivation) -> Result<(Ran, Ran), String> {
        let (kernel, text) = (&derivation.kernel, derivation.text());
        let launch = (derivation.grid(self.grid, self.block), derivation.block);
        let naive = self.run(&self.text, kernel, (self.grid, self.block), Schedule::InOrder)?;
        check_found(&naive.report, "naive")?;
        let mut last = None;
        for schedule in [Schedule::RoundRobin, Schedule::Shuffled(7), Schedule::InOrder] {
            let own = self.run(&text, kernel, launch, schedule)?;
            check_found(&own.report, &format!("derived, {schedule:?}"))?;
            if own.arrays != naive.arrays {
                return Err(format!("{schedule:?}: the arrays differ"));
            }
            last = Some(own);
        }
        Ok((naive, last.ok_or("nothing ran")?))
    }

    /// The same, for tests of one kernel.
    pub(crate) fn check(&self) -> (Ran, Ran) {
        let derivation = derived(&self.text, None);
        let compared = self.compare(&derivation);
        compared.unwrap_or_else(|error| {
            panic!("{error}\n{:?}\n{}\n{}", self.given, self.text, derivation.text())
        })
    }
}

/// No fault was found.
fn check_found(report: &Simulation, who: &str) -> Result<(), String> {
    let bad = report.findings.iter().filter(|own| own.severity != Severity::Advice);
    let messages: Vec<String> =
        bad.map(|own| format!("line {}: {}", own.line, own.message)).collect();
    match messages.is_empty() && report.stopped.is_none() {
        true => Ok(()),
        false => Err(format!("{who}: {messages:?} {:?}", report.stopped)),
    }
}

/// Whether the simulator says of a run that accesses lie apart.
pub(crate) fn lies_apart(ran: &Ran) -> bool {
    ran.report.findings.iter().any(|own| own.kind == FindingKind::Uncoalesced)
}
