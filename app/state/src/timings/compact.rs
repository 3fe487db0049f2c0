//! The bars where there is little room: all rungs at once, for a projector and
//! for a panel among others.
//!
//! A rung is a row with its name at the left. What may be compared stands side by
//! side, each class in a field of its own with its own scale; in a field, every
//! target of the class has a bar of the row. Bars shrink until all rungs fit, down
//! to a height at which their times can still be read; from there on the rows are
//! scrolled below the head.

use super::chart;
use super::comparison::{Column, Comparison, RowState, Section};
use super::labels;
use egui::{Rect, Vec2, pos2, vec2};
use warpbench_common::format;

/// The heights that a bar may have.
const BAR: [f32; 2] = [10.0, 22.0];
/// Between rungs.
const GAP: f32 = 2.0;
/// Between fields.
const FIELD_GAP: f32 = 14.0;
/// A field is at least so wide.
const FIELD: f32 = 90.0;
/// Beside a bar, for its time.
const TIME: f32 = 62.0;
/// Left of a bar, for its target's letter.
const LETTER: f32 = 20.0;
const LINE: f32 = 17.0;
/// Below the rows, for the words that say that there are more.
pub const HINT: f32 = 17.0;

#[derive(Clone, Debug)]
pub struct CompactLayout {
    pub width: f32,
    /// The height of the head, which stays while rows are scrolled.
    pub head: f32,
    /// The height of all rows.
    pub rows: f32,
    pub bar: f32,
    /// Beside the heads, above the names: room for a few words.
    pub corner: Rect,
    /// How many rungs can be seen at once.
    pub visible: usize,
    /// From (0, 0), the head's corner.
    pub heads: Vec<FieldHead>,
    /// A place for each rung, from (0, 0), the rows' corner.
    pub rungs: Vec<Rect>,
    pub bars: Vec<Bar>,
}

/// What stands above a field: its class, and its targets with their letters.
#[derive(Clone, Debug)]
pub struct FieldHead {
    pub section: usize,
    pub title: Rect,
    /// A place for each of its targets.
    pub legend: Vec<Rect>,
}

/// A kernel on a target.
#[derive(Clone, Debug)]
pub struct Bar {
    pub section: usize,
    pub rung: usize,
    pub row: usize,
    pub place: Rect,
    /// Where a bar of full length would be.
    pub track: Rect,
    /// How long the bar is.
    pub filled: f32,
    pub ceiling: Option<f32>,
}

/// Lays the bars out in a room, if that is wide enough for fields side by side.
/// `name` is how wide the longest name is.
pub fn layout(
    comparison: &Comparison,
    room: Vec2,
    name: f32,
    text_height: chart::TextHeight<'_>,
) -> Option<CompactLayout> {
    let sections = &comparison.sections;
    let rungs = sections.first()?.rungs.len();
    let names = (name + 12.0).min(0.3 * room.x);
    let fields = fields(sections, names, room.x);
    if rungs == 0 || fields.iter().any(|(_, width)| *width < FIELD) {
        return None;
    }
    let mut heads = Vec::new();
    let mut head: f32 = 0.0;
    for (section, shown) in sections.iter().enumerate() {
        let (left, field) = fields[section];
        let title = Rect::from_min_size(pos2(left, 0.0), vec2(field, LINE));
        let mut top = LINE;
        let legend = shown.columns.iter().map(|column| {
            // Names of devices are cut where they are too long, which costs nobody
            // anything; when and where times were measured is always whole.
            let height = match column.is_elsewhere {
                true => text_height(&name_of(column), field - LETTER).max(LINE),
                false => LINE,
            };
            let rect = Rect::from_min_size(pos2(left, top), vec2(field, height));
            top += height;
            rect
        });
        let legend = legend.collect();
        head = head.max(top);
        heads.push(FieldHead { section, title, legend });
    }
    head += GAP;
    // A rung has as many bars as the field that has the most for it.
    let most = |rung: usize| {
        let bars = sections.iter().map(|section| section.rungs[rung].rows.len());
        bars.max().unwrap_or(1).max(1)
    };
    let bars: usize = (0..rungs).map(most).sum();
    let free = room.y - head - GAP * rungs as f32;
    let is_whole = free / bars as f32 >= BAR[0];
    let free = if is_whole { free } else { free - HINT };
    let bar = (free / bars as f32).clamp(BAR[0], BAR[1]);
    let mut found = CompactLayout {
        width: room.x,
        head,
        rows: 0.0,
        bar,
        corner: Rect::from_min_size(pos2(0.0, 0.0), vec2(names, head)),
        visible: 0,
        heads,
        rungs: Vec::new(),
        bars: Vec::new(),
    };
    for rung in 0..rungs {
        let top = found.rows;
        let height = most(rung) as f32 * bar;
        found.rungs.push(Rect::from_min_size(pos2(0.0, top), vec2(room.x, height)));
        for (section, shown) in sections.iter().enumerate() {
            let (left, field) = fields[section];
            let room = Rect::from_min_size(pos2(left, top), vec2(field, height));
            found.field(section, shown, rung, room);
        }
        found.rows += height + GAP;
    }
    let seen = room.y - head - if is_whole { 0.0 } else { HINT };
    found.visible = found.rungs.iter().filter(|rung| rung.bottom() <= seen + 0.5).count();
    Some(found)
}

impl CompactLayout {
    /// Whether all rungs are seen at once.
    pub fn is_whole(&self) -> bool {
        self.visible == self.rungs.len()
    }

