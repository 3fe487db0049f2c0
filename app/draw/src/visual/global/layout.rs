//! Layout of lanes, words, transactions and buffers, from the upper left corner.
//!
//! A strip shows a page of its buffer that starts at a multiple of half its
//! size, so that an address keeps its place while the warps walk through the
//! page. An access that a page of a readable scale cannot hold folds the strip:
//! only the transactions that move and what lies close to them are shown, with
//! dots for the rest.

use super::model::{Model, Request};
use egui::{Pos2, Rect, Vec2, pos2, vec2};
use warpbench_common::format::count;

/// Bytes of a page, if the access fits.
const PAGE_BYTES: u64 = 1024;
/// A strip ends at a multiple of this.
const LINE_BYTES: u64 = 128;
/// A smallest transaction is at least so wide on a page, or else the strip folds.
const LEAST_PIECE: f32 = 5.0;
/// What it should have on a folded strip, if that can be had.
const GOOD_PIECE: f32 = 7.0;
const MOST_PIECE: f32 = 64.0;
const MOST_FOLD: f32 = 16.0;

const LABELS: f32 = 15.0;
const LANE: f32 = 20.0;
/// A lane's number is written into it if it is at least so wide.
const NUMBERED_LANE: f32 = 17.0;
const ARROWS: [f32; 2] = [44.0, 130.0];
const BAND: f32 = 28.0;
/// How much room there is for layers below the band, and for each of them.
const PILE: [f32; 2] = [56.0, 96.0];
const LAYER: [f32; 2] = [2.5, 14.0];
/// A character of a label.
const CHARACTER: f32 = 7.0;

/// A stretch of memory that is drawn unbroken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    pub(super) first: u64,
    pub(super) bytes: u64,
    pub(super) left: f32,
    pub(super) right: f32,
}

impl Span {
    pub(super) fn end(&self) -> u64 {
        self.first.saturating_add(self.bytes)
    }

    fn x(&self, byte: u64) -> f32 {
        let share = byte.saturating_sub(self.first) as f32 / self.bytes.max(1) as f32;
        self.left + share.min(1.0) * (self.right - self.left)
    }
}

/// From addresses to places on the strip and back.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Scale {
    pub(super) spans: Vec<Span>,
}

impl Scale {
    /// Where bytes lie that are on the strip, from the first to behind the last.
    pub(super) fn range(&self, start: u64, end: u64) -> Option<(f32, f32)> {
        let after = self.spans.partition_point(|span| span.end() <= start);
        let span = self.spans.get(after).filter(|span| span.first <= start)?;
        Some((span.x(start), span.x(end)))
    }

    /// The byte at a place, if there is memory.
    pub(super) fn byte(&self, x: f32) -> Option<u64> {
        let span = self.spans.iter().find(|span| (span.left..span.right).contains(&x))?;
        let share = (x - span.left) / (span.right - span.left).max(f32::EPSILON);
        Some(span.first.saturating_add((share * span.bytes as f32) as u64))
    }

    /// How wide so many bytes are drawn.
    pub(super) fn width(&self, bytes: u64) -> f32 {
        let span = self.spans.first();
        span.map_or(0.0, |span| (span.right - span.left) * bytes as f32 / span.bytes.max(1) as f32)
    }
}

/// Where the lanes of an access and its transactions lie.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Strip {
    pub(super) size: Vec2,
    pub(super) lanes: Vec<Rect>,
    /// Whether lanes are wide enough for their numbers.
    pub(super) has_numbers: bool,
    pub(super) band: Rect,
    pub(super) scale: Scale,
    /// Between spans, where memory is left out.
    pub(super) folds: Vec<Pos2>,
    /// The transactions, in the request's order.
    pub(super) transactions: Vec<Rect>,
    /// Below transactions that move several times: how often.
    pub(super) piles: Vec<(Pos2, usize)>,
    /// Where an address is written, and which.
    pub(super) ticks: Vec<(Pos2, u64)>,
}

