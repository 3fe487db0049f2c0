//! Drawing the grid, with the multiprocessor beside or below it.

use super::layout::{Cell, Cells};
use super::model::{BlockState, Model};
use super::{holders, multiprocessor};
use crate::terms::explain_all;
use crate::visual::ink::{Batch, Texts};
use egui::{Align2, FontId, Pos2, Rect, Response, RichText, Role, ScrollArea, Sense, Ui, Vec2};
use egui::{WidgetInfo, vec2};
use warpbench_common::format;
use warpbench_theme::{Palette, SIZES};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The block that is followed.
    pub chosen: [u32; 3],
    /// The block that the pointer is on, maybe in another panel.
    pub hovered: Option<[u32; 3]>,
}

/// What the pointer did. Where a cell stands for many blocks, it is the one of
/// them that can be stepped through, or else the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// The block that was clicked.
    pub clicked_block: Option<[u32; 3]>,
    /// The block that the pointer is on.
    pub hovered_block: Option<[u32; 3]>,
}

/// From this width on, the multiprocessor stands beside the grid.
const WIDE: f32 = 600.0;
const BETWEEN: f32 = 24.0;
/// The least and the most height of the grid where the multiprocessor is below.
const HEIGHTS: std::ops::RangeInclusive<f32> = 90.0..=260.0;
/// What stands above and below the grid.
const AROUND: f32 = 90.0;

/// Draws the grid and the multiprocessor, and says what the pointer did.
pub fn show(ui: &mut Ui, model: &Model, view: &View) -> Output {
    let mut output = Output::default();
    let height = ui.available_height();
    let area = ScrollArea::vertical().id_salt("grid").auto_shrink([false, true]);
    area.show(ui, |ui| {
        let width = ui.available_width() - 8.0;
        if width >= WIDE {
            // The multiprocessor needs no more than it can show well.
            let right = (width * 0.45).min(460.0);
            let left = width - BETWEEN - right;
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                let size = vec2(left, (height - AROUND).max(*HEIGHTS.start()));
                column(ui, left, |ui| grid(ui, model, view, size, &mut output));
                ui.add_space(BETWEEN);
                column(ui, right, |ui| multiprocessor::show(ui, model));
            });
        } else {
            let size = vec2(width, (height * 0.4).clamp(*HEIGHTS.start(), *HEIGHTS.end()));
            column(ui, width, |ui| {
                grid(ui, model, view, size, &mut output);
                ui.add_space(14.0);
                multiprocessor::show(ui, model);
            });
        }
    });
    output
}

fn column(ui: &mut Ui, width: f32, contents: impl FnOnce(&mut Ui)) {
    ui.vertical(|ui| {
        ui.set_width(width);
        ui.spacing_mut().item_spacing = vec2(8.0, 4.0);
        contents(ui);
    });
}

fn grid(ui: &mut Ui, model: &Model, view: &View, size: Vec2, output: &mut Output) {
    let palette = Palette::of(ui.visuals());
    let sides = |sides: [u32; 3]| {
        let end = sides.iter().rposition(|&side| side > 1).map_or(1, |last| last + 1);
        format::size(&sides[..end].iter().map(|&side| side.into()).collect::<Vec<u64>>())
    };
    let blocks = if model.blocks() == 1 { "block" } else { "blocks" };
    let words = format!("{} {blocks} of {} threads", sides(model.grid), sides(model.block));
    explain_all(ui.label(&words), &words);
    let cells = Cells::new(model.grid, size);
    let (place, response) = ui.allocate_exact_size(cells.size() + vec2(4.0, 4.0), Sense::click());
    let origin = place.min + vec2(2.0, 2.0);
    interact(&response, origin, model, &cells, output);
    let hovered = output.hovered_block.or(view.hovered);
    paint_cells(ui, origin, model, &cells, palette);
    paint_selection(ui, origin, &cells, view.chosen, hovered, palette);
    if cells.blocks_per_cell() > 1 {
        let count = format::count(cells.blocks_per_cell());
        let shape = if cells.group.iter().filter(|&&side| side > 1).count() > 1 {
            format!(" ({})", sides(cells.group))
        } else {
            String::new()
        };
        ui.label(RichText::new(format!("one cell = {count} blocks{shape}")).small());
    }
    legend(ui, &palette, cells.blocks_per_cell() > 1);
    holders::show(ui, model, view.chosen, output);
}

fn interact(response: &Response, origin: Pos2, model: &Model, cells: &Cells, output: &mut Output) {
    response.widget_info(|| {
        let running: Vec<String> = model.running.iter().map(|&block| coordinates(block)).collect();
        let what = match running.as_slice() {
            [] => "no block is resident".to_owned(),
            [block] => format!("block {block} is resident"),
            blocks => format!("blocks {} are resident together", blocks.join(", ")),
        };
        let words = format!("grid of {} blocks: {what}", format::count(model.blocks()));
        WidgetInfo::labeled(Role::Button, true, words)
    });
    let at = |point: Option<Pos2>| cells.blocks(cells.at(point? - origin.to_vec2())?);
    let block = |(first, last): ([u32; 3], [u32; 3])| {
        let contains =
            |block: &[u32; 3]| (0..3).all(|axis| (first[axis]..=last[axis]).contains(&block[axis]));
        let traced = model.traced.iter().map(|(block, _)| *block).find(contains);
        traced.unwrap_or(first)
    };
    if response.clicked() {
        output.clicked_block = at(response.interact_pointer_pos()).map(block);
    }
    let Some((first, last)) = at(response.hover_pos()).filter(|_| response.hovered()) else {
        return;
    };
    let hovered = block((first, last));
    output.hovered_block = Some(hovered);
    let is_traced = model.traced.iter().any(|(block, _)| *block == hovered);
    response.clone().on_hover_ui_at_pointer(|ui| {
        let state = model.state(first, last).name();
        ui.label(if first == last {
            format!("block {}: {state}", coordinates(first))
        } else {
            format!("blocks {} to {}: {state}", coordinates(first), coordinates(last))
        });
        ui.weak(match (is_traced, first == last) {
            (true, true) => "It can be stepped through.".to_owned(),
            (true, false) => format!("{} can be stepped through.", coordinates(hovered)),
            (false, _) => format!("Click to follow {}.", coordinates(hovered)),
        });
    });
}

