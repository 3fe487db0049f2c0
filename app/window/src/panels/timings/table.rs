//! All numbers, as a table for each target.

use egui::{Align as Side, Grid, Layout, RichText, ScrollArea, Ui};
use warpbench_compare::table::Align;
use warpbench_compare::table::measured::RESULT;
use warpbench_draw::terms::explain_all;
use warpbench_state::timings::comparison::Comparison;
use warpbench_state::timings::table::{self, TargetTable};
use warpbench_theme::Palette;

/// Shows the tables of a comparison.
pub(super) fn show(ui: &mut Ui, comparison: &Comparison) {
    ScrollArea::horizontal().auto_shrink([false, true]).show(ui, |ui| {
        for (number, section) in comparison.sections.iter().enumerate() {
            let tables: Vec<TargetTable> = table::of(section).collect();
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

fn one(ui: &mut Ui, table: &TargetTable, number: (usize, usize)) {
    let palette = Palette::of(ui.visuals());
    let TargetTable { table, is_bad, .. } = table;
    let heads: Vec<(&str, Align)> = table.heads().collect();
    let grid = Grid::new(("timings table", number)).striped(true).spacing([16.0, 3.0]);
    grid.show(ui, |ui| {
        for (head, align) in &heads {
            cell(ui, *align, RichText::new(*head).small().color(palette.quiet));
        }
        ui.end_row();
        for (row, is_bad) in table.rows().iter().zip(is_bad) {
            for (words, (head, align)) in row.iter().zip(&heads) {
                // The sign says it without colour, too.
                let text = match *is_bad && *head == RESULT {
                    true => RichText::new(format!("▲ {words}")).color(palette.conflict),
                    false => RichText::new(words),
                };
                cell(ui, *align, text.monospace().size(13.0));
            }
            ui.end_row();
        }
    });
}

fn cell(ui: &mut Ui, align: Align, text: RichText) {
    match align {
        Align::Left => ui.label(text),
        Align::Right => {
            ui.with_layout(Layout::right_to_left(Side::Center), |ui| ui.label(text)).inner
        }
    };
}
