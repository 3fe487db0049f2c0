// pattern: moderngpu, by Sean Baxter
// expect: nothing
// block: 32 grid: 2 buffers: 100 156 256
// Two sorted lists are merged: each thread finds its diagonal and merges four elements for itself.
use cuda_std::prelude::*;
use cuda_std::shared_array;

const PER_THREAD: usize = 4;
const TILE: usize = 32 * PER_THREAD;

unsafe fn diagonal(a: *const u32, a_len: usize, b: *const u32, b_len: usize, at: usize) -> usize {
    let mut low = if at > b_len { at - b_len } else { 0 };
    let mut high = at.min(a_len);
    while low < high {
        let middle = (low + high) / 2;
        if *a.add(middle) <= *b.add(at - 1 - middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

#[kernel]
pub unsafe fn merge(a: &[u32], b: &[u32], output: *mut u32) {
    let tile = shared_array![u32; TILE];
    let t = thread::thread_idx_x() as usize;
    let first = TILE * thread::block_idx_x() as usize;
    let (pa, pb) = (a.as_ptr(), b.as_ptr());
    let a_first = diagonal(pa, a.len(), pb, b.len(), first);
    let a_last = diagonal(pa, a.len(), pb, b.len(), first + TILE);
    let (a_len, b_first) = (a_last - a_first, first - a_first);
    let b_len = TILE - a_len;
    // The part of a lies in front of that of b.
    for k in (t..TILE).step_by(32) {
        *tile.add(k) = if k < a_len { a[a_first + k] } else { b[b_first + k - a_len] };
    }
    thread::sync_threads();
    let mut i = diagonal(tile, a_len, tile.add(a_len), b_len, PER_THREAD * t);
    let mut j = PER_THREAD * t - i;
    let mut merged = [0; PER_THREAD];
    for k in 0..PER_THREAD {
        let takes_a = i < a_len && (j >= b_len || *tile.add(i) <= *tile.add(a_len + j));
        if takes_a {
            merged[k] = *tile.add(i);
            i += 1;
        } else {
            merged[k] = *tile.add(a_len + j);
            j += 1;
        }
    }
    thread::sync_threads();
    for k in 0..PER_THREAD {
        *tile.add(PER_THREAD * t + k) = merged[k];
    }
    thread::sync_threads();
    for k in (t..TILE).step_by(32) {
        *output.add(first + k) = *tile.add(k);
    }
}
