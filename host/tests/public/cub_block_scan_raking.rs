// pattern: CUB, by Duane Merrill
// expect: nothing
// block: 128 grid: 2 buffers: 256 256
// A block scans by raking: one warp scans the rows of a padded grid of shared memory.
use crate::warp::{shuffle_up_u32, WARP};
use cuda_std::prelude::*;
use cuda_std::shared_array;

const BLOCK: usize = 128;
const ROW: usize = BLOCK / WARP;
const PITCH: usize = ROW + 1;

#[kernel]
pub unsafe fn inclusive_scan(input: &[u32], output: *mut u32) {
    let grid = shared_array![u32; WARP * PITCH];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    let place = grid.add(t / ROW * PITCH + t % ROW);
    *place = input[i];
    thread::sync_threads();
    if t < WARP {
        let row = grid.add(t * PITCH);
        let mut sum = 0;
        for k in 0..ROW {
            sum += *row.add(k);
        }
        // The sums of the rows before this one, by shuffles.
        let mut scanned = sum;
        let mut distance = 1;
        while distance < WARP {
            let before = shuffle_up_u32(scanned, distance as u32);
            if t >= distance {
                scanned += before;
            }
            distance *= 2;
        }
        let mut running = scanned - sum;
        for k in 0..ROW {
            running += *row.add(k);
            *row.add(k) = running;
        }
    }
    thread::sync_threads();
    *output.add(i) = *place;
}
