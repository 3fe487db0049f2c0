//! Timings panel: what to run on which devices, and how long the ladder took there.

mod bars;
mod compact;
mod roofline;
mod table;
#[cfg(test)]
mod tests;

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Button, ComboBox, PopupCloseBehavior, RichText, ScrollArea, Ui};
use warpbench_common::format;
use warpbench_state::command::Command;
use warpbench_state::state::State;
use warpbench_state::timings::action::{FileFormat, Intensity, TimingsAction, TimingsView};
use warpbench_state::timings::comparison::Comparison;
use warpbench_state::timings::ladder::Ladder;
use warpbench_state::timings::roofline::of as roofline_of;
use warpbench_state::timings::state::Timings;
use warpbench_state::timings::target::{Class, class, describe};
use warpbench_theme::Palette;

pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    if state.setup.lab.is_some() {
        ui.label(
            "Lessons have timings. A lab is graded on the simulator, where every machine counts \
             the same; its kernel is not timed.",
        );
        return;
    }
    match &state.setup.program {
        Some(program) if program.is_of_lesson => {
            let name = state.variant().name;
            let text = format!("Timed is {name}, which was written by hand in the same shape.");
            ui.label(egui::RichText::new(text).small());
        }
        Some(program) => {
            ui.label(format!(
                "Lessons have timings. `warpbench run {}.rs` times this program's kernels on a \
                 device.",
                program.name
            ));
            return;
        }
        None => {}
    }
    let actions = panel(ui, &state.timings.timings, &state.ladder());
    commands.extend(actions.into_iter().map(Command::Timings));
}

/// Shows the panel over the room that there is, and returns what was done in it.
fn panel(ui: &mut Ui, timings: &Timings, ladder: &Ladder) -> Vec<TimingsAction> {
    let mut actions = Vec::new();
    ui.horizontal_wrapped(|ui| {
        if is_narrow(ui) {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.spacing_mut().button_padding.x = 5.0;
        }
        tabs(ui, timings, &mut actions);
        if !is_narrow(ui) {
            ui.separator();
        }
        buttons(ui, timings, ladder, &mut actions);
    });
    notice(ui, timings, &mut actions);
    ui.add_space(2.0);
    if timings.is_looking() {
        ui.horizontal(|ui| {
            ui.spinner();
            ui.label("Looking for the devices of this machine.");
        });
        return actions;
    }
    if timings.on().next().is_none() {
        ui.label("Tick at least one device, then run a kernel or the whole ladder.");
        return actions;
    }
    let comparison = Comparison::of(timings, ladder);
    match timings.view {
        TimingsView::Bars => {
            let comparison = comparison.with_measured(ladder);
            actions.extend(show_bars(ui, &comparison));
        }
        // It fits the room that there is.
        TimingsView::Roofline => show_roofline(ui, timings, ladder, &mut actions),
        TimingsView::Table if comparison.is_idle() => {
            ui.label("Not run on this machine yet. Run the ladder to fill the table.");
        }
        TimingsView::Table => {
            let area = ScrollArea::vertical().id_salt("timings").auto_shrink(false);
            area.show(ui, |ui| table::show(ui, &comparison));
        }
    }
    actions
}

/// The bars with all their numbers where there is room for them, else all rungs
/// at once.
fn show_bars(ui: &mut Ui, comparison: &Comparison) -> Vec<TimingsAction> {
    let idle = if comparison.is_idle() { "Not run on this machine yet." } else { "" };
    let corner = [idle, "A longer bar is faster."].join(" ");
    let is_high = bars::height(ui, comparison, ui.available_width()) > ui.available_height();
    if is_high && let Some(actions) = compact::show(ui, comparison, corner.trim_start()) {
        return actions;
    }
    if !idle.is_empty() {
        ui.label(format!(
            "{idle} Run this kernel, or the whole ladder to see what each rung gains."
        ));
    }
    let area = ScrollArea::vertical().id_salt("timings").auto_shrink(false);
    area.show(ui, |ui| bars::show(ui, comparison)).inner
}

/// Whether the buttons need two rows as they usually are. A second row would be a
/// row of bars less, so that what can wait is left out.
fn is_narrow(ui: &Ui) -> bool {
    ui.max_rect().width() < 860.0
}

