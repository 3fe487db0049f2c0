//! A launch written down, with what one needs to know to show it: names of
//! variables and buffers, and what they held when it started.

use super::SimulateError;
use super::report::Output;
use super::run::{Prepared, Workload, is_of_run, resident_blocks};
use crate::{Setup, cores};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use warpbench_cores::OneCore;
use warpbench_front::SourceNames;
use warpbench_machine::observe;
use warpbench_machine::observe::banks::Banks;
use warpbench_machine::observe::trace::{BlockState, Recorder, Selection, Trace};
use warpbench_machine::sim::code::{BufferSlot, Code, Input, Reg, Scalar};
use warpbench_machine::sim::code::{SharedVariable, Variable};
use warpbench_machine::sim::{Buffers, Launch, RunError, Schedule, SideBySide};

/// What is to be recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordingRequest {
    /// Which launch, from 0.
    pub launch: usize,
    /// Which of its blocks. Those that the grid does not have are left out; if
    /// none is left, the first block is recorded.
    pub blocks: Vec<[u32; 3]>,
    /// Which of them runs next, as they are resident together. In order means one
    /// after the other.
    pub schedule: Schedule,
    /// How much memory the trace may take.
    pub most_bytes: usize,
}

/// A launch that was recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recording {
    pub trace: Arc<Trace>,
    /// Which launch it was, from 0.
    pub launch: usize,
    /// The kernel that was launched.
    pub entry: String,
    /// Blocks, x, y, z.
    pub grid: [u32; 3],
    /// Threads per block, x, y, z.
    pub block: [u32; 3],
    /// The variables of the source and their registers, parts of what a
    /// thread knows from the start behind the others.
    pub variables: Vec<Variable>,
    /// The variables in shared memory.
    pub shared: Vec<SharedVariable>,
    /// What each of them is made of, where it is scalars of one kind.
    pub shared_scalars: Vec<Option<Scalar>>,
    pub buffers: Vec<RecordedBuffer>,
    /// Why the launch did not come to its end, if it did not.
    pub stopped: Option<String>,
    /// What all blocks printed, with the steps at which they did.
    pub output: Output,
    /// Registers that hold the same in all threads from the start.
    fixed: BTreeMap<Reg, u32>,
    /// Registers that hold what a thread knows from the start.
    inputs: BTreeMap<Reg, Input>,
}

/// A buffer of a recorded launch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedBuffer {
    /// What the source calls it, and what it is.
    pub slot: BufferSlot,
    /// What it held when the launch started.
    #[serde(with = "warpbench_machine::bytes")]
    pub words: Arc<[u32]>,
    /// What it is made of, where that is scalars of one kind.
    pub scalar: Option<Scalar>,
}

impl Recording {
    /// What a register of a warp holds in a lane, if that is known: what it was
    /// given last, or what it held from the start.
    pub fn word(&self, state: &BlockState, warp: u32, register: Reg, lane: u32) -> Option<u32> {
        let registers = &state.warps.get(warp as usize)?.registers;
        registers
            .get(register, lane)
            .or_else(|| self.fixed.get(&register).copied())
            .or_else(|| self.input(state.block, warp, *self.inputs.get(&register)?, lane))
    }

    /// What a variable holds in a lane, in as many bits as it has.
    pub fn value(
        &self,
        state: &BlockState,
        warp: u32,
        variable: &Variable,
        lane: u32,
    ) -> Option<u64> {
        let low = self.word(state, warp, variable.register, lane)?;
        match variable.scalar.words() {
            1 => Some(low.into()),
            _ => {
                let high = self.word(state, warp, variable.register + 1, lane)?;
                Some(u64::from(low) | u64::from(high) << 32)
            }
        }
    }

    /// What a thread knows from the start.
    fn input(&self, block: [u32; 3], warp: u32, input: Input, lane: u32) -> Option<u32> {
        let shape = self.trace.shape();
        if shape.lanes(warp) >> lane & 1 == 0 {
            return None;
        }
        let index = warp * shape.warp_width + lane;
        let [x, y, _] = self.block.map(|side| side.max(1));
        let thread = [index % x, index / x % y, index / x / y];
        let axis_of = |sides: [u32; 3], axis: usize| sides.get(axis).copied();
        match input {
            Input::ThreadInBlock(axis) => axis_of(thread, axis),
            Input::ThreadIndex => Some(index),
            Input::ThreadInGrid(axis) => Some(
                axis_of(block, axis)?
                    .wrapping_mul(axis_of(self.block, axis)?)
                    .wrapping_add(axis_of(thread, axis)?),
            ),
            Input::BlockInGrid(axis) => axis_of(block, axis),
            Input::GridSize(axis) => axis_of(self.grid, axis),
            Input::BlockSize(axis) => axis_of(self.block, axis),
            Input::Warp => Some(warp),
            Input::Lane => Some(lane),
            Input::WarpSize => Some(shape.warp_width),
            Input::Warps => Some(shape.warps()),
        }
    }
}

impl Prepared {
    /// How many launches there are.
    pub fn launches(&self) -> usize {
        self.known.launches
    }

