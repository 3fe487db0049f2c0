// expect: race 12 13
// grid: 1  buffers: 64 64
// One thread stores a vector of four, its neighbour reads a part of it.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> quads: array<vec4<u32>, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    quads[lid] = vec4(lid);
    output[lid] = quads[lid ^ 1u].z;
}
