// Matrix multiply: c = a * b, with a of m rows and k columns and b of k rows and
// n columns, all stored row by row.
//
// Each rung of the ladder moves the operands closer to the arithmetic: from
// scattered to coalesced global reads, to tiles in shared memory, to blocks of
// results in registers.

struct Params {
    m: u32,
    n: u32,
    k: u32,
}

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;

// Threads per block of the kernels without tiles, x.
const PLAIN_X = 32u;

// Threads per block of the kernels without tiles, y.
const PLAIN_Y = 8u;

// One thread per result, and the threads of a warp lie in one column: each
// reads a row of its own.
@compute @workgroup_size(PLAIN_X, PLAIN_Y)
fn matmul_uncoalesced(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let row = block.x * PLAIN_X + thread.x;
    let col = block.y * PLAIN_Y + thread.y;
    let m = params.m;
    let n = params.n;
    let k = params.k;
    if row < m && col < n {
        var sum = 0.0;
        for (var i = 0u; i < k; i += 1u) {
            sum += a[row * k + i] * b[i * n + col];
        }
        c[row * n + col] = sum;
    }
}

// The threads of a warp lie in one row: they share a word of a and read
// neighbouring words of b.
@compute @workgroup_size(PLAIN_X, PLAIN_Y)
fn matmul_naive(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let row = block.y * PLAIN_Y + thread.y;
    let col = block.x * PLAIN_X + thread.x;
    let m = params.m;
    let n = params.n;
    let k = params.k;
    if row < m && col < n {
        var sum = 0.0;
        for (var i = 0u; i < k; i += 1u) {
            sum += a[row * k + i] * b[i * n + col];
        }
        c[row * n + col] = sum;
    }
}

// Side of the square tiles.
const TILE = 16u;

var<workgroup> tile_a: array<f32, TILE * TILE>;
var<workgroup> tile_b: array<f32, TILE * TILE>;

// A block fetches a tile of a and one of b into shared memory and uses every
// element 16 times before it fetches the next.
@compute @workgroup_size(TILE, TILE)
fn matmul_tiled(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let tx = thread.x;
    let ty = thread.y;
    let row = block.y * TILE + ty;
    let col = block.x * TILE + tx;

    var sum = 0.0;
    for (var first = 0u; first < params.k; first += TILE) {
        let from_a = element_a(row, first + tx);
        let from_b = element_b(first + ty, col);
        tile_a[ty * TILE + tx] = from_a;
        tile_b[ty * TILE + tx] = from_b;
        workgroupBarrier();

        for (var i = 0u; i < TILE; i += 1u) {
            sum += tile_a[ty * TILE + i] * tile_b[i * TILE + tx];
        }
        workgroupBarrier();
    }
    if row < params.m && col < params.n {
        c[row * params.n + col] = sum;
    }
}

// Depth of the tiles of matmul_tiled_wide.
const WIDE_DEPTH = 32u;

var<workgroup> wide_a: array<f32, TILE * WIDE_DEPTH>;
var<workgroup> wide_b: array<f32, WIDE_DEPTH * TILE>;

// Tiles twice as deep, as in the hiCUDA paper: 16x32 of a and 32x16 of b. Each
// thread fetches two elements of either, and there are half as many barriers.
@compute @workgroup_size(TILE, TILE)
fn matmul_tiled_wide(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let tx = thread.x;
    let ty = thread.y;
    let row = block.y * TILE + ty;
    let col = block.x * TILE + tx;

    var sum = 0.0;
    for (var first = 0u; first < params.k; first += WIDE_DEPTH) {
        let a0 = element_a(row, first + tx);
        let a1 = element_a(row, first + tx + TILE);
        let b0 = element_b(first + ty, col);
        let b1 = element_b(first + ty + TILE, col);
        wide_a[ty * WIDE_DEPTH + tx] = a0;
        wide_a[ty * WIDE_DEPTH + tx + TILE] = a1;
        wide_b[ty * TILE + tx] = b0;
        wide_b[(ty + TILE) * TILE + tx] = b1;
        workgroupBarrier();

        for (var i = 0u; i < WIDE_DEPTH; i += 1u) {
            sum += wide_a[ty * WIDE_DEPTH + i] * wide_b[i * TILE + tx];
        }
        workgroupBarrier();
    }
    if row < params.m && col < params.n {
        c[row * params.n + col] = sum;
    }
}

// Side of the tile of c that a block of matmul_block_1d computes.
const BLOCK_1D = 64u;