pub(super) fn coordinates([x, y, z]: [u32; 3]) -> String {
    format!("({x}, {y}, {z})")
}

fn paint_cells(ui: &Ui, origin: Pos2, model: &Model, cells: &Cells, palette: Palette) {
    let mut batch = Batch::new(ui.painter());
    let clip = ui.clip_rect();
    for cell in cells.iter() {
        let place = cells.place(cell).translate(origin.to_vec2());
        let Some((first, last)) = cells.blocks(cell).filter(|_| clip.intersects(place)) else {
            continue;
        };
        paint_block(&mut batch, model.state(first, last), place, &palette);
    }
    for (block, _) in &model.traced {
        let place = cells.place(cells.of(*block)).translate(origin.to_vec2());
        batch.frame(place, 1.5, palette.text);
    }
    batch.paint(ui.painter());
    if cells.slices > 1 {
        let mut texts = Texts::new(ui.painter(), FontId::monospace(SIZES[0]));
        for slice in 0..cells.slices {
            let cell = Cell { column: 0, row: 0, slice };
            let Some((first, last)) = cells.blocks(cell) else { continue };
            let (first, last) = (first[2], last[2]);
            let text =
                if first == last { format!("z {first}") } else { format!("z {first} to {last}") };
            let at = origin + cells.label(slice).to_vec2();
            texts.add(Align2::LEFT_CENTER, at, &text, palette.quiet);
        }
        ui.painter().extend(texts.shapes);
    }
}

/// Draws a block: ended ones are dim with a tick, those that run are blue with a
/// caret, those that wait are outlines.
pub(super) fn paint_block(batch: &mut Batch, state: BlockState, place: Rect, palette: &Palette) {
    let has_sign = place.width() >= 11.0;
    let middle = place.center();
    let unit = place.width() / 12.0;
    match state {
        BlockState::Done => {
            batch.fill(place, palette.done);
            if has_sign {
                let tick = [vec2(-3.0, 0.0), vec2(-1.0, 2.5), vec2(3.5, -3.0)];
                batch.line(&tick.map(|at| middle + at * unit), 1.5, palette.quiet);
            }
        }
        BlockState::Running => {
            batch.fill(place, palette.active);
            if has_sign {
                let caret = [vec2(-2.0, -3.5), vec2(3.5, 0.0), vec2(-2.0, 3.5)];
                batch.triangle(caret.map(|at| middle + at * unit), palette.on(palette.active));
            }
        }
        BlockState::Waiting => batch.frame(place, 1.0, palette.masked),
        BlockState::Mixed => {
            batch
                .triangle([place.left_top(), place.right_top(), place.left_bottom()], palette.done);
            batch.frame(place, 1.0, palette.masked);
        }
    }
}

fn paint_selection(
    ui: &Ui,
    origin: Pos2,
    cells: &Cells,
    chosen: [u32; 3],
    hovered: Option<[u32; 3]>,
    palette: Palette,
) {
    let mut batch = Batch::new(ui.painter());
    let place = |block| cells.place(cells.of(block)).translate(origin.to_vec2());
    batch.frame(place(chosen).expand(2.0), 2.0, palette.chosen);
    if let Some(block) = hovered.filter(|block| *block != chosen) {
        batch.frame(place(block).expand(2.0), 1.0, palette.chosen);
    }
    batch.paint(ui.painter());
}

fn legend(ui: &mut Ui, palette: &Palette, has_groups: bool) {
    let states = [BlockState::Done, BlockState::Running, BlockState::Waiting, BlockState::Mixed];
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 14.0;
        for state in states.into_iter().filter(|&state| has_groups || state != BlockState::Mixed) {
            let draw = |batch: &mut Batch, place| paint_block(batch, state, place, palette);
            meaning(ui, palette, draw, state.name());
        }
        let ring = |batch: &mut Batch, place| batch.frame(place, 1.5, palette.text);
        meaning(ui, palette, ring, "can be stepped");
    });
}

/// A sign and what it means, which stay together when the legend breaks.
fn meaning(ui: &mut Ui, palette: &Palette, draw: impl FnOnce(&mut Batch, Rect), words: &str) {
    let side = 13.0;
    let font = FontId::proportional(SIZES[0]);
    let text = ui.painter().layout_no_wrap(words.to_owned(), font, palette.quiet);
    let size = vec2(side + 5.0 + text.size().x, text.size().y.max(side));
    let (place, _) = ui.allocate_exact_size(size, Sense::hover());
    let mut batch = Batch::new(ui.painter());
    let sign =
        Rect::from_center_size(place.left_center() + vec2(side / 2.0, 0.0), Vec2::splat(side));
    draw(&mut batch, sign);
    batch.paint(ui.painter());
    let corner = place.right_center() - vec2(text.size().x, text.size().y / 2.0);
    ui.painter().galley(corner, text, palette.quiet);
}
