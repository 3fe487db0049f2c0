//! Forward progress: whether lanes that go round in a loop get anywhere.
//!
//! When a warp goes round, what its loop's end depends on is compared now and then
//! with what it was some rounds before: the lanes, the open constructs, the carried
//! registers of the [`Loop`] and the versions of the memories that it reads. If all
//! that is the same, the next rounds can only repeat those in between. Then nothing
//! can end the loop, or, if it reads memory, nobody but those who write there.
//!
//! The state to compare with is renewed after longer and longer windows, so that a
//! period of any length is found, and between windows nothing is compared, so that
//! loops that end pay next to nothing. Loops that others can end are looked at in
//! every round: they are few, and mostly short.

use super::code::{Code, Loop, Reg, Root};
use super::error::{AwaitedWord, Deadlock, Standstill, StandstillCause, StillValue};
use super::fragment::RunState;
use super::memory::{GlobalMemory, WordMemory};
use super::observer::{Observer, Space};
use super::warp::{BlockContext, Frame, Warp, lanes};
use warpbench_semantics::Dialect;

/// How often each memory has changed, if the end of a loop can depend on it.
#[derive(Clone, Debug, Default)]
pub(super) struct Versions {
    /// For each buffer, and for shared memory behind them.
    counts: Vec<u64>,
    /// Changes of all of them.
    pub(super) changes: u64,
}

impl Versions {
    pub(super) fn new(code: &Code) -> Versions {
        Versions { counts: vec![0; code.buffers.len() + 1], changes: 0 }
    }

    fn index(&self, memory: Root) -> usize {
        match memory {
            Root::Buffer(buffer) => buffer as usize,
            Root::Shared | Root::Local(_) => self.counts.len() - 1,
        }
    }

    fn of(&self, memory: Root) -> u64 {
        self.counts.get(self.index(memory)).copied().unwrap_or(0)
    }

    /// A memory has changed.
    pub(super) fn bump(&mut self, memory: Root) {
        let index = self.index(memory);
        self.changes += 1;
        if let Some(count) = self.counts.get_mut(index) {
            *count += 1;
        }
    }

    /// Exchanges the version of shared memory for another block's.
    pub(super) fn swap_shared(&mut self, version: &mut u64) {
        if let Some(shared) = self.counts.last_mut() {
            std::mem::swap(shared, version);
        }
    }
}

/// Rounds after which a warp is looked at for the first time, and the rounds of
/// the first window.
const FIRST_WINDOW: u32 = 16;
/// Rounds of the first window in a loop that others can end.
const WAITING_WINDOW: u32 = 2;
/// How many times as long as a window the time until the next one is.
const NAP: u32 = 15;
const LONGEST_WINDOW: u32 = 1 << 28;
/// Rounds of a loop that others can end after which others get a turn.
const ROUNDS_OF_TURN: u32 = 1 << 16;
/// How much more a round counts in which nobody has changed what is waited for.
const IDLE_ROUND: u32 = 1 << 9;

/// A state of a loop that later ones are compared with.
#[derive(Clone, Debug)]
pub(super) struct Tracker<const L: usize> {
    /// Which loop, by its index in [`Code::loops`].
    index: Option<usize>,
    /// Whether nothing is compared until the next window.
    is_resting: bool,
    mask: u64,
    frames: Vec<Frame>,
    columns: Vec<[u32; L]>,
    versions: Vec<u64>,
    /// Which column was different last time: mostly it is again.
    differed: usize,
    /// How many rounds are still compared with this state, of how many.
    window: u32,
    size: u32,
    /// Whether the last comparison found no difference.
    still: bool,
    /// The words that the lanes wait for, if that is known.
    words: Vec<AwaitedWord>,
    /// Rounds since others had a turn, and the versions' sum in the last one.
    rounds: u32,
    seen: u64,
}

impl<const L: usize> Default for Tracker<L> {
    fn default() -> Tracker<L> {
        Tracker {
            index: None,
            is_resting: false,
            mask: 0,
            frames: Vec::new(),
            columns: Vec::new(),
            versions: Vec::new(),
            differed: 0,
            window: 0,
            size: FIRST_WINDOW,
            still: false,
            words: Vec::new(),
            rounds: 0,
            seen: 0,
        }
    }
}

