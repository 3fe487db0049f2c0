// The two kernels of the benchmark for the OpenCL peers: reduce_sequential of
// wgsl/reduce.wgsl and matmul_tiled of wgsl/matmul.wgsl, with the same accesses,
// barriers and tests of bounds. A buffer parameter is followed by its length,
// which WGSL asks for with arrayLength; scalars come last.

#define BLOCK 256u
#define TILE 16u

__kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))
void reduce_sequential(
    __global const float *input, const uint input_length,
    __global float *output, const uint output_length
) {
    __local float tile[BLOCK];
    const uint t = get_local_id(0);
    const uint block_id = get_group_id(1) * get_num_groups(0) + get_group_id(0);
    const uint i = block_id * BLOCK + t;
    float value = 0.0f;
    if (i < input_length) {
        value = input[i];
    }
    tile[t] = value;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint stride = BLOCK / 2u; stride > 0u; stride /= 2u) {
        if (t < stride) {
            tile[t] += tile[t + stride];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (block_id < output_length && t == 0u) {
        output[block_id] = tile[0];
    }
}

// An element of a matrix, or zero outside it.
float element(__global const float *matrix, uint rows, uint cols, uint row, uint col) {
    if (row < rows && col < cols) {
        return matrix[row * cols + col];
    } else {
        return 0.0f;
    }
}

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void matmul_tiled(
    __global const float *a, const uint a_length,
    __global const float *b, const uint b_length,
    __global float *c, const uint c_length,
    const uint m, const uint n, const uint k
) {
    __local float tile_a[TILE * TILE];
    __local float tile_b[TILE * TILE];
    const uint tx = get_local_id(0);
    const uint ty = get_local_id(1);
    const uint row = get_group_id(1) * TILE + ty;
    const uint col = get_group_id(0) * TILE + tx;

    float sum = 0.0f;
    for (uint first = 0u; first < k; first += TILE) {
        const float from_a = element(a, m, k, row, first + tx);
        const float from_b = element(b, k, n, first + ty, col);
        tile_a[ty * TILE + tx] = from_a;
        tile_b[ty * TILE + tx] = from_b;
        barrier(CLK_LOCAL_MEM_FENCE);

        for (uint i = 0u; i < TILE; i += 1u) {
            sum += tile_a[ty * TILE + i] * tile_b[i * TILE + tx];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < m && col < n) {
        c[row * n + col] = sum;
    }
}
