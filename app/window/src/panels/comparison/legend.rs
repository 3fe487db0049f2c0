//! Devices have a letter, a colour and a marker each, the same in every figure. The
//! letters stand above the figures; a click hides a device or shows it again.

use egui::text::LayoutJob;
use egui::{Button, Color32, FontId, ScrollArea, TextFormat, Ui};
use egui_plot::MarkerShape;
use warpbench_state::comparison::action::ComparisonAction;
use warpbench_state::comparison::board::BoardRow;
use warpbench_state::comparison::session::ComparisonSession;
use warpbench_theme::{Palette, SIZES};

/// More than these stand in one row that can be scrolled, and all where there is little
/// room.
const MOST_WRAPPED: usize = 6;

/// Shapes, and the letters that look like them.
const MARKERS: [(MarkerShape, &str); 6] = [
    (MarkerShape::Circle, "●"),
    (MarkerShape::Square, "■"),
    (MarkerShape::Up, "▲"),
    (MarkerShape::Diamond, "◆"),
    (MarkerShape::Down, "▼"),
    (MarkerShape::Cross, "×"),
];

/// The letter of a row: A to Z, then AA.
pub(super) fn letter(row: usize) -> String {
    let last = char::from(b'A' + (row % 26) as u8);
    match (row / 26).checked_sub(1) {
        Some(before) => format!("{}{last}", letter(before)),
        None => last.to_string(),
    }
}

pub(super) fn marker(row: usize) -> MarkerShape {
    MARKERS[row % MARKERS.len()].0
}

pub(super) fn show(
    ui: &mut Ui,
    session: &ComparisonSession,
    (has_markers, is_small): (bool, bool),
    actions: &mut Vec<ComparisonAction>,
) {
    let own = session.board.rows.iter().enumerate();
    let own: Vec<(usize, &BoardRow)> =
        own.filter(|(_, row)| Some(row.class) == session.shown.class).collect();
    let mut chips = |ui: &mut Ui| {
        for &(index, row) in &own {
            chip(ui, session, index, row, has_markers, actions);
        }
    };
    if own.len() <= MOST_WRAPPED && !is_small {
        ui.horizontal_wrapped(chips);
    } else {
        let area = ScrollArea::horizontal().id_salt("devices").auto_shrink([false, true]);
        area.show(ui, |ui| ui.horizontal(|ui| chips(ui)));
    }
}

fn chip(
    ui: &mut Ui,
    session: &ComparisonSession,
    index: usize,
    row: &BoardRow,
    has_markers: bool,
    actions: &mut Vec<ComparisonAction>,
) {
    let palette = Palette::of(ui.visuals());
    let is_hidden = session.filter().hidden.contains(&row.key);
    let (ground, words) = match is_hidden {
        true => (palette.field, palette.quiet),
        false => (palette.series(index), palette.text),
    };
    let font = FontId::proportional(SIZES[0]);
    let mut job = LayoutJob::default();
    let format = |color: Color32, background: Color32| TextFormat {
        font_id: font.clone(),
        color,
        background,
        ..TextFormat::default()
    };
    let on = if is_hidden { palette.quiet } else { palette.on(ground) };
    job.append(&format!(" {} ", letter(index)), 0.0, format(on, ground));
    if has_markers {
        let sign = MARKERS[index % MARKERS.len()].1;
        job.append(sign, 5.0, format(ground, Color32::TRANSPARENT));
    }
    let sign = if row.remarks.is_empty() { "" } else { " !" };
    let hidden = if is_hidden { " (hidden)" } else { "" };
    let label = format!("{}{hidden}{sign}", row.label);
    job.append(&label, 5.0, format(words, Color32::TRANSPARENT));
    let response = ui.add(Button::selectable(false, job).frame_when_inactive(true));
    let mut hint = format!("On {}. ", row.machine);
    hint += if is_hidden { "Click to show it" } else { "Click to hide it, twice to show it alone" };
    for remark in &row.remarks {
        hint += &format!("\n! {remark}");
    }
    let response = response.on_hover_text(hint);
    if response.double_clicked() {
        actions.push(ComparisonAction::OnlyDevice(row.key.clone()));
    } else if response.clicked() {
        actions.push(ComparisonAction::ToggleDevice(row.key.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_behind_z() {
        let check = |row: usize, expected: &str| assert_eq!(letter(row), expected);
        check(0, "A");
        check(25, "Z");
        check(26, "AA");
        check(27, "AB");
        check(26 + 26 * 26, "AAA");
    }
}
