//! Parts of a warp that go their own ways.
//!
//! Mostly a warp is one: lanes that part meet again at the end of the construct
//! they parted in, and until then those that wait are marked in its frames. But
//! lanes that spin until others have done something must not keep just these
//! waiting. When lanes stand still in a loop, or wait at a barrier of the warp, the
//! rest of the warp goes on as a fragment of its own, as threads do on GPUs since
//! Volta. Registers stay where they are, since every fragment writes only those of
//! its lanes. Control flow is structured, so fragments at the same instruction are
//! in the same constructs, and become one again.

use super::code::{Code, Op};
use super::meeting::mask_at;
use super::observer::Observer;
use super::progress::{MemoryView, Tracker};
use super::warp::{BlockContext, Frame, Warp};

/// What a fragment of a warp can do next. The state of a warp is that of the
/// fragment that is the furthest from having come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunState {
    Ready,
    /// Others of the warp may go first.
    Switching,
    /// Has had its turn.
    Yielded,
    /// Waits for memory to change.
    Asleep,
    /// Is about to execute something that lanes do together, and waits for the
    /// others of the warp.
    Meeting,
    /// Waits at a barrier of the block.
    Waiting,
    /// Goes round in a loop that nothing can end.
    Stuck,
    Done,
}

impl RunState {
    /// Who comes first.
    fn rank(self) -> u32 {
        match self {
            RunState::Stuck => 0,
            RunState::Ready => 1,
            RunState::Switching => 2,
            RunState::Yielded => 3,
            RunState::Asleep | RunState::Meeting => 4,
            RunState::Waiting => 5,
            RunState::Done => 6,
        }
    }

    fn can_run(self) -> bool {
        matches!(self, RunState::Ready | RunState::Switching | RunState::Yielded)
    }
}

/// A fragment that does not run at the moment.
pub(super) struct Fragment<const L: usize> {
    pub(super) state: RunState,
    pub(super) pc: usize,
    pub(super) mask: u64,
    /// Its lanes, those that wait in its frames included.
    own: u64,
    pub(super) frames: Vec<Frame>,
    pub(super) tracker: Tracker<L>,
    patience: u32,
    /// Whether it executes its next instruction without waiting for others.
    forced: bool,
}

impl<const L: usize> Warp<L> {
    /// Whether there are others to wait for before lanes do something together. If
    /// so, the instruction under way has not been executed.
    pub(super) fn waits_to_meet(&mut self) -> bool {
        let forced = std::mem::take(&mut self.forced);
        if self.others.is_empty() || forced {
            return false;
        }
        self.pc -= 1;
        self.state = RunState::Meeting;
        true
    }

    /// The active lanes stay in the loop that ends at this instruction; those that
    /// wait elsewhere for them do not any more, where threads are scheduled on their own.
    pub(super) fn leave_rest_behind<O>(&mut self, end: u32, context: &BlockContext<'_, O>) {
        if !context.independent_threads {
            return;
        }
        self.part(self.mask, 0, end as usize);
        self.tracker.reframe(&self.frames);
    }

    /// Some lanes stay; the rest goes on as a fragment of its own, with these lanes
    /// at this instruction. Without a rest, nothing happens.
    pub(super) fn part(&mut self, stay: u64, active: u64, pc: usize) {
        let rest = self.own & self.live & !stay;
        if rest == 0 {
            return;
        }
        let mut frames = self.frames.clone();
        frames.iter_mut().for_each(|frame| frame.keep(rest));
        self.others.push(Fragment {
            state: RunState::Ready,
            pc,
            mask: active,
            own: rest,
            frames,
            tracker: Tracker::default(),
            patience: Tracker::<L>::PATIENCE,
            forced: false,
        });
        self.frames.iter_mut().for_each(|frame| frame.keep(stay));
        self.own = stay;
    }

    /// Exchanges the fragment that runs for another.
    pub(super) fn swap(&mut self, other: usize) {
        let Some(other) = self.others.get_mut(other) else { return };
        std::mem::swap(&mut self.state, &mut other.state);
        std::mem::swap(&mut self.pc, &mut other.pc);
        std::mem::swap(&mut self.mask, &mut other.mask);
        std::mem::swap(&mut self.own, &mut other.own);
        std::mem::swap(&mut self.frames, &mut other.frames);
        std::mem::swap(&mut self.tracker, &mut other.tracker);
        std::mem::swap(&mut self.patience, &mut other.patience);
        std::mem::swap(&mut self.forced, &mut other.forced);
        self.refresh_mask();
    }

