//! Matrix multiply: `c = a * b`, with `a` of `m` rows and `k` columns and `b` of
//! `k` rows and `n` columns, all stored row by row.
//!
//! The ladder moves the operands closer to the arithmetic at each rung: from
//! scattered to coalesced global reads, to tiles in shared memory, to blocks of
//! results in registers.

use crate::vector::Float4;
use crate::warp::WARP;
use cuda_std::prelude::*;
use cuda_std::shared_array;

/// Threads per block of the kernels without tiles, x.
pub const PLAIN_X: usize = 32;

/// Threads per block of the kernels without tiles, y.
pub const PLAIN_Y: usize = 8;

/// One thread per result, and the threads of a warp lie in one column: each
/// reads a row of its own.
#[kernel]
pub unsafe fn matmul_uncoalesced(
    a: *const f32,
    b: *const f32,
    c: *mut f32,
    m: u32,
    n: u32,
    k: u32,
) {
    let row = thread::block_idx_x() as usize * PLAIN_X + thread::thread_idx_x() as usize;
    let col = thread::block_idx_y() as usize * PLAIN_Y + thread::thread_idx_y() as usize;
    let (m, n, k) = (m as usize, n as usize, k as usize);
    if row < m && col < n {
        let mut sum = 0.0;
        for i in 0..k {
            sum += *a.add(row * k + i) * *b.add(i * n + col);
        }
        *c.add(row * n + col) = sum;
    }
}

/// The threads of a warp lie in one row: they share a word of `a` and read
/// neighbouring words of `b`.
#[kernel]
pub unsafe fn matmul_naive(a: *const f32, b: *const f32, c: *mut f32, m: u32, n: u32, k: u32) {
    let row = thread::block_idx_y() as usize * PLAIN_Y + thread::thread_idx_y() as usize;
    let col = thread::block_idx_x() as usize * PLAIN_X + thread::thread_idx_x() as usize;
    let (m, n, k) = (m as usize, n as usize, k as usize);
    if row < m && col < n {
        let mut sum = 0.0;
        for i in 0..k {
            sum += *a.add(row * k + i) * *b.add(i * n + col);
        }
        *c.add(row * n + col) = sum;
    }
}

/// Side of the square tiles.
pub const TILE: usize = 16;

/// A block fetches a tile of `a` and one of `b` into shared memory and uses
/// every element 16 times before it fetches the next.
#[kernel]
pub unsafe fn matmul_tiled(a: *const f32, b: *const f32, c: *mut f32, m: u32, n: u32, k: u32) {
    let tile_a = shared_array![f32; TILE * TILE];
    let tile_b = shared_array![f32; TILE * TILE];
    let tx = thread::thread_idx_x() as usize;
    let ty = thread::thread_idx_y() as usize;
    let row = thread::block_idx_y() as usize * TILE + ty;
    let col = thread::block_idx_x() as usize * TILE + tx;
    let (m, n, k) = (m as usize, n as usize, k as usize);

    let mut sum = 0.0;
    let mut first = 0;
    while first < k {
        let from_a = element(a, row, first + tx, m, k);
        let from_b = element(b, first + ty, col, k, n);
        *tile_a.add(ty * TILE + tx) = from_a;
        *tile_b.add(ty * TILE + tx) = from_b;
        thread::sync_threads();

        for i in 0..TILE {
            sum += *tile_a.add(ty * TILE + i) * *tile_b.add(i * TILE + tx);
        }
        thread::sync_threads();
        first += TILE;
    }
    if row < m && col < n {
        *c.add(row * n + col) = sum;
    }
}

/// Depth of the tiles of [`matmul_tiled_wide`].
pub const WIDE_DEPTH: usize = 32;

