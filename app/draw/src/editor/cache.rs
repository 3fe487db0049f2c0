//! Editor cache: what is kept from frame to frame, so that a text that did not change costs
//! next to nothing.
//!
//! Laying out a text means shaping every word, which takes milliseconds; even
//! asking `egui`'s own cache takes a hash over every section in every frame. So
//! the laid out text is kept, and its lines apart from it: a key changes one of
//! them, and only that one is laid out again. Texts are compared, not hashed,
//! because comparing is as fast as memory.

use super::diff::Diff;
use super::folds::FoldRule;
use super::rows::{RowPlan, RowRule};
use super::{find, highlight, layout};
use egui::mutex::Mutex;
use egui::text::{ByteIndex, LayoutJob, LayoutSection, TextFormat};
use egui::{Align, Context, FontId, Galley, Id, Rangef, Ui};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;
use warpbench_texts::find::Find;
use warpbench_texts::folds::FoldChoices;
use warpbench_texts::syntax::{self, Syntax, Token, TokenKind};
use warpbench_theme::Palette;

/// What decides how a text looks, besides the text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Appearance {
    pub(super) syntax: Syntax,
    pub(super) palette: Palette,
    pub(super) font: FontId,
    pub(super) row_height: f32,
}

/// Where we are in the trace, and what the text is shown with.
type Moment = (usize, u8);

/// A handle to what is kept for one editor.
#[derive(Clone, Default)]
pub(super) struct TextCache(Arc<Mutex<Cached>>);

#[derive(Default)]
struct Cached {
    text: String,
    appearance: Option<Appearance>,
    pixels_per_point: f32,
    /// A letter out of egui's own cache. Galleys point into the picture of the
    /// fonts' letters; when egui makes a new one it empties its cache, and the
    /// letter that it gives out then is another one.
    witness: Option<Arc<Galley>>,
    galley: Option<Arc<Galley>>,
    lines: HashMap<u64, Arc<Galley>>,
    /// Where the lines stand, and what that was made of.
    plan: Arc<RowPlan>,
    planned: Option<PlanKey>,
    /// Which lines of the original are still lines of the text.
    line_map: Option<(String, String, Arc<[u32]>)>,
    /// Where this text and the one beside it are scrolled to: what both agreed on
    /// last, and what came of it here.
    scrolled: Option<(f32, f32)>,
    diff: Option<(String, String, Arc<Diff>)>,
    found: Option<Found>,
    /// What the last frame asked to be brought into view; only a change counts.
    line: Option<(u32, Moment)>,
    find: Option<Find>,
    cursor: Option<usize>,
    /// The line to bring into view.
    wanted: Option<u32>,
    /// How often it was asked for again because it was still out of view.
    retries: u8,
    /// From where to where in the galley to bring into view.
    wanted_widths: Option<Rangef>,
}

/// What decided where lines stand, besides the text.
#[derive(Debug, PartialEq)]
struct PlanKey {
    folds: Option<(String, FoldChoices)>,
    held: Vec<u32>,
    twin: Option<(String, Option<(String, FoldChoices)>)>,
    columns: Option<usize>,
}

impl PlanKey {
    fn of(rule: &RowRule<'_>) -> PlanKey {
        let owned = |rule: FoldRule<'_>| (rule.kernel.to_owned(), rule.choices.clone());
        PlanKey {
            folds: rule.folds.map(owned),
            held: rule.held.to_vec(),
            twin: rule.twin.map(|twin| (twin.text.to_owned(), twin.folds.map(owned))),
            columns: rule.columns,
        }
    }

    fn fits(&self, rule: &RowRule<'_>) -> bool {
        let is_same =
            |own: &Option<(String, FoldChoices)>, rule: Option<FoldRule<'_>>| match (own, rule) {
                (None, None) => true,
                (Some((kernel, choices)), Some(rule)) => {
                    kernel == rule.kernel && choices == rule.choices
                }
                _ => false,
            };
        let is_same_twin = match (&self.twin, rule.twin) {
            (None, None) => true,
            (Some((text, folds)), Some(twin)) => text == twin.text && is_same(folds, twin.folds),
            _ => false,
        };
        let is_same_width = self.columns == rule.columns;
        self.held == rule.held && is_same(&self.folds, rule.folds) && is_same_twin && is_same_width
    }
}

/// What is to be brought into view because it was not asked for in the frame
/// before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ScrollTargets {
    pub(super) line: Option<u32>,
    pub(super) is_find: bool,
    pub(super) is_cursor: bool,
}

/// Where some words are in a text.
struct Found {
    text: String,
    query: String,
    is_case_sensitive: bool,
    matches: Arc<[Range<usize>]>,
}

impl TextCache {
    pub(super) fn of(context: &Context, id: Id) -> TextCache {
        context.data_mut(|data| data.get_temp_mut_or_default::<TextCache>(id.with("cache")).clone())
    }

