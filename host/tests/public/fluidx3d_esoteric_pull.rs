// pattern: FluidX3D, by Moritz Lehmann
// expect: nothing
// block: 32 grid: 3 buffers: 225 numbers: 75 1
// Streaming in place: each thread writes exactly the words that it has read, and they lie crossed.
use cuda_std::prelude::*;

const REST: usize = 0;
const RIGHT: usize = 1;
const LEFT: usize = 2;

fn word(cell: usize, direction: usize, cells: usize) -> usize {
    direction * cells + cell
}

#[kernel]
pub unsafe fn stream_collide(populations: *mut f32, cells: u32, step: u32) {
    let cells = cells as usize;
    let cell = thread::index_1d() as usize;
    if cell >= cells {
        return;
    }
    let next = (cell + 1) % cells;
    // Which of the two words holds which direction changes with every step.
    let (one, two) = if step % 2 == 1 { (RIGHT, LEFT) } else { (LEFT, RIGHT) };
    let rest = *populations.add(word(cell, REST, cells));
    let right = *populations.add(word(cell, one, cells));
    let left = *populations.add(word(next, two, cells));
    let density = rest + right + left;
    let velocity = right - left;
    *populations.add(word(cell, REST, cells)) = 0.5 * (rest + density / 1.5);
    *populations.add(word(next, two, cells)) = 0.5 * (right + density / 6.0 + 0.5 * velocity);
    *populations.add(word(cell, one, cells)) = 0.5 * (left + density / 6.0 - 0.5 * velocity);
}