/// Lays out an access, or what is there without one, in at most this size if the
/// height allows it.
pub(super) fn strip(model: &Model, request: Option<&Request>, available: Vec2) -> Strip {
    let width = available.x.max(64.0);
    let lane_width = width / model.lanes as f32;
    let has_numbers = lane_width >= NUMBERED_LANE;
    let top = if has_numbers { 0.0 } else { LABELS };
    let lanes = (0..model.lanes)
        .map(|lane| {
            let corner = pos2(lane as f32 * lane_width, top);
            Rect::from_min_size(corner, vec2(lane_width, LANE))
        })
        .collect();
    let layers = request.map_or(0, |request| request.layers);
    let pile = (0.3 * available.y).clamp(PILE[0], PILE[1]);
    let layer = (pile / layers.max(1) as f32).clamp(LAYER[0], LAYER[1]);
    let needed = layers.saturating_sub(1) as f32 * layer + if layers > 1 { LABELS } else { 0.0 };
    // Whether or not this access piles up, the strip stays where it is.
    let below = needed.max(if model.can_pile { pile + LABELS } else { 0.0 });
    let fixed = top + LANE + BAND + below + LABELS;
    let arrows = (available.y - fixed).clamp(ARROWS[0], ARROWS[1]);
    let band = Rect::from_min_size(pos2(0.0, top + LANE + arrows), vec2(width, BAND));
    let end = request.map(|request| model.buffers[request.buffer].bytes);
    let (scale, folds) = scale(request, end.unwrap_or(u64::MAX), width);
    let folds = folds.into_iter().map(|x| pos2(x, band.center().y)).collect();
    let transactions: Vec<Rect> =
        request.map_or(Vec::new(), |request| transactions(request, &scale, band, layer));
    let piles = request.map_or(Vec::new(), |request| piles(request, &transactions));
    // Only memory that somebody has asked for has addresses.
    let ticks = end.map_or(Vec::new(), |end| ticks(&scale, end, width));
    let ticks = ticks.into_iter().map(|(x, byte)| (pos2(x, band.bottom() + below), byte)).collect();
    let size = vec2(width, fixed + arrows);
    Strip { size, lanes, has_numbers, band, scale, folds, transactions, piles, ticks }
}

impl Strip {
    /// The lane at a place, on the lane itself or on a word that it wants; the
    /// preferred one if several want it.
    pub(super) fn lane_at(
        &self,
        request: Option<&Request>,
        at: Pos2,
        first: Option<u32>,
    ) -> Option<u32> {
        if let Some(lane) = self.lanes.iter().position(|rect| rect.contains(at)) {
            return Some(lane as u32);
        }
        let index = self.transactions.iter().position(|rect| rect.contains(at))?;
        let byte = self.scale.byte(at.x)?;
        let words = &request?.transactions.get(index)?.words;
        // A word is narrower than a finger: the nearest one counts.
        let word = words.iter().min_by_key(|word| {
            word.start.saturating_sub(byte).max((byte + 1).saturating_sub(word.end))
        })?;
        let preferred = first.filter(|&lane| lane < 64 && word.lanes >> lane & 1 == 1);
        preferred.or_else(|| (word.lanes != 0).then(|| word.lanes.trailing_zeros()))
    }
}

/// The scale of a strip of a buffer that ends there, and where it is folded.
fn scale(request: Option<&Request>, buffer_end: u64, width: f32) -> (Scale, Vec<f32>) {
    let whole = |first, bytes| {
        let span = Span { first, bytes, left: 0.0, right: width };
        (Scale { spans: vec![span] }, Vec::new())
    };
    let ends = request.and_then(|request| {
        let first = request.transactions.first()?.piece.address;
        let ends = request
            .transactions
            .iter()
            .map(|transaction| transaction.piece.address.saturating_add(transaction.piece.bytes));
        Some((request, first, ends.max()?))
    });
    let Some((request, first, end)) = ends else { return whole(0, PAGE_BYTES) };
    let sizes = request.transactions.iter().map(|transaction| transaction.piece.bytes);
    let unit = sizes.min().unwrap_or(PAGE_BYTES).max(1);
    let mut page = PAGE_BYTES.max(unit);
    while page == PAGE_BYTES || width * unit as f32 >= LEAST_PIECE * page as f32 {
        for grain in [page, page / 2] {
            let start = first - first % grain;
            if end <= start.saturating_add(page) {
                // Behind the end of a short buffer there is nothing to draw.
                let last = buffer_end.max(end).next_multiple_of(LINE_BYTES);
                return whole(start, page.min(last.saturating_sub(start)));
            }
        }
        page *= 2;
    }
    fold(&runs(request, unit, width), unit, width)
}

