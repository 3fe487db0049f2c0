//! The tour: a card beside the thing that it explains, which has a frame.
//!
//! The window is full of panels, so a card that lies on one covers what somebody may
//! want to see. While the tour is on, the panels leave a strip free: above them for what
//! is in their upper half, below them for the rest and for the transport.

use egui::{
    Align, Button, Context, Frame, Id, Key, LayerId, Layout, Margin, Modifiers, Order, Panel, Pos2,
    Rect, RichText, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use warpbench_state::command::Command;
use warpbench_state::state::State;
use warpbench_state::tour::{Stop, tour};
use warpbench_theme::Palette;

/// How wide a card is, with its frame, where the window is as wide.
const WIDTH: f32 = 760.0;

/// How wide the words of a card are in one line at most, and how high a line is.
const WORDS: Vec2 = vec2(1750.0, 19.0);

/// What stands above the words, with what is between them.
const HEAD: f32 = 34.0;

/// Between the card and what is beside it.
const GAP: f32 = 8.0;

const MARGIN: i8 = 10;

/// On which side of the panels the card stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Above,
    Below,
}

/// What the keys mean while the tour is on.
pub(crate) fn keys(context: &Context, state: &State, commands: &mut Vec<Command>) {
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

/// Keeps a strip free for the card, and says where.
pub(crate) fn reserve(ui: &mut Ui, state: &State) -> Option<Rect> {
    let stop = tour().get(state.view.tour?)?;
    let strip = match side(state, stop) {
        Side::Above => Panel::top("room of the tour"),
        Side::Below => Panel::bottom("room of the tour"),
    };
    let height = size(ui.available_width()).y + 2.0 * GAP;
    let frame = Frame::new().fill(Palette::of(ui.visuals()).ground);
    let strip = strip.exact_size(height).show_separator_line(false).frame(frame);
    Some(strip.show(ui, |_| {}).response.rect)
}

/// Draws the card in its strip, and a frame around what it explains.
pub(crate) fn show(
    ui: &Ui,
    state: &State,
    (strip, transport): (Option<Rect>, Rect),
    commands: &mut Vec<Command>,
) {
    let (Some(strip), Some(at)) = (strip, state.view.tour) else { return };
    let Some(stop) = tour().get(at) else { return };
    let palette = Palette::of(ui.visuals());
    let thing = explained(state, stop).unwrap_or(transport);
    let place = place(strip, thing);
    frame(ui, stop, (thing, place), &palette);
    let frame = Frame::popup(ui.style())
        .stroke(Stroke::new(2.0, palette.chosen))
        .inner_margin(Margin::same(MARGIN));
    let inner = place.size() - Vec2::splat(2.0 * f32::from(MARGIN) + 4.0);
    egui::Window::new("Tour")
        .title_bar(false)
        .resizable(false)
        .frame(frame)
        .fixed_pos(place.min)
        .fixed_size(inner)
        .show(ui.ctx(), |ui| {
            ui.set_min_size(inner);
            card(ui, at, stop, commands);
        });
}

/// A frame around the thing, and a line that leads from the card to it.
fn frame(ui: &Ui, stop: &Stop, (thing, card): (Rect, Rect), palette: &Palette) {
    let stroke = Stroke::new(2.0, palette.chosen);
    let layer = LayerId::new(Order::Middle, Id::unique("frame of the tour"));
    let painter = ui.ctx().layer_painter(layer);
    painter.rect_stroke(thing, 0.0, stroke, StrokeKind::Inside);
    let (from, to) = leader(card, thing);
    painter.line_segment([from, to], stroke);
    let response = ui.interact(thing, Id::unique("explained by the tour"), Sense::hover());
    let words = format!("Explained by the tour: {}", stop.title);
    response.widget_info(|| WidgetInfo::labeled(Role::Group, true, &words));
}

/// From the card to the thing. What lies between is passed at the thing's edge, where
/// panels meet.
fn leader(card: Rect, thing: Rect) -> (Pos2, Pos2) {
    let (from, to) = match card.center().y < thing.center().y {
        true => (card.bottom(), thing.top()),
        false => (card.top(), thing.bottom()),
    };
    let is_near = (to - from).abs() <= 5.0 * GAP;
    let x = if is_near { thing.center().x } else { thing.left() + 1.0 };
    let x = x.clamp(card.left() + GAP, card.right() - GAP);
    (pos2(x, from), pos2(x.clamp(thing.left() + 1.0, thing.right() - 1.0), to))
}

/// Where the panel is that a stop explains; nothing where it is none.
fn explained(state: &State, stop: &Stop) -> Option<Rect> {
    let tiles = &state.layout.tiles;
    tiles.rect(tiles.find_pane(&stop.target.panel()?)?)
}

/// On which side of the panels the card is nearer to what it explains.
fn side(state: &State, stop: &Stop) -> Side {
    let all = state.layout.root.and_then(|root| state.layout.tiles.rect(root));
    match explained(state, stop).zip(all) {
        // Where in the panels it is does not change with the strip that they leave free.
        Some((thing, all)) if thing.top() - all.top() <= all.bottom() - thing.bottom() => {
            Side::Above
        }
        _ => Side::Below,
    }
}

/// How large a card is in a window of this width: the same for all.
fn size(window: f32) -> Vec2 {
    let width = WIDTH.min(window - 2.0 * GAP);
    let lines = (WORDS.x / (width - 2.0 * f32::from(MARGIN) - 4.0).max(1.0)).ceil();
    vec2(width, HEAD + lines * WORDS.y + 2.0 * f32::from(MARGIN) + 4.0)
}

/// Where a card stands in its strip: as near to the thing as it can be.
fn place(strip: Rect, thing: Rect) -> Rect {
    let size = size(strip.width());
    let most = (strip.right() - GAP - size.x).max(strip.left() + GAP);
    let left = (thing.center().x - size.x / 2.0).clamp(strip.left() + GAP, most);
    Rect::from_min_size(pos2(left, strip.center().y - size.y / 2.0), size)
}

fn card(ui: &mut Ui, at: usize, stop: &Stop, commands: &mut Vec<Command>) {
    let palette = Palette::of(ui.visuals());
    ui.horizontal(|ui| {
        ui.label(RichText::new(stop.title).strong());
        let count = format!("{} of {}", at + 1, tour().len());
        ui.label(RichText::new(count).small().color(palette.quiet));
        // All buttons are there on every card, so that none moves under the pointer.
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let is_last = at + 1 == tour().len();
            if ui.button("End the tour").clicked() {
                commands.push(Command::Tour(None));
            }
            if ui.add_enabled(!is_last, Button::new("Next ▶")).clicked() {
                commands.push(Command::Tour(Some(at + 1)));
            }
            if ui.add_enabled(at > 0, Button::new("◀ Back")).clicked() {
                commands.push(Command::Tour(Some(at - 1)));
            }
        });
    });
    ui.label(stop.text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_stands_in_its_strip_as_near_as_it_can() {
        let check = |width: f32, thing: [f32; 2], expected: f32| {
            let height = size(width).y + 2.0 * GAP;
            let strip = Rect::from_min_size(pos2(0.0, 40.0), vec2(width, height));
            let thing = Rect::from_min_max(pos2(thing[0], 200.0), pos2(thing[1], 400.0));
            let card = place(strip, thing);
            assert!(strip.contains_rect(card), "{card:?} leaves {strip:?}");
            assert_eq!(card.left(), expected, "{thing:?} in {width}");
            let (from, to) = leader(card, thing);
            assert!(card.contains(from) && thing.contains(to), "{from:?} {to:?}");
        };
        check(1280.0, [0.0, 240.0], 8.0);
        check(1280.0, [240.0, 830.0], 155.0);
        check(1280.0, [830.0, 1280.0], 512.0);
        check(800.0, [520.0, 800.0], 32.0);
        check(640.0, [0.0, 640.0], 8.0);
    }

    #[test]
    fn the_words_of_every_stop_have_room() {
        for stop in tour() {
            // A character of text is narrower than this, by far.
            assert!(stop.text.chars().count() as f32 * 8.5 <= WORDS.x, "{}", stop.title);
        }
    }
}