    /// Runs up to a launch and records it. It runs on one core, and the run is
    /// given up when `go_on` says no.
    pub fn record(
        &self,
        request: &RecordingRequest,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Recording, SimulateError> {
        let text = &self.known.source.text;
        let recorded = match &self.workload {
            Workload::Problem(problem) => problem.record(&self.setup, text, request, go_on),
            Workload::Text(case) => {
                case.record(&self.known.kernel, &self.setup, text, request, go_on)
            }
        };
        match recorded {
            Err(SimulateError::Run(RunError::Outgrown)) => {
                self.workload.in_full(&self.known.source, &self.setup)?.record(request, go_on)
            }
            recorded => recorded,
        }
    }
}

/// A launch that is about to be recorded.
pub(super) struct LaunchToRecord<'a> {
    pub(super) code: &'a Code,
    /// The variables that the source has names for.
    pub(super) names: &'a SourceNames,
    pub(super) entry: &'a str,
    pub(super) grid: [u32; 3],
    pub(super) buffers: Buffers,
}

impl LaunchToRecord<'_> {
    pub(super) fn record(
        mut self,
        setup: &Setup,
        text: &str,
        request: &RecordingRequest,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Recording, SimulateError> {
        let is_there = |block: &&[u32; 3]| block.iter().zip(self.grid).all(|(&at, of)| at < of);
        let mut blocks: Vec<[u32; 3]> = request.blocks.iter().filter(is_there).copied().collect();
        if blocks.is_empty() {
            blocks.push([0; 3]);
        }
        let side_by_side = side_by_side(&blocks, self.grid, request.schedule);
        let recorder = Recorder::new(Selection {
            launch: 0,
            blocks,
            most_bytes: request.most_bytes,
            banks: Some(Banks::from(&setup.model.shared)),
        });
        let slots = (0..).zip(&self.code.buffers).zip(&self.buffers.0);
        let buffers: Vec<RecordedBuffer> = slots
            .map(|((number, slot), words)| RecordedBuffer {
                slot: slot.clone(),
                words: words.as_slice().into(),
                scalar: self.code.buffer_scalar(number),
            })
            .collect();
        let launch = Launch { side_by_side, ..machine(setup, self.code, self.grid) };
        let mut observers = (recorder, observe::output::Output::new());
        let ended =
            cores::run(self.code, &launch, &mut self.buffers, &mut observers, &OneCore, go_on);
        let (recorder, output) = observers;
        let stopped = match ended {
            Ok(()) => None,
            Err(stopped) if is_of_run(&stopped) => Some(stopped),
            Err(refused) => return Err(refused.into()),
        };
        let uniforms = self.code.uniforms.iter().filter_map(|&(register, buffer, byte)| {
            let words = &buffers.get(buffer as usize)?.words;
            Some((register, *words.get(byte as usize / 4)?))
        });
        let fixed = self.code.constants.iter().copied().chain(uniforms).collect();
        let inputs: BTreeMap<Reg, Input> =
            self.code.inputs.iter().map(|&(input, register)| (register, input)).collect();
        // The parts of what a thread knows from the start are less telling than
        // what the source has a name for.
        let is_part = |variable: &Variable| {
            inputs.contains_key(&variable.register) && variable.name.contains('.')
        };
        let mut variables = self.code.variables.clone();
        let read = inputs_read(self.code);
        variables.retain(|variable| {
            let is_named = self.names.has(&variable.function, &variable.name);
            match inputs.contains_key(&variable.register) {
                // Of what a thread knows from the start, the source may name the whole
                // and use one axis.
                true => read.contains(&variable.register) || is_named && !is_part(variable),
                // Modules have names for some values that the source has none for.
                false => is_named,
            }
        });
        variables.sort_by_key(is_part);
        Ok(Recording {
            trace: Arc::new(recorder.finish(text)),
            launch: request.launch,
            entry: self.entry.to_owned(),
            grid: self.grid,
            block: self.code.block,
            variables,
            shared: self.code.shared.clone(),
            shared_scalars: (0..self.code.shared.len())
                .map(|variable| self.code.shared_scalar(variable))
                .collect(),
            fixed,
            inputs,
            buffers,
            stopped: stopped.map(|error| error.to_string()),
            output: Output::located(output, text),
        })
    }
}

/// The registers with what a thread knows from the start that some instruction reads.
fn inputs_read(code: &Code) -> BTreeSet<Reg> {
    let inputs = code.inputs.iter().map(|&(_, register)| register);
    let mut unread: BTreeSet<Reg> = inputs.collect();
    let mut read = BTreeSet::new();
    for run in code.ops.iter().flat_map(|op| op.operands(&code.memory_refs).reads) {
        for register in unread.range(run).copied().collect::<Vec<_>>() {
            unread.remove(&register);
            read.insert(register);
        }
    }
    read
}

/// How the machine is set up for a launch.
pub(super) fn machine(setup: &Setup, code: &Code, grid: [u32; 3]) -> Launch {
    Launch {
        grid,
        warp_width: setup.model.warp_width,
        schedule: setup.schedule,
        most_instructions: setup.most_instructions,
        resident_blocks: resident_blocks(setup, code).unwrap_or(u64::MAX),
        interleaved: false,
        independent_threads: setup.model.has_independent_threads(),
        side_by_side: None,
    }
}

