// The machine's own ceilings, which rooflines are drawn from: how fast memory
// can be read, how fast it can be copied, how fast the cores multiply and add.

// Threads per block.
const BLOCK = 256u;

struct Params {
    n: u32,
}

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(0) var<storage, read> input4: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(1) var<storage, read_write> output4: array<vec4<f32>>;
@group(0) @binding(2) var<uniform> params: Params;

// The block's number. A grid may have 65,535 blocks per dimension at most, so
// a longer one is folded into several rows.
fn block_index(block: vec3<u32>, grid: vec3<u32>) -> u32 {
    return block.y * grid.x + block.x;
}

// Vectors of four elements that a block of peak_read reads per turn of its loop.
const READ_VECTORS = 4u * BLOCK;

// Reads everything once, with four loads of 16 bytes under way per thread. One
// sum per thread is kept, so that no load can be left out. n is a multiple of
// four.
@compute @workgroup_size(BLOCK)
fn peak_read(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let block_id = block_index(block, grid);
    let vectors = params.n / 4u;

    var a = vec4<f32>(0.0);
    var b = vec4<f32>(0.0);
    var c = vec4<f32>(0.0);
    var d = vec4<f32>(0.0);
    let stride = grid.x * grid.y * READ_VECTORS;
    var i = block_id * READ_VECTORS + thread.x;
    while i + 3u * BLOCK < vectors {
        let p = input4[i];
        let q = input4[i + BLOCK];
        let r = input4[i + 2u * BLOCK];
        let s = input4[i + 3u * BLOCK];
        a += p;
        b += q;
        c += r;
        d += s;
        i += stride;
    }
    while i < vectors {
        a += input4[i];
        i += BLOCK;
    }
    let sum = (a + b) + (c + d);
    output[block_id * BLOCK + thread.x] = (sum.x + sum.y) + (sum.z + sum.w);
}

// Copies one vector of 16 bytes per thread. n is a multiple of four.
@compute @workgroup_size(BLOCK)
fn peak_copy(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let i = block_index(block, grid) * BLOCK + thread.x;
    if i < params.n / 4u {
        output4[i] = input4[i];
    }
}

// Independent chains per thread in peak_fma, enough to hide the latency.
const FMA_CHAINS = 8u;

// Multiply-adds per chain and turn of the loop in peak_fma: so many that the
// loop itself costs next to nothing.
const FMA_UNROLL = 16u;

// Turns of the loop in peak_fma.
const FMA_TURNS = 32u;

// Eight independent chains of multiply-adds per thread and nothing else.
@compute @workgroup_size(BLOCK)
fn peak_fma(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let i = block_index(block, grid) * BLOCK + thread.x;
    if i >= arrayLength(&input) {
        return;
    }
    let x = input[i];
    // The chains start apart, or the compiler would compute one for all.
    var chains: array<f32, FMA_CHAINS>;
    for (var chain = 0u; chain < FMA_CHAINS; chain += 1u) {
        chains[chain] = x + f32(chain);
    }
    for (var turn = 0u; turn < FMA_TURNS; turn += 1u) {
        for (var i = 0u; i < FMA_UNROLL; i += 1u) {
            for (var chain = 0u; chain < FMA_CHAINS; chain += 1u) {
                chains[chain] = chains[chain] * 0.5 + x;
            }
        }
    }
    var sum = 0.0;
    for (var chain = 0u; chain < FMA_CHAINS; chain += 1u) {
        sum += chains[chain];
    }
    output[i] = sum;
}
