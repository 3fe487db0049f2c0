//! The signs of folds: a triangle beside the head of a part, and how much is out
//! of sight behind it.

use super::folds::Fold;
use super::view::View;
use egui::{
    Align2, FontId, Id, Painter, Pos2, Rect, Role, Sense, Shape, Stroke, StrokeKind, Ui,
    WidgetInfo, pos2, vec2,
};

/// Shows the signs and hears clicks on them. Gives what is to be folded or
/// unfolded from now on, by heads; what was held open stays so.
pub(super) fn show(ui: &Ui, view: &View<'_>, text: &Painter) -> Vec<(String, bool)> {
    let mut choices = Vec::new();
    for fold in &view.plan.folding.folds {
        if fold.is_held_open {
            choices.push((fold.key.clone(), false));
        }
        let Some(line) = view.line(fold.head).filter(|line| view.visible.intersects(*line)) else {
            continue;
        };
        let middle = pos2(view.visible.left() + view.gutter.fold, line.center().y);
        let area = Rect::from_center_size(middle, vec2(view.gutter.fold_width(), line.height()));
        let id = view.input.id.with(("fold", fold.head));
        let mut is_clicked = sign(ui, view, fold, area, id);
        if fold.is_folded {
            is_clicked |= behind(ui, view, fold, line, text);
        }
        if is_clicked {
            choices.push((fold.key.clone(), !fold.is_folded));
        }
    }
    choices
}

/// The triangle: to the right where a part is folded, downwards where it is not.
fn sign(ui: &Ui, view: &View<'_>, fold: &Fold, area: Rect, id: Id) -> bool {
    let response = ui.interact(area, id, Sense::click());
    let does = if fold.is_folded { "Unfold" } else { "Fold" };
    let label = format!("{does} {}", fold.name);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    let palette = &view.palette;
    let is_lit = response.hovered() || response.has_focus();
    let colour = if is_lit || fold.is_folded { palette.text } else { palette.quiet };
    if response.has_focus() {
        let stroke = Stroke::new(1.0, palette.text);
        ui.painter().rect_stroke(area.shrink(1.0), 2.0, stroke, StrokeKind::Inside);
    }
    let shape = triangle(area.center(), fold.is_folded);
    ui.painter().add(Shape::convex_polygon(shape, colour, Stroke::NONE));
    response.on_hover_text(label).clicked()
}

fn triangle(at: Pos2, is_folded: bool) -> Vec<Pos2> {
    let corners = match is_folded {
        true => [vec2(-2.5, -4.0), vec2(3.5, 0.0), vec2(-2.5, 4.0)],
        false => [vec2(-4.0, -2.5), vec2(4.0, -2.5), vec2(0.0, 3.5)],
    };
    corners.map(|corner| at + corner).to_vec()
}

/// How many lines are out of sight, behind the words of the head.
fn behind(ui: &Ui, view: &View<'_>, fold: &Fold, line: Rect, text: &Painter) -> bool {
    let Some((row, _)) = view.row(fold.head as usize - 1) else { return false };
    let hidden = fold.lines.1 - fold.lines.0;
    let label = format!("… {hidden} more");
    let font = FontId::monospace(11.0);
    let galley = text.layout_no_wrap(label, font, view.palette.quiet);
    let size = galley.size() + vec2(8.0, 0.0);
    let at = pos2(row.right() + 6.0, line.center().y - size.y / 2.0);
    let area = Rect::from_min_size(at, size);
    if area.right() > text.clip_rect().right() || area.left() < text.clip_rect().left() {
        return false;
    }
    // The sign beside it says the same to those who cannot see.
    let id = view.input.id.with(("behind", fold.head));
    let response = ui.interact(area, id, Sense::CLICK);
    let colour = if response.hovered() { view.palette.text } else { view.palette.line };
    text.rect_stroke(area, 3.0, Stroke::new(1.0, colour), StrokeKind::Inside);
    let at = Align2::CENTER_CENTER.anchor_size(area.center(), galley.size()).min;
    text.galley(at, galley, view.palette.quiet);
    response.clicked()
}
