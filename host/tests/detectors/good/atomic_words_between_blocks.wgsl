// expect: nothing
// grid: 3  buffers: 192 8
// Counts, minima and maxima of several blocks in the members of one structure.

struct Totals {
    count: atomic<u32>,
    least: atomic<i32>,
    most: atomic<i32>,
    bits: atomic<u32>,
}
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> totals: Totals;

@compute @workgroup_size(50)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let value = i32(input[id.x]) - 70;
    atomicAdd(&totals.count, 1u);
    atomicMin(&totals.least, value);
    atomicMax(&totals.most, value);
    atomicOr(&totals.bits, 1u << (id.x % 32u));
}