/// The stretches that transactions lie in, with what lies between close ones.
fn runs(request: &Request, unit: u64, width: f32) -> Vec<(u64, u64)> {
    let mut best = Vec::new();
    for most_between in [3, 1, 0] {
        let mut runs: Vec<(u64, u64)> = Vec::new();
        for transaction in &request.transactions {
            let (start, end) = (
                transaction.piece.address,
                transaction.piece.address.saturating_add(transaction.piece.bytes),
            );
            match runs.last_mut() {
                Some(run) if start <= run.1.saturating_add(most_between * unit) => {
                    run.1 = run.1.max(end);
                }
                _ => runs.push((start, end)),
            }
        }
        let units: u64 = runs.iter().map(|run| (run.1 - run.0).div_ceil(unit)).sum();
        let room = width - (runs.len() - 1) as f32 * fold_width(runs.len(), width);
        let is_good = room >= GOOD_PIECE * units as f32;
        best = runs;
        if is_good {
            break;
        }
    }
    best
}

fn fold_width(runs: usize, width: f32) -> f32 {
    (0.3 * width / runs.max(1) as f32).min(MOST_FOLD)
}

/// Sets stretches side by side.
fn fold(runs: &[(u64, u64)], unit: u64, width: f32) -> (Scale, Vec<f32>) {
    let gap = fold_width(runs.len(), width);
    let bytes: u64 = runs.iter().map(|run| run.1 - run.0).sum();
    let room = width - runs.len().saturating_sub(1) as f32 * gap;
    let per_byte = (room / bytes.max(1) as f32).min(MOST_PIECE / unit as f32);
    let mut left = 0.0;
    let mut folds = Vec::new();
    let mut spans = Vec::new();
    for &(first, end) in runs {
        if !spans.is_empty() {
            folds.push(left + gap / 2.0);
            left += gap;
        }
        let bytes = end - first;
        let right = left + bytes as f32 * per_byte;
        spans.push(Span { first, bytes, left, right });
        left = right;
    }
    (Scale { spans }, folds)
}

fn transactions(request: &Request, scale: &Scale, band: Rect, layer: f32) -> Vec<Rect> {
    let rect = |transaction: &super::model::PlacedTransaction| {
        let end = transaction.piece.address.saturating_add(transaction.piece.bytes);
        let (left, right) = scale.range(transaction.piece.address, end).unwrap_or((0.0, 0.0));
        let (top, bottom) = match transaction.layer {
            0 => (band.top(), band.bottom()),
            n => {
                let bottom = band.bottom() + n as f32 * layer;
                (bottom - layer, bottom)
            }
        };
        Rect::from_min_max(pos2(left, top), pos2(right, bottom))
    };
    request.transactions.iter().map(rect).collect()
}

/// Pieces at the same place, counted.
fn piles(request: &Request, transactions: &[Rect]) -> Vec<(Pos2, usize)> {
    let mut piles: Vec<(Pos2, usize)> = Vec::new();
    let mut last = None;
    for (transaction, rect) in request.transactions.iter().zip(transactions) {
        let place = (transaction.piece.address, transaction.piece.bytes);
        match piles.last_mut() {
            Some(pile) if last == Some(place) => {
                pile.0.y = pile.0.y.max(rect.bottom());
                pile.1 += 1;
            }
            _ => piles.push((pos2(rect.center().x, rect.bottom()), 1)),
        }
        last = Some(place);
    }
    piles.retain(|pile| pile.1 > 1);
    piles
}

/// Addresses to write below the strip of a buffer that ends there, not too close to
/// each other.
fn ticks(scale: &Scale, buffer_end: u64, width: f32) -> Vec<(f32, u64)> {
    let candidates: Vec<(f32, u64)> = match scale.spans[..] {
        [span] => {
            // Round numbers, also where the buffer ends earlier.
            let step = (span.bytes.next_power_of_two() / 8).max(1);
            (span.first..span.end()).step_by(step as usize).map(|b| (span.x(b), b)).collect()
        }
        _ => scale.spans.iter().map(|span| (span.left, span.first)).collect(),
    };
    let end = |&(x, byte): &(f32, u64)| x + CHARACTER * (tick(x, byte).chars().count() + 1) as f32;
    // Every tick, every second, every fourth: the first that leaves room.
    let mut every = 1;
    loop {
        let mut ticks: Vec<_> = candidates.iter().copied().step_by(every).collect();
        if every >= candidates.len() || ticks.windows(2).all(|two| end(&two[0]) <= two[1].0) {
            ticks.retain(|tick| tick.1 < buffer_end && end(tick) <= width + CHARACTER);
            return ticks;
        }
        every *= 2;
    }
}

/// What is written at a tick.
pub(super) fn tick(x: f32, byte: u64) -> String {
    if x < 1.0 { format!("byte {}", count(byte)) } else { count(byte) }
}

