//! A launch to start from: one that is as long in every direction as the kernel
//! looks, with as many elements as threads.

use crate::axes::Axes;

/// Blocks of a launch in a row.
const BLOCKS: u32 = 4;

/// A launch to start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    axes: usize,
}

impl Shape {
    /// The launch for a block, which may be thinner than the grid.
    pub(crate) fn of(axes: Axes, block: [u32; 3]) -> Shape {
        // A launch in a row has 4 blocks, a plane 32 × 32 threads or little more, a
        // space 16 × 16 × 16.
        let side = if axes.grid > 2 { 16 } else { 32 };
        let mut grid = [1; 3];
        for axis in 0..axes.grid {
            grid[axis] = match axes.grid {
                1 => BLOCKS,
                _ => (side / block[axis].max(1)).max(1),
            };
        }
        Shape { grid, block, axes: axes.grid }
    }

    /// Elements of a buffer: one for each thread.
    pub(crate) fn elements(&self) -> u32 {
        self.sides().iter().fold(1, |product: u32, side| product.saturating_mul(*side))
    }

    /// Threads in each direction.
    fn sides(&self) -> [u32; 3] {
        [0, 1, 2].map(|axis| self.grid[axis].saturating_mul(self.block[axis].clamp(1, 1024)))
    }

    /// What to propose for the `index`th of so many integers. They are mostly sizes:
    /// one is the number of elements in a row, or of those on each side of a square;
    /// as many as there are directions are the sides; more are those of matrices that
    /// are not larger.
    pub(crate) fn size(&self, index: usize, count: usize) -> u32 {
        let sides = self.sides();
        match (self.axes, count) {
            (1, 0 | 1) => self.elements(),
            (1, 2) => self.elements().isqrt(),
            (1, _) => 8,
            (axes, _) if axes == count => sides[index],
            (axes, _) => sides[..axes].iter().copied().min().unwrap_or(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launches_are_as_long_as_kernels_look() {
        let check = |axes: [usize; 2], block: [u32; 3], grid: [u32; 3], sizes: &[u32]| {
            let [block_axes, grid_axes] = axes;
            let shape = Shape::of(Axes { block: block_axes, grid: grid_axes }, block);
            assert_eq!(shape.grid, grid, "{axes:?} {block:?}");
            let proposed: Vec<u32> =
                (0..sizes.len()).map(|index| shape.size(index, sizes.len())).collect();
            assert_eq!(proposed, sizes, "{axes:?} {block:?}");
        };
        check([1, 1], [256, 1, 1], [4, 1, 1], &[1024]);
        check([1, 1], [256, 1, 1], [4, 1, 1], &[32, 32]);
        check([1, 1], [64, 1, 1], [4, 1, 1], &[8, 8, 8]);
        check([2, 2], [16, 16, 1], [2, 2, 1], &[32]);
        check([2, 2], [16, 16, 1], [2, 2, 1], &[32, 32]);
        check([2, 2], [32, 4, 1], [1, 8, 1], &[32, 32, 32]);
        check([1, 2], [64, 1, 1], [1, 32, 1], &[64, 32]);
        check([3, 3], [8, 8, 4], [2, 2, 4], &[16, 16, 16]);
    }

    #[test]
    fn there_is_an_element_for_each_thread() {
        let shape = Shape::of(Axes { block: 2, grid: 2 }, [16, 8, 1]);
        assert_eq!((shape.grid, shape.elements()), ([2, 4, 1], 1024));
    }
}
