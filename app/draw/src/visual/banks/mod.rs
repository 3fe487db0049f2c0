//! Shared memory as its banks see it.
//!
//! A bank is a column, and words go from left to right and from row to row, so
//! that lanes that want words of the same column queue up. What was written stays:
//! its cell has the shade and the notches of the warp that wrote it, and its value
//! where there is room; what nobody has written has a stroke through it. What is read has a
//! ring, what is written is filled; banks that are asked for several words at once
//! say how many. One word of padding per row of a tile visibly shifts its columns
//! apart. `model` works out who wants what, `layout` where it lies, `paint` draws
//! it.

mod layout;
mod model;
mod paint;
mod view;
mod writer;

pub use model::Model;
pub use view::{Output, View};

use crate::terms::explain_all;
use crate::visual::follow::Follow;
use crate::visual::ink::lines_height;
use egui::{Label, RichText, ScrollArea, TextStyle, Ui, Vec2, WidgetText, vec2};
use layout::Layout;
use model::{Request, plural};
use paint::Swatch;
use std::hash::{DefaultHasher, Hash, Hasher};
use view::NOTHING;
use warpbench_theme::{Palette, SIZES};

/// How faint the header of what is past is.
const PAST: f32 = 0.6;

/// Characters of the words about an access that have room in any case.
const SUMMARY: f32 = 52.0;

const NONE: &str = "This kernel has no shared memory.";

/// So many rows of words are worth more than what their colours mean.
const LEAST_ROWS: f32 = 8.0;
/// How wide what they mean is in one line, and how high.
const LEGEND: Vec2 = vec2(640.0, 22.0);

/// So many writers are named; of more, pointing at a word tells.
const MOST_WRITERS: usize = 8;

/// A scroll bar lies over what it scrolls; this much is left free for it.
const SCROLL_BAR: f32 = 8.0;

/// Draws the memory and the accesses into the room that there is.
pub fn show(ui: &mut Ui, model: &Model, view: &View) -> Output {
    let mut output = Output::default();
    let palette = Palette::of(ui.visuals());
    if model.cells == 0 {
        ui.label(NONE);
        return output;
    }
    summary(ui, model, view, &palette);
    let layout = Layout::new(model, ui.available_width() - SCROLL_BAR);
    // What the colours mean gives way to the words themselves; pointing at one tells.
    let rows = layout.size().y.min(LEAST_ROWS * layout.cell.y);
    let lines = (LEGEND.x / ui.available_width().max(1.0)).ceil();
    if ui.available_height() >= lines * LEGEND.y + paint::HEADER + rows {
        // Who writes next needs no more room than there is already.
        ui.vertical(|ui| {
            ui.set_min_height(lines * LEGEND.y);
            legend(ui, model, view, &palette);
        });
    }
    ScrollArea::horizontal().id_salt("banks").auto_shrink(false).show(ui, |ui| {
        ui.set_width(layout.size().x);
        ui.scope(|ui| {
            if view.is_past {
                ui.multiply_opacity(PAST);
            }
            paint::header(ui, model, &layout);
        });
        grid(ui, model, &layout, view, &mut output);
    });
    output
}

/// What the step does. The lines below it have their place, whatever is said.
fn summary(ui: &mut Ui, model: &Model, view: &View, palette: &Palette) {
    ui.horizontal(|ui| match model.touches.first() {
        Some(touch) if !view.is_past => {
            ui.add(Label::new(touch.kind.sentence(view.warp)).truncate());
        }
        last => {
            ui.add(Label::new(NOTHING).truncate());
            if last.is_some() {
                let text =
                    RichText::new("Last access, drawn faintly:").small().color(palette.quiet);
                ui.add(Label::new(text).truncate());
            }
        }
    });
    let font = TextStyle::Monospace.resolve(ui.style());
    let [width, height] =
        ui.fonts_mut(|fonts| [fonts.glyph_width(&font, '0'), fonts.row_height(&font)]);
    let lines = (SUMMARY * width / ui.available_width().max(1.0)).ceil().clamp(1.0, 3.0);
    ui.vertical(|ui| {
        ui.set_min_height(lines_height(ui, lines, height));
        for request in &model.requests {
            request_words(ui, model, request, palette);
        }
    });
}

fn request_words(ui: &mut Ui, model: &Model, request: &Request, palette: &Palette) {
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

/// Which variables there are, and what the grounds and edges of cells mean that are in
/// the picture. What changes with every step comes last.
fn legend(ui: &mut Ui, model: &Model, view: &View, palette: &Palette) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 2.0);
        let small = |text: String| RichText::new(text).small().color(palette.quiet);
        for (index, variable) in model.variables.iter().enumerate() {
            paint::swatch(ui, palette, Swatch::Variable(index));
            let words = (variable.end - variable.start).div_ceil(4);
            ui.label(RichText::new(&variable.name).monospace().size(SIZES[0]));
            ui.label(small(plural(words, "word")));
        }
        ui.label(small(format!("{} banks of {} B", model.banks, model.cell_bytes)));
        let (writers, has_unwritten) = model.seen_writers();
        if !writers.is_empty() {
            ui.label(small("· written by".to_owned()));
        }
        let more = if writers.len() > MOST_WRITERS { ", …" } else { "" };
        let last = writers.len().min(MOST_WRITERS) - usize::from(!writers.is_empty());
        // A swatch stays beside its word where lines are broken.
        let pair = |ui: &mut Ui, swatch: Swatch, text: String| {
            let label = WidgetText::from(small(text));
            let galley = label.into_galley(ui, None, f32::INFINITY, TextStyle::Small);
            let needed = paint::SWATCH + ui.spacing().item_spacing.x + galley.size().x;
            if ui.available_size_before_wrap().x < needed {
                ui.end_row();
            }
            let response = paint::swatch(ui, palette, swatch);
            ui.label(galley);
            response
        };
        for (index, &warp) in writers.iter().take(MOST_WRITERS).enumerate() {
            let more = if index == last { more } else { "" };
            let swatch = pair(ui, Swatch::Warp(warp), format!("w{warp}{more}"));
            swatch.on_hover_text(format!("What warp {warp} has written last"));
        }
        if has_unwritten {
            pair(ui, Swatch::Unwritten, "not written yet".to_owned());
        }
        for kind in model.touched_kinds() {
            pair(ui, Swatch::Touch(kind, view.is_past), kind.sign().to_owned());
        }
    });
}

/// The cells, scrolled to an access when it comes, if it is out of view.
fn grid(ui: &mut Ui, model: &Model, layout: &Layout, view: &View, output: &mut Output) {
    let mut follow = Follow::new(ui, "shared memory", touched(model));
    // Room that a panel does not have would hide what is scrolled to.
    let area = ScrollArea::vertical().id_salt("cells").min_scrolled_height(0.0);
    area.auto_shrink(false).animated(false).show_viewport(ui, |ui, viewport| {
        let origin = ui.max_rect().min.to_vec2();
        let target = layout.scroll_to(model, viewport.top(), viewport.bottom());
        follow.scroll(ui, target.map(|target| target.translate(origin)));
        paint::cells(ui, model, layout, (view, viewport), output);
    });
}

/// What tells steps apart that want different cells.
fn touched(model: &Model) -> u64 {
    let mut hasher = DefaultHasher::new();
    for touch in &model.touches {
        (touch.cell, touch.lanes).hash(&mut hasher);
    }
    hasher.finish()
}
