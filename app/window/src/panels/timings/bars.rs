//! The bars.

use egui::{
    Align2, Color32, CornerRadius, FontId, Pos2, Rect, Role, Sense, Shape, Stroke, StrokeKind, Ui,
    Vec2, WidgetInfo, pos2, vec2,
};
use warpbench_compare::ceilings::Metric;
use warpbench_compare::entry::Entry;
use warpbench_state::timings::action::TimingsAction;
use warpbench_state::timings::chart::{self, ChartLayout, Item, ItemKind, Numbers, RowShape};
use warpbench_state::timings::comparison::{
    Column, Comparison, Row, RowState, RungRows, Section, TextVersion,
};
use warpbench_state::timings::labels;
use warpbench_theme::{Palette, SIZES};

/// Paints the bars of a comparison over the width that there is. A click on a rung
/// chooses it.
pub(super) fn show(ui: &mut Ui, comparison: &Comparison) -> Vec<TimingsAction> {
    let layout = lay_out(ui, comparison, ui.available_width());
    let (rect, _) = ui.allocate_exact_size(layout.size, Sense::hover());
    let actions = touch(ui, comparison, &layout, rect.min.to_vec2());
    let palette = Palette::of(ui.visuals());
    let mut brush = Brush { ui, palette, comparison, shapes: Vec::new() };
    for item in &layout.items {
        let item = moved(item, rect.min.to_vec2());
        if brush.ui.clip_rect().intersects(item.rect.expand(4.0)) {
            brush.item(&item);
        }
    }
    let shapes = brush.shapes;
    ui.painter().extend(shapes);
    actions
}

/// The colour of a target; what was measured elsewhere has none of its own.
pub(super) fn colour_of(palette: &Palette, column: &Column) -> Color32 {
    if column.is_elsewhere { palette.quiet } else { palette.series(column.target) }
}

/// How high the bars of a comparison would be in a width.
pub(super) fn height(ui: &Ui, comparison: &Comparison, width: f32) -> f32 {
    lay_out(ui, comparison, width).size.y
}

fn lay_out(ui: &Ui, comparison: &Comparison, width: f32) -> ChartLayout {
    let painter = ui.painter().clone();
    let mut measure = |text: &str, width: f32| {
        let galley = painter.layout(text.to_owned(), small(), Color32::WHITE, width);
        galley.size().y + 3.0
    };
    chart::layout(comparison, width, &mut measure)
}

fn small() -> FontId {
    FontId::proportional(SIZES[0])
}

fn digits() -> FontId {
    FontId::monospace(13.0)
}

/// ItemKind can be pointed at: names choose their rung, rows tell their numbers.
fn touch(
    ui: &Ui,
    comparison: &Comparison,
    layout: &ChartLayout,
    offset: Vec2,
) -> Vec<TimingsAction> {
    let mut actions = Vec::new();
    for (index, item) in layout.items.iter().enumerate() {
        let rect = item.rect.translate(offset);
        if !ui.clip_rect().intersects(rect) {
            continue;
        }
        let section = &comparison.sections[item.section];
        let id = ui.scope_id().with(("timings row", item.section, index));
        match &item.kind {
            ItemKind::Name { rung } => {
                let RungRows { variant, number, .. } = &section.rungs[*rung];
                let response = ui.interact(rect, id, Sense::click());
                response.widget_info(|| {
                    let label =
                        format!("{}, rung {number}: {}", section.class.name(), variant.name);
                    WidgetInfo::labeled(Role::Button, true, label)
                });
                if response.on_hover_text(variant.title).clicked() {
                    actions.push(TimingsAction::Choose(variant.name));
                }
            }
            ItemKind::Row { rung, row, .. } => {
                let rung = &section.rungs[*rung];
                let row = &rung.rows[*row];
                let text = labels::sentence(section, rung, row);
                let response = ui.interact(rect, id, Sense::hover());
                response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
                response.on_hover_text(text);
            }
            ItemKind::Heading | ItemKind::Legend { .. } | ItemKind::Heads(_) => {}
        }
    }
    actions
}