/// Tiles twice as deep, as in the hiCUDA paper: 16x32 of `a` and 32x16 of `b`.
/// Each thread fetches two elements of either, and there are half as many
/// barriers.
#[kernel]
pub unsafe fn matmul_tiled_wide(a: *const f32, b: *const f32, c: *mut f32, m: u32, n: u32, k: u32) {
    let tile_a = shared_array![f32; TILE * WIDE_DEPTH];
    let tile_b = shared_array![f32; WIDE_DEPTH * TILE];
    let tx = thread::thread_idx_x() as usize;
    let ty = thread::thread_idx_y() as usize;
    let row = thread::block_idx_y() as usize * TILE + ty;
    let col = thread::block_idx_x() as usize * TILE + tx;
    let (m, n, k) = (m as usize, n as usize, k as usize);

    let mut sum = 0.0;
    let mut first = 0;
    while first < k {
        let a0 = element(a, row, first + tx, m, k);
        let a1 = element(a, row, first + tx + TILE, m, k);
        let b0 = element(b, first + ty, col, k, n);
        let b1 = element(b, first + ty + TILE, col, k, n);
        *tile_a.add(ty * WIDE_DEPTH + tx) = a0;
        *tile_a.add(ty * WIDE_DEPTH + tx + TILE) = a1;
        *tile_b.add(ty * TILE + tx) = b0;
        *tile_b.add((ty + TILE) * TILE + tx) = b1;
        thread::sync_threads();

        for i in 0..WIDE_DEPTH {
            sum += *tile_a.add(ty * WIDE_DEPTH + i) * *tile_b.add(i * TILE + tx);
        }
        thread::sync_threads();
        first += WIDE_DEPTH;
    }
    if row < m && col < n {
        *c.add(row * n + col) = sum;
    }
}

/// Side of the tile of `c` that a block of [`matmul_block_1d`] computes.
pub const BLOCK_1D: usize = 64;

/// Depth of its tiles of `a` and `b`.
pub const DEPTH_1D: usize = 8;

/// Results per thread, one below the other.
pub const RESULTS_1D: usize = 8;

/// Threads per block.
pub const THREADS_1D: usize = BLOCK_1D * BLOCK_1D / RESULTS_1D;

/// Each thread computes eight results of one column. A word of `b` is read from
/// shared memory once and used eight times from a register.
#[kernel]
pub unsafe fn matmul_block_1d(a: *const f32, b: *const f32, c: *mut f32, m: u32, n: u32, k: u32) {
    let tile_a = shared_array![f32; BLOCK_1D * DEPTH_1D];
    let tile_b = shared_array![f32; DEPTH_1D * BLOCK_1D];
    let t = thread::thread_idx_x() as usize;
    let first_row = thread::block_idx_y() as usize * BLOCK_1D;
    let first_col = thread::block_idx_x() as usize * BLOCK_1D;
    let (m, n, k) = (m as usize, n as usize, k as usize);
    // The thread's results: a column of the tile and eight rows of it.
    let col = t % BLOCK_1D;
    let row = t / BLOCK_1D * RESULTS_1D;

    let mut sums = [0.0; RESULTS_1D];
    let mut first = 0;
    while first < k {
        // One element of either tile per thread.
        let from_a = element(a, first_row + t / DEPTH_1D, first + t % DEPTH_1D, m, k);
        let from_b = element(b, first + t / BLOCK_1D, first_col + t % BLOCK_1D, k, n);
        *tile_a.add(t) = from_a;
        *tile_b.add(t) = from_b;
        thread::sync_threads();

        for i in 0..DEPTH_1D {
            let right = *tile_b.add(i * BLOCK_1D + col);
            for r in 0..RESULTS_1D {
                sums[r] += *tile_a.add((row + r) * DEPTH_1D + i) * right;
            }
        }
        thread::sync_threads();
        first += DEPTH_1D;
    }

    for r in 0..RESULTS_1D {
        store(c, first_row + row + r, first_col + col, m, n, sums[r]);
    }
}

/// Side of the tile of `c` that a block of [`matmul_block_2d`] computes.
pub const BLOCK_2D: usize = 128;

/// Depth of its tiles of `a` and `b`.
pub const DEPTH_2D: usize = 8;

/// Rows and columns of results per thread: eight by eight.
pub const RESULTS_2D: usize = 8;

/// Threads along either side of the block.
pub const SIDE_2D: usize = BLOCK_2D / RESULTS_2D;

/// Threads per block.
pub const THREADS_2D: usize = SIDE_2D * SIDE_2D;

/// Words in a vector of 16 bytes.
pub const VECTOR: usize = 4;

