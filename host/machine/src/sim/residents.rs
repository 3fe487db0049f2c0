//! Blocks that are there at once.
//!
//! A block runs to its end before the next one starts, as long as it can. One that
//! waits for memory to change stays, and others start and take turns with it, as
//! many as the device has room for. If all of these wait, nobody will ever change
//! what they wait for.

use super::block::{Block, InstructionBudget, Turn};
use super::error::{Deadlock, RunError};
use super::launch::{MOST_BYTES, Task, block_bytes};
use super::observer::Observer;
use super::progress::Versions;

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
        match block.turn(task, &mut versions, observer, &mut budget)? {
            Turn::Ended => {
                observer.block_end(block.index);
                residents.end(index);
            }
            Turn::Blocked | Turn::Yielded if residents.needs_others(task) => {
                return Err(RunError::NeedsOthers);
            }
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
        }
    }

    /// Whether a block that does not go on may wait for one that is not there.
    fn needs_others(&self, task: &Task<'_>) -> bool {
        !task.launch.interleaved && task.launch.blocks() > 1
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
                self.ran = true;
                self.start(task, observer, told);
                return Ok(Some(self.blocks.len() - 1));
            }
            while let Some(block) = self.blocks.get_mut(self.cursor) {
                self.cursor += 1;
                if block.can_run(task, versions) {
                    self.ran = true;
                    return Ok(Some(self.cursor - 1));
                }
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
                self.to_start = 1;
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

    fn has_room(&self, task: &Task<'_>) -> bool {
        let most = match task.launch.interleaved {
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

/// How many blocks the machine itself has memory for.
fn most_in_memory(task: &Task<'_>) -> u64 {
    MOST_BYTES / block_bytes(task.code, task.launch.warp_width).max(1)
}
