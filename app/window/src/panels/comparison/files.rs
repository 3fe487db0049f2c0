//! Opened result files: machines, devices, how much was measured; and what is wrong with
//! them.

use egui::{Frame, Margin, RichText, ScrollArea, Ui};
use warpbench_state::comparison::action::ComparisonAction;
use warpbench_state::comparison::session::ComparisonSession;
use warpbench_state::comparison::source::{ResultOrigin, ResultSource};
use warpbench_theme::Palette;

/// More troubles than these stand in the list of files alone.
const MOST_TROUBLES: usize = 2;

pub(super) fn show(ui: &mut Ui, session: &ComparisonSession, actions: &mut Vec<ComparisonAction>) {
    let area = ScrollArea::vertical().id_salt("sources").auto_shrink(false);
    area.show(ui, |ui| {
        for source in &session.sources {
            entry(ui, source, actions);
        }
    });
}

fn entry(ui: &mut Ui, source: &ResultSource, actions: &mut Vec<ComparisonAction>) {
    let palette = Palette::of(ui.visuals());
    let frame = Frame::new().fill(palette.next_line).corner_radius(4.0);
    frame.inner_margin(Margin::symmetric(8, 5)).show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            let name = ui.label(RichText::new(source.name()).strong());
            if let ResultOrigin::File(path) = &source.origin {
                name.on_hover_text(path.display().to_string());
            }
            if source.origin == ResultOrigin::Here
                && ui.small_button("Save…").on_hover_text("As a result file").clicked()
            {
                actions.push(ComparisonAction::Save);
            }
            remove(ui, source, actions);
        });
        if let Some(trouble) = source.trouble() {
            ui.label(RichText::new(format!("▲ {trouble}")).color(palette.conflict));
        }
        for line in &source.lines {
            ui.label(RichText::new(line).small());
        }
    });
}

fn remove(ui: &mut Ui, source: &ResultSource, actions: &mut Vec<ComparisonAction>) {
    let button = ui.small_button("Remove");
    if button.on_hover_text("Take it out of the comparison; the file stays").clicked() {
        actions.push(ComparisonAction::Remove(source.id));
    }
}

/// What is wrong with files, above every view: the rest is shown all the same.
pub(super) fn troubles(
    ui: &mut Ui,
    session: &ComparisonSession,
    actions: &mut Vec<ComparisonAction>,
) {
    let palette = Palette::of(ui.visuals());
    let troubles = session.sources.iter().filter_map(|one| Some((one, one.trouble()?)));
    let troubles: Vec<(&ResultSource, &str)> = troubles.collect();
    for (source, trouble) in troubles.iter().take(MOST_TROUBLES) {
        ui.horizontal_wrapped(|ui| {
            let text = format!("▲ {}: {trouble}", source.name());
            ui.label(RichText::new(text).color(palette.conflict));
            remove(ui, source, actions);
        });
    }
    if troubles.len() > MOST_TROUBLES {
        let more = troubles.len() - MOST_TROUBLES;
        let text = format!("▲ {more} more are not shown; Files says why");
        ui.label(RichText::new(text).color(palette.conflict));
    }
}