/// From one four of a thread's rows or columns to the next. Between them lie the
/// fours of all other threads, so that neighbouring threads read neighbouring
/// banks.
pub const SPREAD_2D: usize = SIDE_2D * VECTOR;

/// Elements of either tile that a thread fetches.
pub const FETCH_2D: usize = DEPTH_2D * BLOCK_2D / THREADS_2D;

/// Rows of the tile of `a` that the block fetches at once.
pub const FETCH_ROWS_A: usize = THREADS_2D / DEPTH_2D;

/// Rows of the tile of `b` that the block fetches at once.
pub const FETCH_ROWS_B: usize = THREADS_2D / BLOCK_2D;

/// Words from one row of the tile of `a` to the next. It is stored column by
/// column, the order of its use; a vector of padding spreads the transposing
/// stores over the banks and keeps rows on 16-byte boundaries.
pub const PITCH_2D: usize = BLOCK_2D + VECTOR;

/// Each thread computes 64 results, eight rows by eight columns: 16 words from
/// shared memory feed 64 multiply-adds.
#[kernel]
pub unsafe fn matmul_block_2d(a: *const f32, b: *const f32, c: *mut f32, m: u32, n: u32, k: u32) {
    let tile_a = shared_array![Float4; DEPTH_2D * PITCH_2D / VECTOR] as *mut f32;
    let tile_b = shared_array![Float4; DEPTH_2D * BLOCK_2D / VECTOR] as *mut f32;
    let t = thread::thread_idx_x() as usize;
    let tx = t % SIDE_2D;
    let ty = t / SIDE_2D;
    let first_row = thread::block_idx_y() as usize * BLOCK_2D;
    let first_col = thread::block_idx_x() as usize * BLOCK_2D;
    let (m, n, k) = (m as usize, n as usize, k as usize);

    // Where the thread fetches first; the other rows follow at equal distances.
    let row_a = t / DEPTH_2D;
    let col_a = t % DEPTH_2D;
    let row_b = t / BLOCK_2D;
    let col_b = t % BLOCK_2D;

    let mut sums = [[0.0; RESULTS_2D]; RESULTS_2D];
    let mut first = 0;
    while first < k {
        // All loads are under way before the first value is stored.
        let mut from_a = [0.0; FETCH_2D];
        let mut from_b = [0.0; FETCH_2D];
        for f in 0..FETCH_2D {
            from_a[f] = element(a, first_row + row_a + f * FETCH_ROWS_A, first + col_a, m, k);
            from_b[f] = element(b, first + row_b + f * FETCH_ROWS_B, first_col + col_b, k, n);
        }
        for f in 0..FETCH_2D {
            *tile_a.add(col_a * PITCH_2D + row_a + f * FETCH_ROWS_A) = from_a[f];
            *tile_b.add((row_b + f * FETCH_ROWS_B) * BLOCK_2D + col_b) = from_b[f];
        }
        thread::sync_threads();

        for i in 0..DEPTH_2D {
            let mut left = [0.0; RESULTS_2D];
            let mut right = [0.0; RESULTS_2D];
            for r in 0..RESULTS_2D {
                let place = r / VECTOR * SPREAD_2D + r % VECTOR;
                left[r] = *tile_a.add(i * PITCH_2D + ty * VECTOR + place);
                right[r] = *tile_b.add(i * BLOCK_2D + tx * VECTOR + place);
            }
            for r in 0..RESULTS_2D {
                for s in 0..RESULTS_2D {
                    sums[r][s] += left[r] * right[s];
                }
            }
        }
        thread::sync_threads();
        first += DEPTH_2D;
    }

    for r in 0..RESULTS_2D {
        let row = first_row + ty * VECTOR + r / VECTOR * SPREAD_2D + r % VECTOR;
        for s in 0..RESULTS_2D {
            let col = first_col + tx * VECTOR + s / VECTOR * SPREAD_2D + s % VECTOR;
            store(c, row, col, m, n, sums[r][s]);
        }
    }
}

/// Words in one tile of `a` of [`matmul_vectorized`], which has the shapes of
/// [`matmul_block_2d`].
pub const WORDS_A: usize = DEPTH_2D * PITCH_2D;

