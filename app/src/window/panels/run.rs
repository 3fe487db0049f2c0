//! Running the ladder on the chosen device, and what came of it.

use crate::format;
use crate::window::command::{Command, key_of};
use crate::window::state::{Progress, State};
use crate::window::theme;
use egui::{Align2, CornerRadius, FontId, RichText, ScrollArea, Sense, StrokeKind, Ui, vec2};
use warpbench_host::catalog::Variant;
use warpbench_host::report::Measurement;

pub(in crate::window) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    ui.add_space(6.0);
    ui.label(RichText::new("TIMINGS").small().strong());
    buttons(ui, state, commands);
    if let Some(device) = state.device() {
        ui.label(RichText::new(format!("{} · {}", device.name, device.driver)).small());
        if !device.kind.is_gpu() {
            ui.label(
                RichText::new("No GPU: these times say little about one. Results are checked.")
                    .small()
                    .italics(),
            );
        }
    }
    ui.add_space(6.0);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let best = state
            .rungs()
            .filter_map(|variant| speed(measurement(state, variant)?))
            .fold(0.0, f64::max);
        for variant in state.rungs() {
            rung(ui, state, variant, best, commands);
        }
        if state.rungs().all(|variant| progress(state, variant).is_none()) {
            ui.add_space(12.0);
            ui.label(
                "Nothing has been run on this device yet. Run one kernel or the whole ladder.",
            );
        }
    });
}

fn buttons(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        let ready = state.device().is_some();
        let mut button = |text: &str, command: Command, enabled: bool| {
            let response = ui.add_enabled(enabled, egui::Button::new(text));
            if response.on_hover_text(format!("Key: {}", key_of(command))).clicked() {
                commands.push(command);
            }
        };
        button("Run this kernel", Command::RunVariant, ready);
        button("Run the ladder", Command::RunFamily, ready);
        button("Stop", Command::Cancel, state.is_busy());
        if state.is_busy() {
            ui.spinner();
        }
    });
}

fn progress<'a>(state: &'a State, variant: &Variant) -> Option<&'a Progress> {
    state.runs.get(&(variant.name, state.device))
}

fn measurement<'a>(state: &'a State, variant: &Variant) -> Option<&'a Measurement> {
    match progress(state, variant)? {
        Progress::Done(measurement) => Some(measurement),
        _ => None,
    }
}

/// Runs per second: the longer the bar, the better.
fn speed(measurement: &Measurement) -> Option<f64> {
    measurement.seconds.map(|seconds| 1.0 / seconds.median)
}

/// One rung: its name, a bar, and the numbers.
fn rung(
    ui: &mut Ui,
    state: &State,
    variant: &'static Variant,
    best: f64,
    commands: &mut Vec<Command>,
) {
    let chosen = variant.name == state.variant.name;
    if ui.selectable_label(chosen, RichText::new(variant.name).monospace()).clicked() {
        commands.push(Command::Select(state.family, variant));
    }
    match progress(state, variant) {
        None => return,
        Some(Progress::Waiting) => {
            ui.label(RichText::new("waiting").small().weak());
        }
        Some(Progress::Running { stage, done, of }) => {
            let share = *done as f32 / (*of).max(1) as f32;
            ui.add(egui::ProgressBar::new(share).text(stage.to_string()));
        }
        Some(Progress::Failed(reason)) => {
            ui.colored_label(theme::bad(ui.visuals()), format!("Not run: {reason}"));
        }
        Some(Progress::Done(measurement)) => result(ui, measurement, best),
    }
    ui.add_space(4.0);
}

fn result(ui: &mut Ui, measurement: &Measurement, best: f64) {
    if !measurement.checked {
        let text = format!("Wrong result, tolerance {:.1e}", measurement.tolerance);
        ui.colored_label(theme::bad(ui.visuals()), text);
        return;
    }
    let (Some(speed), Some(seconds)) = (speed(measurement), measurement.seconds) else { return };
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 22.0), Sense::hover());
    let mut filled = rect;
    filled.set_width(rect.width() * (speed / best.max(f64::MIN_POSITIVE)) as f32);
    let visuals = ui.visuals();
    let painter = ui.painter();
    painter.rect_filled(filled, CornerRadius::same(3), theme::bar(visuals));
    painter.rect_stroke(
        rect,
        CornerRadius::same(3),
        visuals.widgets.noninteractive.bg_stroke,
        StrokeKind::Inside,
    );
    let text = [
        Some(format::seconds(seconds.median)),
        measurement.gb_per_s.map(|rate| format!("{} GB/s", format::significant(rate))),
        measurement
            .gflop_per_s
            .filter(|&rate| rate > 0.0)
            .map(|rate| format!("{} GFLOP/s", format::significant(rate))),
    ];
    let text = text.into_iter().flatten().collect::<Vec<_>>().join("   ");
    painter.text(
        rect.left_center() + vec2(8.0, 0.0),
        Align2::LEFT_CENTER,
        text,
        FontId::proportional(14.0),
        visuals.strong_text_color(),
    );
    painter.text(
        rect.right_center() - vec2(8.0, 0.0),
        Align2::RIGHT_CENTER,
        "checked",
        FontId::proportional(14.0),
        visuals.strong_text_color(),
    );
}
