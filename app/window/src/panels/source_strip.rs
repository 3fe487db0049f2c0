//! Host strip: memory, copies with their bytes, and launches, of which one is stepped.

use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Color32, FontId, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};
use warpbench_common::format;
use warpbench_state::command::Command;
use warpbench_state::programs::{StripKind, StripStep};
use warpbench_state::state::State;
use warpbench_theme::{Palette, SIZES};

/// The height of the strip with its scroll bar.
const HEIGHT: f32 = 62.0;

/// What stands between two steps.
const GAP: f32 = 4.0;

/// How wide a step is.
fn width(step: &StripStep) -> f32 {
    match step.kind {
        StripKind::Launch => 168.0,
        StripKind::Free => 56.0,
        _ => 94.0,
    }
}

/// The height that the strip takes: none where there is nothing to show.
pub(super) fn height(state: &State) -> f32 {
    let steps = state.translated.as_ref().map_or(0, |translated| translated.steps.len());
    if steps == 0 { 0.0 } else { HEIGHT }
}

pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let Some(translated) = state.translated.as_deref() else { return };
    let all: f32 = translated.steps.iter().map(|step| width(step) + GAP).sum();
    ScrollArea::horizontal().id_salt("host steps").auto_shrink(false).show_viewport(
        ui,
        |ui, view| {
            ui.set_width(all);
            let corner = ui.max_rect().left_top();
            let mut left = 0.0;
            for (number, step) in translated.steps.iter().enumerate() {
                let right = left + width(step);
                // There may be thousands; those in view are drawn.
                if right >= view.left() && left <= view.right() {
                    let size = vec2(width(step), HEIGHT - 20.0);
                    let place = Rect::from_min_size(corner + vec2(left, 0.0), size);
                    let is_stepped = step.launch == Some(translated.launch);
                    chip(ui, place, (number, step), is_stepped, commands);
                }
                left = right + GAP;
            }
        },
    );
}

fn chip(
    ui: &mut Ui,
    place: Rect,
    (number, step): (usize, &StripStep),
    is_stepped: bool,
    commands: &mut Vec<Command>,
) {
    let palette = Palette::of(ui.visuals());
    let bytes = || format!("{} bytes", format::count(step.bytes));
    let (verb, below) = match step.kind {
        StripKind::Allocate => ("allocate", bytes()),
        StripKind::Clear => ("clear", bytes()),
        StripKind::CopyIn => ("to GPU:", bytes()),
        StripKind::CopyOut => ("from GPU:", bytes()),
        StripKind::Launch => ("launch", step.shape.clone()),
        StripKind::Free => ("free", String::new()),
    };
    let mark = if step.errors > 0 { "▲ " } else { "" };
    let above = format!("{mark}{verb} {}", step.name);
    let response = ui.interact(place, ui.scope_id().with(("step", number)), Sense::click());
    response.widget_info(|| {
        let words = format!("{above}, {below}");
        WidgetInfo::selected(Role::Button, true, is_stepped, words)
    });
    let is_lit = is_stepped || response.hovered() && step.launch.is_some();
    let ground = if is_lit { palette.line } else { palette.field };
    let stroke = Stroke::new(if is_stepped { 2.5 } else { 1.0 }, colour(step.kind, &palette));
    ui.painter().rect(place, 4.0, ground, stroke, StrokeKind::Inside);
    let ink = if step.errors > 0 { palette.conflict } else { palette.text };
    for (words, ink, y) in [(above, ink, 0.3), (below, palette.quiet, 0.7)] {
        let mut job = LayoutJob::simple_singleline(words, FontId::proportional(SIZES[0]), ink);
        job.wrap = TextWrapping::truncate_at_width(place.width() - 10.0);
        let galley = ui.painter().layout_job(job);
        let at = pos2(place.left() + 6.0, place.top() + y * place.height() - galley.size().y / 2.0);
        ui.painter().galley(at, galley, ink);
    }
    let response = response.on_hover_text(words(step, is_stepped));
    if response.hovered() {
        commands.push(Command::HoverProgram(Some(step.line)));
    }
    if response.clicked()
        && let Some(launch) = step.launch.filter(|_| !is_stepped)
    {
        commands.push(Command::SetLaunch(launch));
    }
}

/// The colour of a step: that of reads for what goes to the GPU, of writes for what comes
/// back.
fn colour(kind: StripKind, palette: &Palette) -> Color32 {
    match kind {
        StripKind::CopyIn => palette.read,
        StripKind::CopyOut => palette.write,
        StripKind::Launch => palette.active,
        StripKind::Allocate | StripKind::Clear | StripKind::Free => palette.line,
    }
}

/// A step in a sentence.
fn words(step: &StripStep, is_stepped: bool) -> String {
    let StripStep { name, detail, line, errors, .. } = step;
    let bytes = format::count(step.bytes);
    let what = match step.kind {
        StripKind::Allocate => format!("{bytes} bytes of {detail} for {name}"),
        StripKind::Clear => format!("{bytes} bytes of {name} are {detail}"),
        StripKind::CopyIn => format!("{bytes} bytes of {name} go to the GPU, {detail}"),
        StripKind::CopyOut => format!("{bytes} bytes of {name} come from the GPU, {detail}"),
        StripKind::Launch => format!("{name} is launched with {detail}"),
        StripKind::Free => format!("{name} is {detail}"),
    };
    let found = match errors {
        0 => String::new(),
        1 => " One error was found in it.".to_owned(),
        _ => format!(" {errors} errors were found in it."),
    };
    let next = match (step.kind, is_stepped) {
        (StripKind::Launch, true) => " This launch is stepped.",
        (StripKind::Launch, false) => " Click to step it.",
        _ => "",
    };
    format!("{what} (line {line}).{found}{next}")
}
