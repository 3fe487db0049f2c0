//! The scrubber: the whole trace as a line, with marks for barriers,
//! divergences, conflicts and findings, and the playhead.

use egui::{Pos2, Rect, Response, RichText, Sense, Shape, Stroke, Ui, pos2, vec2};
use warpbench_state::command::Command;
use warpbench_state::state::State;
use warpbench_state::state::player::{BARRIER, CONFLICT, DIVERGENCE, FINDING, Player};
use warpbench_theme::Palette;

pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let size = vec2(ui.available_width().max(40.0), 26.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let label = match &state.player {
        Some(player) => {
            format!("scrubber, step {} of {}", player.position(), player.trace().len())
        }
        None => "scrubber".to_owned(),
    };
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Slider, true, &label));
    let Some(player) = &state.player else { return };
    let track = track(rect);
    if (response.dragged() || response.clicked())
        && let Some(pointer) = response.interact_pointer_pos()
    {
        let position = position_at(pointer, track, player.trace().len());
        let is_under_way = response.dragged() && !response.drag_started();
        commands.push(match is_under_way {
            true => Command::Scrub(position),
            false => Command::Seek(position),
        });
    }
    if ui.is_rect_visible(rect) {
        let palette = Palette::of(ui.visuals());
        let mut shapes = Vec::new();
        paint(&mut shapes, track, player, &palette);
        ui.painter().extend(shapes);
    }
    explain(response, player, track);
}

/// The part of the bar that positions lie on.
fn track(rect: Rect) -> Rect {
    rect.shrink2(vec2(8.0, 0.0))
}

/// The position below a point.
fn position_at(pointer: Pos2, track: Rect, len: usize) -> usize {
    let share = ((pointer.x - track.left()) / track.width().max(1.0)).clamp(0.0, 1.0);
    (f64::from(share) * len as f64).round() as usize
}

fn paint(shapes: &mut Vec<Shape>, track: Rect, player: &Player, palette: &Palette) {
    let y = track.center().y;
    let line = Stroke::new(3.0, palette.line);
    shapes.push(Shape::line_segment([pos2(track.left(), y), pos2(track.right(), y)], line));
    blocks(shapes, track, player, palette);
    // Several bins may fall on a point; what they have is shown once.
    let columns = (track.width() as usize).max(1);
    let mut flags = vec![0u8; columns + 1];
    let bins = &player.marks.bins;
    for (index, bin) in bins.iter().enumerate() {
        flags[index * columns / bins.len().max(1)] |= bin;
    }
    for (column, flag) in flags.into_iter().enumerate() {
        if flag != 0 {
            marks(shapes, pos2(track.left() + column as f32, y), flag, palette);
        }
    }
    let x = track.left() + player.progress() * track.width();
    let done = Stroke::new(3.0, palette.text);
    shapes.push(Shape::line_segment([pos2(track.left(), y), pos2(x, y)], done));
    let edge = Stroke::new(2.0, palette.ground);
    shapes.push(Shape::circle_filled(pos2(x, y), 7.0, palette.text));
    shapes.push(Shape::circle_stroke(pos2(x, y), 7.0, edge));
}

/// Ticks where one block ends and the next begins.
fn blocks(shapes: &mut Vec<Shape>, track: Rect, player: &Player, palette: &Palette) {
    let len = player.trace().len().max(1) as f32;
    // Those that ran side by side began together.
    for block in player.trace().blocks().iter().filter(|block| block.steps.start > 0) {
        let x = track.left() + block.steps.start as f32 / len * track.width();
        let ends = [pos2(x, track.top() + 3.0), pos2(x, track.bottom() - 3.0)];
        shapes.push(Shape::line_segment(ends, Stroke::new(2.0, palette.quiet)));
    }
}

