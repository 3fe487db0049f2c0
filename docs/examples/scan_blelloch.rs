//! Exclusive prefix sum of each block's part by Blelloch's tree, two elements for each thread.

use cuda_std::prelude::*;
use cuda_std::shared::dynamic_shared_mem;

#[kernel]
pub unsafe fn scan_blelloch(input: &[i32], output: *mut i32, totals: *mut i32) {
    let tree = dynamic_shared_mem::<i32>();
    let t = thread::thread_idx_x() as usize;
    let block = thread::block_idx_x() as usize;
    let n = 2 * thread::block_dim_x() as usize;
    let part = block * n;

    for k in [2 * t, 2 * t + 1] {
        *tree.add(k) = if let Some(&x) = input.get(part + k) { x } else { 0 };
    }

    let levels = n.ilog2();
    for level in 0..levels {
        let stride = 1 << level;
        let right = 2 * stride * (t + 1) - 1;
        thread::sync_threads();
        if right < n {
            *tree.add(right) += *tree.add(right - stride);
        }
    }
    thread::sync_threads();

    if t == 0 {
        *totals.add(block) = tree.add(n - 1).replace(0);
    }
    for level in (0..levels).rev() {
        let stride = 1 << level;
        let right = 2 * stride * (t + 1) - 1;
        thread::sync_threads();
        if right < n {
            let (l, r) = (tree.add(right - stride), tree.add(right));
            (*l, *r) = (*r, *l + *r);
        }
    }
    thread::sync_threads();

    for k in [2 * t, 2 * t + 1] {
        if part + k < input.len() {
            *output.add(part + k) = *tree.add(k);
        }
    }
}
