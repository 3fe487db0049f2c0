//! The lessons and their rungs, in the order they are taught.

use super::checks::points;
use egui::{CollapsingHeader, Id, RichText, ScrollArea, Ui};
use warpbench_state::command::Command;
use warpbench_state::labs::action::LabAction;
use warpbench_state::labs::attempt::LabProgress;
use warpbench_state::labs::list::LabEntry;
use warpbench_state::state::State;
use warpbench_state::state::panel::PanelId;
use warpbench_texts::lessons::{RungId, lessons};
use warpbench_theme::Palette;

pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let palette = Palette::of(ui.visuals());
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for (number, lesson) in lessons().iter().enumerate() {
            let is_chosen = number == state.setup.rung_id.lesson && state.is_in_lesson();
            let heading = RichText::new(&lesson.title).strong();
            let header = CollapsingHeader::new(heading)
                .id_salt(Id::unique(("lesson", number)))
                .default_open(is_chosen)
                // The lesson that one is in is always open.
                .open(is_chosen.then_some(true));
            let shown = header.show(ui, |ui| {
                for (rung, content) in lesson.rungs.iter().enumerate() {
                    let rung_id = RungId { lesson: number, rung };
                    let is_here = rung_id == state.setup.rung_id && state.is_in_lesson();
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
        labs(ui, state, commands);
        let compare = ui.selectable_label(false, RichText::new("Compare machines").strong());
        if compare.on_hover_text(PanelId::Comparison.panel().about).clicked() {
            commands.push(Command::BringUp(PanelId::Comparison));
        }
    });
}

/// The labs, with how far one has come in each.
fn labs(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let palette = Palette::of(ui.visuals());
    let here = state.setup.lab.as_ref().map(|staged| staged.lab.id.as_str());
    let header = CollapsingHeader::new(RichText::new("Labs").strong())
        .id_salt(Id::unique("labs"))
        .default_open(here.is_some())
        .open(here.is_some().then_some(true));
    let shown = header.show(ui, |ui| {
        if let Some(why) = &state.labs.list.broken {
            ui.label(RichText::new(why).color(palette.conflict));
        }
        for entry in &state.labs.list.entries {
            let is_here = here == Some(entry.id.as_str());
            let number = entry.id.split('_').next().unwrap_or_default().trim_start_matches('0');
            let progress = state.labs.progress.get(&entry.id);
            let sign = match progress {
                Some(progress) if progress.is_passed => "√",
                Some(progress) if progress.best.is_some() => "○",
                _ => "",
            };
            let text = format!("{number}  {} {sign}", entry.title());
            let response = ui.selectable_label(is_here, text.trim_end());
            let response = response.on_hover_ui(|ui| about(ui, entry, progress));
            if response.clicked() {
                commands.push(Command::Lab(LabAction::Open(entry.id.clone())));
            }
            if is_here && !ui.clip_rect().intersects(response.rect) {
                response.scroll_to_me(None);
            }
        }
    });
    shown
        .header_response
        .on_hover_text("Kernels to be written: the task, your text, and checks that say why");
}

fn about(ui: &mut Ui, entry: &LabEntry, progress: Option<&LabProgress>) {
    ui.set_max_width(320.0);
    let palette = Palette::of(ui.visuals());
    match &entry.lab {
        Ok(lab) => {
            for learn in &lab.learn {
                ui.label(format!("• {learn}"));
            }
            let mut words = format!("{}, about {} minutes", lab.level.name(), lab.minutes);
            if let Some(best) = progress.and_then(|progress| progress.best) {
                words +=
                    &format!("; your best: {} of {} points", points(best), points(lab.points()));
            }
            ui.label(RichText::new(words).small().color(palette.quiet));
        }
        Err(why) => {
            ui.label(RichText::new(why).color(palette.conflict));
        }
    }
}
