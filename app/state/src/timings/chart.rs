//! Chart layout of the bars.
//!
//! Sections lie below each other, each with a heading, a legend and a scale of
//! its own. A rung has a line with its name, then a row for each target. Rows
//! have their place before anything has run, so that nothing moves when results
//! come in; only a reason that needs more room takes it. The same layout is
//! painted on the screen and written to pictures.

use super::comparison::{Comparison, RowState, Section, TextVersion};
use super::labels;
use egui::{Pos2, Rect, pos2, vec2};

/// From this width on, numbers stand in columns beside the bars.
const WIDE: f32 = 540.0;
/// Width of the numbers' columns.
const NUMBERS: [f32; 4] = [78.0, 82.0, 80.0, 76.0];
/// Left of a bar, for the target's letter.
const GUTTER: f32 = 22.0;
/// The same where texts are edited.
const EDITED_GUTTER: f32 = 116.0;
const ROW: f32 = 22.0;
/// Height of a bar whose numbers stand below it.
const THIN: f32 = 14.0;
const LINE: f32 = 20.0;
const NAME: f32 = 24.0;
const GAP: f32 = 6.0;
const SECTION_GAP: f32 = 18.0;

#[derive(Clone, Debug)]
pub struct ChartLayout {
    /// The size of it all, from (0, 0).
    pub size: egui::Vec2,
    /// From top to bottom.
    pub items: Vec<Item>,
}

#[derive(Clone, Debug)]
pub struct Item {
    pub rect: Rect,
    /// Its section's index in the comparison.
    pub section: usize,
    pub kind: ItemKind,
}

#[derive(Clone, Debug)]
pub enum ItemKind {
    Heading,
    /// A target with its letter.
    Legend {
        /// The column's index in the section.
        column: usize,
    },
    /// The heads of the numbers, each with the right edge of its column, if they
    /// stand in columns.
    Heads(Option<[f32; 4]>),
    Name {
        /// The rung's index in the section.
        rung: usize,
    },
    /// A kernel on a target.
    Row {
        /// The rung's index in the section.
        rung: usize,
        /// The row's index in the rung.
        row: usize,
        /// Where bar, numbers or words are.
        shape: RowShape,
    },
}

/// The parts of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowShape {
    /// Where the letter's line begins, at its middle.
    pub letter: Pos2,
    /// Where a bar of full length would be; words take its place.
    pub track: Rect,
    /// How long the bar is.
    pub filled: f32,
    pub ceiling: Option<f32>,
    pub numbers: Numbers,
}

/// Where the numbers of a row are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Numbers {
    /// In columns with these right edges, in the row's middle.
    Columns([f32; 4]),
    /// In a line below the bar.
    Below(Rect),
}

/// Tells how high a text is that is broken to fit a width. Where the text is
/// drawn decides.
pub type TextHeight<'a> = &'a mut dyn FnMut(&str, f32) -> f32;

pub fn layout(comparison: &Comparison, width: f32, text_height: TextHeight<'_>) -> ChartLayout {
    let mut builder =
        LayoutBuilder { width: width.max(120.0), y: 0.0, items: Vec::new(), text_height };
    for (index, section) in comparison.sections.iter().enumerate() {
        if index > 0 {
            builder.y += SECTION_GAP;
        }
        builder.section(index, section);
    }
    ChartLayout { size: vec2(builder.width, builder.y), items: builder.items }
}

struct LayoutBuilder<'a> {
    width: f32,
    y: f32,
    items: Vec<Item>,
    text_height: TextHeight<'a>,
}

