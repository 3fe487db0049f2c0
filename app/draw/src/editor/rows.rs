//! Rows of a text: which lines are out of sight, and where empty rows lie between them.
//!
//! A line is always a row of the laid out text, so that cursors, numbers and
//! marks find it by its number. One that is folded away has no height, and one
//! whose twin stands lower in the text beside it has room above.

use super::folds::{FoldRule, Folding};
use super::twins;
use super::wrap::wrapped;
use egui::emath::GuiRounding as _;
use egui::epaint::text::{PlacedRow, RowVisuals};
use egui::{Galley, Rect, pos2};
use std::sync::Arc;
use warpbench_texts::syntax::Syntax;

/// What decides where lines stand, besides the text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RowRule<'a> {
    /// What is folded, if anything may be.
    pub(super) folds: Option<FoldRule<'a>>,
    /// The lines whose parts stay unfolded.
    pub(super) held: &'a [u32],
    /// The text beside this one.
    pub(super) twin: Option<Twin<'a>>,
    /// The columns behind which a line goes on below, if it does.
    pub(super) columns: Option<usize>,
}

/// The text beside one, and what is folded in it.
#[derive(Clone, Copy, Debug)]
pub struct Twin<'a> {
    pub text: &'a str,
    pub language: Syntax,
    pub folds: Option<FoldRule<'a>>,
}

/// Where the lines of a text stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RowPlan {
    pub(super) folding: Folding,
    /// How many empty rows stand before each line; none where it is empty.
    pub(super) gaps: Vec<u16>,
    /// The columns behind which a line goes on below, if it does.
    pub(super) columns: Option<usize>,
}

impl RowPlan {
    pub(super) fn new(text: &str, syntax: Syntax, rule: &RowRule<'_>) -> RowPlan {
        let folded = |text: &str, syntax, folds: Option<FoldRule<'_>>, held: &[u32]| {
            folds.map_or_else(Folding::default, |rule| Folding::new(text, syntax, &rule, held))
        };
        let folding = folded(text, syntax, rule.folds, rule.held);
        // What stands at the height of its twin goes on nowhere.
        let Some(twin) = rule.twin else {
            return RowPlan { folding, gaps: Vec::new(), columns: rule.columns };
        };
        let of_twin = folded(twin.text, twin.language, twin.folds, &[]);
        let (own, other) = (visible(text, &folding), visible(twin.text, &of_twin));
        let (left, right) = (lines_of(&own), lines_of(&other));
        // Both texts must come to the same pairs, whichever asks.
        let pairs = match syntax {
            Syntax::Rust => twins::pairs((&left, syntax), (&right, twin.language)),
            Syntax::Wgsl | Syntax::Ptx => {
                let pairs = twins::pairs((&right, twin.language), (&left, syntax));
                pairs.into_iter().map(|(other, own)| (own, other)).collect()
            }
        };
        let mut gaps = vec![0; super::layout::starts(text).len()];
        for ((line, _), gap) in own.iter().zip(twins::gaps(own.len(), &pairs)) {
            gaps[*line] = gap;
        }
        RowPlan { folding, gaps, columns: None }
    }

    fn is_plain(&self) -> bool {
        let has_no_gaps = self.gaps.iter().all(|gap| *gap == 0);
        self.folding.hidden.is_empty() && has_no_gaps && self.columns.is_none()
    }

    /// Moves the rows of a text to where they stand.
    pub(super) fn apply(&self, galley: &mut Galley, row_height: f32) {
        if self.is_plain() {
            return;
        }
        let points = galley.pixels_per_point;
        let mut y = galley.rows.first().map_or(0.0, |row| row.pos.y);
        let mut bounds = Rect::NOTHING;
        for (nth, placed) in galley.rows.iter_mut().enumerate() {
            if self.folding.is_hidden(nth as u32 + 1) {
                *placed = out_of_sight(placed, y);
            } else {
                let columns = self.columns;
                if let Some(row) = columns.and_then(|all| wrapped(placed, all, row_height)) {
                    *placed = row;
                }
                y += f32::from(self.gaps.get(nth).copied().unwrap_or(0)) * row_height;
                placed.pos = pos2(placed.pos.x, y).round_to_pixels(points);
                y = placed.pos.y + placed.row.size.y;
                bounds |= placed.row.visuals.mesh_bounds.translate(placed.pos.to_vec2());
            }
        }
        let right = galley.rows.iter().filter(|row| row.row.size.y > 0.0);
        let right = right.map(|row| row.pos.x + row.row.size.x).fold(0.0, f32::max);
        galley.rect = Rect::from_min_max(galley.rect.min, pos2(right, y));
        galley.mesh_bounds = bounds;
        let visuals = || galley.rows.iter().map(|row| &row.row.visuals.mesh);
        galley.num_vertices = visuals().map(|mesh| mesh.vertices.len()).sum();
        galley.num_indices = visuals().map(|mesh| mesh.indices.len()).sum();
    }
}

