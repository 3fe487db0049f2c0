//! Controls side by side, in as many rows as the window needs.
//!
//! How wide a control is, is known once it was drawn. What was learnt is kept for
//! the next frame, and a frame that was laid out with wrong widths is drawn again
//! before anybody sees it.

use egui::{Align, Id, Layout, Ui, vec2};
use std::ops::Range;

/// A control: a function that draws it.
pub(crate) type Control<'a> = Box<dyn FnOnce(&mut Ui) + 'a>;

/// The height of a row: that of the highest control, so that the others stand in
/// the middle of it and not each a little lower than the last.
const ROW: f32 = 26.0;

/// How wide a control is taken to be that was never drawn.
const GUESS: f32 = 120.0;

/// Where controls stand in a row that has more room than they need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spread {
    /// One behind the other.
    Left,
    /// The very first at the left, the others of its row at the right.
    Ends,
}

/// Draws controls from left to right.
pub(crate) fn show(ui: &mut Ui, salt: &str, spread: Spread, controls: Vec<Control<'_>>) {
    let id = Id::unique(("flow", salt));
    let mut widths: Vec<f32> = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    widths.resize(controls.len(), GUESS);
    let gap = ui.spacing().item_spacing.x;
    let available = ui.available_width();
    let rows = rows(&widths, gap, available);
    let mut controls = controls.into_iter();
    let mut drawn = Vec::with_capacity(widths.len());
    for row in &rows {
        let used = needed(&widths[row.clone()], gap);
        line(ui, |ui| {
            // A control that shows nothing just now takes no gap either.
            ui.spacing_mut().item_spacing.x = 0.0;
            for (index, control) in row.clone().zip(controls.by_ref()) {
                let is_behind = widths[row.start..index].iter().any(|width| *width > 0.0);
                if is_behind && widths[index] > 0.0 {
                    ui.add_space(gap);
                }
                drawn.push(spaced(ui, gap, control));
                if index == 0 && spread == Spread::Ends && available > used {
                    ui.add_space(available - used);
                }
            }
        });
    }
    let is_other = |(known, drawn): (&f32, &f32)| (known - drawn).abs() > 0.5;
    if widths.iter().zip(&drawn).any(is_other) {
        ui.data_mut(|data| data.insert_temp(id, drawn));
        ui.ctx().request_discard("a control has another width");
    }
}

/// Draws something at the left, and something else up to the right edge; with too
/// little room for both, in the next row. Either is read from left to right.
pub(crate) fn ends(
    ui: &mut Ui,
    salt: &str,
    left: impl FnOnce(&mut Ui),
    right: impl FnOnce(&mut Ui),
) {
    let id = Id::unique(("ends", salt));
    let known: [f32; 2] = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let available = ui.available_width();
    let gap = ui.spacing().item_spacing.x;
    let mut drawn = known;
    if needed(&known, gap) <= available {
        line(ui, |ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            drawn[0] = spaced(ui, gap, left);
            ui.add_space((available - drawn[0] - known[1]).max(gap));
            drawn[1] = spaced(ui, gap, right);
        });
    } else {
        ui.horizontal_wrapped(left);
        if known[1] <= available {
            drawn[1] = line(ui, right);
        } else {
            ui.horizontal_wrapped(right);
        }
    }
    let is_other = |(known, drawn): (&f32, &f32)| (known - drawn).abs() > 0.5;
    if known.iter().zip(&drawn).any(is_other) {
        ui.data_mut(|data| data.insert_temp(id, drawn));
        ui.ctx().request_discard("something has another width");
    }
}

/// A row of controls, one behind the other; says how wide they are.
fn line(ui: &mut Ui, add: impl FnOnce(&mut Ui)) -> f32 {
    let size = vec2(ui.available_size_before_wrap().x, ROW);
    let layout = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(size, layout, add).response.rect.width()
}

/// The same with so much between the controls.
fn spaced(ui: &mut Ui, gap: f32, add: impl FnOnce(&mut Ui)) -> f32 {
    line(ui, |ui| {
        ui.spacing_mut().item_spacing.x = gap;
        add(ui);
    })
}

fn needed(widths: &[f32], gap: f32) -> f32 {
    let drawn = widths.iter().filter(|width| **width > 0.0);
    drawn.clone().sum::<f32>() + gap * drawn.count().saturating_sub(1) as f32
}

/// Which controls stand in which row: as few rows as there can be, and all about as
/// long, so that none is left alone in the last.
fn rows(widths: &[f32], gap: f32, available: f32) -> Vec<Range<usize>> {
    let fewest = filled(widths, gap, available);
    let starts = 0..widths.len();
    let lengths = starts.flat_map(|start| (start + 1..=widths.len()).map(move |end| start..end));
    let lengths = lengths.map(|row| needed(&widths[row], gap)).filter(|length| *length < available);
    let mut lengths: Vec<f32> = lengths.collect();
    lengths.sort_by(f32::total_cmp);
    let is_as_few = |length: &f32| filled(widths, gap, *length).len() == fewest.len();
    match lengths.into_iter().find(is_as_few) {
        Some(length) if fewest.len() > 1 => filled(widths, gap, length),
        _ => fewest,
    }
}

/// Rows that are as full as can be.
fn filled(widths: &[f32], gap: f32, available: f32) -> Vec<Range<usize>> {
    let mut rows = Vec::new();
    let mut start = 0;
    for end in 1..=widths.len() {
        if end - start > 1 && needed(&widths[start..end], gap) > available {
            rows.push(start..end - 1);
            start = end - 1;
        }
    }
    if start < widths.len() {
        rows.push(start..widths.len());
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_hold_what_fits() {
        let check = |widths: &[f32], available: f32, expected: &[usize]| {
            let found = rows(widths, 10.0, available);
            let starts: Vec<usize> = found.iter().map(|row| row.start).collect();
            assert_eq!(starts, expected, "{widths:?} in {available}");
            let ends = found.iter().map(|row| row.end);
            assert!(ends.eq(starts.iter().copied().skip(1).chain([widths.len()])));
        };
        let widths = [30.0, 40.0, 20.0, 50.0];
        check(&widths, 170.0, &[0]);
        // None is left alone where two rows are needed anyway.
        check(&widths, 169.0, &[0, 2]);
        check(&widths, 80.0, &[0, 2]);
        check(&widths, 79.0, &[0, 1, 3]);
        // What is wider than the window has a row of its own.
        check(&widths, 1.0, &[0, 1, 2, 3]);
        // What shows nothing takes no room.
        check(&[30.0, 0.0, 40.0], 80.0, &[0]);
        assert!(rows(&[], 10.0, 100.0).is_empty());
    }
}
