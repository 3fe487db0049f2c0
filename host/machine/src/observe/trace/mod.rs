//! Every step of chosen blocks, to be walked through forward and back.
//!
//! A [`Recorder`] listens to a run and writes down what the warps of the chosen
//! blocks do; [`Recorder::finish`] makes a [`Trace`] of it. A trace is a row of
//! **steps**. A step is one instruction of one warp with everything that comes
//! of it: accesses with their addresses, registers that change, the way a branch
//! goes, the arrival at a barrier. When a barrier lets the warps go on, that
//! belongs to the step that comes next, so that one can see them all wait.
//!
//! A **position** lies between steps: at position `n` the first `n` steps have
//! been done, step `n - 1` is the one that was done last, and step `n` is the
//! next. A [`Playback`] has a position and the [`BlockState`] of every block there,
//! and moves by single steps, by lines, to barriers or anywhere else ([`Goal`]).
//!
//! Steps stand in the order in which they were done. Blocks that ran side by side
//! ([`SideBySide`](crate::sim::SideBySide)) have theirs between each other's, and each
//! step knows its block.
//!
//! Steps are kept as a few bytes each (see `column`), and going back means going
//! forward again from the last checkpoint, a copy of the states of all blocks.
//! Checkpoints lie so far apart that together they take a sixteenth of the bytes of
//! the steps at most, and a quarter where there are several blocks: one has to go
//! as far from the last checkpoint however many there are.
//!
//! ```
//! use std::sync::Arc;
//! use warpbench_front::wgsl;
//! use warpbench_machine::observe::trace::{Direction, Goal, Playback, Recorder, Selection};
//! use warpbench_machine::sim;
//!
//! let text = "@group(0) @binding(0) var<storage, read_write> a: array<u32>;
//! @compute @workgroup_size(64)
//! fn main(@builtin(global_invocation_id) id: vec3<u32>) {
//!     a[id.x] = a[id.x] + 1u;
//! }";
//! let checked = wgsl::check(text, "example").expect("valid");
//! let code = sim::compile(&checked.module, &checked.info, &checked.semantics, "main").expect("known");
//! let launch = sim::Launch {
//!     grid: [4, 1, 1],
//!     warp_width: 32,
//!     schedule: sim::Schedule::RoundRobin,
//!     most_instructions: 1000,
//!     ..sim::Launch::default()
//! };
//! let mut recorder = Recorder::new(Selection::of(&[[2, 0, 0]]));
//! sim::run(&code, &launch, &mut sim::Buffers(vec![vec![7; 256]]), &mut recorder).expect("ends");
//! let trace = Arc::new(recorder.finish(text));
//! assert!(trace.is_complete());
//!
//! let mut playback = Playback::new(Arc::clone(&trace));
//! while playback.go(Direction::Forward, Goal::Step) {}
//! assert_eq!(playback.position(), trace.len());
//! let buffer = trace.buffer_at(trace.len(), 0, vec![7; 256]);
//! assert_eq!((buffer.word(127), buffer.word(128)), (Some(7), Some(8)));
//! ```

mod column;
mod event;
mod find;
mod message;
mod operation;
mod own;
mod packed;
mod playback;
mod recorder;
mod state;
mod visits;
mod writers;

#[cfg(test)]
mod tests;

pub use event::{Change, TracedAccess, TracedExchange};
pub use find::{Direction, Goal, TracedWarp};
pub use operation::{Combination, Operation, ResultKind};
pub use playback::Playback;
pub use recorder::{Recorder, Selection};
pub use state::{BlockState, Memory, Registers, Shape, Status, WarpState};
pub use writers::Writers;

use crate::observe::banks::AtomicShape;
use crate::sim::Space;
use column::Reader;
use event::{Event, EventSite};
use operation::OpSummary;
use own::OwnSteps;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Checkpoints of so many blocks take at most one part in this many of the bytes of
/// the steps.
const fn checkpoint_part(blocks: usize) -> usize {
    match blocks {
        0 | 1 => 16,
        2 | 3 => 8,
        _ => 4,
    }
}

/// However small the state is, this many bytes of steps lie between checkpoints.
const CHECKPOINT_DISTANCE: usize = 1 << 14;

/// What happened in chosen blocks of a launch, step by step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    shape: Shape,
    /// For each instruction the line it comes from; 0 if from none.
    #[serde(with = "crate::bytes")]
    lines: Vec<u32>,
    /// For each instruction what it does and where it stands.
    summaries: Vec<OpSummary>,
    /// For each instruction what a device makes of it, should it be an atomic.
    atomic_shapes: Vec<AtomicShape>,
    /// In the order of their starts.
    blocks: Vec<TracedBlock>,
    /// For each of them where its own steps are.
    own_steps: Vec<OwnSteps>,
    #[serde(with = "message")]
    steps: Vec<StepIndex>,
    #[serde(with = "crate::bytes")]
    bytes: Vec<u8>,
    #[serde(with = "message")]
    marks: Vec<Mark>,
    /// The steps that write to global memory.
    #[serde(with = "crate::bytes")]
    stores: Vec<u32>,
    /// The states of all blocks at some positions.
    checkpoints: Vec<(usize, Vec<BlockState>)>,
    is_cut: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StepIndex {
    /// Where its bytes start.
    offset: u32,
    /// The block, by its index.
    block: u16,
    warp: u16,
    op: u32,
}

