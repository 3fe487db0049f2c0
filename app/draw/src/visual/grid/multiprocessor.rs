//! Drawing one multiprocessor: how full it is, and what allows no more.

use super::layout::Slots;
use super::model::{Bar, Model, Multiprocessor};
use crate::terms::{Topic, explain};
use crate::visual::ink::{Batch, Texts};
use egui::{Align2, FontId, Rect, RichText, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};
use warpbench_common::format;
use warpbench_theme::{Palette, SIZES};

/// The occupancy is the one number of the panel that is read from afar.
const FIGURE: f32 = SIZES[2] * 1.6;
const PAD: f32 = 6.0;
/// A limit: its name, its bar, and the space below.
const LIMIT_HEIGHT: f32 = 38.0;
const BAR_HEIGHT: f32 = 11.0;

/// Draws a multiprocessor in the width that there is.
pub(super) fn show(ui: &mut Ui, model: &Model) {
    let Some(held) = &model.multiprocessor else {
        ui.label(format!(
            "How many blocks a multiprocessor of {} holds is not known.",
            model.device
        ));
        ui.weak("A block may be too large for it: a smaller block or another model helps.");
        return;
    };
    let count = match model.multiprocessors {
        1 => "The multiprocessor".to_owned(),
        count => format!("One of {} multiprocessors", format::count(count.into())),
    };
    explain(ui.label(format!("{count} of {}", model.device)), Topic::Multiprocessor);
    figure(ui, held);
    slots(ui, held);
    ui.add_space(4.0);
    for bar in &held.bars {
        limit(ui, bar, held.blocks);
    }
    notes(ui, model, held);
}

fn figure(ui: &mut Ui, held: &Multiprocessor) {
    ui.horizontal(|ui| {
        let figure = RichText::new(percent(held.fraction)).size(FIGURE).strong();
        explain(ui.label(figure), Topic::Occupancy);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let small = |text: String| RichText::new(text).monospace().size(SIZES[0]);
            ui.label(small(format!("{} of {} warps", held.warps, held.warp_slots)));
            let blocks = counted(held.blocks.into(), "block");
            let warps = counted(held.warps_per_block.into(), "warp");
            ui.label(small(format!("{blocks} of {warps}")));
        });
    });
}

fn percent(fraction: f64) -> String {
    let percent = fraction * 100.0;
    // What is not nothing must not read as nothing.
    if percent > 0.0 && percent < 1.0 { "< 1 %".to_owned() } else { format!("{percent:.0} %") }
}

fn counted(count: u64, what: &str) -> String {
    format!("{} {what}{}", format::count(count), if count == 1 { "" } else { "s" })
}

/// The slots for warps. Those of a block hang together.
fn slots(ui: &mut Ui, held: &Multiprocessor) {
    let palette = Palette::of(ui.visuals());
    let slots = Slots::new(held.warp_slots, ui.available_width() - 2.0 * PAD);
    let size = slots.size() + Vec2::splat(2.0 * PAD);
    let (place, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| {
        let limits: Vec<_> =
            held.bars.iter().filter(|bar| bar.is_limit).map(|bar| bar.name).collect();
        let words = format!(
            "multiprocessor: {} of {} warps resident, {} occupancy, limited by {}",
            held.warps,
            held.warp_slots,
            percent(held.fraction),
            limits.join(" and ")
        );
        WidgetInfo::labeled(Role::Label, true, words)
    });
    if !ui.is_rect_visible(place) {
        return;
    }
    let mut batch = Batch::new(ui.painter());
    let mut texts = Texts::new(ui.painter(), FontId::monospace(SIZES[0]));
    batch.frame(place, 1.0, palette.line);
    let origin = place.min + Vec2::splat(PAD);
    // Neighbouring blocks differ in lightness, and there is a gap between them.
    let fills = [palette.active, palette.active.lerp_to_gamma(palette.ground, 0.3)];
    let block_of = |slot: u32| slot / held.warps_per_block.max(1);
    for slot in 0..slots.count {
        let mut cell = slots.place(slot).translate(origin.to_vec2()).shrink(1.0);
        if slot >= held.warps {
            batch.frame(cell, 1.0, palette.masked);
            continue;
        }
        let block = block_of(slot);
        let is_joined = slot + 1 < held.warps && block_of(slot + 1) == block;
        if is_joined && (slot + 1) % slots.columns != 0 {
            cell.max.x += 2.0;
        }
        let fill = fills[block as usize % 2];
        batch.fill(cell, fill);
        let number = block.to_string();
        let fits = number.len() as f32 * texts.char_width < slots.pitch && slots.pitch >= 13.0;
        if slot % held.warps_per_block.max(1) == 0 && fits {
            texts.add(Align2::CENTER_CENTER, cell.center(), &number, palette.on(fill));
        }
    }
    batch.paint(ui.painter());
    ui.painter().extend(texts.shapes);
    response.on_hover_text(
        "Slots for warps. The warps of a block hang together, and its number is in the first.",
    );
}