/// Words in one of its tiles of `b`.
pub const WORDS_B: usize = DEPTH_2D * BLOCK_2D;

/// Vectors in a row of its tile of `a`, one for each thread that fetches there.
pub const VECTORS_A: usize = DEPTH_2D / VECTOR;

/// Vectors in a row of its tile of `b`.
pub const VECTORS_B: usize = BLOCK_2D / VECTOR;

/// Rows of results that one of its warps computes.
pub const WARP_ROWS: usize = 32;

/// Columns of results that one of its warps computes.
pub const WARP_COLS: usize = WARP * RESULTS_2D * RESULTS_2D / WARP_ROWS;

/// Warps side by side in a block.
pub const WARPS_X: usize = BLOCK_2D / WARP_COLS;

/// Lanes side by side in a warp.
pub const LANES_X: usize = WARP_COLS / RESULTS_2D;

/// From one four of a lane's rows to the next.
pub const SPREAD_ROWS: usize = WARP / LANES_X * VECTOR;

/// From one four of a lane's columns to the next.
pub const SPREAD_COLS: usize = LANES_X * VECTOR;

/// Every access moves 16 bytes. The tiles are double: while one pair is used,
/// the next is on its way from global memory, and one barrier per tile is
/// enough. A warp computes 32x64 results; each of its lanes has four 4x4 pieces
/// of them.
#[kernel]
pub unsafe fn matmul_vectorized(a: *const f32, b: *const f32, c: *mut f32, m: u32, n: u32, k: u32) {
    let (m, n, k) = (m as usize, n as usize, k as usize);
    // Rows start on 16-byte boundaries only if their length is a multiple of
    // four. Which of the two it is, is decided once, outside the loops.
    if n % VECTOR == 0 && k % VECTOR == 0 {
        multiply_vectorized::<true>(a, b, c, m, n, k);
    } else {
        multiply_vectorized::<false>(a, b, c, m, n, k);
    }
}

#[inline(always)]
unsafe fn multiply_vectorized<const ALIGNED: bool>(
    a: *const f32,
    b: *const f32,
    c: *mut f32,
    m: usize,
    n: usize,
    k: usize,
) {
    let tiles_a = shared_array![Float4; 2 * WORDS_A / VECTOR] as *mut f32;
    let tiles_b = shared_array![Float4; 2 * WORDS_B / VECTOR] as *mut f32;
    let t = thread::thread_idx_x() as usize;
    let first_row = thread::block_idx_y() as usize * BLOCK_2D;
    let first_col = thread::block_idx_x() as usize * BLOCK_2D;

    // What the thread fetches: one vector of `a` and one of `b`.
    let row_a = t / VECTORS_A;
    let col_a = t % VECTORS_A * VECTOR;
    let row_b = t / VECTORS_B;
    let col_b = t % VECTORS_B * VECTOR;
    let place_a = col_a * PITCH_2D + row_a;
    let place_b = row_b * BLOCK_2D + col_b;

    // What the thread computes: rows and columns come in two fours.
    let warp = t / WARP;
    let lane = t % WARP;
    let row = warp / WARPS_X * WARP_ROWS + lane / LANES_X * VECTOR;
    let col = warp % WARPS_X * WARP_COLS + lane % LANES_X * VECTOR;

    let mut from_a = vector::<ALIGNED>(a, first_row + row_a, col_a, m, k);
    let mut from_b = vector::<ALIGNED>(b, row_b, first_col + col_b, k, n);
    put_column(tiles_a.add(place_a), from_a);
    from_b.store(tiles_b.add(place_b) as *mut Float4);
    thread::sync_threads();

    let mut sums = [[0.0; RESULTS_2D]; RESULTS_2D];
    let mut current = 0;
    let mut first = 0;
    while first < k {
        let tile_a = tiles_a.add(current * WORDS_A);
        let tile_b = tiles_b.add(current * WORDS_B);
        // Past the end these are zeros, which nobody uses.
        first += DEPTH_2D;
        from_a = vector::<ALIGNED>(a, first_row + row_a, first + col_a, m, k);
        from_b = vector::<ALIGNED>(b, first + row_b, first_col + col_b, k, n);

        for i in 0..DEPTH_2D {
            let l0 = Float4::load(tile_a.add(i * PITCH_2D + row) as *const Float4);
            let l1 = Float4::load(tile_a.add(i * PITCH_2D + row + SPREAD_ROWS) as *const Float4);
            let r0 = Float4::load(tile_b.add(i * BLOCK_2D + col) as *const Float4);
            let r1 = Float4::load(tile_b.add(i * BLOCK_2D + col + SPREAD_COLS) as *const Float4);
            let left = [l0.x, l0.y, l0.z, l0.w, l1.x, l1.y, l1.z, l1.w];
            let right = [r0.x, r0.y, r0.z, r0.w, r1.x, r1.y, r1.z, r1.w];
            for r in 0..RESULTS_2D {
                for s in 0..RESULTS_2D {
                    sums[r][s] += left[r] * right[s];
                }
            }
        }

        // The other pair of tiles was last read before the last barrier.
        current = 1 - current;
        put_column(tiles_a.add(current * WORDS_A + place_a), from_a);
        from_b.store(tiles_b.add(current * WORDS_B + place_b) as *mut Float4);
        thread::sync_threads();
    }

    for r in 0..RESULTS_2D {
        // Rows 0 to 3 and, further down, 4 to 7; the columns likewise.
        let y = first_row + row + r % VECTOR + r / VECTOR * SPREAD_ROWS;
        let x = first_col + col;
        let s = sums[r];
        let v0 = Float4 { x: s[0], y: s[1], z: s[2], w: s[3] };
        let v1 = Float4 { x: s[4], y: s[5], z: s[6], w: s[7] };
        store_vector::<ALIGNED>(c, y, x, m, n, v0);
        store_vector::<ALIGNED>(c, y, x + SPREAD_COLS, m, n, v1);
    }
}

