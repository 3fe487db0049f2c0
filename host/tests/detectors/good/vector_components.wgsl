// expect: nothing
// grid: 1  buffers: 64 64
// Four threads write the components of one vector.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> quads: array<vec4<u32>, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    quads[lid / 4u][lid % 4u] = input[lid];
    workgroupBarrier();
    let quad = quads[15u - lid / 4u];
    output[lid] = quad.x + quad.w;
}
