//! The badges of lines, at the right edge of what can be seen.
//!
//! They lie on the end of their line, so that lines without any have all the
//! width. All badges of a line are shown in the order of their accesses in the
//! text. Where they would lie on the line's own words they say the same in fewer
//! words, where even that is too much the worst one stands for all, and a line
//! that somebody types in has none.

use super::account;
use super::costs::{Badge, BadgeKind, LineCost, lines_from};
use super::input::Input;
use super::layout::NARROWEST_WITH_COSTS;
use super::marks;
use super::view::View;
use egui::{
    Align2, Color32, FontId, Grid, Pos2, Rect, RichText, Role, Sense, Shape, Stroke, Ui,
    WidgetInfo, pos2, vec2,
};

/// Room for the scroll bar.
const RIGHT: f32 = 10.0;

/// How much of the width badges may take from a line's words.
const MOST_OF_WIDTH: f32 = 0.42;

/// Left and right of a badge's words.
const PADDING: f32 = 5.0;

/// Between two badges.
const GAP: f32 = 3.0;

/// What the sign of divergence takes.
const SIGN: f32 = 13.0;

fn font() -> FontId {
    FontId::monospace(12.0)
}

fn digit_width(ui: &Ui) -> f32 {
    ui.fonts_mut(|fonts| fonts.glyph_width(&font(), '0'))
}

/// How much room the badges of the line with most of them take, in a text in an
/// area that wide.
pub(super) fn width(ui: &Ui, area: f32, input: &Input<'_>) -> f32 {
    if area < NARROWEST_WITH_COSTS {
        return 0.0;
    }
    let digit = digit_width(ui);
    let widths = lines_from(input.costs, input.accesses, 0);
    let widths = widths.map(|line| line_width(&short(line.badges()), digit));
    match widths.fold(0.0, f32::max) {
        0.0 => 0.0,
        needed => needed.min(area * MOST_OF_WIDTH).ceil() + RIGHT,
    }
}

/// A badge as it is painted.
#[derive(Clone, Debug, PartialEq)]
struct Chip {
    text: String,
    /// Nothing for what only counts others.
    kind: Option<BadgeKind>,
    heat: f32,
}

fn whole(badges: Vec<Badge>) -> Vec<Chip> {
    let chip = |badge: Badge| Chip { text: badge.text, kind: Some(badge.kind), heat: badge.heat };
    badges.into_iter().map(chip).collect()
}

fn short(badges: Vec<Badge>) -> Vec<Chip> {
    let badges = badges.into_iter().map(|badge| Badge { text: badge.short.clone(), ..badge });
    whole(badges.collect())
}

/// What is shown of a line's badges, where so much is free behind its words and
/// badges may take so much at most.
fn fitting(badges: Vec<Badge>, free: f32, most: f32, digit: f32) -> Vec<Chip> {
    let long = whole(badges.clone());
    if line_width(&long, digit) <= free {
        return long;
    }
    let short = short(badges);
    if line_width(&short, digit) <= free.max(most) {
        return short;
    }
    let left_out = short.len() - 1;
    let worst = short.into_iter().reduce(|a, b| if b.heat > a.heat { b } else { a });
    let mut chips: Vec<Chip> = worst.into_iter().collect();
    if left_out > 0 {
        chips.push(Chip { text: format!("+{left_out}"), kind: None, heat: 0.0 });
    }
    chips
}

fn chip_width(chip: &Chip, digit: f32) -> f32 {
    let sign = if chip.kind == Some(BadgeKind::Divergence) { SIGN } else { 0.0 };
    chip.text.chars().count() as f32 * digit + sign + 2.0 * PADDING
}

fn line_width(chips: &[Chip], digit: f32) -> f32 {
    chips.iter().map(|chip| chip_width(chip, digit) + GAP).sum()
}

