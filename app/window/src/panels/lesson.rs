//! The text of the rung: what it changes, why, what to look at, a question.

use super::task;
use egui::{Id, RichText, Role, ScrollArea, Ui, WidgetInfo};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};
use std::sync::{Arc, Mutex};
use warpbench_catalog::Rung as Standing;
use warpbench_draw::terms::{term_label, terms_in};
use warpbench_state::command::Command;
use warpbench_state::state::State;
use warpbench_state::state::figures::filled;
use warpbench_texts::lessons::{Pointer, Rung, Term};
use warpbench_theme::Palette;

pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    if let Some(open) = &state.labs.open {
        return task::show(ui, state, open, commands);
    }
    if !state.is_in_lesson() {
        return own_program(ui, state);
    }
    let rung_id = state.setup.rung_id;
    let (lesson, rung) = (rung_id.lesson(), rung_id.rung());
    let id = Id::unique(("rung text", rung.name.as_str()));
    ScrollArea::vertical().id_salt(id).auto_shrink(false).show(ui, |ui| {
        if rung_id.rung == 0 {
            markdown(ui, &filled(state, lesson.intro));
            ui.separator();
        }
        section(ui, "What changes", &filled(state, rung.changes));
        section(ui, "Why", &filled(state, rung.why));
        if let Standing::Contested(why) | Standing::Comparison(why) = rung.variant.rung {
            ui.label(RichText::new(format!("Note: {why}.")).italics());
        }
        look(ui, state, rung, commands);
        question(ui, state, rung, commands);
        terms(ui, rung);
        ui.add_space(8.0);
        ui.horizontal_wrapped(|ui| {
            let is_first = rung_id.moved(-1) == rung_id;
            let is_last = rung_id.moved(1) == rung_id;
            if ui.add_enabled(!is_first, egui::Button::new("◀ Previous rung")).clicked() {
                commands.push(Command::MoveRung(-1));
            }
            if ui.add_enabled(!is_last, egui::Button::new("Next rung ▶")).clicked() {
                commands.push(Command::MoveRung(1));
            }
        });
    });
}

/// What is known of a program of somebody's own.
fn own_program(ui: &mut Ui, state: &State) {
    let Some(program) = &state.setup.program else { return };
    let called = match &program.case {
        Some(_) => format!("What it is called with stands in {}.", program.case_path.display()),
        None => format!(
            "What it is called with was made up, because there is no {}: `warpbench sim {}.rs \
             --init` writes one to start from.",
            program.case_path.display(),
            program.name
        ),
    };
    let text = format!(
        "**{}.rs** is a sequential program with directives. What you type here is kept by the \
         workbench and leaves the file as it is.\n\n{called}\n\nPoint at a directive to see what \
         was made of it; move the slider to see what every pass of the translator found; click a \
         launch in the strip to step it.",
        program.name
    );
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| markdown(ui, &text));
}

/// The question and what to look at alone, for an audience.
pub(crate) fn at_hand(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    if let Some(open) = &state.labs.open {
        return task::at_hand(ui, open);
    }
    if !state.is_in_lesson() {
        return own_program(ui, state);
    }
    let rung = state.setup.rung_id.rung();
    let id = Id::unique(("rung at hand", rung.name.as_str()));
    ScrollArea::vertical().id_salt(id).auto_shrink(false).show(ui, |ui| {
        question(ui, state, rung, commands);
        look(ui, state, rung, commands);
    });
}

fn look(ui: &mut Ui, state: &State, rung: &Rung, commands: &mut Vec<Command>) {
    heading(ui, "What to look at");
    for (number, item) in rung.look.iter().enumerate() {
        pointer(ui, state, item, &format!("What to look at, {}", number + 1), commands);
    }
}

fn question(ui: &mut Ui, state: &State, rung: &Rung, commands: &mut Vec<Command>) {
    section(ui, "Question", &filled(state, rung.question));
    let text = if state.view.is_answer_shown { "Hide the answer" } else { "Show the answer" };
    if ui.button(text).clicked() {
        commands.push(Command::ToggleAnswer);
    }
    if state.view.is_answer_shown {
        pointer(ui, state, &rung.answer, "Answer", commands);
    }
}

/// The terms of the rung's text, to be hovered over.
fn terms(ui: &mut Ui, rung: &Rung) {
    type Found = Arc<Vec<&'static Term>>;
    let id = Id::unique(("terms of", rung.name.as_str()));
    let known: Option<Found> = ui.data_mut(|data| data.get_temp(id));
    let found = known.unwrap_or_else(|| {
        let look = rung.look.iter().map(|item| item.text);
        let texts = [rung.changes, rung.why, rung.question].into_iter().chain(look);
        let text = texts.collect::<Vec<_>>().join("\n");
        let found = Arc::new(terms_in(&text));
        ui.data_mut(|data| data.insert_temp(id, Arc::clone(&found)));
        found
    });
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        for term in found.iter() {
            term_label(ui, term);
        }
    });
}

fn section(ui: &mut Ui, title: &str, text: &str) {
    heading(ui, title);
    markdown(ui, text);
}

pub(super) fn heading(ui: &mut Ui, title: &str) {
    let palette = Palette::of(ui.visuals());
    ui.add_space(4.0);
    ui.label(RichText::new(title).small().strong().color(palette.quiet));
}

/// Words that point at something, and the way there.
fn pointer(ui: &mut Ui, state: &State, pointer: &Pointer, name: &str, commands: &mut Vec<Command>) {
    markdown(ui, &filled(state, pointer.text));
    if let Some(scene) = &pointer.scene {
        let button = ui.small_button("Show me");
        button.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Show me: {name}")));
        if button.on_hover_text("Go to the panel and the step").clicked() {
            commands.push(Command::Show(Box::new(scene.clone())));
        }
    }
    ui.add_space(4.0);
}

/// Renders Markdown. What the renderer keeps between frames lies in egui's
/// memory.
pub(crate) fn markdown(ui: &mut Ui, text: &str) {
    type Cache = Arc<Mutex<CommonMarkCache>>;
    let cache: Cache =
        ui.data_mut(|data| data.get_temp_mut_or_default::<Cache>(Id::unique("markdown")).clone());
    // A panic while drawing would leave the lock poisoned; the cache is still
    // good for drawing.
    let mut cache = cache.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    CommonMarkViewer::new().show(ui, &mut cache, text);
}
