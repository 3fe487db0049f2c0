//! Barriers that not all threads of a block come to.
//!
//! Where some wait at another barrier or are on another way through the kernel, a
//! GPU hangs or goes on too early, whatever the language. On threads that have
//! returned languages differ. WGSL asks for uniform control flow: all threads of
//! the block come to a barrier, or none. CUDA's barrier waits since Volta for those
//! that have not ended, each for itself, so that a `return` in front of it is no
//! mistake; before Volta it is one. A thread that walks past a barrier and then comes to
//! the kernel's end is missing at it everywhere: the others are let go when it ends,
//! with nothing ordered between them.

use super::Divisible;
use super::finding::{OTHER_LINE, UnlocatedFinding};
use super::kernel::{LaunchedKernel, block_name, list};
use super::nesting::{Nesting, Place};
use super::turns::BlockStates;
use super::words;
use crate::finding::{FindingKind, Severity};
use crate::sim::code::{BarrierScope, Code};
use crate::sim::{
    Arrival, Failed, Launch, LoopRounds, MissingLanes, Observer, RunError, Site, WarpMeeting,
};
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

/// What is known of a warp of the block that runs.
#[derive(Clone, Debug, Default)]
struct WarpState {
    whereabouts: Whereabouts,
    /// Where it waits, if it does.
    place: Place,
    /// Where lanes have returned from the kernel.
    returned: Vec<(u64, Place)>,
    /// The lanes that have given up: others are not to blame them for that.
    failed: u64,
    /// The lanes that were told of as missing. What follows is of the same cause.
    told: u64,
}

/// Lanes that have ended, by what a barrier thinks of it.
#[derive(Clone, Copy, Debug, Default)]
struct EndedLanes {
    /// They have left the barrier behind.
    passed: u64,
    /// They have returned before they came to it.
    returned: u64,
}

