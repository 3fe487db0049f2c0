//! The text with its gutter and its costs.

use super::buffer::{self, Buffer};
use super::cache::TextCache;
use super::cursor::select;
use super::input::{Input, Output};
use super::rows::RowRule;
use super::view::View;
use super::{cost_column, field, fold_marks, gutter, layout, links, marks};
use egui::style::ScrollAnimation;
use egui::{
    Align, Key, Modifiers, Rect, ScrollArea, Shape, Stroke, StrokeKind, TextBuffer, TextEdit,
    TextStyle, Ui, UiBuilder, pos2, vec2,
};
use warpbench_texts::syntax::Syntax;
use warpbench_theme::Palette;

/// Shows the text in an area and hears what is done to it.
pub(super) fn show(ui: &mut Ui, input: &Input<'_>, cache: &TextCache, area: Rect) -> Output {
    let mut output = Output::default();
    let palette = Palette::of(ui.visuals());
    let indented = keys(ui, input, &mut output);
    let mut child = ui.new_child(UiBuilder::new().id_salt(input.id).max_rect(area));
    child.set_clip_rect(area.intersect(ui.clip_rect()));
    child.painter().rect_filled(area, 0.0, palette.ground);
    // The ground of the current line is the theme's for what is selected, too.
    child.visuals_mut().selection.bg_fill = layout::Tints::of(&palette).selected;
    // A line is marked to its ends, so nothing may fade out there.
    child.spacing_mut().scroll.fade.strength = 0.0;
    let agreed = input.scroll_link.map(|link| (link, agreed_scroll(ui, link)));
    let followed = agreed.and_then(|(_, agreed)| cache.follow_scroll(agreed));
    let mut scroll = ScrollArea::vertical().id_salt("rows").auto_shrink(false);
    if let Some(offset) = followed {
        scroll = scroll.vertical_scroll_offset(offset);
    }
    let shown = scroll.show(&mut child, |ui| content(ui, input, cache, indented, &mut output));
    if let Some((link, agreed)) = agreed
        && let Some(offset) =
            cache.scrolled(agreed, shown.state.clamped_offset().y, followed.is_some())
    {
        ui.data_mut(|data| data.insert_temp(link, offset));
        ui.ctx().request_repaint();
    }
    output.has_focus = ui.memory(|memory| memory.has_focus(input.id));
    if output.has_focus {
        let stroke = Stroke::new(1.0, palette.text);
        child.painter().rect_stroke(area, 0.0, stroke, StrokeKind::Inside);
    }
    output
}

/// How far two texts beside each other are scrolled.
fn agreed_scroll(ui: &Ui, link: egui::Id) -> f32 {
    ui.data(|data| data.get_temp(link)).unwrap_or(0.0)
}

/// The parts that stay unfolded because somebody is at one of their lines, by their
/// heads, and the gaps between parts by their first lines: the cursor, a step, what is
/// looked for, what is wrong.
fn held(ui: &Ui, input: &Input<'_>, cache: &TextCache) -> Vec<u32> {
    if input.folds.is_none() {
        return Vec::new();
    }
    let (wanted, cursor) = cache.looked_at();
    let cursor = cursor.filter(|_| ui.memory(|memory| memory.has_focus(input.id)));
    let found =
        input.find.and_then(|find| Some(cache.found(input.text, find).get(find.current)?.start));
    let starts = layout::starts(input.text);
    let of_bytes = cursor.into_iter().chain(found).map(|at| layout::location(&starts, at).0);
    let of_text = input.diagnostics.iter().map(|wrong| wrong.location_or_start().line);
    let of_step = input.current_lines.iter().copied().chain(input.next_line);
    let of_step = of_step.filter(|_| input.is_settled);
    let lines: Vec<u32> =
        wanted.into_iter().chain(of_bytes).chain(of_text).chain(of_step).collect();
    let plan = cache.plan();
    let folds = plan.folding.folds.iter().filter(|fold| fold.is_folded || fold.is_held_open);
    let is_held =
        |&(first, last): &(u32, u32)| lines.iter().any(|line| (first..=last).contains(line));
    let heads = folds.filter(|fold| is_held(&fold.lines)).map(|fold| fold.head);
    let gaps = plan.folding.gaps.iter().filter(|gap| is_held(gap)).map(|gap| gap.0);
    heads.chain(gaps).collect()
}