fn buttons(ui: &mut Ui, timings: &Timings, ladder: &Ladder, actions: &mut Vec<TimingsAction>) {
    let ready = !timings.is_looking() && timings.on().next().is_some();
    let mut button =
        |ui: &mut Ui, text: &str, hover: &str, enabled: bool, action: TimingsAction| {
            let response = ui.add_enabled(enabled, Button::new(text));
            if response.on_hover_text(hover).clicked() {
                actions.push(action);
            }
        };
    let (is_narrow, is_busy) = (is_narrow(ui), timings.is_busy());
    if !is_narrow || !is_busy {
        let hover = "Check and time the shown kernel on every ticked device";
        button(ui, "Run this kernel", hover, ready, TimingsAction::RunRung);
    }
    let hover = "Check and time every rung on every ticked device, one after the other";
    button(ui, "Run the ladder", hover, ready, TimingsAction::RunLadder);
    let hover = "End the run and forget those that wait";
    if !is_narrow || is_busy {
        button(ui, "Stop", hover, is_busy, TimingsAction::Cancel);
    }
    let hover = "Put the table into the clipboard";
    if !is_narrow {
        button(ui, "Copy as Markdown", hover, true, TimingsAction::CopyMarkdown);
    }
    ui.menu_button("Save…", |ui| {
        if is_narrow && ui.button("Copy as Markdown").on_hover_text(hover).clicked() {
            actions.push(TimingsAction::CopyMarkdown);
            ui.close();
        }
        for (text, action) in [
            ("Table as CSV…", TimingsAction::Save(FileFormat::Csv)),
            #[cfg(not(target_arch = "wasm32"))]
            ("Picture as PNG…", TimingsAction::Save(FileFormat::Png)),
            ("Picture as SVG…", TimingsAction::Save(FileFormat::Svg)),
        ] {
            if ui.button(text).clicked() {
                actions.push(action);
                ui.close();
            }
        }
    });
    devices(ui, timings, ladder, actions);
    if is_busy {
        ui.spinner();
        let left = timings.waiting();
        ui.label(RichText::new(format!("{left} to go")).small());
    }
}

/// A list with a tick box for each device and for the model that is chosen.
fn devices(ui: &mut Ui, timings: &Timings, ladder: &Ladder, actions: &mut Vec<TimingsAction>) {
    // It stays open while boxes are ticked.
    let config = MenuConfig::default().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let button = MenuButton::new(format!("Devices ({})", timings.on().count())).config(config);
    let (response, _) = button.ui(ui, |ui| {
        for (index, target) in timings.targets() {
            let mut is_on = timings.is_on(index);
            if class(target) == Class::Simulator && !is_on && is_other_model_on(timings, index) {
                continue;
            }
            let (name, kind) = describe(target);
            let label = RichText::new(format!("{name} ({kind})")).small();
            if ui.checkbox(&mut is_on, label).changed() {
                actions.push(TimingsAction::ToggleDevice(index));
            }
        }
        if let Some(size) = &ladder.size {
            let mut stepped = timings.stepped_size;
            let text = format!("at the size that is stepped ({})", format::size(size));
            let hover = "Otherwise each kernel runs at the size that suits the device: large on \
                         GPUs, small on processors and on the simulator";
            let response = ui.checkbox(&mut stepped, RichText::new(text).small());
            if response.on_hover_text(hover).changed() {
                actions.push(TimingsAction::SteppedSize(stepped));
            }
        }
        for gap in &timings.unavailable {
            let quiet = Palette::of(ui.visuals()).quiet;
            let text = format!("No {}: {}", gap.backend, gap.reason);
            ui.label(RichText::new(text).small().color(quiet));
        }
    });
    response.on_hover_text("What kernels are run on, and what this machine lacks");
}

fn is_other_model_on(timings: &Timings, index: usize) -> bool {
    timings.on().any(|(other, target)| other != index && class(target) == Class::Simulator)
}

fn notice(ui: &mut Ui, timings: &Timings, actions: &mut Vec<TimingsAction>) {
    let Some(text) = &timings.notice else { return };
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(text).small());
        if ui.small_button("Dismiss").clicked() {
            actions.push(TimingsAction::Dismiss);
        }
    });
}

fn tabs(ui: &mut Ui, timings: &Timings, actions: &mut Vec<TimingsAction>) {
    for (view, text) in [
        (TimingsView::Bars, "Bars"),
        (TimingsView::Roofline, "Roofline"),
        (TimingsView::Table, "Table"),
    ] {
        if ui.selectable_label(timings.view == view, text).clicked() {
            actions.push(TimingsAction::View(view));
        }
    }
}

fn show_roofline(
    ui: &mut Ui,
    timings: &Timings,
    ladder: &Ladder,
    actions: &mut Vec<TimingsAction>,
) {
    let Some(target) = timings.plotted() else { return };
    let name = |index: usize| {
        let found = timings.targets().find(|(at, _)| *at == index);
        found.map_or_else(String::new, |(_, target)| {
            let (name, kind) = describe(target);
            format!("{name} ({kind})")
        })
    };
    let found = roofline_of(timings, ladder, target);
    ui.horizontal_wrapped(|ui| {
        ComboBox::from_label("device").selected_text(name(target)).show_ui(ui, |ui| {
            for (index, _) in timings.on() {
                if ui.selectable_label(index == target, name(index)).clicked() {
                    actions.push(TimingsAction::Plot(index));
                }
            }
        });
        if let Ok(roofline) = &found {
            for (intensity, text, hover) in [
                (
                    Intensity::Counted,
                    "Bytes that warps move",
                    "Counted by the simulator before caches: reuse moves a point to the right",
                ),
                (
                    Intensity::Least,
                    "Bytes that must move",
                    "Each input once, each result once: the same for all rungs",
                ),
            ] {
                let response = ui.selectable_label(roofline.intensity == intensity, text);
                if response.on_hover_text(hover).clicked() {
                    actions.push(TimingsAction::Intensity(intensity));
                }
            }
        }
    });
    match found {
        Ok(roofline) => roofline::show(ui, &roofline, target),
        Err(words) => {
            ui.label(words);
        }
    }
}
