//! Warps and lanes of the block that is looked at.

use super::blocks;
use crate::flow::{self, Control, Spread};
use egui::{ComboBox, Ui};
use std::cell::RefCell;
use warpbench_draw::terms::{Topic, name_list, topic_label};
use warpbench_draw::visual::expect;
use warpbench_draw::visual::lanes::{self, Model, View};
use warpbench_state::command::Command;
use warpbench_state::state::State;

pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let chosen = RefCell::new(&mut *commands);
    let mut controls: Vec<Control<'_>> = vec![
        Box::new(|ui| blocks::launch(ui, state, &mut chosen.borrow_mut())),
        Box::new(|ui| blocks::block(ui, state, &mut chosen.borrow_mut())),
    ];
    // Before an audience the room of a second row is worth a warp; the palette
    // can choose another variable.
    if !state.view.is_presenting {
        controls.push(Box::new(|ui| watched(ui, state, &mut chosen.borrow_mut())));
    }
    flow::show(ui, "warps", Spread::Left, controls);
    let Some(player) = &state.player else {
        ui.label("The kernel is being recorded.");
        return;
    };
    let (trace, now) = (player.trace(), player.shown_state());
    let (last, next) = (player.shown_last(), player.shown_next());
    let line_of = |op| trace.line_of_op(op);
    let mut model = Model::of(now, trace.shape(), last.as_ref(), next.as_ref(), line_of)
        .with_previous(last.as_ref().and_then(|_| lanes::previous_mask(trace, player.position())));
    let recording = &player.recording;
    let watched = state.selection.watched.as_ref();
    let expected = expect::expected(ui.ctx(), recording);
    let mut known = recording.variables.iter().zip(expected.iter().copied());
    if let Some((variable, expected)) = known.find(|(variable, _)| Some(&variable.name) == watched)
    {
        let value = |warp, lane| recording.value(now, warp, variable, lane);
        model = model.watching(variable, expected, value);
    }
    let view = View {
        chosen: state.selection.lane,
        hovered: state.selection.hovered_lane,
        hovered_line: state.selection.hovered_line,
    };
    let output = lanes::show(ui, &model, &view);
    if let Some(lane) = output.clicked {
        let is_chosen = state.selection.lane == Some(lane);
        commands.push(Command::SelectLane((!is_chosen).then_some(lane)));
    } else if let Some(warp) = output.clicked_warp {
        commands.push(Command::SelectLane(Some((warp, 0))));
    }
    if output.hovered.is_some() {
        commands.push(Command::HoverLane(output.hovered));
    }
}

/// Which variable's value the lanes show.
fn watched(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    topic_label(ui, "watch", Topic::Watch);
    let text = state.selection.watched.as_deref().unwrap_or("nothing");
    let list =
        ComboBox::from_id_salt("watched").width(72.0).selected_text(text).show_ui(ui, |ui| {
            if ui.selectable_label(state.selection.watched.is_none(), "nothing").clicked() {
                commands.push(Command::Watch(None));
            }
            for name in state.variable_names() {
                let is_watched = state.selection.watched.as_deref() == Some(name);
                if ui.selectable_label(is_watched, name).clicked() {
                    commands.push(Command::Watch(Some(name.to_owned())));
                }
            }
        });
    name_list(&list.response, "Watched variable");
}
