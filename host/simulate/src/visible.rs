//! Visible steps: those that change something that can be seen.

use super::recording::Recording;
use warpbench_machine::observe::trace::{Operation, Step};

impl Recording {
    /// Whether a step changes something that is shown: a variable of the text, memory,
    /// the lanes that go on, who waits at a barrier, or the line that its warp is on.
    /// What is left only computes a part of something.
    pub fn is_visible(&self, step: usize) -> bool {
        let trace = &self.trace;
        if self.only_begins(step) {
            return false;
        }
        let before = trace.step_before(step);
        if before.is_none_or(|before| trace.line_of(before) != trace.line_of(step)) {
            return true;
        }
        let Some(happened) = trace.step(step) else { return false };
        !happened.accesses.is_empty()
            || happened.taken.is_some()
            || happened.arrived
            || happened.released
            || self.changes_variable(&happened)
    }

    /// Whether a step gives a value to what keeps parts of expressions, before the text
    /// has begun: the operands of a `||` would seem to be compared before they are known.
    pub fn only_begins(&self, step: usize) -> bool {
        let trace = &self.trace;
        let is_start =
            trace.op_of(step).is_some_and(|op| (0..=op).all(|op| begins(trace.operation(op))));
        is_start && trace.step(step).is_some_and(|step| !self.changes_variable(&step))
    }

    fn changes_variable(&self, step: &Step) -> bool {
        let is_named = |register: u32| {
            self.variables.iter().any(|variable| {
                let words = variable.register..variable.register + variable.scalar.words();
                words.contains(&register)
            })
        };
        step.changes
            .iter()
            .flat_map(|change| change.first..change.first + change.columns.len() as u32)
            .any(is_named)
    }
}

/// Whether an instruction does nothing that the text asks for.
fn begins(operation: Operation) -> bool {
    matches!(operation, Operation::Assign | Operation::Other)
}