impl<const L: usize> Tracker<L> {
    /// Rounds until a warp that starts is looked at.
    pub(super) const PATIENCE: u32 = FIRST_WINDOW;

    /// Forgets the state: the lanes are not the same any more.
    pub(super) fn forget(&mut self) {
        self.index = None;
        self.still = false;
        self.size = FIRST_WINDOW;
        self.rounds = 0;
    }

    /// The loop that is looked at.
    pub(super) fn tracked<'a>(&self, code: &'a Code) -> Option<&'a Loop> {
        code.loops.get(self.index?)
    }

    /// Takes over what the lanes' constructs are now.
    pub(super) fn reframe(&mut self, frames: &[Frame]) {
        self.frames.clear();
        self.frames.extend_from_slice(frames);
    }

    /// Whether the lanes stood still and what they wait for is as it was.
    pub(super) fn is_still(&self, view: &MemoryView<'_>) -> bool {
        self.still && !self.has_changed(view)
    }

    /// Whether anything has changed that the lanes wait for: one of the words, where
    /// these are known, else anything in the memories.
    pub(super) fn has_changed(&self, view: &MemoryView<'_>) -> bool {
        let Some(tracked) = self.tracked(view.code) else { return true };
        let mut versions = tracked.memories.iter().zip(&self.versions);
        if versions.all(|(&memory, &version)| view.versions.of(memory) == version) {
            return false;
        }
        self.words.is_empty()
            || self.words.iter().any(|word| view.word(word.space, word.byte) != word.value)
    }
}

/// The memory that a block sees, to look at.
pub(super) struct MemoryView<'a> {
    pub(super) code: &'a Code,
    pub(super) versions: &'a Versions,
    pub(super) global: &'a GlobalMemory,
    pub(super) shared: &'a [u32],
}

impl MemoryView<'_> {
    fn word(&self, space: Space, byte: u32) -> u32 {
        match space {
            Space::Global(buffer) => self.global.word(buffer, byte),
            Space::Shared => self.shared.get(byte as usize / 4).copied().unwrap_or(0),
        }
    }
}

impl<O> BlockContext<'_, O> {
    pub(super) fn view(&self) -> MemoryView<'_> {
        MemoryView {
            code: self.code,
            versions: self.versions,
            global: self.global,
            shared: self.shared,
        }
    }
}

impl<const L: usize> Warp<L> {
    /// The warp goes round in a loop that ends at this instruction.
    #[inline(never)]
    pub(super) fn go_round<O: Observer>(&mut self, end: u32, context: &mut BlockContext<'_, O>) {
        let code = context.code;
        let found = code.loops.binary_search_by_key(&end, |found| found.end);
        let Some((index, this)) = found.ok().and_then(|i| Some((i, code.loops.get(i)?))) else {
            self.patience = u32::MAX;
            return;
        };
        let waits = !this.memories.is_empty();
        if this.is_small && self.compare(index, this, context) {
            if !waits {
                self.tracker.words.clear();
                for &op in &this.constant_loads {
                    self.find_words(op, context);
                }
                self.state = RunState::Stuck;
                return;
            }
            self.tracker.still = true;
            self.leave_rest_behind(end, context);
            self.state = RunState::Asleep;
        } else if waits && self.is_turn_over(this, context) {
            self.leave_rest_behind(end, context);
            self.state = RunState::Yielded;
        }
        if !this.is_small {
            self.patience = LONGEST_WINDOW;
        }
    }