/// A block whose steps were written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TracedBlock {
    /// The block, x, y, z.
    pub block: [u32; 3],
    /// From its first step to behind its last. Steps of blocks that ran beside it lie
    /// between them.
    pub steps: Range<usize>,
}

/// Something worth a mark on a time line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The position to go to in order to see it.
    pub position: usize,
    /// In which block, by its index in [`Trace::blocks`].
    pub block: u32,
    pub kind: MarkKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// All warps of the block wait at a barrier or have ended, and go on now.
    Barrier,
    /// The lanes of a warp have parted.
    Divergence,
    /// Lanes queued up at a bank, or at a word that each of them changed.
    Conflict {
        /// How many turns the request took.
        turns: u32,
    },
}

/// What happened in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The block, x, y, z.
    pub block: [u32; 3],
    pub warp: u32,
    /// The instruction, by its index in the code.
    pub op: u32,
    /// The line it comes from, if it comes from one.
    pub line: Option<u32>,
    /// The lanes that took part.
    pub mask: u64,
    /// Whether the block's warps were let go on behind a barrier before.
    pub released: bool,
    /// What it did to memory.
    pub accesses: Vec<TracedAccess>,
    pub changes: Vec<Change>,
    /// Of a branch, the lanes that took it.
    pub taken: Option<u64>,
    /// Whether the warp waits at a barrier now.
    pub arrived: bool,
    /// Of a shuffle, who reads whom.
    pub exchange: Option<TracedExchange>,
}

impl Trace {
    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether nothing was written down.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Whether all steps of the chosen blocks are there. If not, they did not
    /// fit the memory that was allowed, and those from some step on are missing.
    pub fn is_complete(&self) -> bool {
        !self.is_cut
    }

    /// What the blocks have in common.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The blocks, in the order of their starts.
    pub fn blocks(&self) -> &[TracedBlock] {
        &self.blocks
    }

    /// The barriers, divergent branches and bank conflicts, by position.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// The block that a step belongs to.
    pub fn block_of(&self, step: usize) -> Option<&TracedBlock> {
        self.blocks.get(self.block_index(step)?)
    }

    /// The block that a step belongs to, by its index in [`Trace::blocks`].
    pub fn block_index(&self, step: usize) -> Option<usize> {
        self.steps.get(step).map(|step| step.block.into())
    }

    /// Who does a step.
    pub fn traced_warp(&self, step: usize) -> Option<TracedWarp> {
        let step = self.steps.get(step)?;
        Some(TracedWarp { block: step.block.into(), warp: step.warp.into() })
    }

    /// The warp of a step.
    pub fn warp_of(&self, step: usize) -> Option<u32> {
        self.steps.get(step).map(|step| step.warp.into())
    }

    /// The line of a step, if it comes from one.
    pub fn line_of(&self, step: usize) -> Option<u32> {
        self.line_of_op(self.steps.get(step)?.op)
    }

    /// The line of an instruction, if it comes from one.
    pub fn line_of_op(&self, op: u32) -> Option<u32> {
        self.lines.get(op as usize).copied().filter(|&line| line != 0)
    }

    /// What a device makes of an instruction that is an atomic in shared memory.
    pub fn atomic_shape(&self, op: u32) -> AtomicShape {
        self.atomic_shapes.get(op as usize).copied().unwrap_or_default()
    }

    /// What happened in a step.
    pub fn step(&self, number: usize) -> Option<Step> {
        let index = self.steps.get(number)?;
        let (site, events) = self.events(number)?;
        let mut step = Step {
            block: self.block_of(number)?.block,
            warp: index.warp.into(),
            op: index.op,
            line: self.line_of(number),
            mask: site.mask,
            released: false,
            accesses: Vec::new(),
            changes: Vec::new(),
            taken: None,
            arrived: false,
            exchange: None,
        };
        for (_, site, event) in events.filter(|(block, ..)| *block == usize::from(index.block)) {
            match event {
                Event::Access(access) => step.accesses.push(*access),
                Event::Change(change) => step.changes.push(change),
                Event::Branch(taken) if site.warp == step.warp => step.taken = Some(taken),
                Event::Arrive if site.warp == step.warp => step.arrived = true,
                Event::Barrier => step.released = true,
                Event::Exchange(exchange) => step.exchange = Some(*exchange),
                _ => {}
            }
        }
        Some(step)
    }

