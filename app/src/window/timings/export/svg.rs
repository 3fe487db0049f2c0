//! The picture as shapes: the bars, and the roofline below them, on white.
//!
//! Colours are those of the light theme. Fonts are named with what other
//! machines have in their place.

use super::Picture;
use crate::window::theme::Palette;
use crate::window::timings::bars::{self, Item, Numbers, Shape, What};
use crate::window::timings::sheet::{Figures, Sheet, State, Text as Edition};
use crate::window::timings::{roofline::Roofline, words};
use egui::{Color32, Pos2, Rect, Visuals, pos2, vec2};
use svg::node::element::{Circle, Line, Polygon, Rectangle, Text, Title};
use svg::{Document, Node};

/// Width of the picture, in points.
pub const WIDTH: f32 = 960.0;
const MARGIN: f32 = 28.0;
const TITLE: f32 = 56.0;
const ROOFLINE: f32 = 430.0;
const PROPORTIONAL: &str = "Ubuntu, Helvetica, Arial, sans-serif";
const MONOSPACED: &str = "Hack, DejaVu Sans Mono, Menlo, Consolas, monospace";
/// Type sizes for notes, text and the title.
const SIZES: [f32; 3] = [12.0, 14.0, 20.0];
/// How wide a letter of a note is, on average and a little more.
const LETTER: f32 = 6.4;
const LINE: f32 = 16.0;

