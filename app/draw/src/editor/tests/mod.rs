//! The editor under keys and pointer, in an app around it.

mod badges;
mod folding;
mod showing;
mod typing;

use super::folds::FoldRule;
use super::{FindingMark, Input, MarkSeverity, Output, count_matches, cursor, find, show};
use egui::{Id, Key, Modifiers, Pos2, Ui, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use std::collections::BTreeSet;
use warpbench_front::Diagnostic;
use warpbench_machine::observe::accesses::{AccessCounts, AccessVerb, AccessedMemory};
use warpbench_machine::observe::counters::{Counts, DivergedWork, LineCounts};
use warpbench_state::state::history::History;
use warpbench_texts::find::Find;
use warpbench_texts::folds::FoldChoices;
use warpbench_texts::syntax::Syntax;
use warpbench_theme as theme;

const TEXT: &str = "\
// 2 × 2
fn main() {
    let strid = 1u;
    let x = stride;
}
";

/// An app around an editor, as small as it can be.
struct App {
    text: String,
    original: String,
    history: History,
    costs: Vec<LineCounts>,
    accesses: Vec<AccessCounts>,
    findings: Vec<FindingMark>,
    diagnostics: Vec<Diagnostic>,
    breakpoints: BTreeSet<u32>,
    scroll_to: Option<u32>,
    find: Option<Find>,
    is_read_only: bool,
    is_diff: bool,
    is_wrapped: bool,
    clicked: Option<u32>,
    output: Output,
    current: Option<u32>,
    position: usize,
    kernel: Option<&'static str>,
    folds: FoldChoices,
}

impl App {
    fn new(text: &str) -> App {
        App {
            text: text.to_owned(),
            original: text.to_owned(),
            history: History::new(text),
            costs: Vec::new(),
            accesses: Vec::new(),
            findings: Vec::new(),
            diagnostics: Vec::new(),
            breakpoints: BTreeSet::new(),
            scroll_to: None,
            find: None,
            is_read_only: false,
            is_diff: false,
            is_wrapped: false,
            clicked: None,
            output: Output::default(),
            current: Some(3),
            position: 0,
            kernel: None,
            folds: FoldChoices::new(),
        }
    }

    fn id() -> Id {
        Id::unique("text")
    }

    fn ui(&mut self, ui: &mut Ui) {
        if let Some(find) = self.find.clone() {
            let count = count_matches(ui.ctx(), App::id(), &self.text, &find);
            let output = find::bar(ui, &find, count);
            self.find = if output.is_closed { None } else { output.changed.or(Some(find)) };
        }
        let input = Input {
            id: App::id(),
            text: &self.text,
            language: Syntax::Wgsl,
            is_read_only: self.is_read_only,
            current_lines: self.current.as_slice(),
            current_span: None,
            next_line: self.current.map(|line| line + 1),
            is_settled: true,
            hovered_line: None,
            costs: &self.costs,
            accesses: &self.accesses,
            findings: &self.findings,
            diagnostics: &self.diagnostics,
            breakpoints: &self.breakpoints,
            scroll_to: self.scroll_to,
            moment: (self.position, 0),
            find: self.find.as_ref(),
            is_diff: self.is_diff,
            original: &self.original,
            against: "the original",
            folds: self.kernel.map(|kernel| FoldRule { kernel, choices: &self.folds }),
            twin: None,
            scroll_link: None,
            is_wrapped: self.is_wrapped,
            links: None,
        };
        let output = show(ui, &input);
        self.apply(ui, output);
    }

    fn apply(&mut self, ui: &Ui, output: Output) {
        if let Some(line) = output.toggled_breakpoint
            && !self.breakpoints.remove(&line)
        {
            self.breakpoints.insert(line);
        }
        if let Some(text) = &output.changed {
            self.text.clone_from(text);
        }
        self.is_diff &= !output.left_diff;
        self.folds.extend(output.folded.iter().cloned());
        let time = ui.input(|input| input.time);
        self.history.feed(&self.text, output.cursor.unwrap_or(0), time);
        let moment = match (output.undo, output.redo) {
            (true, _) => self.history.undo(&self.text),
            (_, true) => self.history.redo(&self.text),
            _ => None,
        };
        if let Some(moment) = moment {
            self.text.clone_from(&moment.text);
            cursor::place(ui.ctx(), App::id(), &moment.text, moment.cursor);
        }
        self.clicked = output.clicked_line.or(self.clicked);
        self.output = output;
    }
}

fn harness(app: App) -> Harness<'static, App> {
    let mut harness = Harness::builder()
        .with_size(vec2(700.0, 300.0))
        .with_context_setup(theme::install)
        .build_ui_state(|ui, app: &mut App| app.ui(ui), app);
    harness.run();
    harness
}

/// Clicks into the text and puts the cursor before a byte.
fn start_typing(harness: &mut Harness<'_, App>, byte: usize) {
    click(harness, pos2(300.0, 100.0));
    cursor::place(&harness.ctx, App::id(), &harness.state().text.clone(), byte);
    harness.run();
}

/// Where a line's number is.
fn number(harness: &Harness<'_, App>, line: u32) -> Pos2 {
    let gutter = harness.get_by_label_contains("breakpoints").rect();
    let row = (14.0_f32 * 1.4).round();
    pos2(gutter.left() + 30.0, gutter.top() + 4.0 + (line as f32 - 0.5) * row)
}

fn click(harness: &mut Harness<'_, App>, at: Pos2) {
    harness.drag_at(at);
    harness.step();
    harness.drop_at(at);
    harness.run();
}

fn hover(harness: &mut Harness<'_, App>, at: Pos2) {
    harness.hover_at(at);
    // A tooltip waits until the pointer has been still for a while.
    harness.run_steps(60);
}

fn end_of(text: &str, word: &str) -> usize {
    text.find(word).unwrap() + word.len()
}

/// Whether the gutter says that a line can be seen.
fn is_visible(harness: &Harness<'_, App>, line: u32) -> bool {
    let gutter = harness.get_by_label_contains("breakpoints");
    let label = gutter.accesskit_node().label().unwrap();
    let numbers: Vec<u32> =
        label.split([' ', ',']).filter_map(|word| word.parse().ok()).take(2).collect();
    (numbers[0]..=numbers[1]).contains(&line)
}