/// An element of a matrix, or zero outside it, which leaves a sum as it is.
#[inline(always)]
unsafe fn element(matrix: *const f32, row: usize, col: usize, rows: usize, cols: usize) -> f32 {
    if row < rows && col < cols {
        *matrix.add(row * cols + col)
    } else {
        0.0
    }
}

/// Four neighbours in a row of a matrix, zero outside it.
#[inline(always)]
unsafe fn vector<const ALIGNED: bool>(
    matrix: *const f32,
    row: usize,
    col: usize,
    rows: usize,
    cols: usize,
) -> Float4 {
    if ALIGNED {
        if row < rows && col < cols {
            Float4::load(matrix.add(row * cols + col) as *const Float4)
        } else {
            Float4::splat(0.0)
        }
    } else {
        Float4 {
            x: element(matrix, row, col, rows, cols),
            y: element(matrix, row, col + 1, rows, cols),
            z: element(matrix, row, col + 2, rows, cols),
            w: element(matrix, row, col + 3, rows, cols),
        }
    }
}

/// Writes a vector down a column of the tile of `a`, which transposes it.
#[inline(always)]
unsafe fn put_column(tile: *mut f32, v: Float4) {
    *tile = v.x;
    *tile.add(PITCH_2D) = v.y;
    *tile.add(2 * PITCH_2D) = v.z;
    *tile.add(3 * PITCH_2D) = v.w;
}

/// Writes an element of a matrix, unless it lies outside.
#[inline(always)]
unsafe fn store(matrix: *mut f32, row: usize, col: usize, rows: usize, cols: usize, value: f32) {
    if row < rows && col < cols {
        *matrix.add(row * cols + col) = value;
    }
}

/// Writes four neighbours in a row of a matrix, leaving out those outside.
#[inline(always)]
unsafe fn store_vector<const ALIGNED: bool>(
    matrix: *mut f32,
    row: usize,
    col: usize,
    rows: usize,
    cols: usize,
    v: Float4,
) {
    if ALIGNED {
        if row < rows && col < cols {
            v.store(matrix.add(row * cols + col) as *mut Float4);
        }
    } else {
        store(matrix, row, col, rows, cols, v.x);
        store(matrix, row, col + 1, rows, cols, v.y);
        store(matrix, row, col + 2, rows, cols, v.z);
        store(matrix, row, col + 3, rows, cols, v.w);
    }
}
