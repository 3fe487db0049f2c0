//! Generic functions as they are written, whoever calls them.
//!
//! The program consists of instances, whose types are all known; an instance
//! cannot tell that its text asks for more than its bounds promise, and there may
//! be none. So each generic function is checked once more, with parameters of
//! which only the bounds are known. Nothing of this gets into the program.

use crate::checker::Checker;
use crate::syntax::spans;
use naga::Span;
use std::collections::HashSet;
use std::ops::Range;
use warpbench_codes::{Code, E0282, E0283, K0001, K0002, K0021};
use warpbench_hir::Site;
use warpbench_source::diagnostic::Diagnostic;

/// What is about the workbench rather than about the text: an instance that gets so far
/// says it again. Of types, the workbench infers a little less than Rust does.
const NOT_OF_RUST: [Code; 5] = [K0001, K0002, K0021, E0282, E0283];

impl Checker {
    /// Checks generic functions with nothing known but their bounds.
    pub(crate) fn check_generics(&mut self) {
        if !(0..self.functions.len()).any(|id| self.is_left_open(id)) {
            return;
        }
        let mut looker = self.clone();
        let mut seen = HashSet::new();
        let mut sound = Vec::new();
        let mut id = 0;
        // Items in the bodies join the list while it is worked off.
        while id < looker.functions.len() {
            if looker.is_left_open(id) {
                let found = looker.check_as_written(id, &mut seen);
                if let Some((range, found)) = found {
                    if found.is_empty() {
                        sound.push(range.clone());
                    }
                    self.replace_reports(&range, found);
                }
            }
            id += 1;
        }
        self.blame_callers(&sound);
    }

    /// What is wrong with an instance of a function that is right as it is written
    /// is the fault of whoever asked for it, and said there.
    fn blame_callers(&mut self, sound: &[Range<usize>]) {
        let is_follower = |found: &Diagnostic| {
            is_of_rust(found) && sound.iter().any(|range| lies_in(found.span, range))
        };
        if !self.sink.diagnostics.iter().all(is_follower) {
            self.sink.diagnostics.retain(|found| !is_follower(found));
        }
    }

    /// Whether a function is one of the text that was not checked as it is
    /// written.
    fn is_left_open(&self, id: usize) -> bool {
        let item = &self.functions[id];
        if item.is_library || item.block.is_none() {
            return false;
        }
        let Some(signature) = &item.signature else { return false };
        let generics = &signature.generics;
        if generics.types.is_empty() && generics.consts.is_empty() {
            return false;
        }
        !self.made.function_ids.contains_key(&(id, self.own_arguments(generics)))
    }

    /// Checks a function with its parameters as types of their own. Returns what
    /// is wrong with it, and where it is written.
    fn check_as_written(
        &mut self,
        id: usize,
        seen: &mut HashSet<Site>,
    ) -> Option<(Range<usize>, Vec<Diagnostic>)> {
        let signature = self.functions[id].signature.clone()?;
        let range = spans::of(self.functions[id].block.as_deref()?).to_range()?;
        // Items in the body of a function are declared again by every instance.
        if !seen.insert(self.functions[id].site) {
            return None;
        }
        let before = self.sink.diagnostics.len();
        let functions = self.functions.len();
        let arguments = self.assume(&signature.generics, self.functions[id].of_trait);
        let instance = self.instance(id, arguments, 0, Span::UNDEFINED);
        if let Some(instance) = instance {
            let mut next = instance;
            while next < self.made.functions.len() {
                if next == instance || self.made.functions[next].item >= functions {
                    self.check_instance(next);
                }
                next += 1;
            }
        }
        self.forget_assumptions();
        let found = self.sink.diagnostics.split_off(before);
        let is_kept = |found: &Diagnostic| lies_in(found.span, &range) && is_of_rust(found);
        let found = found.into_iter().filter(is_kept).collect();
        Some((range, found))
    }

    /// Checks a function as it is written for what is noted on the way.
    pub(crate) fn look_as_written(&mut self, id: usize) {
        self.check_as_written(id, &mut HashSet::new());
    }

    /// What is wrong with a function as it is written is said once, in place of
    /// what its instances have to say.
    fn replace_reports(&mut self, range: &Range<usize>, found: Vec<Diagnostic>) {
        if found.is_empty() {
            return;
        }
        self.sink.diagnostics.retain(|known| !lies_in(known.span, range));
        found.into_iter().for_each(|diagnostic| self.sink.push(diagnostic));
    }
}

/// Whether something is wrong that Rust itself would report.
fn is_of_rust(found: &Diagnostic) -> bool {
    !NOT_OF_RUST.contains(&found.code)
}

fn lies_in(span: Span, range: &Range<usize>) -> bool {
    span.to_range().is_some_and(|inner| range.start <= inner.start && inner.end <= range.end)
}
