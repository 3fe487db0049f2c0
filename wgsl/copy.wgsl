// Copies that differ only in which addresses a warp asks for at once.

// Threads per block.
const BLOCK = 256u;

// The block's number. A grid may have 65,535 blocks per dimension at most, so
// a longer one is folded into several rows.
fn block_index(block: vec3<u32>, grid: vec3<u32>) -> u32 {
    return block.y * grid.x + block.x;
}

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

// Thread i moves element i: a warp asks for one unbroken piece of memory.
@compute @workgroup_size(BLOCK)
fn copy_coalesced(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let i = block_index(block, grid) * BLOCK + thread.x;
    if i < arrayLength(&input) {
        output[i] = input[i];
    }
}

struct OffsetParams {
    n: u32,
    offset: u32,
}

@group(0) @binding(2) var<uniform> offset_params: OffsetParams;

// The piece begins `offset` elements later, no longer where a segment begins.
@compute @workgroup_size(BLOCK)
fn copy_offset(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let i = block_index(block, grid) * BLOCK + thread.x;
    if i < offset_params.n {
        output[i] = input[i + offset_params.offset];
    }
}

struct StrideParams {
    n: u32,
    stride: u32,
}

@group(0) @binding(2) var<uniform> stride_params: StrideParams;

// Only every `stride`-th element: the rest of each segment moves for nothing.
@compute @workgroup_size(BLOCK)
fn copy_strided(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let i = block_index(block, grid) * BLOCK + thread.x;
    if i < stride_params.n {
        output[i] = input[i * stride_params.stride];
    }
}

// A particle whose values lie side by side.
struct Particle {
    x: f32,
    y: f32,
    z: f32,
    mass: f32,
}

struct ParticleParams {
    n: u32,
}

@group(0) @binding(0) var<storage, read> input_aos: array<Particle>;
@group(0) @binding(1) var<storage, read_write> output_aos: array<Particle>;
@group(0) @binding(2) var<uniform> params: ParticleParams;

// An array of structures: neighbouring threads want words 16 bytes apart.
@compute @workgroup_size(BLOCK)
fn copy_aos(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let i = block_index(block, grid) * BLOCK + thread.x;
    if i < params.n {
        let x = input_aos[i].x;
        let y = input_aos[i].y;
        let z = input_aos[i].z;
        let mass = input_aos[i].mass;
        output_aos[i].x = x;
        output_aos[i].y = y;
        output_aos[i].z = z;
        output_aos[i].mass = mass;
    }
}

// A structure of arrays: every x, then every y, and so on. Neighbouring threads
// want neighbouring words.
@compute @workgroup_size(BLOCK)
fn copy_soa(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let i = block_index(block, grid) * BLOCK + thread.x;
    let n = params.n;
    if i < n {
        let x = input[i];
        let y = input[n + i];
        let z = input[2u * n + i];
        let mass = input[3u * n + i];
        output[i] = x;
        output[n + i] = y;
        output[2u * n + i] = z;
        output[3u * n + i] = mass;
    }
}
