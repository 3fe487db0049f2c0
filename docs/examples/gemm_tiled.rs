//! C becomes alpha A B + beta C through tiles in shared memory, for any size of tile.

use cuda_std::{address_space, kernel, thread};

const TILE_SIZE: usize = 16;

type Tile<const N: usize> = [[f32; N]; N];

#[derive(Clone, Copy)]
struct Matrix<'a> {
    data: &'a [f32],
    rows: usize,
    cols: usize,
}

impl Matrix<'_> {
    fn get(&self, row: usize, col: usize) -> Option<f32> {
        (row < self.rows && col < self.cols).then(|| self.data[row * self.cols + col])
    }
}

/// This thread's element of A B. Tiles that stick out of a matrix are filled up with zeros.
unsafe fn multiply<const N: usize>(
    a: Matrix,
    b: Matrix,
    tile_a: *mut Tile<N>,
    tile_b: *mut Tile<N>,
) -> f32 {
    let (tx, ty) = (thread::thread_idx_x() as usize, thread::thread_idx_y() as usize);
    let row = thread::block_idx_y() as usize * N + ty;
    let col = thread::block_idx_x() as usize * N + tx;

    let mut sum = 0.0;
    for start in (0..a.cols).step_by(N) {
        unsafe {
            (*tile_a)[ty][tx] = a.get(row, start + tx).unwrap_or(0.0);
            (*tile_b)[ty][tx] = b.get(start + ty, col).unwrap_or(0.0);
        }
        thread::sync_threads();
        for i in 0..N {
            sum += unsafe { (*tile_a)[ty][i] * (*tile_b)[i][tx] };
        }
        thread::sync_threads();
    }
    sum
}

#[kernel]
pub unsafe fn gemm_tiled(
    mat_a: &[f32],
    mat_b: &[f32],
    mat_c: *mut f32,
    m: usize,
    n: usize,
    k: usize,
    alpha: f32,
    beta: f32,
) {
    #[address_space(shared)]
    static mut TILE_A: Tile<TILE_SIZE> = [[0.0; TILE_SIZE]; TILE_SIZE];
    #[address_space(shared)]
    static mut TILE_B: Tile<TILE_SIZE> = [[0.0; TILE_SIZE]; TILE_SIZE];

    let a = Matrix { data: mat_a, rows: m, cols: k };
    let b = Matrix { data: mat_b, rows: k, cols: n };
    let sum = unsafe { multiply::<TILE_SIZE>(a, b, &raw mut TILE_A, &raw mut TILE_B) };

    let col = thread::index_2d().x as usize;
    let row = thread::index_2d().y as usize;
    if row < m && col < n {
        unsafe {
            let c = mat_c.add(row * n + col);
            *c = alpha * sum + beta * *c;
        }
    }
}
