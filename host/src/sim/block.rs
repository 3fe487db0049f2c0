//! A launch: blocks one after the other, the warps of a block by a schedule.

use super::code::{BarrierScope, Code, Input};
use super::memory::Buffers;
use super::observer::Observer;
use super::warp::{State, Surroundings, Warp};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
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

/// A run that did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RunError {
    /// The kernel may be endless.
    #[error(
        "the kernel was stopped after {most} instructions; a loop may never end, or the limit \
         is too low for this size"
    )]
    Budget {
        /// The limit.
        most: u64,
    },
    /// No machine has such warps.
    #[error("a warp has 1 to 64 lanes, not {0}")]
    Width(u32),
    /// The launch does not fit the kernel.
    #[error("the kernel uses {wanted} buffers, but {given} were given")]
    Buffers {
        /// What the kernel uses.
        wanted: usize,
        /// What it got.
        given: usize,
    },
}

/// Runs a kernel over a grid.
pub fn run<O: Observer>(
    code: &Code,
    launch: &Launch,
    buffers: &mut Buffers,
    observer: &mut O,
) -> Result<(), RunError> {
    if buffers.0.len() != code.buffers.len() {
        return Err(RunError::Buffers { wanted: code.buffers.len(), given: buffers.0.len() });
    }
    let sizes: Vec<u32> = (0..buffers.0.len()).map(|i| buffers.bytes(i as u32)).collect();
    observer.launch(code, launch, &sizes);
    match launch.warp_width {
        1..=32 => blocks::<32, O>(code, launch, buffers, observer),
        33..=64 => blocks::<64, O>(code, launch, buffers, observer),
        width => Err(RunError::Width(width)),
    }
}

fn blocks<const L: usize, O: Observer>(
    code: &Code,
    launch: &Launch,
    buffers: &mut Buffers,
    observer: &mut O,
) -> Result<(), RunError> {
    let mut left = launch.most_instructions;
    let [gx, gy, gz] = launch.grid;
    for z in 0..gz {
        for y in 0..gy {
            for x in 0..gx {
                let mut shared = vec![0; code.shared_bytes.div_ceil(4) as usize];
                let shared = &mut shared;
                let mut around =
                    Surroundings { code, block: [x, y, z], shared, buffers, observer, step: 0 };
                around.observer.block_start(around.block);
                block::<L, O>(launch, &mut around, &mut left)?;
                around.observer.block_end(around.block);
            }
        }
    }
    Ok(())
}

/// Runs one block to its end.
fn block<const L: usize, O: Observer>(
    launch: &Launch,
    around: &mut Surroundings<'_, O>,
    left: &mut u64,
) -> Result<(), RunError> {
    let mut warps = warps::<L>(around.code, launch, around.block);
    let mut picker = Picker::new(launch.schedule, around.block);
    loop {
        let ready: Vec<usize> =
            (0..warps.len()).filter(|&i| warps[i].state == State::Ready).collect();
        let Some((warp, turn)) = picker.pick(&ready) else {
            // Whoever has not ended waits at the barrier.
            let mut waiting = warps.iter_mut().filter(|w| w.state == State::Waiting).peekable();
            if waiting.peek().is_none() {
                return Ok(());
            }
            let mut scope = BarrierScope::default();
            for warp in waiting {
                warp.state = State::Ready;
                scope = scope.with(warp.scope);
            }
            around.observer.barrier(around.block, scope);
            continue;
        };
        if *left == 0 {
            return Err(RunError::Budget { most: launch.most_instructions });
        }
        *left -= warps[warp].run(around, turn.min(*left)).min(*left);
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
    fn pick(&mut self, ready: &[usize]) -> Option<(usize, u64)> {
        let &first = ready.first()?;
        match self.schedule {
            Schedule::InOrder => Some((first, u64::MAX)),
            Schedule::RoundRobin => {
                let warp = ready.iter().copied().find(|&warp| warp >= self.next).unwrap_or(first);
                self.next = warp + 1;
                Some((warp, TURN))
            }
            Schedule::Shuffled(_) => {
                let warp = ready[self.random.next_u32() as usize % ready.len()];
                Some((warp, u64::from(self.random.next_u32() % 32) + 1))
            }
        }
    }
}

/// The warps of a block, with what their threads know from the start.
fn warps<const L: usize>(code: &Code, launch: &Launch, block: [u32; 3]) -> Vec<Warp<L>> {
    let [bx, by, bz] = code.block;
    let threads = bx * by * bz;
    let width = launch.warp_width;
    let count = threads.div_ceil(width);
    (0..count)
        .map(|index| {
            let first = index * width;
            let lanes = width.min(threads - first);
            let mask = u64::MAX >> (64 - lanes);
            let mut warp = Warp::new(index, width, mask, code.registers);
            for &(register, word) in &code.constants {
                warp.set_all(register, word);
            }
            for lane in 0..lanes {
                let thread = first + lane;
                let place = [thread % bx, thread / bx % by, thread / (bx * by)];
                for &(input, register) in &code.inputs {
                    let word = match input {
                        Input::ThreadInBlock(axis) => place[axis],
                        Input::ThreadIndex => thread,
                        Input::ThreadInGrid(axis) => {
                            block[axis].wrapping_mul(code.block[axis]).wrapping_add(place[axis])
                        }
                        Input::BlockInGrid(axis) => block[axis],
                        Input::GridSize(axis) => launch.grid[axis],
                        Input::BlockSize(axis) => code.block[axis],
                        Input::Warp => index,
                        Input::Lane => lane,
                        Input::WarpSize => width,
                        Input::Warps => count,
                    };
                    warp.set(register, lane as usize, word);
                }
            }
            warp
        })
        .collect()
}
