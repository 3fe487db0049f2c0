//! Drawing warps and lanes.
//!
//! All lanes of all rows that show are one mesh, and what the pointer points at
//! is reckoned from its position, so that many warps cost little.

use super::arrows::{arrows, paint_missing};
use super::cell::{Bars, Fill, ink_on, paint_bars, paint_lane};
use super::layout::{END_CHARACTERS, ICON, Layout, Metrics, Shows};
use super::legend::Legend;
use super::model::{Change, Lane, Model, Row};
use super::strip;
use crate::visual::digits::short;
use crate::visual::follow::Follow;
use crate::visual::ink::{Batch, TextLine, Texts};
use crate::visual::lane_window::{self, LaneWindow};
use crate::visual::value::shortened;
use egui::{Align2, FontId, Painter, Pos2, Rect, ScrollArea, Sense, Shape};
use egui::{Role, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2};
use warpbench_machine::observe::trace::Status;
use warpbench_theme::{Palette, SIZES};

/// What is selected elsewhere: a warp and a lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The lane that is followed.
    pub chosen: Option<(u32, u32)>,
    /// The lane that the pointer is on, maybe in another panel.
    pub hovered: Option<(u32, u32)>,
    /// The line that the pointer is on in the source; warps that are at it get a
    /// frame.
    pub hovered_line: Option<u32>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// The lane that was clicked: warp and lane.
    pub clicked: Option<(u32, u32)>,
    /// The lane that the pointer is on.
    pub hovered: Option<(u32, u32)>,
    /// The warp whose label or end was clicked.
    pub clicked_warp: Option<u32>,
}

/// Draws the warps and says what the pointer did.
pub fn show(ui: &mut Ui, model: &Model, view: &View) -> Output {
    let mut output = Output::default();
    if model.rows.is_empty() {
        ui.weak("No block is being followed. Run the kernel, and its warps stand here.");
        return output;
    }
    let palette = Palette::of(ui.visuals());
    let font = FontId::monospace(SIZES[0]);
    let metrics = ui.fonts_mut(|fonts| Metrics {
        char_width: fonts.glyph_width(&font, '0'),
        text_height: fonts.row_height(&font),
    });
    // That all are in the table needs no sign.
    let window =
        lane_window::shown(ui.ctx()).filter(|window| (window.lanes.len() as u32) < model.width);
    let legends = [true, false].map(|has_signs| Legend::new(ui, model, metrics, has_signs));
    let header_height = metrics.text_height + 4.0;
    let size = ui.available_size() - vec2(0.0, header_height);
    let (legend, size, layout) = fitting(model, legends, size, metrics);
    let has_window = window.is_some();
    ui.spacing_mut().item_spacing.y = 0.0;
    let (header, _) = ui.allocate_exact_size(vec2(size.x, header_height), Sense::hover());
    let stepping = model.rows.iter().position(|row| row.is_last);
    let mut follow = Follow::new(ui, "warps", stepping.map_or(u64::MAX, |row| row as u64));
    let area = ScrollArea::vertical().id_salt("lanes").min_scrolled_height(40.0).animated(false);
    area.max_height(size.y.max(40.0)).auto_shrink([false, true]).show_viewport(
        ui,
        |ui, viewport| {
            ui.set_min_size(vec2(ui.available_width(), layout.height()));
            let place = stepping.map(|row| layout.row(row, 1.0));
            let target = place.filter(|row| {
                row.top() < viewport.top() - 0.5 || row.bottom() > viewport.bottom() + 0.5
            });
            let origin = ui.max_rect().min.to_vec2();
            follow.scroll(ui, target.map(|target| target.translate(origin)));
            let mut rows = Rows::new(ui, model, &layout, view, palette);
            rows.window = window;
            rows.overlay = rows.above(header_height);
            for row in layout.visible(viewport.top(), viewport.bottom()) {
                rows.interact(ui, row, &mut output);
            }
            let hovered = output.hovered.or(view.hovered);
            for row in layout.visible(viewport.top(), viewport.bottom()) {
                rows.paint(row, hovered);
            }
            rows.finish();
        },
    );
    scroll_along(ui, &layout, header.with_max_y(ui.cursor().top()));
    paint_header(ui, &layout, header, view.chosen.map(|(_, lane)| lane), palette);
    if let Some(legend) = legend {
        legend.paint(ui, (model, &layout), has_window, palette);
    }
    output
}