/// One thing that a multiprocessor has only so much of: what the resident blocks
/// take of it, and how many it would allow.
fn limit(ui: &mut Ui, bar: &Bar, blocks: u32) {
    let palette = Palette::of(ui.visuals());
    let size = vec2(ui.available_width(), LIMIT_HEIGHT);
    let (place, response) = ui.allocate_exact_size(size, Sense::hover());
    let allows = match bar.allows {
        Some(allows) => format!("allows {}", counted(allows.into(), "block")),
        None => "not used".to_owned(),
    };
    let each = format!("{} of {} each", amount(bar, bar.per_block), amount(bar, bar.whole));
    response.widget_info(|| {
        let limits = if bar.is_limit { ", limits" } else { "" };
        WidgetInfo::labeled(Role::Label, true, format!("{}: {allows}{limits}", bar.name))
    });
    if !ui.is_rect_visible(place) {
        return;
    }
    let mut batch = Batch::new(ui.painter());
    let mut texts = Texts::new(ui.painter(), FontId::proportional(SIZES[0]));
    let middle = place.top() + 9.0;
    let name = pos2(place.left(), middle);
    let mut name = texts.add(Align2::LEFT_CENTER, name, bar.name, palette.text);
    if bar.is_limit {
        let at = pos2(name.right() + 14.0, middle);
        let triangle = [vec2(-5.0, 4.5), vec2(5.0, 4.5), vec2(0.0, -4.5)];
        batch.triangle(triangle.map(|offset| at + offset), palette.text);
        let at = at + vec2(9.0, 0.0);
        name = texts.add(Align2::LEFT_CENTER, at, "limits", palette.text);
    }
    let at = pos2(place.right(), middle);
    let mut numbers = Texts::new(ui.painter(), FontId::monospace(SIZES[0]));
    let allowed = numbers.add(Align2::RIGHT_CENTER, at, &allows, palette.text);
    let room = allowed.left() - name.right() - 28.0;
    if bar.per_block > 0 && each.len() as f32 * numbers.char_width <= room {
        let at = pos2(allowed.left() - 14.0, middle);
        numbers.add(Align2::RIGHT_CENTER, at, &each, palette.quiet);
    }
    paint_bar(&mut batch, bar, blocks, place.with_min_y(place.top() + 19.0), &palette);
    batch.paint(ui.painter());
    ui.painter().extend(texts.shapes.into_iter().chain(numbers.shapes));
    response.on_hover_ui(|ui| {
        ui.label(format!("{}: {allows} on a multiprocessor", bar.name));
        ui.weak(format!("A block takes {each}, as it is handed out."));
    });
}

fn paint_bar(batch: &mut Batch, bar: &Bar, blocks: u32, place: Rect, palette: &Palette) {
    let place = place.with_max_y(place.top() + BAR_HEIGHT);
    batch.fill(place, palette.field);
    let whole = bar.whole.max(1) as f32;
    let portion = bar.per_block as f32 / whole * place.width();
    let fill = if bar.is_limit { palette.text } else { palette.quiet };
    // Below this, gaps would eat the portions.
    let gap = if portion >= 4.0 { 1.0 } else { 0.0 };
    if gap == 0.0 {
        let end = (place.left() + portion * blocks as f32).min(place.right());
        batch.fill(place.with_max_x(end), fill);
    } else {
        for block in 0..blocks {
            let left = place.left() + block as f32 * portion;
            let right = (left + portion - gap).min(place.right());
            batch.fill(Rect::from_x_y_ranges(left..=right, place.y_range()), fill);
        }
    }
    batch.frame(place, 1.0, palette.line);
}

/// An amount with its unit.
fn amount(bar: &Bar, amount: u64) -> String {
    match amount {
        _ if !bar.is_bytes => format::count(amount),
        0..1024 => format!("{amount} B"),
        _ if amount.is_multiple_of(1024) => format!("{} KiB", format::count(amount / 1024)),
        _ => format!("{:.1} KiB", amount as f64 / 1024.0),
    }
}

fn notes(ui: &mut Ui, model: &Model, held: &Multiprocessor) {
    let palette = Palette::of(ui.visuals());
    let small = |text: String| RichText::new(text).small().color(palette.quiet);
    let room = u64::from(held.blocks) * u64::from(model.multiprocessors);
    ui.label(small(format!(
        "The whole device has room for {} at once; the grid has {}.",
        counted(room, "such block"),
        format::count(model.blocks())
    )));
    if held.registers_assumed {
        ui.label(small(format!(
            "{} registers per thread are assumed: no compiler for this device has been asked.",
            held.registers_per_thread
        )));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_and_percentages() {
        let bar = |is_bytes| Bar {
            name: "",
            per_block: 0,
            whole: 0,
            is_bytes,
            allows: None,
            is_limit: false,
        };
        let check = |is_bytes, number, expected: &str| {
            assert_eq!(amount(&bar(is_bytes), number), expected);
        };
        check(false, 65_536, "65,536");
        check(true, 0, "0 B");
        check(true, 1_000, "1000 B");
        check(true, 2_048, "2 KiB");
        check(true, 5_000, "4.9 KiB");
        assert_eq!(percent(0.75), "75 %");
        assert_eq!(percent(0.004), "< 1 %");
        assert_eq!(percent(1.0), "100 %");
    }
}
