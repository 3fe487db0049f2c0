//! Bars in groups: a group for each kernel, in it a bar for each device.
//!
//! The kernels' names stand at the left and can be reached by keys; a click on a name
//! or on a bar opens the kernel.

use super::legend::letter;
use egui::{
    Align2, Color32, FontId, Id, Rect, RichText, Role, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};
use egui_plot::{AxisHints, Bar as PlotBar, BarChart, Line, Plot, PlotPoint, PlotUi, Text};
use warpbench_common::format::significant;
use warpbench_compare::figures::{Bar, Bars, Figure, Kind};
use warpbench_state::comparison::action::ComparisonAction;
use warpbench_state::comparison::board::BoardRow;
use warpbench_theme::{Palette, SIZES};

/// The thickness of a bar, and what is left between two kernels.
const BAR: f32 = 16.0;
const GAP: f32 = 9.0;
/// The numbers below the bars.
const AXIS: f32 = 24.0;
/// A letter has room in a bar that is as long.
const LETTER: f32 = 22.0;
/// Between a bar and its number.
const SPACE: f32 = 5.0;

/// A figure's bars and whose they are.
pub(super) struct BarFigure<'a> {
    pub(super) figure: &'a Figure,
    pub(super) bars: &'a Bars,
    pub(super) rows: &'a [BoardRow],
    /// The kernel that is open in the window.
    pub(super) here: &'a str,
}

/// Draws a figure over the width that there is.
pub(super) fn show(ui: &mut Ui, of: &BarFigure<'_>, actions: &mut Vec<ComparisonAction>) {
    let height = of.group_height() * of.bars.groups.len() as f32 + AXIS;
    let size = vec2(ui.available_width(), height);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    if !ui.is_rect_visible(rect) {
        return;
    }
    let names = of.names_width(ui).min(0.6 * rect.width());
    let field = Rect::from_min_max(pos2(rect.left() + names, rect.top()), rect.max);
    let scale = Scale::of(ui, of.bars, field.width());
    let builder = UiBuilder::new().max_rect(field).id_salt(("bars", &of.figure.id));
    let plotted = ui.scope_builder(builder, |ui| {
        let palette = Palette::of(ui.visuals());
        plot(&of.figure.id, of.group_height() * of.bars.groups.len() as f32, &palette)
            .width(field.width())
            .height(field.height())
            .show(ui, |plot| {
                plot.set_plot_bounds_x(scale.from..=scale.to);
                let depth = of.group_height() * of.bars.groups.len() as f32;
                plot.set_plot_bounds_y(-f64::from(depth)..=0.0);
                paint(plot, of, &scale, &palette);
            })
    });
    let transform = plotted.inner.transform;
    let y = |depth: f32| transform.position_from_point_y(-f64::from(depth));
    for group in 0..of.bars.groups.len() {
        let top = of.group_height() * group as f32;
        let strip = Rect::from_x_y_ranges(
            rect.left()..=field.left() - 2.0,
            y(top)..=y(top + of.group_height()),
        );
        of.name(ui, group, strip, actions);
        for (place, series) in of.bars.series.iter().enumerate() {
            let Some(bar) = series.bars.get(group).and_then(Option::as_ref) else { continue };
            let top = of.top_of(group, place);
            let strip = Rect::from_x_y_ranges(field.x_range(), y(top)..=y(top + BAR));
            of.touch(ui, (group, series.row), bar, strip, actions);
        }
    }
}

/// The plot without its content: nothing in it can be dragged.
fn plot<'a>(id: &str, depth: f32, palette: &Palette) -> Plot<'a> {
    let axis = AxisHints::new_x()
        .formatter(|mark, _| significant_or_whole(mark.value))
        .tick_label_font(FontId::proportional(SIZES[0]))
        .tick_label_color(palette.quiet)
        .label_spacing(50.0..=90.0);
    Plot::new(id)
        .auto_bounds(false)
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .show_crosshair(false)
        .show_axes([true, false])
        .show_grid([true, false])
        .custom_x_axes(vec![axis])
        .grid_color(palette.line)
        .label_formatter(|_| None)
        .sense(Sense::hover())
        .include_y(-f64::from(depth))
}

/// A number of an axis.
fn significant_or_whole(value: f64) -> String {
    match value.fract() == 0.0 && value.abs() < 1e15 {
        true if value < 0.0 => format!("−{}", warpbench_common::format::count(-value as u64)),
        true => warpbench_common::format::count(value as u64),
        false => format!("{value}"),
    }
}

/// From where to where the bars' axis goes, with room for their numbers.
struct Scale {
    from: f64,
    to: f64,
    /// How much a point of the screen is.
    per_point: f64,
}