/// The rows with what explains them below, with less of it, or without where only so
/// all warps can be seen at once and as they are without it: pointing at a lane or a row
/// explains it too.
fn fitting(
    model: &Model,
    [full, short]: [Legend; 2],
    size: Vec2,
    metrics: Metrics,
) -> (Option<Legend>, Vec2, Layout) {
    let below = |height: f32| {
        let above = size - vec2(0.0, height);
        (above, Layout::new(model, above, metrics))
    };
    let (above_short, with_short) = below(short.height);
    let (above_full, with_full) = below(full.height);
    // Signs are worth a line, but no value of a lane.
    if with_full.is_whole(above_full.y) && with_full.shows == with_short.shows {
        return (Some(full), above_full, with_full);
    }
    if !with_short.is_whole(above_short.y) {
        let (alone, layout) = below(0.0);
        if layout.is_whole(alone.y) {
            return (None, alone, layout);
        }
    }
    (Some(short), above_short, with_short)
}

/// The rows that show, as they are drawn.
pub(super) struct Rows<'a> {
    model: &'a Model,
    layout: &'a Layout,
    view: &'a View,
    palette: Palette,
    range: Option<(f64, f64)>,
    /// The corner of the first row, and where rows end.
    pub(super) origin: Pos2,
    width: f32,
    painter: Painter,
    pub(super) batch: Batch,
    texts: Texts,
    /// Frames around lanes and how wide they are; they lie on top of all lanes.
    frames: Vec<(Rect, f32)>,
    /// Arrows between lanes, on top of all, and where they may be.
    arrows: Batch,
    overlay: Painter,
    /// The lanes that the table of registers shows.
    window: Option<LaneWindow>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(
        ui: &Ui,
        model: &'a Model,
        layout: &'a Layout,
        view: &'a View,
        palette: Palette,
    ) -> Rows<'a> {
        Rows {
            model,
            layout,
            view,
            palette,
            range: model.range().filter(|_| layout.shows.is_strip()),
            origin: ui.max_rect().min,
            width: ui.max_rect().width(),
            painter: ui.painter().clone(),
            batch: Batch::new(ui.painter()),
            texts: Texts::new(ui.painter(), FontId::monospace(SIZES[0])),
            frames: Vec::new(),
            arrows: Batch::new(ui.painter()),
            overlay: ui.painter().clone(),
            window: None,
        }
    }

    /// A painter for what rises above the first row, into so much of the header.
    fn above(&self, header: f32) -> Painter {
        let mut painter = self.painter.clone();
        let mut clip = painter.clip_rect();
        clip.min.y -= header;
        painter.set_clip_rect(clip);
        painter
    }

    fn interact(&self, ui: &Ui, index: usize, output: &mut Output) {
        let row = &self.model.rows[index];
        let place = self.layout.row(index, self.width).translate(self.origin.to_vec2());
        let response = ui.interact(place, ui.scope_id().with(("warp", row.warp)), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, row.words()));
        let lane_at = |point: Option<Pos2>| {
            let (_, lane) = self.layout.at(point? - self.origin.to_vec2())?;
            lane.filter(|&lane| row.lane(lane) != Lane::Absent)
        };
        if response.clicked() {
            match lane_at(response.interact_pointer_pos()) {
                Some(lane) => output.clicked = Some((row.warp, lane)),
                None => output.clicked_warp = Some(row.warp),
            }
        }
        let hovered = lane_at(response.hover_pos()).filter(|_| response.hovered());
        if let Some(lane) = hovered {
            output.hovered = Some((row.warp, lane));
        }
        response.on_hover_ui_at_pointer(|ui| {
            ui.label(hovered.map_or_else(|| row.words(), |lane| self.lane_words(row, lane)));
        });
    }

    /// What a lane shows, in words.
    fn lane_words(&self, row: &Row, lane: u32) -> String {
        let thread = row.warp * self.model.width + lane;
        let mut words =
            format!("warp {}, lane {lane} (thread {thread}): {}", row.warp, row.lane(lane).name());
        if let Some(name) = &self.model.watched {
            let value = row.value(lane).map_or("not known yet", |value| &value.text);
            words.push_str(&format!("\n{name} = {value}"));
        }
        if let Some(reads) = row.reads(lane) {
            words.push_str(&format!("\n{reads}"));
        }
        words
    }

    pub(super) fn paint(&mut self, index: usize, hovered: Option<(u32, u32)>) {
        let row = &self.model.rows[index];
        let place = self.layout.row(index, self.width).translate(self.origin.to_vec2());
        let ground = match (row.is_last, row.is_next) {
            (true, _) => Some(self.palette.current_line),
            (false, true) => Some(self.palette.next_line),
            (false, false) => None,
        };
        if let Some(ground) = ground {
            self.batch.fill(place.shrink2(vec2(0.0, 1.0)), ground);
        }
        if row.line.is_some() && row.line == self.view.hovered_line {
            self.batch.frame(place.shrink2(vec2(0.0, 1.0)), 1.0, self.palette.quiet);
        }
        self.carets(row, place.left_center());
        let is_chosen = self.view.chosen.is_some_and(|(warp, _)| warp == row.warp);
        let colour = if is_chosen { self.palette.chosen } else { self.palette.text };
        let label = pos2(place.left() + self.layout.label_width - 8.0, place.center().y);
        self.texts.add(Align2::RIGHT_CENTER, label, &format!("w{}", row.warp), colour);
        for start in (0..self.model.width).step_by(self.layout.lanes_per_line as usize) {
            self.lanes(index, start, hovered);
        }
        self.end(row, place);
        self.exchange(index, hovered);
    }

    /// The warp that made the last step has a filled caret, the one that comes
    /// next a hollow one.
    fn carets(&mut self, row: &Row, at: Pos2) {
        let is = (row.is_last, row.is_next);
        paint_caret(&mut self.batch, &mut self.texts.shapes, at, is, &self.palette);
    }

    /// The lanes of a line, from this one on.
    fn lanes(&mut self, index: usize, start: u32, hovered: Option<(u32, u32)>) {
        let row = &self.model.rows[index];
        let first = self.layout.lane(index, start).translate(self.origin.to_vec2());
        let mut line = self.texts.line(first.center().y);
        for lane in start..self.model.width.min(start + self.layout.lanes_per_line) {
            let place = self.layout.lane(index, lane).translate(self.origin.to_vec2());
            self.lane(row, lane, place, &mut line);
            let is = |selected: Option<(u32, u32)>| selected == Some((row.warp, lane));
            if is(self.view.chosen) {
                self.frames.push((place, 2.0));
            } else if is(hovered) && row.lane(lane) != Lane::Absent {
                self.frames.push((place, 1.0));
            }
            self.window_edge(index, lane);
        }
        self.texts.finish(line);
    }

    /// A line above the lanes that the table of registers shows.
    fn window_edge(&mut self, index: usize, lane: u32) {
        let is_shown = |window: &LaneWindow| {
            window.warp == self.model.rows[index].warp && window.lanes.contains(&lane)
        };
        if !self.window.as_ref().is_some_and(is_shown) {
            return;
        }
        let place = self.layout.above_lane(index, lane).translate(self.origin.to_vec2());
        self.batch.fill(place, self.palette.text);
    }

    /// The arrows of a shuffle, those of the lane that is followed on top.
    fn exchange(&mut self, index: usize, hovered: Option<(u32, u32)>) {
        let row = &self.model.rows[index];
        let Some(exchange) = &row.exchange else { return };
        let origin = self.origin.to_vec2();
        let is_marked = |lane: u32| [self.view.chosen, hovered].contains(&Some((row.warp, lane)));
        let found = arrows(exchange, self.layout, index);
        for marked in [false, true] {
            let (width, colour) = match marked {
                true => (2.2, self.palette.chosen),
                false => (1.0, self.palette.quiet),
            };
            let arrows = found
                .iter()
                .filter(|arrow| (is_marked(arrow.source) || is_marked(arrow.reader)) == marked);
            arrows.for_each(|arrow| arrow.paint(&mut self.arrows, origin, width, colour));
        }
        let place = (self.layout, index);
        paint_missing(&mut self.arrows, exchange, place, origin, &self.palette);
    }

    fn lane(&mut self, row: &Row, lane: u32, place: Rect, line: &mut TextLine) {
        let state = row.lane(lane);
        let has_numbers = self.layout.shows == Shows::Numbers;
        let bars = if has_numbers { Bars::Top } else { Bars::Middle };
        paint_lane(&mut self.batch, state, place, bars, &self.palette);
        let Some(value) = row.value(lane).filter(|_| state != Lane::Absent) else { return };
        if let Some(range) = self.range {
            let track = self.layout.strip(row.warp as usize, lane);
            let track = track.translate(self.origin.to_vec2());
            strip::paint_bar(
                &mut self.batch,
                track,
                strip::share(value.number, range),
                &self.palette,
            );
        }
        if !has_numbers {
            return;
        }
        // What is longer than anything that was to be expected is told by hovering.
        let room = self.layout.characters(self.texts.char_width);
        let text = if value.text.chars().count() <= room { &*value.text } else { "…" };
        let width = text.chars().count() as f32 * self.texts.char_width;
        let colour = ink_on(state, &self.palette);
        if matches!(state.look().fill, Fill::Half(_)) {
            self.halo(place.center(), text);
            self.texts.add(Align2::CENTER_CENTER, place.center(), text, colour);
            return;
        }
        self.texts.push(line, place.center().x - width / 2.0, text, colour);
    }

    /// The ground around a text, so that it can be read on two colours.
    fn halo(&mut self, at: Pos2, text: &str) {
        for offset in [vec2(-1.0, 0.0), vec2(1.0, 0.0), vec2(0.0, -1.0), vec2(0.0, 1.0)] {
            self.texts.add(Align2::CENTER_CENTER, at + offset, text, self.palette.ground);
        }
    }

    /// The warp's state, what happened to its lanes, and the chosen lane's value.
    fn end(&mut self, row: &Row, place: Rect) {
        let palette = self.palette;
        let mut at = pos2(self.origin.x + self.layout.end, place.center().y);
        paint_state(&mut self.batch, row.status, at + vec2(7.0, 0.0), &palette);
        let line = row.line.filter(|_| row.status != Status::Done);
        at.x += ICON;
        if let Some(line) = line {
            self.texts.add(Align2::LEFT_CENTER, at, &line.to_string(), palette.text);
        }
        at.x += 4.0 * self.texts.char_width;
        if let Some(change) = row.change() {
            let stroke = Stroke::new(1.5, palette.text);
            let icon = change_icon(change, at + vec2(6.0, 0.0));
            self.texts.shapes.extend(icon.map(|line| Shape::line_segment(line, stroke)));
            if self.layout.is_wide {
                let word = at + vec2(ICON, 0.0);
                self.texts.add(Align2::LEFT_CENTER, word, change.name(), palette.text);
            }
        }
        if self.layout.shows == (Shows::Strip { has_end: true }) {
            self.end_value(row, pos2(place.right() - 12.0, place.center().y));
        }
    }

    /// What the chosen lane holds, or what all lanes do.
    fn end_value(&mut self, row: &Row, right: Pos2) {
        let chosen = self.view.chosen.filter(|(warp, _)| *warp == row.warp);
        let chosen = chosen.and_then(|(_, lane)| row.value(lane));
        let (value, colour) = match (row.uniform(), chosen) {
            (_, Some(value)) => (value, self.palette.chosen),
            (Some(value), None) => (value, self.palette.text),
            (None, None) => return,
        };
        let room = END_CHARACTERS - 2;
        let text = match value.text.chars().count() <= room {
            true => value.text.clone(),
            false => short(value.number as f32, room).unwrap_or(shortened(&value.text, room)),
        };
        self.texts.add(Align2::RIGHT_CENTER, right, &format!("= {text}"), colour);
    }

    fn finish(mut self) {
        for (place, width) in self.frames {
            self.batch.frame(place, width, self.palette.chosen);
        }
        self.batch.paint(&self.painter);
        self.painter.extend(self.texts.shapes);
        self.arrows.paint(&self.overlay);
    }
}

