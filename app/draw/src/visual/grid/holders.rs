//! The blocks that can be stepped, on the multiprocessors that hold them.
//!
//! A bar says how much of its work each block has done: those that are resident
//! together grow together.

use super::model::{BlockState, Model};
use super::paint::{Output, coordinates};
use crate::visual::ink::{Batch, Texts};
use egui::{Align2, FontId, Pos2, Rect, RichText, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};
use warpbench_theme::{Palette, SIZES};

/// The room of a block on its multiprocessor.
const BLOCK: Vec2 = vec2(64.0, 24.0);
const PAD: f32 = 4.0;
/// The name of the multiprocessor, above its blocks.
const NAME_HEIGHT: f32 = 16.0;
const BAR_HEIGHT: f32 = 4.0;
const BETWEEN: f32 = 6.0;

/// Draws the multiprocessors that hold blocks that can be stepped.
pub(super) fn show(ui: &mut Ui, model: &Model, chosen: [u32; 3], output: &mut Output) {
    let holders = model.holders();
    if holders.is_empty() {
        return;
    }
    ui.add_space(4.0);
    ui.label(RichText::new("on their multiprocessors, one dealt to each in turn").small());
    let palette = Palette::of(ui.visuals());
    let most = holders.iter().map(|(_, blocks)| blocks.len()).max().unwrap_or(1);
    let size = vec2(BLOCK.x + 2.0 * PAD, NAME_HEIGHT + most as f32 * (BLOCK.y + PAD) + PAD);
    let fit = ((ui.available_width() + BETWEEN) / (size.x + BETWEEN)).floor().max(1.0) as usize;
    let rows = holders.len().div_ceil(fit);
    let columns = holders.len().min(fit);
    let whole = vec2(columns as f32, rows as f32) * (size + Vec2::splat(BETWEEN));
    let (place, response) = ui.allocate_exact_size(whole, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, words(model, &holders)));
    let mut batch = Batch::new(ui.painter());
    let mut texts = Texts::new(ui.painter(), FontId::proportional(SIZES[0]));
    let mut blocks = Vec::new();
    for (number, (holder, held)) in holders.iter().enumerate() {
        let cell = vec2((number % fit) as f32, (number / fit) as f32);
        let corner = place.min + cell * (size + Vec2::splat(BETWEEN));
        let frame = Rect::from_min_size(corner, size);
        batch.frame(frame, 1.0, palette.line);
        let at = pos2(frame.left() + PAD, frame.top() + NAME_HEIGHT / 2.0 + 1.0);
        texts.add(Align2::LEFT_CENTER, at, &format!("SM {holder}"), palette.quiet);
        for (slot, &index) in held.iter().enumerate() {
            let top = frame.top() + NAME_HEIGHT + slot as f32 * (BLOCK.y + PAD);
            blocks.push((index, Rect::from_min_size(pos2(frame.left() + PAD, top), BLOCK)));
        }
    }
    for &(index, place) in &blocks {
        paint(&mut batch, &mut texts, model, index, place, &palette);
        if model.traced.get(index).is_some_and(|(block, _)| *block == chosen) {
            batch.frame(place.expand(1.0), 2.0, palette.chosen);
        }
    }
    batch.paint(ui.painter());
    ui.painter().extend(texts.shapes);
    let below = |point: Option<Pos2>| {
        let (index, _) =
            blocks.iter().find(|(_, place)| point.is_some_and(|at| place.contains(at)))?;
        model.traced.get(*index).map(|(block, _)| *block)
    };
    if response.clicked() {
        output.clicked_block = below(response.interact_pointer_pos());
    }
    let hovered = below(response.hover_pos());
    output.hovered_block = hovered.or(output.hovered_block);
    response.on_hover_ui_at_pointer(|ui| {
        let named =
            hovered.map_or_else(String::new, |block| format!("Block {}. ", coordinates(block)));
        ui.label(format!("{named}The bar is the part of its steps that a block has done."));
    });
}

fn paint(
    batch: &mut Batch,
    texts: &mut Texts,
    model: &Model,
    index: usize,
    place: Rect,
    palette: &Palette,
) {
    let Some((block, state)) = model.traced.get(index) else { return };
    batch.fill(place, palette.field);
    let fill = match state {
        BlockState::Running => palette.active,
        BlockState::Done => palette.done,
        BlockState::Waiting | BlockState::Mixed => palette.masked,
    };
    let mark = Rect::from_min_size(place.min, vec2(4.0, place.height()));
    batch.fill(mark, fill);
    let name = match block {
        [x, 0, 0] => format!("block {x}"),
        [x, y, 0] => format!("({x}, {y})"),
        [x, y, z] => format!("({x}, {y}, {z})"),
    };
    let middle = pos2(place.left() + 9.0, place.top() + (place.height() - BAR_HEIGHT) / 2.0);
    texts.add(Align2::LEFT_CENTER, middle, &name, palette.text);
    let bar = place.with_min_y(place.bottom() - BAR_HEIGHT).with_min_x(place.left() + 4.0);
    let share = model.progress.get(index).copied().unwrap_or(0.0).clamp(0.0, 1.0);
    batch.fill(bar.with_max_x(bar.left() + share * bar.width()), palette.quiet);
}

/// What is drawn, for those who do not see it.
fn words(model: &Model, holders: &[(u32, Vec<usize>)]) -> String {
    let each = holders.iter().map(|(holder, held)| {
        let blocks = held.iter().filter_map(|&index| {
            let (block, state) = model.traced.get(index)?;
            Some(format!("block {} {}", coordinates(*block), state.name()))
        });
        format!("multiprocessor {holder}: {}", blocks.collect::<Vec<_>>().join(", "))
    });
    each.collect::<Vec<_>>().join("; ")
}
