//! What the host does, as a strip: memory, copies with their bytes, and launches, of which
//! one is stepped.

use crate::format;
use crate::window::command::Command;
use crate::window::programs::{StripKind, StripStep};
use crate::window::state::State;
use crate::window::theme::Palette;
use egui::{Button, Color32, Rect, RichText, ScrollArea, Stroke, Ui, vec2};

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
            for step in &translated.steps {
                let right = left + width(step);
                // There may be thousands; those in view are drawn.
                if right >= view.left() && left <= view.right() {
                    let size = vec2(width(step), HEIGHT - 20.0);
                    let place = Rect::from_min_size(corner + vec2(left, 0.0), size);
                    let is_stepped = step.launch == Some(translated.launch);
                    chip(ui, place, step, is_stepped, commands);
                }
                left = right + GAP;
            }
        },
    );
}

fn chip(ui: &mut Ui, place: Rect, step: &StripStep, is_stepped: bool, commands: &mut Vec<Command>) {
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
    let text = RichText::new(format!("{above}\n{below}")).small();
    let text = if step.errors > 0 { text.color(palette.conflict) } else { text };
    let button = Button::selectable(is_stepped, text)
        .frame(true)
        .truncate()
        .min_size(place.size())
        .stroke(Stroke::new(if is_stepped { 2.0 } else { 1.0 }, colour(step.kind, &palette)));
    let response = ui.put(place, button).on_hover_text(words(step, is_stepped));
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