    /// Whether a loop is where it was some rounds ago. If not, sees to it that
    /// there is something to compare the next rounds with.
    fn compare<O>(&mut self, index: usize, this: &Loop, context: &BlockContext<'_, O>) -> bool {
        let waits = !this.memories.is_empty();
        let is_resting = self.tracker.is_resting;
        match self.tracker.tracked(context.code) {
            Some(_) if self.tracker.index == Some(index) && !is_resting => {
                if self.is_same(this, context) {
                    return true;
                }
                self.tracker.still = false;
                self.tracker.window = self.tracker.window.saturating_sub(1);
            }
            Some(tracked) if tracked.encloses(this) && !is_resting => {
                self.tracker.window = self.tracker.window.saturating_sub(1);
            }
            tracked => {
                // Where loops within used up the window, it has to last for them too.
                let is_known = tracked
                    .is_some_and(|tracked| this.end == tracked.end || this.encloses(tracked));
                if waits && !is_known {
                    self.tracker.size = WAITING_WINDOW;
                }
                self.tracker.window = self.tracker.size;
                self.take_state(index, this, context);
                let passing = self.passing_by(this);
                if passing != 0 && !waits {
                    self.set_mask(passing);
                    return true;
                }
            }
        }
        self.patience = 1;
        if self.tracker.window == 0 {
            self.tracker.size = (2 * self.tracker.size).min(LONGEST_WINDOW);
            if waits {
                self.tracker.window = self.tracker.size;
                self.take_state(index, this, context);
            } else {
                self.tracker.is_resting = true;
                self.patience = NAP * self.tracker.size;
            }
        }
        false
    }

    fn is_same<O>(&mut self, this: &Loop, context: &BlockContext<'_, O>) -> bool {
        let tracker = &self.tracker;
        let same_lanes = |i: usize| match (this.carried.get(i), tracker.columns.get(i)) {
            (Some(&register), Some(before)) => {
                let now = self.column(register);
                lanes(self.mask).all(|lane| now[lane] == before[lane])
            }
            _ => true,
        };
        if self.mask != tracker.mask || !same_lanes(tracker.differed) {
            return false;
        }
        if !self.has_same_frames(&tracker.frames) || tracker.has_changed(&context.view()) {
            return false;
        }
        match (0..this.carried.len()).find(|&i| !same_lanes(i)) {
            Some(differs) => {
                self.tracker.differed = differs;
                false
            }
            None => true,
        }
    }

    fn has_same_frames(&self, frames: &[Frame]) -> bool {
        self.frames.len() == frames.len()
            && self.frames.iter().zip(frames).all(|(frame, other)| frame.has_same_lanes(other))
    }

    fn take_state<O>(&mut self, index: usize, this: &Loop, context: &BlockContext<'_, O>) {
        let tracker = &mut self.tracker;
        tracker.index = Some(index);
        tracker.is_resting = false;
        tracker.mask = self.mask;
        tracker.still = false;
        tracker.frames.clone_from(&self.frames);
        tracker.columns.clear();
        let columns = this.carried.iter().map(|&register| self.registers[register as usize]);
        tracker.columns.extend(columns);
        tracker.versions.clear();
        tracker.versions.extend(this.memories.iter().map(|&memory| context.versions.of(memory)));
        tracker.words.clear();
        if this.loads_are_fixed {
            for &op in &this.loads {
                self.find_words(op, context);
            }
        }
    }

    /// The lanes whose counter never comes to where the loop ends.
    fn passing_by(&self, this: &Loop) -> u64 {
        let Some(counting) = this.counting else { return 0 };
        let [counter, step, bound] =
            [counting.counter, counting.step, counting.bound].map(|register| self.column(register));
        let passes = |&lane: &usize| !counting.ends(counter[lane], step[lane], bound[lane]);
        lanes(self.mask).filter(passes).fold(0, |all, lane| all | 1 << lane)
    }

    /// Whether a loop that does not stand still has gone round so often that others
    /// should get a turn.
    fn is_turn_over<O>(&mut self, this: &Loop, context: &BlockContext<'_, O>) -> bool {
        let seen = this.memories.iter().map(|&memory| context.versions.of(memory)).sum();
        let tracker = &mut self.tracker;
        tracker.rounds += if tracker.seen == seen { IDLE_ROUND } else { 1 };
        tracker.seen = seen;
        let is_over = tracker.rounds >= ROUNDS_OF_TURN;
        if is_over {
            tracker.rounds = 0;
        }
        is_over
    }

