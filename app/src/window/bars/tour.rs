//! The tour: a card that stands beside the panel that it explains.

use crate::window::command::Command;
use crate::window::state::State;
use crate::window::state::panel::PanelId;
use crate::window::theme::Palette;
use crate::window::tour::{Stop, tour};
use egui::{
    Align, Button, Context, Frame, Key, Layout, Margin, Modifiers, Pos2, Rect, RichText, Stroke,
    Ui, Vec2, vec2,
};

/// The room that a card takes with its frame.
const CARD: Vec2 = vec2(440.0, 190.0);

/// What a card can be read at.
const NARROWEST: f32 = 240.0;

/// Between the card and what is beside it.
const GAP: f32 = 8.0;

const MARGIN: i8 = 14;

/// The panel that the tour is at.
pub(in crate::window) fn panel(state: &State) -> Option<PanelId> {
    tour().get(state.view.tour?)?.target.panel()
}

/// What the keys mean while the tour is on.
pub(in crate::window) fn keys(context: &Context, state: &State, commands: &mut Vec<Command>) {
    let Some(at) = state.view.tour else { return };
    if context.egui_wants_keyboard_input() || state.view.palette.is_some() {
        return;
    }
    let pressed = |key| context.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if pressed(Key::ArrowRight) {
        commands.push(Command::Tour(Some((at + 1).min(tour().len() - 1))));
    }
    if pressed(Key::ArrowLeft) {
        commands.push(Command::Tour(Some(at.saturating_sub(1))));
    }
}

pub(in crate::window) fn show(context: &Context, state: &State, commands: &mut Vec<Command>) {
    let Some(at) = state.view.tour else { return };
    let Some(stop) = tour().get(at) else { return };
    let palette = Palette::of(&context.global_style().visuals);
    let frame = Frame::popup(&context.global_style())
        .stroke(Stroke::new(2.0, palette.chosen))
        .inner_margin(Margin::same(MARGIN));
    let place = place(context.content_rect(), explained(context, state, stop));
    let inner = place.size() - Vec2::splat(2.0 * f32::from(MARGIN) + 4.0);
    egui::Window::new("Tour")
        .title_bar(false)
        .resizable(false)
        .frame(frame)
        .fixed_pos(place.min)
        .fixed_size(inner)
        .show(context, |ui| {
            ui.set_min_size(inner);
            card(ui, at, stop, commands);
        });
}

/// Where the thing is that a stop explains.
fn explained(context: &Context, state: &State, stop: &Stop) -> Rect {
    let screen = context.content_rect();
    let rect = stop.target.panel().and_then(|panel| {
        let tiles = &state.layout.tiles;
        tiles.rect(tiles.find_pane(&panel)?)
    });
    // The transport is at the bottom, wherever panels are.
    rect.unwrap_or_else(|| screen.with_min_y(screen.bottom() - 80.0))
}

/// Where a card stands: on the side of the thing where it has most room, as near as
/// it can be.
fn place(screen: Rect, thing: Rect) -> Rect {
    let sides = [
        screen.with_min_x(thing.right()),
        screen.with_max_x(thing.left()),
        screen.with_min_y(thing.bottom()),
        screen.with_max_y(thing.top()),
    ];
    let fitting = |side: &Rect| {
        let room = side.shrink(GAP).size().max(Vec2::ZERO);
        // A narrower card is higher, so that it has room for the same words.
        let width = room.x.min(CARD.x);
        let height = CARD.y * (CARD.x / width.max(1.0)).max(1.0);
        (width >= NARROWEST && height <= room.y).then_some(vec2(width, height))
    };
    let found = sides.iter().filter_map(|side| Some((side, fitting(side)?)));
    let widest = found.max_by(|(_, a), (_, b)| a.x.total_cmp(&b.x));
    let Some((side, size)) = widest else {
        let size = CARD.min(screen.size());
        return Rect::from_min_size(screen.right_bottom() - size, size);
    };
    let room = side.shrink(GAP);
    let near = Pos2::new(
        (thing.center().x - size.x / 2.0).clamp(room.left(), room.right() - size.x),
        (thing.center().y - size.y / 2.0).clamp(room.top(), room.bottom() - size.y),
    );
    Rect::from_min_size(near, size)
}

fn card(ui: &mut Ui, at: usize, stop: &Stop, commands: &mut Vec<Command>) {
    let palette = Palette::of(ui.visuals());
    ui.horizontal(|ui| {
        ui.label(RichText::new(stop.title).strong());
        let count = format!("{} of {}", at + 1, tour().len());
        ui.label(RichText::new(count).small().color(palette.quiet));
    });
    ui.label(stop.text);
    // All buttons are there on every card, so that none moves under the pointer.
    ui.with_layout(Layout::bottom_up(Align::LEFT), |ui| {
        ui.horizontal(|ui| {
            let is_last = at + 1 == tour().len();
            if ui.add_enabled(at > 0, Button::new("◀ Back")).clicked() {
                commands.push(Command::Tour(Some(at - 1)));
            }
            if ui.add_enabled(!is_last, Button::new("Next ▶")).clicked() {
                commands.push(Command::Tour(Some(at + 1)));
            }
            if ui.button("End the tour").clicked() {
                commands.push(Command::Tour(None));
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn a_card_stands_beside_what_it_explains() {
        let check = |screen: [f32; 2], thing: [f32; 4]| {
            let screen = Rect::from_min_size(Pos2::ZERO, screen.into());
            let thing = Rect::from_min_max(pos2(thing[0], thing[1]), pos2(thing[2], thing[3]));
            let card = place(screen, thing);
            assert!(screen.contains_rect(card), "{card:?} leaves {screen:?}");
            assert!(!card.intersects(thing.shrink(1.0)), "{card:?} covers {thing:?}");
        };
        check([1280.0, 720.0], [0.0, 40.0, 240.0, 380.0]);
        check([1280.0, 720.0], [240.0, 40.0, 830.0, 460.0]);
        check([1280.0, 720.0], [830.0, 40.0, 1280.0, 280.0]);
        check([1280.0, 720.0], [0.0, 640.0, 1280.0, 720.0]);
        check([800.0, 600.0], [150.0, 40.0, 520.0, 350.0]);
        check([3840.0, 1080.0], [730.0, 40.0, 2500.0, 700.0]);
    }
}
