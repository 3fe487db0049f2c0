//! A few lines of a text that is only shown: those that another text lacks have a sign
//! and a ground, as where two texts are compared.

use super::highlight::colour;
use super::layout::Tints;
use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, Frame, Label, Margin, Stroke, TextStyle, Ui};
use warpbench_codes::MarkedLine;
use warpbench_texts::syntax::{Syntax, tokens};
use warpbench_theme::Palette;

/// Which of two texts it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Wrong,
    Right,
}

/// Shows a text as wide as there is room; the lines go on below where they are longer.
pub fn snippet(ui: &mut Ui, lines: &[MarkedLine<'_>], syntax: Syntax, side: Side) {
    let palette = Palette::of(ui.visuals());
    let frame = Frame::new().fill(palette.field).stroke(Stroke::new(1.0, palette.line));
    frame.inner_margin(Margin::symmetric(6, 4)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 0.0;
        for line in lines {
            let fill = if line.differs { ground(side, &palette) } else { palette.field };
            Frame::new().fill(fill).show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.add(Label::new(job(ui, line, syntax, side, &palette)).wrap());
            });
        }
    });
}

fn ground(side: Side, palette: &Palette) -> Color32 {
    match side {
        Side::Wrong => Tints::of(palette).removed,
        Side::Right => Tints::of(palette).added,
    }
}

/// A line with its sign before it and its words in their colours.
fn job(ui: &Ui, line: &MarkedLine<'_>, syntax: Syntax, side: Side, palette: &Palette) -> LayoutJob {
    let font = TextStyle::Monospace.resolve(ui.style());
    let sign = match (line.differs, side) {
        (false, _) => "  ",
        (true, Side::Wrong) => "− ",
        (true, Side::Right) => "+ ",
    };
    let mut job = LayoutJob::default();
    job.append(sign, 0.0, TextFormat::simple(font.clone(), palette.text));
    let mut start = 0;
    for token in tokens(line.text, syntax) {
        let format = TextFormat::simple(font.clone(), colour(token.kind, palette));
        job.append(&line.text[start..token.end], 0.0, format);
        start = token.end;
    }
    job
}
