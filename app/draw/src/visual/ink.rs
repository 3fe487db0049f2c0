//! Ink for pictures of many small things: cells as one mesh, and texts that are
//! laid out once each.

use egui::emath::GuiRounding as _;
use egui::text::{LayoutJob, TextFormat};
use egui::{Align2, Color32, FontId, Galley, Mesh, Painter, Pos2, Rect, Shape, Ui, pos2};
use std::collections::HashMap;
use std::sync::Arc;

/// Rectangles and triangles as one mesh, which costs much less than a shape each.
pub(crate) struct Batch {
    mesh: Mesh,
    pixels_per_point: f32,
}

impl Batch {
    pub(crate) fn new(painter: &Painter) -> Batch {
        Batch { mesh: Mesh::default(), pixels_per_point: painter.pixels_per_point() }
    }

    /// A rectangle, its edges on pixels.
    pub(crate) fn fill(&mut self, rect: Rect, colour: Color32) {
        self.mesh.add_colored_rect(rect.round_to_pixels(self.pixels_per_point), colour);
    }

    /// The edge of a rectangle, on its inner side.
    pub(crate) fn frame(&mut self, rect: Rect, width: f32, colour: Color32) {
        let rect = rect.round_to_pixels(self.pixels_per_point);
        let inner = rect.shrink(width);
        for side in [
            Rect::from_min_max(rect.min, pos2(rect.right(), inner.top())),
            Rect::from_min_max(pos2(rect.left(), inner.bottom()), rect.max),
            Rect::from_min_max(pos2(rect.left(), inner.top()), inner.left_bottom()),
            Rect::from_min_max(inner.right_top(), pos2(rect.right(), inner.bottom())),
        ] {
            self.mesh.add_colored_rect(side, colour);
        }
    }

    pub(crate) fn triangle(&mut self, corners: [Pos2; 3], colour: Color32) {
        let first = self.mesh.vertices.len() as u32;
        for corner in corners {
            self.mesh.colored_vertex(corner, colour);
        }
        self.mesh.add_triangle(first, first + 1, first + 2);
    }

    /// A line through these points.
    pub(crate) fn line(&mut self, points: &[Pos2], width: f32, colour: Color32) {
        for pair in points.windows(2) {
            let side = (pair[1] - pair[0]).normalized().rot90() * (width / 2.0);
            let [a, b, c, d] = [pair[0] - side, pair[0] + side, pair[1] + side, pair[1] - side];
            self.triangle([a, b, c], colour);
            self.triangle([a, c, d], colour);
        }
    }

    /// The colours of what lies inside a place.
    #[cfg(test)]
    pub(crate) fn colours_in(&self, place: Rect) -> Vec<Color32> {
        let place = place.expand(0.45);
        let vertices = self.mesh.vertices.iter().filter(|vertex| place.contains(vertex.pos));
        vertices.map(|vertex| vertex.color).collect()
    }

    pub(crate) fn paint(self, painter: &Painter) {
        if !self.mesh.is_empty() {
            painter.add(self.mesh);
        }
    }
}

/// How high so many lines of words are that wrap, each of this height.
pub(super) fn lines_height(ui: &Ui, lines: f32, row: f32) -> f32 {
    let spacing = ui.spacing();
    lines * row.max(spacing.interact_size.y) + (lines - 1.0) * spacing.item_spacing.y
}

/// Texts in one font, laid out once each however often they occur.
pub(crate) struct Texts {
    painter: Painter,
    font: FontId,
    known: HashMap<String, Arc<Galley>>,
    pub char_width: f32,
    /// What is to be painted, on top of what was painted before.
    pub shapes: Vec<Shape>,
}

impl Texts {
    pub(crate) fn new(painter: &Painter, font: FontId) -> Texts {
        let char_width = painter.fonts_mut(|fonts| fonts.glyph_width(&font, '0'));
        let painter = painter.clone();
        Texts { painter, font, known: HashMap::new(), char_width, shapes: Vec::new() }
    }

    /// Adds a text and says where it lies.
    pub(crate) fn add(&mut self, anchor: Align2, at: Pos2, text: &str, colour: Color32) -> Rect {
        let galley = match self.known.get(text) {
            Some(galley) => Arc::clone(galley),
            None => {
                let font = self.font.clone();
                let galley =
                    self.painter.layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER);
                self.known.insert(text.to_owned(), Arc::clone(&galley));
                galley
            }
        };
        let place = anchor.anchor_size(at, galley.size());
        self.shapes.push(Shape::galley(place.min, galley, colour));
        place
    }

    /// Starts a line of many short texts around this height.
    pub(crate) fn line(&self, height: f32) -> TextLine {
        TextLine { job: LayoutJob::default(), end: None, left: 0.0, height }
    }

    /// Adds a text to a line, with its left edge here; the next must be right of
    /// it.
    pub(crate) fn push(&self, line: &mut TextLine, left: f32, text: &str, colour: Color32) {
        let end = *line.end.get_or_insert(left);
        if line.job.sections.is_empty() {
            line.left = left;
        }
        let format = TextFormat::simple(self.font.clone(), colour);
        line.job.append(text, (left - end).max(0.0), format);
        line.end = Some(left + text.chars().count() as f32 * self.char_width);
    }

    pub(crate) fn finish(&mut self, mut line: TextLine) {
        if line.job.sections.is_empty() {
            return;
        }
        line.job.wrap.max_width = f32::INFINITY;
        let galley = self.painter.layout_job(line.job);
        let corner = pos2(line.left, line.height - galley.size().y / 2.0);
        self.shapes.push(Shape::galley(corner, galley, Color32::PLACEHOLDER));
    }
}

/// Many short monospaced texts side by side as one, which costs much less than
/// laying out each.
pub(crate) struct TextLine {
    job: LayoutJob,
    /// Where the last text ends.
    end: Option<f32>,
    left: f32,
    height: f32,
}