pub fn of(picture: &Picture) -> String {
    let sheet = &picture.sheet;
    let inner = WIDTH - 2.0 * MARGIN;
    let mut measure = |text: &str, width: f32| LINE * broken(text, width).len().max(1) as f32 + 3.0;
    let layout = bars::layout(sheet, inner, &mut measure);
    let notes = picture.roofline.iter().flat_map(|roofline| &roofline.notes);
    let notes = notes.map(|note| broken(note, inner).len()).sum::<usize>() as f32;
    let below = if picture.roofline.is_some() { ROOFLINE + 40.0 + LINE * notes } else { 0.0 };
    let height = MARGIN + TITLE + layout.size.y + below + MARGIN;

    let mut pen = Pen::new(height);
    pen.text(pos2(MARGIN, MARGIN + 18.0), sheet.title, Style { size: SIZES[2], ..PLAIN });
    let unit = format!("{}, longer is faster", sheet.judged.unit());
    pen.text(pos2(MARGIN, MARGIN + 38.0), &unit, pen.quiet());
    let offset = vec2(MARGIN, MARGIN + TITLE);
    for item in &layout.items {
        pen.item(sheet, item, offset);
    }
    if let Some(roofline) = &picture.roofline {
        let top = MARGIN + TITLE + layout.size.y + 40.0;
        let rect = Rect::from_min_size(pos2(MARGIN, top), vec2(inner, ROOFLINE));
        super::svg_roofline::draw(&mut pen, roofline, rect, picture.series);
        pen.notes(roofline, rect, inner);
    }
    let described = format!("Warpbench timings: {}", sheet.title);
    pen.document.add(Title::new(described)).to_string()
}

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
    fn new(height: f32) -> Pen {
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

    fn paragraph(&mut self, at: Pos2, width: f32, words: &str, style: Style) {
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

    fn notes(&mut self, roofline: &Roofline, rect: Rect, width: f32) {
        let mut y = rect.bottom();
        for note in &roofline.notes {
            self.paragraph(pos2(rect.left(), y), width, note, self.quiet());
            y += LINE * broken(note, width).len() as f32;
        }
    }

    fn item(&mut self, sheet: &Sheet, item: &Item, offset: egui::Vec2) {
        let section = &sheet.sections[item.section];
        let rect = item.rect.translate(offset);
        match &item.what {
            What::Heading => {
                let style = Style { size: SIZES[1], ..PLAIN };
                self.paragraph(rect.min, rect.width(), section.class.heading(), style);
            }
            What::Legend { column } => {
                let column = &section.columns[*column];
                self.tag(rect.min + vec2(0.0, 9.0), column.letter, column.target);
                let at = rect.min + vec2(22.0, 0.0);
                self.paragraph(at, rect.width() - 22.0, &bars::legend(column), PLAIN);
            }
            What::Heads(edges) => self.heads(sheet, rect, *edges, offset.x),
            What::Name { step } => {
                let step = &section.steps[*step];
                let words = format!("{}  {}", step.number, step.variant.name);
                let style = Style { is_monospaced: true, ..PLAIN };
                self.beside(pos2(rect.left(), rect.center().y), &words, style);
                if let Some(size) = words::sizes(step) {
                    let style = Style { anchor: Anchor::End, ..self.quiet() };
                    self.beside(pos2(rect.right() - 2.0, rect.center().y), &size, style);
                }
            }
            What::Row { step, row, shape } => {
                let row = &section.steps[*step].rows[*row];
                let column = &section.columns[row.column];
                let letter = shape.letter + offset;
                self.tag(letter, column.letter, column.target);
                if row.text != Edition::Original {
                    self.beside(letter + vec2(22.0, 0.0), row.text.label(), self.quiet());
                }
                self.row(&row.state, shape, column.target, offset);
            }
        }
    }

    fn tag(&mut self, middle: Pos2, letter: char, series: usize) {
        let colour = self.palette.series(series);
        let rect = Rect::from_center_size(middle + vec2(8.0, 0.0), vec2(16.0, 15.0));
        self.rect(rect, colour);
        let colour = Some(self.palette.on(colour));
        let style = Style { anchor: Anchor::Middle, colour, ..PLAIN };
        self.beside(rect.center(), &letter.to_string(), style);
    }

    fn heads(&mut self, sheet: &Sheet, rect: Rect, edges: Option<[f32; 4]>, left: f32) {
        let y = rect.center().y;
        let style = Style { anchor: Anchor::End, ..self.quiet() };
        for (head, edge) in words::heads(sheet.judged).iter().zip(edges.into_iter().flatten()) {
            self.beside(pos2(edge + left, y), head, style);
        }
        let mark = pos2(rect.left() + 26.0, y);
        let ink = self.palette.text;
        let line = self.line(mark - vec2(0.0, 6.0), mark + vec2(0.0, 6.0), 2.0, ink);
        self.add(line);
        self.beside(mark + vec2(7.0, 0.0), "ceiling", self.quiet());
    }

    fn row(&mut self, state: &State, shape: &Shape, series: usize, offset: egui::Vec2) {
        let track = shape.track.translate(offset);
        if let Some((is_bad, words)) = words::message(state) {
            let ink = if is_bad { self.palette.conflict } else { self.palette.quiet };
            if is_bad {
                self.triangle(pos2(track.left() - 10.0, track.top() + 10.0), ink);
            }
            let style = Style { colour: Some(ink), ..PLAIN };
            self.paragraph(track.min, track.width(), &words, style);
            return;
        }
        self.rect(track, self.palette.field);
        if let State::Done(figures) = state {
            let fill = vec2(shape.filled.max(1.5), track.height());
            self.rect(Rect::from_min_size(track.min, fill), self.palette.series(series));
            self.numbers(figures, shape, offset);
        } else if !matches!(state, State::Idle) {
            self.beside(track.left_center() + vec2(7.0, 0.0), words::inside(state), self.quiet());
        }
        if let Some(x) = shape.ceiling {
            let (top, bottom) = (track.top() - 2.0, track.bottom() + 2.0);
            let x = x + offset.x;
            let line = self.line(pos2(x, top), pos2(x, bottom), 2.0, self.palette.text);
            self.add(line);
        }
    }

    fn numbers(&mut self, figures: &Figures, shape: &Shape, offset: egui::Vec2) {
        let Numbers::Columns(edges) = shape.numbers else { return };
        let y = shape.track.center().y + offset.y;
        let style = Style { is_monospaced: true, anchor: Anchor::End, ..PLAIN };
        for (number, edge) in words::numbers(figures).iter().zip(edges) {
            self.beside(pos2(edge + offset.x, y), number, style);
        }
    }

    fn triangle(&mut self, centre: Pos2, colour: Color32) {
        let corners = [vec2(0.0, -6.0), vec2(6.5, 5.0), vec2(-6.5, 5.0)].map(|to| centre + to);
        let corners: Vec<String> = corners.iter().map(|at| format!("{},{}", at.x, at.y)).collect();
        self.add(Polygon::new().set("points", corners.join(" ")).set("fill", hex(colour)));
    }
}

#[cfg(test)]
#[path = "svg_tests.rs"]
mod tests;
