//! All numbers, as a table for each target.

use crate::window::terms::explain_all;
use crate::window::theme::Palette;
use crate::window::timings::comparison::Comparison;
use crate::window::timings::table::{self, RESULT, Table, WORDS};
use egui::{Align, Grid, Layout, RichText, ScrollArea, Ui};

/// Shows the tables of a comparison.
pub(super) fn show(ui: &mut Ui, comparison: &Comparison) {
    ScrollArea::horizontal().auto_shrink([false, true]).show(ui, |ui| {
        for (number, section) in comparison.sections.iter().enumerate() {
            let tables: Vec<Table> =
                table::of(section).filter(|table| !table.rows.is_empty()).collect();
            if tables.is_empty() {
                continue;
            }
            ui.add_space(6.0);
            explain_all(ui.label(section.class.heading()), section.class.heading());
            for (at, table) in tables.iter().enumerate() {
                ui.label(RichText::new(&table.heading).small());
                one(ui, table, (number, at));
            }
        }
    });
}

fn one(ui: &mut Ui, table: &Table, number: (usize, usize)) {
    let quiet = Palette::of(ui.visuals()).quiet;
    let grid = Grid::new(("timings table", number)).striped(true).spacing([16.0, 3.0]);
    grid.show(ui, |ui| {
        for (at, head) in table.heads.iter().enumerate() {
            cell(ui, at, RichText::new(*head).small().color(quiet));
        }
        ui.end_row();
        for row in &table.rows {
            for (at, words) in row.cells.iter().enumerate() {
                let mut text = RichText::new(words).monospace().size(13.0);
                if at == RESULT && row.is_bad {
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
