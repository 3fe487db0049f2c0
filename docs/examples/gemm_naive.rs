//! C becomes alpha A B + beta C, one element of C for each thread.

use cuda_std::{kernel, thread};

#[kernel]
pub unsafe fn gemm_naive(
    mat_a: &[f32],
    mat_b: &[f32],
    mat_c: *mut f32,
    m: usize,
    n: usize,
    k: usize,
    alpha: f32,
    beta: f32,
) {
    let row = (thread::block_dim_x() * thread::block_idx_x() + thread::thread_idx_x()) as usize;
    let col = (thread::block_dim_y() * thread::block_idx_y() + thread::thread_idx_y()) as usize;
    if row >= m || col >= n {
        return;
    }

    let row_of_a = &mat_a[row * k..(row + 1) * k];
    let column_of_b = mat_b[col..].iter().step_by(n);
    let product: f32 = row_of_a.iter().zip(column_of_b).map(|(x, y)| x * y).sum();

    let elem = unsafe { &mut *mat_c.add(row * n + col) };
    *elem = alpha * product + beta * *elem;
}
