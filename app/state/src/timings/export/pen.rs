//! Shapes and words of a picture, as SVG.

use egui::{Color32, Pos2, Rect, Visuals, vec2};
use svg::node::element::{Circle, Line, Polygon, Rectangle, Text};
use svg::{Document, Node};
use warpbench_theme::Palette;

/// Width of the picture, in points.
pub(super) const WIDTH: f32 = 960.0;
const PROPORTIONAL: &str = "Ubuntu, Helvetica, Arial, sans-serif";
const MONOSPACED: &str = "Hack, DejaVu Sans Mono, Menlo, Consolas, monospace";
/// Type sizes for notes, text and the title.
pub(super) const SIZES: [f32; 3] = [12.0, 14.0, 20.0];
/// How wide a letter of a note is, on average and a little more.
const LETTER: f32 = 6.4;
pub(super) const LINE: f32 = 16.0;

/// A text in lines that fit a width.
pub(super) fn broken(text: &str, width: f32) -> Vec<String> {
    let most = (width / LETTER).max(8.0) as usize;
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.lines() {
        let mut line: Vec<char> = Vec::new();
        for word in paragraph.split_whitespace() {
            let word: Vec<char> = word.chars().collect();
            // A word that no line has room for is cut.
            for piece in word.chunks(most) {
                if !line.is_empty() && line.len() + 1 + piece.len() > most {
                    lines.push(line.drain(..).collect());
                }
                if !line.is_empty() {
                    line.push(' ');
                }
                line.extend(piece);
            }
        }
        lines.push(line.into_iter().collect());
    }
    lines
}

#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Clone, Copy)]
pub(super) struct Style {
    pub(super) size: f32,
    pub(super) colour: Option<Color32>,
    pub(super) anchor: Anchor,
    pub(super) is_monospaced: bool,
}

pub(super) const PLAIN: Style =
    Style { size: SIZES[0], colour: None, anchor: Anchor::Start, is_monospaced: false };

pub(super) struct Pen {
    pub(super) document: Document,
    pub(super) palette: Palette,
}

pub(super) fn hex(colour: Color32) -> String {
    format!("#{:02x}{:02x}{:02x}", colour.r(), colour.g(), colour.b())
}

/// Tenths of a point are fine enough, and keep files short.
pub(super) fn tenth(value: f32) -> f32 {
    (value * 10.0).round() / 10.0
}

impl Pen {
    pub(super) fn new(height: f32) -> Pen {
        let height = height.ceil();
        let document = Document::new()
            .set("width", WIDTH)
            .set("height", height)
            .set("viewBox", (0, 0, WIDTH, height));
        let mut pen = Pen { document, palette: Palette::of(&Visuals::light()) };
        pen.rect(Rect::from_min_size(Pos2::ZERO, vec2(WIDTH, height)), Color32::WHITE);
        pen
    }

    pub(super) fn quiet(&self) -> Style {
        Style { colour: Some(self.palette.quiet), ..PLAIN }
    }

    pub(super) fn add(&mut self, node: impl Into<Box<dyn Node>>) {
        self.document.append(node);
    }

    pub(super) fn rect(&mut self, rect: Rect, fill: Color32) {
        self.add(
            Rectangle::new()
                .set("x", tenth(rect.left()))
                .set("y", tenth(rect.top()))
                .set("width", tenth(rect.width()))
                .set("height", tenth(rect.height()))
                .set("fill", hex(fill)),
        );
    }

    pub(super) fn line(&mut self, from: Pos2, to: Pos2, width: f32, colour: Color32) -> Line {
        Line::new()
            .set("x1", tenth(from.x))
            .set("y1", tenth(from.y))
            .set("x2", tenth(to.x))
            .set("y2", tenth(to.y))
            .set("stroke", hex(colour))
            .set("stroke-width", width)
    }

    pub(super) fn text(&mut self, at: Pos2, words: &str, style: Style) {
        let anchor = match style.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let text = Text::new(words)
            .set("x", tenth(at.x))
            .set("y", tenth(at.y))
            .set("font-family", if style.is_monospaced { MONOSPACED } else { PROPORTIONAL })
            .set("font-size", style.size)
            .set("text-anchor", anchor)
            .set("fill", hex(style.colour.unwrap_or(self.palette.text)));
        self.add(text);
    }

    /// A text around whose middle something lies.
    pub(super) fn beside(&mut self, middle: Pos2, words: &str, style: Style) {
        self.text(middle + vec2(0.0, 0.36 * style.size), words, style);
    }

    pub(super) fn paragraph(&mut self, at: Pos2, width: f32, words: &str, style: Style) {
        for (number, line) in broken(words, width).iter().enumerate() {
            self.text(at + vec2(0.0, 13.0 + LINE * number as f32), line, style);
        }
    }

    pub(super) fn circle(&mut self, centre: Pos2, radius: f32, fill: Color32) {
        self.add(
            Circle::new()
                .set("cx", tenth(centre.x))
                .set("cy", tenth(centre.y))
                .set("r", radius)
                .set("fill", hex(fill)),
        );
    }

    pub(super) fn triangle(&mut self, centre: Pos2, colour: Color32) {
        let corners = [vec2(0.0, -6.0), vec2(6.5, 5.0), vec2(-6.5, 5.0)].map(|to| centre + to);
        let corners: Vec<String> = corners.iter().map(|at| format!("{},{}", at.x, at.y)).collect();
        self.add(Polygon::new().set("points", corners.join(" ")).set("fill", hex(colour)));
    }
}