impl LayoutBuilder<'_> {
    fn push(&mut self, section: usize, height: f32, kind: ItemKind) {
        let rect = Rect::from_min_size(pos2(0.0, self.y), vec2(self.width, height));
        self.items.push(Item { rect, section, kind });
        self.y += height;
    }

    fn is_wide(&self) -> bool {
        self.width >= WIDE
    }

    fn section(&mut self, index: usize, section: &Section) {
        let height = (self.text_height)(section.class.heading(), self.width).max(LINE);
        self.push(index, height, ItemKind::Heading);
        for (column, described) in section.columns.iter().enumerate() {
            let text = labels::legend(described);
            let height = (self.text_height)(&text, self.width - GUTTER).max(LINE);
            self.push(index, height, ItemKind::Legend { column });
        }
        let heads = self.is_wide().then(|| edges(self.width));
        self.push(index, LINE, ItemKind::Heads(heads));
        let is_edited = |section: &Section| {
            let mut rows = section.rungs.iter().flat_map(|rung| &rung.rows);
            rows.any(|row| row.text != TextVersion::Original)
        };
        let is_marked = self.is_wide() && is_edited(section);
        let gutter = if is_marked { EDITED_GUTTER } else { GUTTER };
        for (rung, shown) in section.rungs.iter().enumerate() {
            self.push(index, NAME, ItemKind::Name { rung });
            for (row, found) in shown.rows.iter().enumerate() {
                self.row(index, section, (rung, row), &found.state, gutter);
            }
            self.y += GAP;
        }
    }

    fn row(
        &mut self,
        index: usize,
        section: &Section,
        (rung, row): (usize, usize),
        state: &RowState,
        gutter: f32,
    ) {
        let top = self.y;
        if let Some((_, text)) = labels::message(state) {
            // Room for the triangle before the text.
            let left = gutter + 20.0;
            let height = (self.text_height)(&text, self.width - left).max(ROW);
            let track = Rect::from_min_max(pos2(left, top), pos2(self.width, top + height));
            let letter = pos2(0.0, top + ROW / 2.0);
            let numbers = Numbers::Columns(edges(self.width));
            let shape = RowShape { letter, track, filled: 0.0, ceiling: None, numbers };
            self.push(index, height, ItemKind::Row { rung, row, shape });
            return;
        }
        let (track, numbers, height) = if self.is_wide() {
            let right = edges(self.width)[0] - NUMBERS[0] - 8.0;
            let track = Rect::from_min_max(pos2(gutter, top + 3.0), pos2(right, top + ROW - 3.0));
            (track, Numbers::Columns(edges(self.width)), ROW)
        } else {
            let right = self.width - 2.0;
            let bottom = top + 2.0 + THIN;
            let track = Rect::from_min_max(pos2(gutter, top + 2.0), pos2(right, bottom));
            let below = Rect::from_min_max(pos2(gutter, bottom), pos2(right, bottom + LINE));
            (track, Numbers::Below(below), 2.0 + THIN + LINE)
        };
        let (share, ceiling) = shares(section, state);
        let shape = RowShape {
            letter: pos2(0.0, track.center().y),
            track,
            filled: share * track.width(),
            ceiling: ceiling.map(|share| track.left() + share * track.width()),
            numbers,
        };
        self.push(index, height, ItemKind::Row { rung, row, shape });
    }
}

/// How much of the longest possible bar a row's takes, and where its ceiling is.
pub(super) fn shares(section: &Section, state: &RowState) -> (f32, Option<f32>) {
    let along = |rate: Option<f64>| match rate {
        Some(rate) if section.scale > 0.0 => Some((rate / section.scale).clamp(0.0, 1.0) as f32),
        _ => None,
    };
    let (done, metric) = (state.done(), section.metric);
    let share = match state {
        RowState::Running { share, .. } => *share,
        _ => done.and_then(|entry| along(entry.rate(metric))).unwrap_or(0.0),
    };
    (share, done.and_then(|entry| along(entry.ceiling(metric))))
}

