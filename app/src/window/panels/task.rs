//! The task of the lab that is open.

use super::checks::points;
use super::lesson::{heading, markdown};
use crate::window::command::Command;
use crate::window::labs::action::LabAction;
use crate::window::labs::open::OpenLab;
use crate::window::state::State;
use crate::window::theme::Palette;
use egui::{Button, Id, RichText, ScrollArea, Ui};

pub(super) fn show(ui: &mut Ui, state: &State, open: &OpenLab, commands: &mut Vec<Command>) {
    let lab = &open.lab;
    let palette = Palette::of(ui.visuals());
    let id = Id::unique(("task", lab.id.as_str()));
    ScrollArea::vertical().id_salt(id).auto_shrink(false).show(ui, |ui| {
        let about = format!(
            "{}, about {} minutes, {} points",
            lab.level.name(),
            lab.minutes,
            points(lab.points())
        );
        ui.label(RichText::new(about).small().color(palette.quiet));
        markdown(ui, &lab.task);
        heading(ui, "What you learn");
        for learn in &lab.learn {
            ui.horizontal_wrapped(|ui| {
                ui.label("•");
                ui.label(learn);
            });
        }
        ui.add_space(8.0);
        ui.horizontal_wrapped(|ui| {
            for (text, by) in [("◀ Previous lab", -1), ("Next lab ▶", 1)] {
                let is_there = state.labs.list.moved(&lab.id, by).is_some();
                if ui.add_enabled(is_there, Button::new(text)).clicked() {
                    commands.push(Command::MoveRung(by));
                }
            }
            if ui.button("Back to the lessons").clicked() {
                commands.push(Command::Lab(LabAction::Close));
            }
        });
    });
}

/// The task alone, for an audience.
pub(super) fn at_hand(ui: &mut Ui, open: &OpenLab) {
    let id = Id::unique(("task at hand", open.lab.id.as_str()));
    ScrollArea::vertical().id_salt(id).auto_shrink(false).show(ui, |ui| {
        markdown(ui, &open.lab.task);
    });
}
