//! The panels where the layout has them.

use super::command::Command;
use super::panels;
use super::state::State;
use super::state::layout::Layout;
use super::state::panel::PanelId;
use super::theme::Palette;
use egui::{Color32, Margin, Rect, Response, Stroke, Ui, Visuals, WidgetText};
use egui_tiles::{
    Behavior, Container, EditAction, SimplificationOptions, TabState, Tile, TileId, Tiles,
    UiResponse,
};

/// What an audience need not see.
const BACKSTAGE: [PanelId; 2] = [PanelId::Lessons, PanelId::Lesson];

/// Draws all panels, and says whether the user has moved any.
pub(super) fn show(
    ui: &mut Ui,
    layout: &mut Layout,
    state: &State,
    commands: &mut Vec<Command>,
) -> bool {
    for panel in BACKSTAGE {
        if let Some(tile) = layout.tiles.find_pane(&panel) {
            layout.set_visible(tile, !state.view.is_presenting);
        }
    }
    let mut panels = Panels { state, commands, is_edited: false };
    layout.ui(&mut panels, ui);
    panels.is_edited
}

/// Where each stack of panels was drawn last, its tabs among it.
pub(super) fn stacks(layout: &Layout) -> Vec<Rect> {
    let is_stack = |tile: &TileId| {
        matches!(layout.tiles.get(*tile), Some(Tile::Container(Container::Tabs(_))))
    };
    let shown = layout.active_tiles().into_iter().filter(is_stack);
    shown.filter_map(|tile| layout.tiles.rect(tile)).collect()
}

struct Panels<'a> {
    state: &'a State,
    commands: &'a mut Vec<Command>,
    is_edited: bool,
}

impl Behavior<PanelId> for Panels<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _tile: TileId, panel: &mut PanelId) -> UiResponse {
        let palette = Palette::of(ui.visuals());
        let is_toured = super::bars::tour::panel(self.state) == Some(*panel);
        let stroke = match is_toured {
            true => Stroke::new(2.0, palette.chosen),
            false => Stroke::NONE,
        };
        let frame = egui::Frame::new()
            .fill(palette.ground)
            .stroke(stroke)
            .inner_margin(Margin::symmetric(8, 6));
        frame.show(ui, |ui| {
            ui.set_min_size(ui.available_size());
            panels::show(*panel, ui, self.state, self.commands);
        });
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, panel: &PanelId) -> WidgetText {
        let count = match panel {
            PanelId::Findings => {
                self.state.simulation.as_ref().map_or(0, |simulation| simulation.findings.len())
            }
            _ => 0,
        };
        let title = panel.panel().title;
        if count > 0 { format!("{title} ({count})").into() } else { title.into() }
    }

    fn on_tab_button(
        &mut self,
        tiles: &mut Tiles<PanelId>,
        tile: TileId,
        response: Response,
    ) -> Response {
        match tiles.get_pane(&tile) {
            Some(panel) => response.on_hover_text(panel.panel().about),
            None => response,
        }
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions { all_panes_must_have_tabs: true, ..Default::default() }
    }

    fn on_edit(&mut self, _action: EditAction) {
        self.is_edited = true;
    }

    fn min_size(&self) -> f32 {
        90.0
    }

    fn gap_width(&self, _style: &egui::Style) -> f32 {
        2.0
    }

    fn tab_bar_height(&self, _style: &egui::Style) -> f32 {
        26.0
    }

    fn tab_bar_color(&self, visuals: &Visuals) -> Color32 {
        Palette::of(visuals).field
    }

    fn tab_bg_color(
        &self,
        visuals: &Visuals,
        _tiles: &Tiles<PanelId>,
        _tile: TileId,
        state: &TabState,
    ) -> Color32 {
        let palette = Palette::of(visuals);
        if state.active { palette.ground } else { palette.field }
    }

    fn tab_text_color(
        &self,
        visuals: &Visuals,
        _tiles: &Tiles<PanelId>,
        _tile: TileId,
        state: &TabState,
    ) -> Color32 {
        let palette = Palette::of(visuals);
        if state.active { palette.text } else { palette.quiet }
    }
}
