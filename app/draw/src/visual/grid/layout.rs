//! Layout of blocks, and of the slots of a multiprocessor.
//!
//! Nothing here takes longer for a larger grid: blocks are gathered into cells
//! until they fit, by doubling.

use egui::{Pos2, Rect, Vec2, pos2, vec2};

/// A block is a square of this size where there is room, and never smaller than
/// the other.
const LARGEST: f32 = 26.0;
const SMALLEST: f32 = 10.0;
/// Above each slice of z, if there are several, for its number.
pub(super) const SLICE_LABEL: f32 = 18.0;

/// A cell: its column and row, and its slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) column: u32,
    pub(super) row: u32,
    pub(super) slice: u32,
}

/// The cells of a grid.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cells {
    grid: [u32; 3],
    /// Blocks of a cell, along each axis.
    pub(super) group: [u32; 3],
    /// If blocks lie along one axis alone, which: they fill lines then.
    line_axis: Option<usize>,
    pub(super) columns: u32,
    pub(super) rows: u32,
    pub(super) slices: u32,
    pub(super) pitch: f32,
}

impl Cells {
    /// Places a grid in an area of this size.
    pub(super) fn new(grid: [u32; 3], size: Vec2) -> Cells {
        let grid = grid.map(|side| side.max(1));
        let long = |&axis: &usize| grid[axis] > 1;
        let cells = match (0..3).filter(long).count() {
            0 | 1 => Cells::in_lines(grid, (0..3).find(long).unwrap_or(0), size),
            _ => Cells::in_place(grid, size),
        };
        let height = cells.rows as f32 * cells.slices as f32;
        let labels = if cells.slices > 1 { cells.slices as f32 * SLICE_LABEL } else { 0.0 };
        let pitch = (size.x / cells.columns as f32).min((size.y - labels) / height);
        Cells { pitch: pitch.clamp(SMALLEST, LARGEST).floor(), ..cells }
    }

    /// Blocks along one axis: as many in a line as fit, a power of two so that the
    /// lines' beginnings are easy to count.
    fn in_lines(grid: [u32; 3], axis: usize, size: Vec2) -> Cells {
        let mut group = [1; 3];
        loop {
            let cells = grid[axis].div_ceil(group[axis]);
            let fit = |pitch: f32| {
                let columns = ((size.x / pitch) as u32).clamp(1, cells);
                let columns = if columns < cells { 1 << columns.ilog2() } else { columns };
                let rows = cells.div_ceil(columns);
                (rows as f32 * pitch <= size.y).then_some((columns, rows))
            };
            let pitches = (SMALLEST as u32..=LARGEST as u32).rev();
            let found = pitches.map(|pitch| fit(pitch as f32)).find_map(|found| found);
            // One cell always fits, and a single block needs no group.
            let found = found.or((cells == 1).then_some((1, 1)));
            if let Some((columns, rows)) = found {
                let line_axis = Some(axis);
                return Cells { grid, group, line_axis, columns, rows, slices: 1, pitch: 0.0 };
            }
            group[axis] = group[axis].saturating_mul(2);
        }
    }

    fn in_place(grid: [u32; 3], size: Vec2) -> Cells {
        let mut group = [1u32; 3];
        loop {
            let sides = [0, 1, 2].map(|axis| grid[axis].div_ceil(group[axis]));
            let [columns, rows, slices] = sides;
            let labels = if slices > 1 { slices as f32 * SLICE_LABEL } else { 0.0 };
            let height = rows as f32 * slices as f32 * SMALLEST + labels;
            // The longest side that is too long is halved, so that the picture
            // keeps its shape.
            let axis = if columns > 1 && columns as f32 * SMALLEST > size.x {
                0
            } else if rows.max(slices) > 1 && height > size.y {
                if rows >= slices { 1 } else { 2 }
            } else {
                return Cells { grid, group, line_axis: None, columns, rows, slices, pitch: 0.0 };
            };
            group[axis] = group[axis].saturating_mul(2);
        }
    }

    /// How large the picture is.
    pub(super) fn size(&self) -> Vec2 {
        let slice = self.slice_height();
        vec2(self.columns as f32 * self.pitch, self.slices as f32 * slice)
    }