// Depth of its tiles of a and b.
const DEPTH_1D = 8u;

// Results per thread, one below the other.
const RESULTS_1D = 8u;

// Threads per block.
const THREADS_1D = BLOCK_1D * BLOCK_1D / RESULTS_1D;

var<workgroup> tile_a_1d: array<f32, BLOCK_1D * DEPTH_1D>;
var<workgroup> tile_b_1d: array<f32, DEPTH_1D * BLOCK_1D>;

// Each thread computes eight results of one column. A word of b is read from
// shared memory once and then used eight times from a register.
@compute @workgroup_size(THREADS_1D)
fn matmul_block_1d(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let t = thread.x;
    let first_row = block.y * BLOCK_1D;
    let first_col = block.x * BLOCK_1D;
    // The thread's results: a column of the tile and eight rows of it.
    let col = t % BLOCK_1D;
    let row = t / BLOCK_1D * RESULTS_1D;

    var sums: array<f32, RESULTS_1D>;
    for (var first = 0u; first < params.k; first += DEPTH_1D) {
        // One element of either tile per thread.
        let from_a = element_a(first_row + t / DEPTH_1D, first + t % DEPTH_1D);
        let from_b = element_b(first + t / BLOCK_1D, first_col + t % BLOCK_1D);
        tile_a_1d[t] = from_a;
        tile_b_1d[t] = from_b;
        workgroupBarrier();

        for (var i = 0u; i < DEPTH_1D; i += 1u) {
            let right = tile_b_1d[i * BLOCK_1D + col];
            for (var r = 0u; r < RESULTS_1D; r += 1u) {
                sums[r] += tile_a_1d[(row + r) * DEPTH_1D + i] * right;
            }
        }
        workgroupBarrier();
    }

    for (var r = 0u; r < RESULTS_1D; r += 1u) {
        store(first_row + row + r, first_col + col, sums[r]);
    }
}

// Side of the tile of c that a block of matmul_block_2d computes.
const BLOCK_2D = 128u;

// Depth of its tiles of a and b.
const DEPTH_2D = 8u;

// Results per thread: eight rows of eight columns, in fours that lie 64 apart,
// so that neighbouring threads read neighbouring banks.
const RESULTS_2D = 8u;

// Threads along either side of the block.
const SIDE_2D = BLOCK_2D / RESULTS_2D;

// Threads per block.
const THREADS_2D = SIDE_2D * SIDE_2D;

// Elements of either tile that a thread fetches.
const FETCH_2D = DEPTH_2D * BLOCK_2D / THREADS_2D;

// Words from one row of the tile of a to the next. The tile is stored column by
// column, the order of its use; four words of padding spread the transposing
// stores over the banks and keep rows on 16-byte boundaries.
const PITCH_2D = BLOCK_2D + 4u;

var<workgroup> tile_a_2d: array<f32, DEPTH_2D * PITCH_2D>;
var<workgroup> tile_b_2d: array<f32, DEPTH_2D * BLOCK_2D>;

// Each thread computes 64 results, eight rows by eight columns: 16 words from
// shared memory feed 64 multiply-adds.
@compute @workgroup_size(THREADS_2D)
fn matmul_block_2d(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let t = thread.x;
    let tx = t % SIDE_2D;
    let ty = t / SIDE_2D;
    let first_row = block.y * BLOCK_2D;
    let first_col = block.x * BLOCK_2D;

    // Where the thread fetches: rows of a 32 apart, rows of b two apart.
    let row_a = t / DEPTH_2D;
    let col_a = t % DEPTH_2D;
    let row_b = t / BLOCK_2D;
    let col_b = t % BLOCK_2D;

    var sums: array<array<f32, RESULTS_2D>, RESULTS_2D>;
    for (var first = 0u; first < params.k; first += DEPTH_2D) {
        // All loads are under way before the first value is stored.
        var from_a: array<f32, FETCH_2D>;
        var from_b: array<f32, FETCH_2D>;
        for (var f = 0u; f < FETCH_2D; f += 1u) {
            from_a[f] = element_a(first_row + row_a + f * 32u, first + col_a);
            from_b[f] = element_b(first + row_b + f * 2u, first_col + col_b);
        }
        for (var f = 0u; f < FETCH_2D; f += 1u) {
            tile_a_2d[col_a * PITCH_2D + row_a + f * 32u] = from_a[f];
            tile_b_2d[(row_b + f * 2u) * BLOCK_2D + col_b] = from_b[f];
        }
        workgroupBarrier();

        for (var i = 0u; i < DEPTH_2D; i += 1u) {
            var left: array<f32, RESULTS_2D>;
            var right: array<f32, RESULTS_2D>;
            for (var r = 0u; r < RESULTS_2D; r += 1u) {
                left[r] = tile_a_2d[i * PITCH_2D + ty * 4u + r / 4u * 64u + r % 4u];
                right[r] = tile_b_2d[i * BLOCK_2D + tx * 4u + r / 4u * 64u + r % 4u];
            }
            for (var r = 0u; r < RESULTS_2D; r += 1u) {
                for (var s = 0u; s < RESULTS_2D; s += 1u) {
                    sums[r][s] += left[r] * right[s];
                }
            }
        }
        workgroupBarrier();
    }

    for (var r = 0u; r < RESULTS_2D; r += 1u) {
        let row = first_row + ty * 4u + r / 4u * 64u + r % 4u;
        for (var s = 0u; s < RESULTS_2D; s += 1u) {
            store(row, first_col + tx * 4u + s / 4u * 64u + s % 4u, sums[r][s]);
        }
    }
}