    /// The text as it is laid out.
    pub(super) fn galley(
        &self,
        ui: &Ui,
        text: &str,
        appearance: &Appearance,
        rule: &RowRule<'_>,
    ) -> Arc<Galley> {
        let mut cached = self.0.lock();
        let pixels_per_point = ui.ctx().pixels_per_point();
        let witness = ui.fonts_mut(|fonts| {
            fonts.layout_no_wrap("w".to_owned(), appearance.font.clone(), appearance.palette.text)
        });
        let is_fresh = cached.witness.as_ref().is_some_and(|known| Arc::ptr_eq(known, &witness));
        let is_alike = cached.appearance.as_ref() == Some(appearance)
            && cached.pixels_per_point == pixels_per_point;
        if !is_fresh || !is_alike {
            cached.lines.clear();
            cached.galley = None;
        }
        if !cached.planned.as_ref().is_some_and(|planned| planned.fits(rule)) {
            cached.galley = None;
        }
        let galley = match &cached.galley {
            Some(galley) if cached.text == text => galley.clone(),
            _ => cached.lay_out(ui, text, appearance, rule),
        };
        if cached.appearance.as_ref() != Some(appearance) {
            cached.appearance = Some(appearance.clone());
        }
        cached.pixels_per_point = pixels_per_point;
        cached.witness = Some(witness);
        galley
    }

    /// Where the lines of the text stand that was laid out last.
    pub(super) fn plan(&self) -> Arc<RowPlan> {
        self.0.lock().plan.clone()
    }

    /// For each line of a text the line of its original that it still is, from 1; 0
    /// where it is new or different.
    pub(super) fn line_map(&self, original: &str, text: &str) -> Arc<[u32]> {
        let mut cached = self.0.lock();
        match &cached.line_map {
            Some((before, after, map)) if before == original && after == text => map.clone(),
            _ => {
                let map: Arc<[u32]> = super::diff::line_map(original, text).into();
                cached.line_map = Some((original.to_owned(), text.to_owned(), map.clone()));
                map
            }
        }
    }

    /// How far to scroll because the text beside this one was scrolled, given what
    /// is agreed on now.
    pub(super) fn follow_scroll(&self, agreed: f32) -> Option<f32> {
        let known = self.0.lock().scrolled.map(|(agreed, _)| agreed);
        (known != Some(agreed)).then_some(agreed)
    }

    /// Learns how far this text is scrolled. Gives what the one beside it has to
    /// follow, if somebody has scrolled here.
    pub(super) fn scrolled(&self, agreed: f32, offset: f32, has_followed: bool) -> Option<f32> {
        let mut cached = self.0.lock();
        let before = cached.scrolled.map(|(_, offset)| offset);
        let is_moved = !has_followed && before.is_some_and(|before| (before - offset).abs() > 0.5);
        let agreed = if is_moved { offset } else { agreed };
        cached.scrolled = Some((agreed, offset));
        is_moved.then_some(agreed)
    }

    /// The line to bring into view with this frame, and the byte that the cursor
    /// stood before in the last one.
    pub(super) fn looked_at(&self) -> (Option<u32>, Option<usize>) {
        let cached = self.0.lock();
        (cached.wanted, cached.cursor)
    }

    /// What became of the original.
    pub(super) fn diff(&self, original: &str, text: &str) -> Arc<Diff> {
        let mut cached = self.0.lock();
        match &cached.diff {
            Some((before, after, diff)) if before == original && after == text => diff.clone(),
            _ => {
                let diff = Arc::new(Diff::new(original, text));
                cached.diff = Some((original.to_owned(), text.to_owned(), diff.clone()));
                diff
            }
        }
    }

    /// Where the words are that are looked for.
    pub(super) fn found(&self, text: &str, find: &Find) -> Arc<[Range<usize>]> {
        let mut cached = self.0.lock();
        if let Some(found) = &cached.found
            && found.text == text
            && found.query == find.query
            && found.is_case_sensitive == find.is_case_sensitive
        {
            return found.matches.clone();
        }
        let matches: Arc<[_]> = find::matches(text, &find.query, find.is_case_sensitive).into();
        cached.found = Some(Found {
            text: text.to_owned(),
            query: find.query.clone(),
            is_case_sensitive: find.is_case_sensitive,
            matches: matches.clone(),
        });
        matches
    }

    /// Compares what is asked for with the frame before.
    pub(super) fn scroll_targets(
        &self,
        line: Option<(u32, Moment)>,
        find: Option<&Find>,
        cursor: Option<usize>,
    ) -> ScrollTargets {
        let mut cached = self.0.lock();
        // Who types is at the cursor, also when what was typed is run and the place
        // in the trace is another one.
        let is_typing = cursor.is_some();
        let is_new = |line: &(u32, Moment)| match cached.line {
            Some(known) => known.0 != line.0 || !is_typing && known.1 != line.1,
            None => true,
        };
        let asked = line.filter(is_new).map(|line| line.0);
        let is_find = find.is_some() && cached.find.as_ref() != find;
        let is_cursor = cursor.is_some() && cached.cursor != cursor;
        if asked.is_some() || is_find || is_cursor {
            cached.retries = 0;
        }
        let targets = ScrollTargets { line: cached.wanted.take().or(asked), is_find, is_cursor };
        (cached.line, cached.cursor) = (line, cursor);
        if cached.find.as_ref() != find {
            cached.find = find.cloned();
        }
        targets
    }

