//! Editor input: what it is asked to show, and what was done in it.

use super::folds::FoldRule;
use super::links::Links;
use super::rows::Twin;
use egui::Id;
use std::collections::BTreeSet;
use warpbench_codes::Code;
use warpbench_front::{Diagnostic, SourceLocation};
use warpbench_machine::observe::accesses::AccessCounts;
use warpbench_machine::observe::counters::LineCounts;
use warpbench_texts::find::Find;
use warpbench_texts::syntax::Syntax;

#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// Tells this text from others; the cursor and the scroll position go by it.
    pub id: Id,
    pub text: &'a str,
    /// What it is written in.
    pub language: Syntax,
    /// Whether it can only be read and copied.
    pub is_read_only: bool,
    /// The lines of the last step, from 1.
    pub current_lines: &'a [u32],
    /// What of them the last step did.
    pub current_span: Option<SourceLocation>,
    /// The line that comes next.
    pub next_line: Option<u32>,
    /// Whether these are lines of the kernel that is shown: while another one is
    /// being recorded they are still those of the one before.
    pub is_settled: bool,
    /// The line that is pointed at in another panel.
    pub hovered_line: Option<u32>,
    /// What the lines cost in the last run, in order.
    pub costs: &'a [LineCounts],
    /// What the accesses of those lines cost, in the order of the text.
    pub accesses: &'a [AccessCounts],
    /// What the last run found.
    pub findings: &'a [FindingMark],
    /// What is wrong with the text.
    pub diagnostics: &'a [Diagnostic],
    /// The lines at which a run stops.
    pub breakpoints: &'a BTreeSet<u32>,
    /// A line to bring into view if it is not; counts once, when it or the moment is
    /// not what it was in the frame before.
    pub scroll_to: Option<u32>,
    /// Where we are in the trace, and what the text is shown with: somewhere else it
    /// was scrolled to another place.
    pub moment: (usize, u8),
    pub find: Option<&'a Find>,
    /// Whether the text is shown against the original instead.
    pub is_diff: bool,
    /// What the text was when it was given out, or what else it is compared with.
    pub original: &'a str,
    /// What that is called: "the original".
    pub against: &'a str,
    /// What is folded, where anything may be.
    pub folds: Option<FoldRule<'a>>,
    /// The text beside this one whose statements stand at the same height.
    pub twin: Option<Twin<'a>>,
    /// What tells the two from others that are scrolled together.
    pub scroll_link: Option<Id>,
    /// Whether lines that are too long go on below, so that an audience sees all of
    /// them.
    pub is_wrapped: bool,
    /// Which lines belong together with those of the text beside this one.
    pub links: Option<&'a Links>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkSeverity {
    /// It is wrong: a filled triangle.
    Error,
    /// It may be wrong: a hollow one.
    Warning,
}

/// Something that a run found at a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingMark {
    /// The line, from 1.
    pub line: u32,
    /// The byte in the line, from 1.
    pub column: u32,
    pub message: String,
    pub severity: MarkSeverity,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// The text after it was edited.
    pub changed: Option<String>,
    /// The line whose breakpoint is to be set or removed.
    pub toggled_breakpoint: Option<u32>,
    /// The line whose text was clicked.
    pub clicked_line: Option<u32>,
    /// The line under the pointer.
    pub hovered_line: Option<u32>,
    /// Whether keys go to this text.
    pub has_focus: bool,
    /// The byte that the cursor stands before, while keys go to this text.
    pub cursor: Option<usize>,
    /// Whether the keys for undo were pressed.
    pub undo: bool,
    /// Whether the keys for redo were pressed.
    pub redo: bool,
    /// The code of a mistake that is to be explained.
    pub explained: Option<Code>,
    /// Whether the view of the differences was left.
    pub left_diff: bool,
    /// Parts that are to be folded or unfolded from now on, by their heads.
    pub folded: Vec<(String, bool)>,
}