impl Scale {
    fn of(ui: &Ui, bars: &Bars, width: f32) -> Scale {
        let all = || bars.series.iter().flat_map(|series| series.bars.iter().flatten());
        let least = all().map(|bar| bar.low.min(bar.value)).fold(bars.base, f64::min);
        let tops = all().map(|bar| bar.high.max(bar.value).max(bar.ceiling.unwrap_or(0.0)));
        let most = tops.fold(bars.base, f64::max);
        let font = FontId::proportional(SIZES[0]);
        let number = |bar: &Bar| {
            let painter = ui.painter();
            let text = format!("{} A", number(bar));
            painter.layout_no_wrap(text, font.clone(), Color32::WHITE).size().x
        };
        let room = all().map(number).fold(0.0, f32::max) + 2.0 * SPACE;
        let before = if least < bars.base { room } else { 0.0 };
        let span = if most > least { most - least } else { 1.0 };
        let per_point = span / f64::from((width - room - before).max(20.0));
        let edge = if bars.base == 0.0 { 0.0 } else { f64::from(SPACE) };
        Scale {
            from: least - per_point * (f64::from(before) + edge),
            to: most + per_point * f64::from(room),
            per_point,
        }
    }

    fn points(&self, length: f64) -> f32 {
        (length / self.per_point) as f32
    }
}

/// What stands at a bar's end. What to know before trusting it is told on hover.
fn number(bar: &Bar) -> String {
    let sign = if bar.flagged { " !" } else { "" };
    format!("{}{sign}", significant(bar.value))
}

fn paint(plot: &mut PlotUi<'_>, of: &BarFigure<'_>, scale: &Scale, palette: &Palette) {
    let base = of.bars.base;
    for (place, series) in of.bars.series.iter().enumerate() {
        let bars = series.bars.iter().enumerate();
        let bars: Vec<(f64, &Bar)> = bars
            .filter_map(|(group, bar)| {
                let middle = of.top_of(group, place) + 0.5 * BAR;
                Some((-f64::from(middle), bar.as_ref()?))
            })
            .collect();
        let drawn = bars.iter().map(|(y, bar)| {
            PlotBar::new(*y, bar.value - base)
                .base_offset(base)
                .width(f64::from(BAR - 2.0))
                .fill(of.colour(palette, series.row, bar))
        });
        let chart = BarChart::new(format!("row {}", series.row), drawn.collect());
        plot.bar_chart(chart.horizontal().allow_hover(false));
        for (y, bar) in bars {
            let half = f64::from(0.5 * BAR - 1.0);
            // Half of the samples lie along the whisker.
            line(plot, [[bar.low, y], [bar.high, y]], palette.text, 1.5);
            if let Some(ceiling) = bar.ceiling {
                line(plot, [[ceiling, y - half], [ceiling, y + half]], palette.text, 2.0);
            }
            words(plot, of, scale, palette, (series.row, y), bar);
        }
    }
    if base != 0.0 {
        let depth = f64::from(of.group_height() * of.bars.groups.len() as f32);
        line(plot, [[base, -depth], [base, 0.0]], palette.quiet, 1.0);
    }
}

fn line(plot: &mut PlotUi<'_>, ends: [[f64; 2]; 2], colour: Color32, width: f32) {
    plot.line(Line::new("", ends.to_vec()).color(colour).width(width).allow_hover(false));
}

/// The letter in a bar, and the number at its end.
fn words(
    plot: &mut PlotUi<'_>,
    of: &BarFigure<'_>,
    scale: &Scale,
    palette: &Palette,
    (row, y): (usize, f64),
    bar: &Bar,
) {
    let base = of.bars.base;
    let is_right = bar.value >= base;
    let sign = if is_right { 1.0 } else { -1.0 };
    let space = scale.per_point * f64::from(SPACE) * sign;
    let mut add = |x: f64, words: String, colour: Color32| {
        let anchor = if is_right { Align2::LEFT_CENTER } else { Align2::RIGHT_CENTER };
        let text = RichText::new(words).size(SIZES[0]).color(colour);
        let item = Text::new("", PlotPoint::new(x, y), text);
        plot.text(item.anchor(anchor).allow_hover(false));
    };
    let has_letter = of.bars.series.len() > 1;
    let is_inside = scale.points((bar.value - base).abs()) >= LETTER;
    if has_letter && is_inside {
        let colour = palette.on(of.colour(palette, row, bar));
        add(base + space, letter(row), colour);
    }
    let mut end = if is_right { bar.value.max(bar.high) } else { bar.value.min(bar.low) };
    // A ceiling's line must not go through the number.
    if let Some(ceiling) = bar.ceiling.filter(|ceiling| is_right && *ceiling >= end)
        && scale.points(ceiling - end) < 8.0 * number(bar).len() as f32 + 2.0 * SPACE
    {
        end = ceiling;
    }
    let before = if has_letter && !is_inside { format!("{} ", letter(row)) } else { String::new() };
    let is_slow = of.figure.kind == Kind::Apis && bar.flagged;
    let (number, colour) = match is_slow {
        true => (format!("▲ {}", significant(bar.value)), palette.conflict),
        false => (number(bar), palette.text),
    };
    add(end + space, format!("{before}{number}"), colour);
}

