//! Layout of variables and lanes.
//!
//! All places are relative to the corner of the whole table, of which only a
//! part may show: names take the first `names` points of a line, lane 0 comes
//! behind them, and the lanes' numbers stand above. Where they can be seen at once so,
//! lanes stand more closely, in smaller digits, or in two rows per variable; else the
//! table is wider than the panel and scrolls.

use super::model::Model;
use egui::{Pos2, Rect, Vec2, pos2, vec2};
use std::ops::Range;

/// Left of a value, for the dot that says that it has changed.
pub(super) const DOT: f32 = 10.0;
pub(super) const PAD: f32 = 6.0;
/// Around a value where lanes stand closely.
const CLOSE: f32 = 3.0;
/// The most of a panel that names take.
const NAMES_SHARE: f32 = 0.45;
/// What small characters are of the usual ones.
pub(super) const SMALL: f32 = 0.76;

/// The size of the small monospaced characters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Metrics {
    pub(super) char_width: f32,
    pub(super) text_height: f32,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    pub(super) names: f32,
    /// Characters of a name that fit.
    pub(super) name_characters: usize,
    pub(super) column: f32,
    /// Height of a line, and of what stands above the lanes.
    pub(super) line: f32,
    /// Height of a row of lanes; a line may have several.
    pub(super) row: f32,
    pub(super) lanes_per_row: u32,
    /// Whether lanes stand so closely that there is no room but for their values.
    pub(super) is_close: bool,
    pub(super) lanes: u32,
    pub(super) lines: usize,
}

impl Layout {
    /// Places a table of so many lines in a panel of this width.
    pub(super) fn new(model: &Model, lines: usize, width: f32, metrics: Metrics) -> Layout {
        let name = |name: &str| name.chars().count();
        let longest = model.rows.iter().map(|row| name(&row.name)).max().unwrap_or(0);
        // The mark of a watched variable, the name, its type.
        let around = DOT + 5.0 * metrics.char_width + 2.0 * PAD;
        let most = ((width * NAMES_SHARE - around) / metrics.char_width).floor().max(3.0);
        let name_characters = longest.min(most as usize);
        let names = around + name_characters as f32 * metrics.char_width;
        // Where lanes stand closely, types are told by pointing.
        let close_names = names - 5.0 * metrics.char_width;
        let usual = DOT + model.characters as f32 * metrics.char_width + PAD;
        let close = model.characters as f32 * metrics.char_width * SMALL + CLOSE;
        let room = |names: f32, lanes: u32| (width - names - PAD) / lanes.max(1) as f32;
        let [whole, half] = [model.width, model.width.div_ceil(2)];
        let (lanes_per_row, column, is_close) = if room(names, whole) >= usual {
            (whole, usual, false)
        } else if room(close_names, whole) >= close {
            (whole, room(close_names, whole), true)
        } else if room(close_names, half) >= close {
            (half, room(close_names, half).min(usual), true)
        } else {
            (whole, usual, false)
        };
        let names = if is_close { close_names } else { names };
        let rows = model.width.div_ceil(lanes_per_row.max(1)).max(1) as f32;
        let usual = metrics.text_height + 7.0;
        let (row, line) = match rows > 1.0 {
            true => (
                SMALL * metrics.text_height + 3.0,
                rows * (SMALL * metrics.text_height + 3.0) + 3.0,
            ),
            false => (usual, usual),
        };
        let lanes = model.width;
        Layout { names, name_characters, column, line, row, lanes_per_row, is_close, lanes, lines }
    }

    /// How large the whole table is.
    pub(super) fn size(&self) -> Vec2 {
        let width = self.names + self.lanes_per_row as f32 * self.column;
        vec2(width + PAD, (self.lines + 1) as f32 * self.line)
    }

    /// Whether a line has several rows of lanes.
    pub(super) fn is_broken(&self) -> bool {
        self.lanes_per_row < self.lanes
    }

    /// The place of a lane in a line.
    pub(super) fn cell(&self, line: usize, lane: u32) -> Rect {
        self.cell_from((line + 1) as f32 * self.line, lane)
    }

    /// The place of a lane's number.
    pub(super) fn number(&self, lane: u32) -> Rect {
        self.cell_from(0.0, lane)
    }

    fn cell_from(&self, top: f32, lane: u32) -> Rect {
        let (row, place) = (lane / self.lanes_per_row.max(1), lane % self.lanes_per_row.max(1));
        let corner = pos2(self.names + place as f32 * self.column, top + row as f32 * self.row);
        Rect::from_min_size(corner, vec2(self.column, self.row))
    }

    /// The lines that show at least in part between two heights of the table, of
    /// which the upper is covered by the numbers of the lanes.
    pub(super) fn visible_lines(&self, top: f32, bottom: f32) -> Range<usize> {
        let first = (top / self.line).floor().max(0.0) as usize;
        let end = (bottom / self.line - 1.0).ceil().max(0.0) as usize;
        first.min(self.lines)..end.min(self.lines)
    }

    /// The lanes that show at least in part between two places, of which the
    /// left is covered by the names.
    pub(super) fn visible_lanes(&self, left: f32, right: f32) -> Range<u32> {
        if self.is_broken() {
            return 0..self.lanes;
        }
        let first = (left / self.column).floor().max(0.0) as u32;
        let end = ((right - self.names) / self.column).ceil().max(0.0) as u32;
        first.min(self.lanes)..end.min(self.lanes)
    }

