//! Controls side by side, in as many rows as the window needs.
//!
//! How wide a control is, is known once it was drawn. What was learnt is kept for
//! the next frame, and a frame that was laid out with wrong widths is drawn again
//! before anybody sees it.

use egui::{Align, Id, Layout, Ui};
use std::ops::Range;

/// A control: a function that draws it.
pub(in crate::window) type Control<'a> = Box<dyn FnOnce(&mut Ui) + 'a>;

/// How wide a control is taken to be that was never drawn.
const GUESS: f32 = 120.0;

/// Where controls stand in a row that has more room than they need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::window) enum Spread {
    /// One behind the other.
    Left,
    /// The very first at the left, the others of its row at the right.
    Ends,
}

/// Draws controls from left to right.
pub(in crate::window) fn show(ui: &mut Ui, salt: &str, spread: Spread, controls: Vec<Control<'_>>) {
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
        ui.horizontal(|ui| {
            for (index, control) in row.clone().zip(controls.by_ref()) {
                drawn.push(ui.horizontal(control).response.rect.width());
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

/// Draws something at the left, and something else from the right edge on; with
/// too little room for both, in the next row.
pub(in crate::window) fn ends(
    ui: &mut Ui,
    salt: &str,
    left: impl FnOnce(&mut Ui),
    right: impl FnOnce(&mut Ui),
) {
    let id = Id::unique(("ends", salt));
    let known: [f32; 2] = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let available = ui.available_width();
    let mut drawn = known;
    if needed(&known, ui.spacing().item_spacing.x) <= available {
        ui.horizontal(|ui| {
            drawn[0] = ui.horizontal(left).response.rect.width();
            let layout = Layout::right_to_left(Align::Center);
            drawn[1] = ui
                .with_layout(layout, |ui| {
                    right(ui);
                    ui.min_rect().width()
                })
                .inner;
        });
    } else {
        ui.horizontal_wrapped(left);
        if known[1] <= available {
            drawn[1] = ui.horizontal(right).response.rect.width();
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

fn needed(widths: &[f32], gap: f32) -> f32 {
    widths.iter().sum::<f32>() + gap * widths.len().saturating_sub(1) as f32
}

/// Which controls stand in which row.
fn rows(widths: &[f32], gap: f32, available: f32) -> Vec<Range<usize>> {
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
        let check = |available: f32, expected: &[Range<usize>]| {
            let found = rows(&[30.0, 40.0, 20.0, 50.0], 10.0, available);
            assert_eq!(found, expected, "{available}");
        };
        check(170.0, &[0..4]);
        check(169.0, &[0..3, 3..4]);
        check(80.0, &[0..2, 2..4]);
        check(79.0, &[0..1, 1..3, 3..4]);
        // What is wider than the window has a row of its own.
        check(1.0, &[0..1, 1..2, 2..3, 3..4]);
        assert!(rows(&[], 10.0, 100.0).is_empty());
    }
}
