//! Overlays in front of a class: the spotlight and the pen.

use egui::{Area, Color32, Context, Id, LayerId, Order, Pos2, Rect, Sense, Shape, Stroke};
use egui::{CursorIcon, Mesh, Vec2};
use std::time::Duration;
use warpbench_state::command::Command;
use warpbench_state::state::State;
use warpbench_state::state::pen::Ink;
use warpbench_state::state::stage::StageAction;
use warpbench_theme::Palette;

/// The spotlight's radius, and how wide its edge is.
const RADIUS: f32 = 110.0;
const EDGE: f32 = 14.0;
/// How much of the rest is dimmed.
const DIM: u8 = 120;

/// Draws both over the panels, which have this room.
pub(crate) fn show(context: &Context, panels: Rect, state: &State, commands: &mut Vec<Command>) {
    let stage = &state.view.stage;
    if let Some(ink) = &stage.pen {
        pen(context, panels, ink, commands);
    }
    if stage.has_spotlight
        && let Some(pointer) = context.input(|input| input.pointer.latest_pos())
    {
        let layer = LayerId::new(Order::Foreground, Id::unique("spotlight"));
        let painter = context.layer_painter(layer);
        painter.add(Shape::mesh(dimmed(pointer, context.content_rect())));
    }
}

/// Everything but a circle.
fn dimmed(centre: Pos2, window: Rect) -> Mesh {
    /// Corners of what stands for a circle.
    const CORNERS: u32 = 96;
    let dark = Color32::from_black_alpha(DIM);
    let mut mesh = Mesh::default();
    // No corner of the window is farther away than its sides together.
    let far = RADIUS + EDGE + window.width() + window.height();
    for corner in 0..CORNERS {
        let direction = Vec2::angled(std::f32::consts::TAU * corner as f32 / CORNERS as f32);
        mesh.colored_vertex(centre + RADIUS * direction, Color32::TRANSPARENT);
        mesh.colored_vertex(centre + (RADIUS + EDGE) * direction, dark);
        mesh.colored_vertex(centre + far * direction, dark);
    }
    for corner in 0..CORNERS {
        let (here, next) = (3 * corner, 3 * ((corner + 1) % CORNERS));
        for ring in 0..2 {
            mesh.add_triangle(here + ring, here + ring + 1, next + ring);
            mesh.add_triangle(next + ring, here + ring + 1, next + ring + 1);
        }
    }
    mesh
}

/// Takes the pointer over the panels, and draws what it has drawn. The bars stay
/// within reach.
fn pen(context: &Context, panels: Rect, ink: &Ink, commands: &mut Vec<Command>) {
    let time = context.input(|input| input.time);
    let area = Area::new(Id::unique("pen")).order(Order::Middle).fixed_pos(panels.min);
    area.constrain(false).show(context, |ui| {
        let (_, response) = ui.allocate_exact_size(panels.size(), Sense::drag());
        let response = response.on_hover_cursor(CursorIcon::Crosshair);
        if let Some(at) = response.interact_pointer_pos() {
            let is_new = response.drag_started();
            let at = at.clamp(panels.min, panels.max);
            commands.push(Command::Stage(StageAction::Draw { at, time, is_new }));
        }
        let colour = Palette::of(ui.visuals()).chosen;
        for stroke in &ink.strokes {
            let stroke_colour = colour.gamma_multiply(stroke.opacity(time));
            let line = Stroke::new(4.0, stroke_colour);
            match stroke.points.as_slice() {
                [point] => {
                    ui.painter().circle_filled(*point, 3.0, stroke_colour);
                }
                points => {
                    ui.painter().add(Shape::line(points.to_vec(), line));
                }
            }
        }
    });
    if let Some(rest) = ink.rests(time) {
        context.request_repaint_after(Duration::from_secs_f64(rest));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{pos2, vec2};

    #[test]
    fn the_spotlight_leaves_a_circle_and_covers_the_rest() {
        let window = Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 720.0));
        for centre in [pos2(0.0, 0.0), pos2(640.0, 360.0), pos2(1279.0, 5.0)] {
            let mesh = dimmed(centre, window);
            let distance = |index: usize| (mesh.vertices[index].pos - centre).length();
            for at in (0..mesh.vertices.len()).step_by(3) {
                assert!((distance(at) - RADIUS).abs() < 0.1);
                assert_eq!(mesh.vertices[at].color, Color32::TRANSPARENT);
                assert!(distance(at + 2) > window.size().length(), "{centre:?}");
            }
            assert!(mesh.is_valid());
        }
    }
}