/// Looks for barriers that some threads do not come to.
#[derive(Clone, Debug, Default)]
pub struct BarrierDetector {
    kernel: Arc<LaunchedKernel>,
    nesting: Arc<Nesting>,
    warps: Vec<WarpState>,
    turns: BlockStates<Vec<WarpState>>,
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
        let (dialect, barrier) = (self.kernel.dialect, self.barrier_name(op));
        self.found.entry(op).or_insert_with(|| UnlocatedFinding {
            kind: FindingKind::Barrier,
            severity: Severity::Error,
            message: format!(
                "not all threads of {} come to this barrier: {} {}; {}",
                block_name(site.block),
                list(&missing),
                why.words(),
                rule(dialect, why, barrier),
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
        let waiting = self.warps.iter().filter_map(|warp| match warp.whereabouts {
            Whereabouts::At(op, step) => Some(((op, step), &warp.place)),
            _ => None,
        });
        let Some(((op, step), place)) = waiting.min_by_key(|(at, _)| *at) else { return };
        let (at, place) = (At { block, step }, place.clone());
        let elsewhere =
            |warp: &WarpState| matches!(warp.whereabouts, Whereabouts::At(o, _) if o != op);
        let other = self.warps.iter().find(|warp| elsewhere(warp)).map(|warp| warp.whereabouts);
        if let Some(Whereabouts::At(other_op, _)) = other {
            let missing = self.threads(|_, warp| if elsewhere(warp) { u64::MAX } else { 0 });
            self.tell(op, Some(other_op), at, missing, Absence::AtAnother);
        }
        let ended = |detector: &Self, warp: u32, state: &WarpState| match state.whereabouts {
            Whereabouts::Ended => detector.ended(warp, detector.kernel.lanes_of(warp), &place),
            _ => EndedLanes::default(),
        };
        let passed = self.threads(|warp, state| ended(self, warp, state).passed);
        let returned = self.threads(|warp, state| ended(self, warp, state).returned);
        self.tell_ended(at, &place, passed, returned);
        for (warp, state) in (0..).zip(&mut self.warps) {
            if state.whereabouts == Whereabouts::Ended {
                state.told |= self.kernel.lanes_of(warp);
            }
        }
    }

    /// Tells which threads have ended that are missing at a barrier.
    fn tell_ended(&mut self, at: At, place: &Place, passed: Vec<u32>, returned: Vec<u32>) {
        if !passed.is_empty() {
            let around = self.nesting.outermost(place.op);
            self.tell(place.op, around, at, passed, Absence::Passed);
        }
        if !returned.is_empty() && self.returns_count() {
            self.tell(place.op, None, at, returned, Absence::Returned);
        }
    }

    /// Of lanes that have ended those that are missing at a barrier.
    fn ended(&self, warp: u32, lanes: u64, barrier: &Place) -> EndedLanes {
        let Some(state) = self.warps.get(warp as usize) else { return EndedLanes::default() };
        let lanes = lanes & !state.failed & !state.told;
        // WGSL knows no difference.
        if self.kernel.dialect == Dialect::Wgsl {
            return EndedLanes { passed: 0, returned: lanes };
        }
        let before = |(_, place): &&(u64, Place)| !self.nesting.has_passed(place, barrier);
        let returned = state.returned.iter().filter(before).fold(0, |all, (lanes, _)| all | lanes);
        EndedLanes { passed: lanes & !returned, returned: lanes & returned }
    }

    /// What the language calls a barrier.
    fn barrier_name(&self, op: u32) -> &'static str {
        let dialect = self.kernel.dialect;
        match self.kernel.barriers.get(&op) {
            Some(scope) if scope.shared => words::block_barrier(dialect),
            Some(_) => words::storage_barrier(dialect),
            None => words::warp_barrier(dialect),
        }
    }

    /// Judges lanes of a warp that have ended when others of it are at a barrier.
    fn judge_ended(&mut self, site: &Site, lanes: u64, rounds: &LoopRounds<'_>) {
        let place = Place::new(site.op, rounds);
        let ended = self.ended(site.warp, lanes, &place);
        let [passed, returned] =
            [ended.passed, ended.returned].map(|lanes| self.kernel.threads_of(site.warp, lanes));
        self.tell_ended(At::of(site), &place, passed, returned);
        if ended.passed != 0 || self.returns_count() {
            self.forget(site.warp, lanes);
        }
    }

    /// What these lanes do from now on is a consequence of what was told.
    fn forget(&mut self, warp: u32, lanes: u64) {
        if let Some(warp) = self.warps.get_mut(warp as usize) {
            warp.told |= lanes;
        }
    }

    /// Whether a thread that has returned is missing at a barrier.
    fn returns_count(&self) -> bool {
        self.kernel.dialect == Dialect::Wgsl || !self.kernel.independent_threads
    }

    /// The threads of some lanes of each warp.
    fn threads(&self, lanes: impl Fn(u32, &WarpState) -> u64) -> Vec<u32> {
        let mut threads = Vec::new();
        for (warp, state) in (0..).zip(&self.warps) {
            let lanes = lanes(warp, state) & self.kernel.lanes_of(warp);
            threads.extend(self.kernel.threads_of(warp, lanes));
        }
        threads
    }
}

/// Why threads are missing at a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Absence {
    Elsewhere,
    AtAnother,
    /// They have gone past it and ended.
    Passed,
    Returned,
}

impl Absence {
    /// As it follows the list of the threads.
    fn words(self) -> String {
        match self {
            Absence::Elsewhere => "took another way".to_owned(),
            Absence::AtAnother => format!("wait at another one, at {OTHER_LINE}"),
            Absence::Passed => format!("have gone past it, behind {OTHER_LINE}, and ended"),
            Absence::Returned => "have returned before".to_owned(),
        }
    }
}

