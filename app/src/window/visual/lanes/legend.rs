//! What the looks of a lane mean, below the rows.

use super::cell::{Bars, paint_lane};
use super::layout::{ICON, Layout, Metrics, Shows, wrap};
use super::model::{Lane, Model};
use super::strip;
use crate::window::theme::{Palette, SIZES};
use crate::window::visual::ink::{Batch, Texts};
use crate::window::visual::value::shortened;
use egui::{Align2, FontId, Rect, Sense, Ui, Vec2, pos2, vec2};

/// What the looks of a lane mean, and the scale of its bars.
pub(super) struct Legend {
    places: Vec<(f32, usize)>,
    /// Where it is said what is watched: how far in, and in which line.
    watched: (f32, usize),
    line_height: f32,
    pub(super) height: f32,
}

const MEANINGS: [(Lane, &str); 5] = [
    (Lane::Active, "active"),
    (Lane::Masked, "masked"),
    (Lane::Waiting, "barrier"),
    (Lane::Done, "done"),
    (Lane::Stayed, "branch not taken"),
];

/// The room that what is watched needs behind the meanings; with less it has a line
/// of its own.
const WATCHED: f32 = 280.0;

/// What the line above lanes means.
const WINDOW: &str = "in registers";

impl Legend {
    pub(super) fn new(ui: &Ui, model: &Model, metrics: Metrics, has_window: bool) -> Legend {
        let texts = MEANINGS.iter().map(|(_, text)| *text).chain(has_window.then_some(WINDOW));
        let widths: Vec<f32> =
            texts.map(|text| ICON + text.len() as f32 * metrics.char_width).collect();
        let places = wrap(&widths, 12.0, ui.available_width());
        let last = places.last().zip(widths.last());
        let (end, line) = last.map_or((0.0, 0), |((x, line), width)| (x + width + 12.0, *line));
        let watched = match end + WATCHED <= ui.available_width() {
            true => (end, line),
            false => (0.0, line + 1),
        };
        let lines = 1 + if model.watched.is_some() { watched.1 } else { line };
        let line_height = metrics.text_height + 3.0;
        Legend { places, watched, line_height, height: lines as f32 * line_height + 6.0 }
    }

    pub(super) fn paint(&self, ui: &mut Ui, model: &Model, layout: &Layout, palette: Palette) {
        let size = vec2(ui.available_width(), self.height);
        let (place, _) = ui.allocate_exact_size(size, Sense::hover());
        let mut batch = Batch::new(ui.painter());
        let mut texts = Texts::new(ui.painter(), FontId::monospace(SIZES[0]));
        let line = |line: usize| place.top() + 4.0 + (line as f32 + 0.5) * self.line_height;
        for ((lane, text), (x, index)) in MEANINGS.iter().zip(&self.places) {
            let at = pos2(place.left() + x, line(*index));
            let square = Rect::from_center_size(at + vec2(6.0, 0.0), Vec2::splat(12.0));
            paint_lane(&mut batch, *lane, square, Bars::Middle, &palette);
            texts.add(Align2::LEFT_CENTER, at + vec2(ICON, 0.0), text, palette.quiet);
        }
        if let Some((x, index)) = self.places.get(MEANINGS.len()) {
            let at = pos2(place.left() + x, line(*index));
            let edge = Rect::from_min_size(at - vec2(0.0, 5.0), vec2(13.0, 1.5));
            batch.fill(edge, palette.text);
            let lane = Rect::from_min_size(at - vec2(0.0, 2.0), vec2(13.0, 8.0));
            batch.frame(lane, 1.0, palette.line);
            texts.add(Align2::LEFT_CENTER, at + vec2(ICON, 0.0), WINDOW, palette.quiet);
        }
        if let Some(name) = &model.watched {
            let at = pos2(place.left() + self.watched.0, line(self.watched.1));
            let line = Rect::from_min_max(at, pos2(place.right(), at.y));
            watched(&mut batch, &mut texts, model, (name, layout.shows), line, palette);
        }
        batch.paint(ui.painter());
        ui.painter().extend(texts.shapes);
    }
}

/// The watched variable, with the scale if its values are bars.
fn watched(
    batch: &mut Batch,
    texts: &mut Texts,
    model: &Model,
    (name, shows): (&str, Shows),
    line: Rect,
    palette: Palette,
) {
    let values = || model.rows.iter().filter_map(|row| row.values.as_ref()).flatten().flatten();
    let at = line.left_center();
    let characters = |taken: f32| ((line.width() - taken) / texts.char_width).max(3.0) as usize;
    let range = model.range().filter(|_| shows.is_strip());
    let Some((least, most)) = range else {
        let known = match (values().next(), shows) {
            (None, _) => "not known yet",
            (Some(_), Shows::OnHover) => "of the lane that you point at",
            (Some(_), _) => "as numbers in the lanes",
        };
        let text = shortened(&format!("{name} {known}"), characters(0.0));
        texts.add(Align2::LEFT_CENTER, at, &text, palette.text);
        return;
    };
    let (least, most) = (strip::short(least), strip::short(most));
    // Numbers and scale must fit behind the name.
    let taken = (least.len() + most.len() + 20) as f32 * texts.char_width + 50.0;
    let name = shortened(name, characters(taken));
    let text = format!("{name} below the lanes, {least}");
    let name = texts.add(Align2::LEFT_CENTER, at, &text, palette.text);
    let mut x = name.right() + 6.0;
    for step in 0..5 {
        let bar = Rect::from_min_size(pos2(x, at.y - 4.0), vec2(7.0, 8.0));
        strip::paint_bar(batch, bar, step as f32 / 4.0, &palette);
        x += 8.0;
    }
    texts.add(Align2::LEFT_CENTER, pos2(x + 5.0, at.y), &most, palette.text);
}
