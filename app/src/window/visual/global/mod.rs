//! What an access of a warp moves in global memory.
//!
//! Above lie the lanes, below a strip of the buffer in memory order. Arrows lead
//! from each active lane to the word it wants, and boxes show the transactions
//! (sectors, segments, lines) that the device's rule moves for it: the words
//! that somebody wants are filled, what moves for nothing is hatched. A
//! transaction that moves several times is a pile of boxes. `model` works out
//! what is moved, `layout` where it lies, `paint` draws it.

mod buffers;
mod layout;
mod model;
mod paint;
mod view;

pub(crate) use model::{BufferStrip, Model};
pub(crate) use view::{Output, View};

use crate::format::count;
use crate::window::terms::explain_all;
use crate::window::theme::Palette;
use egui::{RichText, ScrollArea, Ui, vec2};
use layout::Strip;
use model::Request;
use view::NOTHING;

/// Room for the lines of words above and below a strip.
const WORDS: f32 = 64.0;

/// Draws the accesses of a step into the room that there is.
pub(crate) fn show(ui: &mut Ui, model: &Model, view: &View) -> Output {
    let palette = Palette::of(ui.visuals());
    let mut output = Output::default();
    let height = ui.available_height();
    ScrollArea::vertical().id_salt("global memory").auto_shrink(false).show(ui, |ui| {
        let width = ui.available_width();
        let requests = model.requests.len().max(1) as f32;
        let below = buffers::ROW * model.buffers.len() as f32 + 12.0;
        let available = vec2(width, (height - below) / requests - WORDS);
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
        ui.add_space(4.0);
        buffers::show(ui, model, &strips, view);
    });
    output
}

/// Says whose access it is.
fn title(ui: &mut Ui, model: &Model, request: Option<&Request>, view: &View, palette: &Palette) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let Some(request) = request else {
            ui.label(NOTHING);
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
            ui.label(NOTHING);
            let text = format!("Last: {} {what}", buffer.name);
            ui.label(RichText::new(text).small().color(palette.quiet));
        } else {
            ui.label(RichText::new(&buffer.name).strong());
            ui.label(RichText::new(what).small().color(palette.quiet));
        }
    });
}

/// The cost in words and as a bar.
fn summary(ui: &mut Ui, request: Option<&Request>, view: &View, palette: &Palette) {
    let Some(request) = request else {
        // What is below stays where it is.
        ui.label(RichText::new(" ").monospace());
        return;
    };
    ui.horizontal_wrapped(|ui| {
        paint::bar(ui, request, view);
        let colour = if view.is_past { palette.quiet } else { palette.text };
        let words = request.summary();
        let label = ui.label(RichText::new(&words).monospace().color(colour));
        explain_all(label, &words);
        let outside = request.outside.count_ones();
        if outside > 0 {
            let text = format!("× {outside} of them outside the array");
            ui.label(RichText::new(text).monospace().color(palette.conflict));
        }
    });
}
