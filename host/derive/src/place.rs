//! Shared memory by live ranges.
//!
//! A block's copy of a section lives from its directive to the one that removes it,
//! or to the end of its block. Copies that never live at the same time may lie in
//! the same words. Which lie where is a colouring of intervals: the widest first,
//! each as low as those that it meets allow.

use crate::merge::Tile;
use crate::print::Writer;
use crate::text;
use crate::tree::{Element, Shared, Stmt, StmtKind};
use std::fmt;
use warpbench_front::diagnostic::Span;

/// When something lives, counted in statements of the region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiveRange {
    pub from: usize,
    pub to: usize,
}

/// Where every tile lies.
#[derive(Clone, Debug, Default)]
pub struct Placement {
    /// Bytes from the start of shared memory, for each tile.
    pub offsets: Vec<u64>,
    sizes: Vec<u64>,
    pub ranges: Vec<LiveRange>,
}

impl Placement {
    pub fn bytes(&self) -> u64 {
        end(&self.offsets, &self.sizes)
    }

    /// Whether two tiles share words, so that one declaration must do for all.
    pub fn is_shared(&self) -> bool {
        self.bytes() < self.sizes.iter().sum()
    }

    /// Writes the declarations.
    pub fn write(&self, tiles: &[Tile], writer: &mut Writer, source: &str) {
        let from: Vec<Span> = tiles.iter().map(|tile| tile.span).collect();
        let one_type = tiles.windows(2).all(|pair| pair[0].element == pair[1].element);
        let is_shared = self.is_shared() && one_type;
        if is_shared {
            let element = tiles.first().map_or(Element::F32, |tile| tile.element);
            writer.comment(
                "//",
                "Not all of these are in use at the same time, and those that are not share words.",
                &from,
            );
            let words = self.bytes() / element.bytes();
            let name = element.name();
            writer.line(&format!("let shared = shared_array![{name}; {words}];"), &from);
        }
        for (tile, offset) in tiles.iter().zip(&self.offsets) {
            let from = [tile.span];
            let words = text::directive_and_line(source, tile.span);
            writer.comment(
                "//",
                &format!("{words}, of a block: {}{}.", tile.array, tile.part),
                &from,
            );
            let name = &tile.name;
            if is_shared {
                let at = offset / tile.element.bytes();
                let place = match at {
                    0 => "shared".to_owned(),
                    at => format!("shared.add({at})"),
                };
                writer.line(&format!("let {name} = {place};"), &from);
                continue;
            }
            let sizes = tile.part.extents.iter().filter(|size| **size > 1);
            let mut sizes: Vec<String> = sizes.map(i64::to_string).collect();
            if sizes.is_empty() {
                sizes.push("1".to_owned());
            }
            let element = tile.element.name();
            let size = sizes.join(" * ");
            writer.line(&format!("let {name} = shared_array![{element}; {size}];"), &from);
        }
    }
}

/// Places tiles; `body` is the region that they are allocated in.
pub fn place(tiles: &[Tile], body: &[Stmt]) -> Placement {
    let sizes: Vec<u64> = tiles
        .iter()
        .map(|tile| tile.part.elements().unsigned_abs() * tile.element.bytes())
        .collect();
    let ranges = live_ranges(tiles, body);
    let one_type = tiles.windows(2).all(|pair| pair[0].element == pair[1].element);
    let offsets = match one_type {
        true => {
            let mut order: Vec<usize> = (0..sizes.len()).collect();
            order.sort_by_key(|&at| (std::cmp::Reverse(sizes[at]), ranges[at].from));
            colour(&sizes, &order, &|one, other| ranges[one].meets(&ranges[other]))
        }
        // Words of different types do not share a declaration.
        false => {
            let mut next = 0;
            let mut offsets = Vec::new();
            for size in &sizes {
                offsets.push(next);
                next += size.next_multiple_of(8);
            }
            offsets
        }
    };
    Placement { offsets, sizes, ranges }
}

/// Where the last of them ends.
pub fn end(offsets: &[u64], sizes: &[u64]) -> u64 {
    let ends = offsets.iter().zip(sizes).map(|(offset, size)| offset.saturating_add(*size));
    ends.max().unwrap_or(0)
}

