// Two ways of sharing the same work: half of the elements take one path, half
// the other. What matters is whether the halves meet within a warp.

// Threads per block.
const BLOCK = 256u;

// Steps along either path.
const STEPS = 64u;

// Threads per warp. Where a subgroup has fewer lanes, divergence_uniform is as
// good; where it has more, the halves meet again.
const WARP = 32u;

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

// The block's number. A grid may have 65,535 blocks per dimension at most, so
// a longer one is folded into several rows.
fn block_index(block: vec3<u32>, grid: vec3<u32>) -> u32 {
    return block.y * grid.x + block.x;
}

// Neighbouring threads part ways, so every warp walks both paths with half of
// its lanes idle.
@compute @workgroup_size(BLOCK)
fn divergence_branchy(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let i = block_index(block, grid) * BLOCK + thread.x;
    if i < arrayLength(&input) {
        let value = input[i];
        if i % 2u == 0u {
            output[i] = halve(value);
        } else {
            output[i] = invert(value);
        }
    }
}

// Neighbouring warps part ways: as many elements go either way, and no warp
// walks both.
@compute @workgroup_size(BLOCK)
fn divergence_uniform(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let i = block_index(block, grid) * BLOCK + thread.x;
    if i < arrayLength(&input) {
        let value = input[i];
        if i / WARP % 2u == 0u {
            output[i] = halve(value);
        } else {
            output[i] = invert(value);
        }
    }
}

// The first path, which nears 2.
fn halve(start: f32) -> f32 {
    var value = start;
    for (var i = 0u; i < STEPS; i += 1u) {
        value = value * 0.5 + 1.0;
    }
    return value;
}

// The second path, which nears the golden ratio's reciprocal.
fn invert(start: f32) -> f32 {
    var value = start;
    for (var i = 0u; i < STEPS; i += 1u) {
        value = 1.0 / (1.0 + value);
    }
    return value;
}