fn moved(item: &Item, offset: Vec2) -> Item {
    let mut item = item.clone();
    item.rect = item.rect.translate(offset);
    match &mut item.kind {
        ItemKind::Heads(edges) => edges.iter_mut().flatten().for_each(|edge| *edge += offset.x),
        ItemKind::Row { shape, .. } => {
            shape.letter += offset;
            shape.track = shape.track.translate(offset);
            shape.ceiling = shape.ceiling.map(|x| x + offset.x);
            match &mut shape.numbers {
                Numbers::Columns(edges) => edges.iter_mut().for_each(|edge| *edge += offset.x),
                Numbers::Below(rect) => *rect = rect.translate(offset),
            }
        }
        ItemKind::Heading | ItemKind::Legend { .. } | ItemKind::Name { .. } => {}
    }
    item
}

struct Brush<'a> {
    ui: &'a Ui,
    palette: Palette,
    comparison: &'a Comparison,
    shapes: Vec<Shape>,
}

impl Brush<'_> {
    fn text(
        &mut self,
        at: Pos2,
        anchor: Align2,
        text: &str,
        font: FontId,
        colour: Color32,
    ) -> Rect {
        let galley = self.ui.painter().layout_no_wrap(text.to_owned(), font, colour);
        let rect = anchor.anchor_size(at, galley.size());
        self.shapes.push(Shape::galley(rect.min, galley, colour));
        rect
    }

    fn wrapped(&mut self, rect: Rect, text: &str, font: FontId, colour: Color32) {
        let galley = self.ui.painter().layout(text.to_owned(), font, colour, rect.width());
        self.shapes.push(Shape::galley(rect.min + vec2(0.0, 1.0), galley, colour));
    }

    fn item(&mut self, item: &Item) {
        let section = &self.comparison.sections[item.section];
        match &item.kind {
            ItemKind::Heading => {
                let colour = self.palette.text;
                self.wrapped(
                    item.rect,
                    section.class.heading(),
                    FontId::proportional(SIZES[1]),
                    colour,
                );
            }
            ItemKind::Legend { column } => {
                let column = &section.columns[*column];
                let colour = colour_of(&self.palette, column);
                let middle = pos2(item.rect.left(), item.rect.top() + 9.0);
                self.tag(middle, column.letter, colour);
                let rect = Rect::from_min_max(item.rect.min + vec2(22.0, 0.0), item.rect.max);
                self.wrapped(rect, &labels::legend(column), small(), self.palette.text);
            }
            ItemKind::Heads(edges) => self.heads(section.metric, item.rect, *edges),
            ItemKind::Name { rung } => self.name(item.rect, &section.rungs[*rung]),
            ItemKind::Row { rung, row, shape } => {
                let row = &section.rungs[*rung].rows[*row];
                let column = &section.columns[row.column];
                let colour = colour_of(&self.palette, column);
                self.tag(shape.letter, column.letter, colour);
                let is_wide = matches!(shape.numbers, Numbers::Columns(_));
                if row.text != TextVersion::Original && is_wide {
                    let at = shape.letter + vec2(22.0, 0.0);
                    let quiet = self.palette.quiet;
                    self.text(at, Align2::LEFT_CENTER, row.text.label(), small(), quiet);
                }
                self.row(section, row, shape, colour);
            }
        }
    }

    /// A target's letter on its colour.
    fn tag(&mut self, middle: Pos2, letter: char, colour: Color32) {
        let rect = Rect::from_center_size(middle + vec2(8.0, 0.0), vec2(16.0, 15.0));
        self.shapes.push(Shape::rect_filled(rect, CornerRadius::same(3), colour));
        let on = self.palette.on(colour);
        self.text(rect.center(), Align2::CENTER_CENTER, &letter.to_string(), small(), on);
    }

    fn heads(&mut self, metric: Metric, rect: Rect, edges: Option<[f32; 4]>) {
        let (y, quiet) = (rect.center().y, self.palette.quiet);
        let heads = labels::heads(metric);
        let Some(edges) = edges else {
            let at = pos2(rect.left() + 22.0, y);
            self.text(at, Align2::LEFT_CENTER, &heads.join(", "), small(), quiet);
            return;
        };
        for (head, edge) in heads.iter().zip(edges) {
            self.text(pos2(edge, y), Align2::RIGHT_CENTER, head, small(), quiet);
        }
        let mark = pos2(rect.left() + 26.0, y);
        let stroke = Stroke::new(2.0, self.palette.text);
        self.shapes.push(Shape::vline(mark.x, y - 7.0..=y + 7.0, stroke));
        let text = "ceiling; a longer bar is faster";
        self.text(mark + vec2(7.0, 0.0), Align2::LEFT_CENTER, text, small(), quiet);
    }

    fn name(&mut self, rect: Rect, rung: &RungRows) {
        if rung.is_chosen {
            let fill = self.palette.current_line;
            self.shapes.push(Shape::rect_filled(rect, CornerRadius::same(3), fill));
        }
        let y = rect.center().y;
        let at = pos2(rect.left() + 4.0, y);
        let text = self.palette.text;
        let font = FontId::monospace(SIZES[0] + 1.0);
        let number =
            self.text(at, Align2::LEFT_CENTER, &rung.number.to_string(), font.clone(), text);
        let at = pos2(number.right() + 9.0, y);
        let name = self.text(at, Align2::LEFT_CENTER, rung.variant.name, font, text);
        // Sizes differ between classes, so they are named where there is room.
        let Some(size) = labels::sizes(rung) else { return };
        let quiet = self.palette.quiet;
        let galley = self.ui.painter().layout_no_wrap(size, small(), quiet);
        if name.right() + 12.0 + galley.size().x < rect.right() {
            let min = pos2(rect.right() - 2.0 - galley.size().x, y - galley.size().y / 2.0);
            self.shapes.push(Shape::galley(min, galley, quiet));
        }
    }

    fn row(&mut self, section: &Section, row: &Row, shape: &RowShape, colour: Color32) {
        let is_elsewhere = section.columns[row.column].is_elsewhere;
        let state = &row.state;
        if let Some((is_bad, text)) = labels::message(state) {
            let ink = if is_bad { self.palette.conflict } else { self.palette.quiet };
            if is_bad {
                let centre = pos2(shape.track.left() - 10.0, shape.track.top() + 10.0);
                self.shapes.push(triangle(centre, ink));
            }
            self.wrapped(shape.track, &text, small(), ink);
            return;
        }
        let RowShape { track, filled, .. } = *shape;
        let round = CornerRadius::same(2);
        self.shapes.push(Shape::rect_filled(track, round, self.palette.field));
        let fill = Rect::from_min_size(track.min, vec2(filled.max(1.5), track.height()));
        match state {
            RowState::Done(entry) => {
                let inside = if is_elsewhere { colour.gamma_multiply(0.3) } else { colour };
                self.shapes.push(Shape::rect_filled(fill, round, inside));
                if is_elsewhere {
                    let stroke = Stroke::new(1.0, colour);
                    self.shapes.push(Shape::rect_stroke(fill, round, stroke, StrokeKind::Inside));
                }
                self.numbers(entry, section.metric, row.text, shape);
            }
            RowState::Running { .. } => {
                self.shapes.push(Shape::rect_filled(fill, round, self.palette.current_line));
                let stroke = Stroke::new(1.0, colour);
                self.shapes.push(Shape::rect_stroke(track, round, stroke, StrokeKind::Inside));
            }
            RowState::Idle
            | RowState::Waiting
            | RowState::Missing(_)
            | RowState::Failed(_)
            | RowState::Wrong(_) => {}
        }
        if let Some(x) = shape.ceiling {
            let stroke = Stroke::new(2.0, self.palette.text);
            self.shapes.push(Shape::vline(x, track.top() - 2.0..=track.bottom() + 2.0, stroke));
        }
        let inside = labels::inside(state);
        if !inside.is_empty() {
            let (at, ink) = match shape.numbers {
                Numbers::Below(rect) => (rect.left_center(), self.palette.quiet),
                Numbers::Columns(_) => (track.left_center() + vec2(7.0, 0.0), self.palette.text),
            };
            self.text(at, Align2::LEFT_CENTER, inside, small(), ink);
        }
    }

    fn numbers(&mut self, entry: &Entry, metric: Metric, text: TextVersion, shape: &RowShape) {
        let ink = self.palette.text;
        match shape.numbers {
            Numbers::Columns(edges) => {
                let y = shape.track.center().y;
                for (number, edge) in labels::numbers(entry, metric).iter().zip(edges) {
                    self.text(pos2(edge, y), Align2::RIGHT_CENTER, number, digits(), ink);
                }
            }
            Numbers::Below(rect) => {
                let line = labels::line(entry, text, metric);
                self.text(rect.left_center(), Align2::LEFT_CENTER, &line, small(), ink);
            }
        }
    }
}

/// The sign of something wrong.
fn triangle(centre: Pos2, colour: Color32) -> Shape {
    let points = [vec2(0.0, -6.0), vec2(6.5, 5.0), vec2(-6.5, 5.0)].map(|to| centre + to);
    Shape::convex_polygon(points.to_vec(), colour, Stroke::NONE)
}