// Words in one tile of a of matmul_vectorized, which has the shapes of
// matmul_block_2d.
const WORDS_A = DEPTH_2D * PITCH_2D;

// Words in one of its tiles of b.
const WORDS_B = DEPTH_2D * BLOCK_2D;

// The same buffers, and its tiles, in pieces of four words. They are vectors,
// except where single words are written. Then they are arrays, because a write
// to one component of a vector may write the other three as well, and those
// belong to other threads.
@group(0) @binding(0) var<storage, read> a4: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> b4: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> c4: array<array<f32, 4>>;
var<workgroup> tiles_a: array<array<f32, 4>, 2u * WORDS_A / 4u>;
var<workgroup> tiles_b: array<vec4<f32>, 2u * WORDS_B / 4u>;

// Every access moves 16 bytes. The tiles are double: while one pair is in use,
// the next is on its way from global memory, and one barrier per tile is
// enough. A warp computes 32x64 results; each of its lanes has four 4x4 pieces
// of them.
@compute @workgroup_size(THREADS_2D)
fn matmul_vectorized(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    // Rows start on 16-byte boundaries only if their length is a multiple of
    // four.
    let aligned = params.n % 4u == 0u && params.k % 4u == 0u;
    let t = thread.x;
    let first_row = block.y * BLOCK_2D;
    let first_col = block.x * BLOCK_2D;

    // What the thread fetches: one vector of a and one of b.
    let row_a = t / 2u;
    let col_a = t % 2u * 4u;
    let row_b = t / 32u;
    let col_b = t % 32u * 4u;
    let place_a = col_a * PITCH_2D + row_a;
    let place_b = row_b * BLOCK_2D + col_b;

    // What the thread computes: rows and columns come in two fours.
    let warp = t / 32u;
    let lane = t % 32u;
    let row = warp / 2u * 32u + lane / 8u * 4u;
    let col = warp % 2u * 64u + lane % 8u * 4u;

    var from_a = vector_a(aligned, first_row + row_a, col_a);
    var from_b = vector_b(aligned, row_b, first_col + col_b);
    put_column(place_a, from_a);
    tiles_b[place_b / 4u] = from_b;
    workgroupBarrier();

    var sums: array<array<f32, RESULTS_2D>, RESULTS_2D>;
    var current = 0u;
    var first = 0u;
    while first < params.k {
        let tile_a = current * WORDS_A;
        let tile_b = current * WORDS_B;
        // Past the end these are zeros, which nobody uses.
        first += DEPTH_2D;
        from_a = vector_a(aligned, first_row + row_a, first + col_a);
        from_b = vector_b(aligned, first + row_b, first_col + col_b);

        for (var i = 0u; i < DEPTH_2D; i += 1u) {
            let l0 = tiles_a[(tile_a + i * PITCH_2D + row) / 4u];
            let l1 = tiles_a[(tile_a + i * PITCH_2D + row + 16u) / 4u];
            let r0 = tiles_b[(tile_b + i * BLOCK_2D + col) / 4u];
            let r1 = tiles_b[(tile_b + i * BLOCK_2D + col + 32u) / 4u];
            var left = array(l0[0], l0[1], l0[2], l0[3], l1[0], l1[1], l1[2], l1[3]);
            var right = array(r0.x, r0.y, r0.z, r0.w, r1.x, r1.y, r1.z, r1.w);
            for (var r = 0u; r < RESULTS_2D; r += 1u) {
                for (var s = 0u; s < RESULTS_2D; s += 1u) {
                    sums[r][s] += left[r] * right[s];
                }
            }
        }

        // The other pair of tiles was last read before the last barrier.
        current = 1u - current;
        put_column(current * WORDS_A + place_a, from_a);
        tiles_b[(current * WORDS_B + place_b) / 4u] = from_b;
        workgroupBarrier();
    }

    for (var r = 0u; r < RESULTS_2D; r += 1u) {
        // Rows 0 to 3 and, 16 further down, 4 to 7; the columns likewise.
        let y = first_row + row + r % 4u + r / 4u * 16u;
        let x = first_col + col;
        let v0 = array(sums[r][0], sums[r][1], sums[r][2], sums[r][3]);
        let v1 = array(sums[r][4], sums[r][5], sums[r][6], sums[r][7]);
        store_vector(aligned, y, x, v0);
        store_vector(aligned, y, x + 32u, v1);
    }
}

