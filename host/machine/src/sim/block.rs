//! A launch: blocks one after the other, the warps of a block by a schedule.

use super::code::{BarrierScope, Code, Input};
use super::memory::{Buffers, GlobalMemory, MOST_BUFFER_BYTES};
use super::observer::Observer;
use super::resolve::{self, ResolvedRef};
use super::vector;
use super::warp::{BlockContext, RunState, Warp};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::ops::Range;
use thiserror::Error;

/// Which warp of a block runs next, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// The first that can, until it cannot any more.
    InOrder,
    /// Each in turn, for a few instructions.
    RoundRobin,
    /// Any, for any number of instructions, as the seed has it.
    Shuffled(u64),
}

/// Instructions of a turn in [`Schedule::RoundRobin`].
const TURN: u64 = 8;

/// Instructions after which the machine asks whether to go on: well under a
/// millisecond's worth.
const UNASKED: u64 = 512;

/// The most memory that the machine takes for the registers and the shared memory
/// of a block.
const MOST_BYTES: u64 = 1 << 30;

/// How a kernel is launched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch {
    /// Blocks, x, y, z.
    pub grid: [u32; 3],
    /// Lanes of a warp, 1 to 64.
    pub warp_width: u32,
    /// Which warp runs next.
    pub schedule: Schedule,
    /// Give up after so many instructions of all warps.
    pub most_instructions: u64,
}

impl Launch {
    /// How many blocks there are.
    pub fn blocks(&self) -> u64 {
        self.grid.iter().fold(1u64, |product, &count| product.saturating_mul(count.into()))
    }

    /// The block with this number, x, y, z.
    fn block_at(&self, number: u64) -> [u32; 3] {
        let [x, y, _] = self.grid.map(|count| u64::from(count).max(1));
        [number % x, number / x % y, number / x / y].map(|axis| axis as u32)
    }
}

/// A run that did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RunError {
    /// The kernel may be endless.
    #[error(
        "the kernel was stopped after {most} instructions; a loop may never end, or the limit \
         is too low for this size"
    )]
    Budget { most: u64 },
    /// Whoever was asked whether to go on said no.
    #[error("the kernel was stopped before its end")]
    Stopped,
    /// No machine has such warps.
    #[error("a warp has 1 to 64 lanes, not {0}")]
    Width(u32),
    /// A block needs too much memory.
    #[error(
        "a block needs {bytes} bytes for its threads' variables and its shared memory; the \
         simulator gives it {most} at most"
    )]
    Memory { bytes: u64, most: u64 },
    /// A buffer has more bytes than addresses reach.
    #[error(
        "buffer `{name}` has {bytes} bytes; the simulator addresses buffers with 32 bits, so \
         {most} is the most"
    )]
    Oversized { name: String, bytes: u64, most: u64 },
    /// The launch does not fit the kernel.
    #[error("the kernel uses {wanted} buffers, but {given} were given")]
    Buffers { wanted: usize, given: usize },
}

/// Runs a kernel over a grid, one block after the other.
pub fn run<O: Observer>(
    code: &Code,
    launch: &Launch,
    buffers: &mut Buffers,
    observer: &mut O,
) -> Result<(), RunError> {
    let memory = GlobalMemory::new(std::mem::take(buffers));
    let result =
        run_blocks(code, launch, &memory, 0..launch.blocks(), observer, &mut || true).map(|_| ());
    *buffers = memory.into_contents();
    result
}

