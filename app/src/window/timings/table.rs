//! All numbers, as a table for each target.

use super::record::{self, Record, WORDS};
use super::sheet::Sheet;
use crate::window::terms::explain_all;
use crate::window::theme::Palette;
use egui::{Align, Grid, Layout, RichText, ScrollArea, Ui};

/// Shows the tables of a sheet.
pub fn show(ui: &mut Ui, sheet: &Sheet) {
    ScrollArea::horizontal().auto_shrink([false, true]).show(ui, |ui| {
        for (number, section) in sheet.sections.iter().enumerate() {
            let records: Vec<Record> =
                record::of(section).filter(|record| !record.rows.is_empty()).collect();
            if records.is_empty() {
                continue;
            }
            ui.add_space(6.0);
            explain_all(ui.label(section.class.heading()), section.class.heading());
            for (at, record) in records.iter().enumerate() {
                ui.label(RichText::new(&record.heading).small());
                one(ui, record, (number, at));
            }
        }
    });
}

fn one(ui: &mut Ui, record: &Record, place: (usize, usize)) {
    let quiet = Palette::of(ui.visuals()).quiet;
    let grid = Grid::new(("timings table", place)).striped(true).spacing([16.0, 3.0]);
    grid.show(ui, |ui| {
        for (at, head) in record.heads.iter().enumerate() {
            cell(ui, at, RichText::new(*head).small().color(quiet));
        }
        ui.end_row();
        for row in &record.rows {
            for (at, words) in row.iter().enumerate() {
                let is_wrong = at == 2 && matches!(words.as_str(), "wrong" | "failed");
                let mut text = RichText::new(words).monospace().size(13.0);
                if is_wrong {
                    // The sign says it without colour, too.
                    let ink = Palette::of(ui.visuals()).conflict;
                    text = RichText::new(format!("▲ {words}")).monospace().size(13.0).color(ink);
                }
                cell(ui, at, text);
            }
            ui.end_row();
        }
    });
}

/// Words begin at the left, numbers end at the right.
fn cell(ui: &mut Ui, at: usize, text: RichText) {
    if at < WORDS {
        ui.label(text);
    } else {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.label(text));
    }
}
