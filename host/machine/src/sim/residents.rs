//! Blocks that are there at once.
//!
//! A block runs to its end before the next one starts, as long as it can. One that
//! waits for memory to change stays, and others start and take turns with it, as
//! many as the device has room for. If all of these wait, nobody will ever change
//! what they wait for.
//!
//! Blocks that somebody wants to watch side by side ([`SideBySide`]) start together
//! and take turns of a few instructions even if none of them waits.

use super::block::{Block, InstructionBudget, TURN, Turn, any_turn};
use super::error::{Deadlock, RunError};
use super::launch::{MOST_BYTES, SideBySide, Task, block_bytes};
use super::observer::Observer;
use super::progress::Versions;
use super::schedule::Schedule;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Passes over all blocks without an end of any after which more are started, even
/// if something changes all the time.
const PASSES: u32 = 64;

/// How often all that wait are woken to make sure that nobody can go on.
const CHANCES: u32 = 8;

/// Runs the blocks of a task.
#[inline(always)]
pub(super) fn run_task<const L: usize, O: Observer>(
    task: &Task<'_>,
    observer: &mut O,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<u64, RunError> {
    let mut budget =
        InstructionBudget { most: task.launch.most_instructions, done: 0, asked: 0, go_on };
    let mut versions = Versions::new(task.code);
    let mut residents = Residents::<L>::new(task);
    let mut told = None;
    while let Some(index) = residents.next(task, &mut versions, observer, &mut told)? {
        let block = &mut residents.blocks[index];
        if told != Some(block.number) {
            told = Some(block.number);
            observer.block_resume(block.index);
        }
        let most = residents.alternation.turn(block.number);
        match block.turn(task, most, &mut versions, observer, &mut budget)? {
            Turn::Ended => {
                observer.block_end(block.index);
                residents.end(index);
            }
            Turn::Blocked | Turn::Yielded if residents.needs_others(task) => {
                return Err(RunError::NeedsOthers);
            }
            Turn::Paused => residents.has_paused = true,
            Turn::Blocked | Turn::Yielded => {}
        }
    }
    Ok(budget.done)
}

/// The blocks that have started and not ended.
struct Residents<const L: usize> {
    /// In the order of their numbers.
    blocks: Vec<Block<L>>,
    /// Blocks that have ended, whose memory the next ones can have.
    spare: Vec<Block<L>>,
    /// The number of the next block to start.
    next: u64,
    /// The block that is asked next whether it can run.
    cursor: usize,
    /// Whether any has run since the first was asked, and what had changed then.
    ran: bool,
    changes: u64,
    /// Passes since a block has ended.
    passes: u32,
    /// How many blocks to start when all wait: twice as many each time, so that many
    /// blocks that wait for each other are not woken by every single one.
    batch: u64,
    /// How many of them have not started yet.
    to_start: u64,
    /// What had changed when all that waited were woken to make sure.
    warned: Option<u64>,
    /// How often that is still done before a block starts or ends.
    chances: u32,
    /// Whether any block had to stop because it was another's turn since the first was
    /// asked.
    has_paused: bool,
    alternation: Alternation,
}

impl<const L: usize> Residents<L> {
    fn new(task: &Task<'_>) -> Residents<L> {
        Residents {
            blocks: Vec::new(),
            spare: Vec::new(),
            next: task.blocks.start,
            cursor: 0,
            ran: false,
            changes: 0,
            passes: 0,
            batch: 1,
            to_start: 0,
            warned: None,
            chances: CHANCES,
            has_paused: false,
            alternation: Alternation::new(task.launch.side_by_side),
        }
    }

    /// Whether a block that does not go on may wait for one that is not there.
    fn needs_others(&self, task: &Task<'_>) -> bool {
        !task.launch.interleaved && task.launch.blocks() > 1 && task.code.may_wait_for_blocks()
    }

    /// A block has ended.
    fn end(&mut self, index: usize) {
        self.spare.push(self.blocks.remove(index));
        self.cursor = self.cursor.min(index);
        self.passes = 0;
        self.batch = 1;
        self.to_start = 0;
        self.chances = CHANCES;
    }

    /// The block that runs next; nothing if all have ended. `told` is the block that
    /// the observer takes for the one that runs.
    fn next<O: Observer>(
        &mut self,
        task: &Task<'_>,
        versions: &mut Versions,
        observer: &mut O,
        told: &mut Option<u64>,
    ) -> Result<Option<usize>, RunError> {
        loop {
            if self.to_start > 0 && self.has_room(task) {
                self.to_start -= 1;
                let is_alongside = self.is_alongside(task);
                self.start(task, observer, told);
                if is_alongside {
                    // All that are watched are there before the first of them runs.
                    continue;
                }
                self.ran = true;
                return Ok(Some(self.blocks.len() - 1));
            }
            if let Some(index) = self.any(task, versions) {
                self.ran = true;
                return Ok(Some(index));
            }
            while let Some(block) = self.blocks.get_mut(self.cursor) {
                self.cursor += 1;
                if block.can_run(task, versions) {
                    self.ran = true;
                    return Ok(Some(self.cursor - 1));
                }
            }
            if std::mem::take(&mut self.has_paused) {
                // Nobody has waited for anything: this pass says nothing of that.
                self.cursor = 0;
                self.to_start = self.alternation.left(self.next);
                continue;
            }
            let progressed = self.changes != versions.changes && self.passes < PASSES;
            let ran = std::mem::take(&mut self.ran);
            self.cursor = 0;
            self.changes = versions.changes;
            self.passes += 1;
            if self.blocks.is_empty() {
                if self.next >= task.blocks.end {
                    return Ok(None);
                }
                self.to_start = self.alternation.left(self.next).max(1);
            } else if ran && progressed {
                // Whoever waited for that goes on first.
            } else if self.has_room(task) {
                self.passes = 0;
                self.to_start = self.batch;
                self.batch = self.batch.saturating_mul(2);
            } else if !ran && self.chances > 0 && self.warned != Some(versions.changes) {
                // A word may have changed and changed back while a warp went round. If
                // nothing changes in the rounds to come, nothing ever will; and if lanes
                // only take and give back what others hold, neither.
                self.warned = Some(versions.changes);
                self.chances -= 1;
                self.blocks.iter_mut().for_each(Block::wake_all);
            } else if !ran && !self.blocks.iter_mut().any(|block| block.force_exchanges(task)) {
                return Err(self.deadlock(task));
            }
        }
    }

    /// Whether the next block to start is watched side by side with others.
    fn is_alongside(&self, task: &Task<'_>) -> bool {
        self.next < task.blocks.end && self.alternation.left(self.next) > 0
    }

    /// Any of the blocks that can go on, where they take turns at random.
    fn any(&mut self, task: &Task<'_>, versions: &mut Versions) -> Option<usize> {
        self.alternation.random.as_ref()?;
        // Those that wait are asked in their order, pass by pass.
        if !self.blocks.iter().any(|block| block.is_paused) {
            return None;
        }
        let mut ready = Vec::new();
        for (index, block) in self.blocks.iter_mut().enumerate() {
            if block.can_run(task, versions) {
                ready.push(index);
            }
        }
        let random = self.alternation.random.as_mut()?;
        ready.get(random.next_u32() as usize % ready.len().max(1)).copied()
    }

    fn has_room(&self, task: &Task<'_>) -> bool {
        let most = match task.launch.interleaved || self.is_alongside(task) {
            true => task.launch.resident_blocks.min(most_in_memory(task)).max(1),
            false => 1,
        };
        self.next < task.blocks.end && (self.blocks.len() as u64) < most
    }

    fn start<O: Observer>(&mut self, task: &Task<'_>, observer: &mut O, told: &mut Option<u64>) {
        let (mut block, is_new) = match self.spare.pop() {
            Some(block) => (block, false),
            None => (Block::new(task), true),
        };
        block.start(task, self.next, is_new);
        observer.block_start(block.index);
        *told = Some(self.next);
        self.chances = CHANCES;
        self.next += 1;
        self.blocks.push(block);
    }

    /// Why nobody can go on.
    fn deadlock(&mut self, task: &Task<'_>) -> RunError {
        let resident = self.blocks.len() as u64;
        let left = task.blocks.end - self.next;
        if left > 0 && resident >= most_in_memory(task) && resident < task.launch.resident_blocks {
            let blocks = resident + 1;
            let bytes = block_bytes(task.code, task.launch.warp_width).saturating_mul(blocks);
            return RunError::ResidentMemory { blocks, bytes, most: MOST_BYTES };
        }
        let unstarted = (left > 0).then_some((left, resident));
        let known = Deadlock { resident, unstarted, ..Deadlock::default() };
        let asleep = self.blocks.iter_mut().find_map(|block| block.deadlock(task, &known));
        let missing = || self.blocks.iter().find_map(|block| block.missing(task));
        asleep.or_else(missing).unwrap_or(RunError::Stopped)
    }
}

/// How blocks take turns that are watched side by side.
struct Alternation {
    among: Option<SideBySide>,
    /// Says who is next and for how long, where that is at random.
    random: Option<Pcg64Mcg>,
}

impl Alternation {
    fn new(among: Option<SideBySide>) -> Alternation {
        let random = match among.map(|among| among.schedule) {
            Some(Schedule::Shuffled(seed)) => Some(Pcg64Mcg::seed_from_u64(seed)),
            Some(Schedule::InOrder | Schedule::RoundRobin) | None => None,
        };
        Alternation { among, random }
    }

    /// How many blocks are to run side by side from this one on.
    fn left(&self, number: u64) -> u64 {
        let among = self.among.filter(|among| among.contains(number));
        among.map_or(0, |among| among.count - (number - among.first))
    }

    /// How many instructions a block's turn has.
    fn turn(&mut self, number: u64) -> u64 {
        match &mut self.random {
            _ if self.among.is_none_or(|among| !among.contains(number)) => u64::MAX,
            Some(random) => any_turn(random),
            None => TURN,
        }
    }
}

/// How many blocks the machine itself has memory for.
fn most_in_memory(task: &Task<'_>) -> u64 {
    MOST_BYTES / block_bytes(task.code, task.launch.warp_width).max(1)
}