#[cfg(test)]
mod tests {
    use super::super::model::tests::load;
    use super::*;

    const SIZE: Vec2 = vec2(640.0, 300.0);

    /// The strip of a load with this stride in words from this byte on.
    fn of(device: &str, start: u32, stride: u32, size: Vec2) -> Strip {
        let model = load(device, |lane| start + 4 * stride * lane);
        strip(&model, model.requests.first(), size)
    }

    #[test]
    fn an_access_lies_on_a_page_or_the_strip_folds() {
        let check = |device, start, stride, width, expected: &[(u64, u64)], folds: usize| {
            let strip = of(device, start, stride, vec2(width, 300.0));
            let spans: Vec<_> = strip.scale.spans.iter().map(|s| (s.first, s.bytes)).collect();
            let context = format!("{device} from {start} by {stride}");
            assert_eq!(spans[..expected.len()], *expected, "{context}");
            assert_eq!(strip.folds.len(), folds, "{context}");
        };
        check("H200", 0, 1, 640.0, &[(0, 1024)], 0);
        check("H200", 896, 1, 640.0, &[(0, 1024)], 0);
        check("H200", 1024, 1, 640.0, &[(1024, 1024)], 0);
        // Across the end of a page: a page that starts half a page later.
        check("H200", 960, 1, 640.0, &[(512, 1024)], 0);
        check("H200", 0, 8, 640.0, &[(0, 1024)], 0);
        check("H200", 0, 32, 640.0, &[(0, 4096)], 0);
        check("H200", 0, 32, 260.0, &[(0, 32), (128, 32)], 31);
        check("H200", 0, 64, 640.0, &[(0, 32), (256, 32)], 31);
        check("C2050", 0, 64, 640.0, &[(0, 8192)], 0);
    }

    #[test]
    fn transactions_do_not_overlap_and_words_are_found_again() {
        for device in ["H200", "8800 GTX", "GTX 280", "C2050"] {
            for (start, stride) in [(0, 1), (4, 1), (0, 2), (0, 8), (0, 32), (0, 400), (12, 3)] {
                let model = load(device, |lane| start + 4 * stride * lane);
                let request = &model.requests[0];
                let strip = strip(&model, Some(request), SIZE);
                for (index, rect) in strip.transactions.iter().enumerate() {
                    assert!(rect.width() > 1.0 && rect.right() <= SIZE.x + 0.01, "{rect:?}");
                    let inner = rect.shrink(0.05);
                    let others = strip.transactions.iter().skip(index + 1);
                    assert!(others.into_iter().all(|other| !other.intersects(inner)), "{device}");
                }
                for (transaction, rect) in request.transactions.iter().zip(&strip.transactions) {
                    let word = transaction.words[0];
                    let (left, right) = strip.scale.range(word.start, word.end).expect("shown");
                    let at = pos2((left + right) / 2.0, rect.center().y);
                    let lane = strip.lane_at(Some(request), at, None).expect("a word");
                    assert_eq!(word.lanes >> lane & 1, 1, "{device} {start} {stride}");
                }
            }
        }
    }

    #[test]
    fn addresses_stand_below_memory_that_is_there() {
        let check = |bytes: u64, start: u32, expected: (u64, u64)| {
            let mut model = load("H200", |lane| start + 4 * lane);
            model.buffers[0].bytes = bytes;
            let strip = strip(&model, model.requests.first(), SIZE);
            let span = strip.scale.spans[0];
            assert_eq!((span.first, span.bytes), expected, "{bytes} from {start}");
            assert!(strip.ticks.len() > 1, "{bytes} from {start}");
            for (at, byte) in &strip.ticks {
                assert!(*byte < bytes, "{byte} of {bytes}");
                assert!((span.left..span.right).contains(&at.x), "{at:?}");
            }
        };
        check(1 << 16, 0, (0, 1024));
        check(116, 0, (0, 128));
        check(180, 0, (0, 256));
        check(1024 + 180, 1024, (1024, 256));
        // Nobody has asked for any.
        let mut model = load("H200", |lane| 4 * lane);
        model.requests.clear();
        assert!(strip(&model, None, SIZE).ticks.is_empty());
    }

    #[test]
    fn a_transaction_that_moves_again_is_a_pile() {
        let strip = of("8800 GTX", 4, 1, SIZE);
        let counts: Vec<usize> = strip.piles.iter().map(|pile| pile.1).collect();
        assert_eq!(counts, [7, 8, 8, 8]);
        assert!(of("H200", 4, 1, SIZE).piles.is_empty());
    }
}