/// Runs some of a launch's blocks, by their numbers, and returns how many
/// instructions their warps executed. `go_on` is asked every now and then, often
/// enough to stop within milliseconds.
pub fn run_blocks<O: Observer>(
    code: &Code,
    launch: &Launch,
    memory: &GlobalMemory,
    blocks: Range<u64>,
    observer: &mut O,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<u64, RunError> {
    let sizes = memory.sizes();
    if sizes.len() != code.buffers.len() {
        return Err(RunError::Buffers { wanted: code.buffers.len(), given: sizes.len() });
    }
    if let Some((index, bytes)) = memory.oversized() {
        let name = code.buffers[index].name.clone();
        return Err(RunError::Oversized { name, bytes, most: MOST_BUFFER_BYTES });
    }
    let bytes = block_bytes(code, launch.warp_width);
    if bytes > MOST_BYTES {
        return Err(RunError::Memory { bytes, most: MOST_BYTES });
    }
    observer.launch(code, launch, &sizes);
    let memory_refs = resolve::resolve(code, &sizes);
    let task =
        Task { code, launch, memory_refs: &memory_refs, buffer_bytes: &sizes, memory, blocks };
    match launch.warp_width {
        1..=32 => vector::run::<32, O>(&task, observer, go_on),
        33..=64 => vector::run::<64, O>(&task, observer, go_on),
        width => Err(RunError::Width(width)),
    }
}

/// Bytes that the machine needs for the registers and the shared memory of a
/// block.
pub fn block_bytes(code: &Code, warp_width: u32) -> u64 {
    let threads = code.block.iter().fold(1u64, |product, &n| product.saturating_mul(n.into()));
    let lanes = if warp_width <= 32 { 32 } else { 64 };
    threads
        .div_ceil(warp_width.max(1).into())
        .saturating_mul(lanes * 4)
        .saturating_mul(u64::from(code.registers) + 2)
        .saturating_add(code.shared_bytes.into())
}

/// What is to be run.
pub(super) struct Task<'a> {
    code: &'a Code,
    launch: &'a Launch,
    memory_refs: &'a [ResolvedRef],
    buffer_bytes: &'a [u32],
    memory: &'a GlobalMemory,
    blocks: Range<u64>,
}

/// Asks now and then whether to go on, and counts.
struct InstructionBudget<'a> {
    most: u64,
    done: u64,
    asked: u64,
    go_on: &'a mut dyn FnMut() -> bool,
}

impl InstructionBudget<'_> {
    fn spend(&mut self, instructions: u64) -> Result<(), RunError> {
        self.done += instructions;
        if self.done - self.asked >= UNASKED {
            self.asked = self.done;
            if !(self.go_on)() {
                return Err(RunError::Stopped);
            }
        }
        Ok(())
    }

    /// How many instructions may still be executed.
    fn left(&self) -> Result<u64, RunError> {
        match self.most.checked_sub(self.done) {
            None | Some(0) => Err(RunError::Budget { most: self.most }),
            Some(left) => Ok(left),
        }
    }
}

