//! Walking through what was recorded.

use std::collections::BTreeSet;
use std::sync::Arc;
use warpbench_machine::observe::trace::TracedWarp;
use warpbench_machine::observe::trace::{Direction, Goal, MarkKind, Playback, Step, Trace};
use warpbench_simulate::recording::Recording;

/// How far a step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    /// One instruction of one warp.
    Instruction,
    /// One instruction of the warp that is followed, or of the one that made the last
    /// step.
    Warp,
    /// To the end of the source line, for one warp.
    Line,
    /// To the end of the source line, for every warp of the block.
    Block,
    Barrier,
    /// To the next breakpoint, or to the end.
    Breakpoint,
}

/// Steps per second that one can choose.
pub const SPEEDS: [f64; 8] = [1.0, 4.0, 16.0, 64.0, 256.0, 1024.0, 4096.0, 16384.0];

/// A recording and where we are in it.
#[derive(Clone, Debug)]
pub struct Player {
    pub recording: Arc<Recording>,
    pub playback: Playback,
    /// Whether it goes on by itself.
    pub is_playing: bool,
    /// Steps per second, by place in [`SPEEDS`].
    pub speed: usize,
    /// Whether steps that change nothing visible are stepped too.
    pub is_every_instruction: bool,
    /// What is marked on the scrubber.
    pub marks: ScrubMarks,
    /// The block that is shown, by its index in the trace; nothing while that of the
    /// last step is.
    pub pinned: Option<usize>,
    /// Parts of a step that are due.
    due: f64,
    /// The breakpoint ahead, found when it was first asked for.
    stop_at: Option<Option<usize>>,
}

impl Player {
    /// At the start of a recording.
    pub fn new(recording: Arc<Recording>, speed: usize) -> Player {
        let playback = Playback::new(Arc::clone(&recording.trace));
        let marks = ScrubMarks::new(&recording.trace);
        Player {
            recording,
            playback,
            is_playing: false,
            speed,
            is_every_instruction: false,
            marks,
            pinned: None,
            due: 0.0,
            stop_at: None,
        }
    }

    pub fn trace(&self) -> &Trace {
        &self.recording.trace
    }

    /// How many steps have been done.
    pub fn position(&self) -> usize {
        self.playback.position()
    }

    /// How much of the trace has been stepped, from 0 to 1.
    pub fn progress(&self) -> f32 {
        self.position() as f32 / self.trace().len().max(1) as f32
    }

    /// Goes by a stride, and says whether there was anywhere to go. A warp that
    /// is followed is the one whose lines count.
    pub fn go(
        &mut self,
        direction: Direction,
        stride: Stride,
        followed: Option<u32>,
        breakpoints: &BTreeSet<u32>,
    ) -> bool {
        let from = self.position();
        let target = match stride {
            Stride::Instruction => self.visible(from, direction, None),
            Stride::Warp => {
                let followed = followed.or_else(|| self.shown_warp());
                let warp = self.stepping_warp(direction, followed);
                self.visible(from, direction, Some(warp))
            }
            Stride::Line => {
                let warp = self.stepping_warp(direction, followed);
                self.past_start(from, direction, Goal::Line(warp))
            }
            Stride::Block => self.past_start(from, direction, Goal::BlockLine(self.shown_block())),
            Stride::Barrier => {
                let end = self.end(direction);
                self.trace().find(from, direction, Goal::Barrier(self.pinned)).or(end)
            }
            Stride::Breakpoint => {
                let found = self.breakpoint(from, direction, breakpoints);
                found.or_else(|| self.end(direction))
            }
        };
        match target {
            Some(target) if target != from => {
                self.seek(target);
                true
            }
            _ => false,
        }
    }

    /// The position behind the next step that changes something visible, or every step
    /// where that is asked for; back, that behind the one before the last. Only those of
    /// a warp count where one is named.
    fn visible(
        &self,
        from: usize,
        direction: Direction,
        warp: Option<TracedWarp>,
    ) -> Option<usize> {
        let trace = self.trace();
        let is_it = |step: usize| {
            warp.is_none_or(|warp| trace.traced_warp(step) == Some(warp))
                && (self.is_every_instruction || self.recording.is_visible(step))
        };
        let found = match direction {
            Direction::Forward => (from..trace.len()).find(|&step| is_it(step)),
            Direction::Back => (0..from.saturating_sub(1)).rev().find(|&step| is_it(step)),
        };
        let found = found.map(|step| step + 1);
        match warp {
            Some(_) => found,
            // What comes behind the last of them, and before the first, can be seen too.
            None => found.or_else(|| self.end(direction)),
        }
    }

    /// The position behind so many steps that change something visible.
    fn visible_after(&self, from: usize, steps: usize) -> usize {
        let next = |at: usize| self.visible(at, Direction::Forward, None).unwrap_or(at);
        (0..steps).fold(from, |at, _| next(at))
    }