/// Takes the keys that the field must not see. Gives the text with the selected
/// lines moved in or out, where Tab asks for that.
fn keys(ui: &Ui, input: &Input<'_>, output: &mut Output) -> Option<String> {
    if input.is_read_only || !ui.memory(|memory| memory.has_focus(input.id)) {
        return None;
    }
    ui.input_mut(|keys| {
        output.redo = keys.consume_key(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z)
            | keys.consume_key(Modifiers::COMMAND, Key::Y);
        output.undo = keys.consume_key(Modifiers::COMMAND, Key::Z);
    });
    let range = TextEdit::load_state(ui.ctx(), input.id)?.cursor.char_range()?;
    let chars = range.as_sorted_char_range();
    let from = input.text.byte_index_from_char_index(chars.start).0;
    let to = input.text.byte_index_from_char_index(chars.end).0;
    if !input.text.get(from..to)?.contains('\n') {
        return None;
    }
    let (is_out, is_in) = ui.input_mut(|keys| {
        let is_out = keys.consume_key(Modifiers::SHIFT, Key::Tab);
        (is_out, keys.consume_key(Modifiers::NONE, Key::Tab))
    });
    if !is_out && !is_in {
        return None;
    }
    let (text, selected) = buffer::indent(input.text, from..to, is_out);
    select(ui.ctx(), input.id, &text, selected.start, selected.end);
    Some(text)
}

fn content(
    ui: &mut Ui,
    input: &Input<'_>,
    cache: &TextCache,
    indented: Option<String>,
    output: &mut Output,
) {
    let appearance = field::appearance(ui, input.language, input.is_wrapped);
    let mut buffer = match indented {
        Some(text) => Buffer::new(text, false),
        None => Buffer::new(input.text, input.is_read_only),
    };
    let held = held(ui, input, cache);
    let (number_font, digit_width) = field::numbers(ui, &appearance);
    let lines = layout::starts(buffer.as_str()).len();
    let columns = layout::Gutter::new(lines, digit_width);
    let (visible, corner) = (ui.clip_rect(), ui.max_rect().min);
    let costs = cost_column::width(ui, visible.width(), input);
    let width = visible.width() - columns.width - costs;
    let wrap = input.is_wrapped.then(|| field::columns(ui, &appearance, width));
    let rule = RowRule { folds: input.folds, held: &held, twin: input.twin, columns: wrap };
    let ground = ui.painter().add(Shape::Noop);
    let room = Rect::from_min_max(
        pos2(corner.x + columns.width, corner.y),
        pos2(visible.right(), visible.bottom().max(corner.y)),
    );
    let named = (input.id, name(input));
    // What lies below the badges can be scrolled to the left of them.
    let field = field::show(ui, (room, costs), named, cache, (&appearance, &rule), &mut buffer);
    output.changed = buffer.into_changed(input.text);
    let origin = field.edit.galley_pos;
    let heights = layout::shifted(visible.y_range(), -origin.y);
    let view = View {
        input,
        palette: appearance.palette,
        rows: layout::rows(&field.edit.galley, heights),
        galley: field.edit.galley.clone(),
        origin,
        gutter: columns,
        plan: cache.plan(),
        visible,
    };

    let text = output.changed.as_deref().unwrap_or(input.text);
    output.cursor =
        field.edit.cursor_range.map(|range| text.byte_index_from_char_index(range.primary.index).0);
    let found = input.find.map(|find| cache.found(text, find)).unwrap_or_default();
    ui.painter().set(ground, Shape::Vec(vec![links::grounds(&view), marks::grounds(&view)]));
    field.painter.set(field.under, marks::found(&view, &found));
    marks::underlines(&view, &field.painter);
    marks::cut(&field.painter, &view.palette, view.rows.clone().filter_map(|row| view.row(row)));
    empty(ui, &view);
    marks::explain(&view, &field.edit.response.response);

    let diff = cache.diff(input.original, text);
    output.toggled_breakpoint = gutter::show(ui, &view, &diff, &number_font);
    output.folded = fold_marks::show(ui, &view, &field.painter);
    let typed = output.cursor.map(|at| layout::location(&layout::starts(text), at).0);
    cost_column::show(ui, &view, typed);

    let pointer = ui.input(|input| input.pointer.latest_pos());
    let pointer = pointer.filter(|_| ui.rect_contains_pointer(visible));
    output.hovered_line = pointer.and_then(|pointer| view.line_at(pointer.y));
    let response = &field.edit.response.response;
    if response.clicked() {
        let at = response.interact_pointer_pos();
        output.clicked_line = at.and_then(|at| view.line_at(at.y));
    }
    bring_into_view(ui, &view, cache, &found, (output.cursor, field.painter.clip_rect().width()));
}

