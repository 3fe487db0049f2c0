//! A launch written down, with what one needs to know to show it: names of
//! variables and buffers, and what they held when it started.

use super::SimulateError;
use super::run::{Prepared, Work};
use crate::observe::banks::Banks;
use crate::observe::trace::{Recorder, Selection, State, Trace};
use crate::sim::code::{BufferSlot, Code, Input, Reg, SharedVariable, Variable};
use crate::sim::{Buffers, Launch, RunError};
use crate::simulate::{Setup, cores};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is to be recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Which launch, from 0.
    pub launch: usize,
    /// Which of its blocks. Those that the grid does not have are left out; if
    /// none is left, the first block is recorded.
    pub blocks: Vec<[u32; 3]>,
    /// How much memory the trace may take.
    pub most_bytes: usize,
}

/// A launch that was recorded.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// What happened.
    pub trace: Arc<Trace>,
    /// Which launch it was, from 0.
    pub launch: usize,
    /// The kernel that was launched.
    pub entry: String,
    /// Blocks, x, y, z.
    pub grid: [u32; 3],
    /// Threads per block, x, y, z.
    pub block: [u32; 3],
    /// The variables of the source and their registers, those that hold what a
    /// thread knows from the start behind the others.
    pub variables: Vec<Variable>,
    /// The variables in shared memory.
    pub shared: Vec<SharedVariable>,
    /// The buffers.
    pub buffers: Vec<RecordedBuffer>,
    /// Why the launch did not come to its end, if it did not.
    pub stopped: Option<String>,
    /// Registers that hold the same in all threads from the start.
    fixed: BTreeMap<Reg, u32>,
    /// Registers that hold what a thread knows from the start.
    inputs: BTreeMap<Reg, Input>,
}

/// A buffer of a recorded launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedBuffer {
    /// What the source calls it, and what it is.
    pub slot: BufferSlot,
    /// What it held when the launch started.
    pub words: Arc<[u32]>,
}

impl Recording {
    /// What a register of a warp holds in a lane, if that is known: what it was
    /// given last, or what it held from the start.
    pub fn word(&self, state: &State, warp: u32, register: Reg, lane: u32) -> Option<u32> {
        let registers = &state.warps.get(warp as usize)?.registers;
        registers
            .get(register, lane)
            .or_else(|| self.fixed.get(&register).copied())
            .or_else(|| self.input(state.block, warp, *self.inputs.get(&register)?, lane))
    }

    /// What a variable holds in a lane, in as many bits as it has.
    pub fn value(&self, state: &State, warp: u32, variable: &Variable, lane: u32) -> Option<u64> {
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
        let place = [index % x, index / x % y, index / x / y];
        let axis_of = |sides: [u32; 3], axis: usize| sides.get(axis).copied();
        match input {
            Input::ThreadInBlock(axis) => axis_of(place, axis),
            Input::ThreadIndex => Some(index),
            Input::ThreadInGrid(axis) => Some(
                axis_of(block, axis)?
                    .wrapping_mul(axis_of(self.block, axis)?)
                    .wrapping_add(axis_of(place, axis)?),
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
        wanted: &Wanted,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Recording, SimulateError> {
        let text = &self.known.source.text;
        match &self.work {
            Work::Problem(problem) => problem.record(&self.setup, text, wanted, go_on),
            Work::Text(case) => case.record(&self.known.kernel, &self.setup, text, wanted, go_on),
        }
    }
}

/// A launch that is about to be recorded.
pub(super) struct Take<'a> {
    pub(super) code: &'a Code,
    pub(super) entry: &'a str,
    pub(super) grid: [u32; 3],
    pub(super) buffers: Buffers,
}

impl Take<'_> {
    /// Runs it.
    pub(super) fn record(
        mut self,
        setup: &Setup,
        text: &str,
        wanted: &Wanted,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Recording, SimulateError> {
        let is_there = |block: &&[u32; 3]| block.iter().zip(self.grid).all(|(&at, of)| at < of);
        let mut blocks: Vec<[u32; 3]> = wanted.blocks.iter().filter(is_there).copied().collect();
        if blocks.is_empty() {
            blocks.push([0; 3]);
        }
        let mut recorder = Recorder::new(Selection {
            launch: 0,
            blocks,
            most_bytes: wanted.most_bytes,
            banks: Some(Banks::from(&setup.model.shared)),
        });
        let slots = self.code.buffers.iter().zip(&self.buffers.0);
        let buffers: Vec<RecordedBuffer> = slots
            .map(|(slot, words)| RecordedBuffer {
                slot: slot.clone(),
                words: words.as_slice().into(),
            })
            .collect();
        let launch = machine(setup, self.grid);
        let ended = cores::run(self.code, &launch, &mut self.buffers, &mut recorder, 1, go_on);
        let stopped = match ended {
            Ok(()) => None,
            Err(stopped @ (RunError::Budget { .. } | RunError::Stopped)) => Some(stopped),
            Err(refused) => return Err(refused.into()),
        };
        let uniforms = self.code.uniforms.iter().filter_map(|&(register, buffer, byte)| {
            let words = &buffers.get(buffer as usize)?.words;
            Some((register, *words.get(byte as usize / 4)?))
        });
        let fixed = self.code.constants.iter().copied().chain(uniforms).collect();
        let inputs: BTreeMap<Reg, Input> =
            self.code.inputs.iter().map(|&(input, register)| (register, input)).collect();
        // What a thread knows from the start is less telling than what it computes.
        let mut variables = self.code.variables.clone();
        variables.sort_by_key(|variable| inputs.contains_key(&variable.register));
        Ok(Recording {
            trace: Arc::new(recorder.finish(text)),
            launch: wanted.launch,
            entry: self.entry.to_owned(),
            grid: self.grid,
            block: self.code.block,
            variables,
            shared: self.code.shared.clone(),
            fixed,
            inputs,
            buffers,
            stopped: stopped.map(|error| error.to_string()),
        })
    }
}

/// How the machine is set up for a launch.
pub(super) fn machine(setup: &Setup, grid: [u32; 3]) -> Launch {
    Launch {
        grid,
        warp_width: setup.model.warp_width,
        schedule: setup.schedule,
        most_instructions: setup.most_instructions,
    }
}
