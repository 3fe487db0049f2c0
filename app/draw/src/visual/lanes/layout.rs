//! Layout of warps and lanes.
//!
//! All places are relative to the corner of the rows. A row has three parts: a
//! label, the lanes, and an end with the warp's state. Where a panel is too
//! narrow for all lanes side by side, they break into two or four lines; lanes
//! stand in groups of eight so that the eye can count them.
//!
//! Where things lie depends on the panel and on what is to be expected of a watched
//! variable in the whole recording, and not on what it holds: while one steps,
//! nothing moves.

use super::model::Model;
use egui::{Pos2, Rect, Vec2, pos2, vec2};
use std::ops::Range;

/// Lanes that stand together.
pub(super) const GROUP: u32 = 8;

const GROUP_GAP: f32 = 3.0;
/// A lane is a square of this size where there is room.
const LARGEST: f32 = 22.0;
/// From lane to lane, before the lanes break into more lines.
const SMALLEST_PITCH: f32 = 8.0;
/// Where the bar for scrolling lies.
const SCROLL_BAR: f32 = 10.0;
/// An icon and the space behind it.
pub(super) const ICON: f32 = 18.0;
/// From this width on, a row's end has room for words.
const WIDE: f32 = 520.0;
/// How closely rows stand: the first is taken at which all warps can be seen at once.
/// The last has no room for values in any case: what warps do comes first.
static USUAL: Density = Density { row_gap: 5.0, strip: Some(9.0), least: 12.0, around_text: 5.0 };
static CLOSER: Density = Density { row_gap: 3.0, strip: Some(7.0), least: 9.0, around_text: 3.0 };
static BARE: Density = Density { row_gap: 2.0, strip: None, least: 8.0, around_text: 2.0 };
/// At most so many characters of a value stand at a row's end.
pub(super) const END_CHARACTERS: usize = 6;

/// The size of the small monospaced characters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Metrics {
    pub(super) char_width: f32,
    pub(super) text_height: f32,
}

/// How closely rows stand.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Density {
    row_gap: f32,
    /// The room for bars below a line of lanes, if they have any.
    strip: Option<f32>,
    /// A lane is at least so high.
    least: f32,
    /// What a lane with a number is higher than that.
    around_text: f32,
}

/// How the values of a watched variable show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shows {
    Nothing,
    /// Only where the pointer is: all warps at once are worth more.
    OnHover,
    /// As numbers in the lanes.
    Numbers,
    /// As bars below the lanes.
    Strip {
        /// Whether a value has room at a row's end.
        has_end: bool,
    },
}

impl Shows {
    pub(super) fn is_strip(self) -> bool {
        matches!(self, Shows::Strip { .. })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    pub(super) shows: Shows,
    pub(super) width: u32,
    pub(super) rows: usize,
    pub(super) lanes_per_line: u32,
    pub(super) lines: u32,
    /// From lane to lane and from line to line.
    pub(super) pitch: Vec2,
    pub(super) cell: Vec2,
    /// How much of a line is below its lanes, for bars.
    below: f32,
    pub(super) row_height: f32,
    pub(super) label_width: f32,
    /// Where the rows' ends start.
    pub(super) end: f32,
    /// Whether a row's end has room for words.
    pub(super) is_wide: bool,
}

impl Layout {
    /// Places the warps in a panel of this size.
    pub(super) fn new(model: &Model, size: Vec2, metrics: Metrics) -> Layout {
        let placed = |density| Layout::with(model, size, metrics, density);
        let is_whole = |layout: &Layout| layout.is_whole(size.y);
        let mut all = [&USUAL, &CLOSER, &BARE].into_iter().map(placed);
        all.find(is_whole).unwrap_or_else(|| placed(&CLOSER))
    }

