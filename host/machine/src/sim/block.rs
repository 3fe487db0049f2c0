//! One block: its warps by a schedule, until they have ended or wait for others.

use super::code::{BarrierScope, Input};
use super::error::{Deadlock, MissingLanes, RunError};
use super::fragment::RunState;
use super::launch::Task;
use super::observer::Observer;
use super::progress::{MemoryView, Versions};
use super::schedule::Schedule;
use super::warp::{BlockContext, Warp};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Instructions of a turn in [`Schedule::RoundRobin`].
pub(super) const TURN: u64 = 8;

/// Instructions after which the machine asks whether to go on: well under a
/// millisecond's worth.
pub(super) const UNASKED: u64 = 512;

/// Asks now and then whether to go on, and counts.
pub(super) struct InstructionBudget<'a> {
    pub(super) most: u64,
    pub(super) done: u64,
    pub(super) asked: u64,
    pub(super) go_on: &'a mut dyn FnMut() -> bool,
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

/// Turns of warps that spin without anything changing after which other blocks get
/// one.
const IDLE_TURNS: u32 = 8;

/// How a turn of a block ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Ended,
    /// It waits for memory to change.
    Blocked,
    /// It spins, and others may have to do something for it.
    Yielded,
    /// It could go on, and it is another block's turn.
    Paused,
}

/// A block that runs or waits.
pub(super) struct Block<const L: usize> {
    pub(super) number: u64,
    /// Where it is in the grid, x, y, z.
    pub(super) index: [u32; 3],
    warps: Vec<Warp<L>>,
    shared: Vec<u32>,
    shared_version: u64,
    picker: Picker,
    /// Instructions that its warps have executed.
    step: u64,
    /// Whether nothing but a change of memory can make it go on.
    is_blocked: bool,
    /// Whether its last turn ended because it was over, and for no other reason.
    pub(super) is_paused: bool,
    /// Changes of memory that its warps know of.
    known_changes: u64,
    /// Barriers and other meetings of its lanes so far.
    releases: u64,
    /// How much had happened when lanes that stand still were last sent to meet
    /// others.
    roused: Option<(u64, u64)>,
    /// Turns of warps that spin since something changed, and what had changed.
    idle_turns: (u32, u64),
}

impl<const L: usize> Block<L> {
    /// A block with what never changes from block to block.
    pub(super) fn new(task: &Task<'_>) -> Block<L> {
        Block {
            number: 0,
            index: [0; 3],
            warps: warps(task),
            shared: vec![0; task.code.shared_bytes.div_ceil(4) as usize],
            shared_version: 0,
            picker: Picker::new(task.launch.schedule, [0; 3]),
            step: 0,
            is_blocked: false,
            is_paused: false,
            known_changes: 0,
            releases: 0,
            roused: None,
            idle_turns: (0, 0),
        }
    }

    /// Becomes the block of this number, at its start.
    pub(super) fn start(&mut self, task: &Task<'_>, number: u64, first: bool) {
        self.number = number;
        self.index = task.launch.block_at(number);
        self.shared.fill(0);
        start(task, &mut self.warps, self.index, first);
        self.picker = Picker::new(task.launch.schedule, self.index);
        self.step = 0;
        self.is_blocked = false;
        self.is_paused = false;
        self.releases = 0;
        self.roused = None;
        self.idle_turns = (0, 0);
    }

    /// Whether the block could go on.
    pub(super) fn can_run(&mut self, task: &Task<'_>, versions: &mut Versions) -> bool {
        if !self.is_blocked {
            return true;
        }
        if self.known_changes == versions.changes {
            return false;
        }
        versions.swap_shared(&mut self.shared_version);
        let view =
            MemoryView { code: task.code, versions, global: task.memory, shared: &self.shared };
        let woken = self.warps.iter().any(|warp| warp.is_woken(&view));
        versions.swap_shared(&mut self.shared_version);
        if !woken {
            self.known_changes = versions.changes;
        }
        woken
    }

    /// Runs to the end, or as long as nothing is needed from other blocks. After
    /// `most` instructions it is another's turn, but no turn of a warp is cut short for
    /// that, so that the block's warps take theirs as if it were alone.
    #[inline(always)]
    pub(super) fn turn<O: Observer>(
        &mut self,
        task: &Task<'_>,
        most: u64,
        versions: &mut Versions,
        observer: &mut O,
        budget: &mut InstructionBudget<'_>,
    ) -> Result<Turn, RunError> {
        versions.swap_shared(&mut self.shared_version);
        let mut context = BlockContext {
            code: task.code,
            memory_refs: task.memory_refs,
            buffer_bytes: task.buffer_bytes,
            block: self.index,
            block_number: self.number as u32,
            shared: &mut self.shared,
            global: task.memory,
            observer,
            step: self.step,
            versions,
            independent_threads: task.launch.independent_threads,
            meetings: self.releases,
            is_outgrown: false,
        };
        self.is_blocked = false;
        let mut waiter = Waiter {
            known_changes: self.known_changes,
            roused: self.roused,
            idle_turns: self.idle_turns,
        };
        let mut spent = 0;
        let turn = loop {
            if spent >= most && self.warps.iter().any(|warp| warp.state == RunState::Ready) {
                break Turn::Paused;
            }
            if waiter.known_changes != context.versions.changes {
                waiter.wake(&mut self.warps, &context);
            }
            let Some((warp, turn)) = self.picker.pick(&self.warps) else {
                match waiter.idle(&mut self.warps, &mut context) {
                    Some(turn) => break turn,
                    None => continue,
                }
            };
            // A turn may be cut short, but never into another warp's.
            let warp = &mut self.warps[warp];
            // One that goes on as long as it can is the one that is picked again.
            let mut left = if turn == u64::MAX { most } else { turn };
            while left > 0 && warp.state == RunState::Ready {
                let most = left.min(UNASKED).min(budget.left()?);
                let done = warp.run(&mut context, most);
                left = left.saturating_sub(done);
                spent = spent.saturating_add(done);
                budget.spend(done)?;
                if context.is_outgrown {
                    return Err(RunError::Outgrown);
                }
                if warp.state != RunState::Ready {
                    warp.settle(&mut context);
                }
            }
            if warp.state == RunState::Stuck
                && let Some(still) =
                    warp.standstill(context.code, context.block, context.step, None)
            {
                return Err(RunError::Endless(Box::new(still)));
            }
        };
        self.step = context.step;
        self.releases = context.meetings;
        self.known_changes = waiter.known_changes;
        self.roused = waiter.roused;
        self.idle_turns = waiter.idle_turns;
        self.is_blocked = turn == Turn::Blocked;
        self.is_paused = turn == Turn::Paused;
        versions.swap_shared(&mut self.shared_version);
        Ok(turn)
    }

