//! One generation of Conway's game of life on a torus.

use cuda_std::prelude::*;

const AROUND: [(i32, i32); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

struct World<'a> {
    cells: &'a [bool],
    width: i32,
    height: i32,
}

impl World<'_> {
    fn index(&self, x: i32, y: i32) -> usize {
        (y.rem_euclid(self.height) * self.width + x.rem_euclid(self.width)) as usize
    }

    fn alive(&self, x: i32, y: i32) -> bool {
        self.cells[self.index(x, y)]
    }

    fn neighbours(&self, x: i32, y: i32) -> usize {
        AROUND.iter().filter(|&&(dx, dy)| self.alive(x + dx, y + dy)).count()
    }
}

#[kernel]
pub unsafe fn game_of_life(cells: &[bool], next: *mut bool, width: i32, height: i32) {
    let world = World { cells, width, height };
    let [x, y] = thread::index_2d().as_ivec2().to_array();
    if x >= width || y >= height {
        return;
    }
    let lives = match (world.alive(x, y), world.neighbours(x, y)) {
        (true, 2 | 3) | (false, 3) => true,
        (true, 0..=1 | 4..) | (false, _) => false,
    };
    unsafe { next.add(world.index(x, y)).write(lives) };
}