    /// Adds the words that an instruction reads to those that the loop depends on.
    fn find_words<O>(&mut self, op: u32, context: &BlockContext<'_, O>) {
        let memory_ref = context.code.ops[op as usize].operands(&context.code.memory_refs);
        let Some(memory_ref) = memory_ref.memory_ref else { return };
        let memory_ref = &context.memory_refs[memory_ref as usize];
        let space = match memory_ref.root {
            Root::Buffer(buffer) => Space::Global(buffer),
            Root::Shared | Root::Local(_) => Space::Shared,
        };
        let mut offsets = [0; L];
        let inside = self.offsets(memory_ref, &mut offsets);
        for lane in lanes(inside) {
            for leaf in &memory_ref.leaves {
                let byte = offsets[lane].wrapping_add(leaf.offset) & !3;
                let is_known = |word: &AwaitedWord| (word.space, word.byte) == (space, byte);
                if !self.tracker.words.iter().any(is_known) {
                    let value = context.view().word(space, byte);
                    self.tracker.words.push(AwaitedWord { op, space, byte, value });
                }
            }
        }
    }

    /// Tells that the lanes can never leave the loop that they are in; `deadlock` is
    /// what is known if they wait for memory.
    pub(super) fn standstill(
        &self,
        code: &Code,
        block: [u32; 3],
        step: u64,
        deadlock: Option<Deadlock>,
    ) -> Option<Standstill> {
        let this = self.tracker.tracked(code)?;
        let cause = match (deadlock, this.foregone) {
            (Some(known), _) => StandstillCause::Waiting(known),
            (None, _) if !this.has_exit => StandstillCause::NoExit,
            (None, Some(comparison)) if this.carried.is_empty() => {
                StandstillCause::Foregone(comparison)
            }
            (None, _) => self.own_doing(this),
        };
        Some(Standstill {
            op: this.start.saturating_sub(1),
            block,
            warp: self.index,
            lanes: self.mask,
            step,
            values: self.still_values(this, code),
            word: self.tracker.words.first().copied(),
            period: self.tracker.size.saturating_sub(self.tracker.window) + 1,
            cause,
        })
    }

    /// Why a loop that nobody else has to do with does not end.
    fn own_doing(&self, this: &Loop) -> StandstillCause {
        let first = self.mask.trailing_zeros() as usize % L;
        match this.counting {
            Some(counting) if self.column(counting.step)[first] != 0 => StandstillCause::PassesBy {
                counter: counting.counter,
                scalar: counting.scalar,
                step: self.column(counting.step)[first],
                is_down: counting.is_down,
                bound: self.column(counting.bound)[first],
            },
            _ => StandstillCause::Alone,
        }
    }

    fn still_values(&self, this: &Loop, code: &Code) -> Vec<StillValue> {
        let first = self.mask.trailing_zeros() as usize % L;
        let mut values: Vec<StillValue> = Vec::new();
        // What a thread knows from the start has a name of the reader's only in WGSL.
        let is_hidden = |register: Reg| {
            code.dialect == Dialect::Cuda && code.inputs.iter().any(|&(_, input)| input == register)
        };
        for variable in &code.variables {
            let words = variable.register..variable.register + variable.scalar.words();
            let known = values.iter().any(|value| value.name == variable.name);
            if known
                || is_hidden(variable.register)
                || !words.clone().all(|word| this.slice.binary_search(&word).is_ok())
            {
                continue;
            }
            let columns = words.map(|word| self.column(word));
            let is_uniform = columns
                .clone()
                .all(|column| lanes(self.mask).all(|lane| column[lane] == column[first]));
            let bits =
                columns.rev().fold(0u64, |bits, column| bits << 32 | u64::from(column[first]));
            values.push(StillValue {
                function: variable.function.clone(),
                name: variable.name.clone(),
                register: variable.register,
                scalar: variable.scalar,
                bits,
                is_uniform,
            });
        }
        values
    }
}

impl Frame {
    /// Whether the lanes in two frames of a construct are the same, in whichever round.
    fn has_same_lanes(&self, other: &Frame) -> bool {
        match (*self, *other) {
            (
                Frame::Loop { after: a, continued: b, .. },
                Frame::Loop { after: c, continued: d, .. },
            ) => (a, b) == (c, d),
            (a, b) => a == b,
        }
    }
}

/// What words hold, to see whether an instruction changes them.
pub(super) fn peek_all<const L: usize>(
    words: &impl WordMemory,
    inside: u64,
    index: impl Fn(usize) -> usize,
) -> [u32; L] {
    let mut found = [0; L];
    for lane in lanes(inside) {
        found[lane] = words.peek(index(lane));
    }
    found
}