fn lines_of<'a>(of: &[(usize, &'a str)]) -> Vec<&'a str> {
    of.iter().map(|(_, line)| *line).collect()
}

/// The lines that can be seen, with their places from 0.
fn visible<'a>(text: &'a str, folding: &Folding) -> Vec<(usize, &'a str)> {
    text.split('\n').enumerate().filter(|(at, _)| !folding.is_hidden(*at as u32 + 1)).collect()
}

/// A row without height and without anything to paint. It keeps its letters,
/// because the cursor counts them, but they have no corners any more that a
/// selection could colour.
fn out_of_sight(placed: &PlacedRow, y: f32) -> PlacedRow {
    let mut row = (*placed.row).clone();
    row.size.y = 0.0;
    row.visuals = RowVisuals::default();
    for glyph in &mut row.glyphs {
        glyph.first_vertex = 0;
    }
    PlacedRow { pos: pos2(placed.pos.x, y), row: Arc::new(row), ..placed.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpbench_texts::folds::FoldChoices;

    #[test]
    fn twins_of_every_family_stand_at_one_height() {
        for family in warpbench_catalog::FAMILIES {
            for variant in family.variants {
                let choices = FoldChoices::new();
                let folds = Some(FoldRule { kernel: variant.name, choices: &choices });
                let (rust, wgsl) = (family.sources.rust, family.sources.wgsl);
                if !rust.contains(&format!("fn {}(", variant.name)) {
                    continue;
                }
                let beside = |text, language| Some(Twin { text, language, folds });
                let rule = |twin| RowRule { folds, held: &[], twin, columns: None };
                let left = RowPlan::new(rust, Syntax::Rust, &rule(beside(wgsl, Syntax::Wgsl)));
                let right = RowPlan::new(wgsl, Syntax::Wgsl, &rule(beside(rust, Syntax::Rust)));
                let heights = |text: &str, plan: &RowPlan, words: &str| -> Vec<usize> {
                    let mut row = 0;
                    let mut found = Vec::new();
                    for (nth, line) in text.split('\n').enumerate() {
                        if plan.folding.is_hidden(nth as u32 + 1) {
                            continue;
                        }
                        row += usize::from(plan.gaps[nth]);
                        if line.contains(words) {
                            found.push(row);
                        }
                        row += 1;
                    }
                    found
                };
                let declaration = format!("fn {}(", variant.name);
                assert_eq!(
                    heights(rust, &left, &declaration),
                    heights(wgsl, &right, &declaration),
                    "{}",
                    variant.name
                );
                let barriers = heights(rust, &left, "thread::sync_threads();");
                let twins = heights(wgsl, &right, "workgroupBarrier();");
                if barriers.len() == twins.len() {
                    assert_eq!(barriers, twins, "barriers of {}", variant.name);
                }
            }
        }
    }
}
