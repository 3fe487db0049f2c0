//! Counters of the simulator beside those of hardware: first where they differ, with the
//! reasons.

use super::legend::letter;
use egui::{CollapsingHeader, Grid, Id, RichText, ScrollArea, Ui};
use warpbench_common::format::{count, size, times};
use warpbench_compare::counter::Counter;
use warpbench_compare::table::counter_summary;
use warpbench_state::comparison::action::ComparisonAction;
use warpbench_state::comparison::board::{BoardCounter, CountedKernel};
use warpbench_state::comparison::session::ComparisonSession;
use warpbench_theme::Palette;

pub(super) fn show(ui: &mut Ui, session: &ComparisonSession, actions: &mut Vec<ComparisonAction>) {
    let shown = &session.shown;
    let (all, differing) = (shown.counters.len(), shown.differing);
    let of = |place: &usize| &session.board.counters[*place];
    ui.label(counter_summary(all - differing, all));
    let (differ, same) = shown.counters.split_at(differing);
    for counter in differ.iter().map(of) {
        entry(ui, counter, actions);
    }
    if same.is_empty() {
        return;
    }
    let title = format!("{} that are the same", count(same.len() as u64));
    let header = CollapsingHeader::new(title).id_salt(Id::unique("the same counters"));
    header.show(ui, |ui| {
        for counter in same.iter().map(of) {
            entry(ui, counter, actions);
        }
    });
}

fn entry(ui: &mut Ui, counter: &BoardCounter, actions: &mut Vec<ComparisonAction>) {
    let palette = Palette::of(ui.visuals());
    let row = &counter.row;
    ui.horizontal_wrapped(|ui| {
        let hint = "Click for both texts and all counters";
        if ui.small_button(&row.kernel).on_hover_text(hint).clicked() {
            actions.push(ComparisonAction::OpenTwins(row.kernel.clone()));
        }
        ui.label(RichText::new(row.counter.name()).strong());
        ui.label(format!("simulator {}", count(row.simulated)));
        ui.label(format!("hardware {}", count(row.hardware)));
        let factor = row.factor().filter(|_| !row.agrees());
        if let Some(factor) = factor {
            ui.label(RichText::new(format!("▲ {}", times(factor))).color(palette.conflict));
        }
        let place = format!("{}, size {}", letter(row.row), size(&row.size));
        ui.label(RichText::new(place).small().color(palette.quiet));
    });
    if let Some(reason) = &counter.reason {
        ui.label(RichText::new(reason).small().color(palette.quiet));
    }
}

/// All counters of one kernel, a column for each device and who counted.
pub(super) fn table(ui: &mut Ui, session: &ComparisonSession, kernel: &str) {
    let of_class = |counted: &&CountedKernel| {
        let row = session.board.rows.get(counted.row);
        counted.kernel == kernel && row.is_some_and(|row| Some(row.class) == session.shown.class)
    };
    let own: Vec<&CountedKernel> = session.board.counted.iter().filter(of_class).collect();
    if own.is_empty() {
        ui.label(
            "Nobody has counted anything of it: `warpbench compare` asks the simulator unless it is \
             told not to, and `--counters` asks the hardware.",
        );
        return;
    }
    let area = ScrollArea::horizontal().id_salt("counters of a kernel");
    area.show(ui, |ui| {
        Grid::new("counters of a kernel").striped(true).spacing([14.0, 3.0]).show(ui, |ui| {
            ui.label(RichText::new("counted").small());
            for counted in &own {
                let heading = format!("{}, size {}", letter(counted.row), size(&counted.size));
                for (who, _) in counted.columns() {
                    ui.label(RichText::new(format!("{heading}\n{who}")).small());
                }
            }
            ui.end_row();
            for counter in Counter::ALL {
                ui.label(counter.name());
                for (_, values) in own.iter().flat_map(|counted| counted.columns()) {
                    ui.label(values.get(counter).map_or_else(|| "–".to_owned(), count));
                }
                ui.end_row();
            }
        });
    });
}
