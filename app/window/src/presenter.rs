//! Presenter view: the text and one or two pictures, whole, for an audience.
//!
//! The layout of the panels plays no part here. The text has the left of the
//! window, the pictures that the lecturer chose have the right, and what to look
//! at and the question come above the text when they are asked for.

use super::{pane, panels};
use egui::{Frame, Margin, Rect, Ui, UiBuilder, pos2};
use warpbench_state::command::Command;
use warpbench_state::state::State;
use warpbench_state::state::panel::PanelId;

/// Between text and pictures.
const GAP: f32 = 2.0;

/// What a picture needs to be whole: 32 banks side by side, eight warps below each
/// other.
const PICTURE: [f32; 2] = [276.0, 290.0];

pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let room = ui.max_rect();
    let pictures = state.pictures();
    let [left, right] = columns(room, pictures.len());
    let rung = state.view.stage.is_rung_shown;
    let texts = rows(left, if rung { 2 } else { 1 });
    if rung {
        let frame = Frame::new().inner_margin(Margin::symmetric(8, 4));
        place(ui, texts[0], "rung", |ui| {
            frame.show(ui, |ui| panels::rung_at_hand(ui, state, commands));
        });
    }
    if let Some(&text) = texts.last() {
        place(ui, text, "text", |ui| pane::headed(ui, PanelId::Source, state, commands));
    }
    for (&picture, rect) in pictures.iter().zip(places(right, pictures.len())) {
        place(ui, rect, picture.panel().slug, |ui| pane::headed(ui, picture, state, commands));
    }
    ui.advance_cursor_after_rect(room);
}

fn place(ui: &mut Ui, rect: Rect, salt: &str, add: impl FnOnce(&mut Ui)) {
    let builder = UiBuilder::new().id_salt(salt).max_rect(rect);
    let mut child = ui.new_child(builder);
    child.set_clip_rect(rect.intersect(ui.clip_rect()));
    add(&mut child);
}

/// The text's column and the pictures'. A line of a kernel needs so much room and
/// no more, pictures use all that they get.
fn columns(room: Rect, pictures: usize) -> [Rect; 2] {
    const TEXT: f32 = 760.0;
    let text = match is_stacked(room, pictures) {
        true => 0.46 * room.width(),
        false => (room.width() - pictures as f32 * PICTURE[0]).max(0.36 * room.width()),
    };
    let middle = room.left() + text.min(0.46 * room.width()).min(TEXT);
    [
        Rect::from_min_max(room.min, pos2(middle - GAP / 2.0, room.bottom())),
        Rect::from_min_max(pos2(middle + GAP / 2.0, room.top()), room.max),
    ]
}

/// Whether pictures below each other are high enough to be whole. A projector has
/// more room beside the text than below it.
fn is_stacked(room: Rect, pictures: usize) -> bool {
    pictures <= 1 || room.height() / pictures as f32 >= PICTURE[1]
}

/// Where the pictures are.
fn places(room: Rect, pictures: usize) -> Vec<Rect> {
    if is_stacked(room, pictures) {
        return rows(room, pictures);
    }
    let width = (room.width() + GAP) / pictures as f32;
    let column = |index: usize| {
        let left = room.left() + index as f32 * width;
        Rect::from_min_max(pos2(left, room.top()), pos2(left + width - GAP, room.bottom()))
    };
    (0..pictures).map(column).collect()
}

/// So many places below each other, of the same height.
fn rows(room: Rect, count: usize) -> Vec<Rect> {
    let height = (room.height() + GAP) / count.max(1) as f32;
    let row = |index: usize| {
        let top = room.top() + index as f32 * height;
        Rect::from_min_max(pos2(room.left(), top), pos2(room.right(), top + height - GAP))
    };
    (0..count).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Vec2, vec2};

    #[test]
    fn text_and_pictures_share_the_room() {
        let check = |room: [f32; 2], pictures: usize, stacked: bool| {
            let room = Rect::from_min_size(pos2(0.0, 40.0), Vec2::from(room));
            let [left, right] = columns(room, pictures);
            assert!(left.right() < right.left() && right.right() <= room.right());
            assert!(left.width() <= 760.0 && left.width() >= 0.3 * room.width().min(1600.0));
            let places = places(right, pictures);
            assert_eq!(places.len(), pictures);
            assert!(places.iter().all(|place| right.expand(0.01).contains_rect(*place)));
            assert!(places.iter().all(|place| place.is_positive()));
            if let [one, other] = places[..] {
                assert_eq!(one.bottom() < other.top(), stacked, "{room:?}");
                assert_eq!(one.right() < other.left(), !stacked, "{room:?}");
                assert!((one.area() - other.area()).abs() < 0.01 * one.area());
            }
        };
        // A projector with 1280 by 720 pixels, one with 1920 by 1080, the least
        // window and the widest.
        check([914.0, 397.0], 1, true);
        check([914.0, 397.0], 2, false);
        check([1371.0, 650.0], 2, true);
        check([800.0, 470.0], 2, false);
        check([2743.0, 650.0], 2, true);
        check([2743.0, 400.0], 2, false);
        let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(914.0, 397.0));
        let [_, right] = columns(room, 2);
        assert!(places(right, 2).iter().all(|place| place.width() > PICTURE[0] - 4.0));
    }
}
