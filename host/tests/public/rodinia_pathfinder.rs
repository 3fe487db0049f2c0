// pattern: Rodinia, by the University of Virginia
// expect: nothing
// block: 40 grid: 3 buffers: 96 288 96 numbers: 96 3
// Several rows in one launch: the part of the tile that is still right shrinks with every row.
use cuda_std::prelude::*;
use cuda_std::shared_array;

const BLOCK: usize = 40;

#[kernel]
pub unsafe fn cheapest_path(start: &[u32], wall: &[u32], output: *mut u32, cols: u32, rows: u32) {
    let previous = shared_array![u32; BLOCK];
    let result = shared_array![u32; BLOCK];
    let t = thread::thread_idx_x() as usize;
    let (cols, rows) = (cols as usize, rows as usize);
    // The blocks overlap by as many columns on either side as there are rows.
    let small = BLOCK - 2 * rows;
    let x = (thread::block_idx_x() as usize * small + t) as isize - rows as isize;
    let is_valid = x >= 0 && x < cols as isize;
    if is_valid {
        *previous.add(t) = start[x as usize];
    }
    thread::sync_threads();
    let mut computed = false;
    for row in 0..rows {
        computed = false;
        if t >= row + 1 && t + row + 2 <= BLOCK && is_valid {
            computed = true;
            let mut least = *previous.add(t);
            if x > 0 {
                least = least.min(*previous.add(t - 1));
            }
            if x + 1 < cols as isize {
                least = least.min(*previous.add(t + 1));
            }
            *result.add(t) = least + wall[row * cols + x as usize];
        }
        thread::sync_threads();
        if row == rows - 1 {
            break;
        }
        if computed {
            *previous.add(t) = *result.add(t);
        }
        thread::sync_threads();
    }
    if computed {
        *output.add(x as usize) = *result.add(t);
    }
}