    fn with(model: &Model, size: Vec2, metrics: Metrics, density: &'static Density) -> Layout {
        let longest = model.expected.characters;
        let label_width = ICON * 0.75 + 3.5 * metrics.char_width + 6.0;
        let end = (longest + 2).min(END_CHARACTERS);
        let room = |is_wide, value| {
            Room::new(model, size, metrics, (label_width, density), is_wide, value)
        };
        // Words at the end are worth less than lanes in one line.
        let is_wide = size.x >= WIDE && room(true, end).lines() == room(false, end).lines();
        // For numbers the end needs no room for a value, so they are tried first.
        let with_numbers = room(is_wide, 0);
        let needed = longest as f32 * metrics.char_width + 4.0;
        let found = (longest > 0).then(|| with_numbers.numbers(needed)).flatten();
        let (shows, room, lines) = match (found, longest) {
            (Some(lines), _) => (Shows::Numbers, with_numbers, lines),
            (None, 0) => {
                let lines = with_numbers.lines();
                (Shows::Nothing, with_numbers, lines)
            }
            (None, _) if density.strip.is_none() => {
                let lines = with_numbers.lines();
                (Shows::OnHover, with_numbers, lines)
            }
            (None, _) => {
                // An equals sign and a space stand before it. Where it would leave
                // specks of the lanes, they come first.
                let room = room(is_wide, end);
                let has_room = room.pitch(room.lines()) >= SMALLEST_PITCH;
                let room = if has_room { room } else { with_numbers };
                let lines = room.lines();
                (Shows::Strip { has_end: has_room }, room, lines)
            }
        };
        let lanes_per_line = model.width.div_ceil(lines).max(1);
        let below = density.strip.filter(|_| shows.is_strip()).unwrap_or(0.0);
        let (pitch, cell) = room.cell(shows, lines, needed, below);
        let row_height = (pitch.y * lines as f32 + density.row_gap).max(metrics.text_height + 1.0);
        let groups = lanes_per_line.div_ceil(GROUP) as f32;
        let end = label_width + pitch.x * lanes_per_line as f32 + GROUP_GAP * groups + 4.0;
        Layout {
            shows,
            width: model.width,
            rows: model.rows.len(),
            lanes_per_line,
            lines,
            pitch,
            cell,
            below,
            row_height,
            label_width,
            end,
            is_wide,
        }
    }

    /// Whether all rows are seen at once in this height.
    pub(super) fn is_whole(&self, height: f32) -> bool {
        self.height() <= height
    }

    /// How high all rows are.
    pub(super) fn height(&self) -> f32 {
        self.rows as f32 * self.row_height
    }

    /// The rows between two heights.
    pub(super) fn visible(&self, top: f32, bottom: f32) -> Range<usize> {
        let first = (top / self.row_height).floor().max(0.0) as usize;
        let end = (bottom / self.row_height).ceil().max(0.0) as usize;
        first.min(self.rows)..end.min(self.rows)
    }

    /// The row's place, from its label to the given width.
    pub(super) fn row(&self, row: usize, width: f32) -> Rect {
        let top = row as f32 * self.row_height;
        Rect::from_min_size(pos2(0.0, top), vec2(width, self.row_height))
    }

    /// The left edge of a lane's column.
    pub(super) fn column(&self, lane: u32) -> f32 {
        let column = lane % self.lanes_per_line;
        self.label_width + column as f32 * self.pitch.x + (column / GROUP) as f32 * GROUP_GAP
    }

    pub(super) fn lane(&self, row: usize, lane: u32) -> Rect {
        let line = (lane / self.lanes_per_line) as f32;
        let gap = self.pitch.y - self.cell.y - self.below;
        let used = self.pitch.y * self.lines as f32 - gap;
        let top = row as f32 * self.row_height + (self.row_height - used) / 2.0;
        let corner = pos2(self.column(lane), top + line * self.pitch.y);
        Rect::from_min_size(corner, self.cell)
    }

    /// Where the bar of a lane lies.
    pub(super) fn strip(&self, row: usize, lane: u32) -> Rect {
        let lane = self.lane(row, lane);
        let top = lane.bottom() + 1.0;
        Rect::from_min_max(pos2(lane.left(), top), pos2(lane.right(), top + self.below - 2.0))
    }

    /// Right above a lane, where a line says that more is shown of it elsewhere.
    pub(super) fn above_lane(&self, row: usize, lane: u32) -> Rect {
        let place = self.lane(row, lane);
        let top = place.top() - 2.0;
        let right = match (lane + 1) % GROUP {
            0 => place.right(),
            _ => place.left() + self.pitch.x,
        };
        Rect::from_min_max(pos2(place.left(), top), pos2(right, top + 1.5))
    }

