//! Picture of global memory: what an access of a warp moves.
//!
//! Above lie the lanes, below a strip of the buffer in memory order. Arrows lead
//! from each active lane to the word it wants, and boxes show the transactions
//! (sectors, segments, lines) that the device's rule moves for it: the words
//! that somebody wants are filled, what moves for nothing is hatched. A
//! transaction that moves several times is a pile of boxes. Below lie all buffers
//! with what they hold, matrices in two dimensions. `model` works out what is moved,
//! `layout` and `tables` where it lies, `contents` what buffers hold, `paint` and
//! `buffers` draw it.

mod buffers;
mod contents;
mod layout;
mod legend;
mod model;
mod paint;
mod tables;
mod view;

pub use contents::BufferContents;
pub use model::{BufferStrip, Model};
pub use view::{Output, View};

use crate::terms::explain_all;
use crate::visual::ink::lines_height;
use egui::{Label, RichText, ScrollArea, TextStyle, Ui, vec2};
use layout::Strip;
use model::Request;
use view::NOTHING;
use warpbench_common::format::count;
use warpbench_theme::Palette;

/// A strip as high as it can be read well, and as low as it can be read.
const STRIP: [f32; 2] = [190.0, 140.0];

/// Characters of the words about an access that have room in any case.
const SUMMARY: f32 = 56.0;

/// Draws the accesses of a step into the room that there is.
pub fn show(ui: &mut Ui, model: &Model, contents: &BufferContents, view: &View) -> Output {
    let palette = Palette::of(ui.visuals());
    let mut output = Output::default();
    let height = ui.available_height();
    ScrollArea::vertical().id_salt("global memory").auto_shrink(false).show(ui, |ui| {
        let width = ui.available_width();
        let requests = model.requests.len().max(1) as f32;
        let words = words_height(ui);
        let usual = tables::usual_height(&model.buffers, width);
        let legend = legend::HEIGHT + ui.spacing().item_spacing.y;
        let left = height - tables::rows_height(&model.buffers) - words - 12.0;
        // Signs are explained where nothing else has to be smaller for it.
        let has_legend = left - usual >= STRIP[1] + legend;
        let height = if has_legend { height - legend } else { height };
        let left = if has_legend { left - legend } else { left };
        let matrices = (left - STRIP[0]).max(usual.min(left - STRIP[1]));
        let below = tables::tables(&model.buffers, width, matrices).1 + 12.0;
        let available = vec2(width, (height - below) / requests - words);
        let shown: Vec<Option<&Request>> = match model.is_empty() {
            true => vec![None],
            false => model.requests.iter().map(Some).collect(),
        };
        let strips: Vec<Strip> =
            shown.iter().map(|request| layout::strip(model, *request, available)).collect();
        for (request, strip) in shown.iter().zip(&strips) {
            title(ui, model, *request, view, &palette);
            paint::picture(ui, model, (*request, strip), view, &mut output);
            summary(ui, *request, view, &palette);
        }
        if has_legend {
            legend::show(ui, shown.last().copied().flatten(), view);
        }
        ui.add_space(4.0);
        buffers::show(ui, model, contents, view, matrices);
    });
    output
}

/// How high the lines of words above and below a strip are, with what is between them.
fn words_height(ui: &Ui) -> f32 {
    let title = ui.text_style_height(&TextStyle::Body).max(ui.spacing().interact_size.y);
    title + summary_height(ui) + 3.0 * ui.spacing().item_spacing.y
}

/// Says whose access it is.
fn title(ui: &mut Ui, model: &Model, request: Option<&Request>, view: &View, palette: &Palette) {
    // One line, whatever is said, so that what is below stays where it is.
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let Some(request) = request else {
            ui.add(Label::new(NOTHING).truncate());
            return;
        };
        let buffer = &model.buffers[request.buffer];
        let wanted = || request.addresses.iter().flatten();
        let element = |byte: Option<&u64>| count(byte.unwrap_or(&0) / buffer.element_bytes);
        let (first, last) = (element(wanted().min()), element(wanted().max()));
        let verb = request.kind.verb();
        let what = match first == last {
            true => format!("{verb}, element {first}"),
            false => format!("{verb}, elements {first} to {last}"),
        };
        if view.is_past {
            ui.add(Label::new(NOTHING).truncate());
            let text = format!("Last, drawn faintly: {} {what}", buffer.name);
            ui.add(Label::new(RichText::new(text).small().color(palette.quiet)).truncate());
        } else {
            ui.add(Label::new(RichText::new(&buffer.name).strong()).truncate());
            ui.add(Label::new(RichText::new(what).small().color(palette.quiet)).truncate());
        }
        let outside = request.outside.count_ones();
        if outside > 0 {
            let text = format!("× {outside} of them outside the array");
            ui.label(RichText::new(text).monospace().color(palette.conflict));
        }
    });
}

/// The room for the cost in words, whatever is said of an access.
fn summary_height(ui: &Ui) -> f32 {
    let font = TextStyle::Monospace.resolve(ui.style());
    let [width, height] =
        ui.fonts_mut(|fonts| [fonts.glyph_width(&font, '0'), fonts.row_height(&font)]);
    // The bar comes first.
    let wanted = SUMMARY * width + 120.0;
    let lines = (wanted / ui.available_width().max(1.0)).ceil().clamp(1.0, 3.0);
    lines_height(ui, lines, height)
}

/// The cost in words and as a bar.
fn summary(ui: &mut Ui, request: Option<&Request>, view: &View, palette: &Palette) {
    ui.vertical(|ui| {
        ui.set_min_height(summary_height(ui));
        let Some(request) = request else { return };
        ui.horizontal_wrapped(|ui| {
            paint::bar(ui, request, view);
            let colour = if view.is_past { palette.quiet } else { palette.text };
            let words = request.summary();
            let label = ui.label(RichText::new(&words).monospace().color(colour));
            explain_all(label, &words);
        });
    });
}