    /// What must be in view so that a lane is, behind the names, at a height that is.
    pub(super) fn lane_in_view(&self, lane: u32, height: f32) -> Rect {
        let column = self.cell(0, lane);
        let left = column.left() - self.names;
        Rect::from_min_max(pos2(left, height), pos2(column.right(), height))
    }

    /// The lane at a point, and the line unless it is the one with the numbers.
    pub(super) fn at(&self, point: Pos2) -> Option<(u32, Option<usize>)> {
        let place = ((point.x - self.names) / self.column).floor();
        let line = (point.y / self.line).floor() - 1.0;
        let row = ((point.y.rem_euclid(self.line)) / self.row).floor();
        let rows = self.lanes.div_ceil(self.lanes_per_row.max(1)).max(1);
        let lane = row.min((rows - 1) as f32) * self.lanes_per_row as f32 + place;
        let is_inside =
            place >= 0.0 && place < self.lanes_per_row as f32 && lane < self.lanes as f32;
        let line = (line >= 0.0 && line < self.lines as f32).then_some(line as usize);
        is_inside.then_some((lane as u32, line))
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::VariableRow;
    use super::*;

    const METRICS: Metrics = Metrics { char_width: 7.5, text_height: 15.0 };

    fn layout(name: &str, lanes: u32, width: f32) -> Layout {
        Layout::new(&model(name, lanes), 20, width, METRICS)
    }

    fn model(name: &str, lanes: u32) -> Model {
        let row = VariableRow {
            name: name.to_owned(),
            function: String::new(),
            scalar: None,
            words: Vec::new(),
            changed: 0,
        };
        Model { width: lanes, rows: vec![row; 20], characters: 6, ..Model::default() }
    }

    #[test]
    fn names_leave_room_for_lanes() {
        let check = |name: &str, width: f32, expected: usize| {
            let layout = layout(name, 32, width);
            assert_eq!(layout.name_characters, expected, "{name} in {width}");
            assert!(layout.names <= width * 0.5, "{name} in {width}");
        };
        check("t", 260.0, 1);
        check("partial", 260.0, 7);
        check("a_rather_long_name_of_a_variable", 260.0, 7);
        check("a_rather_long_name_of_a_variable", 800.0, 32);
    }

    #[test]
    fn a_point_in_a_cell_finds_it() {
        for (lanes, width) in [(32, 260.0), (64, 1400.0), (16, 500.0), (1, 300.0)] {
            let layout = layout("partial", lanes, width);
            for lane in 0..lanes {
                for line in 0..20 {
                    let place = layout.cell(line, lane);
                    assert_eq!(layout.at(place.center()), Some((lane, Some(line))));
                    assert!(Rect::from_min_size(Pos2::ZERO, layout.size()).contains_rect(place));
                }
                assert_eq!(layout.at(layout.number(lane).center()), Some((lane, None)));
            }
            assert_eq!(layout.at(pos2(3.0, 50.0)), None);
            assert_eq!(layout.at(pos2(layout.size().x + 1.0, 50.0)), None);
        }
    }

    #[test]
    fn all_lanes_are_seen_where_the_width_allows_it() {
        let check = |characters: usize, width: f32, expected: (u32, bool)| {
            let mut model = model("left", 32);
            model.characters = characters;
            let layout = Layout::new(&model, 20, width, METRICS);
            assert_eq!(
                (layout.lanes_per_row, layout.is_close),
                expected,
                "{characters} in {width}"
            );
            let is_whole = layout.size().x <= width;
            assert_eq!(layout.visible_lanes(0.0, width) == (0..32), is_whole, "{layout:?}");
        };
        check(3, 1600.0, (32, false));
        check(3, 880.0, (32, true));
        check(3, 490.0, (16, true));
        check(4, 560.0, (16, true));
        // Then it is scrolled, with digits as large as they are elsewhere.
        check(10, 490.0, (32, false));
        check(3, 260.0, (32, false));
    }

    #[test]
    fn a_lane_in_view_is_not_behind_the_names() {
        let layout = layout("partial", 32, 500.0);
        for lane in [0, 1, 7, 31] {
            let wanted = layout.lane_in_view(lane, 50.0);
            assert!(layout.visible_lanes(wanted.left(), wanted.right()).contains(&lane));
            assert!(wanted.left() >= 0.0 && wanted.right() <= layout.size().x, "{lane}");
        }
    }

    #[test]
    fn only_what_shows_is_visible() {
        let layout = layout("partial", 32, 500.0);
        let lines = |top: f32, bottom: f32, expected: Range<usize>| {
            assert_eq!(layout.visible_lines(top * layout.line, bottom * layout.line), expected);
        };
        lines(0.0, 6.0, 0..5);
        lines(0.5, 6.5, 0..6);
        lines(15.0, 30.0, 15..20);
        let lanes = |left: f32, columns: f32, expected: Range<u32>| {
            let left = left * layout.column;
            let right = left + layout.names + columns * layout.column;
            assert_eq!(layout.visible_lanes(left, right), expected);
        };
        lanes(0.0, 4.0, 0..4);
        lanes(1.5, 4.0, 1..6);
        lanes(30.0, 9.0, 30..32);
        lanes(0.0, -3.0, 0..0);
    }
}
