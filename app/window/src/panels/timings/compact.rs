//! Draws the bars where there is little room: all rungs at once.

use super::bars::colour_of;
use egui::{Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Role, ScrollArea, Sense};
use egui::{Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2};
use warpbench_state::timings::action::TimingsAction;
use warpbench_state::timings::compact::{self, Bar, CompactLayout, HINT};
use warpbench_state::timings::comparison::{Comparison, RowState};
use warpbench_state::timings::labels;
use warpbench_theme::{Palette, SIZES};

/// Draws a comparison over the room that there is. Nothing where that is too
/// narrow. `words` stand in the corner above the rungs.
pub(super) fn show(
    ui: &mut Ui,
    comparison: &Comparison,
    words: &str,
) -> Option<Vec<TimingsAction>> {
    let painter = ui.painter().clone();
    let wide =
        |text: &str| painter.layout_no_wrap(text.to_owned(), small(), Color32::WHITE).size().x;
    let rungs = &comparison.sections.first()?.rungs;
    let name = rungs.iter().map(|rung| wide(&name_of(rung.number, rung.variant.title)));
    let name = name.fold(0.0, f32::max);
    let mut measure = |text: &str, width: f32| {
        painter.layout(text.to_owned(), small(), Color32::WHITE, width).size().y + 2.0
    };
    let layout = compact::layout(comparison, ui.available_size(), name, &mut measure)?;
    ui.spacing_mut().item_spacing.y = 0.0;
    heads(ui, comparison, &layout, words);
    let mut actions = Vec::new();
    let hint = if layout.is_whole() { 0.0 } else { HINT };
    let area = ScrollArea::vertical().id_salt("compact timings").auto_shrink(false);
    let height = (ui.available_height() - hint).max(0.0);
    let shown = area.max_height(height).show(ui, |ui| rows(ui, comparison, &layout, &mut actions));
    if !layout.is_whole() {
        let seen = shown.state.clamped_offset().y + height;
        let below = layout.rungs.iter().filter(|rung| rung.bottom() > seen + 0.5).count();
        let text = match below {
            0 => "▲ more rungs above".to_owned(),
            1 => "▼ 1 more rung: scroll".to_owned(),
            below => format!("▼ {below} more rungs: scroll"),
        };
        ui.small(text);
    }
    Some(actions)
}

fn small() -> FontId {
    FontId::proportional(SIZES[0])
}

fn name_of(number: usize, title: &str) -> String {
    format!("{number}  {title}")
}

fn heads(ui: &mut Ui, comparison: &Comparison, layout: &CompactLayout, words: &str) {
    let palette = Palette::of(ui.visuals());
    let (rect, _) = ui.allocate_exact_size(vec2(layout.width, layout.head), Sense::hover());
    let offset = rect.min.to_vec2();
    if !words.is_empty() {
        let corner = layout.corner.translate(offset);
        let mut child = ui.new_child(egui::UiBuilder::new().max_rect(corner));
        child.set_clip_rect(corner.intersect(ui.clip_rect()));
        child.small(words);
    }
    for head in &layout.heads {
        let section = &comparison.sections[head.section];
        let title = head.title.translate(offset);
        let response =
            ui.interact(title, ui.scope_id().with(("field", head.section)), Sense::hover());
        let text = section.class.heading();
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
        response.on_hover_text(text);
        let whole = ui.painter().layout_no_wrap(text.to_owned(), small(), palette.quiet);
        let galley = if whole.size().x <= title.width() {
            whole
        } else {
            let text = section.class.short_heading();
            fitting(ui.painter(), text, small(), palette.quiet, title.width())
        };
        ui.painter().galley(title.min, galley, palette.quiet);
        for (column, place) in section.columns.iter().zip(&head.legend) {
            let place = place.translate(offset);
            let (colour, at) = (colour_of(&palette, column), place.min + vec2(0.0, 8.0));
            tag(ui.painter(), at, column.letter, colour, &palette);
            let (name, width) = (compact::name_of(column), place.width() - 20.0);
            let galley = match column.is_elsewhere {
                true => ui.painter().layout(name, small(), palette.text, width),
                false => fitting(ui.painter(), &name, small(), palette.text, width),
            };
            ui.painter().galley(place.min + vec2(20.0, 0.0), galley, palette.text);
            let id = ui.scope_id().with(("legend", head.section, column.letter));
            let response = ui.interact(place, id, Sense::hover());
            let words = labels::legend(column);
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
            response.on_hover_text(words);
        }
    }
}