/// The language's rule that was broken, and what to do.
fn rule(dialect: Dialect, why: Absence, barrier: &str) -> String {
    match (dialect, why) {
        (Dialect::Cuda, Absence::Passed) => format!(
            "all threads that {barrier} is for have to come to it unless they have returned. Since \
             Volta the others go on once these have ended, and nothing is ordered between them; \
             before, a GPU hangs. Put the barrier where all of them pass, and only what some do \
             into the branch or loop."
        ),
        (Dialect::Cuda, Absence::Returned) => format!(
            "on GPUs before Volta, as this one, {barrier} is for all threads of the block; since \
             Volta it waits only for those that have not ended. Put what the others do into an \
             `if` instead of leaving with `return`, and keep the barrier outside."
        ),
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

impl At {
    fn of(site: &Site) -> At {
        At { block: site.block, step: site.step }
    }
}

impl Observer for BarrierDetector {
    fn launch(&mut self, code: &Code, launch: &Launch, buffer_bytes: &[u32]) {
        self.kernel = Arc::new(LaunchedKernel::new(code, launch, buffer_bytes));
        self.nesting = Arc::new(Nesting::of(code));
        self.turns.clear();
    }

    fn block_start(&mut self, block: [u32; 3]) {
        self.turns.start(block, &mut self.warps);
        self.warps.clear();
        self.warps.resize(self.kernel.warps() as usize, WarpState::default());
    }

    fn block_resume(&mut self, block: [u32; 3]) {
        self.turns.resume(block, &mut self.warps);
    }

    fn block_end(&mut self, _block: [u32; 3]) {
        self.turns.end();
    }

    fn arrive(&mut self, site: &Site, arrival: &Arrival<'_>) {
        if let Some(warp) = self.warps.get_mut(site.warp as usize) {
            warp.whereabouts = Whereabouts::At(site.op, site.step);
            warp.place.set(site.op, &arrival.rounds);
        }
        let at = At::of(site);
        let elsewhere = arrival.live & !site.mask;
        let ended = self.kernel.lanes_of(site.warp) & !arrival.live;
        if elsewhere != 0 {
            let missing = self.kernel.threads_of(site.warp, elsewhere);
            self.tell(site.op, None, at, missing, Absence::Elsewhere);
            self.forget(site.warp, elsewhere);
        } else if ended != 0 {
            self.judge_ended(site, ended, &arrival.rounds);
        }
    }

    fn returned(&mut self, site: &Site, rounds: &LoopRounds<'_>) {
        if self.nesting.ends_kernel(site.op)
            && let Some(warp) = self.warps.get_mut(site.warp as usize)
        {
            warp.returned.push((site.mask, Place::new(site.op, rounds)));
        }
    }

    fn failed(&mut self, site: &Site, _failed: &Failed<'_>) {
        self.gave_up(site);
    }

    fn gave_up(&mut self, site: &Site) {
        if let Some(warp) = self.warps.get_mut(site.warp as usize) {
            warp.failed |= site.mask;
        }
    }

    fn warp_barrier(&mut self, site: &Site, meeting: &WarpMeeting<'_>) {
        if meeting.ended != 0 && self.kernel.dialect == Dialect::Cuda {
            // Whoever has returned may be named by a mask.
            let place = Place::new(site.op, &meeting.rounds);
            let passed = self.ended(site.warp, meeting.ended, &place).passed;
            let threads = self.kernel.threads_of(site.warp, passed);
            self.tell_ended(At::of(site), &place, threads, Vec::new());
            self.forget(site.warp, passed);
        }
    }

    fn barrier(&mut self, block: [u32; 3], _scope: BarrierScope) {
        // Mostly all wait at the same one.
        let uniform = match self.warps.first() {
            Some(&WarpState { whereabouts: Whereabouts::At(first, _), .. }) => {
                let is_there =
                    |at: Whereabouts| matches!(at, Whereabouts::At(op, _) if op == first);
                self.warps.iter().all(|warp| is_there(warp.whereabouts))
            }
            _ => false,
        };
        if !uniform {
            self.released(block);
        }
        for warp in &mut self.warps {
            if warp.whereabouts != Whereabouts::Ended {
                warp.whereabouts = Whereabouts::Running;
            }
        }
    }

    fn warp_end(&mut self, _block: [u32; 3], warp: u32) {
        if let Some(warp) = self.warps.get_mut(warp as usize) {
            warp.whereabouts = Whereabouts::Ended;
        }
    }
}

impl Divisible for BarrierDetector {
    fn part(&self) -> BarrierDetector {
        BarrierDetector {
            kernel: Arc::clone(&self.kernel),
            nesting: Arc::clone(&self.nesting),
            ..BarrierDetector::new()
        }
    }

    fn join(&mut self, part: BarrierDetector) {
        for (op, found) in part.found {
            self.found.entry(op).or_insert(found);
        }
    }
}
