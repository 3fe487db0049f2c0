//! Loops that never end, or do not seem to.
//!
//! Where the machine finds that lanes can never leave a loop, [`standstill`] says so
//! in words. Where it comes to a limit, the loop has to be guessed, which the rest is
//! about: it counts how often the running block executes each instruction. When the
//! machine gives up, the loop that went round most often each time it was
//! entered, of those around the last instruction, is the one to blame.

mod standstill;

use super::Divisible;
use super::finding::UnlocatedFinding;
use super::kernel::{LaunchedKernel, block_name};
use super::turns::BlockStates;
use crate::finding::{FindingKind, Severity};
use crate::sim::code::{Code, Op};
use crate::sim::{Launch, Observer, RunError, Site};
use std::ops::Range;
use std::sync::Arc;

/// Counts, to know where a kernel was when it was stopped.
#[derive(Clone, Debug, Default)]
pub struct EndlessDetector {
    /// How often each instruction was executed by the block that runs.
    counts: Vec<u64>,
    /// The instructions of each loop, inner ones before those around them.
    loops: Vec<Range<u32>>,
    last: Option<Site>,
    kernel: Arc<LaunchedKernel>,
    turns: BlockStates<Vec<u64>>,
}

impl EndlessDetector {
    pub fn new() -> EndlessDetector {
        EndlessDetector::default()
    }

    /// What to say about a run that was stopped; nothing about other errors.
    pub fn found(&self, error: &RunError) -> Option<UnlocatedFinding> {
        match error {
            RunError::Budget { most } => {
                Some(self.stopped(&format!("the kernel was stopped after {most} instructions")))
            }
            RunError::Time { limit } => {
                let limit = limit.as_secs_f64();
                Some(self.stopped(&format!("the kernel was stopped after {limit} s")))
            }
            RunError::Endless(still) => Some(standstill::finding(&self.kernel, still)),
            RunError::Missing(_)
            | RunError::NeedsOthers
            | RunError::Outgrown
            | RunError::Stopped
            | RunError::Width(_)
            | RunError::Memory { .. }
            | RunError::Oversized { .. }
            | RunError::ResidentMemory { .. }
            | RunError::Buffers { .. } => None,
        }
    }

    /// What to say about a run that came to a limit.
    fn stopped(&self, stopped: &str) -> UnlocatedFinding {
        let (op, rounds) = self.suspect();
        let message = match self.last {
            Some(last) if rounds > 1 => format!(
                "{stopped}; {} had executed this line {rounds} times: its loop may never end, or \
                 the limit is too low for this size.",
                block_name(last.block)
            ),
            _ => format!("{stopped}; a loop may never end, or the limit is too low for this size."),
        };
        UnlocatedFinding {
            kind: FindingKind::Endless,
            severity: Severity::Error,
            message,
            op,
            other_op: None,
            lanes: Vec::new(),
            block: self.last.map(|last| last.block),
            address: None,
            step: self.last.map(|last| last.step),
        }
    }

    /// The instruction that stands for the loop, and how often it was executed.
    fn suspect(&self) -> (u32, u64) {
        let Some(last) = self.last else {
            // Not one instruction of the source: the loop must be empty.
            return (self.loops.first().map_or(0, |range| range.start), 0);
        };
        let around: Vec<&Range<u32>> =
            self.loops.iter().filter(|range| range.contains(&last.op)).collect();
        let mut best = (last.op, self.count(last.op));
        let mut most_rounds = 0;
        for (index, range) in around.iter().enumerate() {
            let (op, rounds) = self.rounds(range);
            let entered = around.get(index + 1).map_or(1, |outer| self.rounds(outer).1).max(1);
            if rounds / entered > most_rounds {
                most_rounds = rounds / entered;
                best = (op, rounds);
            }
        }
        best
    }

    /// The first of the most executed instructions of a loop, but for those of
    /// loops within, and how often it was executed.
    fn rounds(&self, range: &Range<u32>) -> (u32, u64) {
        let within = |op: u32| {
            self.loops
                .iter()
                .any(|inner| inner != range && range.contains(&inner.start) && inner.contains(&op))
        };
        let mut best = (range.start, 0);
        for op in range.clone().filter(|&op| !within(op)) {
            let count = self.count(op);
            if count > best.1 {
                best = (op, count);
            }
        }
        best
    }

    fn count(&self, op: u32) -> u64 {
        self.counts.get(op as usize).copied().unwrap_or(0)
    }
}

impl Observer for EndlessDetector {
    fn launch(&mut self, code: &Code, launch: &Launch, buffer_bytes: &[u32]) {
        self.counts.clear();
        self.counts.resize(code.ops.len(), 0);
        self.kernel = Arc::new(LaunchedKernel::new(code, launch, buffer_bytes));
        self.turns.clear();
        self.last = None;
        self.loops.clear();
        for (end, op) in code.ops.iter().enumerate() {
            if let Op::EndLoop { start, .. } = *op {
                self.loops.push(start..end as u32);
            }
        }
    }

    fn block_start(&mut self, block: [u32; 3]) {
        let ops = self.counts.len();
        self.turns.start(block, &mut self.counts);
        self.counts.resize(ops, 0);
        self.counts.fill(0);
    }

    fn block_resume(&mut self, block: [u32; 3]) {
        self.turns.resume(block, &mut self.counts);
    }

    fn block_end(&mut self, _block: [u32; 3]) {
        self.turns.end();
    }

    #[inline]
    fn instruction(&mut self, site: &Site) {
        if let Some(count) = self.counts.get_mut(site.op as usize) {
            *count += 1;
        }
        self.last = Some(*site);
    }
}

impl Divisible for EndlessDetector {
    fn part(&self) -> EndlessDetector {
        EndlessDetector {
            counts: vec![0; self.counts.len()],
            loops: self.loops.clone(),
            last: None,
            kernel: Arc::clone(&self.kernel),
            turns: BlockStates::default(),
        }
    }

    /// The busiest block of all is the one to suspect.
    fn join(&mut self, part: EndlessDetector) {
        let busiest = |counts: &[u64]| counts.iter().copied().max().unwrap_or(0);
        if self.last.is_none() || busiest(&part.counts) > busiest(&self.counts) {
            *self = part;
        }
    }
}