    /// How many characters of a value a lane has room for.
    pub(super) fn characters(&self, char_width: f32) -> usize {
        ((self.cell.x - 1.0) / char_width).max(0.0) as usize
    }

    /// The row at a point, and the lane if the point is among the lanes.
    pub(super) fn at(&self, point: Pos2) -> Option<(usize, Option<u32>)> {
        if point.y < 0.0 || point.y >= self.height() {
            return None;
        }
        let row = (point.y / self.row_height) as usize;
        let first = self.lane(row, 0).min;
        let x = point.x - first.x;
        let group_width = self.pitch.x * GROUP as f32 + GROUP_GAP;
        let group = (x / group_width).floor();
        let in_group = ((x - group * group_width) / self.pitch.x).floor().min(GROUP as f32 - 1.0);
        let column = group * GROUP as f32 + in_group;
        let line = ((point.y - first.y) / self.pitch.y).floor().clamp(0.0, self.lines as f32 - 1.0);
        let is_lane = x >= 0.0 && column < self.lanes_per_line as f32;
        let lane = line as u32 * self.lanes_per_line + column.max(0.0) as u32;
        Some((row, (is_lane && lane < self.width).then_some(lane)))
    }

    /// What stands above the lanes: where, and the lanes below it.
    pub(super) fn header(&self) -> impl Iterator<Item = (f32, String)> + '_ {
        let starts = (0..self.lanes_per_line.min(self.width)).step_by(GROUP as usize);
        starts.map(|start| {
            let lanes = (start..self.width).step_by(self.lanes_per_line as usize);
            let text = match lanes.clone().next_back() {
                Some(last) if lanes.len() > 2 => format!("{start} … {last}"),
                Some(last) if last != start => format!("{start}, {last}"),
                _ => start.to_string(),
            };
            (self.column(start), text)
        })
    }
}

/// What there is to share out.
struct Room {
    width: u32,
    rows: f32,
    lanes_x: f32,
    height: f32,
    text_height: f32,
    density: &'static Density,
}

