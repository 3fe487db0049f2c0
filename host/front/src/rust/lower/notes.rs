//! What statements stand for that naga has no statement for: one atomic operation,
//! something that is printed, or a body in the place of its call.

use super::unit::Unit;
use naga::Span;
use std::collections::HashSet;
use warpbench_semantics::{AtomicUpdate, FunctionKey, Print};

/// What the blocks of a function stand for, by their places.
#[derive(Debug, Default)]
pub(super) struct Notes {
    updates: Vec<(Span, AtomicUpdate)>,
    prints: Vec<(Span, Print)>,
    calls: Vec<(Span, Span)>,
    taken: HashSet<(usize, usize)>,
}

impl Notes {
    pub(super) fn add_update(&mut self, span: Span, update: AtomicUpdate) {
        self.updates.push((span, update));
    }

    pub(super) fn add_print(&mut self, span: Span, print: Print) {
        self.prints.push((span, print));
    }

    /// The body of what has this name is written out at this call.
    pub(super) fn add_call(&mut self, call: Span, name: Span) {
        self.calls.push((call, name));
    }

    /// A place for a block, which no other of the function has: what stands in a
    /// closure becomes several blocks that come from the same text. It starts where
    /// it is told to, which is all that a reader is shown.
    pub(super) fn own_place(&mut self, span: Span) -> Span {
        let Some(range) = span.to_range() else { return span };
        let (start, mut end) = (range.start, range.end);
        while !self.taken.insert((start, end)) {
            end =
                if end > start + 1 && end <= range.end { end - 1 } else { end.max(range.end) + 1 };
        }
        Span::new(start as u32, end as u32)
    }
}

impl Unit<'_> {
    /// Notes what the blocks of a function that was just finished stand for.
    pub(super) fn note_blocks(&mut self, function: FunctionKey, notes: Notes) {
        for (span, update) in notes.updates {
            self.semantics.set_update(function, span, update);
        }
        for (span, print) in notes.prints {
            self.semantics.set_print(function, span, print);
        }
        for (call, name) in notes.calls {
            self.semantics.set_written_out(function, call, name);
        }
    }
}