/// What the text is called by those who cannot see it.
fn name(input: &Input<'_>) -> &'static str {
    match input.language {
        Syntax::Rust => "Rust source",
        Syntax::Wgsl => "WGSL source",
        Syntax::Ptx => "PTX",
    }
}

/// A text without a word says what to do.
fn empty(ui: &Ui, view: &View<'_>) {
    if view.galley.text().is_empty() {
        let text = if view.input.is_read_only {
            "There is no text in this language."
        } else {
            "Type a kernel here, or undo to bring back what was here."
        };
        let font = TextStyle::Body.resolve(ui.style());
        let at = view.origin + vec2(8.0, 0.0);
        ui.painter().text(at, egui::Align2::LEFT_TOP, text, font, view.palette.quiet);
    }
}

/// Scrolls to what is asked for, if it is not in view. Nothing glides: what the
/// eye follows is the line that is marked, not the way to it.
fn bring_into_view(
    ui: &Ui,
    view: &View<'_>,
    cache: &TextCache,
    found: &[std::ops::Range<usize>],
    (cursor, field_width): (Option<usize>, f32),
) {
    let input = view.input;
    let asked = input.scroll_to.map(|line| (line, input.moment));
    let targets = cache.scroll_targets(asked, input.find, cursor);
    let starts = || layout::starts(view.galley.text());
    let (line, align) = if let Some(line) = targets.line {
        (Some(line), Some(Align::Center))
    } else if targets.is_find {
        let current = input.find.and_then(|find| found.get(find.current));
        let location = current.map(|range| layout::location(&starts(), range.start));
        if let (Some((line, column)), Some(range)) = (location, current) {
            let widths = layout::span(&view.galley, line, column, range.len() as u32);
            cache.want_widths(widths);
            ui.ctx().request_repaint();
        }
        (location.map(|(line, _)| line), Some(Align::Center))
    } else if targets.is_cursor {
        let at = cursor.map(|cursor| layout::location(&starts(), cursor));
        let widths = at.and_then(|(line, column)| layout::span(&view.galley, line, column, 1));
        let room = field_width - field::ROOM_AT_END;
        if let Some(widths) = widths.filter(|widths| widths.max < room) {
            // The start of a line is worth more than the room behind its end.
            cache.want_widths(Some(egui::Rangef::new(0.0, widths.max)));
            ui.ctx().request_repaint();
        }
        (at.map(|(line, _)| line), None)
    } else {
        (None, None)
    };
    if let Some(line) = line.filter(|line| view.plan.folding.is_hidden(*line)) {
        // Its part is unfolded with the next frame.
        if cache.want_again(line) {
            ui.ctx().request_repaint();
        }
    }
    if let Some(rect) = line.and_then(|line| view.line(line))
        && !(view.visible.top() <= rect.top() && rect.bottom() <= view.visible.bottom())
    {
        ui.scroll_to_rect_animation(rect, align, ScrollAnimation::none());
        if let Some(line) = line.filter(|_| targets.line.is_some()) {
            cache.want_again(line);
        }
        ui.ctx().request_repaint();
    }
}
