//! Model of a block's warps, as plain data.

use crate::visual::expect::Expected;
use crate::visual::value;
use warpbench_machine::observe::trace::{BlockState, Shape, Status, Step, Trace, TracedExchange};
use warpbench_machine::sim::code::Variable;

/// The value of a watched variable in a lane.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    pub text: String,
    /// As a number, for bars.
    pub number: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its place in the block.
    pub warp: u32,
    /// The lanes that have a thread.
    pub lanes: u64,
    /// The lanes that took part in its last instruction.
    pub mask: u64,
    /// If that was a branch, the lanes that took it.
    pub taken: Option<u64>,
    /// The lanes that took part in the instruction before, if the warp made the
    /// last step; otherwise the same as `mask`.
    pub previous_mask: u64,
    /// What it can do next.
    pub status: Status,
    /// The line of its last instruction.
    pub line: Option<u32>,
    /// Whether it made the last step.
    pub is_last: bool,
    /// Whether it makes the next step.
    pub is_next: bool,
    /// What the watched variable holds in each lane, as far as it is known.
    pub values: Option<Vec<Option<Value>>>,
    /// If the last step is its shuffle, who reads whom.
    pub exchange: Option<TracedExchange>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    Absent,
    Active,
    /// It takes part, and did not take the branch at which others diverged from it.
    Stayed,
    Masked,
    /// It waits at a barrier.
    Waiting,
    Done,
}

impl Lane {
    pub fn name(self) -> &'static str {
        match self {
            Lane::Absent => "no thread",
            Lane::Active => "active",
            Lane::Stayed => "active, did not take the branch",
            Lane::Masked => "masked off",
            Lane::Waiting => "waiting at a barrier",
            Lane::Done => "done",
        }
    }
}

/// What the last step did to the lanes of a warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A branch that some lanes take and others do not.
    Diverged,
    /// Lanes that were masked off go on together with the others.
    Reconverged,
}

impl Change {
    /// As it is written at the end of a row.
    pub fn name(self) -> &'static str {
        match self {
            Change::Diverged => "diverged",
            Change::Reconverged => "reconverged",
        }
    }
}

impl Row {
    pub fn lane(&self, lane: u32) -> Lane {
        let has = |mask: u64| mask.checked_shr(lane).is_some_and(|mask| mask & 1 == 1);
        if !has(self.lanes) {
            Lane::Absent
        } else if self.status == Status::Done {
            Lane::Done
        } else if !has(self.mask) {
            Lane::Masked
        } else if self.status == Status::Waiting {
            Lane::Waiting
        } else if self.has_diverged() && !has(self.taken.unwrap_or(u64::MAX)) {
            Lane::Stayed
        } else {
            Lane::Active
        }
    }

    /// Whether its last instruction is a branch that only some of its lanes take.
    fn has_diverged(&self) -> bool {
        let taken = self.taken.map(|taken| taken & self.mask);
        taken.is_some_and(|taken| taken != 0 && taken != self.mask)
    }

    /// What is worth a note at the row's end.
    pub fn change(&self) -> Option<Change> {
        let (now, before) = (self.mask, self.previous_mask);
        if self.status == Status::Done {
            None
        } else if self.has_diverged() {
            Some(Change::Diverged)
        } else {
            (before != now && before & !now == 0).then_some(Change::Reconverged)
        }
    }

    /// The value of the watched variable in a lane.
    pub fn value(&self, lane: u32) -> Option<&Value> {
        self.values.as_ref()?.get(lane as usize)?.as_ref()
    }

    /// The value of the watched variable that all lanes hold, if it is one.
    pub fn uniform(&self) -> Option<&Value> {
        let lanes = || (0..64).filter(|lane| self.lanes >> lane & 1 == 1);
        let first = self.value(lanes().next()?)?;
        let is_same = |lane| self.value(lane).is_some_and(|value| value.text == first.text);
        lanes().all(is_same).then_some(first)
    }

    /// What a lane reads of another one in the last step, in words.
    pub fn reads(&self, lane: u32) -> Option<String> {
        let exchange = self.exchange.as_ref()?;
        let has = |mask: u64| mask.checked_shr(lane).is_some_and(|mask| mask & 1 == 1);
        let source = *exchange.sources.get(lane as usize).filter(|_| has(exchange.mask))?;
        Some(match has(exchange.missing) {
            true => format!("reads lane {source}, which takes no part"),
            false => format!("reads lane {source}"),
        })
    }

    /// What the row shows, in words.
    pub fn words(&self) -> String {
        let total = self.lanes.count_ones();
        let what = match self.status {
            Status::Done => "done".to_owned(),
            Status::Waiting => "waiting at a barrier".to_owned(),
            Status::Ready => format!("{} of {total} lanes active", self.mask.count_ones()),
        };
        let line = self.line.filter(|_| self.status != Status::Done);
        let line = line.map_or(String::new(), |line| format!(", line {line}"));
        let change = self.change().map_or(String::new(), |change| format!(", {}", change.name()));
        let shuffle = if self.exchange.is_some() { ", lanes read from lanes" } else { "" };
        let turn = match (self.is_last, self.is_next) {
            (true, true) => ", made the last step and makes the next",
            (true, false) => ", made the last step",
            (false, true) => ", makes the next step",
            (false, false) => "",
        };
        format!("warp {}: {what}{line}{change}{shuffle}{turn}", self.warp)
    }
}

