//! A panel in its place: its margin, its name, and what lets it fill the window.

use super::panels;
use egui::{Align, Button, Frame, Layout, Margin, RichText, Role, Ui, WidgetInfo};
use warpbench_state::command::{Command, menu};
use warpbench_state::state::State;
use warpbench_state::state::panel::PanelId;
use warpbench_state::state::stage::StageAction;
use warpbench_theme::Palette;

/// A panel in all the room that there is, below a line with its name.
pub(super) fn headed(ui: &mut Ui, panel: PanelId, state: &State, commands: &mut Vec<Command>) {
    let palette = Palette::of(ui.visuals());
    ui.spacing_mut().item_spacing.y = 0.0;
    let head = Frame::new().fill(palette.field).inner_margin(Margin::symmetric(8, 2));
    head.show(ui, |ui| {
        ui.horizontal(|ui| {
            let name = ui.label(RichText::new(state.title_of(panel)).strong());
            name.on_hover_text(panel.panel().about);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                fill_button(ui, panel, state, commands);
            });
        });
    });
    ui.scope(|ui| show(ui, panel, state, commands));
}

/// A panel with its margin.
pub(super) fn show(ui: &mut Ui, panel: PanelId, state: &State, commands: &mut Vec<Command>) {
    let palette = Palette::of(ui.visuals());
    let frame = Frame::new().fill(palette.ground).inner_margin(Margin::symmetric(8, 6));
    let response = frame.show(ui, |ui| {
        ui.set_min_size(ui.available_size());
        ui.spacing_mut().item_spacing = ui.ctx().global_style().spacing.item_spacing;
        panels::show(panel, ui, state, commands);
    });
    // The key that fills the window is for the panel that the pointer is on.
    let is_new = state.view.stage.used != Some(panel);
    if is_new && ui.rect_contains_pointer(response.response.rect) {
        commands.push(Command::Stage(StageAction::Use(panel)));
    }
}

/// What lets a panel fill the window, or gives the window back.
pub(super) fn fill_button(ui: &mut Ui, panel: PanelId, state: &State, commands: &mut Vec<Command>) {
    let is_filled = state.view.stage.filled == Some(panel);
    let title = state.title_of(panel);
    let (sign, name) = match is_filled {
        true => ("▣", "Give the window back".to_owned()),
        false => ("□", format!("Fill the window: {title}")),
    };
    let key = menu::key_name(ui.ctx(), state, &Command::Stage(StageAction::FillUsed));
    let response = ui.add(Button::new(sign).small().frame(false));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    if response.on_hover_text(format!("{name} ({key})")).clicked() {
        commands.push(Command::Stage(StageAction::Fill(panel)));
    }
}