/// The right edges of the numbers' columns.
fn edges(width: f32) -> [f32; 4] {
    let mut edge = width - 2.0;
    let mut edges = [0.0; 4];
    for (place, width) in edges.iter_mut().zip(NUMBERS).rev() {
        *place = edge;
        edge -= width;
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::super::action::TimingsAction;
    use super::super::fixtures::{ladder, plausible, rungs, timings, wrong};
    use super::super::job::Failure;
    use super::super::state::{Timings, started};
    use super::super::target::Class;
    use super::*;

    fn lay_out(timings: &Timings, width: f32) -> (Comparison, ChartLayout) {
        let rungs = rungs("reduce");
        let comparison = Comparison::of(timings, &ladder(&rungs));
        // Seven points for each letter, 16 for each line.
        let mut measure = |text: &str, width: f32| {
            16.0 * (7.0 * text.chars().count() as f32 / width).ceil().max(1.0)
        };
        let layout = layout(&comparison, width, &mut measure);
        (comparison, layout)
    }

    fn complete() -> Timings {
        let mut timings = timings();
        let rungs = rungs("reduce");
        for job in started(&mut timings, TimingsAction::RunLadder, &ladder(&rungs)) {
            timings.ended(job.key, Ok(plausible(&job)));
        }
        timings
    }

    #[test]
    fn nothing_overlaps_and_nothing_sticks_out() {
        for timings in [timings(), complete()] {
            for width in [260.0, 400.0, 539.0, 540.0, 900.0, 1400.0] {
                let (_, layout) = lay_out(&timings, width);
                let mut bottom = 0.0;
                for item in &layout.items {
                    assert!(item.rect.top() >= bottom, "{item:?} at {width}");
                    bottom = item.rect.bottom();
                    let ItemKind::Row { shape, .. } = &item.kind else { continue };
                    let room = item.rect.expand(0.5);
                    assert!(room.contains_rect(shape.track), "{item:?} at {width}");
                    assert!(shape.filled <= shape.track.width() + 0.1);
                    if let Numbers::Columns(edges) = shape.numbers {
                        assert!(edges.is_sorted() && edges[3] <= width);
                        assert!(shape.track.right() < edges[0], "the bar ends before the numbers");
                    }
                }
                assert!(layout.size.y >= bottom);
            }
        }
    }

    #[test]
    fn classes_have_scales_of_their_own() {
        let (comparison, layout) = lay_out(&complete(), 900.0);
        let classes: Vec<Class> = comparison.sections.iter().map(|section| section.class).collect();
        assert_eq!(classes, Class::ALL);
        for section in 0..3 {
            // In each, something reaches the end: the longest bar or a ceiling.
            let reach = layout.items.iter().filter(|item| item.section == section);
            let far = reach.filter_map(|item| match &item.kind {
                ItemKind::Row { shape, .. } => {
                    let bar = shape.track.left() + shape.filled;
                    Some(shape.track.right() - bar.max(shape.ceiling.unwrap_or(0.0)))
                }
                _ => None,
            });
            let left = far.fold(f32::INFINITY, f32::min);
            assert!(left.abs() < 0.5, "section {section}: {left} left");
        }
    }

    #[test]
    fn faster_rungs_have_longer_bars() {
        let (_, layout) = lay_out(&complete(), 900.0);
        let filled: Vec<f32> = (layout.items.iter())
            .filter_map(|item| match &item.kind {
                ItemKind::Row { row: 0, shape, .. } if item.section == 0 => Some(shape.filled),
                _ => None,
            })
            .collect();
        assert_eq!(filled.len(), 7);
        assert!(filled[1] < filled[0] && filled[2..].is_sorted(), "{filled:?}");
    }

    #[test]
    fn results_move_nothing_but_reasons_take_room() {
        let tops = |layout: &ChartLayout| -> Vec<f32> {
            layout.items.iter().map(|item| item.rect.top()).collect()
        };
        let (_, before) = lay_out(&timings(), 900.0);
        let mut done = complete();
        let (_, after) = lay_out(&done, 900.0);
        assert_eq!(tops(&before), tops(&after));
        let rungs = rungs("reduce");
        let jobs = started(&mut done, TimingsAction::RunLadder, &ladder(&rungs));
        let long = "a reason that goes on and on ".repeat(9);
        done.ended(jobs[0].key, Err(Failure::Failed(long)));
        let device = super::super::fixtures::gpu();
        done.ended(jobs[1].key, Ok(wrong(jobs[1].workload.variant.name, &device, &[1000])));
        let (_, failed) = lay_out(&done, 900.0);
        assert!(failed.size.y > after.size.y);
    }
}
