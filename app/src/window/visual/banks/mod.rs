//! Shared memory as its banks see it.
//!
//! A bank is a column, and words go from left to right and from row to row, so
//! that lanes that want words of the same column queue up. What is read has a
//! ring, what is written is filled; banks that are asked for several words at once
//! say how many. One word of padding per row of a tile visibly shifts its columns
//! apart. `model` works out who wants what, `layout` where it lies, `paint` draws
//! it.

mod layout;
mod model;
mod paint;
mod view;

pub(crate) use model::Model;
pub(crate) use view::{Output, Values, View};

use crate::window::terms::explain_all;
use crate::window::theme::{Palette, SIZES};
use egui::{Id, RichText, ScrollArea, Ui};
use layout::Layout;
use model::plural;
use std::hash::{DefaultHasher, Hash, Hasher};
use view::NOTHING;

/// How faint what is past is.
const PAST: f32 = 0.6;

const NONE: &str = "This kernel has no shared memory.";

/// A scroll bar lies over what it scrolls; this much is left free for it.
const SCROLL_BAR: f32 = 8.0;

/// Draws the memory and the accesses into the room that there is.
pub(crate) fn show(ui: &mut Ui, model: &Model, view: &View) -> Output {
    let mut output = Output::default();
    let palette = Palette::of(ui.visuals());
    if model.cells == 0 {
        ui.label(NONE);
        return output;
    }
    summary(ui, model, view, &palette);
    legend(ui, model, &palette);
    if view.is_past {
        ui.multiply_opacity(PAST);
    }
    let layout = Layout::new(model, ui.available_width() - SCROLL_BAR);
    ScrollArea::horizontal().id_salt("banks").auto_shrink(false).show(ui, |ui| {
        ui.set_width(layout.size().x);
        paint::header(ui, model, &layout);
        grid(ui, model, &layout, view, &mut output);
    });
    output
}

fn summary(ui: &mut Ui, model: &Model, view: &View, palette: &Palette) {
    if model.is_quiet() || view.is_past {
        ui.horizontal_wrapped(|ui| {
            ui.label(NOTHING);
            if !model.is_quiet() {
                ui.label(RichText::new("Last access:").small().color(palette.quiet));
            }
        });
    }
    for request in &model.requests {
        let is_conflict = request.lost_turns() > 0;
        ui.horizontal_wrapped(|ui| {
            let colour = if is_conflict { palette.conflict } else { palette.text };
            let words = model.summary(request);
            let label = ui.label(RichText::new(&words).monospace().color(colour));
            let label = explain_all(label, &words);
            if is_conflict {
                let extra = plural(request.lost_turns(), "turn");
                let without = match request.cost.same_word_turns {
                    0 => "than without conflicts",
                    _ => "than if every lane had a word of its own, in a bank of its own",
                };
                label.on_hover_text(format!("{extra} more {without}."));
            }
            if request.outside > 0 {
                let text = format!("× {} of them outside the array", request.outside);
                ui.label(RichText::new(text).monospace().color(palette.conflict));
            }
        });
    }
}

/// Which variables there are, each with the tint of its cells.
fn legend(ui: &mut Ui, model: &Model, palette: &Palette) {
    ui.horizontal_wrapped(|ui| {
        for (index, variable) in model.variables.iter().enumerate() {
            paint::swatch(ui, palette, index);
            let words = (variable.end - variable.start).div_ceil(4);
            ui.label(RichText::new(&variable.name).monospace().size(SIZES[0]));
            let words = RichText::new(plural(words, "word")).small().color(palette.quiet);
            ui.label(words);
        }
        let text = format!("{} banks of {} B", model.banks, model.cell_bytes);
        ui.label(RichText::new(text).small().color(palette.quiet));
    });
}

/// The cells, scrolled to an access when it comes, if it is out of view.
fn grid(ui: &mut Ui, model: &Model, layout: &Layout, view: &View, output: &mut Output) {
    let id = ui.scope_id().with("shared memory");
    let is_new = is_new(ui, id, model);
    ScrollArea::vertical().id_salt("cells").auto_shrink(false).animated(false).show_viewport(
        ui,
        |ui, viewport| {
            let origin = ui.max_rect().min.to_vec2();
            let target = layout.scroll_to(model, viewport.top(), viewport.bottom());
            if let Some(target) = target.filter(|_| is_new) {
                ui.scroll_to_rect(target.translate(origin), None);
            }
            paint::cells(ui, model, layout, (view, viewport), output);
        },
    );
}

/// Whether the step wants other cells than the one that was shown before.
fn is_new(ui: &Ui, id: Id, model: &Model) -> bool {
    let mut hasher = DefaultHasher::new();
    for touch in &model.touches {
        (touch.cell, touch.lanes).hash(&mut hasher);
    }
    let seen = hasher.finish();
    ui.data_mut(|data| data.get_temp_mut_or_default::<Option<u64>>(id).replace(seen)) != Some(seen)
}