    /// Where a goal leads to, with what only begins passed over: the text has not begun
    /// there, whatever line it belongs to.
    fn past_start(&self, from: usize, direction: Direction, goal: Goal) -> Option<usize> {
        let mut at = self.trace().find(from, direction, goal)?;
        while at > 0 && !self.is_every_instruction && self.recording.only_begins(at - 1) {
            match direction {
                Direction::Forward => at = self.trace().find(at, direction, goal)?,
                Direction::Back => at = 0,
            }
        }
        Some(at)
    }

    fn end(&self, direction: Direction) -> Option<usize> {
        Some(if direction == Direction::Forward { self.trace().len() } else { 0 })
    }

    /// The nearest position at which a warp comes to a line with a breakpoint.
    fn breakpoint(
        &self,
        from: usize,
        direction: Direction,
        breakpoints: &BTreeSet<u32>,
    ) -> Option<usize> {
        let at_line = |line: u32| {
            let mut at = self.trace().find(from, direction, Goal::AtLine(line))?;
            while self.recording.only_begins(at) {
                at = self.trace().find(at, direction, Goal::AtLine(line))?;
            }
            Some(at)
        };
        let found = breakpoints.iter().filter_map(|&line| at_line(line));
        if direction == Direction::Forward { found.min() } else { found.max() }
    }

    /// Whether it plays so fast that numbers cannot be read.
    pub fn is_blur(&self) -> bool {
        self.is_playing && SPEEDS[self.speed.min(SPEEDS.len() - 1)] > 100.0
    }

    pub fn seek(&mut self, position: usize) {
        self.playback.seek(position);
        self.due = 0.0;
        self.stop_at = None;
    }

    /// Starts or stops playing. At the end it starts over.
    pub fn play(&mut self, is_playing: bool) {
        if is_playing && self.position() == self.trace().len() {
            self.seek(0);
        }
        self.is_playing = is_playing && !self.trace().is_empty();
        self.stop_at = None;
    }

    pub fn forget_breakpoint(&mut self) {
        self.stop_at = None;
    }

    /// Plays on for a while. Stops at breakpoints and at the end.
    pub fn advance(&mut self, seconds: f64, breakpoints: &BTreeSet<u32>) {
        if !self.is_playing {
            return;
        }
        // A window that was hidden must not jump when it is seen again.
        self.due += seconds.clamp(0.0, 0.25) * SPEEDS[self.speed.min(SPEEDS.len() - 1)];
        let steps = self.due.floor();
        self.due -= steps;
        let from = self.position();
        let stop = match self.stop_at {
            Some(stop) => stop,
            None => self.breakpoint(from, Direction::Forward, breakpoints),
        };
        let end = stop.unwrap_or(self.trace().len()).min(self.trace().len());
        let steps = steps as usize;
        let target = if self.is_blur() { from + steps } else { self.visible_after(from, steps) };
        let target = target.min(end);
        self.playback.seek(target);
        self.stop_at = Some(stop);
        if target == end {
            self.is_playing = false;
            self.stop_at = None;
        }
    }

    /// The last step of a kind in the block that is shown, if it is not too far back;
    /// only those of a warp count where one is followed.
    pub fn last_step_where(
        &self,
        followed: Option<u32>,
        mut is_it: impl FnMut(&Step) -> bool,
    ) -> Option<(usize, Step)> {
        let is_of = |warp: u32| followed.is_none_or(|followed| followed == warp);
        self.own_steps_back()
            .filter(|&step| self.trace().warp_of(step).is_some_and(is_of))
            .take(400)
            .filter_map(|number| Some((number, self.trace().step(number)?)))
            .find(|(_, step)| is_it(step))
    }
}

/// What is marked on the scrubber, in so many bins of equal length: a flag for
/// each kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScrubMarks {
    /// The flags of each bin.
    pub bins: Vec<u8>,
}

/// A barrier lies in the bin.
pub const BARRIER: u8 = 1;
/// Lanes part in the bin.
pub const DIVERGENCE: u8 = 2;
/// Lanes queue up at a bank in the bin.
pub const CONFLICT: u8 = 4;
/// Something was found in the bin.
pub const FINDING: u8 = 8;

impl ScrubMarks {
    /// More bins than any screen has points.
    const BINS: usize = 4096;

    /// The marks of a trace.
    pub fn new(trace: &Trace) -> ScrubMarks {
        let mut marks = ScrubMarks { bins: vec![0; Self::BINS] };
        for mark in trace.marks() {
            let flag = match mark.kind {
                MarkKind::Barrier => BARRIER,
                MarkKind::Divergence => DIVERGENCE,
                MarkKind::Conflict { .. } => CONFLICT,
            };
            marks.add(mark.position, trace.len(), flag);
        }
        marks
    }

    pub fn add(&mut self, position: usize, len: usize, flag: u8) {
        let bin = position * Self::BINS / len.max(1);
        let last = self.bins.len().saturating_sub(1);
        if let Some(bin) = self.bins.get_mut(bin.min(last)) {
            *bin |= flag;
        }
    }
}
