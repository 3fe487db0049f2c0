//! Drawing the table of variables and lanes.
//!
//! The table is drawn at its full size inside a scroll area, and of it only the
//! lines and lanes that show. Names and numbers of lanes are drawn where the
//! visible part begins, so that they stay while the rest scrolls.

use super::layout::{DOT, Layout, Metrics, PAD, SMALL};
use super::model::{Line, Model, VariableRow};
use crate::visual::ink::{Batch, TextLine, Texts};
use crate::visual::lane_window::{self, LaneWindow};
use crate::visual::value::{shortened, text};
use egui::{Align2, FontId, Pos2, Rect, ScrollArea, Sense, Shape, Ui, Vec2};
use egui::{Role, WidgetInfo, pos2, vec2};
use std::ops::Range;
use warpbench_theme::{Palette, SIZES};

/// What is selected elsewhere, and how the table is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View<'a> {
    /// The lane that is followed.
    pub chosen_lane: Option<u32>,
    /// The lane that the pointer is on, maybe in another panel.
    pub hovered_lane: Option<u32>,
    /// The variable that the lanes show.
    pub watched: Option<&'a str>,
    /// Whether what is the same in all lanes is written once.
    pub collapse: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// The lane that was clicked.
    pub clicked_lane: Option<u32>,
    /// The lane that the pointer is on.
    pub hovered_lane: Option<u32>,
    /// The variable whose name was clicked, to be watched in the lanes, or no
    /// longer if it is watched already.
    pub watched: Option<String>,
}

/// Draws the table and says what the pointer did.
pub fn show(ui: &mut Ui, model: &Model, view: &View<'_>) -> Output {
    let mut output = Output::default();
    if model.rows.is_empty() || model.width == 0 {
        ui.weak(if model.width == 0 {
            "No warp is being followed. Run the kernel and choose a warp."
        } else {
            "This kernel has no variables that registers hold."
        });
        return output;
    }
    let font = FontId::monospace(SIZES[0]);
    let metrics = ui.fonts_mut(|fonts| Metrics {
        char_width: fonts.glyph_width(&font, '0'),
        text_height: fonts.row_height(&font),
    });
    let lines = model.lines();
    let width = ui.available_width();
    let area = ScrollArea::both().id_salt("registers").auto_shrink([false, true]);
    area.show_viewport(ui, |ui, viewport| {
        let layout = Layout::new(model, lines.len(), width, metrics);
        ui.set_min_size(layout.size());
        scroll(ui, &layout, viewport, view.chosen_lane);
        let table = Table {
            model,
            view,
            layout: &layout,
            lines: &lines,
            palette: Palette::of(ui.visuals()),
            origin: ui.max_rect().min,
            visible: viewport.translate(ui.max_rect().min.to_vec2()),
            rows: layout.visible_lines(viewport.top(), viewport.bottom()),
            lanes: layout.visible_lanes(viewport.left(), viewport.right()),
        };
        let lanes = table.lanes.clone();
        lane_window::tell(ui.ctx(), LaneWindow { warp: model.warp, lanes });
        table.interact_lanes(ui, &mut output);
        table.interact_names(ui, &mut output);
        table.paint_cells(ui, output.hovered_lane.or(view.hovered_lane));
        table.paint_names(ui);
        table.paint_numbers(ui);
    });
    output
}

/// Scrolls as the picture of the lanes asks for, and to a lane that has just been
/// chosen.
fn scroll(ui: &Ui, layout: &Layout, viewport: Rect, chosen: Option<u32>) {
    let asked = lane_window::take_scroll(ui.ctx());
    if asked != 0.0 {
        ui.scroll_with_delta(vec2(-asked * layout.column, 0.0));
    }
    let id = ui.scope_id().with("chosen lane");
    let known =
        ui.data_mut(|data| data.get_temp_mut_or_default::<Option<Option<u32>>>(id).replace(chosen));
    if let Some(lane) = chosen.filter(|_| known != Some(chosen)) {
        let wanted = layout.lane_in_view(lane, viewport.center().y);
        ui.scroll_to_rect(wanted.translate(ui.max_rect().min.to_vec2()), None);
    }
}

/// The part of the table that shows.
struct Table<'a> {
    model: &'a Model,
    view: &'a View<'a>,
    layout: &'a Layout,
    lines: &'a [Line],
    palette: Palette,
    /// The corner of the whole table, and what of it shows.
    origin: Pos2,
    visible: Rect,
    rows: Range<usize>,
    lanes: Range<u32>,
}

