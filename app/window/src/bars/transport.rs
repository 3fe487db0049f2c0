//! The transport at the bottom: play, step, back, and the scrubber.

use super::{caption, presenter, scrubber};
use crate::flow::{self, Control, Spread};
use egui::{Align, Button, Layout, RichText, Ui};
use std::cell::RefCell;
use std::ops::Range;
use warpbench_common::format;
use warpbench_draw::terms::{Topic, explain};
use warpbench_machine::finding::Severity;
use warpbench_machine::observe::trace::Direction::{Back, Forward};
use warpbench_state::command::{Command, menu};
use warpbench_state::programs::Verdict;
use warpbench_state::reliability::why_unreliable;
use warpbench_state::session::OtherSchedules;
use warpbench_state::state::panel::PanelId;
use warpbench_state::state::player::{SPEEDS, Stride};
use warpbench_state::state::{RunStatus, State};
use warpbench_theme::Palette;

/// What the scrubber and the words beside it need at least; with less room, they
/// have a row of their own.
const ROOM: f32 = 600.0;

pub(crate) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    ui.add_space(4.0);
    if state.view.is_presenting {
        presenter::bottom(ui, state, commands);
    } else {
        usual(ui, state, commands);
    }
    ui.add_space(4.0);
}

fn usual(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    caption::show(ui, state);
    let id = egui::Id::unique("width of the buttons");
    let known: f32 = ui.data(|data| data.get_temp(id)).unwrap_or(0.0);
    let has_room = ui.available_width() >= known + ROOM;
    if !has_room {
        ui.horizontal(|ui| rest(ui, state, commands));
    }
    if has_room {
        ui.horizontal(|ui| {
            let left = ui.cursor().left();
            for group in GROUPS {
                buttons(ui, state, group, commands);
            }
            speed(ui, state, commands);
            let width = ui.cursor().left() - left;
            ui.separator();
            rest(ui, state, commands);
            // Buttons that are new or other words may need the second row.
            if (width - known).abs() > 0.5 {
                ui.data_mut(|data| data.insert_temp(id, width));
                ui.ctx().request_discard("the buttons of the transport have another width");
            }
        });
    } else {
        let commands = RefCell::new(commands);
        let mut groups: Vec<Control<'_>> = Vec::new();
        for group in GROUPS {
            let commands = &commands;
            groups.push(Box::new(move |ui| buttons(ui, state, group, &mut commands.borrow_mut())));
        }
        groups.push(Box::new(|ui| speed(ui, state, &mut commands.borrow_mut())));
        flow::show(ui, "transport", Spread::Left, groups);
    }
}

/// From the right: findings, position and state, and the scrubber in what is left.
fn rest(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        findings(ui, state, commands);
        position(ui, state);
        status(ui, state, commands);
        scrubber::show(ui, state, commands);
    });
}

/// The buttons of the transport: what each shows, and what it does.
fn controls(is_playing: bool) -> [(&'static str, Command); 11] {
    [
        ("|◀", Command::Seek(0)),
        ("◀ barrier", Command::Step(Back, Stride::Barrier)),
        ("◀ line", Command::Step(Back, Stride::Line)),
        ("◀", Command::Step(Back, Stride::Instruction)),
        (if is_playing { "‖ pause" } else { "▶ play" }, Command::TogglePlay),
        ("▶", Command::Step(Forward, Stride::Instruction)),
        ("▶ warp", Command::Step(Forward, Stride::Warp)),
        ("▶ line", Command::Step(Forward, Stride::Line)),
        ("▶ block", Command::Step(Forward, Stride::Block)),
        ("▶ barrier", Command::Step(Forward, Stride::Barrier)),
        ("▶ stop", Command::Step(Forward, Stride::Breakpoint)),
    ]
}

/// The buttons that stay together: back, play, and on.
const GROUPS: [Range<usize>; 3] = [0..4, 4..5, 5..11];

fn buttons(ui: &mut Ui, state: &State, group: Range<usize>, commands: &mut Vec<Command>) {
    let is_playing = state.player.as_ref().is_some_and(|player| player.is_playing);
    let can_play = state.player.as_ref().is_some_and(|player| !player.trace().is_empty());
    for (text, command) in controls(is_playing).into_iter().skip(group.start).take(group.len()) {
        let Some(entry) = menu::entry_of(state, &command) else { continue };
        let button = Button::new(text);
        let is_play = matches!(command, Command::TogglePlay);
        let button = if is_play { button.min_size(egui::vec2(78.0, 0.0)) } else { button };
        let response = ui.add_enabled(can_play, button).on_hover_text(entry.hint(ui.ctx()));
        response
            .widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, can_play, &*entry.name));
        if response.clicked() {
            commands.push(command);
        }
    }
}

fn speed(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let speed = SPEEDS[state.speed.min(SPEEDS.len() - 1)];
    let mut change = |ui: &mut Ui, text: &str, by: isize| {
        let command = Command::ChangeSpeed(by);
        let hint = menu::hint(ui.ctx(), state, &command);
        if ui.small_button(text).on_hover_text(hint).clicked() {
            commands.push(command);
        }
    };
    change(ui, "−", -1);
    let text = RichText::new(format!("{speed:>5}/s")).monospace();
    ui.label(text).on_hover_text("Steps per second while playing");
    change(ui, "+", 1);
}