impl BarFigure<'_> {
    fn group_height(&self) -> f32 {
        BAR * self.bars.series.len() as f32 + GAP
    }

    /// How far down a bar begins.
    fn top_of(&self, group: usize, place: usize) -> f32 {
        self.group_height() * group as f32 + 0.5 * GAP + BAR * place as f32
    }

    fn colour(&self, palette: &Palette, row: usize, bar: &Bar) -> Color32 {
        match self.figure.kind {
            Kind::Apis if bar.flagged => palette.conflict,
            _ => palette.series(row),
        }
    }

    /// What a kernel is called below the name of its family.
    fn short<'a>(&self, kernel: &'a str) -> &'a str {
        let family = self.figure.family.as_deref();
        let rest = family.and_then(|family| kernel.strip_prefix(family)?.strip_prefix('_'));
        rest.filter(|rest| !rest.is_empty()).unwrap_or(kernel)
    }

    fn names_width(&self, ui: &Ui) -> f32 {
        let font = FontId::proportional(SIZES[0]);
        let width = |kernel: &String| {
            let text = self.short(kernel).to_owned();
            ui.painter().layout_no_wrap(text, font.clone(), Color32::WHITE).size().x
        };
        self.bars.groups.iter().map(width).fold(0.0, f32::max) + 16.0
    }

    /// What a click on a kernel does.
    fn action(&self, kernel: &str) -> ComparisonAction {
        match self.figure.kind {
            Kind::Apis => ComparisonAction::OpenTwins(kernel.to_owned()),
            _ => ComparisonAction::OpenKernel(kernel.to_owned()),
        }
    }

    fn hint(&self) -> &'static str {
        match self.figure.kind {
            Kind::Apis => "Click for both texts and the counters",
            _ => "Click to open its rung",
        }
    }

    /// A kernel's name, at the left of its bars.
    fn name(&self, ui: &Ui, group: usize, strip: Rect, actions: &mut Vec<ComparisonAction>) {
        let kernel = &self.bars.groups[group];
        let palette = Palette::of(ui.visuals());
        let id = Id::unique(("comparison name", &self.figure.id, kernel));
        let response = ui.interact(strip.shrink2(vec2(0.0, 1.0)), id, Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Open {kernel}")));
        let is_here = kernel == self.here;
        if response.hovered() || response.has_focus() || is_here {
            let fill = if is_here { palette.current_line } else { palette.next_line };
            ui.painter().rect_filled(strip.shrink2(vec2(0.0, 1.0)), 3.0, fill);
        }
        let font = FontId::proportional(SIZES[0]);
        let text = self.short(kernel).to_owned();
        let galley = ui.painter().layout_no_wrap(text, font, palette.text);
        let at = pos2(
            (strip.right() - 6.0 - galley.size().x).max(strip.left() + 2.0),
            strip.center().y - 0.5 * galley.size().y,
        );
        ui.painter().with_clip_rect(strip.intersect(ui.clip_rect())).galley(
            at,
            galley,
            palette.text,
        );
        if response.on_hover_text(format!("{kernel}\n{}", self.hint())).clicked() {
            actions.push(self.action(kernel));
        }
    }

    /// A bar tells its numbers, and opens its kernel.
    fn touch(
        &self,
        ui: &Ui,
        (group, row): (usize, usize),
        bar: &Bar,
        strip: Rect,
        actions: &mut Vec<ComparisonAction>,
    ) {
        let kernel = &self.bars.groups[group];
        let id = Id::unique(("comparison bar", &self.figure.id, kernel, row));
        // Tab goes from kernel to kernel; bars are for the pointer.
        let response = ui.interact(strip, id, Sense::CLICK);
        let label = self.rows.get(row).map(|row| row.label.as_str()).unwrap_or_default();
        let value = format!("{} {}", significant(bar.value), self.bars.unit);
        response.widget_info(|| {
            WidgetInfo::labeled(Role::Button, true, format!("{kernel} on {label}: {value}"))
        });
        let response = response.on_hover_ui_at_pointer(|ui| {
            ui.set_max_width(380.0);
            ui.label(RichText::new(kernel).strong());
            ui.label(format!("{}  {label}: {value}", letter(row)));
            for line in &bar.detail {
                ui.label(RichText::new(line).small());
            }
            let quiet = Palette::of(ui.visuals()).quiet;
            ui.label(RichText::new(self.hint()).small().color(quiet));
        });
        if response.clicked() {
            actions.push(self.action(kernel));
        }
    }
}
