//! The text of the rung: what it changes, why, what to look at, a question.

use crate::window::command::Command;
use crate::window::lessons::{Rung, Term};
use crate::window::state::State;
use crate::window::terms::{term_label, terms_in};
use crate::window::theme::Palette;
use egui::{Id, RichText, ScrollArea, Ui};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};
use std::sync::{Arc, Mutex};
use warpbench_catalog::Rung as Standing;

pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let rung_id = state.setup.rung_id;
    let (lesson, rung) = (rung_id.lesson(), rung_id.rung());
    let id = Id::unique(("rung text", rung.variant.name));
    ScrollArea::vertical().id_salt(id).auto_shrink(false).show(ui, |ui| {
        if rung_id.rung == 0 {
            markdown(ui, lesson.intro);
            ui.separator();
        }
        section(ui, "What changes", rung.changes);
        section(ui, "Why", rung.why);
        if let Standing::Contested(why) | Standing::Apart(why) = rung.variant.rung {
            ui.label(RichText::new(format!("Note: {why}.")).italics());
        }
        look_and_question(ui, state, rung, commands);
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

/// What to look at and the question alone, for an audience.
pub(in crate::window) fn at_hand(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let rung = state.setup.rung_id.rung();
    let id = Id::unique(("rung at hand", rung.variant.name));
    ScrollArea::vertical().id_salt(id).auto_shrink(false).show(ui, |ui| {
        look_and_question(ui, state, rung, commands);
    });
}

fn look_and_question(ui: &mut Ui, state: &State, rung: &Rung, commands: &mut Vec<Command>) {
    section(ui, "What to look at", rung.look);
    section(ui, "Question", rung.question);
    let text = if state.view.is_answer_shown { "Hide the answer" } else { "Show the answer" };
    if ui.button(text).clicked() {
        commands.push(Command::ToggleAnswer);
    }
    if state.view.is_answer_shown {
        markdown(ui, rung.answer);
    }
}

/// The terms of the rung's text, to be hovered over.
fn terms(ui: &mut Ui, rung: &Rung) {
    type Found = Arc<Vec<&'static Term>>;
    let id = Id::unique(("terms of", rung.variant.name));
    let known: Option<Found> = ui.data_mut(|data| data.get_temp(id));
    let found = known.unwrap_or_else(|| {
        let text = [rung.changes, rung.why, rung.look, rung.question].join("\n");
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

fn section(ui: &mut Ui, heading: &str, text: &str) {
    let palette = Palette::of(ui.visuals());
    ui.add_space(4.0);
    ui.label(RichText::new(heading).small().strong().color(palette.quiet));
    markdown(ui, text);
}

/// Renders Markdown. What the renderer keeps between frames lies in egui's
/// memory.
fn markdown(ui: &mut Ui, text: &str) {
    type Cache = Arc<Mutex<CommonMarkCache>>;
    let cache: Cache =
        ui.data_mut(|data| data.get_temp_mut_or_default::<Cache>(Id::unique("markdown")).clone());
    // A panic while drawing would leave the lock poisoned; the cache is still
    // good for drawing.
    let mut cache = cache.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    CommonMarkViewer::new().show(ui, &mut cache, text);
}