/// Paints the badges on the ends of their lines; those of a line are explained on
/// hover. `typed` is the line that somebody types in.
pub(super) fn show(ui: &Ui, view: &View<'_>, typed: Option<u32>) {
    if view.visible.width() < NARROWEST_WITH_COSTS {
        return;
    }
    let digit = digit_width(ui);
    let right = view.visible.right() - RIGHT;
    let room = view.visible.width() - view.gutter.width - RIGHT;
    for cost in lines_from(view.input.costs, view.input.accesses, *view.lines().start()) {
        if !view.lines().contains(&cost.line) {
            break;
        }
        let (Some(line), Some((row, ground))) =
            (view.line(cost.line), view.row(cost.line as usize - 1))
        else {
            continue;
        };
        let badges = cost.badges();
        if badges.is_empty() || typed == Some(cost.line) {
            continue;
        }
        let free = room - row.width() - 12.0;
        let most = view.visible.width() * MOST_OF_WIDTH;
        let chips = fitting(badges, free, most, digit);
        let left = right - line_width(&chips, digit);
        let area = Rect::from_x_y_ranges(left..=right, line.y_range());
        let mut shapes = Vec::new();
        if row.right() > left {
            // Words go on below the badges.
            let under = Rect::from_x_y_ranges(left - 9.0..=view.visible.right(), line.y_range());
            shapes.push(Shape::rect_filled(under, 0.0, ground));
            shapes.push(marks::goes_on(pos2(left - 4.5, line.center().y), &view.palette));
        }
        let mut at = left + GAP;
        for chip in &chips {
            let width = chip_width(chip, digit);
            let rect = Rect::from_min_max(
                pos2(at, line.top() + 1.0),
                pos2(at + width, line.bottom() - 1.0),
            );
            paint(ui, view, chip, rect, &mut shapes);
            at += width + GAP;
        }
        ui.painter().extend(shapes);
        explain(ui, view, &cost, area);
    }
}

fn paint(ui: &Ui, view: &View<'_>, chip: &Chip, rect: Rect, shapes: &mut Vec<Shape>) {
    let ground = view.palette.heat(chip.heat);
    let colour = view.palette.on(ground);
    shapes.push(Shape::rect_filled(rect, 3.0, ground));
    let at = pos2(rect.right() - PADDING, rect.center().y);
    let text = ui.fonts_mut(|fonts| {
        Shape::text(fonts, at, Align2::RIGHT_CENTER, &chip.text, font(), colour)
    });
    if chip.kind == Some(BadgeKind::Divergence) {
        half_circle(pos2(rect.left() + PADDING + 4.5, rect.center().y), colour, shapes);
    }
    shapes.push(text);
}

/// The sign of lanes that diverge: a circle of which half is filled. It is drawn,
/// because not every font has it.
fn half_circle(at: Pos2, colour: Color32, shapes: &mut Vec<Shape>) {
    const RADIUS: f32 = 4.5;
    shapes.push(Shape::circle_stroke(at, RADIUS, Stroke::new(1.0, colour)));
    let half = (0..=8)
        .map(|step| {
            let angle = std::f32::consts::PI * step as f32 / 8.0;
            at + vec2(angle.sin(), -angle.cos()) * RADIUS
        })
        .collect();
    shapes.push(Shape::convex_polygon(half, colour, Stroke::NONE));
}

/// The badges of a line in words, for those who cannot see them.
fn told(line: &LineCost<'_>) -> String {
    let words: Vec<String> = line.badges().into_iter().map(|badge| badge.text).collect();
    format!("Costs of line {}: {}", line.line, words.join(", "))
}

/// All that is known of a line, for those who point at its badges.
fn explain(ui: &Ui, view: &View<'_>, cost: &LineCost<'_>, area: Rect) {
    let id = view.input.id.with(("costs", cost.line));
    let response = ui.interact(area, id, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, told(cost)));
    response.on_hover_ui_at_pointer(|ui| {
        ui.label(RichText::new(format!("Line {} in the last run", cost.line)).strong());
        for (nth, part) in account::of_line(cost).iter().enumerate() {
            ui.add_space(4.0);
            ui.label(RichText::new(&part.title).small().strong());
            Grid::new(("costs of a line", nth)).num_columns(2).show(ui, |ui| {
                for (term, figure) in &part.terms {
                    ui.label(term);
                    ui.label(RichText::new(figure).monospace());
                    ui.end_row();
                }
            });
        }
        let colour = "The colour of a badge is how many times as much it takes as would do, on \
                      one scale for all lessons.";
        ui.add_space(4.0);
        ui.set_max_width(420.0);
        ui.label(RichText::new(colour).small().weak());
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn badge(text: &str, short: &str, heat: f32) -> Badge {
        Badge { kind: BadgeKind::Global, text: text.to_owned(), short: short.to_owned(), heat }
    }

    #[test]
    fn badges_give_way_in_steps() {
        let badges = vec![
            badge("4 of 4 sectors", "4 of 4", 0.0),
            badge("8 sectors (4 would do)", "8 (4 would do)", 0.3),
        ];
        let check = |free: f32, most: f32, expected: &[&str]| {
            let chips = fitting(badges.clone(), free, most, 7.0);
            let shown: Vec<String> = chips.into_iter().map(|chip| chip.text).collect();
            assert_eq!(shown, expected, "{free} {most}");
        };
        check(400.0, 200.0, &["4 of 4 sectors", "8 sectors (4 would do)"]);
        check(200.0, 0.0, &["4 of 4", "8 (4 would do)"]);
        check(-50.0, 200.0, &["4 of 4", "8 (4 would do)"]);
        check(-50.0, 150.0, &["8 (4 would do)", "+1"]);
    }
}