    /// What a buffer holds at a position, if it held these words when the launch
    /// started and the traced blocks alone write to it.
    pub fn buffer_at(&self, position: usize, buffer: u32, words: Vec<u32>) -> Memory {
        let mut memory = Memory::new(words);
        self.store(0..position, buffer, &mut memory);
        memory
    }

    /// Does to a buffer what these steps do to it. Who has its contents at one
    /// position gets to a later one so.
    pub fn store(&self, steps: Range<usize>, buffer: u32, memory: &mut Memory) {
        let first = self.stores.partition_point(|&step| (step as usize) < steps.start);
        let stores = self.stores[first..].iter().map(|&step| step as usize);
        for step in stores.take_while(|&step| step < steps.end) {
            for (_, _, event) in self.events(step).into_iter().flat_map(|(_, events)| events) {
                if let Event::Access(access) | Event::Updated(access) = event
                    && access.space == Space::Global(buffer)
                {
                    memory.apply(&access);
                }
            }
        }
    }

    /// About how much memory the trace takes.
    pub fn memory_bytes(&self) -> usize {
        let checkpoints: usize = self.checkpoints.iter().map(|(_, states)| bytes(states)).sum();
        self.bytes.capacity()
            + self.steps.capacity() * size_of::<StepIndex>()
            + self.marks.capacity() * size_of::<Mark>()
            + self.stores.capacity() * size_of::<u32>()
            + checkpoints
    }

    /// What the first steps take, without checkpoints.
    fn used(&self, steps: usize) -> usize {
        let next = self.steps.get(steps);
        let bytes = next.map_or(self.bytes.len(), |next| next.offset as usize);
        let marks = self.marks.partition_point(|mark| mark.position <= steps);
        let stores = self.stores.partition_point(|&step| (step as usize) < steps);
        bytes
            + steps * size_of::<StepIndex>()
            + marks * size_of::<Mark>()
            + stores * size_of::<u32>()
    }

    /// The bytes of a step.
    fn bytes_of(&self, step: usize) -> Option<&[u8]> {
        let start = self.steps.get(step)?.offset as usize;
        let end = self.steps.get(step + 1).map_or(self.bytes.len(), |next| next.offset as usize);
        self.bytes.get(start..end)
    }

    /// What a step is about, and what happened in it, and in which block.
    fn events(
        &self,
        step: usize,
    ) -> Option<(EventSite, impl Iterator<Item = (usize, EventSite, Event)> + '_)> {
        let index = self.steps.get(step)?;
        let mut reader = Reader::new(self.bytes_of(step)?);
        let warp = u32::from(index.warp);
        let mask = reader.number()? ^ self.shape.lanes(warp);
        let site = EventSite { warp, op: index.op, mask };
        let (own, mut block) = (u32::from(index.block), usize::from(index.block));
        let next = move || loop {
            match event::read(&mut reader, site)? {
                (_, Event::InBlock(further)) => block = own.wrapping_add(further) as usize,
                (site, event) => return Some((block, site, event)),
            }
        };
        Some((site, std::iter::from_fn(next)))
    }

    /// The states of all blocks before their first steps; that of some block if there
    /// is none.
    fn start(&self) -> Vec<BlockState> {
        let start = |block| BlockState::new(&self.shape, block);
        let states: Vec<_> = self.blocks.iter().map(|traced| start(traced.block)).collect();
        if states.is_empty() { vec![start([0; 3])] } else { states }
    }

    /// Takes over what a step changes.
    fn apply(&self, step: usize, states: &mut [BlockState]) {
        for (block, site, event) in self.events(step).into_iter().flat_map(|(_, events)| events) {
            if let Some(state) = states.get_mut(block) {
                state.apply(site, &event);
            }
        }
    }

    /// Walks through everything once and keeps a copy of the states now and then.
    fn keep_checkpoints(&mut self) {
        let mut checkpoints = Vec::new();
        let mut states = self.start();
        let part = checkpoint_part(self.blocks.len());
        let mut distance = CHECKPOINT_DISTANCE;
        let mut since = 0;
        for step in 0..self.len() {
            self.apply(step, &mut states);
            since += self.bytes_of(step).map_or(0, <[u8]>::len);
            if since < distance {
                continue;
            }
            // The states may have grown meanwhile.
            distance = CHECKPOINT_DISTANCE.max(part * bytes(&states));
            if since >= distance {
                checkpoints.push((step + 1, states.clone()));
                since = 0;
            }
        }
        self.checkpoints = checkpoints;
    }
}

/// About how much memory a copy of states takes.
fn bytes(states: &[BlockState]) -> usize {
    states.iter().map(BlockState::bytes).sum()
}