/// All warps of a block.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    pub width: u32,
    pub rows: Vec<Row>,
    /// The variable whose values the lanes show.
    pub watched: Option<String>,
    /// What its values look like in the whole recording.
    pub expected: Expected,
}

impl Model {
    /// The warps of a block. `line_of` says which line an instruction comes from.
    ///
    /// Whether lanes have reconverged shows when [`Model::with_previous`] has
    /// said what the mask was before the last step.
    pub fn of(
        state: &BlockState,
        shape: Shape,
        last: Option<&Step>,
        next: Option<&Step>,
        line_of: impl Fn(u32) -> Option<u32>,
    ) -> Model {
        let made_by = |step: Option<&Step>, warp: u32| {
            step.is_some_and(|step| step.block == state.block && step.warp == warp)
        };
        let rows = (0u32..).zip(&state.warps).map(|(warp, now)| Row {
            warp,
            lanes: shape.lanes(warp),
            mask: now.mask,
            taken: now.taken,
            previous_mask: now.mask,
            status: now.status,
            line: now.op.and_then(&line_of),
            is_last: made_by(last, warp),
            is_next: made_by(next, warp),
            values: None,
            exchange: last
                .filter(|step| step.block == state.block && step.warp == warp)
                .and_then(|step| step.exchange.clone()),
        });
        let expected = Expected::default();
        Model { width: shape.warp_width, rows: rows.collect(), watched: None, expected }
    }

    /// Tells what the mask of the warp that made the last step was before it.
    #[must_use]
    pub fn with_previous(mut self, mask: Option<u64>) -> Model {
        if let Some((row, mask)) = self.rows.iter_mut().find(|row| row.is_last).zip(mask) {
            row.previous_mask = mask;
        }
        self
    }

    /// Shows what a variable holds in every lane. `value` says which bits it has
    /// in a warp's lane, `expected` what its values look like in the whole recording.
    #[must_use]
    pub fn watching(
        mut self,
        variable: &Variable,
        expected: Expected,
        value: impl Fn(u32, u32) -> Option<u64>,
    ) -> Model {
        let scalar = variable.scalar;
        let shown =
            |bits| Value { text: value::text(scalar, bits), number: value::number(scalar, bits) };
        for row in &mut self.rows {
            let lanes = 0..self.width;
            row.values = Some(lanes.map(|lane| value(row.warp, lane).map(shown)).collect());
        }
        self.watched = Some(variable.name.clone());
        self.expected = expected;
        self
    }

    /// The smallest and the largest value that lanes show, here or anywhere in the
    /// recording: the same value has the same bar at every step.
    pub fn range(&self) -> Option<(f64, f64)> {
        let values = self.rows.iter().filter_map(|row| row.values.as_ref()).flatten().flatten();
        let numbers = values.map(|value| value.number).filter(|number| number.is_finite());
        numbers.fold(self.expected.range, |range, number| match range {
            Some((least, most)) => Some((number.min(least), number.max(most))),
            None => Some((number, number)),
        })
    }
}

