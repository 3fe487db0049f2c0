//! The bars of the presenter: the rung, its neighbours, the model and the number
//! that the lesson is about at the top, the caption and the transport at the
//! bottom, in as few points as they can do with.

use super::{caption, launch, scrubber, top, transport};
use crate::flow::{self, Control, Spread};
use egui::{Align, Button, Layout, RichText, Role, Ui, WidgetInfo};
use std::cell::RefCell;
use warpbench_common::format;
use warpbench_machine::observe::trace::Direction::{Back, Forward};
use warpbench_state::command::{Command, menu};
use warpbench_state::state::State;
use warpbench_state::state::player::Stride;
use warpbench_state::state::stage::{PICTURES, StageAction};

pub(super) fn top(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let commands = RefCell::new(commands);
    let controls: Vec<Control<'_>> = vec![
        Box::new(|ui| {
            let rung_id = state.setup.rung_id;
            for (sign, by) in [("◀", -1), ("▶", 1)] {
                let is_there = match &state.setup.lab {
                    None => rung_id.moved(by) != rung_id,
                    Some(staged) => state.labs.list.moved(&staged.lab.id, by).is_some(),
                };
                let command = Command::MoveRung(by);
                button(ui, state, sign, command, is_there, &mut commands.borrow_mut());
            }
            top::title(ui, state);
        }),
        Box::new(|ui| launch::slider(ui, state, &mut commands.borrow_mut())),
        Box::new(|ui| launch::models(ui, state, &mut commands.borrow_mut())),
        Box::new(|ui| {
            let is_shown = state.view.stage.is_rung_shown;
            let command = Command::Stage(StageAction::ToggleRungText);
            let hint = menu::hint(ui.ctx(), state, &command);
            if ui.selectable_label(is_shown, "Question").on_hover_text(hint).clicked() {
                commands.borrow_mut().push(command);
            }
            more(ui, state, &mut commands.borrow_mut());
        }),
    ];
    flow::show(ui, "presenter", Spread::Ends, controls);
}

/// What is rarely needed in front of a class.
fn more(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    ui.menu_button("More", |ui| {
        let shown = state.pictures();
        let mut entry = |ui: &mut Ui, is_on: bool, text: &str, command: Command| {
            let key = menu::key_name(ui.ctx(), state, &command);
            if ui.add(Button::selectable(is_on, text).shortcut_text(key)).clicked() {
                commands.push(command);
                ui.close();
            }
        };
        for panel in PICTURES {
            let command = Command::Stage(StageAction::Picture(panel));
            entry(ui, shown.contains(&panel), panel.panel().title, command);
        }
        ui.separator();
        let stage = &state.view.stage;
        for (is_on, text, action) in [
            (stage.has_spotlight, "Spotlight", StageAction::ToggleSpotlight),
            (stage.pen.is_some(), "Pen", StageAction::TogglePen),
        ] {
            entry(ui, is_on, text, Command::Stage(action));
        }
        for (text, factor) in [("Larger", 1.1), ("Smaller", 1.0 / 1.1)] {
            entry(ui, false, text, Command::Zoom(factor));
        }
        ui.separator();
        for (text, command) in top::actions(state) {
            entry(ui, false, text, command);
        }
    });
}

/// The caption of the step, and below it the steps.
pub(super) fn bottom(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            transport::findings(ui, state, commands);
            transport::status(ui, state, commands);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                caption::show(ui, state);
            });
        });
    });
    let player = state.player.as_ref();
    let is_playing = player.is_some_and(|player| player.is_playing);
    let can_play = player.is_some_and(|player| !player.trace().is_empty());
    ui.horizontal(|ui| {
        for (sign, command) in [
            ("|◀", Command::Seek(0)),
            ("◀ line", Command::Step(Back, Stride::Line)),
            ("◀", Command::Step(Back, Stride::Instruction)),
            (if is_playing { "‖" } else { "▶ play" }, Command::TogglePlay),
            ("▶", Command::Step(Forward, Stride::Instruction)),
            ("▶ line", Command::Step(Forward, Stride::Line)),
            ("▶ barrier", Command::Step(Forward, Stride::Barrier)),
        ] {
            button(ui, state, sign, command, can_play, commands);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let (at, of) =
                player.map_or((0, 0), |player| (player.position(), player.trace().len()));
            let of = format::count(of as u64);
            let at = format::count(at as u64);
            let text = format!("{at:>width$} of {of}", width = of.len());
            ui.label(RichText::new(text).monospace()).on_hover_text("Steps");
            scrubber::show(ui, state, commands);
        });
    });
}

/// A button with a sign that those who cannot see it hear by its name.
fn button(
    ui: &mut Ui,
    state: &State,
    sign: &str,
    command: Command,
    is_enabled: bool,
    commands: &mut Vec<Command>,
) {
    let Some(entry) = menu::entry_of(state, &command) else { return };
    let response = ui.add_enabled(is_enabled, Button::new(sign));
    let response = response.on_hover_text(entry.hint(ui.ctx()));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, is_enabled, &*entry.name));
    if response.clicked() {
        commands.push(command);
    }
}
