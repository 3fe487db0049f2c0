//! The kernel's text, in Rust, in WGSL, side by side, or as PTX; of a program with
//! directives the program and its kernels.

use super::{source_program, source_ptx};
use crate::flow;
use egui::{Id, Rect, RichText, Ui, UiBuilder};
use std::cell::RefCell;
use warpbench_draw::editor::folds::FoldRule;
use warpbench_draw::editor::{self, FindingMark, Input, MarkSeverity, Output, Twin};
use warpbench_front::Language;
use warpbench_machine::finding::{Finding, Severity};
use warpbench_state::command::{Command, menu};
use warpbench_state::labs::action::LabAction;
use warpbench_state::state::document::Document;
use warpbench_state::state::view::SourceView;
use warpbench_state::state::{RunStatus, State};
use warpbench_texts::find::Find;
use warpbench_theme::Palette;

pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    tabs(ui, state, commands);
    if let Some(find) = &state.view.find {
        find_bar(ui, state, find, commands);
    }
    ui.add_space(2.0);
    match state.view.source {
        SourceView::Rust => text(ui, state, Language::Rust, Beside::Nothing, commands),
        SourceView::Wgsl => text(ui, state, Language::Wgsl, Beside::Nothing, commands),
        SourceView::Both => ui.columns(2, |columns| {
            let texts = [(Language::Rust, "Rust"), (Language::Wgsl, "WGSL")];
            for (ui, (language, name)) in columns.iter_mut().zip(texts) {
                heading(ui, state, language, name, commands);
                text(ui, state, language, Beside::Twin, commands);
            }
        }),
        SourceView::Ptx => ptx(ui, state, commands),
        SourceView::Program => source_program::show(ui, state, false, commands),
        SourceView::Sequential => source_program::show(ui, state, true, commands),
    }
}

/// What the kernel was compiled to, with what it was compiled from: beside it
/// where there is room, above it where there is not.
fn ptx(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let area = ui.available_rect_before_wrap();
    let (source, code) = match area.width() >= source_ptx::WIDE {
        true => area.split_left_right_at_fraction(0.5),
        false => area.split_top_bottom_at_fraction(0.45),
    };
    if source.height() < source_ptx::LOWEST {
        source_ptx::show(ui, state, commands);
        return;
    }
    let mut child = |place: Rect, name: &str| {
        ui.new_child(UiBuilder::new().max_rect(place.shrink(1.0)).id_salt(name))
    };
    let (mut above, mut below) = (child(source, "source"), child(code, "code"));
    text(&mut above, state, Language::Rust, Beside::Ptx, commands);
    source_ptx::show(&mut below, state, commands);
    ui.advance_cursor_after_rect(area);
}

/// Says which of two texts is stepped, and lets one choose.
fn heading(
    ui: &mut Ui,
    state: &State,
    language: Language,
    name: &str,
    commands: &mut Vec<Command>,
) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(name).small().strong());
        if state.setup.language == language {
            ui.label(RichText::new("is stepped").small());
        } else if ui.small_button(format!("Step {name}")).clicked() {
            commands.push(Command::StepLanguage(language));
        }
    });
}

fn tabs(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let commands = RefCell::new(commands);
    let document = state.typed_document();
    let is_ptx = state.view.source == SourceView::Ptx;
    // What is made of a program is only read.
    let is_kernels = state.setup.program.is_some() && state.view.source == SourceView::Rust;
    let left = |ui: &mut Ui| {
        let views = state.source_views();
        for (source, name) in SourceView::ALL.into_iter().filter(|(view, _)| views.contains(view)) {
            let name = match source {
                SourceView::Rust if state.setup.program.is_some() => "Kernels",
                _ => name,
            };
            let command = Command::ShowSource(source);
            let key = menu::key_name(ui.ctx(), state, &command);
            let tab = ui.selectable_label(state.view.source == source, name);
            if tab.on_hover_text(format!("Show {name} ({key})")).clicked() {
                commands.borrow_mut().push(command);
            }
        }
        if document.is_edited() && !is_ptx && !is_kernels {
            ui.label(RichText::new("edited").small().italics());
        }
    };
    let right = |ui: &mut Ui| {
        // An audience has no use for them unless something was changed.
        if !is_ptx && !is_kernels && (!state.view.is_presenting || document.is_edited()) {
            buttons(ui, state, document, &mut commands.borrow_mut());
        }
    };
    flow::ends(ui, "source", left, right);
}