/// The blocks that take turns: from the first to the last that is recorded.
fn side_by_side(blocks: &[[u32; 3]], grid: [u32; 3], schedule: Schedule) -> Option<SideBySide> {
    let [x, y, _] = grid.map(u64::from);
    let numbers = blocks.iter().map(|block| {
        let [bx, by, bz] = block.map(u64::from);
        bx + x * (by + y * bz)
    });
    let (first, last) = (numbers.clone().min()?, numbers.max()?);
    Some(SideBySide { first, count: last - first + 1, schedule })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Observe, prepare_problem};
    use warpbench_catalog as catalog;
    use warpbench_front::Language;
    use warpbench_machine::model;
    use warpbench_machine::observe::trace::Playback;

    fn prepared(kernel: &str, size: &[u64], language: Language) -> Prepared {
        let (family, variant) = catalog::find(kernel).expect(kernel);
        let setup = Setup {
            model: model::find("h200").expect("built in").clone(),
            language,
            schedule: Schedule::RoundRobin,
            most_instructions: 1 << 20,
            most_bytes: 1 << 20,
            cores: Arc::new(OneCore),
            observe: Observe::none(),
            dump: false,
        };
        prepare_problem(family, variant, size, 1, setup).expect(kernel)
    }

    fn request(launch: usize, blocks: &[[u32; 3]]) -> RecordingRequest {
        let schedule = Schedule::RoundRobin;
        RecordingRequest { launch, blocks: blocks.to_vec(), schedule, most_bytes: 1 << 24 }
    }

    #[test]
    fn what_a_thread_knows_is_told_from_the_start() {
        for language in [Language::Rust, Language::Wgsl] {
            let prepared = prepared("reduce_sequential", &[1000], language);
            let recording = prepared.record(&request(0, &[[2, 0, 0]]), &|| true).expect("runs");
            let mut playback = Playback::new(recording.trace.clone());
            playback.seek(recording.trace.len());
            let named = |name: &str| {
                let found = recording.variables.iter().find(|variable| variable.name == name);
                found.unwrap_or_else(|| panic!("{name} in {:?}", recording.variables))
            };
            // Thread 37 of block 2 is lane 5 of warp 1.
            let value = |name| recording.value(playback.state(), 1, named(name), 5);
            assert_eq!(value("t"), Some(37), "{language:?}");
            assert_eq!(value("i"), Some(2 * 256 + 37), "{language:?}");
            assert_eq!(value("stride"), Some(0), "{language:?}");
            // There is no thread 300 in a block of 256.
            assert_eq!(recording.value(playback.state(), 9, named("t"), 12), None);
        }
    }

    #[test]
    fn launches_and_blocks_are_those_that_were_asked_for() {
        let prepared = prepared("reduce_sequential", &[1000], Language::Rust);
        let check = |launch: usize, blocks: &[[u32; 3]], grid: u32, expected: &[[u32; 3]]| {
            let recording = prepared.record(&request(launch, blocks), &|| true).expect("runs");
            assert_eq!(recording.grid, [grid, 1, 1], "launch {launch}");
            let traced: Vec<[u32; 3]> =
                recording.trace.blocks().iter().map(|traced| traced.block).collect();
            assert_eq!(traced, expected, "launch {launch}, {blocks:?}");
        };
        check(0, &[[1, 0, 0], [3, 0, 0]], 4, &[[1, 0, 0], [3, 0, 0]]);
        check(0, &[[9, 0, 0]], 4, &[[0, 0, 0]]);
        check(1, &[[0, 0, 0], [1, 0, 0]], 1, &[[0, 0, 0]]);
        // A launch behind the last stands for the last.
        check(7, &[[0, 0, 0]], 1, &[[0, 0, 0]]);
    }

    #[test]
    fn variables_are_those_of_the_source() {
        let check = |language: Language, has: &[&str], has_not: &[&str]| {
            let prepared = prepared("reduce_sequential", &[1000], language);
            let recording = prepared.record(&request(0, &[[0; 3]]), &|| true).expect("runs");
            let named = |name: &str| recording.variables.iter().any(|found| found.name == name);
            assert!(has.iter().all(|name| named(name)), "{:?}", recording.variables);
            assert!(!has_not.iter().any(|name| named(name)), "{:?}", recording.variables);
        };
        // In Rust the value of an `if` is a variable too, but not of the text.
        // Of a thread's index, one axis is used, and the others say nothing.
        let rust = ["value", "turns_left", "thread_idx.y", "thread_idx.z", "block_idx.z"];
        check(Language::Rust, &["t", "i", "stride", "thread_idx.x"], &rust);
        check(Language::Wgsl, &["t", "i", "stride"], &["phony", "block.z"]);
    }

    #[test]
    fn a_size_without_work_has_an_empty_recording() {
        let prepared = prepared("vecadd", &[0], Language::Rust);
        let recording = prepared.record(&request(0, &[[0; 3]]), &|| true).expect("nothing to do");
        assert!(recording.trace.is_empty());
    }
}