impl Room {
    fn new(
        model: &Model,
        size: Vec2,
        metrics: Metrics,
        (label_width, density): (f32, &'static Density),
        is_wide: bool,
        value: usize,
    ) -> Room {
        let words = if is_wide { 13.0 } else { 0.0 };
        let state = ICON + 4.0 * metrics.char_width + ICON;
        let end = state + (words + value as f32) * metrics.char_width + SCROLL_BAR;
        Room {
            width: model.width.max(1),
            rows: model.rows.len().max(1) as f32,
            lanes_x: (size.x - label_width - end - 4.0).max(1.0),
            height: size.y,
            text_height: metrics.text_height,
            density,
        }
    }

    /// From lane to lane, if they stand in so many lines.
    fn pitch(&self, lines: u32) -> f32 {
        let lanes = self.width.div_ceil(lines);
        let gaps = lanes.div_ceil(GROUP) as f32 * GROUP_GAP;
        (self.lanes_x - gaps) / lanes as f32
    }

    /// Lines may have 16 lanes at least.
    fn choices(&self) -> impl Iterator<Item = u32> + use<> {
        let width = self.width;
        [1, 2, 4].into_iter().filter(move |&lines| lines == 1 || width / lines >= 16)
    }

    fn lines(&self) -> u32 {
        let fits = |&lines: &u32| self.pitch(lines) >= SMALLEST_PITCH;
        self.choices().find(fits).or(self.choices().last()).unwrap_or(1)
    }

    /// In how many lines the lanes can show numbers. More lines than without
    /// numbers are fine as long as nothing needs to be scrolled for them.
    fn numbers(&self, needed: f32) -> Option<u32> {
        let line_height = self.text_height + self.density.around_text;
        self.choices().filter(|&lines| lines >= self.lines()).find(|&lines| {
            let height = self.rows * (line_height * lines as f32 + self.density.row_gap);
            let is_usual = lines == self.lines() && self.density.strip.is_some();
            self.pitch(lines) >= needed + 2.0 && (is_usual || height <= self.height)
        })
    }

    /// The pitch and the size of a lane that has so much room below it.
    fn cell(&self, shows: Shows, lines: u32, needed: f32, below: f32) -> (Vec2, Vec2) {
        let most = self.pitch(lines).max(2.0);
        let free_height = (self.height / self.rows - self.density.row_gap) / lines as f32 - below;
        let gap = if most < 12.0 { 1.0 } else { 2.0 };
        if shows == Shows::Numbers {
            let pitch = vec2(
                (needed + gap).max(LARGEST).min(most),
                self.text_height + self.density.around_text,
            );
            return (pitch, pitch - vec2(gap, gap));
        }
        let least = self.density.least;
        let least = if lines > 1 { least.min(9.0) } else { least };
        let height = free_height.clamp(least, LARGEST + gap);
        let width = most.min(LARGEST + gap);
        // Squares, unless the panel is so narrow that they would be specks.
        let lane = vec2(width.min(height.max(14.0)), height.min(width.max(12.0)));
        (lane + vec2(0.0, below), lane - vec2(gap, gap))
    }
}

/// Places things of these widths one after the other, in as many lines as it
/// takes: the left edge and the line of each.
pub(super) fn wrap(widths: &[f32], gap: f32, available: f32) -> Vec<(f32, usize)> {
    let (mut x, mut line) = (0.0, 0);
    let place = |&width: &f32| {
        if x > 0.0 && x + width > available {
            (x, line) = (0.0, line + 1);
        }
        let at = (x, line);
        x += width + gap;
        at
    };
    widths.iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::super::model::Row;
    use super::*;
    use crate::visual::expect::Expected;
    use warpbench_machine::observe::trace::Status;

    const METRICS: Metrics = Metrics { char_width: 7.5, text_height: 15.0 };

    fn layout(width: u32, warps: u32, value: Option<&str>, size: [f32; 2]) -> Layout {
        let characters = value.map_or(0, |text| text.chars().count());
        let rows = (0..warps).map(|warp| Row {
            warp,
            lanes: u64::MAX,
            mask: u64::MAX,
            taken: None,
            previous_mask: u64::MAX,
            status: Status::Ready,
            line: None,
            is_last: false,
            is_next: false,
            values: None,
            exchange: None,
        });
        let expected = Expected { characters, range: None };
        let model = Model { width, rows: rows.collect(), watched: None, expected };
        Layout::new(&model, size.into(), METRICS)
    }

    #[test]
    fn lanes_break_into_lines_where_it_is_narrow() {
        let check = |width, size, expected| {
            let layout = layout(width, 8, None, size);
            assert_eq!((layout.lines, layout.lanes_per_line), expected, "{width} in {size:?}");
        };
        check(32, [900.0, 400.0], (1, 32));
        check(32, [260.0, 400.0], (2, 16));
        check(64, [1400.0, 400.0], (1, 64));
        check(64, [560.0, 400.0], (2, 32));
        check(64, [260.0, 400.0], (4, 16));
        check(16, [260.0, 400.0], (1, 16));
        check(1, [260.0, 400.0], (1, 1));
    }

    #[test]
    fn numbers_where_they_fit_and_bars_elsewhere() {
        let check = |value, size, expected| {
            assert_eq!(layout(32, 8, value, size).shows, expected, "{value:?} in {size:?}");
        };
        check(None, [900.0, 400.0], Shows::Nothing);
        check(Some("7"), [900.0, 400.0], Shows::Numbers);
        check(Some("12.5"), [1400.0, 300.0], Shows::Numbers);
        check(Some("12.5"), [900.0, 600.0], Shows::Numbers);
        // Two lines each would have to be scrolled for.
        check(Some("12.5"), [900.0, 200.0], Shows::Strip { has_end: true });
        // All warps at once are worth more than their values, unless they are too many.
        check(Some("12.5"), [900.0, 140.0], Shows::OnHover);
        check(Some("12.5"), [900.0, 100.0], Shows::Strip { has_end: true });
        check(Some("-1.23457e-10"), [1400.0, 600.0], Shows::Strip { has_end: true });
        check(Some("256"), [480.0, 200.0], Shows::Strip { has_end: true });
        check(Some("7"), [260.0, 400.0], Shows::Strip { has_end: false });
    }

    #[test]
    fn all_warps_are_seen_at_once_where_they_can_be() {
        let check = |value, size: [f32; 2], is_whole| {
            let layout = layout(32, 8, value, size);
            assert_eq!(layout.height() <= size[1], is_whole, "{value:?} in {size:?}: {layout:?}");
        };
        for value in [None, Some("256"), Some("-1.2e-10")] {
            check(value, [900.0, 400.0], true);
            // The panel of the first start, and half of what a projector has room for.
            check(value, [480.0, 155.0], true);
            check(value, [260.0, 225.0], true);
            check(value, [480.0, 100.0], false);
        }
        // Words at a row's end do not break its lanes.
        assert_eq!(layout(32, 8, Some("256"), [540.0, 200.0]).lines, 1);
    }

    #[test]
    fn a_point_in_a_lane_finds_it_and_nothing_overlaps() {
        for (width, warps) in [(32, 8), (64, 3), (16, 32), (1, 1), (24, 5)] {
            for size in [[260.0, 200.0], [420.0, 900.0], [800.0, 300.0], [1400.0, 90.0]] {
                for value in [None, Some("3"), Some("12.25"), Some("-1.2e-10")] {
                    let layout = layout(width, warps, value, size);
                    assert!(layout.end < size[0] - 40.0, "{width} in {size:?}: {layout:?}");
                    for row in 0..warps as usize {
                        for lane in 0..width {
                            let place = layout.lane(row, lane);
                            assert_eq!(layout.at(place.center()), Some((row, Some(lane))));
                            assert!(layout.row(row, size[0]).contains_rect(place), "{layout:?}");
                            assert!(place.width() > 2.0 && place.right() <= layout.end);
                            if layout.shows.is_strip() {
                                let strip = layout.strip(row, lane);
                                assert!(strip.height() >= 5.0 && strip.top() > place.bottom());
                                assert!(layout.row(row, size[0]).contains_rect(strip));
                                let line = lane + layout.lanes_per_line;
                                assert!(
                                    line >= width || strip.bottom() < layout.lane(row, line).top()
                                );
                            }
                            if lane % layout.lanes_per_line > 0 {
                                assert!(layout.lane(row, lane - 1).right() <= place.left());
                            }
                        }
                        let label = pos2(2.0, layout.row(row, 9.0).center().y);
                        assert_eq!(layout.at(label), Some((row, None)));
                    }
                    assert_eq!(layout.at(pos2(9.0, layout.height() + 1.0)), None);
                }
            }
        }
    }

    #[test]
    fn numbers_above_the_lanes() {
        let check = |width, size, expected: &[&str]| {
            let texts: Vec<_> = layout(width, 2, None, size).header().map(|(_, t)| t).collect();
            assert_eq!(texts, expected, "{width} in {size:?}");
        };
        check(32, [900.0, 400.0], &["0", "8", "16", "24"]);
        check(32, [260.0, 400.0], &["0, 16", "8, 24"]);
        check(64, [260.0, 400.0], &["0 … 48", "8 … 56"]);
        check(16, [260.0, 400.0], &["0", "8"]);
    }

    #[test]
    fn only_what_shows_is_visible() {
        let layout = layout(32, 20, None, [900.0, 100.0]);
        let height = layout.row_height;
        let check = |top: f32, bottom: f32, expected: Range<usize>| {
            assert_eq!(layout.visible(top * height, bottom * height), expected);
        };
        check(0.0, 3.0, 0..3);
        check(0.5, 3.5, 0..4);
        check(18.0, 30.0, 18..20);
        check(-5.0, -1.0, 0..0);
        check(30.0, 40.0, 20..20);
    }

    #[test]
    fn wrapping() {
        let check = |available, expected: &[(f32, usize)]| {
            assert_eq!(wrap(&[30.0, 40.0, 20.0], 10.0, available), expected);
        };
        check(200.0, &[(0.0, 0), (40.0, 0), (90.0, 0)]);
        check(80.0, &[(0.0, 0), (40.0, 0), (0.0, 1)]);
        check(10.0, &[(0.0, 0), (0.0, 1), (0.0, 2)]);
    }
}