fn buttons(ui: &mut Ui, state: &State, document: &Document, commands: &mut Vec<Command>) {
    if state.status == RunStatus::Mistakes {
        let palette = Palette::of(ui.visuals());
        ui.label(RichText::new("stepping the last valid text").small().color(palette.conflict));
    }
    let is_edited = document.is_edited();
    let undo = ui.add_enabled(document.history.can_undo(), egui::Button::new("Undo").small());
    if undo.on_hover_text("Take back the last change of the text (Ctrl+Z in the text)").clicked() {
        commands.push(Command::UndoText(document.key.clone()));
    }
    let find = egui::Button::selectable(state.view.find.is_some(), "Find").small();
    let command = Command::Find(state.view.find.is_none().then(Find::default));
    if ui.add(find).on_hover_text(menu::hint(ui.ctx(), state, &command)).clicked() {
        commands.push(command);
    }
    let is_solution = state.labs.open.as_ref().is_some_and(|open| open.is_solution_shown);
    let is_diff = state.view.is_diff && !is_solution;
    let diff = egui::Button::selectable(is_diff, "Diff").small();
    let diff = ui.add_enabled(is_edited || is_diff, diff);
    let key = menu::key_name(ui.ctx(), state, &Command::ToggleDiff);
    if diff.on_hover_text(format!("What was changed against the original ({key})")).clicked() {
        commands.push(Command::ToggleDiff);
    }
    let reset = ui.add_enabled(is_edited, egui::Button::new("Reset").small());
    let (hint, command) = match state.labs.own() {
        Some(_) => (
            "Back to the starter; your text is kept among the attempts",
            Command::Lab(LabAction::Reset),
        ),
        None => {
            ("Back to the original text; can be undone", Command::ResetText(document.key.clone()))
        }
    };
    if reset.on_hover_text(hint).clicked() {
        commands.push(command);
    }
}

fn find_bar(ui: &mut Ui, state: &State, find: &Find, commands: &mut Vec<Command>) {
    let document = state.typed_document();
    let count = editor::count_matches(ui.ctx(), editor_id(document), &document.text, find);
    let output = editor::find::bar(ui, find, count);
    if output.is_closed {
        commands.push(Command::Find(None));
    } else if let Some(find) = output.changed {
        commands.push(Command::Find(Some(find)));
    }
}

/// What a text is shown with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Beside {
    Nothing,
    /// Its twin in the other language.
    Twin,
    /// What it was compiled to.
    Ptx,
    /// The program with directives that it is made of.
    Program,
}