    /// Decides which fragment runs next, once the one that did cannot go on or lets
    /// others go first.
    pub(super) fn settle<O: Observer>(&mut self, context: &mut BlockContext<'_, O>) {
        if self.others.is_empty() {
            if matches!(self.state, RunState::Switching | RunState::Meeting) {
                self.state = RunState::Ready;
            }
            return;
        }
        self.wake(&context.view());
        self.complete_warp_barriers(context);
        self.merge(context.code);
        self.choose();
        if self.state == RunState::Meeting {
            self.meet_as_they_are(context.code);
            // Those that were waiting for the same lanes at an exchange go on as one.
            self.merge(context.code);
            self.choose();
        }
        if self.others.is_empty() && self.state == RunState::Meeting {
            self.state = RunState::Ready;
        }
    }

    /// Puts the fragment first that is to run: the one that is behind the others in
    /// the code, so that it can catch up.
    fn choose(&mut self) {
        let best = (self.others.iter().enumerate())
            .min_by_key(|(_, other)| (other.state.rank(), other.pc))
            .filter(|(_, other)| (other.state.rank(), other.pc) < (self.state.rank(), self.pc));
        if let Some((best, _)) = best {
            self.swap(best);
        }
        self.others.retain(|other| other.state != RunState::Done);
        if self.state == RunState::Switching {
            self.state = RunState::Ready;
            for other in self.others.iter_mut().filter(|o| o.state == RunState::Switching) {
                other.state = RunState::Ready;
            }
        }
    }

    /// Wakes fragments that wait for memory which has changed.
    pub(super) fn wake(&mut self, view: &MemoryView<'_>) {
        if self.state == RunState::Asleep && self.tracker.has_changed(view) {
            self.state = RunState::Ready;
        }
        for other in &mut self.others {
            if other.state == RunState::Asleep && other.tracker.has_changed(view) {
                other.state = RunState::Ready;
            }
        }
        if !self.others.is_empty() {
            self.choose();
        }
    }

    /// Whether a fragment waits for memory that has changed.
    pub(super) fn is_woken(&self, view: &MemoryView<'_>) -> bool {
        self.fragments()
            .any(|(state, tracker, ..)| state == RunState::Asleep && tracker.has_changed(view))
    }

    /// Lets all go on whose turn was over.
    pub(super) fn take_turn(&mut self) {
        self.set_states(RunState::Yielded, RunState::Ready);
    }

    /// The barrier of the block lets all go on.
    pub(super) fn release(&mut self, code: &Code) {
        self.set_states(RunState::Waiting, RunState::Ready);
        self.merge(code);
        self.choose();
    }

    fn set_states(&mut self, from: RunState, to: RunState) {
        let others = self.others.iter_mut().map(|other| &mut other.state);
        for state in others.chain([&mut self.state]).filter(|state| **state == from) {
            *state = to;
        }
    }

    /// Joins fragments that are at the same instruction.
    fn merge(&mut self, code: &Code) {
        let mut i = 0;
        while i < self.others.len() {
            let other = &self.others[i];
            if self.fits(&self.state, self.pc, self.mask, other, code) {
                let other = self.others.swap_remove(i);
                self.mask |= other.mask;
                self.own |= other.own;
                self.forced |= other.forced;
                join_frames(&mut self.frames, &other.frames);
                self.tracker.forget();
                self.patience = Tracker::<L>::PATIENCE;
                if other.state.rank() < self.state.rank() {
                    self.state = other.state;
                }
                self.refresh_mask();
                continue;
            }
            let twin = (i + 1..self.others.len()).find(|&later| {
                let later = &self.others[later];
                self.fits(&other.state, other.pc, other.mask, later, code)
            });
            let Some(twin) = twin else {
                i += 1;
                continue;
            };
            let twin = self.others.swap_remove(twin);
            let other = &mut self.others[i];
            other.mask |= twin.mask;
            other.own |= twin.own;
            other.forced |= twin.forced;
            join_frames(&mut other.frames, &twin.frames);
            other.tracker.forget();
            other.patience = Tracker::<L>::PATIENCE;
            if twin.state.rank() < other.state.rank() {
                other.state = twin.state;
            }
        }
    }

    /// Whether fragments can be joined. Those without active lanes are on their way
    /// to some, and those at something with a mask wait for the lanes in it.
    fn fits(
        &self,
        state: &RunState,
        pc: usize,
        mask: u64,
        other: &Fragment<L>,
        code: &Code,
    ) -> bool {
        if pc != other.pc || mask == 0 || other.mask == 0 {
            return false;
        }
        let masked = || mask_at(code, pc).is_some();
        match (*state, other.state) {
            (RunState::Waiting, RunState::Waiting) => true,
            (RunState::Meeting, RunState::Meeting) => !masked(),
            (a, b) => a.can_run() && b.can_run(),
        }
    }