fn rows(
    ui: &mut Ui,
    comparison: &Comparison,
    layout: &CompactLayout,
    actions: &mut Vec<TimingsAction>,
) {
    let palette = Palette::of(ui.visuals());
    let (rect, _) = ui.allocate_exact_size(vec2(layout.width, layout.rows), Sense::hover());
    let offset = rect.min.to_vec2();
    let Some(first) = comparison.sections.first() else { return };
    let fields = layout.heads.first().map_or(layout.width, |head| head.title.left());
    for (rung, place) in first.rungs.iter().zip(&layout.rungs) {
        let place = place.translate(offset);
        if rung.is_chosen {
            ui.painter().rect_filled(place, CornerRadius::same(3), palette.current_line);
        }
        let name = Rect::from_min_max(place.min, pos2(rect.left() + fields - 8.0, place.bottom()));
        let id = ui.scope_id().with(("compact rung", rung.number));
        let response = ui.interact(name, id, Sense::click());
        response.widget_info(|| {
            let label = format!("rung {}: {}", rung.number, rung.variant.name);
            WidgetInfo::labeled(Role::Button, true, label)
        });
        let text = name_of(rung.number, rung.variant.title);
        let galley = fitting(ui.painter(), &text, small(), palette.text, name.width() - 4.0);
        let at =
            Align2::LEFT_CENTER.anchor_size(name.left_center() + vec2(4.0, 0.0), galley.size());
        ui.painter().galley(at.min, galley, palette.text);
        if response.on_hover_text(rung.variant.name).clicked() {
            actions.push(TimingsAction::Choose(rung.variant.name));
        }
    }
    for bar in &layout.bars {
        draw(ui, comparison, layout, bar, offset);
    }
}

fn draw(ui: &Ui, comparison: &Comparison, layout: &CompactLayout, bar: &Bar, offset: Vec2) {
    let (place, track) = (bar.place.translate(offset), bar.track.translate(offset));
    if !ui.clip_rect().intersects(place) {
        return;
    }
    let palette = Palette::of(ui.visuals());
    let section = &comparison.sections[bar.section];
    let rung = &section.rungs[bar.rung];
    let row = &rung.rows[bar.row];
    let column = &section.columns[row.column];
    let colour = colour_of(&palette, column);
    let id = ui.scope_id().with(("compact bar", bar.section, bar.rung, bar.row));
    let text = labels::sentence(section, rung, row);
    let response = ui.interact(place, id, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
    response.on_hover_text(text);
    let painter = ui.painter();
    let round = CornerRadius::same(2);
    painter.rect_filled(track, round, palette.field);
    let width = bar.filled.max(if matches!(row.state, RowState::Done(_)) { 1.5 } else { 0.0 });
    let fill = Rect::from_min_size(track.min, vec2(width, track.height()));
    match &row.state {
        RowState::Done(_) if column.is_elsewhere => ghost(painter, fill, colour),
        RowState::Done(_) => {
            painter.rect_filled(fill, round, colour);
        }
        _ => {
            painter.rect_filled(fill, round, palette.current_line);
        }
    }
    if let Some(x) = bar.ceiling {
        let stroke = Stroke::new(2.0, palette.text);
        painter.vline(x + offset.x, track.y_range(), stroke);
    }
    let font = FontId::proportional((layout.bar - 0.5).min(SIZES[0]));
    painter.text(
        pos2(place.left() + 8.0, place.center().y),
        Align2::CENTER_CENTER,
        column.letter,
        font.clone(),
        colour,
    );
    let is_bad = matches!(row.state, RowState::Wrong(_) | RowState::Failed(_));
    let ink = match (is_bad, column.is_elsewhere) {
        (true, _) => palette.conflict,
        (false, true) => palette.quiet,
        (false, false) => palette.text,
    };
    let at = pos2(place.right(), place.center().y);
    painter.text(at, Align2::RIGHT_CENTER, compact::words(&row.state), font, ink);
}

/// A bar that was measured elsewhere: an outline with a hint of its colour.
fn ghost(painter: &Painter, rect: Rect, colour: Color32) {
    let round = CornerRadius::same(2);
    painter.rect_filled(rect, round, colour.gamma_multiply(0.3));
    painter.rect_stroke(rect, round, Stroke::new(1.0, colour), StrokeKind::Inside);
}

/// A target's letter on its colour.
fn tag(painter: &Painter, middle: Pos2, letter: char, colour: Color32, palette: &Palette) {
    let rect = Rect::from_center_size(middle + vec2(8.0, 0.0), vec2(15.0, 14.0));
    painter.rect_filled(rect, CornerRadius::same(3), colour);
    painter.text(rect.center(), Align2::CENTER_CENTER, letter, small(), palette.on(colour));
}

/// A line of text that ends with an ellipsis where it is too long.
fn fitting(
    painter: &Painter,
    text: &str,
    font: FontId,
    colour: Color32,
    width: f32,
) -> std::sync::Arc<egui::Galley> {
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, colour);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width.max(1.0));
    painter.layout_job(job)
}
