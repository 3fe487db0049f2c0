//! The lessons and their rungs, in the order they are taught.

use crate::window::command::Command;
use crate::window::lessons::{RungId, lessons};
use crate::window::state::State;
use crate::window::theme::Palette;
use egui::{CollapsingHeader, Id, RichText, ScrollArea, Ui};

pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let palette = Palette::of(ui.visuals());
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for (number, lesson) in lessons().iter().enumerate() {
            let is_chosen = number == state.setup.rung_id.lesson;
            let heading = RichText::new(&lesson.title).strong();
            let header = CollapsingHeader::new(heading)
                .id_salt(Id::unique(("lesson", number)))
                .default_open(is_chosen)
                // The lesson that one is in is always open.
                .open(is_chosen.then_some(true));
            let shown = header.show(ui, |ui| {
                for (rung, content) in lesson.rungs.iter().enumerate() {
                    let rung_id = RungId { lesson: number, rung };
                    let is_here = rung_id == state.setup.rung_id;
                    let text = format!("{rung}  {}", content.title);
                    let response = ui
                        .selectable_label(is_here, text)
                        .on_hover_text(format!("{}\n{}", content.variant.name, content.changes));
                    if response.clicked() {
                        commands.push(Command::OpenRung(rung_id));
                    }
                    if is_here && !ui.clip_rect().intersects(response.rect) {
                        response.scroll_to_me(None);
                    }
                }
            });
            shown.header_response.on_hover_ui(|ui| {
                ui.set_max_width(320.0);
                ui.label(&lesson.summary);
                let minutes = format!("about {} minutes", lesson.minutes);
                ui.label(RichText::new(minutes).small().color(palette.quiet));
            });
        }
    });
}
