//! The tour: a card that goes from panel to panel.

use crate::window::command::Command;
use crate::window::state::State;
use crate::window::state::panel::PanelId;
use crate::window::state::player::Stride;
use crate::window::state::view::PaletteState;
use crate::window::theme::Palette;
use crate::window::tour::{Stop, TourAction, tour};
use egui::{Align2, Context, Frame, Margin, RichText, Stroke, Ui};
use warpbench_machine::observe::trace::Direction;

/// The panel that the tour is at.
pub(in crate::window) fn panel(state: &State) -> Option<PanelId> {
    tour().get(state.view.tour?)?.target.panel()
}

pub(in crate::window) fn show(context: &Context, state: &State, commands: &mut Vec<Command>) {
    let Some(at) = state.view.tour else { return };
    let Some(stop) = tour().get(at) else { return };
    let palette = Palette::of(&context.global_style().visuals);
    let frame = Frame::popup(&context.global_style())
        .stroke(Stroke::new(2.0, palette.chosen))
        .inner_margin(Margin::same(14));
    egui::Window::new("Tour")
        .title_bar(false)
        .resizable(false)
        .frame(frame)
        .anchor(Align2::CENTER_BOTTOM, [0.0, -70.0])
        .fixed_size([440.0, 150.0])
        .show(context, |ui| card(ui, at, stop, commands));
}

fn card(ui: &mut Ui, at: usize, stop: &Stop, commands: &mut Vec<Command>) {
    let palette = Palette::of(ui.visuals());
    ui.horizontal(|ui| {
        ui.label(RichText::new(stop.title).strong());
        let count = format!("{} of {}", at + 1, tour().len());
        ui.label(RichText::new(count).small().color(palette.quiet));
    });
    ui.label(stop.text);
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        if let Some(action) = stop.action
            && ui.button("Do it").clicked()
        {
            commands.push(command_of(action));
        }
        if at > 0 && ui.button("Back").clicked() {
            commands.push(Command::Tour(Some(at - 1)));
        }
        let is_last = at + 1 == tour().len();
        if !is_last && ui.button("Next").clicked() {
            commands.push(Command::Tour(Some(at + 1)));
        }
        if ui.button(if is_last { "Done" } else { "End the tour" }).clicked() {
            commands.push(Command::Tour(None));
        }
    });
}

/// What a stop offers to do.
fn command_of(action: TourAction) -> Command {
    match action {
        TourAction::Step => Command::Step(Direction::Forward, Stride::Instruction),
        TourAction::StepLine => Command::Step(Direction::Forward, Stride::Line),
        TourAction::StepBarrier => Command::Step(Direction::Forward, Stride::Barrier),
        TourAction::Play => Command::TogglePlay,
        TourAction::NextRung => Command::MoveRung(1),
        TourAction::OpenPalette => Command::Palette(Some(PaletteState::default())),
        TourAction::ShowTimings => Command::BringUp(PanelId::Timings),
    }
}
