//! Arrows from lane to lane: what a shuffle moves. An arrow starts at the lane that is
//! read and ends at the one that reads. It rises above the line of lanes, or goes
//! straight to another line.

use super::layout::Layout;
use crate::visual::ink::Batch;
use egui::{Color32, Pos2, Vec2, pos2, vec2};
use warpbench_machine::observe::trace::TracedExchange;
use warpbench_theme::Palette;

/// How high an arrow rises, for neighbours and for lanes that are far apart.
const RISE: [f32; 2] = [6.0, 20.0];

/// An arrow as a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Arrow {
    pub(super) source: u32,
    pub(super) reader: u32,
    from: Pos2,
    /// Where the curve bends to.
    bend: Pos2,
    to: Pos2,
}

/// The arrows of a row. Lanes that read themselves have none.
pub(super) fn arrows(exchange: &TracedExchange, layout: &Layout, row: usize) -> Vec<Arrow> {
    let pairs = exchange.pairs();
    let pairs = pairs.filter(|(reader, source)| reader != source && *source < layout.width);
    pairs
        .map(|(reader, source)| {
            let (from, to) = (layout.lane(row, source), layout.lane(row, reader));
            if from.top() != to.top() {
                // From line to line there is room for a straight one.
                let is_up = from.top() > to.top();
                let (from, to) = match is_up {
                    true => (from.center_top(), to.center_bottom()),
                    false => (from.center_bottom(), to.center_top()),
                };
                return Arrow { source, reader, from, bend: from + (to - from) / 2.0, to };
            }
            let (from, to) = (from.center_top(), to.center_top());
            let rise = (RISE[0] + 0.05 * (to.x - from.x).abs()).clamp(RISE[0], RISE[1]);
            let middle = from + (to - from) / 2.0;
            // A curve comes half as far as the point that it bends to.
            let bend = pos2(middle.x, from.y.min(to.y) - 2.0 * rise);
            Arrow { source, reader, from, bend, to }
        })
        .collect()
}

impl Arrow {
    /// One from a place to another at the same height, as in the legend.
    pub(super) fn between([from, to]: [Pos2; 2]) -> Arrow {
        let bend = from + (to - from) / 2.0 - vec2(0.0, 2.0 * RISE[0]);
        Arrow { source: 0, reader: 1, from, bend, to }
    }

    fn at(&self, share: f32) -> Pos2 {
        let to_bend = self.from + (self.bend - self.from) * share;
        let from_bend = self.bend + (self.to - self.bend) * share;
        to_bend + (from_bend - to_bend) * share
    }

    /// Draws it, from the layout's places to the screen's.
    pub(super) fn paint(&self, batch: &mut Batch, origin: Vec2, width: f32, colour: Color32) {
        const PIECES: usize = 14;
        let points: Vec<Pos2> =
            (0..=PIECES).map(|piece| self.at(piece as f32 / PIECES as f32) + origin).collect();
        batch.line(&points, width, colour);
        let towards = (self.to - self.bend).normalized();
        let tip = self.to + origin;
        let foot = tip - towards * 5.0;
        let side = towards.rot90() * (2.0 + 0.5 * width);
        batch.triangle([tip, foot + side, foot - side], colour);
    }
}

/// Marks the lanes that read one that takes no part.
pub(super) fn paint_missing(
    batch: &mut Batch,
    exchange: &TracedExchange,
    (layout, row): (&Layout, usize),
    origin: Vec2,
    palette: &Palette,
) {
    for lane in (0..layout.width).filter(|lane| exchange.missing >> lane & 1 == 1) {
        let at = layout.lane(row, lane).center_top() + origin - vec2(0.0, 3.0);
        paint_cross(batch, at, palette);
    }
}

/// The sign of a lane that reads one that takes no part.
pub(super) fn paint_cross(batch: &mut Batch, at: Pos2, palette: &Palette) {
    for side in [-3.0, 3.0] {
        let ends = [at + vec2(-3.0, side), at + vec2(3.0, -side)];
        batch.line(&ends, 1.5, palette.conflict);
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::{Layout, Metrics};
    use super::super::model::tests::warps;
    use super::*;

    #[test]
    fn arrows_go_from_who_is_read_to_who_reads() {
        let metrics = Metrics { char_width: 7.5, text_height: 15.0 };
        for width in [260.0, 900.0] {
            let layout = Layout::new(&warps(32, 4), vec2(width, 300.0), metrics);
            let mut sources = [0; 64];
            // Lane 3 reads itself, lane 4 one that does not exist.
            sources[..5].copy_from_slice(&[16, 1, 0, 3, 99]);
            let exchange = TracedExchange { warp: 2, mask: 0b11101, sources, missing: 0b10000 };
            let found = arrows(&exchange, &layout, 2);
            let pairs: Vec<_> = found.iter().map(|arrow| (arrow.source, arrow.reader)).collect();
            assert_eq!(pairs, [(16, 0), (0, 2)]);
            for arrow in found {
                let (from, to) = (layout.lane(2, arrow.source), layout.lane(2, arrow.reader));
                assert!(from.contains(arrow.at(0.0)) && to.contains(arrow.at(1.0)));
                let is_above = arrow.at(0.5).y < from.top().min(to.top());
                assert_eq!(is_above, from.top() == to.top(), "{arrow:?}");
            }
        }
    }
}
