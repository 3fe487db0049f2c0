//! Heat spreads over a plate for some steps; one block goes to and fro between two buffers.

use cuda_std::prelude::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Plate {
    pub width: usize,
    pub height: usize,
    pub conductivity: f32,
}

impl Plate {
    const fn area(&self) -> usize {
        self.width * self.height
    }

    const fn is_edge(&self, i: usize) -> bool {
        let (x, y) = (i % self.width, i / self.width);
        matches!((x, y), (0, _) | (_, 0)) || x == self.width - 1 || y == self.height - 1
    }
}

#[kernel]
pub unsafe fn heat_2d(plate: Plate, mut old: *mut f32, mut new: *mut f32, steps: u32) {
    let first = (thread::thread_idx_y() * thread::block_dim_x() + thread::thread_idx_x()) as usize;
    let threads = (thread::block_dim_x() * thread::block_dim_y()) as usize;

    for _ in 0..steps {
        for i in (first..plate.area()).step_by(threads) {
            let here = *old.add(i);
            *new.add(i) = if plate.is_edge(i) {
                here
            } else {
                let around = [i - 1, i + 1, i - plate.width, i + plate.width];
                let inflow: f32 = around.iter().map(|&j| *old.add(j) - here).sum();
                here + plate.conductivity * inflow
            };
        }
        thread::sync_threads();
        (old, new) = (new, old);
    }
}