    fn slice_height(&self) -> f32 {
        self.rows as f32 * self.pitch + self.label_height()
    }

    fn label_height(&self) -> f32 {
        if self.slices > 1 { SLICE_LABEL } else { 0.0 }
    }

    /// Where a slice's number stands.
    pub(super) fn label(&self, slice: u32) -> Pos2 {
        pos2(0.0, slice as f32 * self.slice_height() + SLICE_LABEL / 2.0)
    }

    /// How many blocks a cell stands for, unless it is at the edge.
    pub(super) fn blocks_per_cell(&self) -> u64 {
        self.group.iter().map(|&side| u64::from(side)).product()
    }

    pub(super) fn place(&self, cell: Cell) -> Rect {
        let top = cell.slice as f32 * self.slice_height() + self.label_height();
        let corner = pos2(cell.column as f32 * self.pitch, top + cell.row as f32 * self.pitch);
        let gap = if self.pitch < 14.0 { 1.0 } else { 2.0 };
        Rect::from_min_size(corner, Vec2::splat(self.pitch - gap))
    }

    /// The cell of a block.
    pub(super) fn of(&self, block: [u32; 3]) -> Cell {
        let [x, y, z] = [0, 1, 2].map(|axis| block[axis] / self.group[axis]);
        match self.line_axis {
            Some(axis) => {
                let number = [x, y, z][axis];
                Cell { column: number % self.columns, row: number / self.columns, slice: 0 }
            }
            None => Cell { column: x, row: y, slice: z },
        }
    }

    /// The first and the last block of a cell; nothing behind the end.
    pub(super) fn blocks(&self, cell: Cell) -> Option<([u32; 3], [u32; 3])> {
        let at = match self.line_axis {
            Some(axis) => {
                let mut at = [0; 3];
                at[axis] = cell.row.checked_mul(self.columns)?.checked_add(cell.column)?;
                at
            }
            None => [cell.column, cell.row, cell.slice],
        };
        let mut first = [0; 3];
        let mut last = [0; 3];
        for axis in 0..3 {
            first[axis] = at[axis].checked_mul(self.group[axis])?;
            let end = u64::from(first[axis]) + u64::from(self.group[axis]);
            last[axis] = (end.min(self.grid[axis].into()) - 1) as u32;
            if first[axis] >= self.grid[axis] {
                return None;
            }
        }
        Some((first, last))
    }

    /// The cell at a point.
    pub(super) fn at(&self, point: Pos2) -> Option<Cell> {
        let size = self.size();
        if point.x < 0.0 || point.y < 0.0 || point.x >= size.x || point.y >= size.y {
            return None;
        }
        let slice = (point.y / self.slice_height()) as u32;
        let y = point.y - slice as f32 * self.slice_height() - self.label_height();
        let cell =
            Cell { column: (point.x / self.pitch) as u32, row: (y / self.pitch) as u32, slice };
        (y >= 0.0 && cell.row < self.rows).then_some(cell)
    }

    /// All cells that have blocks.
    pub(super) fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        let cells = (0..self.slices).flat_map(move |slice| {
            (0..self.rows).flat_map(move |row| {
                (0..self.columns).map(move |column| Cell { column, row, slice })
            })
        });
        cells.filter(|&cell| self.blocks(cell).is_some())
    }
}

/// The slots for warps of a multiprocessor, in lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slots {
    pub(super) count: u32,
    pub(super) columns: u32,
    pub(super) pitch: f32,
}

impl Slots {
    pub(super) fn new(count: u32, width: f32) -> Slots {
        // Lines of a power of two; no slot smaller than can be told apart.
        let columns = [32, 16, 8].into_iter().find(|&columns| width / columns as f32 >= 13.0);
        let columns = columns.unwrap_or(8).min(count.max(1));
        let pitch = (width / columns as f32).clamp(4.0, 20.0).floor();
        Slots { count, columns, pitch }
    }

    pub(super) fn size(&self) -> Vec2 {
        vec2(self.columns as f32, self.count.div_ceil(self.columns) as f32) * self.pitch
    }

