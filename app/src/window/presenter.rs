//! What an audience sees: the text and one or two pictures, whole.
//!
//! The layout of the panels plays no part here. The text has the left of the
//! window, the pictures that the lecturer chose have the right, and what to look
//! at and the question come above the text when they are asked for.

use super::command::Command;
use super::state::State;
use super::state::panel::PanelId;
use super::{pane, panels};
use egui::{Frame, Margin, Rect, Ui, UiBuilder, pos2};

/// Between text and pictures.
const GAP: f32 = 2.0;

pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let room = ui.max_rect();
    let [left, right] = columns(room);
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
    let pictures = state.pictures();
    for (&picture, rect) in pictures.iter().zip(rows(right, pictures.len())) {
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
fn columns(room: Rect) -> [Rect; 2] {
    const TEXT: f32 = 760.0;
    let text = (0.46 * room.width()).min(TEXT);
    let middle = room.left() + text;
    [
        Rect::from_min_max(room.min, pos2(middle - GAP / 2.0, room.bottom())),
        Rect::from_min_max(pos2(middle + GAP / 2.0, room.top()), room.max),
    ]
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
    use egui::vec2;

    #[test]
    fn text_and_pictures_share_the_room() {
        for [width, height] in [[914.0, 400.0], [800.0, 480.0], [1371.0, 650.0], [2743.0, 650.0]] {
            let room = Rect::from_min_size(pos2(0.0, 40.0), vec2(width, height));
            let [left, right] = columns(room);
            assert!(left.right() < right.left() && right.right() <= room.right());
            assert!(left.width() <= 760.0 && right.width() >= left.width());
            for count in 1..=2 {
                let rows = rows(right, count);
                assert_eq!(rows.len(), count);
                assert!(rows.windows(2).all(|pair| pair[0].bottom() < pair[1].top()));
                assert!(rows.iter().all(|row| right.expand(0.01).contains_rect(*row)));
                assert!(rows.iter().all(|row| row.height() > room.height() / 2.0 - 2.0));
            }
        }
    }
}