/// Scrolls the table of registers along, where the pointer is on the lanes.
fn scroll_along(ui: &Ui, layout: &Layout, place: Rect) {
    if ui.rect_contains_pointer(place) {
        let moved = ui.input(|input| input.smooth_scroll_delta().x);
        if moved != 0.0 {
            lane_window::scroll(ui.ctx(), -moved / layout.pitch.x.max(1.0));
        }
    }
}

/// The sign of a warp that made the last step, and of one that makes the next.
pub(super) fn paint_caret(
    batch: &mut Batch,
    shapes: &mut Vec<Shape>,
    at: Pos2,
    (is_last, is_next): (bool, bool),
    palette: &Palette,
) {
    let next_x = if is_last { 8.0 } else { 3.0 };
    if is_next {
        let points = [vec2(next_x, -4.5), vec2(next_x + 4.5, 0.0), vec2(next_x, 4.5)];
        let points = points.map(|offset| at + offset).to_vec();
        shapes.push(Shape::line(points, Stroke::new(1.5, palette.text)));
    }
    if is_last {
        let caret = [vec2(1.0, -5.5), vec2(7.5, 0.0), vec2(1.0, 5.5)];
        batch.triangle(caret.map(|offset| at + offset), palette.text);
    }
}

pub(super) fn paint_state(batch: &mut Batch, status: Status, at: Pos2, palette: &Palette) {
    match status {
        Status::Ready => {
            let caret = [vec2(-3.0, -5.0), vec2(4.0, 0.0), vec2(-3.0, 5.0)];
            batch.triangle(caret.map(|offset| at + offset), palette.active);
        }
        Status::Waiting => {
            let place = Rect::from_center_size(at, Vec2::splat(14.0));
            batch.fill(place, palette.barrier);
            paint_bars(batch, place, palette.on(palette.barrier));
        }
        Status::Done => {
            let tick = [vec2(-5.0, 0.0), vec2(-1.5, 4.0), vec2(5.0, -4.0)];
            batch.line(&tick.map(|offset| at + offset), 2.0, palette.quiet);
        }
    }
}