fn position(ui: &mut Ui, state: &State) {
    let text = match &state.player {
        None => "step 0 of 0".to_owned(),
        Some(player) => {
            let len = format::count(player.trace().len() as u64);
            let position = format::count(player.position() as u64);
            format!("step {position:>width$} of {len}", width = len.len())
        }
    };
    explain(ui.label(RichText::new(text).monospace()), Topic::Step);
    if let Some(player) = state.player.as_ref().filter(|player| !player.trace().is_complete()) {
        let palette = Palette::of(ui.visuals());
        let text = format!(
            "The recording was cut at {} steps, because it would take more than 300 MB. Choose \
             a smaller size to see the end.",
            format::count(player.trace().len() as u64)
        );
        ui.label(RichText::new("cut").color(palette.conflict)).on_hover_text(text);
    }
}

pub(super) fn findings(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let palette = Palette::of(ui.visuals());
    let found = state.simulation.iter().flat_map(|simulation| &simulation.findings);
    let is_bad = found.clone().any(|finding| finding.severity == Severity::Error);
    let text = match (is_bad, found.count()) {
        (_, 0) => RichText::new("No findings"),
        (false, count) => RichText::new(format!("Findings {count}")),
        (true, count) => RichText::new(format!("▲ Findings {count}")).color(palette.conflict),
    };
    let response = explain(ui.add(Button::new(text)), Topic::Finding);
    if response.clicked() {
        commands.push(Command::BringUp(PanelId::Findings));
    }
}

pub(super) fn status(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let palette = Palette::of(ui.visuals());
    match &state.status {
        RunStatus::Recording | RunStatus::Counting => {
            let text = if state.status == RunStatus::Recording { "recording" } else { "counting" };
            if ui.small_button("Stop").on_hover_text("Stop the simulation").clicked() {
                commands.push(Command::Cancel);
            }
            ui.label(RichText::new(text).small());
        }
        RunStatus::Done => result(ui, state, commands),
        RunStatus::Cancelled => {
            if ui.small_button("Run again").clicked() {
                commands.push(Command::Run);
            }
            ui.label(RichText::new("stopped").small());
        }
        RunStatus::Mistakes => {
            let text = RichText::new("▲ the text has mistakes").color(palette.conflict);
            ui.label(text).on_hover_text(
                "What is stepped is the last text without mistakes. They are listed below the \
                 source.",
            );
        }
        RunStatus::Failed(reason) => {
            let text = RichText::new("▲ cannot run").color(palette.conflict);
            ui.label(text).on_hover_text(reason);
        }
    }
}

/// Whether the result is right.
fn result(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let palette = Palette::of(ui.visuals());
    let Some(simulation) = &state.simulation else { return };
    if state.setup.program.is_some() {
        return program_result(ui, state, &palette);
    }
    if let Some(reason) = &simulation.stopped {
        let text = RichText::new("▲ did not end").color(palette.conflict);
        ui.label(text).on_hover_text(reason);
    } else if let Some(words) = why_unreliable(simulation, state.other_schedules) {
        let text = RichText::new("△ right by luck").color(palette.conflict);
        if matches!(state.other_schedules, Some(OtherSchedules::WrongUnder(_))) {
            let hint = menu::hint(ui.ctx(), state, &Command::ShowWrong);
            if ui.small_button("Show it wrong").on_hover_text(hint).clicked() {
                commands.push(Command::ShowWrong);
            }
        }
        ui.label(text).on_hover_text(words);
    } else if simulation.checked {
        ui.label(RichText::new("whole run: right").small())
            .on_hover_text("What is there when the kernel has ended agrees with a plain computation on the processor.");
    } else {
        let wrong = simulation.wrong.first().map_or_else(String::new, |wrong| {
            format!(
                "{}[{}] is {} and must be {}; {} of {} elements are wrong.",
                wrong.buffer, wrong.index, wrong.value, wrong.expected, wrong.count, wrong.len
            )
        });
        let text = RichText::new("▲ wrong result").color(palette.conflict);
        ui.label(text).on_hover_text(wrong);
    }
}

/// Whether a program with directives computes what it does without them.
fn program_result(ui: &mut Ui, state: &State, palette: &Palette) {
    match state.translated.as_ref().map(|translated| &translated.verdict) {
        Some(Verdict::Right) => {
            ui.label(RichText::new("whole program: right").small()).on_hover_text(
                "After all launches the arrays hold what the sequential program computes.",
            );
        }
        Some(Verdict::Wrong(why)) => {
            let text = RichText::new("▲ wrong result").color(palette.conflict);
            ui.label(text).on_hover_text(why);
        }
        Some(Verdict::NotCompared(why)) => {
            let why = format!("There is nothing to compare the result with: {why}");
            ui.label(RichText::new("not compared").small()).on_hover_text(why);
        }
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Workbench;
    use warpbench_state::options::Options;

    #[test]
    fn every_button_is_in_one_group() {
        let all: Vec<usize> = GROUPS.into_iter().flatten().collect();
        assert!(all.into_iter().eq(0..controls(false).len()));
    }

    #[test]
    fn every_button_has_a_name_and_a_key() {
        let bench = Workbench::new(&egui::Context::default(), Options::isolated());
        for (text, command) in controls(false) {
            let entry = menu::entry_of(&bench.state, &command);
            assert!(entry.is_some_and(|entry| entry.key.is_some()), "{text}");
        }
    }
}
