//! Barriers that not all threads of a block come to.
//!
//! Where some wait at another barrier or are on another way through the kernel, a
//! GPU hangs or goes on too early, whatever the language. On threads that have
//! returned languages differ. WGSL asks for uniform control flow: all threads of
//! the block come to a barrier, or none. CUDA's barrier waits for those that have
//! not ended, each for itself since Volta and counted by warps before, so that a
//! `return` in front of it is no mistake.

use super::Divisible;
use super::finding::{OTHER_LINE, UnlocatedFinding};
use super::kernel::{LaunchedKernel, block_name, list};
use super::turns::BlockStates;
use super::words;
use crate::finding::{FindingKind, Severity};
use crate::sim::code::{BarrierScope, Code};
use crate::sim::{Launch, MissingLanes, Observer, RunError, Site};
use std::collections::BTreeMap;
use std::sync::Arc;
use warpbench_semantics::Dialect;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Whereabouts {
    #[default]
    Running,
    /// At the barrier of this number, since this step.
    At(u32, u64),
    Ended,
}

/// Looks for barriers that some threads do not come to.
#[derive(Clone, Debug, Default)]
pub struct BarrierDetector {
    kernel: Arc<LaunchedKernel>,
    warps: Vec<Whereabouts>,
    turns: BlockStates<Vec<Whereabouts>>,
    /// What was found, by instruction.
    found: BTreeMap<u32, UnlocatedFinding>,
}

impl BarrierDetector {
    pub fn new() -> BarrierDetector {
        BarrierDetector::default()
    }

    /// One finding for each barrier.
    pub fn findings(&self) -> Vec<UnlocatedFinding> {
        self.found.values().cloned().collect()
    }

    /// What to say about a run that ended because lanes of a warp wait for others
    /// which never come; nothing about other errors.
    pub fn found(&self, error: &RunError) -> Option<UnlocatedFinding> {
        let RunError::Missing(missing) = error else { return None };
        let MissingLanes { op, block, warp, lanes, missing, step, elsewhere } = **missing;
        let waiting = self.kernel.threads_of(warp, lanes);
        let absent = self.kernel.threads_of(warp, missing);
        let waits = if waiting.len() == 1 { "waits" } else { "wait" };
        let come = if absent.len() == 1 { "comes" } else { "come" };
        let whereabouts = elsewhere.map_or(String::new(), |_| format!(", stuck at {OTHER_LINE}"));
        let message = format!(
            "{} of {} {waits} for ever at this `warp::sync_warp`: its mask names {} as well, which \
             never {come}{whereabouts}. It waits for every lane of its mask that has not \
             returned: name only lanes that come here, or put it where they all pass.",
            list(&waiting),
            block_name(block),
            list(&absent),
        );
        Some(UnlocatedFinding {
            kind: FindingKind::Barrier,
            severity: Severity::Error,
            message,
            op,
            other_op: elsewhere,
            lanes: waiting,
            block: Some(block),
            address: None,
            step: Some(step),
        })
    }

    /// Notes a barrier that threads are missing at.
    fn tell(&mut self, op: u32, other_op: Option<u32>, site: At, missing: Vec<u32>, why: Absence) {
        let dialect = self.kernel.dialect;
        self.found.entry(op).or_insert_with(|| UnlocatedFinding {
            kind: FindingKind::Barrier,
            severity: Severity::Error,
            message: format!(
                "not all threads of {} come to this barrier: {} {}; {}",
                block_name(site.block),
                list(&missing),
                why.words(),
                rule(dialect, why, self.kernel.barriers.get(&op).copied().unwrap_or_default()),
            ),
            op,
            other_op,
            lanes: missing,
            block: Some(site.block),
            address: None,
            step: Some(site.step),
        });
    }

    /// Judges who has come when a barrier lets its threads go on.
    fn released(&mut self, block: [u32; 3]) {
        let arrived = |warps: &[Whereabouts]| {
            let ops = warps.iter().filter_map(|warp| match *warp {
                Whereabouts::At(op, step) => Some((op, step)),
                _ => None,
            });
            ops.min()
        };
        let Some((op, step)) = arrived(&self.warps) else { return };
        let at = At { block, step };
        let elsewhere = |warp: &Whereabouts| matches!(*warp, Whereabouts::At(o, _) if o != op);
        let other = self.warps.iter().find(|warp| elsewhere(warp));
        if let Some(&Whereabouts::At(other_op, _)) = other {
            let missing = self.threads(elsewhere);
            self.tell(op, Some(other_op), at, missing, Absence::AtAnother);
        }
        if !self.returns_count() {
            return;
        }
        let ended = self.threads(|warp| *warp == Whereabouts::Ended);
        if !ended.is_empty() {
            self.tell(op, None, at, ended, Absence::Returned);
        }
    }