/// The mask of the warp that made the last step, before that step: that of its
/// step before, or of all its lanes if there was none.
pub fn previous_mask(trace: &Trace, position: usize) -> Option<u64> {
    let last = position.checked_sub(1)?;
    let warp = trace.warp_of(last)?;
    match trace.step_before(last) {
        Some(step) => trace.step(step).map(|step| step.mask),
        None => Some(trace.shape().lanes(warp)),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// So many warps that all run.
    pub(crate) fn warps(width: u32, count: u32) -> Model {
        let rows = (0..count).map(|warp| Row {
            warp,
            lanes: u64::MAX >> (64 - width),
            ..row(Status::Ready, u64::MAX, None, u64::MAX)
        });
        let rows = rows.collect();
        Model { width, rows, watched: None, expected: Expected::default() }
    }

    fn row(status: Status, mask: u64, taken: Option<u64>, previous_mask: u64) -> Row {
        Row {
            warp: 2,
            lanes: 0b1111,
            mask,
            taken,
            previous_mask,
            status,
            line: Some(14),
            is_last: true,
            is_next: false,
            values: None,
            exchange: None,
        }
    }

    #[test]
    fn what_the_lanes_do() {
        use Lane::{Absent, Active, Done, Masked, Stayed, Waiting};
        let check = |status, mask, taken, expected: [Lane; 5]| {
            let row = row(status, mask, taken, mask);
            let lanes: Vec<_> = (0..5).map(|lane| row.lane(lane)).collect();
            assert_eq!(lanes, expected, "{status:?} {mask:b} {taken:?}");
        };
        check(Status::Ready, 0b1111, None, [Active, Active, Active, Active, Absent]);
        check(Status::Ready, 0b0101, None, [Active, Masked, Active, Masked, Absent]);
        // At a branch that all or none take nobody diverges.
        check(Status::Ready, 0b0101, Some(0b0101), [Active, Masked, Active, Masked, Absent]);
        check(Status::Ready, 0b0101, Some(0), [Active, Masked, Active, Masked, Absent]);
        check(Status::Ready, 0b0111, Some(0b0001), [Active, Stayed, Stayed, Masked, Absent]);
        check(Status::Waiting, 0b0011, None, [Waiting, Waiting, Masked, Masked, Absent]);
        check(Status::Done, 0b0011, Some(1), [Done, Done, Done, Done, Absent]);
        assert_eq!(row(Status::Ready, 1, None, 1).lane(64), Absent);
    }

    #[test]
    fn notes_at_the_end_of_a_row() {
        let check = |status, mask, taken, before, expected| {
            assert_eq!(row(status, mask, taken, before).change(), expected, "{mask:b} {before:b}");
        };
        check(Status::Ready, 0b1111, None, 0b1111, None);
        check(Status::Ready, 0b1111, Some(0b0011), 0b1111, Some(Change::Diverged));
        check(Status::Ready, 0b1111, Some(0b1111), 0b1111, None);
        check(Status::Ready, 0b1111, None, 0b0011, Some(Change::Reconverged));
        // The other half's turn reconverges nobody, and neither does a smaller mask.
        check(Status::Ready, 0b1100, None, 0b0011, None);
        check(Status::Ready, 0b0001, None, 0b0011, None);
        check(Status::Waiting, 0b1111, None, 0b0011, Some(Change::Reconverged));
        check(Status::Done, 0b1111, None, 0b0011, None);
    }

    #[test]
    fn rows_in_words() {
        let check = |row: Row, expected: &str| assert_eq!(row.words(), expected);
        let other = |row: Row| Row { is_last: false, ..row };
        check(other(row(Status::Ready, 0b11, None, 0b11)), "warp 2: 2 of 4 lanes active, line 14");
        check(
            row(Status::Ready, 0b11, Some(1), 0b11),
            "warp 2: 2 of 4 lanes active, line 14, diverged, made the last step",
        );
        let waiting = Row { is_next: true, ..other(row(Status::Waiting, 0b11, None, 0b11)) };
        check(waiting, "warp 2: waiting at a barrier, line 14, makes the next step");
        check(other(row(Status::Done, 0b11, None, 0b11)), "warp 2: done");
    }

    #[test]
    fn the_range_of_values() {
        let check = |numbers: &[f64], seen, expected| {
            let value = |&number: &f64| Some(Value { text: format!("{number}"), number });
            let mut row = row(Status::Ready, 1, None, 1);
            row.values = Some(numbers.iter().map(value).chain([None]).collect());
            let anywhere = Expected { characters: 1, range: seen };
            let model = Model { width: 4, rows: vec![row], watched: None, expected: anywhere };
            assert_eq!(model.range(), expected);
        };
        check(&[], None, None);
        check(&[f64::NAN], None, None);
        check(&[2.0, f64::INFINITY, -1.0], None, Some((-1.0, 2.0)));
        // What is to come has its place on the scale.
        check(&[2.0], Some((0.0, 8.0)), Some((0.0, 8.0)));
        check(&[9.0], Some((0.0, 8.0)), Some((0.0, 9.0)));
    }

    #[test]
    fn a_value_that_all_lanes_hold() {
        let check = |texts: [Option<&str>; 4], expected: Option<&str>| {
            let value =
                |text: Option<&str>| text.map(|text| Value { text: text.to_owned(), number: 0.0 });
            let mut row = row(Status::Ready, 1, None, 1);
            row.values = Some(texts.into_iter().map(value).collect());
            assert_eq!(row.uniform().map(|value| &*value.text), expected, "{texts:?}");
        };
        check([Some("4"); 4], Some("4"));
        check([Some("4"), Some("4"), Some("5"), Some("4")], None);
        check([Some("4"), Some("4"), None, Some("4")], None);
        check([None; 4], None);
        assert_eq!(row(Status::Ready, 1, None, 1).uniform(), None);
    }

    #[test]
    fn a_shuffle_in_words() {
        let mut row = row(Status::Ready, 0b111, None, 0b111);
        assert_eq!(row.reads(0), None);
        let mut sources = [0; 64];
        sources[..3].copy_from_slice(&[2, 1, 7]);
        row.exchange = Some(TracedExchange { warp: 2, mask: 0b111, sources, missing: 0b100 });
        let reads = |lane| row.reads(lane);
        assert_eq!(reads(0).as_deref(), Some("reads lane 2"));
        assert_eq!(reads(2).as_deref(), Some("reads lane 7, which takes no part"));
        assert_eq!((reads(3), reads(64)), (None, None));
        assert!(row.words().contains(", lanes read from lanes"), "{}", row.words());
    }
}
