//! Legend of lanes: their looks and the signs beside them, below the rows.

use super::arrows::{Arrow, paint_cross};
use super::cell::{Bars, paint_lane};
use super::layout::{ICON, Layout, Metrics, Shows, wrap};
use super::model::{Change, Lane, Model, Row};
use super::paint::{change_icon, paint_caret, paint_state};
use super::strip;
use crate::visual::ink::{Batch, Texts};
use crate::visual::value::shortened;
use egui::{Align2, FontId, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo};
use egui::{pos2, vec2};
use warpbench_machine::observe::trace::Status;
use warpbench_theme::{Palette, SIZES};

/// What the looks of a lane mean, what signs mean, and the scale of bars. What is not
/// in the picture leaves its place empty, so that nothing moves when it comes.
pub(super) struct Legend {
    places: Vec<(f32, usize)>,
    /// In which line the signs are explained, if they are.
    signs: Option<usize>,
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

/// What is beside and above the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    LastStep,
    NextStep,
    Line,
    Change(Change),
    Reads,
    ReadsMissing,
    /// The lanes that the table of registers shows.
    Window,
}

impl Sign {
    fn meaning(self) -> &'static str {
        match self {
            Sign::LastStep => "last step",
            Sign::NextStep => "next step",
            Sign::Line => "at this line",
            Sign::Change(change) => change.name(),
            Sign::Reads => "from a lane to its reader",
            Sign::ReadsMissing => "reads a lane that takes no part",
            Sign::Window => "in registers",
        }
    }

    /// Draws it left of its meaning.
    fn paint(self, batch: &mut Batch, texts: &mut Texts, at: Pos2, palette: &Palette) {
        match self {
            Sign::LastStep => paint_caret(batch, &mut texts.shapes, at, (true, false), palette),
            Sign::NextStep => paint_caret(batch, &mut texts.shapes, at, (false, true), palette),
            Sign::Line => paint_state(batch, Status::Ready, at + vec2(6.0, 0.0), palette),
            Sign::Change(change) => {
                let stroke = Stroke::new(1.5, palette.text);
                let icon = change_icon(change, at + vec2(6.0, 0.0));
                texts.shapes.extend(icon.map(|line| Shape::line_segment(line, stroke)));
            }
            Sign::Reads => {
                let ends = [at + vec2(0.0, 4.0), at + vec2(12.0, 4.0)];
                Arrow::between(ends).paint(batch, Vec2::ZERO, 1.0, palette.quiet);
            }
            Sign::ReadsMissing => paint_cross(batch, at + vec2(6.0, 0.0), palette),
            Sign::Window => {
                let edge = Rect::from_min_size(at - vec2(0.0, 5.0), vec2(13.0, 1.5));
                batch.fill(edge, palette.text);
                let lane = Rect::from_min_size(at - vec2(0.0, 2.0), vec2(13.0, 8.0));
                batch.frame(lane, 1.0, palette.line);
            }
        }
    }
}

/// The signs that are in the picture.
pub(super) fn signs(model: &Model, has_window: bool, has_words: bool) -> Vec<Sign> {
    let any = |is: fn(&Row) -> bool| model.rows.iter().any(is);
    let changed = |change| move |row: &Row| row.change() == Some(change) && !has_words;
    let exchanges = || model.rows.iter().filter_map(|row| row.exchange.as_ref());
    let (diverged, reconverged) = (changed(Change::Diverged), changed(Change::Reconverged));
    [
        (any(|row| row.is_last), Sign::LastStep),
        (any(|row| row.is_next), Sign::NextStep),
        (any(|row| row.line.is_some() && row.status == Status::Ready), Sign::Line),
        (model.rows.iter().any(diverged), Sign::Change(Change::Diverged)),
        (model.rows.iter().any(reconverged), Sign::Change(Change::Reconverged)),
        (exchanges().any(|exchange| exchange.pairs().any(|(to, from)| to != from)), Sign::Reads),
        (exchanges().any(|exchange| exchange.missing != 0), Sign::ReadsMissing),
        (has_window, Sign::Window),
    ]
    .into_iter()
    .filter_map(|(is_there, sign)| is_there.then_some(sign))
    .collect()
}

/// The looks of lanes that are in the picture.
fn looks(model: &Model) -> Vec<Lane> {
    let is_there = |look: &Lane| {
        model.rows.iter().any(|row| (0..model.width).any(|lane| row.lane(lane) == *look))
    };
    MEANINGS.iter().map(|(lane, _)| *lane).filter(is_there).collect()
}