    /// Whether a thread that has returned is missing at a barrier.
    fn returns_count(&self) -> bool {
        self.kernel.dialect == Dialect::Wgsl
    }

    /// The threads of all warps of a kind.
    fn threads(&self, is_meant: impl Fn(&Whereabouts) -> bool) -> Vec<u32> {
        let mut threads = Vec::new();
        for (warp, whereabouts) in self.warps.iter().enumerate() {
            if is_meant(whereabouts) {
                let lanes = self.kernel.lanes_of(warp as u32);
                threads.extend(self.kernel.threads_of(warp as u32, lanes));
            }
        }
        threads
    }
}

/// Why threads are missing at a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Absence {
    Elsewhere,
    AtAnother,
    Returned,
}

impl Absence {
    /// As it follows the list of the threads.
    fn words(self) -> String {
        match self {
            Absence::Elsewhere => "took another way".to_owned(),
            Absence::AtAnother => format!("wait at another one, at {OTHER_LINE}"),
            Absence::Returned => "have returned before".to_owned(),
        }
    }
}

/// The language's rule that was broken, and what to do.
fn rule(dialect: Dialect, why: Absence, scope: BarrierScope) -> String {
    let barrier = match scope.shared {
        true => words::block_barrier(dialect),
        false => words::storage_barrier(dialect),
    };
    match (dialect, why) {
        (Dialect::Cuda, _) => format!(
            "{barrier} waits for every thread of the block that has not ended, so that a GPU \
             hangs here or goes on too early. Put it where all of them pass."
        ),
        (Dialect::Wgsl, Absence::Returned) => format!(
            "WGSL asks for uniform control flow at {barrier}: all threads of a block come to it, \
             or none. Put what the others do into an `if` instead of leaving with `return`, and \
             keep the barrier outside."
        ),
        (Dialect::Wgsl, _) => format!(
            "WGSL asks for uniform control flow at {barrier}: all threads of a block come to it, \
             or none, and a GPU hangs here or goes on too early. Put it where all threads pass."
        ),
    }
}

/// Where and when something was found.
#[derive(Clone, Copy)]
struct At {
    block: [u32; 3],
    step: u64,
}

impl Observer for BarrierDetector {
    fn launch(&mut self, code: &Code, launch: &Launch, buffer_bytes: &[u32]) {
        self.kernel = Arc::new(LaunchedKernel::new(code, launch, buffer_bytes));
        self.turns.clear();
    }

    fn block_start(&mut self, block: [u32; 3]) {
        self.turns.start(block, &mut self.warps);
        self.warps.clear();
        self.warps.resize(self.kernel.warps() as usize, Whereabouts::Running);
    }

    fn block_resume(&mut self, block: [u32; 3]) {
        self.turns.resume(block, &mut self.warps);
    }

    fn block_end(&mut self, _block: [u32; 3]) {
        self.turns.end();
    }

    fn arrive(&mut self, site: &Site, live: u64) {
        if let Some(warp) = self.warps.get_mut(site.warp as usize) {
            *warp = Whereabouts::At(site.op, site.step);
        }
        let at = At { block: site.block, step: site.step };
        let elsewhere = live & !site.mask;
        let returned = self.kernel.lanes_of(site.warp) & !live;
        if elsewhere != 0 {
            let missing = self.kernel.threads_of(site.warp, elsewhere);
            self.tell(site.op, None, at, missing, Absence::Elsewhere);
        } else if returned != 0 && self.returns_count() {
            let missing = self.kernel.threads_of(site.warp, returned);
            self.tell(site.op, None, at, missing, Absence::Returned);
        }
    }

    fn barrier(&mut self, block: [u32; 3], _scope: BarrierScope) {
        // Mostly all wait at the same one.
        let uniform = match self.warps.first() {
            Some(&Whereabouts::At(first, _)) => {
                self.warps.iter().all(|warp| matches!(*warp, Whereabouts::At(op, _) if op == first))
            }
            _ => false,
        };
        if !uniform {
            self.released(block);
        }
        for warp in &mut self.warps {
            if *warp != Whereabouts::Ended {
                *warp = Whereabouts::Running;
            }
        }
    }

    fn warp_end(&mut self, _block: [u32; 3], warp: u32) {
        if let Some(warp) = self.warps.get_mut(warp as usize) {
            *warp = Whereabouts::Ended;
        }
    }
}

impl Divisible for BarrierDetector {
    fn part(&self) -> BarrierDetector {
        BarrierDetector { kernel: Arc::clone(&self.kernel), ..BarrierDetector::new() }
    }

    fn join(&mut self, part: BarrierDetector) {
        for (op, found) in part.found {
            self.found.entry(op).or_insert(found);
        }
    }
}
