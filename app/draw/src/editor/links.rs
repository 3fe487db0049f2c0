//! Lines that belong together with lines of the text beside: what a line of Rust
//! was compiled to, or what was made of a line of a program with directives.
//!
//! Lines of one source line have the same tint in both texts, neighbours have
//! different ones, and what is pointed at in one text is framed in both.

use super::view::View;
use egui::{Color32, Shape, Stroke, StrokeKind};
use std::sync::Arc;
use warpbench_theme::Palette;

/// Which source line each line of a text comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Links {
    /// For each line the source line, from 1; 0 where it comes from none.
    pub of_line: Arc<[u32]>,
    /// Lines with further source lines: a directive beside the loop that it is about.
    pub others: Arc<[(u32, u32)]>,
    /// The source lines that are pointed at, in whichever text.
    pub pointed: Vec<u32>,
}

impl Links {
    /// The source line of a line, from 1.
    pub fn of(&self, line: u32) -> Option<u32> {
        let at = (line as usize).checked_sub(1)?;
        self.of_line.get(at).copied().filter(|source| *source > 0)
    }

    /// All source lines of a line, its own first.
    pub fn all_of(&self, line: u32) -> impl Iterator<Item = u32> {
        let others = self.others.iter().filter(move |(own, _)| *own == line);
        self.of(line).into_iter().chain(others.map(|(_, source)| *source))
    }

    fn is_pointed(&self, line: u32) -> bool {
        !self.pointed.is_empty() && self.all_of(line).any(|source| self.pointed.contains(&source))
    }

    /// The lines that come from a source line.
    pub fn lines_of(&self, source: u32) -> impl Iterator<Item = u32> {
        let lines = self.of_line.iter().zip(1..);
        lines.filter(move |(of, _)| **of == source && source > 0).map(|(_, line)| line)
    }
}

/// Reads the compiler's line table: for each line of the PTX the line of the
/// source.
pub fn read_table(table: &str, ptx: &str) -> Vec<u32> {
    let mut lines = vec![0; ptx.lines().count()];
    let rows = table.lines().filter_map(|row| {
        let (from, line) = row.split_once(' ')?;
        Some((from.parse::<usize>().ok()?.checked_sub(1)?, line.parse::<u32>().ok()?))
    });
    for (from, line) in rows {
        if let Some(rest) = lines.get_mut(from..) {
            rest.fill(line);
        }
    }
    lines
}

/// How many tints there are before the first comes again.
const TINTS: u32 = 6;

/// The tint of a source line.
fn tint(palette: &Palette, source: u32) -> Color32 {
    let share = if palette.is_dark { 0.17 } else { 0.16 };
    palette.ground.lerp_to_gamma(palette.series((source % TINTS) as usize), share)
}

/// The tints of the lines that can be seen, and frames around what is pointed at.
pub(super) fn grounds(view: &View<'_>) -> Shape {
    let Some(links) = view.input.links else { return Shape::Noop };
    let mut shapes = Vec::new();
    for line in view.lines() {
        let (Some(source), Some(rect)) = (links.of(line), view.line(line)) else { continue };
        shapes.push(Shape::rect_filled(rect, 0.0, tint(&view.palette, source)));
        if links.is_pointed(line) {
            let stroke = Stroke::new(1.5, view.palette.chosen);
            shapes.push(Shape::rect_stroke(rect, 0.0, stroke, StrokeKind::Inside));
        }
    }
    Shape::Vec(shapes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpbench_catalog::FAMILIES;
    use warpbench_theme::contrast;

    #[test]
    fn a_table_is_read_from_row_to_row() {
        let table = "# words\n3 12\n4 0\n6 13\n";
        assert_eq!(read_table(table, "a\nb\nc\nd\ne\nf\ng\n"), [0, 0, 12, 0, 0, 13, 13]);
        assert_eq!(read_table("9 1\nx y\n0 4\n", "a\nb"), [0, 0]);
    }

    #[test]
    fn every_kernel_of_the_catalogue_has_lines_in_its_ptx() {
        for family in FAMILIES {
            let (rust, ptx) = (family.sources.rust, family.sources.ptx);
            let of_line = read_table(family.sources.ptx_lines, ptx);
            let links = Links { of_line: of_line.clone().into(), ..Links::default() };
            let sources: Vec<&str> = rust.lines().collect();
            for (source, code) in of_line.iter().zip(ptx.lines()) {
                assert!(*source as usize <= sources.len(), "{}: {code}", family.name);
            }
            for (nth, text) in sources.iter().enumerate() {
                if text.trim() == "thread::sync_threads();" {
                    let mut lines = links.lines_of(nth as u32 + 1).peekable();
                    // A barrier may be copied, as in an unrolled loop, but never lost.
                    assert!(lines.peek().is_some(), "{} line {}", family.name, nth + 1);
                    let code: Vec<&str> = ptx.lines().collect();
                    let mut lines = lines.map(|line| code[line as usize - 1]);
                    assert!(lines.any(|line| line.contains("bar")), "{} {}", family.name, nth + 1);
                }
            }
        }
    }

    #[test]
    fn words_can_be_read_on_every_tint() {
        for visuals in [egui::Visuals::dark(), egui::Visuals::light()] {
            let palette = Palette::of(&visuals);
            for source in 0..TINTS {
                let ground = tint(&palette, source);
                assert!(contrast(palette.text, ground) >= 4.5, "{source}");
                assert!(contrast(palette.quiet, ground) >= 4.5, "quiet on {source}");
            }
        }
    }
}