    /// A slot's place, without gaps.
    pub(super) fn place(&self, slot: u32) -> Rect {
        let at = vec2((slot % self.columns) as f32, (slot / self.columns) as f32) * self.pitch;
        Rect::from_min_size(at.to_pos2(), Vec2::splat(self.pitch))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [[f32; 2]; 5] =
        [[240.0, 120.0], [240.0, 400.0], [500.0, 300.0], [900.0, 100.0], [1000.0, 800.0]];

    #[test]
    fn a_block_lies_in_a_cell_that_knows_it() {
        let grids = [
            [1, 1, 1],
            [4, 1, 1],
            [33, 1, 1],
            [1000, 1, 1],
            [1, 70, 1],
            [1, 1, 9],
            [4, 4, 1],
            [65, 3, 1],
            [3, 5, 4],
            [100, 1000, 1],
            [2, 3, 1000],
            [65_535, 65_535, 65_535],
            [u32::MAX, 1, 1],
            [0, 0, 0],
        ];
        for grid in grids {
            for size in SIZES {
                let cells = Cells::new(grid, size.into());
                let whole = Rect::from_min_size(Pos2::ZERO, cells.size());
                assert!(cells.size().x <= size[0] + 0.1, "{grid:?} in {size:?}: {cells:?}");
                assert!(cells.size().y <= size[1] + 0.1, "{grid:?} in {size:?}: {cells:?}");
                let last = grid.map(|side| side.saturating_sub(1));
                let middle = last.map(|side| side / 2);
                for block in [[0; 3], middle, last] {
                    let cell = cells.of(block);
                    let place = cells.place(cell);
                    assert!(whole.contains_rect(place), "{block:?} of {grid:?} in {size:?}");
                    assert_eq!(cells.at(place.center()), Some(cell));
                    let (from, to) = cells.blocks(cell).expect("it has blocks");
                    for axis in 0..3 {
                        assert!((from[axis]..=to[axis]).contains(&block[axis]));
                        assert!(to[axis] <= last[axis]);
                    }
                }
                assert_eq!(cells.at(pos2(-1.0, 2.0)), None);
                assert_eq!(cells.at(cells.size().to_pos2()), None);
                assert!(cells.iter().count() < 20_000);
            }
        }
    }

    #[test]
    fn blocks_are_gathered_only_where_they_must_be() {
        let check = |grid, size: [f32; 2], group: [u32; 3], columns: u32, rows: u32| {
            let cells = Cells::new(grid, size.into());
            let found = (cells.group, cells.columns, cells.rows);
            assert_eq!(found, (group, columns, rows), "{grid:?} in {size:?}");
        };
        check([4, 1, 1], [240.0, 120.0], [1, 1, 1], 4, 1);
        check([64, 1, 1], [240.0, 120.0], [1, 1, 1], 16, 4);
        check([4, 4, 1], [240.0, 120.0], [1, 1, 1], 4, 4);
        check([64, 64, 1], [640.0, 640.0], [1, 1, 1], 64, 64);
        check([64, 64, 1], [320.0, 320.0], [2, 2, 1], 32, 32);
        check([100_000, 1, 1], [240.0, 120.0], [1024, 1, 1], 16, 7);
    }

    #[test]
    fn every_block_has_one_cell() {
        for (grid, size) in [([33, 7, 2], [240.0, 200.0]), ([1000, 1, 1], [240.0, 120.0])] {
            let cells = Cells::new(grid, size.into());
            let counts = cells.iter().filter_map(|cell| cells.blocks(cell)).map(|(from, to)| {
                (0..3).map(|axis| u64::from(to[axis] - from[axis] + 1)).product::<u64>()
            });
            let all: u64 = grid.iter().map(|&side| u64::from(side)).product();
            assert_eq!(counts.sum::<u64>(), all, "{grid:?}");
        }
    }

    #[test]
    fn slots_fit() {
        let check = |count, width: f32, columns| {
            let slots = Slots::new(count, width);
            assert_eq!(slots.columns, columns, "{count} in {width}");
            assert!(slots.size().x <= width);
            let whole = Rect::from_min_size(Pos2::ZERO, slots.size());
            assert!((0..count).all(|slot| whole.contains_rect(slots.place(slot))));
        };
        check(64, 240.0, 16);
        check(64, 500.0, 32);
        check(24, 500.0, 24);
        check(48, 120.0, 8);
        check(8, 300.0, 8);
    }
}
