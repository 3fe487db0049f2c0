//! Which steps change something that can be seen.

use super::recording::Recording;

impl Recording {
    /// Whether a step changes something that is shown: a variable of the text, memory,
    /// the lanes that go on, who waits at a barrier, or the line that its warp is on.
    /// What is left only computes a part of something.
    pub fn is_visible(&self, step: usize) -> bool {
        let trace = &self.trace;
        let before = trace.step_before(step);
        if before.is_none_or(|before| trace.line_of(before) != trace.line_of(step)) {
            return true;
        }
        let Some(happened) = trace.step(step) else { return false };
        let is_named = |register: u32| {
            self.variables.iter().any(|variable| {
                let words = variable.register..variable.register + variable.scalar.words();
                words.contains(&register)
            })
        };
        let mut changed = happened
            .changes
            .iter()
            .flat_map(|change| change.first..change.first + change.columns.len() as u32);
        !happened.accesses.is_empty()
            || happened.taken.is_some()
            || happened.arrived
            || happened.released
            || changed.any(is_named)
    }
}