    /// Lets fragments do for themselves what lanes do together, if the others can
    /// only go on behind that.
    fn meet_as_they_are(&mut self, code: &Code) {
        let states = || self.others.iter().map(|other| other.state).chain([self.state]);
        if !states().all(|state| matches!(state, RunState::Meeting | RunState::Waiting)) {
            return;
        }
        let at = |pc: usize| code.ops.get(pc).copied();
        let meeting = || {
            let others = self.others.iter().filter(|other| other.state == RunState::Meeting);
            others.map(|other| other.pc).chain([self.pc])
        };
        let at_barrier = |pc: usize| matches!(at(pc), Some(Op::Barrier(_)));
        let at_own_barrier = |pc: usize| matches!(at(pc), Some(Op::WarpBarrier { mask: Some(_) }));
        if meeting().all(at_barrier) {
            self.force(at_barrier);
        } else if !meeting().any(at_own_barrier) {
            // Operations of the warp come before the barrier of the block.
            self.force(|pc| !at_barrier(pc));
        }
    }

    /// Lets fragments execute what they are about to.
    fn force(&mut self, fits: impl Fn(usize) -> bool) -> bool {
        let mut any = false;
        for other in &mut self.others {
            if other.state == RunState::Meeting && fits(other.pc) {
                (other.state, other.forced, any) = (RunState::Ready, true, true);
            }
        }
        if self.state == RunState::Meeting && fits(self.pc) {
            (self.state, self.forced, any) = (RunState::Ready, true, true);
        }
        any
    }

    /// Nobody can go on: lets lanes that wait for others before they exchange
    /// something do so without them.
    pub(super) fn force_exchanges(&mut self, code: &Code) -> bool {
        let forced = self.force(|pc| {
            !matches!(code.ops.get(pc), Some(Op::Barrier(_) | Op::WarpBarrier { mask: Some(_) }))
        });
        self.merge(code);
        self.choose();
        forced
    }

    /// Wakes lanes that stand still, whatever they wait for.
    pub(super) fn wake_all(&mut self) {
        self.set_states(RunState::Asleep, RunState::Ready);
        self.choose();
    }

    /// Wakes lanes that stand still in a loop in which they meet others, so that
    /// these need not wait for them.
    pub(super) fn rouse(&mut self, view: &MemoryView<'_>) {
        let meets =
            |tracker: &Tracker<L>| tracker.tracked(view.code).is_some_and(|tracked| tracked.meets);
        for other in &mut self.others {
            if other.state == RunState::Asleep && meets(&other.tracker) {
                other.state = RunState::Ready;
            }
        }
        if self.state == RunState::Asleep && meets(&self.tracker) {
            self.state = RunState::Ready;
        }
        self.choose();
    }

    /// Whether all fragments stand still that wait for others.
    pub(super) fn waits_still(&self, view: &MemoryView<'_>) -> bool {
        self.fragments().all(|(state, tracker, ..)| {
            !matches!(state, RunState::Waiting | RunState::Meeting) || tracker.is_still(view)
        })
    }

    /// All fragments: what they can do next, their loops, and where they are.
    pub(super) fn fragments(&self) -> impl Iterator<Item = (RunState, &Tracker<L>, usize, u64)> {
        let others =
            self.others.iter().map(|other| (other.state, &other.tracker, other.pc, other.mask));
        [(self.state, &self.tracker, self.pc, self.mask)].into_iter().chain(others)
    }

    /// Whether a fragment is in a state.
    pub(super) fn has(&self, wanted: RunState) -> bool {
        self.fragments().any(|(state, ..)| state == wanted)
    }

    /// Makes the first fragment that is in a state the one that runs.
    pub(super) fn bring(&mut self, state: RunState) {
        if self.state != state
            && let Some(found) = self.others.iter().position(|other| other.state == state)
        {
            self.swap(found);
        }
    }
}

impl Frame {
    /// Only these lanes are in the construct.
    fn keep(&mut self, lanes: u64) {
        *self.after() &= lanes;
        match self {
            Frame::If { otherwise: waiting, .. } | Frame::Loop { continued: waiting, .. } => {
                *waiting &= lanes;
            }
            Frame::Switch { .. } | Frame::Call { .. } => {}
        }
    }
}

/// Joins the lanes of two fragments at the same instruction, whose constructs are
/// the same.
fn join_frames(frames: &mut [Frame], others: &[Frame]) {
    for (frame, other) in frames.iter_mut().zip(others) {
        let mut other = *other;
        *frame.after() |= *other.after();
        match (frame, other) {
            (Frame::If { otherwise: a, .. }, Frame::If { otherwise: b, .. })
            | (Frame::Loop { continued: a, .. }, Frame::Loop { continued: b, .. }) => *a |= b,
            _ => {}
        }
    }
}