// An element of a, or zero outside it, which leaves a sum as it is.
fn element_a(row: u32, col: u32) -> f32 {
    if row < params.m && col < params.k {
        return a[row * params.k + col];
    } else {
        return 0.0;
    }
}

// An element of b, or zero outside it.
fn element_b(row: u32, col: u32) -> f32 {
    if row < params.k && col < params.n {
        return b[row * params.n + col];
    } else {
        return 0.0;
    }
}

// An element of a, where a is bound as vectors.
fn element_a4(row: u32, col: u32) -> f32 {
    if row < params.m && col < params.k {
        let i = row * params.k + col;
        return a4[i / 4u][i % 4u];
    } else {
        return 0.0;
    }
}

// An element of b, where b is bound as vectors.
fn element_b4(row: u32, col: u32) -> f32 {
    if row < params.k && col < params.n {
        let i = row * params.n + col;
        return b4[i / 4u][i % 4u];
    } else {
        return 0.0;
    }
}

// Four neighbours in a row of a, zero outside it.
fn vector_a(aligned: bool, row: u32, col: u32) -> vec4<f32> {
    if aligned {
        if row < params.m && col < params.k {
            return a4[(row * params.k + col) / 4u];
        } else {
            return vec4<f32>(0.0);
        }
    } else {
        return vec4<f32>(
            element_a4(row, col),
            element_a4(row, col + 1u),
            element_a4(row, col + 2u),
            element_a4(row, col + 3u),
        );
    }
}

// Four neighbours in a row of b, likewise.
fn vector_b(aligned: bool, row: u32, col: u32) -> vec4<f32> {
    if aligned {
        if row < params.k && col < params.n {
            return b4[(row * params.n + col) / 4u];
        } else {
            return vec4<f32>(0.0);
        }
    } else {
        return vec4<f32>(
            element_b4(row, col),
            element_b4(row, col + 1u),
            element_b4(row, col + 2u),
            element_b4(row, col + 3u),
        );
    }
}

// Writes a vector down a column of the tiles of a, from the given word on, which
// transposes it. PITCH_2D is a multiple of four, so the place within the piece
// stays the same.
fn put_column(word: u32, v: vec4<f32>) {
    tiles_a[word / 4u][word % 4u] = v.x;
    tiles_a[(word + PITCH_2D) / 4u][word % 4u] = v.y;
    tiles_a[(word + 2u * PITCH_2D) / 4u][word % 4u] = v.z;
    tiles_a[(word + 3u * PITCH_2D) / 4u][word % 4u] = v.w;
}

// Writes an element of c, unless it lies outside.
fn store(row: u32, col: u32, value: f32) {
    if row < params.m && col < params.n {
        c[row * params.n + col] = value;
    }
}

// Writes an element of c, where c is bound in pieces of four.
fn store4(row: u32, col: u32, value: f32) {
    if row < params.m && col < params.n {
        let i = row * params.n + col;
        c4[i / 4u][i % 4u] = value;
    }
}

// Writes four neighbours in a row of c, leaving out those outside.
fn store_vector(aligned: bool, row: u32, col: u32, v: array<f32, 4>) {
    if aligned {
        if row < params.m && col < params.n {
            c4[(row * params.n + col) / 4u] = v;
        }
    } else {
        store4(row, col, v[0]);
        store4(row, col + 1u, v[1]);
        store4(row, col + 2u, v[2]);
        store4(row, col + 3u, v[3]);
    }
}