    /// Asks for a line to be brought into view with the next frame.
    pub(super) fn want(&self, line: u32) {
        let mut cached = self.0.lock();
        (cached.wanted, cached.retries) = (Some(line), 0);
    }

    /// Asks once more, with the next frame, for a line that is not in view yet: it may have
    /// been folded, and a text that has just come does not scroll before it knows how long
    /// it is. After some frames it stays where it is. Says whether it was asked for.
    pub(super) fn want_again(&self, line: u32) -> bool {
        let mut cached = self.0.lock();
        let is_worthwhile = cached.retries < 3;
        if is_worthwhile {
            cached.retries += 1;
            cached.wanted = Some(line);
        }
        is_worthwhile
    }

    /// Asks for words to be brought into view sideways with the next frame,
    /// because only the field can do that and it is done with this one.
    pub(super) fn want_widths(&self, widths: Option<Rangef>) {
        self.0.lock().wanted_widths = widths;
    }

    /// The widths that were asked for.
    pub(super) fn take_widths(&self) -> Option<Rangef> {
        self.0.lock().wanted_widths.take()
    }
}

impl Cached {
    fn lay_out(
        &mut self,
        ui: &Ui,
        text: &str,
        appearance: &Appearance,
        rule: &RowRule<'_>,
    ) -> Arc<Galley> {
        let tokens = syntax::tokens(text, appearance.syntax);
        let mut before = std::mem::take(&mut self.lines);
        let mut rest = &tokens[..];
        let mut galleys = Vec::new();
        let starts = layout::starts(text);
        for (nth, &start) in starts.iter().enumerate() {
            let is_last = nth + 1 == starts.len();
            // A line break at the very end makes an empty row, which belongs to
            // the last galley because an empty one has no rows.
            if is_last && start == text.len() && nth > 0 {
                break;
            }
            let mut end = starts.get(nth + 1).map_or(text.len(), |next| next - 1);
            if nth + 2 == starts.len() && end + 1 == text.len() {
                end += 1;
            }
            while rest.first().is_some_and(|token| token.end <= start) {
                rest = &rest[1..];
            }
            let key = key(&text[start..end], start, rest);
            let galley = before.remove(&key).or_else(|| self.lines.get(&key).cloned());
            let galley = galley.unwrap_or_else(|| {
                let job = job(&text[start..end], start, rest, appearance);
                ui.fonts_mut(|fonts| fonts.layout_job(job))
            });
            self.lines.insert(key, galley.clone());
            galleys.push(galley);
        }
        // The whole needs its text but none of its sections: those are used up
        // when a line is laid out.
        let whole = LayoutJob::simple(
            text.to_owned(),
            appearance.font.clone(),
            appearance.palette.text,
            f32::INFINITY,
        );
        let points = ui.ctx().pixels_per_point();
        let mut galley = Galley::concat(Arc::new(whole), &galleys, points);
        self.plan = Arc::new(RowPlan::new(text, appearance.syntax, rule));
        self.planned = Some(PlanKey::of(rule));
        self.plan.apply(&mut galley, appearance.row_height);
        let galley = Arc::new(galley);
        text.clone_into(&mut self.text);
        self.galley = Some(galley.clone());
        galley
    }
}

/// The tokens that reach into a part of the text, cut to it and counted from its
/// start.
fn clipped(length: usize, start: usize, tokens: &[Token]) -> impl Iterator<Item = Token> {
    let mut from = 0;
    tokens.iter().map_while(move |token| {
        let end = (token.end - start).min(length);
        (from < length).then(|| {
            from = end;
            Token { end, kind: token.kind }
        })
    })
}

fn key(line: &str, start: usize, tokens: &[Token]) -> u64 {
    let mut hasher = DefaultHasher::new();
    line.hash(&mut hasher);
    for token in clipped(line.len(), start, tokens) {
        token.hash(&mut hasher);
    }
    hasher.finish()
}

fn job(line: &str, start: usize, tokens: &[Token], appearance: &Appearance) -> LayoutJob {
    let mut from = 0;
    let mut section = |end: usize, kind| {
        let byte_range = ByteIndex(from)..ByteIndex(end);
        from = end;
        LayoutSection {
            leading_space: 0.0,
            byte_range,
            format: TextFormat {
                font_id: appearance.font.clone(),
                color: highlight::colour(kind, &appearance.palette),
                line_height: Some(appearance.row_height),
                valign: Align::Center,
                ..TextFormat::default()
            },
        }
    };
    let mut sections: Vec<_> =
        clipped(line.len(), start, tokens).map(|token| section(token.end, token.kind)).collect();
    if sections.is_empty() {
        // An empty line takes its height from a section.
        sections.push(section(line.len(), TokenKind::Plain));
    }
    LayoutJob {
        text: line.to_owned(),
        sections,
        keep_trailing_whitespace: true,
        ..LayoutJob::default()
    }
}
