//! The kernel's text, in Rust, in WGSL, side by side, or as PTX.

use crate::window::command::Command;
use crate::window::editor::find::Find;
use crate::window::editor::{self, Input, Mark, Output, Syntax};
use crate::window::state::document::Document;
use crate::window::state::view::Shown;
use crate::window::state::{RunStatus, State};
use crate::window::theme::Palette;
use egui::{Align, Id, Layout, RichText, Ui};
use std::collections::BTreeSet;
use warpbench_front::Language;
use warpbench_machine::finding::Severity;

pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    tabs(ui, state, commands);
    if let Some(find) = &state.view.find {
        find_bar(ui, state, find, commands);
    }
    ui.add_space(2.0);
    match state.view.shown {
        Shown::Rust => text(ui, state, Language::Rust, commands),
        Shown::Wgsl => text(ui, state, Language::Wgsl, commands),
        Shown::Both => ui.columns(2, |columns| {
            let texts = [(Language::Rust, "Rust"), (Language::Wgsl, "WGSL")];
            for (ui, (language, name)) in columns.iter_mut().zip(texts) {
                heading(ui, state, language, name, commands);
                text(ui, state, language, commands);
            }
        }),
        Shown::Ptx => ptx(ui, state),
    }
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
    ui.horizontal(|ui| {
        for (number, (shown, name)) in Shown::ALL.into_iter().enumerate() {
            let tab = ui.selectable_label(state.view.shown == shown, name);
            if tab.on_hover_text(format!("Show {name} ({})", number + 1)).clicked() {
                commands.push(Command::Show(shown));
            }
        }
        if state.view.shown == Shown::Ptx {
            return;
        }
        let document = state.stepped_document();
        if document.is_edited() {
            ui.label(RichText::new("edited").small().italics());
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            buttons(ui, state, document, commands);
        });
    });
}

fn buttons(ui: &mut Ui, state: &State, document: &Document, commands: &mut Vec<Command>) {
    let is_edited = document.is_edited();
    let reset = ui.add_enabled(is_edited, egui::Button::new("Reset").small());
    if reset.on_hover_text("Back to the original text; can be undone").clicked() {
        commands.push(Command::ResetText(document.key.clone()));
    }
    let diff = egui::Button::selectable(state.view.is_diff, "Diff").small();
    let diff = ui.add_enabled(is_edited || state.view.is_diff, diff);
    if diff.on_hover_text("What was changed against the original (Ctrl+D)").clicked() {
        commands.push(Command::ToggleDiff);
    }
    let find = egui::Button::selectable(state.view.find.is_some(), "Find").small();
    if ui.add(find).on_hover_text("Find in the text (Ctrl+F)").clicked() {
        let find = state.view.find.is_none().then(Find::default);
        commands.push(Command::Find(find));
    }
    let undo = ui.add_enabled(document.history.can_undo(), egui::Button::new("Undo").small());
    if undo.on_hover_text("Take back the last change of the text (Ctrl+Z in the text)").clicked() {
        commands.push(Command::UndoText(document.key.clone()));
    }
    if state.status == RunStatus::Mistakes {
        let palette = Palette::of(ui.visuals());
        ui.label(RichText::new("stepping the last valid text").small().color(palette.conflict));
    }
}

fn find_bar(ui: &mut Ui, state: &State, find: &Find, commands: &mut Vec<Command>) {
    let text = &state.stepped_document().text;
    let count = editor::find::matches(text, &find.query, find.is_case_sensitive).len();
    let output = editor::find::bar(ui, find, count);
    if output.is_closed {
        commands.push(Command::Find(None));
    } else if let Some(find) = output.changed {
        commands.push(Command::Find(Some(find)));
    }
}

fn text(ui: &mut Ui, state: &State, language: Language, commands: &mut Vec<Command>) {
    let document = state.document(language);
    // Lines and costs are those of the text that was run; after an edit they
    // wait for the next run.
    let is_stepped = state.is_stepped(document);
    let player = state.player.as_ref().filter(|_| is_stepped);
    let line_at = |step: Option<usize>| player?.trace().line_of(step?);
    let current = line_at(player.and_then(|player| player.position().checked_sub(1)));
    let simulation = state.simulation.as_ref().filter(|_| is_stepped);
    let findings: Vec<Mark> = simulation
        .iter()
        .flat_map(|simulation| &simulation.findings)
        .map(|finding| Mark {
            line: finding.line,
            column: finding.column,
            message: finding.message.clone(),
            severity: match finding.severity {
                Severity::Error => editor::Severity::Error,
                Severity::Warning | Severity::Advice => editor::Severity::Warning,
            },
        })
        .collect();
    let input = Input {
        id: Id::unique(&document.key),
        text: &document.text,
        language: match language {
            Language::Rust => Syntax::Rust,
            Language::Wgsl => Syntax::Wgsl,
        },
        is_read_only: false,
        current_lines: current.as_slice(),
        next_line: line_at(player.map(|player| player.position())),
        hovered_line: pointed_line(state).filter(|_| is_stepped),
        costs: simulation.map(|simulation| simulation.lines.as_slice()).unwrap_or_default(),
        findings: &findings,
        diagnostics: &document.diagnostics,
        breakpoints: state.breakpoints_of(&document.key),
        scroll_to: state.view.scroll_to.get(&document.key).copied(),
        find: state.view.find.as_ref(),
        is_diff: state.view.is_diff && document.is_edited(),
        original: document.original,
    };
    let time = ui.input(|input| input.time);
    let output = editor::show(ui, &input);
    if is_stepped && output.hovered_line.is_some() {
        commands.push(Command::HoverLine(output.hovered_line));
    }
    answer(document, output, time, commands);
}

/// The line of the warp whose lane is pointed at in another panel.
fn pointed_line(state: &State) -> Option<u32> {
    let (warp, _) = state.selection.hovered_lane?;
    let player = state.player.as_ref()?;
    player.trace().line_of_op(player.playback.state().warps.get(warp as usize)?.op?)
}

/// Turns what was done in the editor into commands.
fn answer(document: &Document, output: Output, time: f64, commands: &mut Vec<Command>) {
    let key = &document.key;
    if let Some(text) = output.changed {
        let cursor = output.cursor.unwrap_or(0);
        commands.push(Command::Edit { key: key.clone(), text, cursor, time });
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
    if output.left_diff {
        commands.push(Command::ToggleDiff);
    }
}

fn ptx(ui: &mut Ui, state: &State) {
    let rung = state.setup.place.rung();
    let text = rung.family.sources.ptx;
    let start = format!(".entry {}(", rung.variant.name);
    let line = text.lines().position(|line| line.contains(&start)).map(|line| line as u32 + 1);
    let none = BTreeSet::new();
    editor::show(
        ui,
        &Input {
            id: Id::unique((rung.family.name, "ptx")),
            text,
            language: Syntax::Ptx,
            is_read_only: true,
            current_lines: &[],
            next_line: None,
            hovered_line: None,
            costs: &[],
            findings: &[],
            diagnostics: &[],
            breakpoints: &none,
            scroll_to: line,
            find: state.view.find.as_ref(),
            is_diff: false,
            original: text,
        },
    );
}