    /// Nobody can go on: wakes all that wait for memory, to make sure.
    pub(super) fn wake_all(&mut self) {
        self.warps.iter_mut().for_each(Warp::wake_all);
        self.is_blocked = false;
    }

    /// Nobody can go on: lets lanes that wait for others of their warp before they
    /// exchange something do so without them.
    pub(super) fn force_exchanges(&mut self, task: &Task<'_>) -> bool {
        for warp in &mut self.warps {
            if warp.force_exchanges(task.code) {
                self.is_blocked = false;
                return true;
            }
        }
        false
    }

    /// Nobody can go on: lanes of this block that wait for memory, if there are any.
    pub(super) fn deadlock(&mut self, task: &Task<'_>, known: &Deadlock) -> Option<RunError> {
        let barrier = self.warps.iter().find_map(|warp| {
            let (op, lanes) = warp.at_barrier(task.code)?;
            Some((op, warp.index, lanes))
        });
        let asleep = self.warps.iter_mut().find(|warp| warp.has(RunState::Asleep))?;
        asleep.bring(RunState::Asleep);
        let held = match task.launch.independent_threads {
            true => 0,
            false => asleep.own & asleep.live & !asleep.mask,
        };
        let known = Deadlock { barrier, held, ..known.clone() };
        let still = asleep.standstill(task.code, self.index, self.step, Some(known))?;
        Some(RunError::Endless(Box::new(still)))
    }

    /// Nobody can go on: lanes of this block that wait for others of their warp.
    pub(super) fn missing(&self, task: &Task<'_>) -> Option<RunError> {
        let found = self.warps.iter().find_map(|warp| {
            let (op, lanes, missing) = warp.misses(task.code)?;
            let elsewhere = warp.whereabouts(task.code, missing);
            let (warp, block, step) = (warp.index, self.index, self.step);
            Some(MissingLanes { op, block, warp, lanes, missing, step, elsewhere })
        });
        found.map(|found| RunError::Missing(Box::new(found)))
    }
}

/// Decides what happens when no warp of a block is ready.
struct Waiter {
    known_changes: u64,
    roused: Option<(u64, u64)>,
    idle_turns: (u32, u64),
}

impl Waiter {
    #[inline(never)]
    fn wake<const L: usize, O>(&mut self, warps: &mut [Warp<L>], context: &BlockContext<'_, O>) {
        self.known_changes = context.versions.changes;
        let view = context.view();
        warps.iter_mut().for_each(|warp| warp.wake(&view));
    }

    /// How the block's turn ends, unless some warp can go on.
    #[inline(never)]
    fn idle<const L: usize, O: Observer>(
        &mut self,
        warps: &mut [Warp<L>],
        context: &mut BlockContext<'_, O>,
    ) -> Option<Turn> {
        let any = |warps: &[Warp<L>], state| warps.iter().any(|warp| warp.state == state);
        if any(warps, RunState::Yielded) {
            warps.iter_mut().for_each(Warp::take_turn);
            return self.count_turn(context.versions.changes);
        }
        if any(warps, RunState::Asleep) || any(warps, RunState::Meeting) {
            let view = context.view();
            let happened = Some((view.versions.changes, context.meetings));
            let all_still = warps.iter().all(|warp| warp.waits_still(&view));
            if !all_still && self.roused != happened {
                self.roused = happened;
                warps.iter_mut().for_each(|warp| warp.rouse(&view));
                if any(warps, RunState::Ready) {
                    return None;
                }
            }
            return Some(Turn::Blocked);
        }
        // Whoever has not ended waits at the barrier.
        let mut scope = None;
        for warp in warps.iter_mut().filter(|warp| warp.state == RunState::Waiting) {
            scope = Some(scope.unwrap_or(BarrierScope::default()).with(warp.scope));
            warp.release(context.code);
        }
        let Some(scope) = scope else { return Some(Turn::Ended) };
        context.observer.barrier(context.block, scope);
        context.meetings += 1;
        None
    }

    /// Counts turns of warps that spin.
    fn count_turn(&mut self, changes: u64) -> Option<Turn> {
        let (turns, since) = &mut self.idle_turns;
        if *since != changes {
            (*turns, *since) = (0, changes);
        }
        *turns += 1;
        (*turns >= IDLE_TURNS).then(|| {
            *turns = 0;
            Turn::Yielded
        })
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
                let turn = any_turn(&mut self.random);
                ready.nth(chosen).map(|warp| (warp, turn))
            }
        }
    }
}

/// How many instructions a turn has in [`Schedule::Shuffled`].
pub(super) fn any_turn(random: &mut Pcg64Mcg) -> u64 {
    u64::from(random.next_u32() % 32) + 1
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
