//! The explanation of a code, over the panels: what it means, a wrong kernel and the
//! right one, and the way to the lesson.

use crate::panels::markdown;
use egui::{Align, Align2, Context, Layout, RichText, ScrollArea, Ui, Vec2};
use warpbench_codes::{Code, Explanation, explanation};
use warpbench_draw::editor::snippet::{Side, snippet};
use warpbench_front::Language;
use warpbench_state::command::{Command, menu};
use warpbench_state::state::State;
use warpbench_texts::lessons::{RungId, lesson_named};
use warpbench_texts::syntax::Syntax;
use warpbench_theme::Palette;

/// As large as it is where there is room.
const SIZE: Vec2 = Vec2::new(760.0, 560.0);

pub(crate) fn show(context: &Context, state: &State, commands: &mut Vec<Command>) {
    let Some(code) = state.view.explained else { return };
    let Some(found) = explanation(code) else { return };
    let room = context.content_rect().size();
    let size = SIZE.min(room - Vec2::splat(60.0));
    let window = egui::Window::new("Explanation")
        .title_bar(false)
        .resizable(false)
        .collapsible(false)
        .anchor(Align2::CENTER_CENTER, [0.0, 0.0])
        .fixed_size(size);
    let shown = window.show(context, |ui| contents(ui, state, code, &found, commands));
    // A click beside it closes it, unless it asks for another.
    let is_outside = shown.is_some_and(|shown| shown.response.clicked_elsewhere());
    if is_outside && !commands.iter().any(|command| matches!(command, Command::Explain(_))) {
        commands.push(Command::Explain(None));
    }
}

fn contents(
    ui: &mut Ui,
    state: &State,
    code: Code,
    found: &Explanation,
    commands: &mut Vec<Command>,
) {
    heading(ui, state, code, commands);
    ui.separator();
    ScrollArea::vertical().id_salt(code.name()).auto_shrink(false).show(ui, |ui| {
        markdown(ui, &found.meaning);
        let language = match code.group().map(|group| group.ending) {
            Some("wgsl") => Language::Wgsl,
            _ => Language::Rust,
        };
        let [wrong, right] = found.lines();
        let texts = [("Wrong", wrong, Side::Wrong), ("Right", right, Side::Right)];
        for (name, lines, side) in texts {
            ui.add_space(6.0);
            ui.label(RichText::new(name).strong());
            snippet(ui, &lines, Syntax::from(language), side);
        }
        if let Some(launch) = &found.launch {
            ui.add_space(6.0);
            ui.label(format!("Launched with {}.", launch.words()));
        }
        ui.add_space(8.0);
        lesson(ui, found, commands);
    });
}

fn heading(ui: &mut Ui, state: &State, code: Code, commands: &mut Vec<Command>) {
    let palette = Palette::of(ui.visuals());
    ui.horizontal(|ui| {
        ui.label(RichText::new(code.name()).monospace().strong());
        ui.label(RichText::new(code.title()).strong());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.button("Close").clicked() {
                commands.push(Command::Explain(None));
            }
            let key = menu::key_name(ui.ctx(), state, &Command::Cancel);
            ui.label(RichText::new(key).small().color(palette.quiet));
        });
    });
}

fn lesson(ui: &mut Ui, found: &Explanation, commands: &mut Vec<Command>) {
    let Some(lesson) = lesson_named(&found.lesson) else { return };
    let rung_id = RungId { lesson, rung: 0 };
    if ui.button(format!("Open the lesson «{}»", rung_id.lesson().title)).clicked() {
        commands.extend([Command::Explain(None), Command::OpenRung(rung_id)]);
    }
}
