//! Programs through the front end, and on the simulator with all detectors.

use warpbench_front::diagnostic;
use warpbench_front::rust::check;
use warpbench_front::rust::lower::{Options, lower};
use warpbench_generate::synchronised::Program;
use warpbench_machine::finding::{Finding, FindingKind};
use warpbench_machine::observe::detectors::Detectors;
use warpbench_machine::sim::code::Code;
use warpbench_machine::sim::{self, Buffers, Launch, Schedule};

const SCHEDULES: [Schedule; 5] = [
    Schedule::InOrder,
    Schedule::RoundRobin,
    Schedule::Shuffled(1),
    Schedule::Shuffled(2),
    Schedule::Shuffled(3),
];

/// Programs end after some hundreds, and what waits for ever should not do so for
/// long.
const MOST_INSTRUCTIONS: u64 = 20_000;

pub(crate) struct Kernel {
    text: String,
    code: Code,
    grid: [u32; 3],
    buffers: Vec<usize>,
}

impl Kernel {
    pub(crate) fn new(program: &Program) -> Kernel {
        let text = program.text();
        let refused = |found: &[_]| -> ! {
            panic!("it is refused:\n{}\n{text}", diagnostic::render("kernel.rs", &text, found))
        };
        let checked = check::check(&text).unwrap_or_else(|found| refused(&found));
        let entry = "synchronised".to_owned();
        let block = [program.shape.block_threads(), 1, 1];
        let options = Options { entry, block, ..Options::default() };
        let lowered = lower(&checked, &options).unwrap_or_else(|found| refused(&found)).checked;
        let entry = &lowered.module.entry_points[0].name;
        let code = sim::compile(&lowered.module, &lowered.info, &lowered.semantics, entry)
            .unwrap_or_else(|error| panic!("{error}:\n{text}"));
        let grid = [program.shape.blocks, 1, 1];
        Kernel { code, grid, buffers: program.buffers(), text }
    }

    /// What is found under some schedule.
    pub(crate) fn all_findings(&self) -> Vec<String> {
        let mut all = Vec::new();
        for schedule in SCHEDULES {
            for finding in self.findings(schedule) {
                all.push(format!("{schedule:?}: line {}: {}", finding.line, finding.message));
            }
        }
        all
    }

    /// Whether a race is found under some schedule.
    pub(crate) fn has_race(&self) -> bool {
        let is_race = |finding: &Finding| finding.kind == FindingKind::Race;
        SCHEDULES.iter().any(|&schedule| self.findings(schedule).iter().any(is_race))
    }

    /// The schedules under which no race is found.
    pub(crate) fn schedules_without_race(&self) -> Vec<String> {
        let is_race = |finding: &Finding| finding.kind == FindingKind::Race;
        let has_none = |&&schedule: &&Schedule| !self.findings(schedule).iter().any(is_race);
        SCHEDULES.iter().filter(has_none).map(|schedule| format!("{schedule:?}")).collect()
    }

    fn findings(&self, schedule: Schedule) -> Vec<Finding> {
        let launch = Launch {
            grid: self.grid,
            warp_width: 32,
            schedule,
            most_instructions: MOST_INSTRUCTIONS,
            ..Launch::default()
        }
        .for_one_core(&self.code);
        let words = |slot: &sim::code::BufferSlot| vec![0; self.buffers[slot.binding as usize]];
        let mut buffers = Buffers(self.code.buffers.iter().map(words).collect());
        let mut detectors = Detectors::all();
        let result = sim::run(&self.code, &launch, &mut buffers, &mut detectors);
        detectors.ended(&result);
        let findings = detectors.findings();
        findings.into_iter().map(|found| found.locate(&self.code, &self.text)).collect()
    }
}
