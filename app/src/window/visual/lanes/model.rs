//! What the warps of a block look like, as plain data.

use crate::window::visual::value;
use warpbench_machine::observe::trace::{BlockState, Shape, Status, Step, Trace};
use warpbench_machine::sim::code::Variable;

/// The value of a watched variable in a lane.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Value {
    pub text: String,
    /// As a number, for shades.
    pub number: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
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
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    Absent,
    Active,
    /// It takes part, and did not take the branch at which others parted from it.
    Stayed,
    Masked,
    /// It waits at a barrier.
    Waiting,
    Done,
}

impl Lane {
    pub(crate) fn name(self) -> &'static str {
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
pub(crate) enum Change {
    /// A branch that some lanes take and others do not.
    Parted,
    /// Lanes that were masked off go on together with the others.
    Joined,
}

impl Change {
    /// As it is written at the end of a row.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Change::Parted => "parted",
            Change::Joined => "joined again",
        }
    }
}

impl Row {
    pub(crate) fn lane(&self, lane: u32) -> Lane {
        let has = |mask: u64| mask.checked_shr(lane).is_some_and(|mask| mask & 1 == 1);
        if !has(self.lanes) {
            Lane::Absent
        } else if self.status == Status::Done {
            Lane::Done
        } else if !has(self.mask) {
            Lane::Masked
        } else if self.status == Status::Waiting {
            Lane::Waiting
        } else if self.is_parted() && !has(self.taken.unwrap_or(u64::MAX)) {
            Lane::Stayed
        } else {
            Lane::Active
        }
    }

    /// Whether its last instruction is a branch that only some of its lanes take.
    fn is_parted(&self) -> bool {
        let taken = self.taken.map(|taken| taken & self.mask);
        taken.is_some_and(|taken| taken != 0 && taken != self.mask)
    }

    /// What is worth a note at the row's end.
    pub(crate) fn change(&self) -> Option<Change> {
        let (now, before) = (self.mask, self.previous_mask);
        if self.status == Status::Done {
            None
        } else if self.is_parted() {
            Some(Change::Parted)
        } else {
            (before != now && before & !now == 0).then_some(Change::Joined)
        }
    }

    /// The value of the watched variable in a lane.
    pub(crate) fn value(&self, lane: u32) -> Option<&Value> {
        self.values.as_ref()?.get(lane as usize)?.as_ref()
    }

    /// What the row shows, in words.
    pub(crate) fn words(&self) -> String {
        let total = self.lanes.count_ones();
        let what = match self.status {
            Status::Done => "done".to_owned(),
            Status::Waiting => "waiting at a barrier".to_owned(),
            Status::Ready => format!("{} of {total} lanes active", self.mask.count_ones()),
        };
        let line = self.line.filter(|_| self.status != Status::Done);
        let line = line.map_or(String::new(), |line| format!(", line {line}"));
        let change = self.change().map_or(String::new(), |change| format!(", {}", change.name()));
        format!("warp {}: {what}{line}{change}", self.warp)
    }
}

/// All warps of a block.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Model {
    pub width: u32,
    pub rows: Vec<Row>,
    /// The variable whose values the lanes show.
    pub watched: Option<String>,
}

impl Model {
    /// The warps of a block. `line_of` says which line an instruction comes from.
    ///
    /// Whether lanes have joined again shows when [`Model::with_previous`] has
    /// said what the mask was before the last step.
    pub(crate) fn of(
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
        });
        Model { width: shape.warp_width, rows: rows.collect(), watched: None }
    }

    /// Tells what the mask of the warp that made the last step was before it.
    #[must_use]
    pub(crate) fn with_previous(mut self, mask: Option<u64>) -> Model {
        if let Some((row, mask)) = self.rows.iter_mut().find(|row| row.is_last).zip(mask) {
            row.previous_mask = mask;
        }
        self
    }

    /// Shows what a variable holds in every lane. `value` says which bits it has
    /// in a warp's lane.
    #[must_use]
    pub(crate) fn watching(
        mut self,
        variable: &Variable,
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
        self
    }

    /// The smallest and the largest value that a lane shows.
    pub(crate) fn range(&self) -> Option<(f64, f64)> {
        let values = self.rows.iter().filter_map(|row| row.values.as_ref()).flatten().flatten();
        let numbers = values.map(|value| value.number).filter(|number| number.is_finite());
        numbers.fold(None, |range, number| match range {
            Some((least, most)) => Some((number.min(least), number.max(most))),
            None => Some((number, number)),
        })
    }

    /// How many characters the longest value has; 0 if there is none.
    pub(crate) fn longest(&self) -> usize {
        let values = self.rows.iter().filter_map(|row| row.values.as_ref()).flatten().flatten();
        values.map(|value| value.text.chars().count()).max().unwrap_or(0)
    }
}

/// The mask of the warp that made the last step, before that step: that of its
/// step before, or of all its lanes if there was none.
pub(crate) fn previous_mask(trace: &Trace, position: usize) -> Option<u64> {
    let last = position.checked_sub(1)?;
    let warp = trace.warp_of(last)?;
    match trace.step_before(last) {
        Some(step) => trace.step(step).map(|step| step.mask),
        None => Some(trace.shape().lanes(warp)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        // A branch that all or none take parts nobody.
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
        check(Status::Ready, 0b1111, Some(0b0011), 0b1111, Some(Change::Parted));
        check(Status::Ready, 0b1111, Some(0b1111), 0b1111, None);
        check(Status::Ready, 0b1111, None, 0b0011, Some(Change::Joined));
        // The other half's turn joins nobody, and neither does a smaller mask.
        check(Status::Ready, 0b1100, None, 0b0011, None);
        check(Status::Ready, 0b0001, None, 0b0011, None);
        check(Status::Waiting, 0b1111, None, 0b0011, Some(Change::Joined));
        check(Status::Done, 0b1111, None, 0b0011, None);
    }

    #[test]
    fn rows_in_words() {
        let check = |row: Row, expected: &str| assert_eq!(row.words(), expected);
        check(row(Status::Ready, 0b11, None, 0b11), "warp 2: 2 of 4 lanes active, line 14");
        check(
            row(Status::Ready, 0b11, Some(1), 0b11),
            "warp 2: 2 of 4 lanes active, line 14, parted",
        );
        check(row(Status::Waiting, 0b11, None, 0b11), "warp 2: waiting at a barrier, line 14");
        check(row(Status::Done, 0b11, None, 0b11), "warp 2: done");
    }

    #[test]
    fn the_range_of_values() {
        let check = |numbers: &[f64], expected| {
            let value = |&number: &f64| Some(Value { text: format!("{number}"), number });
            let mut row = row(Status::Ready, 1, None, 1);
            row.values = Some(numbers.iter().map(value).chain([None]).collect());
            let model = Model { width: 4, rows: vec![row], watched: None };
            assert_eq!(model.range(), expected);
        };
        check(&[], None);
        check(&[f64::NAN], None);
        check(&[2.0, f64::INFINITY, -1.0], Some((-1.0, 2.0)));
    }
}
