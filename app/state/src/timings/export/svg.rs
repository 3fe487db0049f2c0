//! The picture as shapes: the bars, and the roofline below them, on white.
//!
//! Colours are those of the light theme. Fonts are named with what other
//! machines have in their place.

use super::pen::{Anchor, LINE, PLAIN, Pen, SIZES, Style, WIDTH, broken};
use super::svg_roofline;
use crate::timings::chart::{self, Item, ItemKind, Numbers, RowShape};
use crate::timings::comparison::{Comparison, RowState, Section, TextVersion};
use crate::timings::labels;
use crate::timings::roofline::Roofline;
use egui::{Pos2, Rect, pos2, vec2};
use svg::node::element::Title;
use warpbench_compare::ceilings::Metric;
use warpbench_compare::entry::Entry;

const MARGIN: f32 = 28.0;
const TITLE: f32 = 56.0;
const ROOFLINE: f32 = 430.0;
/// A comparison, and a roofline with the colour of its target, if there is one.
pub fn of(comparison: &Comparison, roofline: Option<(&Roofline, usize)>) -> String {
    let inner = WIDTH - 2.0 * MARGIN;
    let mut measure = |text: &str, width: f32| LINE * broken(text, width).len().max(1) as f32 + 3.0;
    let layout = chart::layout(comparison, inner, &mut measure);
    let notes = roofline.iter().flat_map(|(roofline, _)| &roofline.notes);
    let notes = notes.map(|note| broken(note, inner).len()).sum::<usize>() as f32;
    let below = if roofline.is_some() { ROOFLINE + 40.0 + LINE * notes } else { 0.0 };
    let height = MARGIN + TITLE + layout.size.y + below + MARGIN;

    let mut pen = Pen::new(height);
    pen.text(pos2(MARGIN, MARGIN + 18.0), comparison.title, Style { size: SIZES[2], ..PLAIN });
    let mut units: Vec<&str> =
        comparison.sections.iter().map(|section| section.metric.unit()).collect();
    units.dedup();
    let unit = format!("{}, longer is faster", units.join(" or "));
    pen.text(pos2(MARGIN, MARGIN + 38.0), &unit, pen.quiet());
    let offset = vec2(MARGIN, MARGIN + TITLE);
    for item in &layout.items {
        pen.item(comparison, item, offset);
    }
    if let Some((roofline, series)) = roofline {
        let top = MARGIN + TITLE + layout.size.y + 40.0;
        let rect = Rect::from_min_size(pos2(MARGIN, top), vec2(inner, ROOFLINE));
        svg_roofline::draw(&mut pen, roofline, rect, series);
        pen.notes(roofline, rect, inner);
    }
    let described = format!("Warpbench timings: {}", comparison.title);
    pen.document.add(Title::new(described)).to_string()
}

impl Pen {
    fn notes(&mut self, roofline: &Roofline, rect: Rect, width: f32) {
        let mut y = rect.bottom();
        for note in &roofline.notes {
            self.paragraph(pos2(rect.left(), y), width, note, self.quiet());
            y += LINE * broken(note, width).len() as f32;
        }
    }

    fn item(&mut self, comparison: &Comparison, item: &Item, offset: egui::Vec2) {
        let section = &comparison.sections[item.section];
        let rect = item.rect.translate(offset);
        match &item.kind {
            ItemKind::Heading => {
                let style = Style { size: SIZES[1], ..PLAIN };
                self.paragraph(rect.min, rect.width(), section.class.heading(), style);
            }
            ItemKind::Legend { column } => {
                let column = &section.columns[*column];
                self.tag(rect.min + vec2(0.0, 9.0), column.letter, column.target);
                let at = rect.min + vec2(22.0, 0.0);
                self.paragraph(at, rect.width() - 22.0, &labels::legend(column), PLAIN);
            }
            ItemKind::Heads(edges) => self.heads(section.metric, rect, *edges, offset.x),
            ItemKind::Name { rung } => {
                let rung = &section.rungs[*rung];
                let words = format!("{}  {}", rung.number, rung.variant.name);
                let style = Style { is_monospaced: true, ..PLAIN };
                self.beside(pos2(rect.left(), rect.center().y), &words, style);
                if let Some(size) = labels::sizes(rung) {
                    let style = Style { anchor: Anchor::End, ..self.quiet() };
                    self.beside(pos2(rect.right() - 2.0, rect.center().y), &size, style);
                }
            }
            ItemKind::Row { rung, row, shape } => {
                let row = &section.rungs[*rung].rows[*row];
                let column = &section.columns[row.column];
                let letter = shape.letter + offset;
                self.tag(letter, column.letter, column.target);
                if row.text != TextVersion::Original {
                    self.beside(letter + vec2(22.0, 0.0), row.text.label(), self.quiet());
                }
                self.row(section, &row.state, shape, column.target, offset);
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

    fn heads(&mut self, metric: Metric, rect: Rect, edges: Option<[f32; 4]>, left: f32) {
        let y = rect.center().y;
        let style = Style { anchor: Anchor::End, ..self.quiet() };
        for (head, edge) in labels::heads(metric).iter().zip(edges.into_iter().flatten()) {
            self.beside(pos2(edge + left, y), head, style);
        }
        let mark = pos2(rect.left() + 26.0, y);
        let ink = self.palette.text;
        let line = self.line(mark - vec2(0.0, 6.0), mark + vec2(0.0, 6.0), 2.0, ink);
        self.add(line);
        self.beside(mark + vec2(7.0, 0.0), "ceiling", self.quiet());
    }

    fn row(
        &mut self,
        section: &Section,
        state: &RowState,
        shape: &RowShape,
        series: usize,
        offset: egui::Vec2,
    ) {
        let track = shape.track.translate(offset);
        if let Some((is_bad, words)) = labels::message(state) {
            let ink = if is_bad { self.palette.conflict } else { self.palette.quiet };
            if is_bad {
                self.triangle(pos2(track.left() - 10.0, track.top() + 10.0), ink);
            }
            let style = Style { colour: Some(ink), ..PLAIN };
            self.paragraph(track.min, track.width(), &words, style);
            return;
        }
        self.rect(track, self.palette.field);
        if let RowState::Done(entry) = state {
            let fill = vec2(shape.filled.max(1.5), track.height());
            self.rect(Rect::from_min_size(track.min, fill), self.palette.series(series));
            self.numbers(entry, section.metric, shape, offset);
        } else if !matches!(state, RowState::Idle) {
            self.beside(track.left_center() + vec2(7.0, 0.0), labels::inside(state), self.quiet());
        }
        if let Some(x) = shape.ceiling {
            let (top, bottom) = (track.top() - 2.0, track.bottom() + 2.0);
            let x = x + offset.x;
            let line = self.line(pos2(x, top), pos2(x, bottom), 2.0, self.palette.text);
            self.add(line);
        }
    }

    fn numbers(&mut self, entry: &Entry, metric: Metric, shape: &RowShape, offset: egui::Vec2) {
        let Numbers::Columns(edges) = shape.numbers else { return };
        let y = shape.track.center().y + offset.y;
        let style = Style { is_monospaced: true, anchor: Anchor::End, ..PLAIN };
        for (number, edge) in labels::numbers(entry, metric).iter().zip(edges) {
            self.beside(pos2(edge + offset.x, y), number, style);
        }
    }
}

#[cfg(test)]
#[path = "svg_tests.rs"]
mod tests;