/// Offsets for what has a size, so that those that meet in time do not in space: one after
/// the other in an order, each at the lowest place that is free.
pub fn colour(sizes: &[u64], order: &[usize], meets: &dyn Fn(usize, usize) -> bool) -> Vec<u64> {
    let mut offsets: Vec<Option<u64>> = vec![None; sizes.len()];
    for &at in order {
        let mut taken: Vec<(u64, u64)> = (0..sizes.len())
            .filter(|&other| other != at && meets(other, at))
            .filter_map(|other| {
                offsets[other].map(|from| (from, from.saturating_add(sizes[other])))
            })
            .collect();
        taken.sort_unstable();
        let mut offset = 0_u64;
        for (from, to) in taken {
            if offset.saturating_add(sizes[at]) > from {
                offset = offset.max(to);
            }
        }
        offsets[at] = Some(offset);
    }
    offsets.into_iter().map(Option::unwrap_or_default).collect()
}

impl LiveRange {
    fn meets(&self, other: &LiveRange) -> bool {
        self.from <= other.to && other.from <= self.to
    }
}

/// A statement of the region with its number.
struct Numbered {
    next: usize,
    /// When each tile lives, by its directive.
    found: Vec<(Span, LiveRange)>,
}

fn live_ranges(tiles: &[Tile], body: &[Stmt]) -> Vec<LiveRange> {
    let mut numbered = Numbered { next: 0, found: Vec::new() };
    numbered.block(body, false);
    let end = numbered.next;
    let of = |tile: &Tile| {
        let own = numbered.found.iter().find(|(span, _)| *span == tile.span);
        own.map_or(LiveRange { from: 0, to: end }, |(_, range)| *range)
    };
    tiles.iter().map(of).collect()
}

impl Numbered {
    /// Numbers statements. What is removed right behind a barrier is no longer used
    /// by anybody; otherwise other threads may still read it until the next barrier of
    /// the block, and without one, in a loop, in its next turn too.
    fn block(&mut self, stmts: &[Stmt], in_loop: bool) {
        let mut open: Vec<(Span, &str, usize)> = Vec::new();
        let mut removed: Vec<(Span, usize)> = Vec::new();
        let mut is_quiet = false;
        for stmt in stmts {
            self.next += 1;
            let now = self.next;
            match &stmt.kind {
                StmtKind::Shared(Shared::Alloc { variable, span, .. }) => {
                    open.push((*span, &variable.array, now));
                    is_quiet = false;
                }
                StmtKind::Shared(Shared::Remove { variables, .. }) => {
                    for (name, _) in variables {
                        let Some(at) = open.iter().position(|(_, array, _)| array == name) else {
                            continue;
                        };
                        let (span, _, from) = open.remove(at);
                        match is_quiet {
                            true => self.found.push((span, LiveRange { from, to: now })),
                            false => removed.push((span, from)),
                        }
                    }
                }
                StmtKind::Barrier => {
                    is_quiet = true;
                    for (span, from) in removed.drain(..) {
                        self.found.push((span, LiveRange { from, to: now }));
                    }
                }
                _ => {
                    is_quiet = false;
                    let is_loop = matches!(stmt.kind, StmtKind::For(_) | StmtKind::While { .. });
                    for body in stmt.blocks() {
                        self.block(body, in_loop || is_loop);
                    }
                }
            }
        }
        removed.extend(open.into_iter().map(|(span, _, from)| (span, from)));
        for (span, from) in removed {
            let from = if in_loop { 0 } else { from };
            self.found.push((span, LiveRange { from, to: usize::MAX }));
        }
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes of shared memory", self.bytes())?;
        for ((offset, size), range) in self.offsets.iter().zip(&self.sizes).zip(&self.ranges) {
            write!(f, "; {size} at {offset}, from statement {}", range.from)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_live_together_may_lie_together() {
        let range = |from, to| LiveRange { from, to };
        let cases: [(&[u64], &[LiveRange], &[u64]); 4] = [
            (&[8, 8], &[range(0, 4), range(2, 6)], &[0, 8]),
            (&[8, 8], &[range(0, 4), range(5, 6)], &[0, 0]),
            (&[4, 16, 4], &[range(0, 9), range(1, 3), range(5, 6)], &[16, 0, 0]),
            (&[4, 4, 12], &[range(0, 3), range(4, 9), range(2, 5)], &[12, 12, 0]),
        ];
        for (sizes, ranges, expected) in cases {
            let mut order: Vec<usize> = (0..sizes.len()).collect();
            order.sort_by_key(|&at| std::cmp::Reverse(sizes[at]));
            let meets = |one: usize, other: usize| ranges[one].meets(&ranges[other]);
            assert_eq!(colour(sizes, &order, &meets), expected, "{sizes:?}");
        }
    }
}
