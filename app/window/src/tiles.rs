//! The panels where the layout has them.

use super::{pane, presenter};
use egui::{Button, Color32, Rect, Response, RichText, Ui, Visuals, WidgetText};
use egui_tiles::{
    Behavior, Container, EditAction, SimplificationOptions, TabState, Tabs, Tile, TileId, Tiles,
    UiResponse,
};
use std::collections::HashMap;
use warpbench_state::command::Command;
use warpbench_state::state::State;
use warpbench_state::state::layout::Layout;
use warpbench_state::state::panel::{PANELS, PanelId};
use warpbench_theme::Palette;

/// Draws all panels, and says whether the user has moved any. Where one fills the
/// window or an audience looks on, the layout waits.
pub(super) fn show(
    ui: &mut Ui,
    layout: &mut Layout,
    state: &State,
    commands: &mut Vec<Command>,
) -> bool {
    if let Some(panel) = state.view.stage.filled {
        pane::headed(ui, panel, state, commands);
        return false;
    }
    if state.view.is_presenting {
        presenter::show(ui, state, commands);
        return false;
    }
    let waiting = put_away(layout, state);
    let mut panels = Panels { state, commands, waiting, is_edited: false };
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

/// Takes panels that have nothing to show out of the way, where their place holds
/// nothing else: says beside which tabs theirs wait.
fn put_away(layout: &mut Layout, state: &State) -> HashMap<TileId, Vec<PanelId>> {
    for tile in layout.tiles.tile_ids().collect::<Vec<_>>() {
        layout.set_visible(tile, true);
    }
    let mut waiting: HashMap<TileId, Vec<PanelId>> = HashMap::new();
    for panel in PANELS.iter().map(|panel| panel.id) {
        if state.has_content(panel) || state.view.stage.asked_for.contains(&panel) {
            continue;
        }
        let Some(tile) = layout.tiles.find_pane(&panel) else { continue };
        let Some(tabs) = layout.tiles.parent_of(tile) else { continue };
        let Some(Tile::Container(Container::Tabs(alone))) = layout.tiles.get(tabs) else {
            continue;
        };
        let is_alone = alone.children.len() == 1;
        if !is_alone && matches!(panel, PanelId::Checks | PanelId::Class | PanelId::Comparison) {
            // Whoever never opens a lab or compares machines needs no tabs for that.
            layout.set_visible(tile, false);
        }
        // Among other tabs it takes no room anyway.
        if is_alone && let Some(beside) = neighbour(layout, tabs) {
            layout.set_visible(tile, false);
            waiting.entry(beside).or_default().push(panel);
        }
    }
    waiting
}

/// The tabs next to others: behind them, or before them where they are the last.
fn neighbour(layout: &Layout, tabs: TileId) -> Option<TileId> {
    let parent = layout.tiles.parent_of(tabs)?;
    let Tile::Container(container) = layout.tiles.get(parent)? else { return None };
    let siblings: Vec<TileId> = container.children().copied().collect();
    let at = siblings.iter().position(|tile| *tile == tabs)?;
    let (before, behind) = siblings.split_at(at);
    let is_tabs = |tile: &&TileId| {
        matches!(layout.tiles.get(**tile), Some(Tile::Container(Container::Tabs(_))))
    };
    behind[1..].iter().find(is_tabs).or_else(|| before.iter().rev().find(is_tabs)).copied()
}

struct Panels<'a> {
    state: &'a State,
    commands: &'a mut Vec<Command>,
    /// Panels with nothing to show, by the tabs that theirs wait beside.
    waiting: HashMap<TileId, Vec<PanelId>>,
    is_edited: bool,
}

impl Behavior<PanelId> for Panels<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _tile: TileId, panel: &mut PanelId) -> UiResponse {
        pane::show(ui, *panel, self.state, self.commands);
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, panel: &PanelId) -> WidgetText {
        let count = match panel {
            PanelId::Findings => {
                self.state.simulation.as_ref().map_or(0, |simulation| simulation.findings.len())
            }
            _ => 0,
        };
        let title = self.state.title_of(*panel);
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

    /// At the right of a tab bar: what lets the panel fill the window, and the
    /// tabs of neighbours that have nothing to show.
    fn top_bar_right_ui(
        &mut self,
        tiles: &Tiles<PanelId>,
        ui: &mut Ui,
        tile: TileId,
        tabs: &Tabs,
        _scroll_offset: &mut f32,
    ) {
        ui.add_space(4.0);
        if let Some(panel) = tabs.active.and_then(|active| tiles.get_pane(&active)) {
            pane::fill_button(ui, *panel, self.state, self.commands);
        }
        for panel in self.waiting.get(&tile).into_iter().flatten() {
            let panel = panel.panel();
            let text = RichText::new(format!("{}: none", panel.title)).small();
            let text = text.color(Palette::of(ui.visuals()).quiet);
            let response = ui.add(Button::new(text).small().frame(false));
            let hint =
                "This kernel has nothing to show there. Click to open the panel all the same.";
            if response.on_hover_text(hint).clicked() {
                self.commands.push(Command::BringUp(panel.id));
            }
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