/// Barriers are bars above, divergences ticks below, conflicts dots, findings
/// triangles: each kind has its own height and form.
fn marks(shapes: &mut Vec<Shape>, at: Pos2, flag: u8, palette: &Palette) {
    if flag & BARRIER != 0 {
        let ends = [at - vec2(0.0, 9.0), at - vec2(0.0, 3.0)];
        shapes.push(Shape::line_segment(ends, Stroke::new(1.5, palette.barrier)));
    }
    if flag & DIVERGENCE != 0 {
        let ends = [at + vec2(0.0, 3.0), at + vec2(0.0, 6.0)];
        shapes.push(Shape::line_segment(ends, Stroke::new(1.0, palette.quiet)));
    }
    if flag & CONFLICT != 0 {
        shapes.push(Shape::circle_filled(at + vec2(0.0, 9.0), 1.5, palette.conflict));
    }
    if flag & FINDING != 0 {
        let points = vec![at - vec2(4.0, 4.0), at + vec2(4.0, -4.0), at - vec2(0.0, 12.0)];
        shapes.push(Shape::convex_polygon(points, palette.conflict, Stroke::NONE));
    }
}

/// Says what lies below the pointer.
fn explain(response: Response, player: &Player, track: Rect) {
    let Some(pointer) = response.hover_pos() else { return };
    let trace = player.trace();
    let position = position_at(pointer, track, trace.len());
    response.on_hover_ui_at_pointer(|ui| {
        ui.label(format!("step {position}"));
        if let Some(block) = trace.block_of(position.saturating_sub(1)) {
            let [x, y, z] = block.block;
            let warp = trace.warp_of(position.saturating_sub(1)).unwrap_or(0);
            ui.label(format!("block ({x}, {y}, {z}), warp {warp}"));
        }
        let signs = Sign::seen(player).map(|sign| format!("{}: {}", sign.form(), sign.meaning()));
        let signs: Vec<String> = signs.collect();
        if !signs.is_empty() {
            ui.label(RichText::new(signs.join(" · ")).small());
        }
    });
}

/// A sign on the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Block,
    Mark(u8),
}

impl Sign {
    const ALL: [Sign; 5] = [
        Sign::Block,
        Sign::Mark(BARRIER),
        Sign::Mark(DIVERGENCE),
        Sign::Mark(CONFLICT),
        Sign::Mark(FINDING),
    ];

    /// The signs that are somewhere on the line.
    pub(super) fn seen(player: &Player) -> impl Iterator<Item = Sign> + use<> {
        let marks = player.marks.bins.iter().fold(0, |all, bin| all | bin);
        let has_later = player.trace().blocks().iter().any(|block| block.steps.start > 0);
        Sign::ALL.into_iter().filter(move |sign| match sign {
            Sign::Block => has_later,
            Sign::Mark(mark) => marks & mark != 0,
        })
    }

    fn form(self) -> &'static str {
        match self {
            Sign::Block => "long bar",
            Sign::Mark(BARRIER) => "bar above",
            Sign::Mark(DIVERGENCE) => "tick below",
            Sign::Mark(CONFLICT) => "dot",
            Sign::Mark(_) => "triangle",
        }
    }

    pub(super) fn meaning(self) -> &'static str {
        match self {
            Sign::Block => "a block begins",
            Sign::Mark(BARRIER) => "barrier",
            Sign::Mark(DIVERGENCE) => "lanes diverge",
            Sign::Mark(CONFLICT) => "bank conflict",
            Sign::Mark(_) => "finding",
        }
    }

    /// Draws it around a place on the line.
    pub(super) fn paint(self, shapes: &mut Vec<Shape>, at: Pos2, palette: &Palette) {
        match self {
            Sign::Block => {
                let ends = [at - vec2(0.0, 8.0), at + vec2(0.0, 8.0)];
                shapes.push(Shape::line_segment(ends, Stroke::new(2.0, palette.quiet)));
            }
            Sign::Mark(mark) => {
                let ends = [at - vec2(5.0, 0.0), at + vec2(5.0, 0.0)];
                shapes.push(Shape::line_segment(ends, Stroke::new(2.0, palette.line)));
                marks(shapes, at, mark, palette);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_positions() {
        let track = Rect::from_min_size(pos2(100.0, 0.0), vec2(200.0, 20.0));
        let check = |x: f32, expected: usize| {
            assert_eq!(position_at(pos2(x, 5.0), track, 1000), expected, "{x}");
        };
        check(100.0, 0);
        check(200.0, 500);
        check(300.0, 1000);
        check(0.0, 0);
        check(999.0, 1000);
    }
}