pub(super) fn text(
    ui: &mut Ui,
    state: &State,
    language: Language,
    beside: Beside,
    commands: &mut Vec<Command>,
) {
    let document = state.document(language);
    // Lines and costs are those of the text that was run; after an edit they
    // wait for the next run.
    let is_stepped = state.is_stepped(document);
    let player = state.player.as_ref().filter(|_| is_stepped);
    let line_at = |step: Option<usize>| player?.trace().line_of(step?);
    let current = state.current_line().filter(|_| is_stepped);
    let simulation = state.simulation.as_ref().filter(|_| is_stepped);
    // Where lines are tinted by where they come from, colours mean something else.
    let has_tints = matches!(beside, Beside::Ptx | Beside::Program);
    let counted = simulation.filter(|_| !has_tints);
    let findings = if is_stepped { findings(state) } else { Vec::new() };
    let other = state.document(match language {
        Language::Rust => Language::Wgsl,
        Language::Wgsl => Language::Rust,
    });
    let solution = solution(state, document);
    let links = match beside {
        Beside::Ptx => Some(source_ptx::links_of_source(ui.ctx(), state)),
        Beside::Program => Some(source_program::links_of_kernels(state)),
        Beside::Nothing | Beside::Twin => None,
    };
    let input = Input {
        id: editor_id(document),
        text: &document.text,
        language: language.into(),
        is_read_only: state.setup.program.is_some(),
        current_lines: current.as_slice(),
        current_span: state.current_span().filter(|_| is_stepped),
        next_line: line_at(player.map(|player| player.position())),
        is_settled: state.status != RunStatus::Recording,
        hovered_line: pointed_line(state).filter(|_| is_stepped),
        costs: counted.map(|simulation| simulation.lines.as_slice()).unwrap_or_default(),
        accesses: counted.map(|simulation| simulation.accesses.as_slice()).unwrap_or_default(),
        findings: &findings,
        diagnostics: &document.diagnostics,
        breakpoints: state.breakpoints_of(&document.key),
        scroll_to: state.view.scroll_to.get(&document.key).copied(),
        moment: (player.map_or(0, |player| player.position()), beside as u8),
        find: state.view.find.as_ref(),
        is_diff: state.view.is_diff && (document.is_edited() || solution.is_some()),
        original: solution.unwrap_or(&document.original),
        against: match (solution, &state.labs.open) {
            (Some(_), _) => "the solution",
            (None, Some(open)) if open.submission.is_none() => "the starter",
            (None, Some(_)) => "what was handed in",
            (None, None) => "the original",
        },
        folds: Some(fold_rule(state, &document.key)),
        twin: (beside == Beside::Twin).then(|| Twin {
            text: &other.text,
            language: other.language.into(),
            folds: Some(fold_rule(state, &other.key)),
        }),
        scroll_link: (beside == Beside::Twin).then(|| Id::unique("twins")),
        is_wrapped: beside == Beside::Program
            || state.view.is_presenting && beside == Beside::Nothing,
        links: links.as_ref(),
    };
    let time = ui.input(|input| input.time);
    let output = editor::show(ui, &input);
    if is_stepped && output.hovered_line.is_some() {
        commands.push(Command::HoverLine(output.hovered_line));
    }
    answer(document, output, time, commands);
}

/// What was found in the text that is stepped.
pub(super) fn findings(state: &State) -> Vec<FindingMark> {
    let found = state.simulation.iter().flat_map(|simulation| &simulation.findings);
    let mark = |finding: &Finding| FindingMark {
        line: finding.line,
        column: finding.column,
        message: format!("{}: {}", finding.kind.code(), finding.message),
        severity: match finding.severity {
            Severity::Error => MarkSeverity::Error,
            Severity::Warning | Severity::Advice => MarkSeverity::Warning,
        },
    };
    found.map(mark).collect()
}

/// What a lab's text is compared with instead of its starter, where that was asked
/// for.
fn solution<'a>(state: &'a State, document: &Document) -> Option<&'a str> {
    let open = state.labs.open.as_ref().filter(|open| open.is_solution_shown)?;
    open.lab.texts_in(document.language).map(|texts| texts.solution.text.as_str())
}

/// The kernel that is stepped stays unfolded, and what was unfolded by hand.
pub(super) fn fold_rule<'a>(state: &'a State, key: &str) -> FoldRule<'a> {
    FoldRule { kernel: state.entry(), choices: state.view.folds_of(key) }
}

/// What tells a text's editor from others.
pub(super) fn editor_id(document: &Document) -> Id {
    Id::unique(&document.key)
}

/// The line of the warp whose lane is pointed at in another panel.
fn pointed_line(state: &State) -> Option<u32> {
    let (warp, _) = state.selection.hovered_lane?;
    let player = state.player.as_ref()?;
    player.trace().line_of_op(player.shown_state().warps.get(warp as usize)?.op?)
}

/// Turns what was done in the editor into commands.
pub(super) fn answer(document: &Document, output: Output, time: f64, commands: &mut Vec<Command>) {
    let key = &document.key;
    if let Some(text) = output.changed {
        let cursor = output.cursor.unwrap_or(0);
        commands.push(Command::EditText { key: key.clone(), text, cursor, time });
    }
    if let Some(line) = output.toggled_breakpoint {
        commands.push(Command::ToggleBreakpoint { key: key.clone(), line });
    }
    if output.undo {
        commands.push(Command::UndoText(key.clone()));
    }
    if output.redo {
        commands.push(Command::RedoText(key.clone()));
    }
    if output.explained.is_some() {
        commands.push(Command::Explain(output.explained));
    }
    if output.left_diff {
        commands.push(Command::ToggleDiff);
    }
    for (head, is_folded) in output.folded {
        commands.push(Command::Fold { key: key.clone(), head, is_folded });
    }
}