/// One way that forks, or two that become one.
pub(super) fn change_icon(change: Change, at: Pos2) -> [[Pos2; 2]; 3] {
    let mirror = if change == Change::Diverged { 1.0 } else { -1.0 };
    let point = |x: f32, y: f32| at + vec2(x * mirror, y);
    [
        [point(-6.0, 0.0), point(0.0, 0.0)],
        [point(0.0, 0.0), point(6.0, -5.0)],
        [point(0.0, 0.0), point(6.0, 5.0)],
    ]
}

fn paint_header(ui: &Ui, layout: &Layout, place: Rect, chosen: Option<u32>, palette: Palette) {
    let mut texts = Texts::new(ui.painter(), FontId::monospace(SIZES[0]));
    let chosen = chosen.filter(|&lane| lane < layout.width);
    let chosen = chosen.map(|lane| {
        let middle = place.left() + layout.column(lane) + layout.cell.x / 2.0;
        let at = pos2(middle, place.bottom() - 3.0);
        texts.add(Align2::CENTER_BOTTOM, at, &lane.to_string(), palette.chosen)
    });
    for (x, text) in layout.header() {
        let at = pos2(place.left() + x, place.bottom() - 3.0);
        let width = text.len() as f32 * texts.char_width;
        // The chosen lane's number takes the place of what it would hide.
        let is_hidden = chosen
            .is_some_and(|rect| rect.left() < at.x + width + 4.0 && at.x < rect.right() + 4.0);
        if !is_hidden {
            texts.add(Align2::LEFT_BOTTOM, at, &text, palette.quiet);
        }
    }
    ui.painter().extend(texts.shapes);
}