    fn field(&mut self, section: usize, shown: &Section, rung: usize, room: Rect) {
        for (row, found) in shown.rungs[rung].rows.iter().enumerate() {
            let top = room.top() + row as f32 * self.bar;
            let place = Rect::from_min_size(pos2(room.left(), top), vec2(room.width(), self.bar));
            let track =
                Rect::from_min_max(place.min + vec2(LETTER, 1.0), place.max - vec2(TIME, 1.0));
            let (share, ceiling) = chart::shares(shown, &found.state);
            self.bars.push(Bar {
                section,
                rung,
                row,
                place,
                track,
                filled: share * track.width(),
                ceiling: ceiling.map(|share| track.left() + share * track.width()),
            });
        }
    }
}

/// The left edge and the width of each field. One that has times from elsewhere
/// needs more room for the words that say so.
fn fields(sections: &[Section], names: f32, width: f32) -> Vec<(f32, f32)> {
    let is_wordy = |section: &Section| section.columns.iter().any(|column| column.is_elsewhere);
    let weight = |section: &Section| if is_wordy(section) { 1.8 } else { 1.0 };
    let all: f32 = sections.iter().map(weight).sum();
    let shared = width - names - FIELD_GAP * sections.len() as f32;
    let mut left = names;
    let field = |section: &Section| {
        let width = shared * weight(section) / all;
        let field = (left + FIELD_GAP, width);
        left += FIELD_GAP + width;
        field
    };
    sections.iter().map(field).collect()
}

/// What a target is called; times from elsewhere come with their size.
pub fn name_of(column: &Column) -> String {
    match column.is_elsewhere {
        true => format!("{}, {}", column.place.device, column.place.kind),
        false => column.place.device.clone(),
    }
}

/// What stands beside a bar: its time, or a word where there is none.
pub fn words(state: &RowState) -> String {
    match state {
        RowState::Done(entry) => entry.seconds().map_or_else(|| "–".to_owned(), format::seconds),
        RowState::Wrong(_) => "▲ wrong".to_owned(),
        RowState::Failed(_) => "▲ failed".to_owned(),
        RowState::Missing(_) => "not here".to_owned(),
        RowState::Running { .. } => "running".to_owned(),
        RowState::Idle | RowState::Waiting => labels::inside(state).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::action::TimingsAction;
    use super::super::fixtures::{ladder, plausible, rungs, timings};
    use super::super::state::{Timings, started};
    use super::*;

    fn complete(family: &str) -> Timings {
        let mut timings = timings();
        let rungs = rungs(family);
        for job in started(&mut timings, TimingsAction::RunLadder, &ladder(&rungs)) {
            timings.ended(job.key, Ok(plausible(&job)));
        }
        timings
    }

    fn lay_out(timings: &Timings, family: &str, room: [f32; 2]) -> Option<CompactLayout> {
        let rungs = rungs(family);
        let ladder = ladder(&rungs);
        let comparison = Comparison::of(timings, &ladder).with_measured(&ladder);
        let mut measure = |text: &str, width: f32| {
            16.0 * (6.0 * text.chars().count() as f32 / width).ceil().max(1.0)
        };
        layout(&comparison, room.into(), 150.0, &mut measure)
    }

    #[test]
    fn all_rungs_are_seen_at_once_in_the_usual_panel() {
        let check = |family: &str, room: [f32; 2], is_whole: bool| {
            let layout = lay_out(&complete(family), family, room).expect("there is room");
            assert_eq!(layout.is_whole(), is_whole, "{family} in {room:?}: {layout:?}");
            let height = layout.head + layout.rows;
            assert_eq!(height <= room[1] + GAP + 0.5, is_whole, "{family} in {room:?}: {height}");
        };
        for family in ["reduce", "matmul", "transpose", "copy", "histogram"] {
            check(family, [640.0, 400.0], true);
            check(family, [1200.0, 380.0], true);
        }
        check("reduce", [640.0, 120.0], false);
        check("transpose", [640.0, 230.0], true);
        // Two targets in a field, in the panel of the first start.
        let mut timings = complete("reduce");
        timings.apply(TimingsAction::ToggleDevice(1), &ladder(&rungs("reduce")));
        let layout = lay_out(&timings, "reduce", [641.0, 230.0]).expect("there is room");
        assert!(layout.is_whole(), "{layout:?}");
    }

    #[test]
    fn nothing_overlaps_and_nothing_sticks_out() {
        for timings in [timings(), complete("reduce")] {
            for room in [[560.0, 200.0], [640.0, 260.0], [900.0, 150.0], [1900.0, 700.0]] {
                let layout = lay_out(&timings, "reduce", room).expect("there is room");
                assert!(layout.bar >= BAR[0] && layout.bar <= BAR[1]);
                for (index, bar) in layout.bars.iter().enumerate() {
                    assert!(bar.place.right() <= room[0] + 0.5, "{bar:?} in {room:?}");
                    assert!(bar.place.contains_rect(bar.track) && bar.track.is_positive());
                    assert!(layout.rungs[bar.rung].expand(0.01).contains_rect(bar.place));
                    assert!(bar.filled <= bar.track.width() + 0.1);
                    for other in &layout.bars[..index] {
                        let both = bar.place.intersect(other.place);
                        assert!(!both.shrink(0.01).is_positive(), "{bar:?} over {other:?}");
                    }
                }
                for head in &layout.heads {
                    assert!(head.legend.iter().all(|line| line.bottom() <= layout.head));
                }
            }
        }
        assert!(lay_out(&timings(), "reduce", [300.0, 200.0]).is_none(), "fields would be slivers");
    }
}