impl Table<'_> {
    /// Where cells show: right of the names and below the numbers.
    fn cells(&self) -> Rect {
        let corner = self.visible.min + vec2(self.layout.names, self.layout.line);
        Rect::from_min_max(corner, self.visible.max.max(corner))
    }

    /// Where a line's name shows.
    fn name(&self, line: usize) -> Rect {
        let top = self.origin.y + self.layout.cell(line, 0).top();
        let size = vec2(self.layout.names, self.layout.line);
        Rect::from_min_size(pos2(self.visible.left(), top), size)
    }

    fn variable(&self, line: usize) -> Option<&VariableRow> {
        match self.lines.get(line)? {
            Line::Variable(index) => self.model.rows.get(*index),
            Line::Function(_) => None,
        }
    }

    fn interact_lanes(&self, ui: &Ui, output: &mut Output) {
        let mut place = self.cells();
        place.min.y = self.visible.top();
        let response = ui.interact(place, ui.scope_id().with("lanes"), Sense::click());
        response.widget_info(|| {
            let Model { warp, width, rows, .. } = self.model;
            let words =
                format!("registers of warp {warp}: {} variables in {width} lanes", rows.len());
            WidgetInfo::labeled(Role::Table, true, words)
        });
        let at = |point: Option<Pos2>| {
            let found = self.layout.at(point? - self.origin.to_vec2())?;
            (self.model.lanes >> found.0 & 1 == 1).then_some(found)
        };
        let hovered = at(response.hover_pos()).filter(|_| response.hovered());
        output.hovered_lane = hovered.map(|(lane, _)| lane);
        if response.clicked() {
            output.clicked_lane = at(response.interact_pointer_pos()).map(|(lane, _)| lane);
        }
        if let Some((lane, Some(line))) = hovered
            && let Some(row) = self.variable(line)
        {
            response.on_hover_ui_at_pointer(|ui| {
                ui.label(cell_words(row, lane));
            });
        }
    }

    fn interact_names(&self, ui: &Ui, output: &mut Output) {
        for line in self.rows.clone() {
            let Some(row) = self.variable(line) else { continue };
            let place = self.name(line).intersect(self.below_numbers());
            let response = ui.interact(place, ui.scope_id().with(("name", line)), Sense::click());
            let is_watched = self.view.watched == Some(&row.name);
            response.widget_info(|| {
                let words = format!("watch {}", row.name);
                WidgetInfo::selected(Role::Button, true, is_watched, words)
            });
            if response.clicked() {
                output.watched = Some(row.name.clone());
            }
            if response.hovered() {
                ui.painter().rect_filled(place, 2.0, self.palette.field);
            }
            response.on_hover_ui(|ui| {
                ui.label(format!("{}: {} in {}", row.name, row.type_name(), row.function));
                let next = if is_watched { "stop showing it" } else { "show it" };
                ui.weak(format!("Click to {next} in the lanes."));
            });
        }
    }

    fn below_numbers(&self) -> Rect {
        let top = self.visible.top() + self.layout.line;
        Rect::from_min_max(pos2(self.visible.left(), top), self.visible.max)
    }

    fn paint_cells(&self, ui: &Ui, hovered: Option<u32>) {
        let painter = ui.painter().with_clip_rect(self.cells().intersect(ui.clip_rect()));
        let mut batch = Batch::new(&painter);
        let mut texts = Texts::new(&painter, FontId::monospace(SIZES[0]));
        let mut values = Texts::new(&painter, self.value_font());
        let is_there = |lane: &u32| self.lanes.contains(lane) && self.model.lanes >> lane & 1 == 1;
        if let Some(lane) = hovered.filter(is_there) {
            for place in self.column(lane) {
                batch.fill(place, self.palette.next_line);
            }
        }
        for line in self.rows.clone() {
            let bottom = self.name(line).bottom();
            let rule = Rect::from_x_y_ranges(self.cells().x_range(), bottom - 1.0..=bottom);
            batch.fill(rule, self.palette.field);
        }
        if let Some(lane) = self.view.chosen_lane.filter(is_there) {
            for place in self.column(lane) {
                batch.frame(place, 2.0, self.palette.chosen);
            }
        }
        for line in self.rows.clone() {
            let Some(row) = self.variable(line) else {
                // What is no lane's covers the marks of lanes.
                let place = self.name(line).translate(vec2(self.layout.names, 0.0));
                batch.fill(place.with_max_x(self.visible.right()), self.palette.ground);
                continue;
            };
            let uniform = row.uniform(self.model.lanes).filter(|_| self.view.collapse);
            match uniform {
                Some(bits) => self.paint_uniform(&mut batch, &mut texts, (line, row), bits),
                None => {
                    for start in (0..self.layout.lanes).step_by(self.layout.lanes_per_row as usize)
                    {
                        let lanes = start..start + self.layout.lanes_per_row;
                        let place = self.layout.cell(line, start).translate(self.origin.to_vec2());
                        let mut cells = values.line(place.center().y);
                        for lane in self.lanes.clone().filter(|lane| lanes.contains(lane)) {
                            self.paint_cell(&mut batch, &mut values, &mut cells, (line, row), lane);
                        }
                        values.finish(cells);
                    }
                }
            }
        }
        batch.paint(&painter);
        painter.extend(texts.shapes.into_iter().chain(values.shapes));
    }

    /// Smaller where lanes stand closely.
    fn value_font(&self) -> FontId {
        FontId::monospace(if self.layout.is_close { SMALL * SIZES[0] } else { SIZES[0] })
    }

    /// A lane from the first line to the last, or in each line that shows where lines
    /// have several rows of lanes.
    fn column(&self, lane: u32) -> Vec<Rect> {
        let cell = |line| self.layout.cell(line, lane).translate(self.origin.to_vec2());
        if self.layout.is_broken() {
            let lines = self.rows.clone().filter(|&line| self.variable(line).is_some());
            return lines.map(cell).collect();
        }
        vec![cell(0).union(cell(self.layout.lines.saturating_sub(1)))]
    }

    fn paint_cell(
        &self,
        batch: &mut Batch,
        texts: &mut Texts,
        cells: &mut TextLine,
        (line, row): (usize, &VariableRow),
        lane: u32,
    ) {
        let has = |mask: u64| mask >> lane & 1 == 1;
        if !has(self.model.lanes) {
            return;
        }
        let place = self.layout.cell(line, lane).translate(self.origin.to_vec2());
        if has(row.changed) {
            self.paint_changed(batch, texts, place.shrink(1.0));
        }
        let text = row.text(lane).map(|text| shortened(&text, self.model.characters));
        let is_bright = text.is_some() && has(self.model.mask);
        let colour = if is_bright { self.palette.text } else { self.palette.quiet };
        let text = text.as_deref().unwrap_or("·");
        let width = text.chars().count() as f32 * texts.char_width;
        let pad = if self.layout.is_close { 2.0 } else { PAD };
        texts.push(cells, place.right() - pad - width, text, colour);
    }

    /// A value that is the same in all lanes, where the lanes begin to show.
    fn paint_uniform(
        &self,
        batch: &mut Batch,
        texts: &mut Texts,
        (line, row): (usize, &VariableRow),
        bits: u64,
    ) {
        let cells = self.cells();
        let place = self.name(line).translate(vec2(self.layout.names, 0.0));
        let end = self.origin.x + self.layout.size().x - PAD;
        let place = place.with_max_x(cells.right().min(end));
        batch.fill(place.with_max_y(place.bottom() - 1.0), self.palette.ground);
        if row.changed != 0 {
            self.paint_changed(batch, texts, place.shrink(1.0));
        }
        let text = format!("= {} in all lanes", text(row.scalar, bits));
        let at = place.left_center() + vec2(DOT + 2.0, 0.0);
        texts.add(Align2::LEFT_CENTER, at, &text, self.palette.text);
    }

    fn paint_changed(&self, batch: &mut Batch, texts: &mut Texts, place: Rect) {
        let tint = self.palette.ground.lerp_to_gamma(self.palette.write, 0.3);
        batch.fill(place, tint);
        // Where there is no room for a dot, a bar below the value says the same.
        if self.layout.is_close {
            batch.fill(place.with_min_y(place.bottom() - 1.5), self.palette.write);
            return;
        }
        let dot = place.left_center() + vec2(5.0, 0.0);
        texts.shapes.push(Shape::circle_filled(dot, 2.5, self.palette.write));
    }

    fn paint_names(&self, ui: &Ui) {
        let painter = ui.painter().with_clip_rect(self.below_numbers().intersect(ui.clip_rect()));
        let mut batch = Batch::new(&painter);
        let mut texts = Texts::new(&painter, FontId::monospace(SIZES[0]));
        for line in self.rows.clone() {
            let place = self.name(line);
            let left = place.left_center();
            let Some(row) = self.variable(line) else {
                self.paint_function(&mut texts, line, left);
                continue;
            };
            let is_watched = self.view.watched == Some(&row.name);
            let colour = if is_watched { self.palette.chosen } else { self.palette.text };
            if is_watched {
                let eye = left + vec2(DOT / 2.0, 0.0);
                texts.shapes.push(Shape::circle_stroke(eye, 3.5, (1.5, colour)));
                texts.shapes.push(Shape::circle_filled(eye, 1.5, colour));
            }
            let name = shortened(&row.name, self.layout.name_characters);
            texts.add(Align2::LEFT_CENTER, left + vec2(DOT + 2.0, 0.0), &name, colour);
            let right = place.right_center() - vec2(PAD, 0.0);
            if !self.layout.is_close {
                texts.add(Align2::RIGHT_CENTER, right, row.type_name(), self.palette.quiet);
            }
        }
        let edge = self.cells().left();
        for line in self.rows.clone().filter(|&line| self.variable(line).is_some()) {
            let place = self.name(line);
            let rule = Rect::from_x_y_ranges(edge - 1.0..=edge, place.y_range());
            batch.fill(rule, self.palette.line);
        }
        batch.paint(&painter);
        painter.extend(texts.shapes);
    }

    fn paint_function(&self, texts: &mut Texts, line: usize, left: Pos2) {
        let Some(Line::Function(index)) = self.lines.get(line) else { return };
        let name = self.model.rows.get(*index).map_or("", |row| &*row.function);
        let most = (self.visible.width() / texts.char_width) as usize;
        let name = shortened(&format!("fn {name}"), most.saturating_sub(1));
        texts.add(Align2::LEFT_CENTER, left, &name, self.palette.quiet);
    }

    /// The numbers of the lanes, with a square that says whether they are active.
    fn paint_numbers(&self, ui: &Ui) {
        let Table { palette, layout, .. } = self;
        let mut place = self.cells();
        place.min.y = self.visible.top();
        let painter = ui.painter().with_clip_rect(place.intersect(ui.clip_rect()));
        let mut batch = Batch::new(&painter);
        let mut texts = Texts::new(&painter, self.value_font());
        let middle = self.visible.top() + layout.line / 2.0;
        for lane in self.lanes.clone() {
            let has = |mask: u64| mask >> lane & 1 == 1;
            if !has(self.model.lanes) {
                continue;
            }
            let place = layout.number(lane);
            let place = place.translate(vec2(self.origin.x, self.visible.top()));
            let pad = if layout.is_close { 2.0 } else { PAD };
            let colour = match self.view.chosen_lane {
                Some(chosen) if chosen == lane => palette.chosen,
                _ => palette.quiet,
            };
            let number = place.right_center() - vec2(pad, 0.0);
            let text = texts.add(Align2::RIGHT_CENTER, number, &lane.to_string(), colour);
            // Closely standing lanes have it as a bar below their numbers.
            let square = match layout.is_close {
                true => Rect::from_min_max(
                    pos2(place.left() + 1.0, place.bottom() - 2.5),
                    pos2(place.right() - 1.0, place.bottom() - 0.5),
                ),
                false => {
                    let at = pos2(text.left() - 9.0, place.center().y);
                    Rect::from_center_size(at, Vec2::splat(8.0))
                }
            };
            if has(self.model.mask) {
                batch.fill(square, palette.active);
            } else {
                batch.frame(square, 1.0, palette.masked);
            }
        }
        batch.paint(&painter);
        painter.extend(texts.shapes);
        let title = pos2(self.visible.left() + DOT + 2.0, middle);
        let font = FontId::monospace(SIZES[0]);
        let words = format!("warp {}", self.model.warp);
        ui.painter().text(title, Align2::LEFT_CENTER, words, font, palette.quiet);
        let y = self.visible.top() + layout.line;
        ui.painter().hline(self.visible.x_range(), y, (1.0, palette.line));
    }
}

fn cell_words(row: &VariableRow, lane: u32) -> String {
    let name = format!("{} in lane {lane}", row.name);
    match row.word(lane) {
        Some(bits) => format!("{name}: {}\nbits {bits:#x}", text(row.scalar, bits)),
        None => format!("{name} is not known yet"),
    }
}