/// Runs the blocks of a task.
#[inline(always)]
pub(super) fn run_task<const L: usize, O: Observer>(
    task: &Task<'_>,
    observer: &mut O,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<u64, RunError> {
    let mut budget =
        InstructionBudget { most: task.launch.most_instructions, done: 0, asked: 0, go_on };
    let mut warps = warps::<L>(task);
    let mut shared = vec![0; task.code.shared_bytes.div_ceil(4) as usize];
    for number in task.blocks.clone() {
        let block = task.launch.block_at(number);
        shared.fill(0);
        start(task, &mut warps, block, number == task.blocks.start);
        observer.block_start(block);
        let mut context = BlockContext {
            code: task.code,
            memory_refs: task.memory_refs,
            buffer_bytes: task.buffer_bytes,
            block,
            block_number: number as u32,
            shared: &mut shared,
            global: task.memory,
            observer,
            step: 0,
        };
        run_block(task.launch, &mut warps, &mut context, &mut budget)?;
        observer.block_end(block);
    }
    Ok(budget.done)
}

/// Runs one block to its end.
#[inline(always)]
fn run_block<const L: usize, O: Observer>(
    launch: &Launch,
    warps: &mut [Warp<L>],
    context: &mut BlockContext<'_, O>,
    budget: &mut InstructionBudget<'_>,
) -> Result<(), RunError> {
    let mut picker = Picker::new(launch.schedule, context.block);
    loop {
        if let Some((warp, turn)) = picker.pick(warps) {
            // A turn may be cut short, but never into another warp's.
            let mut left = turn;
            while left > 0 && warps[warp].state == RunState::Ready {
                let most = left.min(UNASKED).min(budget.left()?);
                let done = warps[warp].run(context, most);
                left = left.saturating_sub(done);
                budget.spend(done)?;
            }
            continue;
        }
        // Whoever has not ended waits at the barrier.
        let mut scope = None;
        for warp in warps.iter_mut().filter(|warp| warp.state == RunState::Waiting) {
            warp.state = RunState::Ready;
            scope = Some(scope.unwrap_or(BarrierScope::default()).with(warp.scope));
        }
        match scope {
            Some(scope) => context.observer.barrier(context.block, scope),
            None => return Ok(()),
        }
    }
}

/// Chooses warps by a schedule.
struct Picker {
    schedule: Schedule,
    next: usize,
    random: Pcg64Mcg,
}

impl Picker {
    fn new(schedule: Schedule, block: [u32; 3]) -> Picker {
        let seed = match schedule {
            Schedule::Shuffled(seed) => seed,
            _ => 0,
        };
        let [x, y, z] = block.map(u64::from);
        let own = seed ^ (x << 42 ^ y << 21 ^ z).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Picker { schedule, next: 0, random: Pcg64Mcg::seed_from_u64(own) }
    }

    /// A warp that can run, and for how many instructions.
    fn pick<const L: usize>(&mut self, warps: &[Warp<L>]) -> Option<(usize, u64)> {
        let mut ready = (0..warps.len()).filter(|&warp| warps[warp].state == RunState::Ready);
        match self.schedule {
            Schedule::InOrder => ready.next().map(|warp| (warp, u64::MAX)),
            Schedule::RoundRobin => {
                let first = ready.next()?;
                let next = if first >= self.next {
                    first
                } else {
                    ready.find(|&warp| warp >= self.next).unwrap_or(first)
                };
                self.next = next + 1;
                Some((next, TURN))
            }
            Schedule::Shuffled(_) => {
                let count = ready.clone().count();
                let chosen = self.random.next_u32() as usize % count.max(1);
                let turn = u64::from(self.random.next_u32() % 32) + 1;
                ready.nth(chosen).map(|warp| (warp, turn))
            }
        }
    }
}

/// The warps of a block, with what never changes from block to block.
fn warps<const L: usize>(task: &Task<'_>) -> Vec<Warp<L>> {
    let code = task.code;
    let threads: u32 = code.block.iter().product();
    let width = task.launch.warp_width;
    (0..threads.div_ceil(width))
        .map(|index| {
            let lanes = width.min(threads - index * width);
            let mut warp = Warp::new(index, width, u64::MAX >> (64 - lanes), code.registers);
            let [bx, by, _] = code.block;
            let threads: [u32; L] = lane_numbers(index * width);
            warp.thread_indices = [
                threads.map(|thread| thread % bx),
                threads.map(|thread| thread / bx % by),
                threads.map(|thread| thread / bx / by),
            ];
            for &(register, word) in &code.constants {
                warp.registers[register as usize] = [word; L];
            }
            for &(register, buffer, offset) in &code.uniforms {
                let word = task.memory.word(buffer, offset);
                warp.registers[register as usize] = [word; L];
            }
            warp
        })
        .collect()
}

/// Sets what the threads of a block know from the start. Where they are in their
/// block is the same in every block, so only the first needs it.
fn start<const L: usize>(task: &Task<'_>, warps: &mut [Warp<L>], block: [u32; 3], first: bool) {
    let count = warps.len() as u32;
    for warp in warps {
        for &(input, register) in &task.code.inputs {
            let (index, width) = (warp.index, warp.width);
            let column = &mut warp.registers[register as usize];
            match input {
                Input::BlockInGrid(axis) => *column = [block[axis]; L],
                Input::ThreadInGrid(axis) => {
                    let origin = block[axis].wrapping_mul(task.code.block[axis]);
                    let indices = &warp.thread_indices[axis];
                    for (word, index) in column.iter_mut().zip(indices) {
                        *word = origin.wrapping_add(*index);
                    }
                }
                _ if !first => {}
                Input::ThreadInBlock(axis) => *column = warp.thread_indices[axis],
                Input::ThreadIndex => *column = lane_numbers(index * width),
                Input::Lane => *column = lane_numbers(0),
                Input::GridSize(axis) => *column = [task.launch.grid[axis]; L],
                Input::BlockSize(axis) => *column = [task.code.block[axis]; L],
                Input::Warp => *column = [index; L],
                Input::WarpSize => *column = [width; L],
                Input::Warps => *column = [count; L],
            }
        }
        warp.restart();
    }
}

fn lane_numbers<const L: usize>(first: u32) -> [u32; L] {
    std::array::from_fn(|lane| first + lane as u32)
}