impl Legend {
    pub(super) fn new(ui: &Ui, model: &Model, metrics: Metrics, has_signs: bool) -> Legend {
        let widths: Vec<f32> = MEANINGS
            .iter()
            .map(|(_, text)| ICON + text.len() as f32 * metrics.char_width)
            .collect();
        let places = wrap(&widths, 12.0, ui.available_width());
        let last = places.last().zip(widths.last());
        let (end, line) = last.map_or((0.0, 0), |((x, line), width)| (x + width + 12.0, *line));
        let signs = has_signs.then_some(line + 1);
        let line_of_signs = line + usize::from(has_signs);
        let watched = match end + WATCHED <= ui.available_width() {
            true => (end, line),
            false => (0.0, line_of_signs + 1),
        };
        let lines =
            1 + if model.watched.is_some() { watched.1.max(line_of_signs) } else { line_of_signs };
        let line_height = metrics.text_height + 3.0;
        let height = lines as f32 * line_height + 6.0;
        Legend { places, signs, watched, line_height, height }
    }

    pub(super) fn paint(
        &self,
        ui: &mut Ui,
        (model, layout): (&Model, &Layout),
        has_window: bool,
        palette: Palette,
    ) {
        let size = vec2(ui.available_width(), self.height);
        let (place, response) = ui.allocate_exact_size(size, Sense::hover());
        let mut batch = Batch::new(ui.painter());
        let mut texts = Texts::new(ui.painter(), FontId::monospace(SIZES[0]));
        let line = |line: usize| place.top() + 4.0 + (line as f32 + 0.5) * self.line_height;
        let looks = looks(model);
        for ((lane, text), (x, index)) in MEANINGS.iter().zip(&self.places) {
            if !looks.contains(lane) {
                continue;
            }
            let at = pos2(place.left() + x, line(*index));
            let square = Rect::from_center_size(at + vec2(6.0, 0.0), Vec2::splat(12.0));
            paint_lane(&mut batch, *lane, square, Bars::Middle, &palette);
            texts.add(Align2::LEFT_CENTER, at + vec2(ICON, 0.0), text, palette.quiet);
        }
        let signs = signs(model, has_window, layout.is_wide);
        if let Some(index) = self.signs {
            let mut at = pos2(place.left(), line(index));
            for sign in &signs {
                let text = sign.meaning();
                let width = ICON + text.len() as f32 * texts.char_width;
                // What has no room is told by pointing at a row.
                if at.x + width > place.right() {
                    break;
                }
                sign.paint(&mut batch, &mut texts, at, &palette);
                texts.add(Align2::LEFT_CENTER, at + vec2(ICON, 0.0), text, palette.quiet);
                at.x += width + 12.0;
            }
        }
        if let Some(name) = &model.watched {
            let at = pos2(place.left() + self.watched.0, line(self.watched.1));
            let line = Rect::from_min_max(at, pos2(place.right(), at.y));
            watched(&mut batch, &mut texts, model, (name, layout.shows), line, palette);
        }
        batch.paint(ui.painter());
        ui.painter().extend(texts.shapes);
        let names = MEANINGS.iter().filter(|(lane, _)| looks.contains(lane)).map(|(_, name)| *name);
        let names: Vec<&str> = names.chain(signs.iter().map(|sign| sign.meaning())).collect();
        let words = format!("Signs of warps and lanes: {}", names.join(", "));
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
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
    let is_known = values().next().is_some();
    let range = model.range().filter(|_| shows.is_strip() && is_known);
    let Some((least, most)) = range else {
        let known = match (is_known, shows) {
            (false, _) => "not known yet",
            (true, Shows::OnHover) => "of the lane that you point at",
            (true, _) => "as numbers in the lanes",
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

#[cfg(test)]
mod tests {
    use super::super::model::tests::warps;
    use super::*;
    use warpbench_machine::observe::trace::TracedExchange;

    #[test]
    fn only_what_is_in_the_picture_is_explained() {
        let check = |model: &Model, expected_looks: &[Lane], expected: &[Sign]| {
            assert_eq!(looks(model), expected_looks);
            assert_eq!(signs(model, false, false), expected);
        };
        let mut model = warps(32, 3);
        for row in &mut model.rows {
            (row.is_last, row.line) = (false, None);
        }
        check(&model, &[Lane::Active], &[]);
        (model.rows[0].is_last, model.rows[1].is_next) = (true, true);
        check(&model, &[Lane::Active], &[Sign::LastStep, Sign::NextStep]);
        model.rows[1].mask = 0xffff;
        (model.rows[2].status, model.rows[2].line) = (Status::Waiting, Some(7));
        let looks = [Lane::Active, Lane::Masked, Lane::Waiting];
        check(&model, &looks, &[Sign::LastStep, Sign::NextStep]);
        model.rows[0].taken = Some(1);
        let changed = Sign::Change(Change::Diverged);
        assert!(signs(&model, false, false).contains(&changed));
        // Where there is room it is written at the end of its row.
        assert!(!signs(&model, false, true).contains(&changed));
        let mut sources = [0; 64];
        sources[0] = 1;
        let exchange = TracedExchange { warp: 0, mask: 1, sources, missing: 0 };
        model.rows[0].exchange = Some(exchange);
        let found = signs(&model, true, true);
        assert!(found.contains(&Sign::Reads) && !found.contains(&Sign::ReadsMissing), "{found:?}");
        assert!(found.contains(&Sign::Window), "{found:?}");
    }
}
