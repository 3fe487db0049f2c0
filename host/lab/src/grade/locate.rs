//! Locating of what only shows at the end of a run: who wrote a wrong value, and when a line
//! was first come to. The run is made again and recorded.

use super::told::Told;
use super::{Grader, Submission};
use crate::outcome::Place;
use crate::run::record_case;
use crate::trial::{Results, Trial};
use warpbench_machine::model;
use warpbench_machine::observe::trace::{Step, TracedAccess};
use warpbench_machine::sim::{AccessKind, Schedule, Space};
use warpbench_simulate::recording::{Recording, RecordingRequest};

/// What is still to be found out about a failure.
#[derive(Debug)]
pub(super) enum Sought {
    /// Who wrote this element last.
    Writer { buffer: String, index: usize, element_bytes: usize, file: Option<String> },
    /// The first block, lanes and step at the line of the place.
    Line,
}

/// Blocks that are recorded at most.
const MOST_BLOCKS: u32 = 256;
/// What a recording may take.
const MOST_BYTES: usize = 48 << 20;

impl Grader {
    /// A failure with its place, as far as it can be found.
    pub(super) fn located(&self, mut told: Told, submission: &Submission<'_>) -> Told {
        let Some(sought) = told.sought.take() else { return told };
        let Some(place) = told.place.take() else { return told };
        match &sought {
            Sought::Writer { buffer, index, element_bytes, file } => {
                let given = file.as_ref().and_then(|file| self.values.get(file));
                let given = given.map(|case| case.given.clone()).unwrap_or_default();
                let bytes = index * element_bytes..(index + 1) * element_bytes;
                let recording = self.record(submission, &place, &given);
                let written = recording.as_ref().map(|run| (run, writer(run, buffer, &bytes)));
                match written {
                    Some((_, Some(found))) => {
                        told.seen += &format!("; {}", found.words(buffer, *index));
                        told.place = Some(found.at(place));
                    }
                    Some((run, None)) if run.trace.is_complete() && covers(run) => {
                        told.seen += &format!("; no thread writes `{buffer}[{index}]`");
                        told.place = Some(place);
                    }
                    Some(_) | None => told.place = Some(place),
                }
            }
            Sought::Line => {
                let recording = self.record(submission, &place, &Results::new());
                let found = recording.and_then(|run| first_at(&run, place.line?));
                told.place = Some(match found {
                    Some(found) => found.at(place),
                    None => place,
                });
            }
        }
        told
    }

    fn record(
        &self,
        submission: &Submission<'_>,
        place: &Place,
        given: &Results,
    ) -> Option<Recording> {
        let text = &submission.text;
        let model = model::find(&place.model).ok()?;
        let trial = Trial { size: place.size.clone(), seed: place.seed };
        let case = self.lab.case_with(&trial, &text.facts, text.language(), None, given).ok()?;
        let [x, y, z] = case.grid;
        let blocks = (0..z).flat_map(|z| (0..y).flat_map(move |y| (0..x).map(move |x| [x, y, z])));
        let request = RecordingRequest {
            launch: 0,
            blocks: blocks.take(MOST_BLOCKS as usize).collect(),
            schedule: Schedule::InOrder,
            most_bytes: MOST_BYTES,
        };
        let setup = self.setup(model, Schedule::InOrder, &[], &place.size);
        record_case(text, case, &setup, &request, (submission.clock, self.limits.time)).ok()
    }
}

/// Something that lanes of a warp did.
struct Happened {
    line: Option<u32>,
    block: [u32; 3],
    /// Threads of the block.
    threads: Vec<u32>,
    /// Instructions of the block before it.
    step: u64,
}

impl Happened {
    fn at(self, place: Place) -> Place {
        Place {
            line: self.line.or(place.line),
            block: Some(self.block),
            lanes: self.threads,
            step: Some(self.step),
            ..place
        }
    }

    fn words(&self, buffer: &str, index: usize) -> String {
        let [x, y, z] = self.block;
        let who = match self.threads.as_slice() {
            [thread] => format!("thread {thread}"),
            _ => "several threads".to_owned(),
        };
        let line = self.line.map_or(String::new(), |line| format!(" at line {line}"));
        format!("{who} of block ({x}, {y}, {z}) wrote `{buffer}[{index}]` last{line}")
    }
}

/// Whether all blocks of the launch were recorded.
fn covers(run: &Recording) -> bool {
    run.trace.blocks().len() as u64 == run.grid.iter().map(|&side| u64::from(side)).product::<u64>()
}

/// The last step that writes any of these bytes of a buffer.
fn writer(run: &Recording, buffer: &str, bytes: &std::ops::Range<usize>) -> Option<Happened> {
    let number = run.buffers.iter().position(|known| known.slot.name == buffer)?;
    let space = Space::Global(number as u32);
    (0..run.trace.len()).rev().find_map(|number| {
        let step = run.trace.step(number)?;
        let lanes: Vec<u32> = step
            .accesses
            .iter()
            .filter(|access| access.space == space && writes(access.kind))
            .flat_map(|access| touching(access, bytes))
            .collect();
        (!lanes.is_empty()).then(|| happened(run, number, &step, &lanes))
    })
}

/// The first step at a line.
fn first_at(run: &Recording, line: u32) -> Option<Happened> {
    let at_line = |number: &usize| run.trace.line_of(*number) == Some(line);
    let steps = || (0..run.trace.len()).filter(at_line);
    let does = |number: &usize| {
        run.trace.step(*number).is_some_and(|step| !step.accesses.is_empty() || step.arrived)
    };
    // What it costs is an access, if it has one.
    let number = steps().find(does).or_else(|| steps().next())?;
    let step = run.trace.step(number)?;
    let lanes: Vec<u32> = (0..64).filter(|lane| step.mask >> lane & 1 == 1).collect();
    Some(happened(run, number, &step, &lanes))
}

fn happened(run: &Recording, number: usize, step: &Step, lanes: &[u32]) -> Happened {
    let first = step.warp * run.trace.shape().warp_width;
    // Blocks were run one after the other.
    let start = run.trace.block_of(number).map_or(0, |block| block.steps.start);
    Happened {
        line: step.line,
        block: step.block,
        threads: lanes.iter().map(|lane| first + lane).collect(),
        step: (number - start) as u64,
    }
}

fn writes(kind: AccessKind) -> bool {
    match kind {
        AccessKind::Store | AccessKind::Atomic | AccessKind::AtomicStore => true,
        AccessKind::Load | AccessKind::AtomicLoad => false,
    }
}

/// The lanes of an access that touch any of these bytes.
fn touching(access: &TracedAccess, bytes: &std::ops::Range<usize>) -> Vec<u32> {
    let lanes = (0..64).filter(|lane| (access.mask & !access.outside) >> lane & 1 == 1);
    let touches = |lane: &u32| {
        let first = access.offsets[*lane as usize] as usize;
        first < bytes.end && bytes.start < first + access.bytes as usize
    };
    lanes.filter(touches).collect()
}
